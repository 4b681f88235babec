// Generated from src/definitions by `npm run generate`. Do not edit.
import { isFields, isI32, isI64, isListOf, isMap, isMeta, isObject, isU16, isU32, isU64, type Check } from '../../validate/primitives.ts';

function isAcceptNesNotification(v: unknown): boolean {
  return isFields(v) &&
    optionalString(v.sessionId) &&
    typeof v.id === 'string' &&
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
    (v.logout == null || isMarker(v.logout)) &&
    (v.status == null || isMarker(v.status)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAgentCapabilities(v: unknown): boolean {
  return isObject(v) &&
    optionalBool(v.loadSession) &&
    (v.promptCapabilities === undefined || isPromptCapabilities(v.promptCapabilities)) &&
    (v.mcpCapabilities === undefined || isMcpCapabilities(v.mcpCapabilities)) &&
    (v.sessionCapabilities === undefined || isSessionCapabilities(v.sessionCapabilities)) &&
    (v.auth === undefined || isAgentAuthCapabilities(v.auth)) &&
    (v.providers == null || isMarker(v.providers)) &&
    (v.nes == null || isNesCapabilities(v.nes)) &&
    (v.positionEncoding == null || isPositionEncodingKind(v.positionEncoding)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAgentDistribution(v: unknown): boolean {
  return isObject(v) &&
    (v.binary === undefined || isBinaryDistribution(v.binary)) &&
    (v.npx === undefined || isPackageDistribution(v.npx)) &&
    (v.uvx === undefined || isPackageDistribution(v.uvx)) &&
    (v.binary !== undefined || v.npx !== undefined || v.uvx !== undefined) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAgentManifest(v: unknown): boolean {
  return isFields(v) &&
    isText933587(v.id) &&
    isStringFrom1(v.name) &&
    isText125965(v.version) &&
    isStringFrom1(v.description) &&
    isAgentDistribution(v.distribution) &&
    optionalString(v.repository) &&
    optionalString(v.website) &&
    optionalStringList(v.authors) &&
    optionalString(v.license) &&
    optionalString(v.license_url) &&
    optionalString(v.icon) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAgentRegistry(v: unknown): boolean {
  return isFields(v) &&
    isText125965(v.version) &&
    isAgentManifestList(v.agents) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAnnotations(v: unknown): boolean {
  return isObject(v) &&
    optionalRoleListOrNull(v.audience) &&
    optionalStringOrNull(v.lastModified) &&
    optionalNumberOrNull(v.priority) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isArchiveSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isArchiveSessionResponse(v: unknown): boolean {
  return isObject(v) &&
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

function isAuthenticateResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAuthEnvVar(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    optionalStringOrNull(v.label) &&
    optionalBool(v.secret) &&
    optionalBool(v.optional) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAuthMethod(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'agent':
      return isAuthMethodAgent(v);
    case 'terminal':
      return isAuthMethodTerminal(v);
    case 'env_var':
      return isAuthMethodEnvVar(v);
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

function isAuthMethodEnvVar(v: unknown): boolean {
  return isFields(v) &&
    typeof v.id === 'string' &&
    typeof v.name === 'string' &&
    optionalStringOrNull(v.description) &&
    isAuthEnvVarList(v.vars) &&
    optionalStringOrNull(v.link) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAuthMethodId(v: unknown): boolean {
  return typeof v === 'string';
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

function isAuthState(v: unknown): boolean {
  return typeof v === 'string';
}

function isAuthStatusRequest(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAuthStatusResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.state === 'string' &&
    optionalAuthAccountList(v.accounts) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isAuthStatusUpdateNotification(v: unknown): boolean {
  return isFields(v) &&
    typeof v.state === 'string' &&
    optionalAuthAccountList(v.accounts) &&
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

function isBinaryDistribution(v: unknown): boolean {
  return isObject(v) &&
    (v['darwin-aarch64'] === undefined || isBinaryTarget(v['darwin-aarch64'])) &&
    (v['darwin-x86_64'] === undefined || isBinaryTarget(v['darwin-x86_64'])) &&
    (v['linux-aarch64'] === undefined || isBinaryTarget(v['linux-aarch64'])) &&
    (v['linux-x86_64'] === undefined || isBinaryTarget(v['linux-x86_64'])) &&
    (v['windows-aarch64'] === undefined || isBinaryTarget(v['windows-aarch64'])) &&
    (v['windows-x86_64'] === undefined || isBinaryTarget(v['windows-x86_64'])) &&
    (v['darwin-aarch64'] !== undefined || v['darwin-x86_64'] !== undefined) &&
    (v['linux-aarch64'] !== undefined || v['linux-x86_64'] !== undefined) &&
    (v['windows-aarch64'] !== undefined || v['windows-x86_64'] !== undefined) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isBinaryTarget(v: unknown): boolean {
  return isFields(v) &&
    typeof v.archive === 'string' &&
    optionalText413161(v.sha256) &&
    typeof v.cmd === 'string' &&
    optionalStringList(v.args) &&
    optionalStringMap(v.env) &&
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
    (v.subagents == null || isMarker(v.subagents)) &&
    (v.plan == null || isMarker(v.plan)) &&
    (v.nes == null || isClientNesCapabilities(v.nes)) &&
    optionalPositionEncodingKindList(v.positionEncodings) &&
    (v.workspace == null || isWorkspaceCapabilities(v.workspace)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isClientNesCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.jump == null || isMarker(v.jump)) &&
    (v.rename == null || isMarker(v.rename)) &&
    (v.searchAndReplace == null || isMarker(v.searchAndReplace)) &&
    optionalAnyMapOrNull(v.ideActions) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isClientSessionCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.compaction == null || isMarker(v.compaction)) &&
    (v.configOptions == null || isSessionConfigOptionsCapabilities(v.configOptions)) &&
    (v.notices == null || isMarker(v.notices)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCloseNesRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCloseNesResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCloseSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCloseSessionResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isCompactionId(v: unknown): boolean {
  return typeof v === 'string';
}

function isCompactionStatus(v: unknown): boolean {
  return typeof v === 'string';
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

function isDeleteSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDeleteSessionResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
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

function isDidSaveDocumentNotification(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.uri === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDiff(v: unknown): boolean {
  return isFields(v) &&
    typeof v.path === 'string' &&
    optionalStringOrNull(v.oldText) &&
    typeof v.newText === 'string' &&
    optionalBool(v.deleted) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDisableProviderRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.providerId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDisableProviderResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDisconnectMcpRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.connectionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isDisconnectMcpResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isElicitationAcceptAction(v: unknown): boolean {
  return isObject(v) &&
    optionalElicitationContentValueMapOrNull(v.content) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isElicitationCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.form == null || isMarker(v.form)) &&
    (v.url == null || isMarker(v.url)) &&
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

function isElicitationId(v: unknown): boolean {
  return typeof v === 'string';
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

function isElicitationRequestScope(v: unknown): boolean {
  return isFields(v) &&
    isRequestId(v.requestId) &&
    (v._meta === undefined || isMeta(v._meta));
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
  return isElicitationSessionScope(v) || isElicitationRequestScope(v);
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
    (v._meta === undefined || isMeta(v._meta));
}

function isErrorCode(v: unknown): boolean {
  return isI32(v);
}

function isErrorStopReason(v: unknown): boolean {
  return isObject(v) &&
    (v.error == null || isError(v.error)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isFileSystemCapabilities(v: unknown): boolean {
  return isObject(v) &&
    optionalBool(v.readTextFile) &&
    optionalBool(v.writeTextFile) &&
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
    (v.modes == null || isSessionModeState(v.modes)) &&
    optionalSessionConfigOptionListOrNull(v.configOptions) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isHttpHeader(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.value === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isIdConfigValue(v: unknown): boolean {
  return isFields(v) &&
    typeof v.value === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isIdleStateUpdate(v: unknown): boolean {
  if (!(isObject(v) && (v.usage == null || isUsage(v.usage)))) return false;
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

function isJsonRpcFailure(v: unknown): boolean {
  return isFields(v) &&
    v.jsonrpc === '2.0' &&
    isRequestId(v.id) &&
    isError(v.error) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isJsonRpcNotification(v: unknown): boolean {
  return isFields(v) &&
    v.jsonrpc === '2.0' &&
    typeof v.method === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isJsonRpcRequest(v: unknown): boolean {
  return isFields(v) &&
    v.jsonrpc === '2.0' &&
    isRequestId(v.id) &&
    typeof v.method === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isJsonRpcResult(v: unknown): boolean {
  return isFields(v) &&
    v.jsonrpc === '2.0' &&
    isRequestId(v.id) &&
    v.result !== undefined &&
    (v._meta === undefined || isMeta(v._meta));
}

function isKillTerminalRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.terminalId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isKillTerminalResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isListProvidersRequest(v: unknown): boolean {
  return isObject(v) &&
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

function isLlmProtocol(v: unknown): boolean {
  return typeof v === 'string';
}

function isLoadSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.cwd === 'string' &&
    optionalStringList(v.additionalDirectories) &&
    isMcpServerList(v.mcpServers) &&
    (v.systemPrompt == null || isSystemPrompt(v.systemPrompt)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isLoadSessionResponse(v: unknown): boolean {
  return isObject(v) &&
    (v.modes == null || isSessionModeState(v.modes)) &&
    optionalSessionConfigOptionListOrNull(v.configOptions) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isLogoutRequest(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isLogoutResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMarker(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpCapabilities(v: unknown): boolean {
  return isObject(v) &&
    optionalBool(v.http) &&
    optionalBool(v.sse) &&
    optionalBool(v.acp) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpConnectionId(v: unknown): boolean {
  return typeof v === 'string';
}

function isMcpConnectionMessage(v: unknown): boolean {
  return isFields(v) &&
    typeof v.connectionId === 'string' &&
    typeof v.method === 'string' &&
    optionalAnyMapOrNull(v.params) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpError(v: unknown): boolean {
  return isFields(v) &&
    isI32(v.code) &&
    typeof v.message === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpInnerError(v: unknown): boolean {
  return isFields(v) &&
    isMcpError(v.error) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpInnerResult(v: unknown): boolean {
  return isFields(v) &&
    v.result !== undefined &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpMessageParams(v: unknown): boolean {
  return isMessageMcpRequest(v) || isMcpConnectionMessage(v);
}

function isMcpMessageResult(v: unknown): boolean {
  return v !== undefined;
}

function isMcpRequestId(v: unknown): boolean {
  return typeof v === 'string';
}

function isMcpServer(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.type) {
    case 'stdio':
      return isMcpServerStdio(v);
    case 'http':
      return isMcpServerHttp(v);
    case 'sse':
      return isMcpServerSse(v);
    case 'acp':
      return isMcpServerAcp(v);
    case undefined:
      return isMcpServerStdio(v);
    default:
      return typeof v.type === 'string' && isMcpServerStdio(v);
  }
}

function isMcpServerAcp(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.serverId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpServerAcpId(v: unknown): boolean {
  return typeof v === 'string';
}

function isMcpServerHttp(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.url === 'string' &&
    isHttpHeaderList(v.headers) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMcpServerSse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.name === 'string' &&
    typeof v.url === 'string' &&
    isHttpHeaderList(v.headers) &&
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

function isMessageId(v: unknown): boolean {
  return typeof v === 'string';
}

function isMessageMcpRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.serverId === 'string' &&
    typeof v.requestId === 'string' &&
    typeof v.method === 'string' &&
    optionalAnyMapOrNull(v.params) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isMessageMcpResponse(v: unknown): boolean {
  return isMcpInnerResult(v) || isMcpInnerError(v);
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
    (v.recentFiles == null || isNesRecentFilesCapabilities(v.recentFiles)) &&
    (v.relatedSnippets == null || isMarker(v.relatedSnippets)) &&
    (v.editHistory == null || isNesEditHistoryCapabilities(v.editHistory)) &&
    (v.userActions == null || isNesUserActionsCapabilities(v.userActions)) &&
    (v.openFiles == null || isMarker(v.openFiles)) &&
    (v.diagnostics == null || isMarker(v.diagnostics)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesDiagnostic(v: unknown): boolean {
  return isFields(v) &&
    typeof v.uri === 'string' &&
    isRange(v.range) &&
    isNesDiagnosticSeverity(v.severity) &&
    typeof v.message === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesDiagnosticSeverity(v: unknown): boolean {
  return v === 'error' || v === 'warning' || v === 'information' || v === 'hint';
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

function isNesDidSaveNotification(v: unknown): boolean {
  return isFields(v) &&
    optionalString(v.sessionId) &&
    typeof v.uri === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesDocumentDidChangeCapabilities(v: unknown): boolean {
  return isFields(v) &&
    isTextDocumentSyncKind(v.syncKind) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesDocumentEventCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.didOpen == null || isMarker(v.didOpen)) &&
    (v.didChange == null || isNesDocumentDidChangeCapabilities(v.didChange)) &&
    (v.didClose == null || isMarker(v.didClose)) &&
    (v.didSave == null || isMarker(v.didSave)) &&
    (v.didFocus == null || isMarker(v.didFocus)) &&
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
    typeof v.id === 'string' &&
    typeof v.uri === 'string' &&
    isNesTextEditList(v.edits) &&
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
    typeof v.id === 'string' &&
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

function isNesRecentFilesCapabilities(v: unknown): boolean {
  return isObject(v) &&
    optionalU32OrNull(v.maxCount) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesRejectReason(v: unknown): boolean {
  return v === 'rejected' || v === 'ignored' || v === 'replaced' || v === 'cancelled';
}

function isNesRelatedSnippet(v: unknown): boolean {
  return isFields(v) &&
    typeof v.uri === 'string' &&
    isNesExcerptList(v.excerpts) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesRenameSuggestion(v: unknown): boolean {
  return isFields(v) &&
    typeof v.id === 'string' &&
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
    typeof v.id === 'string' &&
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
      return false;
  }
}

function isNesSuggestionId(v: unknown): boolean {
  return typeof v === 'string';
}

function isNesTextEdit(v: unknown): boolean {
  return isFields(v) &&
    isRange(v.range) &&
    typeof v.newText === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesTriggerKind(v: unknown): boolean {
  return v === 'automatic' || v === 'diagnostic' || v === 'manual';
}

function isNesUserAction(v: unknown): boolean {
  return isFields(v) &&
    typeof v.action === 'string' &&
    typeof v.uri === 'string' &&
    isPosition(v.position) &&
    isU64(v.timestampMs) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNesUserActionsCapabilities(v: unknown): boolean {
  return isObject(v) &&
    optionalU32OrNull(v.maxCount) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isNewSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.cwd === 'string' &&
    optionalStringList(v.additionalDirectories) &&
    isMcpServerList(v.mcpServers) &&
    (v.systemPrompt == null || isSystemPrompt(v.systemPrompt)) &&
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

function isNoticeSeverity(v: unknown): boolean {
  return typeof v === 'string';
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

function isOpenDocumentsRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isOpenDocumentsResponse(v: unknown): boolean {
  return isFields(v) &&
    isWorkspaceDocumentList(v.documents) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPackageDistribution(v: unknown): boolean {
  return isFields(v) &&
    isStringFrom1(v.package) &&
    optionalStringList(v.args) &&
    optionalStringMap(v.env) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPermissionOption(v: unknown): boolean {
  return isFields(v) &&
    typeof v.optionId === 'string' &&
    typeof v.name === 'string' &&
    isPermissionOptionKind(v.kind) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPermissionOptionId(v: unknown): boolean {
  return typeof v === 'string';
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

function isPlanFile(v: unknown): boolean {
  return isFields(v) &&
    typeof v.planId === 'string' &&
    typeof v.uri === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPlanId(v: unknown): boolean {
  return typeof v === 'string';
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
      return false;
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
    optionalBool(v.image) &&
    optionalBool(v.audio) &&
    optionalBool(v.embeddedContext) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPromptRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    isContentBlockList(v.prompt) &&
    optionalRuntimeContextListOrNull(v.runtimeContext) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isPromptResponse(v: unknown): boolean {
  return isFields(v) &&
    isStopReason(v.stopReason) &&
    (v.usage == null || isUsage(v.usage)) &&
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

function isProviderId(v: unknown): boolean {
  return typeof v === 'string';
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

function isProxySuccessorResponse(v: unknown): boolean {
  return v !== undefined;
}

function isRange(v: unknown): boolean {
  return isFields(v) &&
    isPosition(v.start) &&
    isPosition(v.end) &&
    (v._meta === undefined || isMeta(v._meta));
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

function isRecentDocumentsRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    optionalU32OrNull(v.limit) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isRecentDocumentsResponse(v: unknown): boolean {
  return isFields(v) &&
    isWorkspaceDocumentList(v.documents) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isRejectNesNotification(v: unknown): boolean {
  return isFields(v) &&
    optionalString(v.sessionId) &&
    typeof v.id === 'string' &&
    (v.reason == null || isNesRejectReason(v.reason)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isReleaseTerminalRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.terminalId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isReleaseTerminalResponse(v: unknown): boolean {
  return isObject(v) &&
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

function isRequiresActionStateUpdate(v: unknown): boolean {
  return isObject(v) &&
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
    (v.systemPrompt == null || isSystemPrompt(v.systemPrompt)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isResumeSessionResponse(v: unknown): boolean {
  return isObject(v) &&
    (v.modes == null || isSessionModeState(v.modes)) &&
    optionalSessionConfigOptionListOrNull(v.configOptions) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isRole(v: unknown): boolean {
  return v === 'assistant' || v === 'user';
}

function isRunningStateUpdate(v: unknown): boolean {
  return isObject(v) &&
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

function isSessionArchiveFilter(v: unknown): boolean {
  return typeof v === 'string';
}

function isSessionCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.list == null || isMarker(v.list)) &&
    (v.resume == null || isMarker(v.resume)) &&
    (v.close == null || isMarker(v.close)) &&
    (v.delete == null || isMarker(v.delete)) &&
    (v.additionalDirectories == null || isMarker(v.additionalDirectories)) &&
    (v.systemPrompt == null || isSessionSystemPromptCapabilities(v.systemPrompt)) &&
    (v.fork == null || isMarker(v.fork)) &&
    (v.archive == null || isMarker(v.archive)) &&
    (v.status == null || isMarker(v.status)) &&
    (v.title == null || isMarker(v.title)) &&
    (v.runtimeContext == null || isMarker(v.runtimeContext)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionConfigBoolean(v: unknown): boolean {
  return isFields(v) &&
    typeof v.currentValue === 'boolean' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionConfigGroupId(v: unknown): boolean {
  return typeof v === 'string';
}

function isSessionConfigId(v: unknown): boolean {
  return typeof v === 'string';
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

function isSessionConfigOptionCategory(v: unknown): boolean {
  return typeof v === 'string';
}

function isSessionConfigOptionsCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.boolean == null || isMarker(v.boolean)) &&
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

function isSessionConfigValueId(v: unknown): boolean {
  return typeof v === 'string';
}

function isSessionId(v: unknown): boolean {
  return typeof v === 'string';
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

function isSessionMode(v: unknown): boolean {
  return isFields(v) &&
    typeof v.id === 'string' &&
    typeof v.name === 'string' &&
    optionalStringOrNull(v.description) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionModeId(v: unknown): boolean {
  return typeof v === 'string';
}

function isSessionModeState(v: unknown): boolean {
  return isFields(v) &&
    typeof v.currentModeId === 'string' &&
    isSessionModeList(v.availableModes) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionNotification(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    isSessionUpdate(v.update) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionStatus(v: unknown): boolean {
  return typeof v === 'string';
}

function isSessionStatusRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionStatusResponse(v: unknown): boolean {
  return isFields(v) &&
    typeof v.status === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionSystemPromptCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.mode == null || isSessionSystemPromptModeCapabilities(v.mode)) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSessionSystemPromptModeCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.override == null || isMarker(v.override)) &&
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
    case 'plan_update':
      return isPlanUpdate(v);
    case 'plan_removed':
      return isPlanRemoved(v);
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
    case 'subagent_update':
      return isSubagentUpdate(v);
    case 'session_message':
      return isSessionMessage(v);
    case 'session_message_chunk':
      return isSessionMessageChunk(v);
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

function isSetProviderResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
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

function isSetSessionConfigOptionResponse(v: unknown): boolean {
  return isFields(v) &&
    isSessionConfigOptionList(v.configOptions) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSetSessionModeRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.modeId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isSetSessionModeResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
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
    optionalSessionConfigOptionListOrNull(v.configOptions) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isStateUpdate(v: unknown): boolean {
  if (!(isFields(v))) return false;
  switch (v.state) {
    case 'running':
      return isRunningStateUpdate(v);
    case 'idle':
      return isIdleStateUpdate(v);
    case 'requires_action':
      return isRequiresActionStateUpdate(v);
    case 'unknown':
      return isUnknownStateUpdate(v);
    default:
      return typeof v.state === 'string' && (v._meta === undefined || isMeta(v._meta));
  }
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

function isSubagentSessionCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.cancel == null || isMarker(v.cancel)) &&
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
    isNesTriggerKind(v.triggerKind) &&
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

function isSystemPromptMode(v: unknown): boolean {
  return typeof v === 'string';
}

function isTerminal(v: unknown): boolean {
  return isFields(v) &&
    typeof v.terminalId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTerminalExitStatus(v: unknown): boolean {
  return isObject(v) &&
    optionalU32OrNull(v.exitCode) &&
    optionalStringOrNull(v.signal) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isTerminalId(v: unknown): boolean {
  return typeof v === 'string';
}

function isTerminalOutputRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.terminalId === 'string' &&
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
      return isTerminal(v);
    default:
      return false;
  }
}

function isToolCallId(v: unknown): boolean {
  return typeof v === 'string';
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

function isUnarchiveSessionRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isUnarchiveSessionResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isUnknownElicitationMode(v: unknown): boolean {
  return isObject(v) &&
    isElicitationScope(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isUnknownStateUpdate(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isUnstructuredCommandInput(v: unknown): boolean {
  return isFields(v) &&
    typeof v.hint === 'string' &&
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

function isWaitForTerminalExitRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.terminalId === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isWaitForTerminalExitResponse(v: unknown): boolean {
  return isObject(v) &&
    optionalU32OrNull(v.exitCode) &&
    optionalStringOrNull(v.signal) &&
    (v._meta === undefined || isMeta(v._meta));
}

function isWorkspaceCapabilities(v: unknown): boolean {
  return isObject(v) &&
    (v.openDocuments == null || isMarker(v.openDocuments)) &&
    (v.recentDocuments == null || isMarker(v.recentDocuments)) &&
    (v.activeDocument == null || isMarker(v.activeDocument)) &&
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

function isWriteTextFileRequest(v: unknown): boolean {
  return isFields(v) &&
    typeof v.sessionId === 'string' &&
    typeof v.path === 'string' &&
    typeof v.content === 'string' &&
    (v._meta === undefined || isMeta(v._meta));
}

function isWriteTextFileResponse(v: unknown): boolean {
  return isObject(v) &&
    (v._meta === undefined || isMeta(v._meta));
}

function optionalString(v: unknown): boolean {
  return v === undefined || typeof v === 'string';
}

function optionalBool(v: unknown): boolean {
  return v === undefined || typeof v === 'boolean';
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

function isAgentManifestList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isAgentManifest(v[i]))) return false;
  return true;
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

function optionalBoolOrNull(v: unknown): boolean {
  return v == null || typeof v === 'boolean';
}

function isAuthEnvVarList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isAuthEnvVar(v[i]))) return false;
  return true;
}

function optionalStringMap(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isMap(v)) return false;
  for (const key of Object.keys(v)) if (!(typeof v[key] === 'string')) return false;
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

function optionalText413161(v: unknown): boolean {
  return v === undefined || (typeof v === 'string' && /^[a-fA-F0-9]{64}$/u.test(v));
}

function optionalPositionEncodingKindList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isPositionEncodingKind(v[i]))) return false;
  return true;
}

function optionalAnyMapOrNull(v: unknown): boolean {
  return v == null || isObject(v);
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

function isTextDocumentContentChangeEventList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isTextDocumentContentChangeEvent(v[i]))) return false;
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

function optionalMcpServerList(v: unknown): boolean {
  if (v === undefined) return true;
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

function optionalAuthMethodList(v: unknown): boolean {
  if (v === undefined) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isAuthMethod(v[i]))) return false;
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

function isMcpServerList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isMcpServer(v[i]))) return false;
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

function optionalU32OrNull(v: unknown): boolean {
  return v == null || isU32(v);
}

function isNesTextEditList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
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

function isContentBlockList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isContentBlock(v[i]))) return false;
  return true;
}

function optionalRuntimeContextListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isRuntimeContext(v[i]))) return false;
  return true;
}

function isStringOrNull(v: unknown): boolean {
  return v === null || typeof v === 'string';
}

function isPermissionOptionList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isPermissionOption(v[i]))) return false;
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

function optionalWorkspaceFolderListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isWorkspaceFolder(v[i]))) return false;
  return true;
}

function optionalEnumOptionListOrNull(v: unknown): boolean {
  if (v == null) return true;
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isEnumOption(v[i]))) return false;
  return true;
}

function isNesSuggestionList(v: unknown): boolean {
  if (!isListOf(v, 0)) return false;
  for (let i = 0; i < v.length; i++) if (!(isNesSuggestion(v[i]))) return false;
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

/** The strict check of every definition. */
export const checks: Readonly<Record<string, Check>> = {
  AcceptNesNotification: isAcceptNesNotification,
  ActiveDocumentRequest: isActiveDocumentRequest,
  ActiveDocumentResponse: isActiveDocumentResponse,
  AgentAuthCapabilities: isAgentAuthCapabilities,
  AgentCapabilities: isAgentCapabilities,
  AgentDistribution: isAgentDistribution,
  AgentManifest: isAgentManifest,
  AgentRegistry: isAgentRegistry,
  Annotations: isAnnotations,
  ArchiveSessionRequest: isArchiveSessionRequest,
  ArchiveSessionResponse: isArchiveSessionResponse,
  AudioContent: isAudioContent,
  AuthAccount: isAuthAccount,
  AuthCapabilities: isAuthCapabilities,
  AuthenticateRequest: isAuthenticateRequest,
  AuthenticateResponse: isAuthenticateResponse,
  AuthEnvVar: isAuthEnvVar,
  AuthMethod: isAuthMethod,
  AuthMethodAgent: isAuthMethodAgent,
  AuthMethodEnvVar: isAuthMethodEnvVar,
  AuthMethodId: isAuthMethodId,
  AuthMethodTerminal: isAuthMethodTerminal,
  AuthState: isAuthState,
  AuthStatusRequest: isAuthStatusRequest,
  AuthStatusResponse: isAuthStatusResponse,
  AuthStatusUpdateNotification: isAuthStatusUpdateNotification,
  AvailableCommand: isAvailableCommand,
  AvailableCommandInput: isAvailableCommandInput,
  AvailableCommandsUpdate: isAvailableCommandsUpdate,
  BinaryDistribution: isBinaryDistribution,
  BinaryTarget: isBinaryTarget,
  BlobResourceContents: isBlobResourceContents,
  BooleanConfigValue: isBooleanConfigValue,
  BooleanPropertySchema: isBooleanPropertySchema,
  CancelNotification: isCancelNotification,
  CancelRequestNotification: isCancelRequestNotification,
  ClientCapabilities: isClientCapabilities,
  ClientNesCapabilities: isClientNesCapabilities,
  ClientSessionCapabilities: isClientSessionCapabilities,
  CloseNesRequest: isCloseNesRequest,
  CloseNesResponse: isCloseNesResponse,
  CloseSessionRequest: isCloseSessionRequest,
  CloseSessionResponse: isCloseSessionResponse,
  CompactionId: isCompactionId,
  CompactionStatus: isCompactionStatus,
  CompactionSummaryChunk: isCompactionSummaryChunk,
  CompactionUpdate: isCompactionUpdate,
  CompleteElicitationNotification: isCompleteElicitationNotification,
  ConfigOptionUpdate: isConfigOptionUpdate,
  ConnectMcpRequest: isConnectMcpRequest,
  ConnectMcpResponse: isConnectMcpResponse,
  Content: isContent,
  ContentBlock: isContentBlock,
  ContentChunk: isContentChunk,
  Cost: isCost,
  CreateElicitationRequest: isCreateElicitationRequest,
  CreateElicitationResponse: isCreateElicitationResponse,
  CreateTerminalRequest: isCreateTerminalRequest,
  CreateTerminalResponse: isCreateTerminalResponse,
  CurrentModeUpdate: isCurrentModeUpdate,
  DeleteSessionRequest: isDeleteSessionRequest,
  DeleteSessionResponse: isDeleteSessionResponse,
  DidChangeDocumentNotification: isDidChangeDocumentNotification,
  DidCloseDocumentNotification: isDidCloseDocumentNotification,
  DidFocusDocumentNotification: isDidFocusDocumentNotification,
  DidOpenDocumentNotification: isDidOpenDocumentNotification,
  DidSaveDocumentNotification: isDidSaveDocumentNotification,
  Diff: isDiff,
  DisableProviderRequest: isDisableProviderRequest,
  DisableProviderResponse: isDisableProviderResponse,
  DisconnectMcpRequest: isDisconnectMcpRequest,
  DisconnectMcpResponse: isDisconnectMcpResponse,
  ElicitationAcceptAction: isElicitationAcceptAction,
  ElicitationCapabilities: isElicitationCapabilities,
  ElicitationContentValue: isElicitationContentValue,
  ElicitationFormMode: isElicitationFormMode,
  ElicitationId: isElicitationId,
  ElicitationPropertySchema: isElicitationPropertySchema,
  ElicitationRequestScope: isElicitationRequestScope,
  ElicitationSchema: isElicitationSchema,
  ElicitationSchemaType: isElicitationSchemaType,
  ElicitationScope: isElicitationScope,
  ElicitationSessionScope: isElicitationSessionScope,
  ElicitationUrlMode: isElicitationUrlMode,
  EmbeddedResource: isEmbeddedResource,
  EmbeddedResourceResource: isEmbeddedResourceResource,
  EnumOption: isEnumOption,
  EnvVariable: isEnvVariable,
  Error: isError,
  ErrorCode: isErrorCode,
  ErrorStopReason: isErrorStopReason,
  FileSystemCapabilities: isFileSystemCapabilities,
  ForkSessionRequest: isForkSessionRequest,
  ForkSessionResponse: isForkSessionResponse,
  HttpHeader: isHttpHeader,
  IdConfigValue: isIdConfigValue,
  IdleStateUpdate: isIdleStateUpdate,
  ImageContent: isImageContent,
  Implementation: isImplementation,
  InitializeRequest: isInitializeRequest,
  InitializeResponse: isInitializeResponse,
  IntegerPropertySchema: isIntegerPropertySchema,
  JsonRpcFailure: isJsonRpcFailure,
  JsonRpcNotification: isJsonRpcNotification,
  JsonRpcRequest: isJsonRpcRequest,
  JsonRpcResult: isJsonRpcResult,
  KillTerminalRequest: isKillTerminalRequest,
  KillTerminalResponse: isKillTerminalResponse,
  ListProvidersRequest: isListProvidersRequest,
  ListProvidersResponse: isListProvidersResponse,
  ListSessionsRequest: isListSessionsRequest,
  ListSessionsResponse: isListSessionsResponse,
  LlmProtocol: isLlmProtocol,
  LoadSessionRequest: isLoadSessionRequest,
  LoadSessionResponse: isLoadSessionResponse,
  LogoutRequest: isLogoutRequest,
  LogoutResponse: isLogoutResponse,
  Marker: isMarker,
  McpCapabilities: isMcpCapabilities,
  McpConnectionId: isMcpConnectionId,
  McpConnectionMessage: isMcpConnectionMessage,
  McpError: isMcpError,
  McpInnerError: isMcpInnerError,
  McpInnerResult: isMcpInnerResult,
  McpMessageParams: isMcpMessageParams,
  McpMessageResult: isMcpMessageResult,
  McpRequestId: isMcpRequestId,
  McpServer: isMcpServer,
  McpServerAcp: isMcpServerAcp,
  McpServerAcpId: isMcpServerAcpId,
  McpServerHttp: isMcpServerHttp,
  McpServerSse: isMcpServerSse,
  McpServerStdio: isMcpServerStdio,
  MessageId: isMessageId,
  MessageMcpRequest: isMessageMcpRequest,
  MessageMcpResponse: isMessageMcpResponse,
  MultiSelectItems: isMultiSelectItems,
  MultiSelectPropertySchema: isMultiSelectPropertySchema,
  NesCapabilities: isNesCapabilities,
  NesContextCapabilities: isNesContextCapabilities,
  NesDiagnostic: isNesDiagnostic,
  NesDiagnosticSeverity: isNesDiagnosticSeverity,
  NesDidChangeNotification: isNesDidChangeNotification,
  NesDidCloseNotification: isNesDidCloseNotification,
  NesDidFocusNotification: isNesDidFocusNotification,
  NesDidOpenNotification: isNesDidOpenNotification,
  NesDidSaveNotification: isNesDidSaveNotification,
  NesDocumentDidChangeCapabilities: isNesDocumentDidChangeCapabilities,
  NesDocumentEventCapabilities: isNesDocumentEventCapabilities,
  NesEditHistoryCapabilities: isNesEditHistoryCapabilities,
  NesEditHistoryEntry: isNesEditHistoryEntry,
  NesEditSuggestion: isNesEditSuggestion,
  NesEventCapabilities: isNesEventCapabilities,
  NesExcerpt: isNesExcerpt,
  NesJumpSuggestion: isNesJumpSuggestion,
  NesOpenFile: isNesOpenFile,
  NesRecentFile: isNesRecentFile,
  NesRecentFilesCapabilities: isNesRecentFilesCapabilities,
  NesRejectReason: isNesRejectReason,
  NesRelatedSnippet: isNesRelatedSnippet,
  NesRenameSuggestion: isNesRenameSuggestion,
  NesRepository: isNesRepository,
  NesSearchAndReplaceSuggestion: isNesSearchAndReplaceSuggestion,
  NesSuggestContext: isNesSuggestContext,
  NesSuggestion: isNesSuggestion,
  NesSuggestionId: isNesSuggestionId,
  NesTextEdit: isNesTextEdit,
  NesTriggerKind: isNesTriggerKind,
  NesUserAction: isNesUserAction,
  NesUserActionsCapabilities: isNesUserActionsCapabilities,
  NewSessionRequest: isNewSessionRequest,
  NewSessionResponse: isNewSessionResponse,
  Notice: isNotice,
  NoticeSeverity: isNoticeSeverity,
  NumberPropertySchema: isNumberPropertySchema,
  OpenDocumentsRequest: isOpenDocumentsRequest,
  OpenDocumentsResponse: isOpenDocumentsResponse,
  PackageDistribution: isPackageDistribution,
  PermissionOption: isPermissionOption,
  PermissionOptionId: isPermissionOptionId,
  PermissionOptionKind: isPermissionOptionKind,
  Plan: isPlan,
  PlanEntry: isPlanEntry,
  PlanEntryPriority: isPlanEntryPriority,
  PlanEntryStatus: isPlanEntryStatus,
  PlanFile: isPlanFile,
  PlanId: isPlanId,
  PlanItems: isPlanItems,
  PlanMarkdown: isPlanMarkdown,
  PlanRemoved: isPlanRemoved,
  PlanUpdate: isPlanUpdate,
  PlanUpdateContent: isPlanUpdateContent,
  Position: isPosition,
  PositionEncodingKind: isPositionEncodingKind,
  PromptCapabilities: isPromptCapabilities,
  PromptRequest: isPromptRequest,
  PromptResponse: isPromptResponse,
  ProtocolVersion: isProtocolVersion,
  ProviderCurrentConfig: isProviderCurrentConfig,
  ProviderId: isProviderId,
  ProviderInfo: isProviderInfo,
  ProxySuccessorRequest: isProxySuccessorRequest,
  ProxySuccessorResponse: isProxySuccessorResponse,
  Range: isRange,
  ReadTextFileRequest: isReadTextFileRequest,
  ReadTextFileResponse: isReadTextFileResponse,
  RecentDocumentsRequest: isRecentDocumentsRequest,
  RecentDocumentsResponse: isRecentDocumentsResponse,
  RejectNesNotification: isRejectNesNotification,
  ReleaseTerminalRequest: isReleaseTerminalRequest,
  ReleaseTerminalResponse: isReleaseTerminalResponse,
  RequestId: isRequestId,
  RequestPermissionOutcome: isRequestPermissionOutcome,
  RequestPermissionRequest: isRequestPermissionRequest,
  RequestPermissionResponse: isRequestPermissionResponse,
  RequiresActionStateUpdate: isRequiresActionStateUpdate,
  ResourceLink: isResourceLink,
  ResumeSessionRequest: isResumeSessionRequest,
  ResumeSessionResponse: isResumeSessionResponse,
  Role: isRole,
  RunningStateUpdate: isRunningStateUpdate,
  RuntimeContext: isRuntimeContext,
  SelectedPermissionOutcome: isSelectedPermissionOutcome,
  SessionArchiveFilter: isSessionArchiveFilter,
  SessionCapabilities: isSessionCapabilities,
  SessionConfigBoolean: isSessionConfigBoolean,
  SessionConfigGroupId: isSessionConfigGroupId,
  SessionConfigId: isSessionConfigId,
  SessionConfigOption: isSessionConfigOption,
  SessionConfigOptionCategory: isSessionConfigOptionCategory,
  SessionConfigOptionsCapabilities: isSessionConfigOptionsCapabilities,
  SessionConfigSelect: isSessionConfigSelect,
  SessionConfigSelectGroup: isSessionConfigSelectGroup,
  SessionConfigSelectOption: isSessionConfigSelectOption,
  SessionConfigSelectOptions: isSessionConfigSelectOptions,
  SessionConfigValueId: isSessionConfigValueId,
  SessionId: isSessionId,
  SessionInfo: isSessionInfo,
  SessionInfoUpdate: isSessionInfoUpdate,
  SessionMessage: isSessionMessage,
  SessionMessageChunk: isSessionMessageChunk,
  SessionMode: isSessionMode,
  SessionModeId: isSessionModeId,
  SessionModeState: isSessionModeState,
  SessionNotification: isSessionNotification,
  SessionStatus: isSessionStatus,
  SessionStatusRequest: isSessionStatusRequest,
  SessionStatusResponse: isSessionStatusResponse,
  SessionSystemPromptCapabilities: isSessionSystemPromptCapabilities,
  SessionSystemPromptModeCapabilities: isSessionSystemPromptModeCapabilities,
  SessionUpdate: isSessionUpdate,
  SetProviderRequest: isSetProviderRequest,
  SetProviderResponse: isSetProviderResponse,
  SetSessionConfigOptionRequest: isSetSessionConfigOptionRequest,
  SetSessionConfigOptionResponse: isSetSessionConfigOptionResponse,
  SetSessionModeRequest: isSetSessionModeRequest,
  SetSessionModeResponse: isSetSessionModeResponse,
  SetSessionTitleRequest: isSetSessionTitleRequest,
  SetSessionTitleResponse: isSetSessionTitleResponse,
  StartNesRequest: isStartNesRequest,
  StartNesResponse: isStartNesResponse,
  StateUpdate: isStateUpdate,
  StopReason: isStopReason,
  StringFormat: isStringFormat,
  StringMultiSelectItems: isStringMultiSelectItems,
  StringPropertySchema: isStringPropertySchema,
  SubagentSessionCapabilities: isSubagentSessionCapabilities,
  SubagentUpdate: isSubagentUpdate,
  SuggestNesRequest: isSuggestNesRequest,
  SuggestNesResponse: isSuggestNesResponse,
  SystemPrompt: isSystemPrompt,
  SystemPromptMode: isSystemPromptMode,
  Terminal: isTerminal,
  TerminalExitStatus: isTerminalExitStatus,
  TerminalId: isTerminalId,
  TerminalOutputRequest: isTerminalOutputRequest,
  TerminalOutputResponse: isTerminalOutputResponse,
  TextContent: isTextContent,
  TextDocumentContentChangeEvent: isTextDocumentContentChangeEvent,
  TextDocumentSyncKind: isTextDocumentSyncKind,
  TextResourceContents: isTextResourceContents,
  TitledMultiSelectItems: isTitledMultiSelectItems,
  ToolCall: isToolCall,
  ToolCallContent: isToolCallContent,
  ToolCallId: isToolCallId,
  ToolCallLocation: isToolCallLocation,
  ToolCallStatus: isToolCallStatus,
  ToolCallUpdate: isToolCallUpdate,
  ToolKind: isToolKind,
  UnarchiveSessionRequest: isUnarchiveSessionRequest,
  UnarchiveSessionResponse: isUnarchiveSessionResponse,
  UnknownElicitationMode: isUnknownElicitationMode,
  UnknownStateUpdate: isUnknownStateUpdate,
  UnstructuredCommandInput: isUnstructuredCommandInput,
  Usage: isUsage,
  UsageUpdate: isUsageUpdate,
  WaitForTerminalExitRequest: isWaitForTerminalExitRequest,
  WaitForTerminalExitResponse: isWaitForTerminalExitResponse,
  WorkspaceCapabilities: isWorkspaceCapabilities,
  WorkspaceDocument: isWorkspaceDocument,
  WorkspaceFolder: isWorkspaceFolder,
  WriteTextFileRequest: isWriteTextFileRequest,
  WriteTextFileResponse: isWriteTextFileResponse,
};
