// Generated from src/definitions by `npm run generate`. Do not edit.
import { isMeta, isI32, isI64, isListOf, isMap, isObject, isU16, isU32, isU64, type Fields } from '../primitives.ts';

export function isAgentAuthCapabilities(v: unknown): boolean {
  return isObject(v) && hasAgentAuthCapabilities(v as Fields);
}
function hasAgentAuthCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.logout) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAgentCapabilities(v: unknown): boolean {
  return isObject(v) && hasAgentCapabilities(v as Fields);
}
function hasAgentCapabilities(o: Fields): boolean {
  return optionalBool(o.loadSession) &&
    optionalPromptCapabilities(o.promptCapabilities) &&
    optionalMcpCapabilities(o.mcpCapabilities) &&
    optionalSessionCapabilities(o.sessionCapabilities) &&
    optionalAgentAuthCapabilities(o.auth) &&
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

export function isAgentRegistry(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAgentRegistry(v as Fields);
}
function hasAgentRegistry(o: Fields): boolean {
  return isText125965(o.version) &&
    isAgentManifestList(o.agents) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAnnotations(v: unknown): boolean {
  return isObject(v) && hasAnnotations(v as Fields);
}
function hasAnnotations(o: Fields): boolean {
  return optionalRoleListOrNull(o.audience) &&
    optionalStringOrNull(o.lastModified) &&
    optionalNumberOrNull(o.priority) &&
    (o._meta === undefined || isMeta(o._meta));
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

export function isAuthCapabilities(v: unknown): boolean {
  return isObject(v) && hasAuthCapabilities(v as Fields);
}
function hasAuthCapabilities(o: Fields): boolean {
  return optionalBool(o.terminal) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAuthenticateRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAuthenticateRequest(v as Fields);
}
function hasAuthenticateRequest(o: Fields): boolean {
  return typeof o.methodId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAuthenticateResponse(v: unknown): boolean {
  return isObject(v) && hasAuthenticateResponse(v as Fields);
}
function hasAuthenticateResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
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
    case undefined:
      return hasAuthMethodAgent(o);
    default:
      return typeof o.type === 'string' && hasAuthMethodAgent(o);
  }
}

export function isAuthMethodAgent(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAuthMethodAgent(v as Fields);
}
function hasAuthMethodAgent(o: Fields): boolean {
  return typeof o.id === 'string' &&
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
  return typeof o.id === 'string' &&
    typeof o.name === 'string' &&
    optionalStringOrNull(o.description) &&
    optionalStringList(o.args) &&
    optionalStringMap(o.env) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAvailableCommand(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAvailableCommand(v as Fields);
}
function hasAvailableCommand(o: Fields): boolean {
  return typeof o.name === 'string' &&
    typeof o.description === 'string' &&
    optionalAvailableCommandInputOrNull(o.input) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isAvailableCommandInput(v: unknown): boolean {
  return isUnstructuredCommandInput(v);
}

export function isAvailableCommandsUpdate(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasAvailableCommandsUpdate(v as Fields);
}
function hasAvailableCommandsUpdate(o: Fields): boolean {
  return isAvailableCommandList(o.availableCommands) &&
    (o._meta === undefined || isMeta(o._meta));
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

export function isClientCapabilities(v: unknown): boolean {
  return isObject(v) && hasClientCapabilities(v as Fields);
}
function hasClientCapabilities(o: Fields): boolean {
  return optionalFileSystemCapabilities(o.fs) &&
    optionalBool(o.terminal) &&
    optionalClientSessionCapabilitiesOrNull(o.session) &&
    optionalAuthCapabilities(o.auth) &&
    optionalElicitationCapabilitiesOrNull(o.elicitation) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isClientSessionCapabilities(v: unknown): boolean {
  return isObject(v) && hasClientSessionCapabilities(v as Fields);
}
function hasClientSessionCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.compaction) &&
    optionalSessionConfigOptionsCapabilitiesOrNull(o.configOptions) &&
    optionalMarkerOrNull(o.notices) &&
    (o._meta === undefined || isMeta(o._meta));
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
      return false;
  }
}

export function isContentChunk(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasContentChunk(v as Fields);
}
function hasContentChunk(o: Fields): boolean {
  return isContentBlock(o.content) &&
    optionalStringOrNull(o.messageId) &&
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

export function isCreateTerminalRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCreateTerminalRequest(v as Fields);
}
function hasCreateTerminalRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.command === 'string' &&
    optionalStringList(o.args) &&
    optionalEnvVariableList(o.env) &&
    optionalStringOrNull(o.cwd) &&
    optionalU64OrNull(o.outputByteLimit) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCreateTerminalResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCreateTerminalResponse(v as Fields);
}
function hasCreateTerminalResponse(o: Fields): boolean {
  return typeof o.terminalId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isCurrentModeUpdate(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasCurrentModeUpdate(v as Fields);
}
function hasCurrentModeUpdate(o: Fields): boolean {
  return typeof o.currentModeId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
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

export function isDiff(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasDiff(v as Fields);
}
function hasDiff(o: Fields): boolean {
  return typeof o.path === 'string' &&
    optionalStringOrNull(o.oldText) &&
    typeof o.newText === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
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
  return typeof v === 'string' || isI64(v) || typeof v === 'number' || typeof v === 'boolean' || isStringList(v);
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
  return isObject(v) && hasElicitationSchema(v as Fields);
}
function hasElicitationSchema(o: Fields): boolean {
  return optionalElicitationSchemaType(o.type) &&
    optionalStringOrNull(o.title) &&
    optionalStringOrNull(o.description) &&
    optionalElicitationPropertySchemaMap(o.properties) &&
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
  return isElicitationSessionScope(v) || isElicitationRequestScope(v);
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
    (o._meta === undefined || isMeta(o._meta));
}

export function isErrorCode(v: unknown): boolean {
  return isI32(v);
}

export function isFileSystemCapabilities(v: unknown): boolean {
  return isObject(v) && hasFileSystemCapabilities(v as Fields);
}
function hasFileSystemCapabilities(o: Fields): boolean {
  return optionalBool(o.readTextFile) &&
    optionalBool(o.writeTextFile) &&
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

export function isIdConfigValue(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasIdConfigValue(v as Fields);
}
function hasIdConfigValue(o: Fields): boolean {
  return typeof o.value === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
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
    optionalImplementationOrNull(o.clientInfo) &&
    optionalClientCapabilities(o.clientCapabilities) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isInitializeResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasInitializeResponse(v as Fields);
}
function hasInitializeResponse(o: Fields): boolean {
  return isU16(o.protocolVersion) &&
    optionalImplementationOrNull(o.agentInfo) &&
    optionalAgentCapabilities(o.agentCapabilities) &&
    optionalAuthMethodList(o.authMethods) &&
    (o._meta === undefined || isMeta(o._meta));
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
    isRequestId(o.id) &&
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

export function isKillTerminalRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasKillTerminalRequest(v as Fields);
}
function hasKillTerminalRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.terminalId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isKillTerminalResponse(v: unknown): boolean {
  return isObject(v) && hasKillTerminalResponse(v as Fields);
}
function hasKillTerminalResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isListSessionsRequest(v: unknown): boolean {
  return isObject(v) && hasListSessionsRequest(v as Fields);
}
function hasListSessionsRequest(o: Fields): boolean {
  return optionalStringOrNull(o.cwd) &&
    optionalStringOrNull(o.cursor) &&
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

export function isLoadSessionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasLoadSessionRequest(v as Fields);
}
function hasLoadSessionRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.cwd === 'string' &&
    optionalStringList(o.additionalDirectories) &&
    isMcpServerList(o.mcpServers) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isLoadSessionResponse(v: unknown): boolean {
  return isObject(v) && hasLoadSessionResponse(v as Fields);
}
function hasLoadSessionResponse(o: Fields): boolean {
  return optionalSessionModeStateOrNull(o.modes) &&
    optionalSessionConfigOptionListOrNull(o.configOptions) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isLogoutRequest(v: unknown): boolean {
  return isObject(v) && hasLogoutRequest(v as Fields);
}
function hasLogoutRequest(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isLogoutResponse(v: unknown): boolean {
  return isObject(v) && hasLogoutResponse(v as Fields);
}
function hasLogoutResponse(o: Fields): boolean {
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
  return optionalBool(o.http) &&
    optionalBool(o.sse) &&
    (o._meta === undefined || isMeta(o._meta));
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
    case 'sse':
      return hasMcpServerSse(o);
    case undefined:
      return hasMcpServerStdio(o);
    default:
      return typeof o.type === 'string' && hasMcpServerStdio(o);
  }
}

export function isMcpServerHttp(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMcpServerHttp(v as Fields);
}
function hasMcpServerHttp(o: Fields): boolean {
  return typeof o.name === 'string' &&
    typeof o.url === 'string' &&
    isHttpHeaderList(o.headers) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isMcpServerSse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMcpServerSse(v as Fields);
}
function hasMcpServerSse(o: Fields): boolean {
  return typeof o.name === 'string' &&
    typeof o.url === 'string' &&
    isHttpHeaderList(o.headers) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isMcpServerStdio(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasMcpServerStdio(v as Fields);
}
function hasMcpServerStdio(o: Fields): boolean {
  return typeof o.name === 'string' &&
    typeof o.command === 'string' &&
    isStringList(o.args) &&
    isEnvVariableList(o.env) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isMessageId(v: unknown): boolean {
  return typeof v === 'string';
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

export function isNewSessionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNewSessionRequest(v as Fields);
}
function hasNewSessionRequest(o: Fields): boolean {
  return typeof o.cwd === 'string' &&
    optionalStringList(o.additionalDirectories) &&
    isMcpServerList(o.mcpServers) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isNewSessionResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasNewSessionResponse(v as Fields);
}
function hasNewSessionResponse(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    optionalSessionModeStateOrNull(o.modes) &&
    optionalSessionConfigOptionListOrNull(o.configOptions) &&
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
    isPermissionOptionKind(o.kind) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPermissionOptionId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isPermissionOptionKind(v: unknown): boolean {
  switch (v) {
    case 'allow_once':
    case 'allow_always':
    case 'reject_once':
    case 'reject_always':
      return true;
    default:
      return false;
  }
}

export function isPlan(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPlan(v as Fields);
}
function hasPlan(o: Fields): boolean {
  return isPlanEntryList(o.entries) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPlanEntry(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPlanEntry(v as Fields);
}
function hasPlanEntry(o: Fields): boolean {
  return typeof o.content === 'string' &&
    isPlanEntryPriority(o.priority) &&
    isPlanEntryStatus(o.status) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPlanEntryPriority(v: unknown): boolean {
  switch (v) {
    case 'high':
    case 'medium':
    case 'low':
      return true;
    default:
      return false;
  }
}

export function isPlanEntryStatus(v: unknown): boolean {
  switch (v) {
    case 'pending':
    case 'in_progress':
    case 'completed':
      return true;
    default:
      return false;
  }
}

export function isPromptCapabilities(v: unknown): boolean {
  return isObject(v) && hasPromptCapabilities(v as Fields);
}
function hasPromptCapabilities(o: Fields): boolean {
  return optionalBool(o.image) &&
    optionalBool(o.audio) &&
    optionalBool(o.embeddedContext) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPromptRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPromptRequest(v as Fields);
}
function hasPromptRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    isContentBlockList(o.prompt) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isPromptResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasPromptResponse(v as Fields);
}
function hasPromptResponse(o: Fields): boolean {
  return isStopReason(o.stopReason) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isProtocolVersion(v: unknown): boolean {
  return isU16(v);
}

export function isReadTextFileRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasReadTextFileRequest(v as Fields);
}
function hasReadTextFileRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.path === 'string' &&
    optionalU32OrNull(o.line) &&
    optionalU32OrNull(o.limit) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isReadTextFileResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasReadTextFileResponse(v as Fields);
}
function hasReadTextFileResponse(o: Fields): boolean {
  return typeof o.content === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isReleaseTerminalRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasReleaseTerminalRequest(v as Fields);
}
function hasReleaseTerminalRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.terminalId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isReleaseTerminalResponse(v: unknown): boolean {
  return isObject(v) && hasReleaseTerminalResponse(v as Fields);
}
function hasReleaseTerminalResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isRequestId(v: unknown): boolean {
  return isI64(v) || isStringOrNull(v);
}

export function isRequestPermissionOutcome(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasRequestPermissionOutcome(v as Fields);
}
function hasRequestPermissionOutcome(o: Fields): boolean {
  switch (o.outcome) {
    case 'selected':
      return hasSelectedPermissionOutcome(o);
    case 'cancelled':
      return (o._meta === undefined || isMeta(o._meta));
    default:
      return false;
  }
}

export function isRequestPermissionRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasRequestPermissionRequest(v as Fields);
}
function hasRequestPermissionRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    isToolCallUpdate(o.toolCall) &&
    isPermissionOptionList(o.options) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isRequestPermissionResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasRequestPermissionResponse(v as Fields);
}
function hasRequestPermissionResponse(o: Fields): boolean {
  return isRequestPermissionOutcome(o.outcome) &&
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
    optionalI64OrNull(o.size) &&
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
    (o._meta === undefined || isMeta(o._meta));
}

export function isResumeSessionResponse(v: unknown): boolean {
  return isObject(v) && hasResumeSessionResponse(v as Fields);
}
function hasResumeSessionResponse(o: Fields): boolean {
  return optionalSessionModeStateOrNull(o.modes) &&
    optionalSessionConfigOptionListOrNull(o.configOptions) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isRole(v: unknown): boolean {
  switch (v) {
    case 'assistant':
    case 'user':
      return true;
    default:
      return false;
  }
}

export function isSelectedPermissionOutcome(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSelectedPermissionOutcome(v as Fields);
}
function hasSelectedPermissionOutcome(o: Fields): boolean {
  return typeof o.optionId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionCapabilities(v: unknown): boolean {
  return isObject(v) && hasSessionCapabilities(v as Fields);
}
function hasSessionCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.list) &&
    optionalMarkerOrNull(o.resume) &&
    optionalMarkerOrNull(o.close) &&
    optionalMarkerOrNull(o.delete) &&
    optionalMarkerOrNull(o.additionalDirectories) &&
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
  if (!(typeof o.id === 'string' && typeof o.name === 'string' && optionalStringOrNull(o.description) && optionalStringOrNull(o.category))) return false;
  switch (o.type) {
    case 'select':
      return hasSessionConfigSelect(o);
    case 'boolean':
      return hasSessionConfigBoolean(o);
    case 'enum':
      return false;
    default:
      return false;
  }
}

export function isSessionConfigOptionCategory(v: unknown): boolean {
  return typeof v === 'string';
}

export function isSessionConfigOptionsCapabilities(v: unknown): boolean {
  return isObject(v) && hasSessionConfigOptionsCapabilities(v as Fields);
}
function hasSessionConfigOptionsCapabilities(o: Fields): boolean {
  return optionalMarkerOrNull(o.boolean) &&
    (o._meta === undefined || isMeta(o._meta));
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
  return typeof o.group === 'string' &&
    typeof o.name === 'string' &&
    isSessionConfigSelectOptionList(o.options) &&
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
  return isSessionConfigSelectOptionList(v) || isSessionConfigSelectGroupList(v);
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

export function isSessionMode(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionMode(v as Fields);
}
function hasSessionMode(o: Fields): boolean {
  return typeof o.id === 'string' &&
    typeof o.name === 'string' &&
    optionalStringOrNull(o.description) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSessionModeId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isSessionModeState(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSessionModeState(v as Fields);
}
function hasSessionModeState(o: Fields): boolean {
  return typeof o.currentModeId === 'string' &&
    isSessionModeList(o.availableModes) &&
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
    case 'tool_call':
      return hasToolCall(o);
    case 'tool_call_update':
      return hasToolCallUpdate(o);
    case 'plan':
      return hasPlan(o);
    case 'available_commands_update':
      return hasAvailableCommandsUpdate(o);
    case 'current_mode_update':
      return hasCurrentModeUpdate(o);
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
    default:
      return typeof o.sessionUpdate === 'string' && (o._meta === undefined || isMeta(o._meta));
  }
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
    case undefined:
      return hasIdConfigValue(o);
    default:
      return typeof o.type === 'string' && hasIdConfigValue(o);
  }
}

export function isSetSessionConfigOptionResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSetSessionConfigOptionResponse(v as Fields);
}
function hasSetSessionConfigOptionResponse(o: Fields): boolean {
  return isSessionConfigOptionList(o.configOptions) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSetSessionModeRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasSetSessionModeRequest(v as Fields);
}
function hasSetSessionModeRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.modeId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isSetSessionModeResponse(v: unknown): boolean {
  return isObject(v) && hasSetSessionModeResponse(v as Fields);
}
function hasSetSessionModeResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

export function isStopReason(v: unknown): boolean {
  switch (v) {
    case 'end_turn':
    case 'max_tokens':
    case 'max_turn_requests':
    case 'refusal':
    case 'cancelled':
      return true;
    default:
      return false;
  }
}

export function isStringFormat(v: unknown): boolean {
  switch (v) {
    case 'email':
    case 'uri':
    case 'date':
    case 'date-time':
      return true;
    default:
      return false;
  }
}

export function isStringMultiSelectItems(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasStringMultiSelectItems(v as Fields);
}
function hasStringMultiSelectItems(o: Fields): boolean {
  return isStringList(o.enum) &&
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
    optionalStringFormatOrNull(o.format) &&
    optionalStringOrNull(o.default) &&
    optionalStringListOrNull(o.enum) &&
    optionalEnumOptionListOrNull(o.oneOf) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTerminal(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasTerminal(v as Fields);
}
function hasTerminal(o: Fields): boolean {
  return typeof o.terminalId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTerminalExitStatus(v: unknown): boolean {
  return isObject(v) && hasTerminalExitStatus(v as Fields);
}
function hasTerminalExitStatus(o: Fields): boolean {
  return optionalU32OrNull(o.exitCode) &&
    optionalStringOrNull(o.signal) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTerminalId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isTerminalOutputRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasTerminalOutputRequest(v as Fields);
}
function hasTerminalOutputRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.terminalId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isTerminalOutputResponse(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasTerminalOutputResponse(v as Fields);
}
function hasTerminalOutputResponse(o: Fields): boolean {
  return typeof o.output === 'string' &&
    typeof o.truncated === 'boolean' &&
    optionalTerminalExitStatusOrNull(o.exitStatus) &&
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
  return isEnumOptionList(o.anyOf) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isToolCall(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasToolCall(v as Fields);
}
function hasToolCall(o: Fields): boolean {
  return typeof o.toolCallId === 'string' &&
    typeof o.title === 'string' &&
    optionalStringOrNull(o.name) &&
    optionalToolKind(o.kind) &&
    optionalToolCallStatus(o.status) &&
    optionalToolCallContentList(o.content) &&
    optionalToolCallLocationList(o.locations) &&
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
      return false;
  }
}

export function isToolCallId(v: unknown): boolean {
  return typeof v === 'string';
}

export function isToolCallLocation(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasToolCallLocation(v as Fields);
}
function hasToolCallLocation(o: Fields): boolean {
  return typeof o.path === 'string' &&
    optionalU32OrNull(o.line) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isToolCallStatus(v: unknown): boolean {
  switch (v) {
    case 'pending':
    case 'in_progress':
    case 'completed':
    case 'failed':
    case 'cancelled':
      return true;
    default:
      return false;
  }
}

export function isToolCallUpdate(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasToolCallUpdate(v as Fields);
}
function hasToolCallUpdate(o: Fields): boolean {
  return typeof o.toolCallId === 'string' &&
    optionalStringOrNull(o.title) &&
    optionalStringOrNull(o.name) &&
    optionalToolKindOrNull(o.kind) &&
    optionalToolCallStatusOrNull(o.status) &&
    optionalToolCallContentListOrNull(o.content) &&
    optionalToolCallLocationListOrNull(o.locations) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isToolKind(v: unknown): boolean {
  switch (v) {
    case 'read':
    case 'edit':
    case 'delete':
    case 'move':
    case 'search':
    case 'execute':
    case 'think':
    case 'fetch':
    case 'switch_mode':
    case 'other':
      return true;
    default:
      return false;
  }
}

export function isUnknownElicitationMode(v: unknown): boolean {
  return isObject(v) && hasUnknownElicitationMode(v as Fields);
}
function hasUnknownElicitationMode(o: Fields): boolean {
  return isElicitationScope(o) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isUnstructuredCommandInput(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasUnstructuredCommandInput(v as Fields);
}
function hasUnstructuredCommandInput(o: Fields): boolean {
  return typeof o.hint === 'string' &&
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

export function isWaitForTerminalExitRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasWaitForTerminalExitRequest(v as Fields);
}
function hasWaitForTerminalExitRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.terminalId === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isWaitForTerminalExitResponse(v: unknown): boolean {
  return isObject(v) && hasWaitForTerminalExitResponse(v as Fields);
}
function hasWaitForTerminalExitResponse(o: Fields): boolean {
  return optionalU32OrNull(o.exitCode) &&
    optionalStringOrNull(o.signal) &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isWriteTextFileRequest(v: unknown): boolean {
  return typeof v === 'object' && v !== null && hasWriteTextFileRequest(v as Fields);
}
function hasWriteTextFileRequest(o: Fields): boolean {
  return typeof o.sessionId === 'string' &&
    typeof o.path === 'string' &&
    typeof o.content === 'string' &&
    (o._meta === undefined || isMeta(o._meta));
}

export function isWriteTextFileResponse(v: unknown): boolean {
  return isObject(v) && hasWriteTextFileResponse(v as Fields);
}
function hasWriteTextFileResponse(o: Fields): boolean {
  return (o._meta === undefined || isMeta(o._meta));
}

function optionalMarkerOrNull(v: unknown): boolean {
  return v === undefined || v === null || isMarker(v);
}

function optionalBool(v: unknown): boolean {
  return v === undefined || typeof v === 'boolean';
}

function optionalPromptCapabilities(v: unknown): boolean {
  return v === undefined || isPromptCapabilities(v);
}

function optionalMcpCapabilities(v: unknown): boolean {
  return v === undefined || isMcpCapabilities(v);
}

function optionalSessionCapabilities(v: unknown): boolean {
  return v === undefined || isSessionCapabilities(v);
}

function optionalAgentAuthCapabilities(v: unknown): boolean {
  return v === undefined || isAgentAuthCapabilities(v);
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

function optionalString(v: unknown): boolean {
  return v === undefined || typeof v === 'string';
}

function optionalStringList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(typeof v[i] === 'string')) return false;
  return true;
}

function isAgentManifestList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isAgentManifest(v[i]))) return false;
  return true;
}

function optionalRoleListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isRole(v[i]))) return false;
  return true;
}

function optionalStringOrNull(v: unknown): boolean {
  return v === undefined || v === null || typeof v === 'string';
}

function optionalNumberOrNull(v: unknown): boolean {
  return v === undefined || v === null || typeof v === 'number';
}

function optionalAnnotationsOrNull(v: unknown): boolean {
  return v === undefined || v === null || isAnnotations(v);
}

function optionalStringMap(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isMap(v)) return false;
  for (const key of Object.keys(v)) if (!(typeof v[key] === 'string')) return false;
  return true;
}

function optionalAvailableCommandInputOrNull(v: unknown): boolean {
  return v === undefined || v === null || isAvailableCommandInput(v);
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

function optionalBoolOrNull(v: unknown): boolean {
  return v === undefined || v === null || typeof v === 'boolean';
}

function optionalFileSystemCapabilities(v: unknown): boolean {
  return v === undefined || isFileSystemCapabilities(v);
}

function optionalClientSessionCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isClientSessionCapabilities(v);
}

function optionalAuthCapabilities(v: unknown): boolean {
  return v === undefined || isAuthCapabilities(v);
}

function optionalElicitationCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isElicitationCapabilities(v);
}

function optionalSessionConfigOptionsCapabilitiesOrNull(v: unknown): boolean {
  return v === undefined || v === null || isSessionConfigOptionsCapabilities(v);
}

function optionalContentBlockListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isContentBlock(v[i]))) return false;
  return true;
}

