// Generated from src/definitions by `npm run generate`. Do not edit.
import { isBareObject, isFields, isI32, isI64, isListOf, isMap, isMeta, isObject, isString, isU16, isU32, isU64, type Check } from '../../primitives.ts';

function isAcceptNesNotification(v: unknown): boolean {
  return isFields(v) &&
    optionalString(v.sessionId) &&
    typeof v.suggestionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isActiveDocumentRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isActiveDocumentResponse(v: unknown): boolean {
  return isFields(v) &&
    (v.document === null || isWorkspaceDocument(v.document)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAgentAuthCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.status == null || isBareObject(v.status)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAgentCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.session == null || isSessionCapabilities(v.session)) &&
    (v.auth == null || isAgentAuthCapabilities(v.auth)) &&
    (v.providers == null || isBareObject(v.providers)) &&
    (v.nes == null || isNesCapabilities(v.nes)) &&
    (v.positionEncoding == null || isPositionEncodingKind(v.positionEncoding)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAgentMessage(v: unknown): boolean {
  return isFields(v) &&
    typeof v.messageId === 'string' &&
    optionalContentBlockListOrNull(v.content) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAnnotations(v: unknown): boolean {
  return isObject(v) &&
    optionalStringListOrNull(v.audience) &&
    optionalStringOrNull(v.lastModified) &&
    optionalNumberFrom0To1OrNull(v.priority) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAudioContent(v: unknown): boolean {
  return isFields(v) &&
    typeof v.data === 'string' &&
    typeof v.mimeType === 'string' &&
    (v.annotations == null || isAnnotations(v.annotations)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAuthAccount(v: unknown): boolean {
  return isFields(v) &&
    typeof v.label === 'string' &&
    optionalBoolOrNull(v.active) &&
    optionalStringOrNull(v.name) &&
    optionalStringOrNull(v.email) &&
    optionalStringOrNull(v.organization) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAuthMethod(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'agent':
      return isAuthMethodAgent(v);
    case 'terminal':
      return isAuthMethodTerminal(v);
    default:
      return typeof v.type === 'string' && isUnknownAuthMethod(v);
  }
}

function isAuthMethodAgent(v: unknown): boolean {
  return isFields(v) &&
    typeof v.methodId === 'string' &&
    typeof v.name === 'string' &&
    optionalStringOrNull(v.description) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAuthMethodTerminal(v: unknown): boolean {
  return isFields(v) &&
    typeof v.methodId === 'string' &&
    typeof v.name === 'string' &&
    optionalStringOrNull(v.description) &&
    optionalStringList(v.args) &&
    optionalEnvVariableList(v.env) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAuthStatusResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.state === 'string' &&
    optionalAuthAccountList(v.accounts) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAvailableCommand(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'command':
      return isCommand(v);
    default:
      return typeof v.type === 'string' && isUnknownAvailableCommand(v);
  }
}

function isAvailableCommandInput(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'text':
      return isTextCommandInput(v);
    default:
      return typeof v.type === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isAvailableCommandsUpdate(v: unknown): boolean {
  return isFields(v) &&
    isAvailableCommandList(v.availableCommands) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isBackgroundTerminal(v: unknown): boolean {
  return isFields(v) &&
    typeof v.terminalId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isBackgroundToolCall(v: unknown): boolean {
  return isFields(v) &&
    typeof v.toolCallId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isBackgroundWork(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'terminal':
      return isBackgroundTerminal(v);
    case 'tool_call':
      return isBackgroundToolCall(v);
    case 'subagent':
      return isActiveDocumentRequest(v);
    default:
      return typeof v.type === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isBlobResourceContents(v: unknown): boolean {
  return isFields(v) &&
    typeof v.uri === 'string' &&
    typeof v.blob === 'string' &&
    optionalStringOrNull(v.mimeType) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isBooleanConfigValue(v: unknown): boolean {
  return isFields(v) &&
    typeof v.value === 'boolean' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isBooleanPropertySchema(v: unknown): boolean {
  return isObject(v) &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.description) &&
    optionalBoolOrNull(v.default) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCancelRequestNotification(v: unknown): boolean {
  return isFields(v) &&
    isRequestId(v.requestId) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCancelTerminalRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.terminalId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCancelToolCallRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.toolCallId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isClientAuthCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.terminal == null || isBareObject(v.terminal)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isClientCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.auth == null || isClientAuthCapabilities(v.auth)) &&
    (v.elicitation == null || isElicitationCapabilities(v.elicitation)) &&
    (v.nes == null || isClientNesCapabilities(v.nes)) &&
    optionalPositionEncodingKindList(v.positionEncodings) &&
    (v.workspace == null || isWorkspaceCapabilities(v.workspace)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isClientNesCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.jump == null || isBareObject(v.jump)) &&
    (v.rename == null || isBareObject(v.rename)) &&
    (v.searchAndReplace == null || isBareObject(v.searchAndReplace)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCommand(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.description === 'string' &&
    (v.input == null || isAvailableCommandInput(v.input)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCommandPermissionSubject(v: unknown): boolean {
  return isFields(v) &&
    typeof v.command === 'string' &&
    typeof v.cwd === 'string' &&
    optionalStringOrNull(v.toolCallId) &&
    optionalStringOrNull(v.terminalId) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCompactionSummaryChunk(v: unknown): boolean {
  return isFields(v) &&
    typeof v.compactionId === 'string' &&
    isContentBlock(v.content) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCompactionUpdate(v: unknown): boolean {
  return isFields(v) &&
    typeof v.compactionId === 'string' &&
    typeof v.status === 'string' &&
    optionalContentBlockListOrNull(v.summary) &&
    optionalStringOrNull(v.error) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCompleteElicitationNotification(v: unknown): boolean {
  return isFields(v) &&
    typeof v.elicitationId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isConfigOptionUpdate(v: unknown): boolean {
  return isFields(v) &&
    isSessionConfigOptionList(v.configOptions) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isConnectMcpRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.serverId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isConnectMcpResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.connectionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isContent(v: unknown): boolean {
  return isFields(v) &&
    isContentBlock(v.content) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isContentBlock(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'text':
      return isTextContent(v);
    case 'image':
      return isImageContent(v);
    case 'audio':
      return isAudioContent(v);
    case 'resource_link':
      return isResourceLink(v);
    case 'resource':
      return isEmbeddedResource(v);
    default:
      return typeof v.type === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isContentChunk(v: unknown): boolean {
  return isFields(v) &&
    isContentBlock(v.content) &&
    typeof v.messageId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCost(v: unknown): boolean {
  return isFields(v) &&
    typeof v.amount === 'number' &&
    typeof v.currency === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCreateElicitationRequest(v: unknown): boolean {
  if (!(isFields(v) && typeof v.message === 'string')) return false;
  switch (v.mode) {
    case 'form':
      return isElicitationFormMode(v);
    case 'url':
      return isElicitationUrlMode(v);
    default:
      return typeof v.mode === 'string' && isUnknownElicitationMode(v);
  }
}

function isCreateElicitationResponse(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.action) {
    case 'accept':
      return isElicitationAcceptAction(v);
    case 'decline':
    case 'cancel':
      return (v._meta === undefined || isMeta(v._meta));
    default:
      return typeof v.action === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isDidChangeDocumentNotification(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.uri === 'string' &&
    isI64(v.version) &&
    isTextDocumentContentChangeEventList(v.contentChanges) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDidCloseDocumentNotification(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.uri === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDidFocusDocumentNotification(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.uri === 'string' &&
    isI64(v.version) &&
    isPosition(v.position) &&
    isRange(v.visibleRange) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDidOpenDocumentNotification(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.uri === 'string' &&
    typeof v.languageId === 'string' &&
    isI64(v.version) &&
    typeof v.text === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDiff(v: unknown): boolean {
  return isFields(v) &&
    isDiffChangeList(v.changes) &&
    (v.patch == null || isDiffPatch(v.patch)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDiffChange(v: unknown): boolean {
  if (!(isFields(v) && optionalStringOrNull(v.fileType) && optionalStringOrNull(v.mimeType))) return false;
  switch (v.operation) {
    case 'add':
    case 'delete':
    case 'modify':
      return isDiffPathChange(v);
    case 'move':
    case 'copy':
      return isDiffPathPairChange(v);
    default:
      return typeof v.operation === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isDiffPatch(v: unknown): boolean {
  return isFields(v) &&
    typeof v.format === 'string' &&
    typeof v.text === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDiffPathChange(v: unknown): boolean {
  return isFields(v) &&
    typeof v.path === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDiffPathPairChange(v: unknown): boolean {
  return isFields(v) &&
    typeof v.oldPath === 'string' &&
    typeof v.path === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDisableProviderRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.providerId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isElicitationAcceptAction(v: unknown): boolean {
  return isObject(v) &&
    optionalElicitationContentValueMapOrNull(v.content) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isElicitationCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.form == null || isBareObject(v.form)) &&
    (v.url == null || isBareObject(v.url)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isElicitationContentValue(v: unknown): boolean {
  return typeof v === 'string' || isI64(v) || typeof v === 'number' || typeof v === 'boolean' || isStringList(v) || v !== undefined;
}

function isElicitationFormMode(v: unknown): boolean {
  return isFields(v) &&
    isElicitationSchema(v.requestedSchema) &&
    isElicitationScope(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isElicitationPropertySchema(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'string':
      return isStringPropertySchema(v);
    case 'number':
      return isNumberPropertySchema(v);
    case 'integer':
      return isIntegerPropertySchema(v);
    case 'boolean':
      return isBooleanPropertySchema(v);
    case 'array':
      return isMultiSelectPropertySchema(v);
    default:
      return typeof v.type === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isElicitationSchema(v: unknown): boolean {
  return isFields(v) &&
    isElicitationSchemaType(v.type) &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.description) &&
    isElicitationPropertySchemaMap(v.properties) &&
    optionalStringListOrNull(v.required) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isElicitationSchemaType(v: unknown): boolean {
  return v === 'object';
}

function isElicitationScope(v: unknown): boolean {
  return Number(isElicitationSessionScope(v)) + Number(isCancelRequestNotification(v)) === 1;
}

function isElicitationSessionScope(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    optionalStringOrNull(v.toolCallId) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isElicitationUrlMode(v: unknown): boolean {
  return isFields(v) &&
    typeof v.elicitationId === 'string' &&
    typeof v.url === 'string' &&
    isElicitationScope(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isEmbeddedResource(v: unknown): boolean {
  return isFields(v) &&
    isEmbeddedResourceResource(v.resource) &&
    (v.annotations == null || isAnnotations(v.annotations)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isEmbeddedResourceResource(v: unknown): boolean {
  return isTextResourceContents(v) || isBlobResourceContents(v);
}

function isEnumOption(v: unknown): boolean {
  return isFields(v) &&
    typeof v.const === 'string' &&
    typeof v.title === 'string' &&
    optionalStringOrNull(v.description) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isEnvVariable(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.value === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isError(v: unknown): boolean {
  return isFields(v) &&
    isI32(v.code) &&
    typeof v.message === 'string' &&
    optionalAnyOrNull(v.data) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isErrorCode(v: unknown): boolean {
  return isI32(v);
}

function isErrorData(v: unknown): boolean {
  return v !== undefined;
}

function isErrorStopReason(v: unknown): boolean {
  return isObject(v) &&
    (v.error == null || isError(v.error)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isForkSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.cwd === 'string' &&
    optionalStringList(v.additionalDirectories) &&
    optionalMcpServerList(v.mcpServers) &&
    (v.systemPrompt == null || isSystemPrompt(v.systemPrompt)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isForkSessionResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    optionalSessionConfigOptionList(v.configOptions) &&
    optionalAvailableCommandList(v.availableCommands) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isIcon(v: unknown): boolean {
  return isFields(v) &&
    typeof v.src === 'string' &&
    optionalStringOrNull(v.mimeType) &&
    optionalStringListOrNull(v.sizes) &&
    optionalStringOrNull(v.theme) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isIdConfigValue(v: unknown): boolean {
  return isFields(v) &&
    typeof v.value === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isIdleStateUpdate(v: unknown): boolean {
  if (!(isObject(v) && (v.usage == null || isUsage(v.usage)) && optionalBackgroundWorkListOrNull(v.background))) return false;
  switch (v.stopReason) {
    case 'end_turn':
    case 'max_tokens':
    case 'max_turn_requests':
    case 'refusal':
    case 'cancelled':
      return (v._meta === undefined || isMeta(v._meta));
    case 'error':
      return isErrorStopReason(v);
    case undefined:
    case null:
      return (v._meta === undefined || isMeta(v._meta));
    default:
      return typeof v.stopReason === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isImageContent(v: unknown): boolean {
  return isFields(v) &&
    typeof v.data === 'string' &&
    typeof v.mimeType === 'string' &&
    optionalStringOrNull(v.uri) &&
    (v.annotations == null || isAnnotations(v.annotations)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isImplementation(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    optionalStringOrNull(v.title) &&
    typeof v.version === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isInitializeRequest(v: unknown): boolean {
  return isFields(v) &&
    isU16(v.protocolVersion) &&
    isImplementation(v.info) &&
    (v.capabilities === undefined || isClientCapabilities(v.capabilities)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isInitializeResponse(v: unknown): boolean {
  return isFields(v) &&
    isU16(v.protocolVersion) &&
    isImplementation(v.info) &&
    (v.capabilities === undefined || isAgentCapabilities(v.capabilities)) &&
    optionalAuthMethodList(v.authMethods) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isInjectCapabilities(v: unknown): boolean {
  return isFields(v) &&
    isStringListFrom1(v.modes) &&
    optionalStringListFrom1OrNull(v.steerInStream) &&
    (v.steer_in_stream === undefined || v.steerInStream !== undefined) &&
    (v.pending == null || isInjectPendingCapabilities(v.pending)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isInjectPendingCapabilities(v: unknown): boolean {
  return isObject(v) &&
    optionalBoolOrNull(v.replace) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isInjectSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.mode === 'string' &&
    isContentBlockListFrom1(v.content) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isInjectSessionResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.messageId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isIntegerPropertySchema(v: unknown): boolean {
  return isObject(v) &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.description) &&
    optionalI64OrNull(v.minimum) &&
    optionalI64OrNull(v.maximum) &&
    optionalI64OrNull(v.default) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isListProvidersResponse(v: unknown): boolean {
  return isFields(v) &&
    isProviderInfoList(v.providers) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isListSessionsRequest(v: unknown): boolean {
  return isObject(v) &&
    optionalStringOrNull(v.cwd) &&
    optionalStringOrNull(v.cursor) &&
    optionalStringOrNull(v.archived) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isListSessionsResponse(v: unknown): boolean {
  return isFields(v) &&
    isSessionInfoList(v.sessions) &&
    optionalStringOrNull(v.nextCursor) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isLoginAuthRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.methodId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.stdio == null || isBareObject(v.stdio)) &&
    (v.http == null || isBareObject(v.http)) &&
    (v.acp == null || isBareObject(v.acp)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpConnectionMessage(v: unknown): boolean {
  return isFields(v) &&
    typeof v.connectionId === 'string' &&
    typeof v.method === 'string' &&
    optionalAnyMapOrNull(v.params) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpMessageParams(v: unknown): boolean {
  return isMessageMcpRequest(v) || isMcpConnectionMessage(v);
}

function isMcpServer(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'stdio':
      return isMcpServerStdio(v);
    case 'http':
      return isMcpServerHttp(v);
    case 'acp':
      return isMcpServerAcp(v);
    default:
      return typeof v.type === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isMcpServerAcp(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.serverId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpServerHttp(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.url === 'string' &&
    optionalEnvVariableList(v.headers) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpServerStdio(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.command === 'string' &&
    optionalStringList(v.args) &&
    optionalEnvVariableList(v.env) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMessageMcpRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.serverId === 'string' &&
    typeof v.requestId === 'string' &&
    typeof v.method === 'string' &&
    optionalAnyMapOrNull(v.params) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMultiSelectItems(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'string':
      return isStringMultiSelectItems(v);
    case undefined:
      return isTitledMultiSelectItems(v);
    default:
      return typeof v.type === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isMultiSelectPropertySchema(v: unknown): boolean {
  return isFields(v) &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.description) &&
    optionalU64OrNull(v.minItems) &&
    optionalU64OrNull(v.maxItems) &&
    isMultiSelectItems(v.items) &&
    optionalStringListOrNull(v.default) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.events == null || isNesEventCapabilities(v.events)) &&
    (v.context == null || isNesContextCapabilities(v.context)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesContextCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.recentFiles == null || isNesEditHistoryCapabilities(v.recentFiles)) &&
    (v.relatedSnippets == null || isBareObject(v.relatedSnippets)) &&
    (v.editHistory == null || isNesEditHistoryCapabilities(v.editHistory)) &&
    (v.userActions == null || isNesEditHistoryCapabilities(v.userActions)) &&
    (v.openFiles == null || isBareObject(v.openFiles)) &&
    (v.diagnostics == null || isBareObject(v.diagnostics)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesDiagnostic(v: unknown): boolean {
  return isFields(v) &&
    typeof v.uri === 'string' &&
    isRange(v.range) &&
    typeof v.severity === 'string' &&
    typeof v.message === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesDidChangeNotification(v: unknown): boolean {
  return isFields(v) &&
    optionalString(v.sessionId) &&
    typeof v.uri === 'string' &&
    isI64(v.version) &&
    isTextDocumentContentChangeEventList(v.contentChanges) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesDidCloseNotification(v: unknown): boolean {
  return isFields(v) &&
    optionalString(v.sessionId) &&
    typeof v.uri === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesDidFocusNotification(v: unknown): boolean {
  return isFields(v) &&
    optionalString(v.sessionId) &&
    typeof v.uri === 'string' &&
    isI64(v.version) &&
    isPosition(v.position) &&
    isRange(v.visibleRange) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesDidOpenNotification(v: unknown): boolean {
  return isFields(v) &&
    optionalString(v.sessionId) &&
    typeof v.uri === 'string' &&
    typeof v.languageId === 'string' &&
    isI64(v.version) &&
    typeof v.text === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesDocumentDidChangeCapabilities(v: unknown): boolean {
  return isFields(v) &&
    isTextDocumentSyncKind(v.syncKind) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesDocumentEventCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.didOpen == null || isBareObject(v.didOpen)) &&
    (v.didChange == null || isNesDocumentDidChangeCapabilities(v.didChange)) &&
    (v.didClose == null || isBareObject(v.didClose)) &&
    (v.didSave == null || isBareObject(v.didSave)) &&
    (v.didFocus == null || isBareObject(v.didFocus)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesEditHistoryCapabilities(v: unknown): boolean {
  return isObject(v) &&
    optionalU32OrNull(v.maxCount) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesEditHistoryEntry(v: unknown): boolean {
  return isFields(v) &&
    typeof v.uri === 'string' &&
    typeof v.diff === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesEditSuggestion(v: unknown): boolean {
  return isFields(v) &&
    typeof v.suggestionId === 'string' &&
    typeof v.uri === 'string' &&
    isNesTextEditListFrom1(v.edits) &&
    (v.cursorPosition == null || isPosition(v.cursorPosition)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesEventCapabilities(v: unknown): boolean {
  return isObject(v) &&
    v.didOpen === undefined &&
    v.didChange === undefined &&
    v.didClose === undefined &&
    v.didSave === undefined &&
    v.didFocus === undefined &&
    (v.document == null || isNesDocumentEventCapabilities(v.document)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesExcerpt(v: unknown): boolean {
  return isFields(v) &&
    isU32(v.startLine) &&
    isU32(v.endLine) &&
    typeof v.text === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesJumpSuggestion(v: unknown): boolean {
  return isFields(v) &&
    typeof v.suggestionId === 'string' &&
    typeof v.uri === 'string' &&
    isPosition(v.position) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesOpenFile(v: unknown): boolean {
  return isFields(v) &&
    typeof v.uri === 'string' &&
    typeof v.languageId === 'string' &&
    (v.visibleRange == null || isRange(v.visibleRange)) &&
    optionalU64OrNull(v.lastFocusedMs) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesRecentFile(v: unknown): boolean {
  return isFields(v) &&
    typeof v.uri === 'string' &&
    typeof v.languageId === 'string' &&
    typeof v.text === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesRelatedSnippet(v: unknown): boolean {
  return isFields(v) &&
    typeof v.uri === 'string' &&
    isNesExcerptList(v.excerpts) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesRenameSuggestion(v: unknown): boolean {
  return isFields(v) &&
    typeof v.suggestionId === 'string' &&
    typeof v.uri === 'string' &&
    isPosition(v.position) &&
    typeof v.newName === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesRepository(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.owner === 'string' &&
    typeof v.remoteUrl === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesSearchAndReplaceSuggestion(v: unknown): boolean {
  return isFields(v) &&
    typeof v.suggestionId === 'string' &&
    typeof v.uri === 'string' &&
    typeof v.search === 'string' &&
    typeof v.replace === 'string' &&
    optionalBoolOrNull(v.isRegex) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesSuggestContext(v: unknown): boolean {
  return isObject(v) &&
    optionalNesRecentFileListOrNull(v.recentFiles) &&
    optionalNesRelatedSnippetListOrNull(v.relatedSnippets) &&
    optionalNesEditHistoryEntryListOrNull(v.editHistory) &&
    optionalNesUserActionListOrNull(v.userActions) &&
    optionalNesOpenFileListOrNull(v.openFiles) &&
    optionalNesDiagnosticListOrNull(v.diagnostics) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesSuggestion(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.kind) {
    case 'edit':
      return isNesEditSuggestion(v);
    case 'jump':
      return isNesJumpSuggestion(v);
    case 'rename':
      return isNesRenameSuggestion(v);
    case 'searchAndReplace':
      return isNesSearchAndReplaceSuggestion(v);
    default:
      return typeof v.kind === 'string' && isUnknownNesSuggestion(v);
  }
}

function isNesTextEdit(v: unknown): boolean {
  return isFields(v) &&
    isRange(v.range) &&
    typeof v.newText === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesUserAction(v: unknown): boolean {
  return isFields(v) &&
    typeof v.action === 'string' &&
    typeof v.uri === 'string' &&
    isPosition(v.position) &&
    isU64(v.timestampMs) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNewSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.cwd === 'string' &&
    optionalStringList(v.additionalDirectories) &&
    optionalMcpServerList(v.mcpServers) &&
    (v.systemPrompt == null || isSystemPrompt(v.systemPrompt)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNotice(v: unknown): boolean {
  return isFields(v) &&
    typeof v.severity === 'string' &&
    isStringFrom1(v.title) &&
    optionalStringOrNull(v.description) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNumberPropertySchema(v: unknown): boolean {
  return isObject(v) &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.description) &&
    optionalNumberOrNull(v.minimum) &&
    optionalNumberOrNull(v.maximum) &&
    optionalNumberOrNull(v.default) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isOpenDocumentsResponse(v: unknown): boolean {
  return isFields(v) &&
    isWorkspaceDocumentList(v.documents) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPermissionOption(v: unknown): boolean {
  return isFields(v) &&
    typeof v.optionId === 'string' &&
    typeof v.name === 'string' &&
    typeof v.kind === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPlanEntry(v: unknown): boolean {
  return isFields(v) &&
    typeof v.content === 'string' &&
    typeof v.priority === 'string' &&
    typeof v.status === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPlanFile(v: unknown): boolean {
  return isFields(v) &&
    typeof v.planId === 'string' &&
    typeof v.uri === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPlanItems(v: unknown): boolean {
  return isFields(v) &&
    typeof v.planId === 'string' &&
    isPlanEntryList(v.entries) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPlanMarkdown(v: unknown): boolean {
  return isFields(v) &&
    typeof v.planId === 'string' &&
    typeof v.content === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPlanRemoved(v: unknown): boolean {
  return isFields(v) &&
    typeof v.planId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPlanUpdate(v: unknown): boolean {
  return isFields(v) &&
    isPlanUpdateContent(v.plan) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPlanUpdateContent(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'items':
      return isPlanItems(v);
    case 'file':
      return isPlanFile(v);
    case 'markdown':
      return isPlanMarkdown(v);
    default:
      return typeof v.type === 'string' && isPlanRemoved(v);
  }
}

function isPosition(v: unknown): boolean {
  return isFields(v) &&
    isU32(v.line) &&
    isU32(v.character) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPositionEncodingKind(v: unknown): boolean {
  return v === 'utf-16' || v === 'utf-32' || v === 'utf-8';
}

function isPromptCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.image == null || isBareObject(v.image)) &&
    (v.audio == null || isBareObject(v.audio)) &&
    (v.embeddedContext == null || isBareObject(v.embeddedContext)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPromptRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    isContentBlockListFrom1(v.prompt) &&
    optionalRuntimeContextListOrNull(v.runtimeContext) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPromptResponse(v: unknown): boolean {
  return isObject(v) &&
    optionalString(v.messageId) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isProtocolVersion(v: unknown): boolean {
  return isU16(v);
}

function isProviderCurrentConfig(v: unknown): boolean {
  return isFields(v) &&
    typeof v.apiType === 'string' &&
    typeof v.baseUrl === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isProviderInfo(v: unknown): boolean {
  return isFields(v) &&
    typeof v.providerId === 'string' &&
    isStringList(v.supported) &&
    typeof v.required === 'boolean' &&
    (v.current == null || isProviderCurrentConfig(v.current)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isProxySuccessorRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.method === 'string' &&
    optionalAnyMapOrNull(v._meta) &&
    (v.meta === undefined || v._meta !== undefined);
}

function isRange(v: unknown): boolean {
  return isFields(v) &&
    isPosition(v.start) &&
    isPosition(v.end) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isRecentDocumentsRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    optionalU32OrNull(v.limit) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isRejectNesNotification(v: unknown): boolean {
  return isFields(v) &&
    optionalString(v.sessionId) &&
    typeof v.suggestionId === 'string' &&
    optionalStringOrNull(v.reason) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isReplaceInjectSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.messageId === 'string' &&
    isContentBlockListFrom1(v.content) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isReplayFrom(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'start':
      return isBareObject(v);
    default:
      return typeof v.type === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isRequestId(v: unknown): boolean {
  return isI64(v) || typeof v === 'string';
}

function isRequestPermissionOutcome(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.outcome) {
    case 'selected':
      return isSelectedPermissionOutcome(v);
    case 'cancelled':
      return isBareObject(v);
    default:
      return typeof v.outcome === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isRequestPermissionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.title === 'string' &&
    optionalStringOrNull(v.description) &&
    (v.subject == null || isRequestPermissionSubject(v.subject)) &&
    isPermissionOptionListFrom1(v.options) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isRequestPermissionResponse(v: unknown): boolean {
  return isFields(v) &&
    isRequestPermissionOutcome(v.outcome) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isRequestPermissionSubject(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'tool_call':
      return isToolCallPermissionSubject(v);
    case 'command':
      return isCommandPermissionSubject(v);
    default:
      return typeof v.type === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isRequiresActionStateUpdate(v: unknown): boolean {
  return isObject(v) &&
    optionalBackgroundWorkListOrNull(v.background) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isResourceLink(v: unknown): boolean {
  return isFields(v) &&
    typeof v.uri === 'string' &&
    typeof v.name === 'string' &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.description) &&
    optionalStringOrNull(v.mimeType) &&
    optionalU64OrNull(v.size) &&
    optionalIconListOrNull(v.icons) &&
    (v.annotations == null || isAnnotations(v.annotations)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isResumeSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.cwd === 'string' &&
    optionalStringList(v.additionalDirectories) &&
    optionalMcpServerList(v.mcpServers) &&
    (v.replayFrom == null || isReplayFrom(v.replayFrom)) &&
    (v.systemPrompt == null || isSystemPrompt(v.systemPrompt)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isResumeSessionResponse(v: unknown): boolean {
  return isObject(v) &&
    optionalSessionConfigOptionList(v.configOptions) &&
    optionalAvailableCommandList(v.availableCommands) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isRevokeInjectSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.messageId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isRuntimeContext(v: unknown): boolean {
  return isFields(v) &&
    optionalStringOrNull(v.title) &&
    typeof v.text === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSelectedPermissionOutcome(v: unknown): boolean {
  return isFields(v) &&
    typeof v.optionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.prompt == null || isPromptCapabilities(v.prompt)) &&
    (v.mcp == null || isMcpCapabilities(v.mcp)) &&
    (v.delete == null || isBareObject(v.delete)) &&
    (v.additionalDirectories == null || isBareObject(v.additionalDirectories)) &&
    (v.systemPrompt == null || isSessionSystemPromptCapabilities(v.systemPrompt)) &&
    (v.fork == null || isBareObject(v.fork)) &&
    (v.archive == null || isBareObject(v.archive)) &&
    (v.status == null || isBareObject(v.status)) &&
    (v.title == null || isBareObject(v.title)) &&
    (v.inject == null || isInjectCapabilities(v.inject)) &&
    (v.runtimeContext == null || isBareObject(v.runtimeContext)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionConfigBoolean(v: unknown): boolean {
  return isFields(v) &&
    typeof v.currentValue === 'boolean' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionConfigOption(v: unknown): boolean {
  if (!(isFields(v) && typeof v.configId === 'string' && typeof v.name === 'string' && optionalStringOrNull(v.description) && optionalStringOrNull(v.category))) return false;
  switch (v.type) {
    case 'select':
      return isSessionConfigSelect(v);
    case 'boolean':
      return isSessionConfigBoolean(v);
    case 'enum':
      return false;
    default:
      return typeof v.type === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isSessionConfigSelect(v: unknown): boolean {
  return isFields(v) &&
    typeof v.currentValue === 'string' &&
    isSessionConfigSelectOptions(v.options) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionConfigSelectGroup(v: unknown): boolean {
  return isFields(v) &&
    typeof v.groupId === 'string' &&
    typeof v.name === 'string' &&
    isSessionConfigSelectOptionListFrom1(v.options) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionConfigSelectOption(v: unknown): boolean {
  return isFields(v) &&
    typeof v.value === 'string' &&
    typeof v.name === 'string' &&
    optionalStringOrNull(v.description) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionConfigSelectOptions(v: unknown): boolean {
  return isSessionConfigSelectOptionListFrom1(v) || isSessionConfigSelectGroupListFrom1(v);
}

function isSessionInfo(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.cwd === 'string' &&
    optionalStringList(v.additionalDirectories) &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.updatedAt) &&
    optionalBoolOrNull(v.archived) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionInfoUpdate(v: unknown): boolean {
  return isObject(v) &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.updatedAt) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionMessage(v: unknown): boolean {
  return isFields(v) &&
    typeof v.messageId === 'string' &&
    optionalStringOrNull(v.senderSessionId) &&
    optionalStringOrNull(v.recipientSessionId) &&
    optionalStringOrNull(v.senderMessageId) &&
    optionalStringOrNull(v.recipientMessageId) &&
    optionalContentBlockListOrNull(v.content) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionMessageChunk(v: unknown): boolean {
  return isFields(v) &&
    typeof v.messageId === 'string' &&
    isContentBlock(v.content) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionNotification(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    isSessionUpdate(v.update) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionStatusResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.status === 'string' &&
    (v.state == null || isStateUpdate(v.state)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionSystemPromptCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.mode == null || isSessionSystemPromptModeCapabilities(v.mode)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionSystemPromptModeCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.override == null || isBareObject(v.override)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionUpdate(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return isContentChunk(v);
    case 'user_message':
    case 'agent_message':
    case 'agent_thought':
      return isAgentMessage(v);
    case 'state_update':
      return isStateUpdate(v);
    case 'tool_call_update':
      return isToolCallUpdate(v);
    case 'tool_call_content_chunk':
      return isToolCallContentChunk(v);
    case 'terminal_update':
      return isTerminalUpdate(v);
    case 'terminal_output_chunk':
      return isTerminalOutputChunk(v);
    case 'plan_update':
      return isPlanUpdate(v);
    case 'plan_removed':
      return isPlanRemoved(v);
    case 'available_commands_update':
      return isAvailableCommandsUpdate(v);
    case 'config_option_update':
      return isConfigOptionUpdate(v);
    case 'session_info_update':
      return isSessionInfoUpdate(v);
    case 'usage_update':
      return isUsageUpdate(v);
    case 'notice':
      return isNotice(v);
    case 'compaction_update':
      return isCompactionUpdate(v);
    case 'compaction_summary_chunk':
      return isCompactionSummaryChunk(v);
    case 'subagent_update':
      return isSubagentUpdate(v);
    case 'session_message':
      return isSessionMessage(v);
    case 'session_message_chunk':
      return isSessionMessageChunk(v);
    case 'plan':
    case 'tool_call':
    case 'current_mode_update':
      return false;
    default:
      return typeof v.sessionUpdate === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isSetProviderRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.providerId === 'string' &&
    typeof v.apiType === 'string' &&
    typeof v.baseUrl === 'string' &&
    optionalStringMap(v.headers) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSetSessionConfigOptionRequest(v: unknown): boolean {
  if (!(isFields(v) && typeof v.sessionId === 'string' && typeof v.configId === 'string')) return false;
  switch (v.type) {
    case 'boolean':
      return isBooleanConfigValue(v);
    case 'id':
      return isIdConfigValue(v);
    default:
      return typeof v.type === 'string' && isUnknownConfigValue(v);
  }
}

function isSetSessionTitleRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.title === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSetSessionTitleResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.title === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isStartNesRequest(v: unknown): boolean {
  return isObject(v) &&
    optionalStringOrNull(v.workspaceUri) &&
    optionalWorkspaceFolderListOrNull(v.workspaceFolders) &&
    (v.repository == null || isNesRepository(v.repository)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isStartNesResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    optionalSessionConfigOptionList(v.configOptions) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isStateUpdate(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.state) {
    case 'running':
    case 'requires_action':
    case 'unknown':
      return isRequiresActionStateUpdate(v);
    case 'idle':
      return isIdleStateUpdate(v);
    default:
      return typeof v.state === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isStringMultiSelectItems(v: unknown): boolean {
  return isFields(v) &&
    isStringListFrom1(v.enum) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isStringPropertySchema(v: unknown): boolean {
  return isObject(v) &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.description) &&
    optionalU32OrNull(v.minLength) &&
    optionalU32OrNull(v.maxLength) &&
    optionalStringOrNull(v.pattern) &&
    optionalStringOrNull(v.format) &&
    optionalStringOrNull(v.default) &&
    optionalStringListFrom1OrNull(v.enum) &&
    optionalEnumOptionListFrom1OrNull(v.oneOf) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSubagentSessionCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.cancel == null || isBareObject(v.cancel)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSubagentUpdate(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.description) &&
    (v.capabilities == null || isSubagentSessionCapabilities(v.capabilities)) &&
    (v.state == null || isStateUpdate(v.state)) &&
    optionalStringOrNull(v.cwd) &&
    optionalStringListOrNull(v.additionalDirectories) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSuggestNesRequest(v: unknown): boolean {
  return isFields(v) &&
    optionalString(v.sessionId) &&
    typeof v.uri === 'string' &&
    isI64(v.version) &&
    isPosition(v.position) &&
    (v.selection == null || isRange(v.selection)) &&
    typeof v.triggerKind === 'string' &&
    (v.context == null || isNesSuggestContext(v.context)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSuggestNesResponse(v: unknown): boolean {
  return isFields(v) &&
    isNesSuggestionList(v.suggestions) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSystemPrompt(v: unknown): boolean {
  return isFields(v) &&
    typeof v.mode === 'string' &&
    isContentBlockList(v.content) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTerminalExitStatus(v: unknown): boolean {
  return isObject(v) &&
    optionalI64OrNull(v.exitCode) &&
    optionalStringOrNull(v.signal) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTerminalOutput(v: unknown): boolean {
  return isFields(v) &&
    typeof v.data === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTerminalOutputChunk(v: unknown): boolean {
  return isFields(v) &&
    typeof v.terminalId === 'string' &&
    typeof v.data === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTerminalSize(v: unknown): boolean {
  return isFields(v) &&
    (isU16(v.cols) && (v.cols as number) >= 1) &&
    (isU16(v.rows) && (v.rows as number) >= 1) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTerminalUpdate(v: unknown): boolean {
  return isFields(v) &&
    typeof v.terminalId === 'string' &&
    optionalStringOrNull(v.command) &&
    optionalStringOrNull(v.cwd) &&
    (v.output == null || isTerminalOutput(v.output)) &&
    (v.exitStatus == null || isTerminalExitStatus(v.exitStatus)) &&
    (v.size == null || isTerminalSize(v.size)) &&
    (v.capabilities == null || isSubagentSessionCapabilities(v.capabilities)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTextCommandInput(v: unknown): boolean {
  return isFields(v) &&
    typeof v.hint === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTextContent(v: unknown): boolean {
  return isFields(v) &&
    typeof v.text === 'string' &&
    (v.annotations == null || isAnnotations(v.annotations)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTextDocumentContentChangeEvent(v: unknown): boolean {
  return isFields(v) &&
    (v.range == null || isRange(v.range)) &&
    typeof v.text === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTextDocumentSyncKind(v: unknown): boolean {
  return v === 'full' || v === 'incremental';
}

function isTextResourceContents(v: unknown): boolean {
  return isFields(v) &&
    typeof v.uri === 'string' &&
    typeof v.text === 'string' &&
    optionalStringOrNull(v.mimeType) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTitledMultiSelectItems(v: unknown): boolean {
  return isFields(v) &&
    isEnumOptionListFrom1(v.anyOf) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isToolCallContent(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'content':
      return isContent(v);
    case 'diff':
      return isDiff(v);
    case 'terminal':
      return isBackgroundTerminal(v);
    default:
      return typeof v.type === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isToolCallContentChunk(v: unknown): boolean {
  return isFields(v) &&
    typeof v.toolCallId === 'string' &&
    isToolCallContent(v.content) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isToolCallLocation(v: unknown): boolean {
  return isFields(v) &&
    typeof v.path === 'string' &&
    optionalU32From1OrNull(v.line) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isToolCallPermissionSubject(v: unknown): boolean {
  return isFields(v) &&
    isToolCallUpdate(v.toolCall) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isToolCallUpdate(v: unknown): boolean {
  return isFields(v) &&
    typeof v.toolCallId === 'string' &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.name) &&
    optionalStringOrNull(v.kind) &&
    optionalStringOrNull(v.status) &&
    optionalToolCallContentListOrNull(v.content) &&
    optionalToolCallLocationListOrNull(v.locations) &&
    (v.capabilities == null || isSubagentSessionCapabilities(v.capabilities)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isUnknownAuthMethod(v: unknown): boolean {
  return isFields(v) &&
    typeof v.methodId === 'string' &&
    typeof v.name === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isUnknownAvailableCommand(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.description === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isUnknownConfigValue(v: unknown): boolean {
  return isFields(v) &&
    v.value !== undefined &&
    (v._meta === undefined || isMeta(v._meta));
}

function isUnknownElicitationMode(v: unknown): boolean {
  return isObject(v) &&
    isElicitationScope(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isUnknownNesSuggestion(v: unknown): boolean {
  return isFields(v) &&
    typeof v.suggestionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isUsage(v: unknown): boolean {
  return isFields(v) &&
    isU64(v.totalTokens) &&
    isU64(v.inputTokens) &&
    isU64(v.outputTokens) &&
    optionalU64OrNull(v.thoughtTokens) &&
    optionalU64OrNull(v.cachedReadTokens) &&
    optionalU64OrNull(v.cachedWriteTokens) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isUsageUpdate(v: unknown): boolean {
  return isFields(v) &&
    isU64(v.used) &&
    isU64(v.size) &&
    (v.cost == null || isCost(v.cost)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isWorkspaceCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.openDocuments == null || isBareObject(v.openDocuments)) &&
    (v.recentDocuments == null || isBareObject(v.recentDocuments)) &&
    (v.activeDocument == null || isBareObject(v.activeDocument)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isWorkspaceDocument(v: unknown): boolean {
  return isFields(v) &&
    typeof v.uri === 'string' &&
    typeof v.languageId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isWorkspaceFolder(v: unknown): boolean {
  return isFields(v) &&
    typeof v.uri === 'string' &&
    typeof v.name === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function optionalString(v: unknown): boolean {
  return v === undefined || typeof v === 'string';
}

function optionalContentBlockListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isContentBlock(v[i]))) return false;
  return true;
}

function optionalStringListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(typeof v[i] === 'string')) return false;
  return true;
}

function optionalStringOrNull(v: unknown): boolean {
  return v == null || typeof v === 'string';
}

function optionalNumberFrom0To1OrNull(v: unknown): boolean {
  return v == null || (typeof v === 'number' && v >= 0 && v <= 1);
}

function optionalBoolOrNull(v: unknown): boolean {
  return v == null || typeof v === 'boolean';
}

function optionalStringList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(typeof v[i] === 'string')) return false;
  return true;
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

function optionalPositionEncodingKindList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isPositionEncodingKind(v[i]))) return false;
  return true;
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

function optionalElicitationContentValueMapOrNull(v: unknown): boolean {
  if (v == null) return true;
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
  return v == null || v !== undefined;
}

function optionalMcpServerList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isMcpServer(v[i]))) return false;
  return true;
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

function optionalBackgroundWorkListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isBackgroundWork(v[i]))) return false;
  return true;
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
  if (v == null) return true;
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(typeof v[i] === 'string')) return false;
  return true;
}

function isContentBlockListFrom1(v: unknown): boolean {
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(isContentBlock(v[i]))) return false;
  return true;
}

function optionalI64OrNull(v: unknown): boolean {
  return v == null || isI64(v);
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
  return v == null || isObject(v);
}

function optionalU64OrNull(v: unknown): boolean {
  return v == null || isU64(v);
}

function optionalU32OrNull(v: unknown): boolean {
  return v == null || isU32(v);
}

function isNesTextEditListFrom1(v: unknown): boolean {
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesTextEdit(v[i]))) return false;
  return true;
}

function isNesExcerptList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesExcerpt(v[i]))) return false;
  return true;
}

function optionalNesRecentFileListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesRecentFile(v[i]))) return false;
  return true;
}

function optionalNesRelatedSnippetListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesRelatedSnippet(v[i]))) return false;
  return true;
}

function optionalNesEditHistoryEntryListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesEditHistoryEntry(v[i]))) return false;
  return true;
}

function optionalNesUserActionListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesUserAction(v[i]))) return false;
  return true;
}

function optionalNesOpenFileListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesOpenFile(v[i]))) return false;
  return true;
}

function optionalNesDiagnosticListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesDiagnostic(v[i]))) return false;
  return true;
}

function isStringFrom1(v: unknown): boolean {
  return (typeof v === 'string' && v.length >= 1);
}

function optionalNumberOrNull(v: unknown): boolean {
  return v == null || typeof v === 'number';
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
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isRuntimeContext(v[i]))) return false;
  return true;
}

function isPermissionOptionListFrom1(v: unknown): boolean {
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(isPermissionOption(v[i]))) return false;
  return true;
}

function optionalIconListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isIcon(v[i]))) return false;
  return true;
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

function optionalStringMap(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isMap(v)) return false;
  for (const key of Object.keys(v)) if (!(typeof v[key] === 'string')) return false;
  return true;
}

function optionalWorkspaceFolderListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isWorkspaceFolder(v[i]))) return false;
  return true;
}

function optionalEnumOptionListFrom1OrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnumOption(v[i]))) return false;
  return true;
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

function isEnumOptionListFrom1(v: unknown): boolean {
  if (!isListOf(v, 1)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnumOption(v[i]))) return false;
  return true;
}

function optionalU32From1OrNull(v: unknown): boolean {
  return v == null || (isU32(v) && (v as number) >= 1);
}

function optionalToolCallContentListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isToolCallContent(v[i]))) return false;
  return true;
}

function optionalToolCallLocationListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isToolCallLocation(v[i]))) return false;
  return true;
}

/** The checks of what messages carry, in the order of the definitions. */
export const checks: readonly (Check | undefined)[] = [
  isString,
  isAcceptNesNotification,
  isActiveDocumentRequest,
  isActiveDocumentResponse,
  isAgentAuthCapabilities,
  isAgentCapabilities,
  undefined,
  undefined,
  isAgentMessage,
  undefined,
  isAgentMessage,
  isAnnotations,
  isActiveDocumentRequest,
  isBareObject,
  isAudioContent,
  isAuthAccount,
  isAuthMethod,
  isAuthMethodAgent,
  isString,
  isAuthMethodTerminal,
  isString,
  isBareObject,
  isAuthStatusResponse,
  isAuthStatusResponse,
  isAvailableCommand,
  isAvailableCommandInput,
  isAvailableCommandsUpdate,
  isActiveDocumentRequest,
  isBackgroundTerminal,
  isBackgroundToolCall,
  isBackgroundWork,
  undefined,
  undefined,
  isBlobResourceContents,
  isBooleanConfigValue,
  isBooleanPropertySchema,
  isBareObject,
  isActiveDocumentRequest,
  isCancelRequestNotification,
  isCancelTerminalRequest,
  isBareObject,
  isCancelToolCallRequest,
  isBareObject,
  isClientAuthCapabilities,
  isClientCapabilities,
  isClientNesCapabilities,
  isActiveDocumentRequest,
  isBareObject,
  isActiveDocumentRequest,
  isBareObject,
  isCommand,
  isCommandPermissionSubject,
  isString,
  isString,
  isCompactionSummaryChunk,
  isCompactionUpdate,
  isCompleteElicitationNotification,
  isConfigOptionUpdate,
  isConnectMcpRequest,
  isConnectMcpResponse,
  isContent,
  isContentBlock,
  isContentChunk,
  isCost,
  isCreateElicitationRequest,
  isCreateElicitationResponse,
  isActiveDocumentRequest,
  isBareObject,
  isDidChangeDocumentNotification,
  isDidCloseDocumentNotification,
  isDidFocusDocumentNotification,
  isDidOpenDocumentNotification,
  isDidCloseDocumentNotification,
  isDiff,
  isDiffChange,
  isString,
  isDiffPatch,
  isString,
  isDiffPathChange,
  isDiffPathPairChange,
  isDisableProviderRequest,
  isBareObject,
  isConnectMcpResponse,
  isBareObject,
  isElicitationAcceptAction,
  isElicitationCapabilities,
  isElicitationContentValue,
  isElicitationFormMode,
  isString,
  isElicitationPropertySchema,
  isCancelRequestNotification,
  isElicitationSchema,
  isElicitationSchemaType,
  isElicitationScope,
  isElicitationSessionScope,
  isElicitationUrlMode,
  isEmbeddedResource,
  isEmbeddedResourceResource,
  isEnumOption,
  isEnvVariable,
  isError,
  isErrorCode,
  isErrorData,
  isErrorStopReason,
  isForkSessionRequest,
  isForkSessionResponse,
  isEnvVariable,
  isIcon,
  isString,
  isIdConfigValue,
  isIdleStateUpdate,
  isImageContent,
  isImplementation,
  isInitializeRequest,
  isInitializeResponse,
  isInjectCapabilities,
  undefined,
  undefined,
  isString,
  isInjectPendingCapabilities,
  isInjectSessionRequest,
  isInjectSessionResponse,
  isString,
  isIntegerPropertySchema,
  undefined,
  undefined,
  undefined,
  undefined,
  isBareObject,
  isListProvidersResponse,
  isListSessionsRequest,
  isListSessionsResponse,
  isString,
  isLoginAuthRequest,
  isBareObject,
  isBareObject,
  isBareObject,
  isBareObject,
  isMcpCapabilities,
  isString,
  isMcpConnectionMessage,
  undefined,
  undefined,
  undefined,
  isMcpMessageParams,
  isErrorData,
  isString,
  isMcpServer,
  isMcpServerAcp,
  isString,
  isMcpServerHttp,
  isMcpServerStdio,
  isString,
  isString,
  isMessageMcpRequest,
  undefined,
  isMultiSelectItems,
  isMultiSelectPropertySchema,
  isNesCapabilities,
  isNesContextCapabilities,
  isNesDiagnostic,
  isString,
  isNesDidChangeNotification,
  isNesDidCloseNotification,
  isNesDidFocusNotification,
  isNesDidOpenNotification,
  isNesDidCloseNotification,
  isNesDocumentDidChangeCapabilities,
  isNesDocumentEventCapabilities,
  isNesEditHistoryCapabilities,
  isNesEditHistoryEntry,
  isNesEditSuggestion,
  isNesEventCapabilities,
  isNesExcerpt,
  isNesJumpSuggestion,
  isNesOpenFile,
  isNesRecentFile,
  isNesEditHistoryCapabilities,
  isString,
  isNesRelatedSnippet,
  isNesRenameSuggestion,
  isNesRepository,
  isNesSearchAndReplaceSuggestion,
  isNesSuggestContext,
  isNesSuggestion,
  isString,
  isNesTextEdit,
  isString,
  isNesUserAction,
  isNesEditHistoryCapabilities,
  isNewSessionRequest,
  isForkSessionResponse,
  isNotice,
  isString,
  isNumberPropertySchema,
  isActiveDocumentRequest,
  isOpenDocumentsResponse,
  undefined,
  isPermissionOption,
  isString,
  isString,
  isPlanEntry,
  isString,
  isString,
  isPlanFile,
  isString,
  isPlanItems,
  isPlanMarkdown,
  isPlanRemoved,
  isPlanUpdate,
  isPlanUpdateContent,
  isPosition,
  isPositionEncodingKind,
  isPromptCapabilities,
  isPromptRequest,
  isPromptResponse,
  isProtocolVersion,
  isProviderCurrentConfig,
  isString,
  isProviderInfo,
  isProxySuccessorRequest,
  isErrorData,
  isRange,
  isRecentDocumentsRequest,
  isOpenDocumentsResponse,
  isRejectNesNotification,
  isReplaceInjectSessionRequest,
  isInjectSessionResponse,
  isReplayFrom,
  isBareObject,
  isRequestId,
  isRequestPermissionOutcome,
  isRequestPermissionRequest,
  isRequestPermissionResponse,
  isRequestPermissionSubject,
  isRequiresActionStateUpdate,
  isResourceLink,
  isResumeSessionRequest,
  isResumeSessionResponse,
  isRevokeInjectSessionRequest,
  isBareObject,
  isString,
  isRequiresActionStateUpdate,
  isRuntimeContext,
  isSelectedPermissionOutcome,
  isString,
  isSessionCapabilities,
  isSessionConfigBoolean,
  isString,
  isString,
  isSessionConfigOption,
  isString,
  isSessionConfigSelect,
  isSessionConfigSelectGroup,
  isSessionConfigSelectOption,
  isSessionConfigSelectOptions,
  isString,
  isString,
  isSessionInfo,
  isSessionInfoUpdate,
  isString,
  isSessionMessage,
  isSessionMessageChunk,
  undefined,
  isSessionNotification,
  isString,
  isActiveDocumentRequest,
  isSessionStatusResponse,
  isSessionSystemPromptCapabilities,
  isSessionSystemPromptModeCapabilities,
  isSessionUpdate,
  isSetProviderRequest,
  isBareObject,
  isSetSessionConfigOptionRequest,
  isConfigOptionUpdate,
  isSetSessionTitleRequest,
  isSetSessionTitleResponse,
  isStartNesRequest,
  isStartNesResponse,
  isStateUpdate,
  isString,
  isStringMultiSelectItems,
  isStringPropertySchema,
  isSubagentSessionCapabilities,
  isSubagentUpdate,
  isSuggestNesRequest,
  isSuggestNesResponse,
  isSystemPrompt,
  isString,
  isBackgroundTerminal,
  isSubagentSessionCapabilities,
  isTerminalExitStatus,
  isString,
  isTerminalOutput,
  isTerminalOutputChunk,
  isTerminalSize,
  isTerminalUpdate,
  isTextCommandInput,
  isTextContent,
  isTextDocumentContentChangeEvent,
  isTextDocumentSyncKind,
  isTextResourceContents,
  isTitledMultiSelectItems,
  isSubagentSessionCapabilities,
  isToolCallContent,
  isToolCallContentChunk,
  isString,
  isToolCallLocation,
  isToolCallPermissionSubject,
  isString,
  isToolCallUpdate,
  isString,
  isActiveDocumentRequest,
  isBareObject,
  isUnknownAuthMethod,
  isUnknownAvailableCommand,
  isUnknownConfigValue,
  isUnknownElicitationMode,
  isUnknownNesSuggestion,
  isPlanRemoved,
  isRequiresActionStateUpdate,
  undefined,
  isUsage,
  isUsageUpdate,
  isAgentMessage,
  isWorkspaceCapabilities,
  isWorkspaceDocument,
  isWorkspaceFolder,
];
