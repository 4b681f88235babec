// Generated from src/definitions by `npm run generate`. Do not edit.
import { isBareObject, isFields, isI64, isListOf, isMap, isMeta, isObject, isString, isU16, isU32, isU64, type Check } from '../primitives.ts';

function isAgentAuthCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.logout == null || isBareObject(v.logout)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAgentCapabilities(v: unknown): boolean {
  return isObject(v) &&
    optionalBool(v.loadSession) &&
    (v.promptCapabilities === undefined || isPromptCapabilities(v.promptCapabilities)) &&
    (v.mcpCapabilities === undefined || isMcpCapabilities(v.mcpCapabilities)) &&
    (v.sessionCapabilities === undefined || isSessionCapabilities(v.sessionCapabilities)) &&
    (v.auth === undefined || isAgentAuthCapabilities(v.auth)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAnnotations(v: unknown): boolean {
  return isObject(v) &&
    optionalRoleListOrNull(v.audience) &&
    optionalStringOrNull(v.lastModified) &&
    optionalNumberOrNull(v.priority) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAudioContent(v: unknown): boolean {
  return isFields(v) &&
    typeof v.data === 'string' &&
    typeof v.mimeType === 'string' &&
    (v.annotations == null || isAnnotations(v.annotations)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAuthCapabilities(v: unknown): boolean {
  return isObject(v) &&
    optionalBool(v.terminal) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAuthenticateRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.methodId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAuthMethod(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'agent':
      return isAuthMethodAgent(v);
    case 'terminal':
      return isAuthMethodTerminal(v);
    case undefined:
      return isAuthMethodAgent(v);
    default:
      return typeof v.type === 'string' && isAuthMethodAgent(v);
  }
}

function isAuthMethodAgent(v: unknown): boolean {
  return isFields(v) &&
    typeof v.id === 'string' &&
    typeof v.name === 'string' &&
    optionalStringOrNull(v.description) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAuthMethodTerminal(v: unknown): boolean {
  return isFields(v) &&
    typeof v.id === 'string' &&
    typeof v.name === 'string' &&
    optionalStringOrNull(v.description) &&
    optionalStringList(v.args) &&
    optionalStringMap(v.env) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAvailableCommand(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.description === 'string' &&
    (v.input == null || isAvailableCommandInput(v.input)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAvailableCommandInput(v: unknown): boolean {
  return isUnstructuredCommandInput(v);
}

function isAvailableCommandsUpdate(v: unknown): boolean {
  return isFields(v) &&
    isAvailableCommandList(v.availableCommands) &&
    (v._meta === undefined || isMeta(v._meta));
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

function isCancelNotification(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCancelRequestNotification(v: unknown): boolean {
  return isFields(v) &&
    isRequestId(v.requestId) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isClientCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.fs === undefined || isFileSystemCapabilities(v.fs)) &&
    optionalBool(v.terminal) &&
    (v.session == null || isClientSessionCapabilities(v.session)) &&
    (v.auth === undefined || isAuthCapabilities(v.auth)) &&
    (v.elicitation == null || isElicitationCapabilities(v.elicitation)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isClientSessionCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.compaction == null || isBareObject(v.compaction)) &&
    (v.configOptions == null || isSessionConfigOptionsCapabilities(v.configOptions)) &&
    (v.notices == null || isBareObject(v.notices)) &&
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
      return false;
  }
}

function isContentChunk(v: unknown): boolean {
  return isFields(v) &&
    isContentBlock(v.content) &&
    optionalStringOrNull(v.messageId) &&
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

function isCreateTerminalRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.command === 'string' &&
    optionalStringList(v.args) &&
    optionalEnvVariableList(v.env) &&
    optionalStringOrNull(v.cwd) &&
    optionalU64OrNull(v.outputByteLimit) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCreateTerminalResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.terminalId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCurrentModeUpdate(v: unknown): boolean {
  return isFields(v) &&
    typeof v.currentModeId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDiff(v: unknown): boolean {
  return isFields(v) &&
    typeof v.path === 'string' &&
    optionalStringOrNull(v.oldText) &&
    typeof v.newText === 'string' &&
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
  return typeof v === 'string' || isI64(v) || typeof v === 'number' || typeof v === 'boolean' || isStringList(v);
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
  return isObject(v) &&
    (v.type === undefined || isElicitationSchemaType(v.type)) &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.description) &&
    optionalElicitationPropertySchemaMap(v.properties) &&
    optionalStringListOrNull(v.required) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isElicitationSchemaType(v: unknown): boolean {
  return v === 'object';
}

function isElicitationScope(v: unknown): boolean {
  return isElicitationSessionScope(v) || isCancelRequestNotification(v);
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

function isFileSystemCapabilities(v: unknown): boolean {
  return isObject(v) &&
    optionalBool(v.readTextFile) &&
    optionalBool(v.writeTextFile) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isIdConfigValue(v: unknown): boolean {
  return isFields(v) &&
    typeof v.value === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
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
    (v.clientInfo == null || isImplementation(v.clientInfo)) &&
    (v.clientCapabilities === undefined || isClientCapabilities(v.clientCapabilities)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isInitializeResponse(v: unknown): boolean {
  return isFields(v) &&
    isU16(v.protocolVersion) &&
    (v.agentInfo == null || isImplementation(v.agentInfo)) &&
    (v.agentCapabilities === undefined || isAgentCapabilities(v.agentCapabilities)) &&
    optionalAuthMethodList(v.authMethods) &&
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

function isKillTerminalRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.terminalId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isListSessionsRequest(v: unknown): boolean {
  return isObject(v) &&
    optionalStringOrNull(v.cwd) &&
    optionalStringOrNull(v.cursor) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isListSessionsResponse(v: unknown): boolean {
  return isFields(v) &&
    isSessionInfoList(v.sessions) &&
    optionalStringOrNull(v.nextCursor) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isLoadSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.cwd === 'string' &&
    optionalStringList(v.additionalDirectories) &&
    isMcpServerList(v.mcpServers) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isLoadSessionResponse(v: unknown): boolean {
  return isObject(v) &&
    (v.modes == null || isSessionModeState(v.modes)) &&
    optionalSessionConfigOptionListOrNull(v.configOptions) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpCapabilities(v: unknown): boolean {
  return isObject(v) &&
    optionalBool(v.http) &&
    optionalBool(v.sse) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpServer(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'stdio':
      return isMcpServerStdio(v);
    case 'http':
    case 'sse':
      return isMcpServerHttp(v);
    case undefined:
      return isMcpServerStdio(v);
    default:
      return typeof v.type === 'string' && isMcpServerStdio(v);
  }
}

function isMcpServerHttp(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.url === 'string' &&
    isEnvVariableList(v.headers) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpServerStdio(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.command === 'string' &&
    isStringList(v.args) &&
    isEnvVariableList(v.env) &&
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

function isNewSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.cwd === 'string' &&
    optionalStringList(v.additionalDirectories) &&
    isMcpServerList(v.mcpServers) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNewSessionResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    (v.modes == null || isSessionModeState(v.modes)) &&
    optionalSessionConfigOptionListOrNull(v.configOptions) &&
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

function isPermissionOption(v: unknown): boolean {
  return isFields(v) &&
    typeof v.optionId === 'string' &&
    typeof v.name === 'string' &&
    isPermissionOptionKind(v.kind) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPermissionOptionKind(v: unknown): boolean {
  return v === 'allow_once' || v === 'allow_always' || v === 'reject_once' || v === 'reject_always';
}

function isPlan(v: unknown): boolean {
  return isFields(v) &&
    isPlanEntryList(v.entries) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPlanEntry(v: unknown): boolean {
  return isFields(v) &&
    typeof v.content === 'string' &&
    isPlanEntryPriority(v.priority) &&
    isPlanEntryStatus(v.status) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPlanEntryPriority(v: unknown): boolean {
  return v === 'high' || v === 'medium' || v === 'low';
}

function isPlanEntryStatus(v: unknown): boolean {
  return v === 'pending' || v === 'in_progress' || v === 'completed';
}

function isPromptCapabilities(v: unknown): boolean {
  return isObject(v) &&
    optionalBool(v.image) &&
    optionalBool(v.audio) &&
    optionalBool(v.embeddedContext) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPromptRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    isContentBlockList(v.prompt) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPromptResponse(v: unknown): boolean {
  return isFields(v) &&
    isStopReason(v.stopReason) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isProtocolVersion(v: unknown): boolean {
  return isU16(v);
}

function isReadTextFileRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.path === 'string' &&
    optionalU32OrNull(v.line) &&
    optionalU32OrNull(v.limit) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isReadTextFileResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.content === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isRequestId(v: unknown): boolean {
  return isI64(v) || isStringOrNull(v);
}

function isRequestPermissionOutcome(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.outcome) {
    case 'selected':
      return isSelectedPermissionOutcome(v);
    case 'cancelled':
      return (v._meta === undefined || isMeta(v._meta));
    default:
      return false;
  }
}

function isRequestPermissionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    isToolCallUpdate(v.toolCall) &&
    isPermissionOptionList(v.options) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isRequestPermissionResponse(v: unknown): boolean {
  return isFields(v) &&
    isRequestPermissionOutcome(v.outcome) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isResourceLink(v: unknown): boolean {
  return isFields(v) &&
    typeof v.uri === 'string' &&
    typeof v.name === 'string' &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.description) &&
    optionalStringOrNull(v.mimeType) &&
    optionalI64OrNull(v.size) &&
    (v.annotations == null || isAnnotations(v.annotations)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isResumeSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.cwd === 'string' &&
    optionalStringList(v.additionalDirectories) &&
    optionalMcpServerList(v.mcpServers) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isRole(v: unknown): boolean {
  return v === 'assistant' || v === 'user';
}

function isSelectedPermissionOutcome(v: unknown): boolean {
  return isFields(v) &&
    typeof v.optionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.list == null || isBareObject(v.list)) &&
    (v.resume == null || isBareObject(v.resume)) &&
    (v.close == null || isBareObject(v.close)) &&
    (v.delete == null || isBareObject(v.delete)) &&
    (v.additionalDirectories == null || isBareObject(v.additionalDirectories)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionConfigBoolean(v: unknown): boolean {
  return isFields(v) &&
    typeof v.currentValue === 'boolean' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionConfigOption(v: unknown): boolean {
  if (!(isFields(v) && typeof v.id === 'string' && typeof v.name === 'string' && optionalStringOrNull(v.description) && optionalStringOrNull(v.category))) return false;
  switch (v.type) {
    case 'select':
      return isSessionConfigSelect(v);
    case 'boolean':
      return isSessionConfigBoolean(v);
    case 'enum':
      return false;
    default:
      return false;
  }
}

function isSessionConfigOptionsCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.boolean == null || isBareObject(v.boolean)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionConfigSelect(v: unknown): boolean {
  return isFields(v) &&
    typeof v.currentValue === 'string' &&
    isSessionConfigSelectOptions(v.options) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionConfigSelectGroup(v: unknown): boolean {
  return isFields(v) &&
    typeof v.group === 'string' &&
    typeof v.name === 'string' &&
    isSessionConfigSelectOptionList(v.options) &&
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
  return isSessionConfigSelectOptionList(v) || isSessionConfigSelectGroupList(v);
}

function isSessionInfo(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.cwd === 'string' &&
    optionalStringList(v.additionalDirectories) &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.updatedAt) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionInfoUpdate(v: unknown): boolean {
  return isObject(v) &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.updatedAt) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionModeState(v: unknown): boolean {
  return isFields(v) &&
    typeof v.currentModeId === 'string' &&
    isAuthMethodAgentList(v.availableModes) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionNotification(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    isSessionUpdate(v.update) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionUpdate(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return isContentChunk(v);
    case 'tool_call':
      return isToolCall(v);
    case 'tool_call_update':
      return isToolCallUpdate(v);
    case 'plan':
      return isPlan(v);
    case 'available_commands_update':
      return isAvailableCommandsUpdate(v);
    case 'current_mode_update':
      return isCurrentModeUpdate(v);
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
    default:
      return typeof v.sessionUpdate === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
}

function isSetSessionConfigOptionRequest(v: unknown): boolean {
  if (!(isFields(v) && typeof v.sessionId === 'string' && typeof v.configId === 'string')) return false;
  switch (v.type) {
    case 'boolean':
      return isBooleanConfigValue(v);
    case 'id':
      return isIdConfigValue(v);
    case undefined:
      return isIdConfigValue(v);
    default:
      return typeof v.type === 'string' && isIdConfigValue(v);
  }
}

function isSetSessionModeRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.modeId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isStopReason(v: unknown): boolean {
  return v === 'end_turn' || v === 'max_tokens' || v === 'max_turn_requests' || v === 'refusal' || v === 'cancelled';
}

function isStringFormat(v: unknown): boolean {
  return v === 'email' || v === 'uri' || v === 'date' || v === 'date-time';
}

function isStringMultiSelectItems(v: unknown): boolean {
  return isFields(v) &&
    isStringList(v.enum) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isStringPropertySchema(v: unknown): boolean {
  return isObject(v) &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.description) &&
    optionalU32OrNull(v.minLength) &&
    optionalU32OrNull(v.maxLength) &&
    optionalStringOrNull(v.pattern) &&
    (v.format == null || isStringFormat(v.format)) &&
    optionalStringOrNull(v.default) &&
    optionalStringListOrNull(v.enum) &&
    optionalEnumOptionListOrNull(v.oneOf) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTerminalExitStatus(v: unknown): boolean {
  return isObject(v) &&
    optionalU32OrNull(v.exitCode) &&
    optionalStringOrNull(v.signal) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTerminalOutputResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.output === 'string' &&
    typeof v.truncated === 'boolean' &&
    (v.exitStatus == null || isTerminalExitStatus(v.exitStatus)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTextContent(v: unknown): boolean {
  return isFields(v) &&
    typeof v.text === 'string' &&
    (v.annotations == null || isAnnotations(v.annotations)) &&
    (v._meta === undefined || isMeta(v._meta));
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
    isEnumOptionList(v.anyOf) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isToolCall(v: unknown): boolean {
  return isFields(v) &&
    typeof v.toolCallId === 'string' &&
    typeof v.title === 'string' &&
    optionalStringOrNull(v.name) &&
    (v.kind === undefined || isToolKind(v.kind)) &&
    (v.status === undefined || isToolCallStatus(v.status)) &&
    optionalToolCallContentList(v.content) &&
    optionalToolCallLocationList(v.locations) &&
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
      return isCreateTerminalResponse(v);
    default:
      return false;
  }
}

function isToolCallLocation(v: unknown): boolean {
  return isFields(v) &&
    typeof v.path === 'string' &&
    optionalU32OrNull(v.line) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isToolCallStatus(v: unknown): boolean {
  return v === 'pending' || v === 'in_progress' || v === 'completed' || v === 'failed' || v === 'cancelled';
}

function isToolCallUpdate(v: unknown): boolean {
  return isFields(v) &&
    typeof v.toolCallId === 'string' &&
    optionalStringOrNull(v.title) &&
    optionalStringOrNull(v.name) &&
    (v.kind == null || isToolKind(v.kind)) &&
    (v.status == null || isToolCallStatus(v.status)) &&
    optionalToolCallContentListOrNull(v.content) &&
    optionalToolCallLocationListOrNull(v.locations) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isToolKind(v: unknown): boolean {
  return v === 'read' || v === 'edit' || v === 'delete' || v === 'move' || v === 'search' || v === 'execute' || v === 'think' || v === 'fetch' || v === 'switch_mode' || v === 'other';
}

function isUnknownElicitationMode(v: unknown): boolean {
  return isObject(v) &&
    isElicitationScope(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isUnstructuredCommandInput(v: unknown): boolean {
  return isFields(v) &&
    typeof v.hint === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isUsageUpdate(v: unknown): boolean {
  return isFields(v) &&
    isU64(v.used) &&
    isU64(v.size) &&
    (v.cost == null || isCost(v.cost)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isWriteTextFileRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.path === 'string' &&
    typeof v.content === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function optionalBool(v: unknown): boolean {
  return v === undefined || typeof v === 'boolean';
}

function optionalRoleListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isRole(v[i]))) return false;
  return true;
}

function optionalStringOrNull(v: unknown): boolean {
  return v == null || typeof v === 'string';
}

function optionalNumberOrNull(v: unknown): boolean {
  return v == null || typeof v === 'number';
}

function optionalStringList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(typeof v[i] === 'string')) return false;
  return true;
}

function optionalStringMap(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isMap(v)) return false;
  for (const key of Object.keys(v)) if (!(typeof v[key] === 'string')) return false;
  return true;
}

function isAvailableCommandList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isAvailableCommand(v[i]))) return false;
  return true;
}

function optionalBoolOrNull(v: unknown): boolean {
  return v == null || typeof v === 'boolean';
}

function optionalContentBlockListOrNull(v: unknown): boolean {
  if (v == null) return true;
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
  return v == null || isU64(v);
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

function optionalElicitationPropertySchemaMap(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isMap(v)) return false;
  for (const key of Object.keys(v)) if (!(isElicitationPropertySchema(v[key]))) return false;
  return true;
}

function optionalStringListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(typeof v[i] === 'string')) return false;
  return true;
}

function optionalAuthMethodList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isAuthMethod(v[i]))) return false;
  return true;
}

function optionalI64OrNull(v: unknown): boolean {
  return v == null || isI64(v);
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

function optionalSessionConfigOptionListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isSessionConfigOption(v[i]))) return false;
  return true;
}

function isEnvVariableList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnvVariable(v[i]))) return false;
  return true;
}

function isStringFrom1(v: unknown): boolean {
  return (typeof v === 'string' && v.length >= 1);
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
  return v == null || isU32(v);
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

function isAuthMethodAgentList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isAuthMethodAgent(v[i]))) return false;
  return true;
}

function optionalEnumOptionListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnumOption(v[i]))) return false;
  return true;
}

function isEnumOptionList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnumOption(v[i]))) return false;
  return true;
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
  isAgentAuthCapabilities,
  isAgentCapabilities,
  undefined,
  undefined,
  undefined,
  isAnnotations,
  isAudioContent,
  isAuthCapabilities,
  isAuthenticateRequest,
  isBareObject,
  isAuthMethod,
  isAuthMethodAgent,
  isString,
  isAuthMethodTerminal,
  isAvailableCommand,
  isAvailableCommandInput,
  isAvailableCommandsUpdate,
  undefined,
  undefined,
  isBlobResourceContents,
  isBooleanConfigValue,
  isBooleanPropertySchema,
  isCancelNotification,
  isCancelRequestNotification,
  isClientCapabilities,
  isClientSessionCapabilities,
  isCancelNotification,
  isBareObject,
  isString,
  isString,
  isCompactionSummaryChunk,
  isCompactionUpdate,
  isCompleteElicitationNotification,
  isConfigOptionUpdate,
  isContent,
  isContentBlock,
  isContentChunk,
  isCost,
  isCreateElicitationRequest,
  isCreateElicitationResponse,
  isCreateTerminalRequest,
  isCreateTerminalResponse,
  isCurrentModeUpdate,
  isCancelNotification,
  isBareObject,
  isDiff,
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
  undefined,
  undefined,
  isFileSystemCapabilities,
  isEnvVariable,
  isIdConfigValue,
  isImageContent,
  isImplementation,
  isInitializeRequest,
  isInitializeResponse,
  isIntegerPropertySchema,
  undefined,
  undefined,
  undefined,
  undefined,
  isKillTerminalRequest,
  isBareObject,
  isListSessionsRequest,
  isListSessionsResponse,
  isLoadSessionRequest,
  isLoadSessionResponse,
  isBareObject,
  isBareObject,
  isBareObject,
  isMcpCapabilities,
  isMcpServer,
  isMcpServerHttp,
  isMcpServerHttp,
  isMcpServerStdio,
  isString,
  isMultiSelectItems,
  isMultiSelectPropertySchema,
  isNewSessionRequest,
  isNewSessionResponse,
  isNotice,
  isString,
  isNumberPropertySchema,
  undefined,
  isPermissionOption,
  isString,
  isPermissionOptionKind,
  isPlan,
  isPlanEntry,
  isPlanEntryPriority,
  isPlanEntryStatus,
  isPromptCapabilities,
  isPromptRequest,
  isPromptResponse,
  isProtocolVersion,
  isReadTextFileRequest,
  isReadTextFileResponse,
  isKillTerminalRequest,
  isBareObject,
  isRequestId,
  isRequestPermissionOutcome,
  isRequestPermissionRequest,
  isRequestPermissionResponse,
  isResourceLink,
  isResumeSessionRequest,
  isLoadSessionResponse,
  isRole,
  isSelectedPermissionOutcome,
  isSessionCapabilities,
  isSessionConfigBoolean,
  isString,
  isString,
  isSessionConfigOption,
  isString,
  isSessionConfigOptionsCapabilities,
  isSessionConfigSelect,
  isSessionConfigSelectGroup,
  isSessionConfigSelectOption,
  isSessionConfigSelectOptions,
  isString,
  isString,
  isSessionInfo,
  isSessionInfoUpdate,
  isAuthMethodAgent,
  isString,
  isSessionModeState,
  isSessionNotification,
  isSessionUpdate,
  isSetSessionConfigOptionRequest,
  isConfigOptionUpdate,
  isSetSessionModeRequest,
  isBareObject,
  isStopReason,
  isStringFormat,
  isStringMultiSelectItems,
  isStringPropertySchema,
  isCreateTerminalResponse,
  isTerminalExitStatus,
  isString,
  isKillTerminalRequest,
  isTerminalOutputResponse,
  isTextContent,
  isTextResourceContents,
  isTitledMultiSelectItems,
  isToolCall,
  isToolCallContent,
  isString,
  isToolCallLocation,
  isToolCallStatus,
  isToolCallUpdate,
  isToolKind,
  isUnknownElicitationMode,
  isUnstructuredCommandInput,
  isUsageUpdate,
  isKillTerminalRequest,
  isTerminalExitStatus,
  isWriteTextFileRequest,
  isBareObject,
];