function isSessionConfigOptionList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isSessionConfigOption(v[i]))) return false;
  return true;
}

function optionalEnvVariableList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnvVariable(v[i]))) return false;
  return true;
}

function optionalU64OrNull(v: unknown): boolean {
  return v === undefined || v === null || isU64(v);
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

function optionalElicitationSchemaType(v: unknown): boolean {
  return v === undefined || isElicitationSchemaType(v);
}

function optionalElicitationPropertySchemaMap(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isMap(v)) return false;
  for (const key of Object.keys(v)) if (!(isElicitationPropertySchema(v[key]))) return false;
  return true;
}

function optionalStringListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(typeof v[i] === 'string')) return false;
  return true;
}

function optionalImplementationOrNull(v: unknown): boolean {
  return v === undefined || v === null || isImplementation(v);
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

function optionalI64OrNull(v: unknown): boolean {
  return v === undefined || v === null || isI64(v);
}

function isSessionInfoList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isSessionInfo(v[i]))) return false;
  return true;
}

function isMcpServerList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isMcpServer(v[i]))) return false;
  return true;
}

function optionalSessionModeStateOrNull(v: unknown): boolean {
  return v === undefined || v === null || isSessionModeState(v);
}

function optionalSessionConfigOptionListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isSessionConfigOption(v[i]))) return false;
  return true;
}

