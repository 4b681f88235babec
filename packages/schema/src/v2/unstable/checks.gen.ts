// Generated from src/definitions by `npm run generate`. Do not edit.
import { isMeta, isI32, isI64, isListOf, isMap, isObject, isU16, isU32, isU64, type Fields } from '../../primitives.ts';

export function isAbsolutePath(v: unknown): boolean {
  return typeof v === 'string';
}

export function isAcceptNesNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAcceptNesNotification(v as Fields);
}
function hasAcceptNesNotification(o: Fields): boolean {
  return optionalString(o.sessionId) &&
    typeof o.suggestionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isActiveDocumentRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasActiveDocumentRequest(v as Fields);
}
function hasActiveDocumentRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isActiveDocumentResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasActiveDocumentResponse(v as Fields);
}
function hasActiveDocumentResponse(o: Fields): boolean {
  return isWorkspaceDocumentOrNull(o.document) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAgentAuthCapabilities(v: unknown): boolean {
  return isObject(v) && hasAgentAuthCapabilities(v as Fields);
}
function hasAgentAuthCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.status) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAgentCapabilities(v: unknown): boolean {
  return isObject(v) && hasAgentCapabilities(v as Fields);
}
function hasAgentCapabilities(o: Fields): boolean {
  return optionalSessionCapabilitiesOrNull(o.session) &&
    optionalAgentAuthCapabilitiesOrNull(o.auth) &&
    optionalMarkerOrNull(o.providers) &&
    optionalNesCapabilitiesOrNull(o.nes) &&
    optionalPositionEncodingKindOrNull(o.positionEncoding) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAgentDistribution(v: unknown): boolean {
  return isObject(v) && hasAgentDistribution(v as Fields);
}
function hasAgentDistribution(o: Fields): boolean {
  return optionalBinaryTargetMap(o.binary) &&
    optionalPackageDistribution(o.npx) &&
    optionalPackageDistribution(o.uvx) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAgentManifest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAgentManifest(v as Fields);
}
function hasAgentManifest(o: Fields): boolean {
  return isText933587(o.id) &&
    isStringFrom1(o.name) &&
    isText125965(o.version) &&
    isStringFrom1(o.description) &&
    isAgentDistribution(o.distribution) &&
    optionalString(o.repository) &&
    optionalString(o.website) &&
    optionalStringList(o.authors) &&
    optionalString(o.license) &&
    optionalString(o.license_url) &&
    optionalString(o.icon) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAgentMessage(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAgentMessage(v as Fields);
}
function hasAgentMessage(o: Fields): boolean {
  return typeof o.messageId === 'string' &&
    optionalContentBlockListOrNull(o.content) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAgentRegistry(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAgentRegistry(v as Fields);
}
function hasAgentRegistry(o: Fields): boolean {
  return isText125965(o.version) &&
    isAgentManifestList(o.agents) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAgentThought(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAgentThought(v as Fields);
}
function hasAgentThought(o: Fields): boolean {
  return typeof o.messageId === 'string' &&
    optionalContentBlockListOrNull(o.content) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAnnotations(v: unknown): boolean {
  return isObject(v) && hasAnnotations(v as Fields);
}
function hasAnnotations(o: Fields): boolean {
  return optionalStringListOrNull(o.audience) &&
    optionalStringOrNull(o.lastModified) &&
    optionalNumberFrom0To1OrNull(o.priority) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isArchiveSessionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasArchiveSessionRequest(v as Fields);
}
function hasArchiveSessionRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isArchiveSessionResponse(v: unknown): boolean {
  return isObject(v) && hasArchiveSessionResponse(v as Fields);
}
function hasArchiveSessionResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isAudioContent(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAudioContent(v as Fields);
}
function hasAudioContent(o: Fields): boolean {
  return typeof o.data === 'string' &&
    typeof o.mimeType === 'string' &&
    optionalAnnotationsOrNull(o.annotations) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAuthAccount(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAuthAccount(v as Fields);
}
function hasAuthAccount(o: Fields): boolean {
  return typeof o.label === 'string' &&
    optionalBoolOrNull(o.active) &&
    optionalStringOrNull(o.name) &&
    optionalStringOrNull(o.email) &&
    optionalStringOrNull(o.organization) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAuthMethod(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAuthMethod(v as Fields);
}
function hasAuthMethod(o: Fields): boolean {
  switch (o.type) {
    case 'agent':
      return hasAuthMethodAgent(o);
    case 'terminal':
      return hasAuthMethodTerminal(o);
    default:
      return typeof o.type === 'string' && hasUnknownAuthMethod(o);
  }
}

export function isAuthMethodAgent(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAuthMethodAgent(v as Fields);
}
function hasAuthMethodAgent(o: Fields): boolean {
  return typeof o.methodId === 'string' &&
    typeof o.name === 'string' &&
    optionalStringOrNull(o.description) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAuthMethodId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isAuthMethodTerminal(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAuthMethodTerminal(v as Fields);
}
function hasAuthMethodTerminal(o: Fields): boolean {
  return typeof o.methodId === 'string' &&
    typeof o.name === 'string' &&
    optionalStringOrNull(o.description) &&
    optionalStringList(o.args) &&
    optionalEnvVariableList(o.env) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAuthState(v: unknown): boolean {
  return typeof v === 'string';
}

export function isAuthStatusRequest(v: unknown): boolean {
  return isObject(v) && hasAuthStatusRequest(v as Fields);
}
function hasAuthStatusRequest(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isAuthStatusResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAuthStatusResponse(v as Fields);
}
function hasAuthStatusResponse(o: Fields): boolean {
  return typeof o.state === 'string' &&
    optionalAuthAccountList(o.accounts) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAuthStatusUpdateNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAuthStatusUpdateNotification(v as Fields);
}
function hasAuthStatusUpdateNotification(o: Fields): boolean {
  return typeof o.state === 'string' &&
    optionalAuthAccountList(o.accounts) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAvailableCommand(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAvailableCommand(v as Fields);
}
function hasAvailableCommand(o: Fields): boolean {
  switch (o.type) {
    case 'command':
      return hasCommand(o);
    default:
      return typeof o.type === 'string' && hasUnknownAvailableCommand(o);
  }
}

export function isAvailableCommandInput(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAvailableCommandInput(v as Fields);
}
function hasAvailableCommandInput(o: Fields): boolean {
  switch (o.type) {
    case 'text':
      return hasTextCommandInput(o);
    default:
      return typeof o.type === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isAvailableCommandsUpdate(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAvailableCommandsUpdate(v as Fields);
}
function hasAvailableCommandsUpdate(o: Fields): boolean {
  return isAvailableCommandList(o.availableCommands) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isBackgroundSubagent(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasBackgroundSubagent(v as Fields);
}
function hasBackgroundSubagent(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isBackgroundTerminal(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasBackgroundTerminal(v as Fields);
}
function hasBackgroundTerminal(o: Fields): boolean {
  return typeof o.terminalId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isBackgroundToolCall(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasBackgroundToolCall(v as Fields);
}
function hasBackgroundToolCall(o: Fields): boolean {
  return typeof o.toolCallId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isBackgroundWork(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasBackgroundWork(v as Fields);
}
function hasBackgroundWork(o: Fields): boolean {
  switch (o.type) {
    case 'terminal':
      return hasBackgroundTerminal(o);
    case 'tool_call':
      return hasBackgroundToolCall(o);
    case 'subagent':
      return hasBackgroundSubagent(o);
    default:
      return typeof o.type === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isBinaryDistribution(v: unknown): boolean {
  return isBinaryTargetMap(v);
}

export function isBinaryTarget(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasBinaryTarget(v as Fields);
}
function hasBinaryTarget(o: Fields): boolean {
  return typeof o.archive === 'string' &&
    optionalText413161(o.sha256) &&
    typeof o.cmd === 'string' &&
    optionalStringList(o.args) &&
    optionalStringMap(o.env) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isBlobResourceContents(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasBlobResourceContents(v as Fields);
}
function hasBlobResourceContents(o: Fields): boolean {
  return typeof o.uri === 'string' &&
    typeof o.blob === 'string' &&
    optionalStringOrNull(o.mimeType) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isBooleanConfigValue(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasBooleanConfigValue(v as Fields);
}
function hasBooleanConfigValue(o: Fields): boolean {
  return typeof o.value === 'boolean' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isBooleanPropertySchema(v: unknown): boolean {
  return isObject(v) && hasBooleanPropertySchema(v as Fields);
}
function hasBooleanPropertySchema(o: Fields): boolean {
  return optionalStringOrNull(o.title) &&
    optionalStringOrNull(o.description) &&
    optionalBoolOrNull(o.default) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCancelledPermissionOutcome(v: unknown): boolean {
  return isObject(v) && hasCancelledPermissionOutcome(v as Fields);
}
function hasCancelledPermissionOutcome(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isCancelNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCancelNotification(v as Fields);
}
function hasCancelNotification(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCancelRequestNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCancelRequestNotification(v as Fields);
}
function hasCancelRequestNotification(o: Fields): boolean {
  return isRequestId(o.requestId) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCancelTerminalRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCancelTerminalRequest(v as Fields);
}
function hasCancelTerminalRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.terminalId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCancelTerminalResponse(v: unknown): boolean {
  return isObject(v) && hasCancelTerminalResponse(v as Fields);
}
function hasCancelTerminalResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isCancelToolCallRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCancelToolCallRequest(v as Fields);
}
function hasCancelToolCallRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.toolCallId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCancelToolCallResponse(v: unknown): boolean {
  return isObject(v) && hasCancelToolCallResponse(v as Fields);
}
function hasCancelToolCallResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isClientAuthCapabilities(v: unknown): boolean {
  return isObject(v) && hasClientAuthCapabilities(v as Fields);
}
function hasClientAuthCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.terminal) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isClientCapabilities(v: unknown): boolean {
  return isObject(v) && hasClientCapabilities(v as Fields);
}
function hasClientCapabilities(o: Fields): boolean {
  return optionalClientAuthCapabilitiesOrNull(o.auth) &&
    optionalElicitationCapabilitiesOrNull(o.elicitation) &&
    optionalClientNesCapabilitiesOrNull(o.nes) &&
    optionalPositionEncodingKindList(o.positionEncodings) &&
    optionalWorkspaceCapabilitiesOrNull(o.workspace) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isClientNesCapabilities(v: unknown): boolean {
  return isObject(v) && hasClientNesCapabilities(v as Fields);
}
function hasClientNesCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.jump) &&
    optionalMarkerOrNull(o.rename) &&
    optionalMarkerOrNull(o.searchAndReplace) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCloseNesRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCloseNesRequest(v as Fields);
}
function hasCloseNesRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCloseNesResponse(v: unknown): boolean {
  return isObject(v) && hasCloseNesResponse(v as Fields);
}
function hasCloseNesResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isCloseSessionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCloseSessionRequest(v as Fields);
}
function hasCloseSessionRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCloseSessionResponse(v: unknown): boolean {
  return isObject(v) && hasCloseSessionResponse(v as Fields);
}
function hasCloseSessionResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isCommand(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCommand(v as Fields);
}
function hasCommand(o: Fields): boolean {
  return typeof o.name === 'string' &&
    typeof o.description === 'string' &&
    optionalAvailableCommandInputOrNull(o.input) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCommandPermissionSubject(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCommandPermissionSubject(v as Fields);
}
function hasCommandPermissionSubject(o: Fields): boolean {
  return typeof o.command === 'string' &&
    typeof o.cwd === 'string' &&
    optionalStringOrNull(o.toolCallId) &&
    optionalStringOrNull(o.terminalId) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCompactionId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isCompactionStatus(v: unknown): boolean {
  return typeof v === 'string';
}

export function isCompactionSummaryChunk(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCompactionSummaryChunk(v as Fields);
}
function hasCompactionSummaryChunk(o: Fields): boolean {
  return typeof o.compactionId === 'string' &&
    isContentBlock(o.content) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCompactionUpdate(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCompactionUpdate(v as Fields);
}
function hasCompactionUpdate(o: Fields): boolean {
  return typeof o.compactionId === 'string' &&
    typeof o.status === 'string' &&
    optionalContentBlockListOrNull(o.summary) &&
    optionalStringOrNull(o.error) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCompleteElicitationNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCompleteElicitationNotification(v as Fields);
}
function hasCompleteElicitationNotification(o: Fields): boolean {
  return typeof o.elicitationId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isConfigOptionUpdate(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasConfigOptionUpdate(v as Fields);
}
function hasConfigOptionUpdate(o: Fields): boolean {
  return isSessionConfigOptionList(o.configOptions) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isConnectMcpRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasConnectMcpRequest(v as Fields);
}
function hasConnectMcpRequest(o: Fields): boolean {
  return typeof o.serverId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isConnectMcpResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasConnectMcpResponse(v as Fields);
}
function hasConnectMcpResponse(o: Fields): boolean {
  return typeof o.connectionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isContent(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasContent(v as Fields);
}
function hasContent(o: Fields): boolean {
  return isContentBlock(o.content) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isContentBlock(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasContentBlock(v as Fields);
}
function hasContentBlock(o: Fields): boolean {
  switch (o.type) {
    case 'text':
      return hasTextContent(o);
    case 'image':
      return hasImageContent(o);
    case 'audio':
      return hasAudioContent(o);
    case 'resource_link':
      return hasResourceLink(o);
    case 'resource':
      return hasEmbeddedResource(o);
    default:
      return typeof o.type === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isContentChunk(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasContentChunk(v as Fields);
}
function hasContentChunk(o: Fields): boolean {
  return isContentBlock(o.content) &&
    typeof o.messageId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCost(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCost(v as Fields);
}
function hasCost(o: Fields): boolean {
  return typeof o.amount === 'number' &&
    typeof o.currency === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCreateElicitationRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCreateElicitationRequest(v as Fields);
}
function hasCreateElicitationRequest(o: Fields): boolean {
  if (!(typeof o.message === 'string')) return false;
  switch (o.mode) {
    case 'form':
      return hasElicitationFormMode(o);
    case 'url':
      return hasElicitationUrlMode(o);
    default:
      return typeof o.mode === 'string' && hasUnknownElicitationMode(o);
  }
}

export function isCreateElicitationResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCreateElicitationResponse(v as Fields);
}
function hasCreateElicitationResponse(o: Fields): boolean {
  switch (o.action) {
    case 'accept':
      return hasElicitationAcceptAction(o);
    case 'decline':
      return (o._meta === undefined || isMeta(o._meta));
    case 'cancel':
      return (o._meta === undefined || isMeta(o._meta));
    default:
      return typeof o.action === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isDeleteSessionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDeleteSessionRequest(v as Fields);
}
function hasDeleteSessionRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isDeleteSessionResponse(v: unknown): boolean {
  return isObject(v) && hasDeleteSessionResponse(v as Fields);
}
function hasDeleteSessionResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isDidChangeDocumentNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDidChangeDocumentNotification(v as Fields);
}
function hasDidChangeDocumentNotification(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.uri === 'string' &&
    isI64(o.version) &&
    isTextDocumentContentChangeEventList(o.contentChanges) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isDidCloseDocumentNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDidCloseDocumentNotification(v as Fields);
}
function hasDidCloseDocumentNotification(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.uri === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isDidFocusDocumentNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDidFocusDocumentNotification(v as Fields);
}
function hasDidFocusDocumentNotification(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.uri === 'string' &&
    isI64(o.version) &&
    isPosition(o.position) &&
    isRange(o.visibleRange) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isDidOpenDocumentNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDidOpenDocumentNotification(v as Fields);
}
function hasDidOpenDocumentNotification(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.uri === 'string' &&
    typeof o.languageId === 'string' &&
    isI64(o.version) &&
    typeof o.text === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isDidSaveDocumentNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDidSaveDocumentNotification(v as Fields);
}
function hasDidSaveDocumentNotification(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.uri === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isDiff(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDiff(v as Fields);
}
function hasDiff(o: Fields): boolean {
  return isDiffChangeList(o.changes) &&
    optionalDiffPatchOrNull(o.patch) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isDiffChange(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDiffChange(v as Fields);
}
function hasDiffChange(o: Fields): boolean {
  if (!(optionalStringOrNull(o.fileType) && optionalStringOrNull(o.mimeType))) return false;
  switch (o.operation) {
    case 'add':
      return hasDiffPathChange(o);
    case 'delete':
      return hasDiffPathChange(o);
    case 'modify':
      return hasDiffPathChange(o);
    case 'move':
      return hasDiffPathPairChange(o);
    case 'copy':
      return hasDiffPathPairChange(o);
    default:
      return typeof o.operation === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isDiffFileType(v: unknown): boolean {
  return typeof v === 'string';
}

export function isDiffPatch(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDiffPatch(v as Fields);
}
function hasDiffPatch(o: Fields): boolean {
  return typeof o.format === 'string' &&
    typeof o.text === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isDiffPatchFormat(v: unknown): boolean {
  return typeof v === 'string';
}

export function isDiffPathChange(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDiffPathChange(v as Fields);
}
function hasDiffPathChange(o: Fields): boolean {
  return typeof o.path === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isDiffPathPairChange(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDiffPathPairChange(v as Fields);
}
function hasDiffPathPairChange(o: Fields): boolean {
  return typeof o.oldPath === 'string' &&
    typeof o.path === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isDisableProviderRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDisableProviderRequest(v as Fields);
}
function hasDisableProviderRequest(o: Fields): boolean {
  return typeof o.providerId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isDisableProviderResponse(v: unknown): boolean {
  return isObject(v) && hasDisableProviderResponse(v as Fields);
}
function hasDisableProviderResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isDisconnectMcpRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDisconnectMcpRequest(v as Fields);
}
function hasDisconnectMcpRequest(o: Fields): boolean {
  return typeof o.connectionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isDisconnectMcpResponse(v: unknown): boolean {
  return isObject(v) && hasDisconnectMcpResponse(v as Fields);
}
function hasDisconnectMcpResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isElicitationAcceptAction(v: unknown): boolean {
  return isObject(v) && hasElicitationAcceptAction(v as Fields);
}
function hasElicitationAcceptAction(o: Fields): boolean {
  return optionalElicitationContentValueMapOrNull(o.content) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isElicitationCapabilities(v: unknown): boolean {
  return isObject(v) && hasElicitationCapabilities(v as Fields);
}
function hasElicitationCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.form) &&
    optionalMarkerOrNull(o.url) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isElicitationContentValue(v: unknown): boolean {
  return typeof v === 'string' || isI64(v) || typeof v === 'number' || typeof v === 'boolean' || isStringList(v) || v !== undefined;
}

export function isElicitationFormMode(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasElicitationFormMode(v as Fields);
}
function hasElicitationFormMode(o: Fields): boolean {
  return isElicitationSchema(o.requestedSchema) &&
    isElicitationScope(o) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isElicitationId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isElicitationPropertySchema(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasElicitationPropertySchema(v as Fields);
}
function hasElicitationPropertySchema(o: Fields): boolean {
  switch (o.type) {
    case 'string':
      return hasStringPropertySchema(o);
    case 'number':
      return hasNumberPropertySchema(o);
    case 'integer':
      return hasIntegerPropertySchema(o);
    case 'boolean':
      return hasBooleanPropertySchema(o);
    case 'array':
      return hasMultiSelectPropertySchema(o);
    default:
      return typeof o.type === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isElicitationRequestScope(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasElicitationRequestScope(v as Fields);
}
function hasElicitationRequestScope(o: Fields): boolean {
  return isRequestId(o.requestId) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isElicitationSchema(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasElicitationSchema(v as Fields);
}
function hasElicitationSchema(o: Fields): boolean {
  return isElicitationSchemaType(o.type) &&
    optionalStringOrNull(o.title) &&
    optionalStringOrNull(o.description) &&
    isElicitationPropertySchemaMap(o.properties) &&
    optionalStringListOrNull(o.required) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isElicitationSchemaType(v: unknown): boolean {
  switch (v) {
    case 'object':
      return true;
    default:
      return false;
  }
}

export function isElicitationScope(v: unknown): boolean {
  return Number(isElicitationSessionScope(v)) + Number(isElicitationRequestScope(v)) === 1;
}

export function isElicitationSessionScope(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasElicitationSessionScope(v as Fields);
}
function hasElicitationSessionScope(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    optionalStringOrNull(o.toolCallId) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isElicitationUrlMode(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasElicitationUrlMode(v as Fields);
}
function hasElicitationUrlMode(o: Fields): boolean {
  return typeof o.elicitationId === 'string' &&
    typeof o.url === 'string' &&
    isElicitationScope(o) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isEmbeddedResource(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasEmbeddedResource(v as Fields);
}
function hasEmbeddedResource(o: Fields): boolean {
  return isEmbeddedResourceResource(o.resource) &&
    optionalAnnotationsOrNull(o.annotations) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isEmbeddedResourceResource(v: unknown): boolean {
  return isTextResourceContents(v) || isBlobResourceContents(v);
}

export function isEnumOption(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasEnumOption(v as Fields);
}
function hasEnumOption(o: Fields): boolean {
  return typeof o.const === 'string' &&
    typeof o.title === 'string' &&
    optionalStringOrNull(o.description) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isEnvVariable(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasEnvVariable(v as Fields);
}
function hasEnvVariable(o: Fields): boolean {
  return typeof o.name === 'string' &&
    typeof o.value === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isError(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasError(v as Fields);
}
function hasError(o: Fields): boolean {
  return isI32(o.code) &&
    typeof o.message === 'string' &&
    optionalAnyOrNull(o.data) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isErrorCode(v: unknown): boolean {
  return isI32(v);
}

export function isErrorData(v: unknown): boolean {
  return v !== undefined;
}

export function isErrorStopReason(v: unknown): boolean {
  return isObject(v) && hasErrorStopReason(v as Fields);
}
function hasErrorStopReason(o: Fields): boolean {
  return optionalErrorOrNull(o.error) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isForkSessionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasForkSessionRequest(v as Fields);
}
function hasForkSessionRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.cwd === 'string' &&
    optionalStringList(o.additionalDirectories) &&
    optionalMcpServerList(o.mcpServers) &&
    optionalSystemPromptOrNull(o.systemPrompt) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isForkSessionResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasForkSessionResponse(v as Fields);
}
function hasForkSessionResponse(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    optionalSessionConfigOptionList(o.configOptions) &&
    optionalAvailableCommandList(o.availableCommands) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isHttpHeader(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasHttpHeader(v as Fields);
}
function hasHttpHeader(o: Fields): boolean {
  return typeof o.name === 'string' &&
    typeof o.value === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isIcon(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasIcon(v as Fields);
}
function hasIcon(o: Fields): boolean {
  return typeof o.src === 'string' &&
    optionalStringOrNull(o.mimeType) &&
    optionalStringListOrNull(o.sizes) &&
    optionalStringOrNull(o.theme) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isIconTheme(v: unknown): boolean {
  return typeof v === 'string';
}

export function isIdConfigValue(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasIdConfigValue(v as Fields);
}
function hasIdConfigValue(o: Fields): boolean {
  return typeof o.value === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isIdleStateUpdate(v: unknown): boolean {
  return isObject(v) && hasIdleStateUpdate(v as Fields);
}
function hasIdleStateUpdate(o: Fields): boolean {
  if (!(optionalUsageOrNull(o.usage) && optionalBackgroundWorkListOrNull(o.background))) return false;
  switch (o.stopReason) {
    case 'end_turn':
      return (o._meta === undefined || isMeta(o._meta));
    case 'max_tokens':
      return (o._meta === undefined || isMeta(o._meta));
    case 'max_turn_requests':
      return (o._meta === undefined || isMeta(o._meta));
    case 'refusal':
      return (o._meta === undefined || isMeta(o._meta));
    case 'cancelled':
      return (o._meta === undefined || isMeta(o._meta));
    case 'error':
      return hasErrorStopReason(o);
    case undefined:
    case null:
      return (o._meta === undefined || isMeta(o._meta));
    default:
      return typeof o.stopReason === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isImageContent(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasImageContent(v as Fields);
}
function hasImageContent(o: Fields): boolean {
  return typeof o.data === 'string' &&
    typeof o.mimeType === 'string' &&
    optionalStringOrNull(o.uri) &&
    optionalAnnotationsOrNull(o.annotations) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isImplementation(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasImplementation(v as Fields);
}
function hasImplementation(o: Fields): boolean {
  return typeof o.name === 'string' &&
    optionalStringOrNull(o.title) &&
    typeof o.version === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isInitializeRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasInitializeRequest(v as Fields);
}
function hasInitializeRequest(o: Fields): boolean {
  return isU16(o.protocolVersion) &&
    isImplementation(o.info) &&
    optionalClientCapabilities(o.capabilities) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isInitializeResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasInitializeResponse(v as Fields);
}
function hasInitializeResponse(o: Fields): boolean {
  return isU16(o.protocolVersion) &&
    isImplementation(o.info) &&
    optionalAgentCapabilities(o.capabilities) &&
    optionalAuthMethodList(o.authMethods) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isInjectCapabilities(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasInjectCapabilities(v as Fields);
}
function hasInjectCapabilities(o: Fields): boolean {
  return isStringListFrom1(o.modes) &&
    optionalStringListFrom1OrNull(o.steerInStream) &&
    (o.steer_in_stream === undefined || o.steerInStream !== undefined) &&
    optionalInjectPendingCapabilitiesOrNull(o.pending) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isInjectErrorData(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasInjectErrorData(v as Fields);
}
function hasInjectErrorData(o: Fields): boolean {
  return typeof o.reason === 'string' &&
    optionalStringOrNull(o.messageId) &&
    optionalStringOrNull(o.mode) &&
    optionalStringListOrNull(o.modes) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isInjectErrorReason(v: unknown): boolean {
  return typeof v === 'string';
}

export function isInjectMode(v: unknown): boolean {
  return typeof v === 'string';
}

export function isInjectPendingCapabilities(v: unknown): boolean {
  return isObject(v) && hasInjectPendingCapabilities(v as Fields);
}
function hasInjectPendingCapabilities(o: Fields): boolean {
  return optionalBoolOrNull(o.replace) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isInjectSessionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasInjectSessionRequest(v as Fields);
}
function hasInjectSessionRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.mode === 'string' &&
    isContentBlockListFrom1(o.content) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isInjectSessionResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasInjectSessionResponse(v as Fields);
}
function hasInjectSessionResponse(o: Fields): boolean {
  return typeof o.messageId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isInjectStreamHandling(v: unknown): boolean {
  return typeof v === 'string';
}

export function isIntegerPropertySchema(v: unknown): boolean {
  return isObject(v) && hasIntegerPropertySchema(v as Fields);
}
function hasIntegerPropertySchema(o: Fields): boolean {
  return optionalStringOrNull(o.title) &&
    optionalStringOrNull(o.description) &&
    optionalI64OrNull(o.minimum) &&
    optionalI64OrNull(o.maximum) &&
    optionalI64OrNull(o.default) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isJsonRpcFailure(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasJsonRpcFailure(v as Fields);
}
function hasJsonRpcFailure(o: Fields): boolean {
  return o.jsonrpc === '2.0' &&
    isRequestIdOrNull(o.id) &&
    isError(o.error) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isJsonRpcNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasJsonRpcNotification(v as Fields);
}
function hasJsonRpcNotification(o: Fields): boolean {
  return o.jsonrpc === '2.0' &&
    typeof o.method === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isJsonRpcRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasJsonRpcRequest(v as Fields);
}
function hasJsonRpcRequest(o: Fields): boolean {
  return o.jsonrpc === '2.0' &&
    isRequestId(o.id) &&
    typeof o.method === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isJsonRpcResult(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasJsonRpcResult(v as Fields);
}
function hasJsonRpcResult(o: Fields): boolean {
  return o.jsonrpc === '2.0' &&
    isRequestId(o.id) &&
    o.result !== undefined &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isListProvidersRequest(v: unknown): boolean {
  return isObject(v) && hasListProvidersRequest(v as Fields);
}
function hasListProvidersRequest(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isListProvidersResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasListProvidersResponse(v as Fields);
}
function hasListProvidersResponse(o: Fields): boolean {
  return isProviderInfoList(o.providers) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isListSessionsRequest(v: unknown): boolean {
  return isObject(v) && hasListSessionsRequest(v as Fields);
}
function hasListSessionsRequest(o: Fields): boolean {
  return optionalStringOrNull(o.cwd) &&
    optionalStringOrNull(o.cursor) &&
    optionalStringOrNull(o.archived) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isListSessionsResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasListSessionsResponse(v as Fields);
}
function hasListSessionsResponse(o: Fields): boolean {
  return isSessionInfoList(o.sessions) &&
    optionalStringOrNull(o.nextCursor) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isLlmProtocol(v: unknown): boolean {
  return typeof v === 'string';
}

export function isLoginAuthRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasLoginAuthRequest(v as Fields);
}
function hasLoginAuthRequest(o: Fields): boolean {
  return typeof o.methodId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isLoginAuthResponse(v: unknown): boolean {
  return isObject(v) && hasLoginAuthResponse(v as Fields);
}
function hasLoginAuthResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isLogoutAuthRequest(v: unknown): boolean {
  return isObject(v) && hasLogoutAuthRequest(v as Fields);
}
function hasLogoutAuthRequest(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isLogoutAuthResponse(v: unknown): boolean {
  return isObject(v) && hasLogoutAuthResponse(v as Fields);
}
function hasLogoutAuthResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isMarker(v: unknown): boolean {
  return isObject(v) && hasMarker(v as Fields);
}
function hasMarker(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isMcpCapabilities(v: unknown): boolean {
  return isObject(v) && hasMcpCapabilities(v as Fields);
}
function hasMcpCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.stdio) &&
    optionalMarkerOrNull(o.http) &&
    optionalMarkerOrNull(o.acp) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isMcpConnectionId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isMcpConnectionMessage(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMcpConnectionMessage(v as Fields);
}
function hasMcpConnectionMessage(o: Fields): boolean {
  return typeof o.connectionId === 'string' &&
    typeof o.method === 'string' &&
    optionalAnyMapOrNull(o.params) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isMcpError(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMcpError(v as Fields);
}
function hasMcpError(o: Fields): boolean {
  return isI32(o.code) &&
    typeof o.message === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isMcpInnerError(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMcpInnerError(v as Fields);
}
function hasMcpInnerError(o: Fields): boolean {
  return isMcpError(o.error) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isMcpInnerResult(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMcpInnerResult(v as Fields);
}
function hasMcpInnerResult(o: Fields): boolean {
  return o.result !== undefined &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isMcpMessageParams(v: unknown): boolean {
  return isMessageMcpRequest(v) || isMcpConnectionMessage(v);
}

export function isMcpMessageResult(v: unknown): boolean {
  return v !== undefined;
}

export function isMcpRequestId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isMcpServer(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMcpServer(v as Fields);
}
function hasMcpServer(o: Fields): boolean {
  switch (o.type) {
    case 'stdio':
      return hasMcpServerStdio(o);
    case 'http':
      return hasMcpServerHttp(o);
    case 'acp':
      return hasMcpServerAcp(o);
    default:
      return typeof o.type === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isMcpServerAcp(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMcpServerAcp(v as Fields);
}
function hasMcpServerAcp(o: Fields): boolean {
  return typeof o.name === 'string' &&
    typeof o.serverId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isMcpServerAcpId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isMcpServerHttp(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMcpServerHttp(v as Fields);
}
function hasMcpServerHttp(o: Fields): boolean {
  return typeof o.name === 'string' &&
    typeof o.url === 'string' &&
    optionalHttpHeaderList(o.headers) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isMcpServerStdio(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMcpServerStdio(v as Fields);
}
function hasMcpServerStdio(o: Fields): boolean {
  return typeof o.name === 'string' &&
    typeof o.command === 'string' &&
    optionalStringList(o.args) &&
    optionalEnvVariableList(o.env) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isMediaType(v: unknown): boolean {
  return typeof v === 'string';
}

export function isMessageId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isMessageMcpRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMessageMcpRequest(v as Fields);
}
function hasMessageMcpRequest(o: Fields): boolean {
  return typeof o.serverId === 'string' &&
    typeof o.requestId === 'string' &&
    typeof o.method === 'string' &&
    optionalAnyMapOrNull(o.params) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isMessageMcpResponse(v: unknown): boolean {
  return isMcpInnerResult(v) || isMcpInnerError(v);
}

export function isMultiSelectItems(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMultiSelectItems(v as Fields);
}
function hasMultiSelectItems(o: Fields): boolean {
  switch (o.type) {
    case 'string':
      return hasStringMultiSelectItems(o);
    case undefined:
      return hasTitledMultiSelectItems(o);
    default:
      return typeof o.type === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isMultiSelectPropertySchema(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMultiSelectPropertySchema(v as Fields);
}
function hasMultiSelectPropertySchema(o: Fields): boolean {
  return optionalStringOrNull(o.title) &&
    optionalStringOrNull(o.description) &&
    optionalU64OrNull(o.minItems) &&
    optionalU64OrNull(o.maxItems) &&
    isMultiSelectItems(o.items) &&
    optionalStringListOrNull(o.default) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesCapabilities(v: unknown): boolean {
  return isObject(v) && hasNesCapabilities(v as Fields);
}
function hasNesCapabilities(o: Fields): boolean {
  return optionalNesEventCapabilitiesOrNull(o.events) &&
    optionalNesContextCapabilitiesOrNull(o.context) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesContextCapabilities(v: unknown): boolean {
  return isObject(v) && hasNesContextCapabilities(v as Fields);
}
function hasNesContextCapabilities(o: Fields): boolean {
  return optionalNesRecentFilesCapabilitiesOrNull(o.recentFiles) &&
    optionalMarkerOrNull(o.relatedSnippets) &&
    optionalNesEditHistoryCapabilitiesOrNull(o.editHistory) &&
    optionalNesUserActionsCapabilitiesOrNull(o.userActions) &&
    optionalMarkerOrNull(o.openFiles) &&
    optionalMarkerOrNull(o.diagnostics) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesDiagnostic(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesDiagnostic(v as Fields);
}
function hasNesDiagnostic(o: Fields): boolean {
  return typeof o.uri === 'string' &&
    isRange(o.range) &&
    typeof o.severity === 'string' &&
    typeof o.message === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesDiagnosticSeverity(v: unknown): boolean {
  return typeof v === 'string';
}

export function isNesDidChangeNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesDidChangeNotification(v as Fields);
}
function hasNesDidChangeNotification(o: Fields): boolean {
  return optionalString(o.sessionId) &&
    typeof o.uri === 'string' &&
    isI64(o.version) &&
    isTextDocumentContentChangeEventList(o.contentChanges) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesDidCloseNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesDidCloseNotification(v as Fields);
}
function hasNesDidCloseNotification(o: Fields): boolean {
  return optionalString(o.sessionId) &&
    typeof o.uri === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesDidFocusNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesDidFocusNotification(v as Fields);
}
function hasNesDidFocusNotification(o: Fields): boolean {
  return optionalString(o.sessionId) &&
    typeof o.uri === 'string' &&
    isI64(o.version) &&
    isPosition(o.position) &&
    isRange(o.visibleRange) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesDidOpenNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesDidOpenNotification(v as Fields);
}
function hasNesDidOpenNotification(o: Fields): boolean {
  return optionalString(o.sessionId) &&
    typeof o.uri === 'string' &&
    typeof o.languageId === 'string' &&
    isI64(o.version) &&
    typeof o.text === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesDidSaveNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesDidSaveNotification(v as Fields);
}
function hasNesDidSaveNotification(o: Fields): boolean {
  return optionalString(o.sessionId) &&
    typeof o.uri === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesDocumentDidChangeCapabilities(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesDocumentDidChangeCapabilities(v as Fields);
}
function hasNesDocumentDidChangeCapabilities(o: Fields): boolean {
  return isTextDocumentSyncKind(o.syncKind) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesDocumentEventCapabilities(v: unknown): boolean {
  return isObject(v) && hasNesDocumentEventCapabilities(v as Fields);
}
function hasNesDocumentEventCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.didOpen) &&
    optionalNesDocumentDidChangeCapabilitiesOrNull(o.didChange) &&
    optionalMarkerOrNull(o.didClose) &&
    optionalMarkerOrNull(o.didSave) &&
    optionalMarkerOrNull(o.didFocus) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesEditHistoryCapabilities(v: unknown): boolean {
  return isObject(v) && hasNesEditHistoryCapabilities(v as Fields);
}
function hasNesEditHistoryCapabilities(o: Fields): boolean {
  return optionalU32OrNull(o.maxCount) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesEditHistoryEntry(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesEditHistoryEntry(v as Fields);
}
function hasNesEditHistoryEntry(o: Fields): boolean {
  return typeof o.uri === 'string' &&
    typeof o.diff === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesEditSuggestion(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesEditSuggestion(v as Fields);
}
function hasNesEditSuggestion(o: Fields): boolean {
  return typeof o.suggestionId === 'string' &&
    typeof o.uri === 'string' &&
    isNesTextEditListFrom1(o.edits) &&
    optionalPositionOrNull(o.cursorPosition) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesEventCapabilities(v: unknown): boolean {
  return isObject(v) && hasNesEventCapabilities(v as Fields);
}
function hasNesEventCapabilities(o: Fields): boolean {
  return o.didOpen === undefined &&
    o.didChange === undefined &&
    o.didClose === undefined &&
    o.didSave === undefined &&
    o.didFocus === undefined &&
    optionalNesDocumentEventCapabilitiesOrNull(o.document) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesExcerpt(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesExcerpt(v as Fields);
}
function hasNesExcerpt(o: Fields): boolean {
  return isU32(o.startLine) &&
    isU32(o.endLine) &&
    typeof o.text === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesJumpSuggestion(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesJumpSuggestion(v as Fields);
}
function hasNesJumpSuggestion(o: Fields): boolean {
  return typeof o.suggestionId === 'string' &&
    typeof o.uri === 'string' &&
    isPosition(o.position) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesOpenFile(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesOpenFile(v as Fields);
}
function hasNesOpenFile(o: Fields): boolean {
  return typeof o.uri === 'string' &&
    typeof o.languageId === 'string' &&
    optionalRangeOrNull(o.visibleRange) &&
    optionalU64OrNull(o.lastFocusedMs) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesRecentFile(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesRecentFile(v as Fields);
}
function hasNesRecentFile(o: Fields): boolean {
  return typeof o.uri === 'string' &&
    typeof o.languageId === 'string' &&
    typeof o.text === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesRecentFilesCapabilities(v: unknown): boolean {
  return isObject(v) && hasNesRecentFilesCapabilities(v as Fields);
}
function hasNesRecentFilesCapabilities(o: Fields): boolean {
  return optionalU32OrNull(o.maxCount) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesRejectReason(v: unknown): boolean {
  return typeof v === 'string';
}

export function isNesRelatedSnippet(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesRelatedSnippet(v as Fields);
}
function hasNesRelatedSnippet(o: Fields): boolean {
  return typeof o.uri === 'string' &&
    isNesExcerptList(o.excerpts) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesRenameSuggestion(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesRenameSuggestion(v as Fields);
}
function hasNesRenameSuggestion(o: Fields): boolean {
  return typeof o.suggestionId === 'string' &&
    typeof o.uri === 'string' &&
    isPosition(o.position) &&
    typeof o.newName === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesRepository(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesRepository(v as Fields);
}
function hasNesRepository(o: Fields): boolean {
  return typeof o.name === 'string' &&
    typeof o.owner === 'string' &&
    typeof o.remoteUrl === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesSearchAndReplaceSuggestion(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesSearchAndReplaceSuggestion(v as Fields);
}
function hasNesSearchAndReplaceSuggestion(o: Fields): boolean {
  return typeof o.suggestionId === 'string' &&
    typeof o.uri === 'string' &&
    typeof o.search === 'string' &&
    typeof o.replace === 'string' &&
    optionalBoolOrNull(o.isRegex) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesSuggestContext(v: unknown): boolean {
  return isObject(v) && hasNesSuggestContext(v as Fields);
}
function hasNesSuggestContext(o: Fields): boolean {
  return optionalNesRecentFileListOrNull(o.recentFiles) &&
    optionalNesRelatedSnippetListOrNull(o.relatedSnippets) &&
    optionalNesEditHistoryEntryListOrNull(o.editHistory) &&
    optionalNesUserActionListOrNull(o.userActions) &&
    optionalNesOpenFileListOrNull(o.openFiles) &&
    optionalNesDiagnosticListOrNull(o.diagnostics) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesSuggestion(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesSuggestion(v as Fields);
}
function hasNesSuggestion(o: Fields): boolean {
  switch (o.kind) {
    case 'edit':
      return hasNesEditSuggestion(o);
    case 'jump':
      return hasNesJumpSuggestion(o);
    case 'rename':
      return hasNesRenameSuggestion(o);
    case 'searchAndReplace':
      return hasNesSearchAndReplaceSuggestion(o);
    default:
      return typeof o.kind === 'string' && hasUnknownNesSuggestion(o);
  }
}

export function isNesSuggestionId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isNesTextEdit(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesTextEdit(v as Fields);
}
function hasNesTextEdit(o: Fields): boolean {
  return isRange(o.range) &&
    typeof o.newText === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesTriggerKind(v: unknown): boolean {
  return typeof v === 'string';
}

export function isNesUserAction(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNesUserAction(v as Fields);
}
function hasNesUserAction(o: Fields): boolean {
  return typeof o.action === 'string' &&
    typeof o.uri === 'string' &&
    isPosition(o.position) &&
    isU64(o.timestampMs) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNesUserActionsCapabilities(v: unknown): boolean {
  return isObject(v) && hasNesUserActionsCapabilities(v as Fields);
}
function hasNesUserActionsCapabilities(o: Fields): boolean {
  return optionalU32OrNull(o.maxCount) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNewSessionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNewSessionRequest(v as Fields);
}
function hasNewSessionRequest(o: Fields): boolean {
  return typeof o.cwd === 'string' &&
    optionalStringList(o.additionalDirectories) &&
    optionalMcpServerList(o.mcpServers) &&
    optionalSystemPromptOrNull(o.systemPrompt) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNewSessionResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNewSessionResponse(v as Fields);
}
function hasNewSessionResponse(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    optionalSessionConfigOptionList(o.configOptions) &&
    optionalAvailableCommandList(o.availableCommands) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNotice(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNotice(v as Fields);
}
function hasNotice(o: Fields): boolean {
  return typeof o.severity === 'string' &&
    isStringFrom1(o.title) &&
    optionalStringOrNull(o.description) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNoticeSeverity(v: unknown): boolean {
  return typeof v === 'string';
}

export function isNumberPropertySchema(v: unknown): boolean {
  return isObject(v) && hasNumberPropertySchema(v as Fields);
}
function hasNumberPropertySchema(o: Fields): boolean {
  return optionalStringOrNull(o.title) &&
    optionalStringOrNull(o.description) &&
    optionalNumberOrNull(o.minimum) &&
    optionalNumberOrNull(o.maximum) &&
    optionalNumberOrNull(o.default) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isOpenDocumentsRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasOpenDocumentsRequest(v as Fields);
}
function hasOpenDocumentsRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isOpenDocumentsResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasOpenDocumentsResponse(v as Fields);
}
function hasOpenDocumentsResponse(o: Fields): boolean {
  return isWorkspaceDocumentList(o.documents) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPackageDistribution(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPackageDistribution(v as Fields);
}
function hasPackageDistribution(o: Fields): boolean {
  return isStringFrom1(o.package) &&
    optionalStringList(o.args) &&
    optionalStringMap(o.env) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPermissionOption(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPermissionOption(v as Fields);
}
function hasPermissionOption(o: Fields): boolean {
  return typeof o.optionId === 'string' &&
    typeof o.name === 'string' &&
    typeof o.kind === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPermissionOptionId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isPermissionOptionKind(v: unknown): boolean {
  return typeof v === 'string';
}

export function isPlanEntry(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPlanEntry(v as Fields);
}
function hasPlanEntry(o: Fields): boolean {
  return typeof o.content === 'string' &&
    typeof o.priority === 'string' &&
    typeof o.status === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPlanEntryPriority(v: unknown): boolean {
  return typeof v === 'string';
}

export function isPlanEntryStatus(v: unknown): boolean {
  return typeof v === 'string';
}

export function isPlanFile(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPlanFile(v as Fields);
}
function hasPlanFile(o: Fields): boolean {
  return typeof o.planId === 'string' &&
    typeof o.uri === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPlanId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isPlanItems(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPlanItems(v as Fields);
}
function hasPlanItems(o: Fields): boolean {
  return typeof o.planId === 'string' &&
    isPlanEntryList(o.entries) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPlanMarkdown(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPlanMarkdown(v as Fields);
}
function hasPlanMarkdown(o: Fields): boolean {
  return typeof o.planId === 'string' &&
    typeof o.content === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPlanRemoved(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPlanRemoved(v as Fields);
}
function hasPlanRemoved(o: Fields): boolean {
  return typeof o.planId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPlanUpdate(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPlanUpdate(v as Fields);
}
function hasPlanUpdate(o: Fields): boolean {
  return isPlanUpdateContent(o.plan) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPlanUpdateContent(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPlanUpdateContent(v as Fields);
}
function hasPlanUpdateContent(o: Fields): boolean {
  switch (o.type) {
    case 'items':
      return hasPlanItems(o);
    case 'file':
      return hasPlanFile(o);
    case 'markdown':
      return hasPlanMarkdown(o);
    default:
      return typeof o.type === 'string' && hasUnknownPlanUpdateContent(o);
  }
}

export function isPosition(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPosition(v as Fields);
}
function hasPosition(o: Fields): boolean {
  return isU32(o.line) &&
    isU32(o.character) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPositionEncodingKind(v: unknown): boolean {
  switch (v) {
    case 'utf-16':
    case 'utf-32':
    case 'utf-8':
      return true;
    default:
      return false;
  }
}

export function isPromptCapabilities(v: unknown): boolean {
  return isObject(v) && hasPromptCapabilities(v as Fields);
}
function hasPromptCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.image) &&
    optionalMarkerOrNull(o.audio) &&
    optionalMarkerOrNull(o.embeddedContext) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPromptRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPromptRequest(v as Fields);
}
function hasPromptRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    isContentBlockListFrom1(o.prompt) &&
    optionalRuntimeContextListOrNull(o.runtimeContext) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPromptResponse(v: unknown): boolean {
  return isObject(v) && hasPromptResponse(v as Fields);
}
function hasPromptResponse(o: Fields): boolean {
  return optionalString(o.messageId) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isProtocolVersion(v: unknown): boolean {
  return isU16(v);
}

export function isProviderCurrentConfig(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasProviderCurrentConfig(v as Fields);
}
function hasProviderCurrentConfig(o: Fields): boolean {
  return typeof o.apiType === 'string' &&
    typeof o.baseUrl === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isProviderId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isProviderInfo(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasProviderInfo(v as Fields);
}
function hasProviderInfo(o: Fields): boolean {
  return typeof o.providerId === 'string' &&
    isStringList(o.supported) &&
    typeof o.required === 'boolean' &&
    optionalProviderCurrentConfigOrNull(o.current) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isProxySuccessorRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasProxySuccessorRequest(v as Fields);
}
function hasProxySuccessorRequest(o: Fields): boolean {
  return typeof o.method === 'string' &&
    optionalAnyMapOrNull(o._meta) &&
    (o.meta === undefined || o._meta !== undefined);
}

export function isProxySuccessorResponse(v: unknown): boolean {
  return v !== undefined;
}

export function isRange(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasRange(v as Fields);
}
function hasRange(o: Fields): boolean {
  return isPosition(o.start) &&
    isPosition(o.end) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isRecentDocumentsRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasRecentDocumentsRequest(v as Fields);
}
function hasRecentDocumentsRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    optionalU32OrNull(o.limit) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isRecentDocumentsResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasRecentDocumentsResponse(v as Fields);
}
function hasRecentDocumentsResponse(o: Fields): boolean {
  return isWorkspaceDocumentList(o.documents) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isRejectNesNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasRejectNesNotification(v as Fields);
}
function hasRejectNesNotification(o: Fields): boolean {
  return optionalString(o.sessionId) &&
    typeof o.suggestionId === 'string' &&
    optionalStringOrNull(o.reason) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isReplaceInjectSessionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasReplaceInjectSessionRequest(v as Fields);
}
function hasReplaceInjectSessionRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.messageId === 'string' &&
    isContentBlockListFrom1(o.content) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isReplaceInjectSessionResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasReplaceInjectSessionResponse(v as Fields);
}
function hasReplaceInjectSessionResponse(o: Fields): boolean {
  return typeof o.messageId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isReplayFrom(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasReplayFrom(v as Fields);
}
function hasReplayFrom(o: Fields): boolean {
  switch (o.type) {
    case 'start':
      return hasReplayFromStart(o);
    default:
      return typeof o.type === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isReplayFromStart(v: unknown): boolean {
  return isObject(v) && hasReplayFromStart(v as Fields);
}
function hasReplayFromStart(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isRequestId(v: unknown): boolean {
  return isI64(v) || typeof v === 'string';
}

export function isRequestPermissionOutcome(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasRequestPermissionOutcome(v as Fields);
}
function hasRequestPermissionOutcome(o: Fields): boolean {
  switch (o.outcome) {
    case 'selected':
      return hasSelectedPermissionOutcome(o);
    case 'cancelled':
      return hasCancelledPermissionOutcome(o);
    default:
      return typeof o.outcome === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isRequestPermissionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasRequestPermissionRequest(v as Fields);
}
function hasRequestPermissionRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.title === 'string' &&
    optionalStringOrNull(o.description) &&
    optionalRequestPermissionSubjectOrNull(o.subject) &&
    isPermissionOptionListFrom1(o.options) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isRequestPermissionResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasRequestPermissionResponse(v as Fields);
}
function hasRequestPermissionResponse(o: Fields): boolean {
  return isRequestPermissionOutcome(o.outcome) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isRequestPermissionSubject(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasRequestPermissionSubject(v as Fields);
}
function hasRequestPermissionSubject(o: Fields): boolean {
  switch (o.type) {
    case 'tool_call':
      return hasToolCallPermissionSubject(o);
    case 'command':
      return hasCommandPermissionSubject(o);
    default:
      return typeof o.type === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isRequiresActionStateUpdate(v: unknown): boolean {
  return isObject(v) && hasRequiresActionStateUpdate(v as Fields);
}
function hasRequiresActionStateUpdate(o: Fields): boolean {
  return optionalBackgroundWorkListOrNull(o.background) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isResourceLink(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasResourceLink(v as Fields);
}
function hasResourceLink(o: Fields): boolean {
  return typeof o.uri === 'string' &&
    typeof o.name === 'string' &&
    optionalStringOrNull(o.title) &&
    optionalStringOrNull(o.description) &&
    optionalStringOrNull(o.mimeType) &&
    optionalU64OrNull(o.size) &&
    optionalIconListOrNull(o.icons) &&
    optionalAnnotationsOrNull(o.annotations) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isResumeSessionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasResumeSessionRequest(v as Fields);
}
function hasResumeSessionRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.cwd === 'string' &&
    optionalStringList(o.additionalDirectories) &&
    optionalMcpServerList(o.mcpServers) &&
    optionalReplayFromOrNull(o.replayFrom) &&
    optionalSystemPromptOrNull(o.systemPrompt) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isResumeSessionResponse(v: unknown): boolean {
  return isObject(v) && hasResumeSessionResponse(v as Fields);
}
function hasResumeSessionResponse(o: Fields): boolean {
  return optionalSessionConfigOptionList(o.configOptions) &&
    optionalAvailableCommandList(o.availableCommands) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isRevokeInjectSessionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasRevokeInjectSessionRequest(v as Fields);
}
function hasRevokeInjectSessionRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.messageId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isRevokeInjectSessionResponse(v: unknown): boolean {
  return isObject(v) && hasRevokeInjectSessionResponse(v as Fields);
}
function hasRevokeInjectSessionResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isRole(v: unknown): boolean {
  return typeof v === 'string';
}

export function isRunningStateUpdate(v: unknown): boolean {
  return isObject(v) && hasRunningStateUpdate(v as Fields);
}
function hasRunningStateUpdate(o: Fields): boolean {
  return optionalBackgroundWorkListOrNull(o.background) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isRuntimeContext(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasRuntimeContext(v as Fields);
}
function hasRuntimeContext(o: Fields): boolean {
  return optionalStringOrNull(o.title) &&
    typeof o.text === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSelectedPermissionOutcome(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSelectedPermissionOutcome(v as Fields);
}
function hasSelectedPermissionOutcome(o: Fields): boolean {
  return typeof o.optionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionArchiveFilter(v: unknown): boolean {
  return typeof v === 'string';
}

export function isSessionCapabilities(v: unknown): boolean {
  return isObject(v) && hasSessionCapabilities(v as Fields);
}
function hasSessionCapabilities(o: Fields): boolean {
  return optionalPromptCapabilitiesOrNull(o.prompt) &&
    optionalMcpCapabilitiesOrNull(o.mcp) &&
    optionalMarkerOrNull(o.delete) &&
    optionalMarkerOrNull(o.additionalDirectories) &&
    optionalSessionSystemPromptCapabilitiesOrNull(o.systemPrompt) &&
    optionalMarkerOrNull(o.fork) &&
    optionalMarkerOrNull(o.archive) &&
    optionalMarkerOrNull(o.status) &&
    optionalMarkerOrNull(o.title) &&
    optionalInjectCapabilitiesOrNull(o.inject) &&
    optionalMarkerOrNull(o.runtimeContext) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionConfigBoolean(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionConfigBoolean(v as Fields);
}
function hasSessionConfigBoolean(o: Fields): boolean {
  return typeof o.currentValue === 'boolean' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionConfigGroupId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isSessionConfigId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isSessionConfigOption(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionConfigOption(v as Fields);
}
function hasSessionConfigOption(o: Fields): boolean {
  if (!(typeof o.configId === 'string' && typeof o.name === 'string' && optionalStringOrNull(o.description) && optionalStringOrNull(o.category))) return false;
  switch (o.type) {
    case 'select':
      return hasSessionConfigSelect(o);
    case 'boolean':
      return hasSessionConfigBoolean(o);
    case 'enum':
      return false;
    default:
      return typeof o.type === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isSessionConfigOptionCategory(v: unknown): boolean {
  return typeof v === 'string';
}

export function isSessionConfigSelect(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionConfigSelect(v as Fields);
}
function hasSessionConfigSelect(o: Fields): boolean {
  return typeof o.currentValue === 'string' &&
    isSessionConfigSelectOptions(o.options) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionConfigSelectGroup(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionConfigSelectGroup(v as Fields);
}
function hasSessionConfigSelectGroup(o: Fields): boolean {
  return typeof o.groupId === 'string' &&
    typeof o.name === 'string' &&
    isSessionConfigSelectOptionListFrom1(o.options) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionConfigSelectOption(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionConfigSelectOption(v as Fields);
}
function hasSessionConfigSelectOption(o: Fields): boolean {
  return typeof o.value === 'string' &&
    typeof o.name === 'string' &&
    optionalStringOrNull(o.description) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionConfigSelectOptions(v: unknown): boolean {
  return isSessionConfigSelectOptionListFrom1(v) || isSessionConfigSelectGroupListFrom1(v);
}

export function isSessionConfigValueId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isSessionId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isSessionInfo(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionInfo(v as Fields);
}
function hasSessionInfo(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.cwd === 'string' &&
    optionalStringList(o.additionalDirectories) &&
    optionalStringOrNull(o.title) &&
    optionalStringOrNull(o.updatedAt) &&
    optionalBoolOrNull(o.archived) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionInfoUpdate(v: unknown): boolean {
  return isObject(v) && hasSessionInfoUpdate(v as Fields);
}
function hasSessionInfoUpdate(o: Fields): boolean {
  return optionalStringOrNull(o.title) &&
    optionalStringOrNull(o.updatedAt) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionListCursor(v: unknown): boolean {
  return typeof v === 'string';
}

export function isSessionMessage(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionMessage(v as Fields);
}
function hasSessionMessage(o: Fields): boolean {
  return typeof o.messageId === 'string' &&
    optionalStringOrNull(o.senderSessionId) &&
    optionalStringOrNull(o.recipientSessionId) &&
    optionalStringOrNull(o.senderMessageId) &&
    optionalStringOrNull(o.recipientMessageId) &&
    optionalContentBlockListOrNull(o.content) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionMessageChunk(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionMessageChunk(v as Fields);
}
function hasSessionMessageChunk(o: Fields): boolean {
  return typeof o.messageId === 'string' &&
    isContentBlock(o.content) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionNotFoundErrorData(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionNotFoundErrorData(v as Fields);
}
function hasSessionNotFoundErrorData(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionNotification(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionNotification(v as Fields);
}
function hasSessionNotification(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    isSessionUpdate(o.update) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionStatus(v: unknown): boolean {
  return typeof v === 'string';
}

export function isSessionStatusRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionStatusRequest(v as Fields);
}
function hasSessionStatusRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionStatusResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionStatusResponse(v as Fields);
}
function hasSessionStatusResponse(o: Fields): boolean {
  return typeof o.status === 'string' &&
    optionalStateUpdateOrNull(o.state) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionSystemPromptCapabilities(v: unknown): boolean {
  return isObject(v) && hasSessionSystemPromptCapabilities(v as Fields);
}
function hasSessionSystemPromptCapabilities(o: Fields): boolean {
  return optionalSessionSystemPromptModeCapabilitiesOrNull(o.mode) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionSystemPromptModeCapabilities(v: unknown): boolean {
  return isObject(v) && hasSessionSystemPromptModeCapabilities(v as Fields);
}
function hasSessionSystemPromptModeCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.override) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionUpdate(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionUpdate(v as Fields);
}
function hasSessionUpdate(o: Fields): boolean {
  switch (o.sessionUpdate) {
    case 'user_message_chunk':
      return hasContentChunk(o);
    case 'agent_message_chunk':
      return hasContentChunk(o);
    case 'agent_thought_chunk':
      return hasContentChunk(o);
    case 'user_message':
      return hasUserMessage(o);
    case 'agent_message':
      return hasAgentMessage(o);
    case 'agent_thought':
      return hasAgentThought(o);
    case 'state_update':
      return hasStateUpdate(o);
    case 'tool_call_update':
      return hasToolCallUpdate(o);
    case 'tool_call_content_chunk':
      return hasToolCallContentChunk(o);
    case 'terminal_update':
      return hasTerminalUpdate(o);
    case 'terminal_output_chunk':
      return hasTerminalOutputChunk(o);
    case 'plan_update':
      return hasPlanUpdate(o);
    case 'plan_removed':
      return hasPlanRemoved(o);
    case 'available_commands_update':
      return hasAvailableCommandsUpdate(o);
    case 'config_option_update':
      return hasConfigOptionUpdate(o);
    case 'session_info_update':
      return hasSessionInfoUpdate(o);
    case 'usage_update':
      return hasUsageUpdate(o);
    case 'notice':
      return hasNotice(o);
    case 'compaction_update':
      return hasCompactionUpdate(o);
    case 'compaction_summary_chunk':
      return hasCompactionSummaryChunk(o);
    case 'subagent_update':
      return hasSubagentUpdate(o);
    case 'session_message':
      return hasSessionMessage(o);
    case 'session_message_chunk':
      return hasSessionMessageChunk(o);
    case 'plan':
    case 'tool_call':
    case 'current_mode_update':
      return false;
    default:
      return typeof o.sessionUpdate === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isSetProviderRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSetProviderRequest(v as Fields);
}
function hasSetProviderRequest(o: Fields): boolean {
  return typeof o.providerId === 'string' &&
    typeof o.apiType === 'string' &&
    typeof o.baseUrl === 'string' &&
    optionalStringMap(o.headers) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSetProviderResponse(v: unknown): boolean {
  return isObject(v) && hasSetProviderResponse(v as Fields);
}
function hasSetProviderResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isSetSessionConfigOptionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSetSessionConfigOptionRequest(v as Fields);
}
function hasSetSessionConfigOptionRequest(o: Fields): boolean {
  if (!(typeof o.sessionId === 'string' && typeof o.configId === 'string')) return false;
  switch (o.type) {
    case 'boolean':
      return hasBooleanConfigValue(o);
    case 'id':
      return hasIdConfigValue(o);
    default:
      return typeof o.type === 'string' && hasUnknownConfigValue(o);
  }
}

export function isSetSessionConfigOptionResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSetSessionConfigOptionResponse(v as Fields);
}
function hasSetSessionConfigOptionResponse(o: Fields): boolean {
  return isSessionConfigOptionList(o.configOptions) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSetSessionTitleRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSetSessionTitleRequest(v as Fields);
}
function hasSetSessionTitleRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.title === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSetSessionTitleResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSetSessionTitleResponse(v as Fields);
}
function hasSetSessionTitleResponse(o: Fields): boolean {
  return typeof o.title === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isStartNesRequest(v: unknown): boolean {
  return isObject(v) && hasStartNesRequest(v as Fields);
}
function hasStartNesRequest(o: Fields): boolean {
  return optionalStringOrNull(o.workspaceUri) &&
    optionalWorkspaceFolderListOrNull(o.workspaceFolders) &&
    optionalNesRepositoryOrNull(o.repository) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isStartNesResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasStartNesResponse(v as Fields);
}
function hasStartNesResponse(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isStateUpdate(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasStateUpdate(v as Fields);
}
function hasStateUpdate(o: Fields): boolean {
  switch (o.state) {
    case 'running':
      return hasRunningStateUpdate(o);
    case 'idle':
      return hasIdleStateUpdate(o);
    case 'requires_action':
      return hasRequiresActionStateUpdate(o);
    case 'unknown':
      return hasUnknownStateUpdate(o);
    default:
      return typeof o.state === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isStringFormat(v: unknown): boolean {
  return typeof v === 'string';
}

export function isStringMultiSelectItems(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasStringMultiSelectItems(v as Fields);
}
function hasStringMultiSelectItems(o: Fields): boolean {
  return isStringListFrom1(o.enum) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isStringPropertySchema(v: unknown): boolean {
  return isObject(v) && hasStringPropertySchema(v as Fields);
}
function hasStringPropertySchema(o: Fields): boolean {
  return optionalStringOrNull(o.title) &&
    optionalStringOrNull(o.description) &&
    optionalU32OrNull(o.minLength) &&
    optionalU32OrNull(o.maxLength) &&
    optionalStringOrNull(o.pattern) &&
    optionalStringOrNull(o.format) &&
    optionalStringOrNull(o.default) &&
    optionalStringListFrom1OrNull(o.enum) &&
    optionalEnumOptionListFrom1OrNull(o.oneOf) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSubagentSessionCapabilities(v: unknown): boolean {
  return isObject(v) && hasSubagentSessionCapabilities(v as Fields);
}
function hasSubagentSessionCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.cancel) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSubagentUpdate(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSubagentUpdate(v as Fields);
}
function hasSubagentUpdate(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    optionalStringOrNull(o.title) &&
    optionalStringOrNull(o.description) &&
    optionalSubagentSessionCapabilitiesOrNull(o.capabilities) &&
    optionalStateUpdateOrNull(o.state) &&
    optionalStringOrNull(o.cwd) &&
    optionalStringListOrNull(o.additionalDirectories) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSuggestNesRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSuggestNesRequest(v as Fields);
}
function hasSuggestNesRequest(o: Fields): boolean {
  return optionalString(o.sessionId) &&
    typeof o.uri === 'string' &&
    isI64(o.version) &&
    isPosition(o.position) &&
    optionalRangeOrNull(o.selection) &&
    typeof o.triggerKind === 'string' &&
    optionalNesSuggestContextOrNull(o.context) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSuggestNesResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSuggestNesResponse(v as Fields);
}
function hasSuggestNesResponse(o: Fields): boolean {
  return isNesSuggestionList(o.suggestions) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSystemPrompt(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSystemPrompt(v as Fields);
}
function hasSystemPrompt(o: Fields): boolean {
  return typeof o.mode === 'string' &&
    isContentBlockList(o.content) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSystemPromptMode(v: unknown): boolean {
  return typeof v === 'string';
}

export function isTerminal(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasTerminal(v as Fields);
}
function hasTerminal(o: Fields): boolean {
  return typeof o.terminalId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTerminalCapabilities(v: unknown): boolean {
  return isObject(v) && hasTerminalCapabilities(v as Fields);
}
function hasTerminalCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.cancel) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTerminalExitStatus(v: unknown): boolean {
  return isObject(v) && hasTerminalExitStatus(v as Fields);
}
function hasTerminalExitStatus(o: Fields): boolean {
  return optionalI64OrNull(o.exitCode) &&
    optionalStringOrNull(o.signal) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTerminalId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isTerminalOutput(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasTerminalOutput(v as Fields);
}
function hasTerminalOutput(o: Fields): boolean {
  return typeof o.data === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTerminalOutputChunk(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasTerminalOutputChunk(v as Fields);
}
function hasTerminalOutputChunk(o: Fields): boolean {
  return typeof o.terminalId === 'string' &&
    typeof o.data === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTerminalSize(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasTerminalSize(v as Fields);
}
function hasTerminalSize(o: Fields): boolean {
  return (isU16(o.cols) && (o.cols as number) >= 1) &&
    (isU16(o.rows) && (o.rows as number) >= 1) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTerminalUpdate(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasTerminalUpdate(v as Fields);
}
function hasTerminalUpdate(o: Fields): boolean {
  return typeof o.terminalId === 'string' &&
    optionalStringOrNull(o.command) &&
    optionalStringOrNull(o.cwd) &&
    optionalTerminalOutputOrNull(o.output) &&
    optionalTerminalExitStatusOrNull(o.exitStatus) &&
    optionalTerminalSizeOrNull(o.size) &&
    optionalTerminalCapabilitiesOrNull(o.capabilities) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTextCommandInput(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasTextCommandInput(v as Fields);
}
function hasTextCommandInput(o: Fields): boolean {
  return typeof o.hint === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTextContent(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasTextContent(v as Fields);
}
function hasTextContent(o: Fields): boolean {
  return typeof o.text === 'string' &&
    optionalAnnotationsOrNull(o.annotations) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTextDocumentContentChangeEvent(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasTextDocumentContentChangeEvent(v as Fields);
}
function hasTextDocumentContentChangeEvent(o: Fields): boolean {
  return optionalRangeOrNull(o.range) &&
    typeof o.text === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTextDocumentSyncKind(v: unknown): boolean {
  switch (v) {
    case 'full':
    case 'incremental':
      return true;
    default:
      return false;
  }
}

export function isTextResourceContents(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasTextResourceContents(v as Fields);
}
function hasTextResourceContents(o: Fields): boolean {
  return typeof o.uri === 'string' &&
    typeof o.text === 'string' &&
    optionalStringOrNull(o.mimeType) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTitledMultiSelectItems(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasTitledMultiSelectItems(v as Fields);
}
function hasTitledMultiSelectItems(o: Fields): boolean {
  return isEnumOptionListFrom1(o.anyOf) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isToolCallCapabilities(v: unknown): boolean {
  return isObject(v) && hasToolCallCapabilities(v as Fields);
}
function hasToolCallCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.cancel) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isToolCallContent(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasToolCallContent(v as Fields);
}
function hasToolCallContent(o: Fields): boolean {
  switch (o.type) {
    case 'content':
      return hasContent(o);
    case 'diff':
      return hasDiff(o);
    case 'terminal':
      return hasTerminal(o);
    default:
      return typeof o.type === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
}

export function isToolCallContentChunk(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasToolCallContentChunk(v as Fields);
}
function hasToolCallContentChunk(o: Fields): boolean {
  return typeof o.toolCallId === 'string' &&
    isToolCallContent(o.content) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isToolCallId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isToolCallLocation(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasToolCallLocation(v as Fields);
}
function hasToolCallLocation(o: Fields): boolean {
  return typeof o.path === 'string' &&
    optionalU32From1OrNull(o.line) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isToolCallPermissionSubject(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasToolCallPermissionSubject(v as Fields);
}
function hasToolCallPermissionSubject(o: Fields): boolean {
  return isToolCallUpdate(o.toolCall) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isToolCallStatus(v: unknown): boolean {
  return typeof v === 'string';
}

export function isToolCallUpdate(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasToolCallUpdate(v as Fields);
}
function hasToolCallUpdate(o: Fields): boolean {
  return typeof o.toolCallId === 'string' &&
    optionalStringOrNull(o.title) &&
    optionalStringOrNull(o.name) &&
    optionalStringOrNull(o.kind) &&
    optionalStringOrNull(o.status) &&
    optionalToolCallContentListOrNull(o.content) &&
    optionalToolCallLocationListOrNull(o.locations) &&
    optionalToolCallCapabilitiesOrNull(o.capabilities) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isToolKind(v: unknown): boolean {
  return typeof v === 'string';
}

export function isUnarchiveSessionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasUnarchiveSessionRequest(v as Fields);
}
function hasUnarchiveSessionRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isUnarchiveSessionResponse(v: unknown): boolean {
  return isObject(v) && hasUnarchiveSessionResponse(v as Fields);
}
function hasUnarchiveSessionResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isUnknownAuthMethod(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasUnknownAuthMethod(v as Fields);
}
function hasUnknownAuthMethod(o: Fields): boolean {
  return typeof o.methodId === 'string' &&
    typeof o.name === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isUnknownAvailableCommand(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasUnknownAvailableCommand(v as Fields);
}
function hasUnknownAvailableCommand(o: Fields): boolean {
  return typeof o.name === 'string' &&
    typeof o.description === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isUnknownConfigValue(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasUnknownConfigValue(v as Fields);
}
function hasUnknownConfigValue(o: Fields): boolean {
  return o.value !== undefined &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isUnknownElicitationMode(v: unknown): boolean {
  return isObject(v) && hasUnknownElicitationMode(v as Fields);
}
function hasUnknownElicitationMode(o: Fields): boolean {
  return isElicitationScope(o) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isUnknownNesSuggestion(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasUnknownNesSuggestion(v as Fields);
}
function hasUnknownNesSuggestion(o: Fields): boolean {
  return typeof o.suggestionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isUnknownPlanUpdateContent(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasUnknownPlanUpdateContent(v as Fields);
}
function hasUnknownPlanUpdateContent(o: Fields): boolean {
  return typeof o.planId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isUnknownStateUpdate(v: unknown): boolean {
  return isObject(v) && hasUnknownStateUpdate(v as Fields);
}
function hasUnknownStateUpdate(o: Fields): boolean {
  return optionalBackgroundWorkListOrNull(o.background) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isUnsupportedProtocolVersionErrorData(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasUnsupportedProtocolVersionErrorData(v as Fields);
}
function hasUnsupportedProtocolVersionErrorData(o: Fields): boolean {
  return isU16(o.requested) &&
    isU16List(o.supported) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isUsage(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasUsage(v as Fields);
}
function hasUsage(o: Fields): boolean {
  return isU64(o.totalTokens) &&
    isU64(o.inputTokens) &&
    isU64(o.outputTokens) &&
    optionalU64OrNull(o.thoughtTokens) &&
    optionalU64OrNull(o.cachedReadTokens) &&
    optionalU64OrNull(o.cachedWriteTokens) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isUsageUpdate(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasUsageUpdate(v as Fields);
}
function hasUsageUpdate(o: Fields): boolean {
  return isU64(o.used) &&
    isU64(o.size) &&
    optionalCostOrNull(o.cost) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isUserMessage(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasUserMessage(v as Fields);
}
function hasUserMessage(o: Fields): boolean {
  return typeof o.messageId === 'string' &&
    optionalContentBlockListOrNull(o.content) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isWorkspaceCapabilities(v: unknown): boolean {
  return isObject(v) && hasWorkspaceCapabilities(v as Fields);
}
function hasWorkspaceCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.openDocuments) &&
    optionalMarkerOrNull(o.recentDocuments) &&
    optionalMarkerOrNull(o.activeDocument) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isWorkspaceDocument(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasWorkspaceDocument(v as Fields);
}
function hasWorkspaceDocument(o: Fields): boolean {
  return typeof o.uri === 'string' &&
    typeof o.languageId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isWorkspaceFolder(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasWorkspaceFolder(v as Fields);
}
function hasWorkspaceFolder(o: Fields): boolean {
  return typeof o.uri === 'string' &&
    typeof o.name === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

function optionalString(v: unknown): boolean {
  return v === undefined || typeof v === 'string';
}

function isWorkspaceDocumentOrNull(v: unknown): boolean {
  return v === null || isWorkspaceDocument(v);
}

function optionalMarkerOrNull(v: unknown): boolean {
  return v === undefined || v === null || isMarker(v);
}

function optionalSessionCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isSessionCapabilities(v);
}

function optionalAgentAuthCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isAgentAuthCapabilities(v);
}

function optionalNesCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isNesCapabilities(v);
}

function optionalPositionEncodingKindOrNull(v: unknown): boolean {
  return v === undefined || v === null || isPositionEncodingKind(v);
}

function optionalBinaryTargetMap(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isMap(v)) return false;
  for (const key of Object.keys(v)) if (!(isBinaryTarget(v[key]))) return false;
  return true;
}

function optionalPackageDistribution(v: unknown): boolean {
  return v === undefined || isPackageDistribution(v);
}

function isText933587(v: unknown): boolean {
  return (typeof v === 'string' && /^[a-z][a-z0-9-]*$/u.test(v));
}

function isStringFrom1(v: unknown): boolean {
  return (typeof v === 'string' && v.length >= 1);
}

function isText125965(v: unknown): boolean {
  return (typeof v === 'string' && /^[0-9]+\.[0-9]+\.[0-9]+/u.test(v));
}

function optionalStringList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(typeof v[i] === 'string')) return false;
  return true;
}

function optionalContentBlockListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isContentBlock(v[i]))) return false;
  return true;
}

function isAgentManifestList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isAgentManifest(v[i]))) return false;
  return true;
}

function optionalStringListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(typeof v[i] === 'string')) return false;
  return true;
}

function optionalStringOrNull(v: unknown): boolean {
  return v === undefined || v === null || typeof v === 'string';
}

function optionalNumberFrom0To1OrNull(v: unknown): boolean {
  return v === undefined || v === null || (typeof v === 'number' && v >= 0 && v <= 1);
}

function optionalAnnotationsOrNull(v: unknown): boolean {
  return v === undefined || v === null || isAnnotations(v);
}

function optionalBoolOrNull(v: unknown): boolean {
  return v === undefined || v === null || typeof v === 'boolean';
}

function optionalEnvVariableList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnvVariable(v[i]))) return false;
  return true;
}

function optionalAuthAccountList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isAuthAccount(v[i]))) return false;
  return true;
}

function isAvailableCommandList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isAvailableCommand(v[i]))) return false;
  return true;
}

function isBinaryTargetMap(v: unknown): boolean {
  if (!isMap(v)) return false;
  for (const key of Object.keys(v)) if (!(isBinaryTarget(v[key]))) return false;
  return true;
}

function optionalText413161(v: unknown): boolean {
  return v === undefined || (typeof v === 'string' && /^[a-fA-F0-9]{64}$/u.test(v));
}

function optionalStringMap(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isMap(v)) return false;
  for (const key of Object.keys(v)) if (!(typeof v[key] === 'string')) return false;
  return true;
}

function optionalClientAuthCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isClientAuthCapabilities(v);
}

function optionalElicitationCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isElicitationCapabilities(v);
}

function optionalClientNesCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isClientNesCapabilities(v);
}

function optionalPositionEncodingKindList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isPositionEncodingKind(v[i]))) return false;
  return true;
}

function optionalWorkspaceCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isWorkspaceCapabilities(v);
}

function optionalAvailableCommandInputOrNull(v: unknown): boolean {
  return v === undefined || v === null || isAvailableCommandInput(v);
}

function isSessionConfigOptionList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isSessionConfigOption(v[i]))) return false;
  return true;
}

function isTextDocumentContentChangeEventList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isTextDocumentContentChangeEvent(v[i]))) return false;
  return true;
}

function isDiffChangeList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isDiffChange(v[i]))) return false;
  return true;
}

function optionalDiffPatchOrNull(v: unknown): boolean {
  return v === undefined || v === null || isDiffPatch(v);
}

function optionalElicitationContentValueMapOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isMap(v)) return false;
  for (const key of Object.keys(v)) if (!(isElicitationContentValue(v[key]))) return false;
  return true;
}

function isStringList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(typeof v[i] === 'string')) return false;
  return true;
}

function isElicitationPropertySchemaMap(v: unknown): boolean {
  if (!isMap(v)) return false;
  for (const key of Object.keys(v)) if (!(isElicitationPropertySchema(v[key]))) return false;
  return true;
}

function optionalAnyOrNull(v: unknown): boolean {
  return v === undefined || v === null || v !== undefined;
}

function optionalErrorOrNull(v: unknown): boolean {
  return v === undefined || v === null || isError(v);
}

function optionalMcpServerList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isMcpServer(v[i]))) return false;
  return true;
}

function optionalSystemPromptOrNull(v: unknown): boolean {
  return v === undefined || v === null || isSystemPrompt(v);
}

function optionalSessionConfigOptionList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isSessionConfigOption(v[i]))) return false;
  return true;
}

function optionalAvailableCommandList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isAvailableCommand(v[i]))) return false;
  return true;
}

function optionalUsageOrNull(v: unknown): boolean {
  return v === undefined || v === null || isUsage(v);
}

function optionalBackgroundWorkListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isBackgroundWork(v[i]))) return false;
  return true;
}

function optionalClientCapabilities(v: unknown): boolean {
  return v === undefined || isClientCapabilities(v);
}

function optionalAgentCapabilities(v: unknown): boolean {
  return v === undefined || isAgentCapabilities(v);
}

function optionalAuthMethodList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isAuthMethod(v[i]))) return false;
  return true;
}

function isStringListFrom1(v: unknown): boolean {
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(typeof v[i] === 'string')) return false;
  return true;
}

function optionalStringListFrom1OrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(typeof v[i] === 'string')) return false;
  return true;
}

function optionalInjectPendingCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isInjectPendingCapabilities(v);
}

function isContentBlockListFrom1(v: unknown): boolean {
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(isContentBlock(v[i]))) return false;
  return true;
}

function optionalI64OrNull(v: unknown): boolean {
  return v === undefined || v === null || isI64(v);
}

function isRequestIdOrNull(v: unknown): boolean {
  return v === null || isRequestId(v);
}

function isProviderInfoList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isProviderInfo(v[i]))) return false;
  return true;
}

function isSessionInfoList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isSessionInfo(v[i]))) return false;
  return true;
}

function optionalAnyMapOrNull(v: unknown): boolean {
  return v === undefined || v === null || isObject(v);
}

function optionalHttpHeaderList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isHttpHeader(v[i]))) return false;
  return true;
}

function optionalU64OrNull(v: unknown): boolean {
  return v === undefined || v === null || isU64(v);
}

function optionalNesEventCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isNesEventCapabilities(v);
}

function optionalNesContextCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isNesContextCapabilities(v);
}

function optionalNesRecentFilesCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isNesRecentFilesCapabilities(v);
}

function optionalNesEditHistoryCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isNesEditHistoryCapabilities(v);
}

function optionalNesUserActionsCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isNesUserActionsCapabilities(v);
}

function optionalNesDocumentDidChangeCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isNesDocumentDidChangeCapabilities(v);
}

function optionalU32OrNull(v: unknown): boolean {
  return v === undefined || v === null || isU32(v);
}

function isNesTextEditListFrom1(v: unknown): boolean {
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesTextEdit(v[i]))) return false;
  return true;
}

function optionalPositionOrNull(v: unknown): boolean {
  return v === undefined || v === null || isPosition(v);
}

function optionalNesDocumentEventCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isNesDocumentEventCapabilities(v);
}

function optionalRangeOrNull(v: unknown): boolean {
  return v === undefined || v === null || isRange(v);
}

function isNesExcerptList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesExcerpt(v[i]))) return false;
  return true;
}

function optionalNesRecentFileListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesRecentFile(v[i]))) return false;
  return true;
}

function optionalNesRelatedSnippetListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesRelatedSnippet(v[i]))) return false;
  return true;
}

function optionalNesEditHistoryEntryListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesEditHistoryEntry(v[i]))) return false;
  return true;
}

function optionalNesUserActionListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesUserAction(v[i]))) return false;
  return true;
}

function optionalNesOpenFileListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesOpenFile(v[i]))) return false;
  return true;
}

function optionalNesDiagnosticListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesDiagnostic(v[i]))) return false;
  return true;
}

function optionalNumberOrNull(v: unknown): boolean {
  return v === undefined || v === null || typeof v === 'number';
}

function isWorkspaceDocumentList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isWorkspaceDocument(v[i]))) return false;
  return true;
}

function isPlanEntryList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isPlanEntry(v[i]))) return false;
  return true;
}

function optionalRuntimeContextListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isRuntimeContext(v[i]))) return false;
  return true;
}

function optionalProviderCurrentConfigOrNull(v: unknown): boolean {
  return v === undefined || v === null || isProviderCurrentConfig(v);
}

function optionalRequestPermissionSubjectOrNull(v: unknown): boolean {
  return v === undefined || v === null || isRequestPermissionSubject(v);
}

function isPermissionOptionListFrom1(v: unknown): boolean {
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(isPermissionOption(v[i]))) return false;
  return true;
}

function optionalIconListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isIcon(v[i]))) return false;
  return true;
}

function optionalReplayFromOrNull(v: unknown): boolean {
  return v === undefined || v === null || isReplayFrom(v);
}

function optionalPromptCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isPromptCapabilities(v);
}

function optionalMcpCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isMcpCapabilities(v);
}

function optionalSessionSystemPromptCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isSessionSystemPromptCapabilities(v);
}

function optionalInjectCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isInjectCapabilities(v);
}

function isSessionConfigSelectOptionListFrom1(v: unknown): boolean {
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(isSessionConfigSelectOption(v[i]))) return false;
  return true;
}

function isSessionConfigSelectGroupListFrom1(v: unknown): boolean {
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(isSessionConfigSelectGroup(v[i]))) return false;
  return true;
}

function optionalStateUpdateOrNull(v: unknown): boolean {
  return v === undefined || v === null || isStateUpdate(v);
}

function optionalSessionSystemPromptModeCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isSessionSystemPromptModeCapabilities(v);
}

function optionalWorkspaceFolderListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isWorkspaceFolder(v[i]))) return false;
  return true;
}

function optionalNesRepositoryOrNull(v: unknown): boolean {
  return v === undefined || v === null || isNesRepository(v);
}

function optionalEnumOptionListFrom1OrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnumOption(v[i]))) return false;
  return true;
}

function optionalSubagentSessionCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isSubagentSessionCapabilities(v);
}

function optionalNesSuggestContextOrNull(v: unknown): boolean {
  return v === undefined || v === null || isNesSuggestContext(v);
}

function isNesSuggestionList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesSuggestion(v[i]))) return false;
  return true;
}

function isContentBlockList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isContentBlock(v[i]))) return false;
  return true;
}

function optionalTerminalOutputOrNull(v: unknown): boolean {
  return v === undefined || v === null || isTerminalOutput(v);
}

function optionalTerminalExitStatusOrNull(v: unknown): boolean {
  return v === undefined || v === null || isTerminalExitStatus(v);
}

function optionalTerminalSizeOrNull(v: unknown): boolean {
  return v === undefined || v === null || isTerminalSize(v);
}

function optionalTerminalCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isTerminalCapabilities(v);
}

function isEnumOptionListFrom1(v: unknown): boolean {
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnumOption(v[i]))) return false;
  return true;
}

function optionalU32From1OrNull(v: unknown): boolean {
  return v === undefined || v === null || (isU32(v) && (v as number) >= 1);
}

function optionalToolCallContentListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isToolCallContent(v[i]))) return false;
  return true;
}

function optionalToolCallLocationListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isToolCallLocation(v[i]))) return false;
  return true;
}

function optionalToolCallCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isToolCallCapabilities(v);
}

function isU16List(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isU16(v[i]))) return false;
  return true;
}

function optionalCostOrNull(v: unknown): boolean {
  return v === undefined || v === null || isCost(v);
}