function isHttpHeaderList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isHttpHeader(v[i]))) return false;
  return true;
}

function isEnvVariableList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnvVariable(v[i]))) return false;
  return true;
}

function isPlanEntryList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isPlanEntry(v[i]))) return false;
  return true;
}

function isContentBlockList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isContentBlock(v[i]))) return false;
  return true;
}

function optionalU32OrNull(v: unknown): boolean {
  return v === undefined || v === null || isU32(v);
}

function isStringOrNull(v: unknown): boolean {
  return v === null || typeof v === 'string';
}

function isPermissionOptionList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isPermissionOption(v[i]))) return false;
  return true;
}

function optionalMcpServerList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isMcpServer(v[i]))) return false;
  return true;
}

function isSessionConfigSelectOptionList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isSessionConfigSelectOption(v[i]))) return false;
  return true;
}

function isSessionConfigSelectGroupList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isSessionConfigSelectGroup(v[i]))) return false;
  return true;
}

function isSessionModeList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isSessionMode(v[i]))) return false;
  return true;
}

function optionalStringFormatOrNull(v: unknown): boolean {
  return v === undefined || v === null || isStringFormat(v);
}

function optionalEnumOptionListOrNull(v: unknown): boolean {
  if (v === undefined || v === null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnumOption(v[i]))) return false;
  return true;
}

function optionalTerminalExitStatusOrNull(v: unknown): boolean {
  return v === undefined || v === null || isTerminalExitStatus(v);
}

function isEnumOptionList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnumOption(v[i]))) return false;
  return true;
}

function optionalToolKind(v: unknown): boolean {
  return v === undefined || isToolKind(v);
}

function optionalToolCallStatus(v: unknown): boolean {
  return v === undefined || isToolCallStatus(v);
}

function optionalToolCallContentList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isToolCallContent(v[i]))) return false;
  return true;
}

function optionalToolCallLocationList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isToolCallLocation(v[i]))) return false;
  return true;
}

function optionalToolKindOrNull(v: unknown): boolean {
  return v === undefined || v === null || isToolKind(v);
}

function optionalToolCallStatusOrNull(v: unknown): boolean {
  return v === undefined || v === null || isToolCallStatus(v);
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

function optionalCostOrNull(v: unknown): boolean {
  return v === undefined || v === null || isCost(v);
}
