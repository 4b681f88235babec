// Generated from src/definitions by `npm run generate`. Do not edit.
import { dictionary } from '../dictionary.ts';
import { createValidator, type Validator } from '../validator.ts';
import * as checks from './checks.gen.ts';
import { table } from './table.gen.ts';
import type * as types from './types.gen.ts';

/** A validator for every definition of this version. */
export interface Validators {
  readonly AgentAuthCapabilities: Validator<types.AgentAuthCapabilities>;
  readonly AgentCapabilities: Validator<types.AgentCapabilities>;
  readonly AgentDistribution: Validator<types.AgentDistribution>;
  readonly AgentManifest: Validator<types.AgentManifest>;
  readonly AgentRegistry: Validator<types.AgentRegistry>;
  readonly Annotations: Validator<types.Annotations>;
  readonly AudioContent: Validator<types.AudioContent>;
  readonly AuthCapabilities: Validator<types.AuthCapabilities>;
  readonly AuthenticateRequest: Validator<types.AuthenticateRequest>;
  readonly AuthenticateResponse: Validator<types.AuthenticateResponse>;
  readonly AuthMethod: Validator<types.AuthMethod>;
  readonly AuthMethodAgent: Validator<types.AuthMethodAgent>;
  readonly AuthMethodId: Validator<types.AuthMethodId>;
  readonly AuthMethodTerminal: Validator<types.AuthMethodTerminal>;
  readonly AvailableCommand: Validator<types.AvailableCommand>;
  readonly AvailableCommandInput: Validator<types.AvailableCommandInput>;
  readonly AvailableCommandsUpdate: Validator<types.AvailableCommandsUpdate>;
  readonly BinaryDistribution: Validator<types.BinaryDistribution>;
  readonly BinaryTarget: Validator<types.BinaryTarget>;
  readonly BlobResourceContents: Validator<types.BlobResourceContents>;
  readonly BooleanConfigValue: Validator<types.BooleanConfigValue>;
  readonly BooleanPropertySchema: Validator<types.BooleanPropertySchema>;
  readonly CancelNotification: Validator<types.CancelNotification>;
  readonly CancelRequestNotification: Validator<types.CancelRequestNotification>;
  readonly ClientCapabilities: Validator<types.ClientCapabilities>;
  readonly ClientSessionCapabilities: Validator<types.ClientSessionCapabilities>;
  readonly CloseSessionRequest: Validator<types.CloseSessionRequest>;
  readonly CloseSessionResponse: Validator<types.CloseSessionResponse>;
  readonly CompactionId: Validator<types.CompactionId>;
  readonly CompactionStatus: Validator<types.CompactionStatus>;
  readonly CompactionSummaryChunk: Validator<types.CompactionSummaryChunk>;
  readonly CompactionUpdate: Validator<types.CompactionUpdate>;
  readonly CompleteElicitationNotification: Validator<types.CompleteElicitationNotification>;
  readonly ConfigOptionUpdate: Validator<types.ConfigOptionUpdate>;
  readonly Content: Validator<types.Content>;
  readonly ContentBlock: Validator<types.ContentBlock>;
  readonly ContentChunk: Validator<types.ContentChunk>;
  readonly Cost: Validator<types.Cost>;
  readonly CreateElicitationRequest: Validator<types.CreateElicitationRequest>;
  readonly CreateElicitationResponse: Validator<types.CreateElicitationResponse>;
  readonly CreateTerminalRequest: Validator<types.CreateTerminalRequest>;
  readonly CreateTerminalResponse: Validator<types.CreateTerminalResponse>;
  readonly CurrentModeUpdate: Validator<types.CurrentModeUpdate>;
  readonly DeleteSessionRequest: Validator<types.DeleteSessionRequest>;
  readonly DeleteSessionResponse: Validator<types.DeleteSessionResponse>;
  readonly Diff: Validator<types.Diff>;
  readonly ElicitationAcceptAction: Validator<types.ElicitationAcceptAction>;
  readonly ElicitationCapabilities: Validator<types.ElicitationCapabilities>;
  readonly ElicitationContentValue: Validator<types.ElicitationContentValue>;
  readonly ElicitationFormMode: Validator<types.ElicitationFormMode>;
  readonly ElicitationId: Validator<types.ElicitationId>;
  readonly ElicitationPropertySchema: Validator<types.ElicitationPropertySchema>;
  readonly ElicitationRequestScope: Validator<types.ElicitationRequestScope>;
  readonly ElicitationSchema: Validator<types.ElicitationSchema>;
  readonly ElicitationSchemaType: Validator<types.ElicitationSchemaType>;
  readonly ElicitationScope: Validator<types.ElicitationScope>;
  readonly ElicitationSessionScope: Validator<types.ElicitationSessionScope>;
  readonly ElicitationUrlMode: Validator<types.ElicitationUrlMode>;
  readonly EmbeddedResource: Validator<types.EmbeddedResource>;
  readonly EmbeddedResourceResource: Validator<types.EmbeddedResourceResource>;
  readonly EnumOption: Validator<types.EnumOption>;
  readonly EnvVariable: Validator<types.EnvVariable>;
  readonly Error: Validator<types.Error>;
  readonly ErrorCode: Validator<types.ErrorCode>;
  readonly FileSystemCapabilities: Validator<types.FileSystemCapabilities>;
  readonly HttpHeader: Validator<types.HttpHeader>;
  readonly IdConfigValue: Validator<types.IdConfigValue>;
  readonly ImageContent: Validator<types.ImageContent>;
  readonly Implementation: Validator<types.Implementation>;
  readonly InitializeRequest: Validator<types.InitializeRequest>;
  readonly InitializeResponse: Validator<types.InitializeResponse>;
  readonly IntegerPropertySchema: Validator<types.IntegerPropertySchema>;
  readonly JsonRpcFailure: Validator<types.JsonRpcFailure>;
  readonly JsonRpcNotification: Validator<types.JsonRpcNotification>;
  readonly JsonRpcRequest: Validator<types.JsonRpcRequest>;
  readonly JsonRpcResult: Validator<types.JsonRpcResult>;
  readonly KillTerminalRequest: Validator<types.KillTerminalRequest>;
  readonly KillTerminalResponse: Validator<types.KillTerminalResponse>;
  readonly ListSessionsRequest: Validator<types.ListSessionsRequest>;
  readonly ListSessionsResponse: Validator<types.ListSessionsResponse>;
  readonly LoadSessionRequest: Validator<types.LoadSessionRequest>;
  readonly LoadSessionResponse: Validator<types.LoadSessionResponse>;
  readonly LogoutRequest: Validator<types.LogoutRequest>;
  readonly LogoutResponse: Validator<types.LogoutResponse>;
  readonly Marker: Validator<types.Marker>;
  readonly McpCapabilities: Validator<types.McpCapabilities>;
  readonly McpServer: Validator<types.McpServer>;
  readonly McpServerHttp: Validator<types.McpServerHttp>;
  readonly McpServerSse: Validator<types.McpServerSse>;
  readonly McpServerStdio: Validator<types.McpServerStdio>;
  readonly MessageId: Validator<types.MessageId>;
  readonly MultiSelectItems: Validator<types.MultiSelectItems>;
  readonly MultiSelectPropertySchema: Validator<types.MultiSelectPropertySchema>;
  readonly NewSessionRequest: Validator<types.NewSessionRequest>;
  readonly NewSessionResponse: Validator<types.NewSessionResponse>;
  readonly Notice: Validator<types.Notice>;
  readonly NoticeSeverity: Validator<types.NoticeSeverity>;
  readonly NumberPropertySchema: Validator<types.NumberPropertySchema>;
  readonly PackageDistribution: Validator<types.PackageDistribution>;
  readonly PermissionOption: Validator<types.PermissionOption>;
  readonly PermissionOptionId: Validator<types.PermissionOptionId>;
  readonly PermissionOptionKind: Validator<types.PermissionOptionKind>;
  readonly Plan: Validator<types.Plan>;
  readonly PlanEntry: Validator<types.PlanEntry>;
  readonly PlanEntryPriority: Validator<types.PlanEntryPriority>;
  readonly PlanEntryStatus: Validator<types.PlanEntryStatus>;
  readonly PromptCapabilities: Validator<types.PromptCapabilities>;
  readonly PromptRequest: Validator<types.PromptRequest>;
  readonly PromptResponse: Validator<types.PromptResponse>;
  readonly ProtocolVersion: Validator<types.ProtocolVersion>;
  readonly ReadTextFileRequest: Validator<types.ReadTextFileRequest>;
  readonly ReadTextFileResponse: Validator<types.ReadTextFileResponse>;
  readonly ReleaseTerminalRequest: Validator<types.ReleaseTerminalRequest>;
  readonly ReleaseTerminalResponse: Validator<types.ReleaseTerminalResponse>;
  readonly RequestId: Validator<types.RequestId>;
  readonly RequestPermissionOutcome: Validator<types.RequestPermissionOutcome>;
  readonly RequestPermissionRequest: Validator<types.RequestPermissionRequest>;
  readonly RequestPermissionResponse: Validator<types.RequestPermissionResponse>;
  readonly ResourceLink: Validator<types.ResourceLink>;
  readonly ResumeSessionRequest: Validator<types.ResumeSessionRequest>;
  readonly ResumeSessionResponse: Validator<types.ResumeSessionResponse>;
  readonly Role: Validator<types.Role>;
  readonly SelectedPermissionOutcome: Validator<types.SelectedPermissionOutcome>;
  readonly SessionCapabilities: Validator<types.SessionCapabilities>;
  readonly SessionConfigBoolean: Validator<types.SessionConfigBoolean>;
  readonly SessionConfigGroupId: Validator<types.SessionConfigGroupId>;
  readonly SessionConfigId: Validator<types.SessionConfigId>;
  readonly SessionConfigOption: Validator<types.SessionConfigOption>;
  readonly SessionConfigOptionCategory: Validator<types.SessionConfigOptionCategory>;
  readonly SessionConfigOptionsCapabilities: Validator<types.SessionConfigOptionsCapabilities>;
  readonly SessionConfigSelect: Validator<types.SessionConfigSelect>;
  readonly SessionConfigSelectGroup: Validator<types.SessionConfigSelectGroup>;
  readonly SessionConfigSelectOption: Validator<types.SessionConfigSelectOption>;
  readonly SessionConfigSelectOptions: Validator<types.SessionConfigSelectOptions>;
  readonly SessionConfigValueId: Validator<types.SessionConfigValueId>;
  readonly SessionId: Validator<types.SessionId>;
  readonly SessionInfo: Validator<types.SessionInfo>;
  readonly SessionInfoUpdate: Validator<types.SessionInfoUpdate>;
  readonly SessionMode: Validator<types.SessionMode>;
  readonly SessionModeId: Validator<types.SessionModeId>;
  readonly SessionModeState: Validator<types.SessionModeState>;
  readonly SessionNotification: Validator<types.SessionNotification>;
  readonly SessionUpdate: Validator<types.SessionUpdate>;
  readonly SetSessionConfigOptionRequest: Validator<types.SetSessionConfigOptionRequest>;
  readonly SetSessionConfigOptionResponse: Validator<types.SetSessionConfigOptionResponse>;
  readonly SetSessionModeRequest: Validator<types.SetSessionModeRequest>;
  readonly SetSessionModeResponse: Validator<types.SetSessionModeResponse>;
  readonly StopReason: Validator<types.StopReason>;
  readonly StringFormat: Validator<types.StringFormat>;
  readonly StringMultiSelectItems: Validator<types.StringMultiSelectItems>;
  readonly StringPropertySchema: Validator<types.StringPropertySchema>;
  readonly Terminal: Validator<types.Terminal>;
  readonly TerminalExitStatus: Validator<types.TerminalExitStatus>;
  readonly TerminalId: Validator<types.TerminalId>;
  readonly TerminalOutputRequest: Validator<types.TerminalOutputRequest>;
  readonly TerminalOutputResponse: Validator<types.TerminalOutputResponse>;
  readonly TextContent: Validator<types.TextContent>;
  readonly TextResourceContents: Validator<types.TextResourceContents>;
  readonly TitledMultiSelectItems: Validator<types.TitledMultiSelectItems>;
  readonly ToolCall: Validator<types.ToolCall>;
  readonly ToolCallContent: Validator<types.ToolCallContent>;
  readonly ToolCallId: Validator<types.ToolCallId>;
  readonly ToolCallLocation: Validator<types.ToolCallLocation>;
  readonly ToolCallStatus: Validator<types.ToolCallStatus>;
  readonly ToolCallUpdate: Validator<types.ToolCallUpdate>;
  readonly ToolKind: Validator<types.ToolKind>;
  readonly UnknownElicitationMode: Validator<types.UnknownElicitationMode>;
  readonly UnstructuredCommandInput: Validator<types.UnstructuredCommandInput>;
  readonly UsageUpdate: Validator<types.UsageUpdate>;
  readonly WaitForTerminalExitRequest: Validator<types.WaitForTerminalExitRequest>;
  readonly WaitForTerminalExitResponse: Validator<types.WaitForTerminalExitResponse>;
  readonly WriteTextFileRequest: Validator<types.WriteTextFileRequest>;
  readonly WriteTextFileResponse: Validator<types.WriteTextFileResponse>;
}

/** A validator for every definition of this version. */
export const validators: Validators = dictionary<Validators>({
  AgentAuthCapabilities: createValidator('AgentAuthCapabilities', checks.isAgentAuthCapabilities, table),
  AgentCapabilities: createValidator('AgentCapabilities', checks.isAgentCapabilities, table),
  AgentDistribution: createValidator('AgentDistribution', checks.isAgentDistribution, table),
  AgentManifest: createValidator('AgentManifest', checks.isAgentManifest, table),
  AgentRegistry: createValidator('AgentRegistry', checks.isAgentRegistry, table),
  Annotations: createValidator('Annotations', checks.isAnnotations, table),
  AudioContent: createValidator('AudioContent', checks.isAudioContent, table),
  AuthCapabilities: createValidator('AuthCapabilities', checks.isAuthCapabilities, table),
  AuthenticateRequest: createValidator('AuthenticateRequest', checks.isAuthenticateRequest, table),
  AuthenticateResponse: createValidator('AuthenticateResponse', checks.isAuthenticateResponse, table),
  AuthMethod: createValidator('AuthMethod', checks.isAuthMethod, table),
  AuthMethodAgent: createValidator('AuthMethodAgent', checks.isAuthMethodAgent, table),
  AuthMethodId: createValidator('AuthMethodId', checks.isAuthMethodId, table),
  AuthMethodTerminal: createValidator('AuthMethodTerminal', checks.isAuthMethodTerminal, table),
  AvailableCommand: createValidator('AvailableCommand', checks.isAvailableCommand, table),
  AvailableCommandInput: createValidator('AvailableCommandInput', checks.isAvailableCommandInput, table),
  AvailableCommandsUpdate: createValidator('AvailableCommandsUpdate', checks.isAvailableCommandsUpdate, table),
  BinaryDistribution: createValidator('BinaryDistribution', checks.isBinaryDistribution, table),
  BinaryTarget: createValidator('BinaryTarget', checks.isBinaryTarget, table),
  BlobResourceContents: createValidator('BlobResourceContents', checks.isBlobResourceContents, table),
  BooleanConfigValue: createValidator('BooleanConfigValue', checks.isBooleanConfigValue, table),
  BooleanPropertySchema: createValidator('BooleanPropertySchema', checks.isBooleanPropertySchema, table),
  CancelNotification: createValidator('CancelNotification', checks.isCancelNotification, table),
  CancelRequestNotification: createValidator('CancelRequestNotification', checks.isCancelRequestNotification, table),
  ClientCapabilities: createValidator('ClientCapabilities', checks.isClientCapabilities, table),
  ClientSessionCapabilities: createValidator('ClientSessionCapabilities', checks.isClientSessionCapabilities, table),
  CloseSessionRequest: createValidator('CloseSessionRequest', checks.isCloseSessionRequest, table),
  CloseSessionResponse: createValidator('CloseSessionResponse', checks.isCloseSessionResponse, table),
  CompactionId: createValidator('CompactionId', checks.isCompactionId, table),
  CompactionStatus: createValidator('CompactionStatus', checks.isCompactionStatus, table),
  CompactionSummaryChunk: createValidator('CompactionSummaryChunk', checks.isCompactionSummaryChunk, table),
  CompactionUpdate: createValidator('CompactionUpdate', checks.isCompactionUpdate, table),
  CompleteElicitationNotification: createValidator('CompleteElicitationNotification', checks.isCompleteElicitationNotification, table),
  ConfigOptionUpdate: createValidator('ConfigOptionUpdate', checks.isConfigOptionUpdate, table),
  Content: createValidator('Content', checks.isContent, table),
  ContentBlock: createValidator('ContentBlock', checks.isContentBlock, table),
  ContentChunk: createValidator('ContentChunk', checks.isContentChunk, table),
  Cost: createValidator('Cost', checks.isCost, table),
  CreateElicitationRequest: createValidator('CreateElicitationRequest', checks.isCreateElicitationRequest, table),
  CreateElicitationResponse: createValidator('CreateElicitationResponse', checks.isCreateElicitationResponse, table),
  CreateTerminalRequest: createValidator('CreateTerminalRequest', checks.isCreateTerminalRequest, table),
  CreateTerminalResponse: createValidator('CreateTerminalResponse', checks.isCreateTerminalResponse, table),
  CurrentModeUpdate: createValidator('CurrentModeUpdate', checks.isCurrentModeUpdate, table),
  DeleteSessionRequest: createValidator('DeleteSessionRequest', checks.isDeleteSessionRequest, table),
  DeleteSessionResponse: createValidator('DeleteSessionResponse', checks.isDeleteSessionResponse, table),
  Diff: createValidator('Diff', checks.isDiff, table),
  ElicitationAcceptAction: createValidator('ElicitationAcceptAction', checks.isElicitationAcceptAction, table),
  ElicitationCapabilities: createValidator('ElicitationCapabilities', checks.isElicitationCapabilities, table),
  ElicitationContentValue: createValidator('ElicitationContentValue', checks.isElicitationContentValue, table),
  ElicitationFormMode: createValidator('ElicitationFormMode', checks.isElicitationFormMode, table),
  ElicitationId: createValidator('ElicitationId', checks.isElicitationId, table),
  ElicitationPropertySchema: createValidator('ElicitationPropertySchema', checks.isElicitationPropertySchema, table),
  ElicitationRequestScope: createValidator('ElicitationRequestScope', checks.isElicitationRequestScope, table),
  ElicitationSchema: createValidator('ElicitationSchema', checks.isElicitationSchema, table),
  ElicitationSchemaType: createValidator('ElicitationSchemaType', checks.isElicitationSchemaType, table),
  ElicitationScope: createValidator('ElicitationScope', checks.isElicitationScope, table),
  ElicitationSessionScope: createValidator('ElicitationSessionScope', checks.isElicitationSessionScope, table),
  ElicitationUrlMode: createValidator('ElicitationUrlMode', checks.isElicitationUrlMode, table),
  EmbeddedResource: createValidator('EmbeddedResource', checks.isEmbeddedResource, table),
  EmbeddedResourceResource: createValidator('EmbeddedResourceResource', checks.isEmbeddedResourceResource, table),
  EnumOption: createValidator('EnumOption', checks.isEnumOption, table),
  EnvVariable: createValidator('EnvVariable', checks.isEnvVariable, table),
  Error: createValidator('Error', checks.isError, table),
  ErrorCode: createValidator('ErrorCode', checks.isErrorCode, table),
  FileSystemCapabilities: createValidator('FileSystemCapabilities', checks.isFileSystemCapabilities, table),
  HttpHeader: createValidator('HttpHeader', checks.isHttpHeader, table),
  IdConfigValue: createValidator('IdConfigValue', checks.isIdConfigValue, table),
  ImageContent: createValidator('ImageContent', checks.isImageContent, table),
  Implementation: createValidator('Implementation', checks.isImplementation, table),
  InitializeRequest: createValidator('InitializeRequest', checks.isInitializeRequest, table),
  InitializeResponse: createValidator('InitializeResponse', checks.isInitializeResponse, table),
  IntegerPropertySchema: createValidator('IntegerPropertySchema', checks.isIntegerPropertySchema, table),
  JsonRpcFailure: createValidator('JsonRpcFailure', checks.isJsonRpcFailure, table),
  JsonRpcNotification: createValidator('JsonRpcNotification', checks.isJsonRpcNotification, table),
  JsonRpcRequest: createValidator('JsonRpcRequest', checks.isJsonRpcRequest, table),
  JsonRpcResult: createValidator('JsonRpcResult', checks.isJsonRpcResult, table),
  KillTerminalRequest: createValidator('KillTerminalRequest', checks.isKillTerminalRequest, table),
  KillTerminalResponse: createValidator('KillTerminalResponse', checks.isKillTerminalResponse, table),
  ListSessionsRequest: createValidator('ListSessionsRequest', checks.isListSessionsRequest, table),
  ListSessionsResponse: createValidator('ListSessionsResponse', checks.isListSessionsResponse, table),
  LoadSessionRequest: createValidator('LoadSessionRequest', checks.isLoadSessionRequest, table),
  LoadSessionResponse: createValidator('LoadSessionResponse', checks.isLoadSessionResponse, table),
  LogoutRequest: createValidator('LogoutRequest', checks.isLogoutRequest, table),
  LogoutResponse: createValidator('LogoutResponse', checks.isLogoutResponse, table),
  Marker: createValidator('Marker', checks.isMarker, table),
  McpCapabilities: createValidator('McpCapabilities', checks.isMcpCapabilities, table),
  McpServer: createValidator('McpServer', checks.isMcpServer, table),
  McpServerHttp: createValidator('McpServerHttp', checks.isMcpServerHttp, table),
  McpServerSse: createValidator('McpServerSse', checks.isMcpServerSse, table),
  McpServerStdio: createValidator('McpServerStdio', checks.isMcpServerStdio, table),
  MessageId: createValidator('MessageId', checks.isMessageId, table),
  MultiSelectItems: createValidator('MultiSelectItems', checks.isMultiSelectItems, table),
  MultiSelectPropertySchema: createValidator('MultiSelectPropertySchema', checks.isMultiSelectPropertySchema, table),
  NewSessionRequest: createValidator('NewSessionRequest', checks.isNewSessionRequest, table),
  NewSessionResponse: createValidator('NewSessionResponse', checks.isNewSessionResponse, table),
  Notice: createValidator('Notice', checks.isNotice, table),
  NoticeSeverity: createValidator('NoticeSeverity', checks.isNoticeSeverity, table),
  NumberPropertySchema: createValidator('NumberPropertySchema', checks.isNumberPropertySchema, table),
  PackageDistribution: createValidator('PackageDistribution', checks.isPackageDistribution, table),
  PermissionOption: createValidator('PermissionOption', checks.isPermissionOption, table),
  PermissionOptionId: createValidator('PermissionOptionId', checks.isPermissionOptionId, table),
  PermissionOptionKind: createValidator('PermissionOptionKind', checks.isPermissionOptionKind, table),
  Plan: createValidator('Plan', checks.isPlan, table),
  PlanEntry: createValidator('PlanEntry', checks.isPlanEntry, table),
  PlanEntryPriority: createValidator('PlanEntryPriority', checks.isPlanEntryPriority, table),
  PlanEntryStatus: createValidator('PlanEntryStatus', checks.isPlanEntryStatus, table),
  PromptCapabilities: createValidator('PromptCapabilities', checks.isPromptCapabilities, table),
  PromptRequest: createValidator('PromptRequest', checks.isPromptRequest, table),
  PromptResponse: createValidator('PromptResponse', checks.isPromptResponse, table),
  ProtocolVersion: createValidator('ProtocolVersion', checks.isProtocolVersion, table),
  ReadTextFileRequest: createValidator('ReadTextFileRequest', checks.isReadTextFileRequest, table),
  ReadTextFileResponse: createValidator('ReadTextFileResponse', checks.isReadTextFileResponse, table),
  ReleaseTerminalRequest: createValidator('ReleaseTerminalRequest', checks.isReleaseTerminalRequest, table),
  ReleaseTerminalResponse: createValidator('ReleaseTerminalResponse', checks.isReleaseTerminalResponse, table),
  RequestId: createValidator('RequestId', checks.isRequestId, table),
  RequestPermissionOutcome: createValidator('RequestPermissionOutcome', checks.isRequestPermissionOutcome, table),
  RequestPermissionRequest: createValidator('RequestPermissionRequest', checks.isRequestPermissionRequest, table),
  RequestPermissionResponse: createValidator('RequestPermissionResponse', checks.isRequestPermissionResponse, table),
  ResourceLink: createValidator('ResourceLink', checks.isResourceLink, table),
  ResumeSessionRequest: createValidator('ResumeSessionRequest', checks.isResumeSessionRequest, table),
  ResumeSessionResponse: createValidator('ResumeSessionResponse', checks.isResumeSessionResponse, table),
  Role: createValidator('Role', checks.isRole, table),
  SelectedPermissionOutcome: createValidator('SelectedPermissionOutcome', checks.isSelectedPermissionOutcome, table),
  SessionCapabilities: createValidator('SessionCapabilities', checks.isSessionCapabilities, table),
  SessionConfigBoolean: createValidator('SessionConfigBoolean', checks.isSessionConfigBoolean, table),
  SessionConfigGroupId: createValidator('SessionConfigGroupId', checks.isSessionConfigGroupId, table),
  SessionConfigId: createValidator('SessionConfigId', checks.isSessionConfigId, table),
  SessionConfigOption: createValidator('SessionConfigOption', checks.isSessionConfigOption, table),
  SessionConfigOptionCategory: createValidator('SessionConfigOptionCategory', checks.isSessionConfigOptionCategory, table),
  SessionConfigOptionsCapabilities: createValidator('SessionConfigOptionsCapabilities', checks.isSessionConfigOptionsCapabilities, table),
  SessionConfigSelect: createValidator('SessionConfigSelect', checks.isSessionConfigSelect, table),
  SessionConfigSelectGroup: createValidator('SessionConfigSelectGroup', checks.isSessionConfigSelectGroup, table),
  SessionConfigSelectOption: createValidator('SessionConfigSelectOption', checks.isSessionConfigSelectOption, table),
  SessionConfigSelectOptions: createValidator('SessionConfigSelectOptions', checks.isSessionConfigSelectOptions, table),
  SessionConfigValueId: createValidator('SessionConfigValueId', checks.isSessionConfigValueId, table),
  SessionId: createValidator('SessionId', checks.isSessionId, table),
  SessionInfo: createValidator('SessionInfo', checks.isSessionInfo, table),
  SessionInfoUpdate: createValidator('SessionInfoUpdate', checks.isSessionInfoUpdate, table),
  SessionMode: createValidator('SessionMode', checks.isSessionMode, table),
  SessionModeId: createValidator('SessionModeId', checks.isSessionModeId, table),
  SessionModeState: createValidator('SessionModeState', checks.isSessionModeState, table),
  SessionNotification: createValidator('SessionNotification', checks.isSessionNotification, table),
  SessionUpdate: createValidator('SessionUpdate', checks.isSessionUpdate, table),
  SetSessionConfigOptionRequest: createValidator('SetSessionConfigOptionRequest', checks.isSetSessionConfigOptionRequest, table),
  SetSessionConfigOptionResponse: createValidator('SetSessionConfigOptionResponse', checks.isSetSessionConfigOptionResponse, table),
  SetSessionModeRequest: createValidator('SetSessionModeRequest', checks.isSetSessionModeRequest, table),
  SetSessionModeResponse: createValidator('SetSessionModeResponse', checks.isSetSessionModeResponse, table),
  StopReason: createValidator('StopReason', checks.isStopReason, table),
  StringFormat: createValidator('StringFormat', checks.isStringFormat, table),
  StringMultiSelectItems: createValidator('StringMultiSelectItems', checks.isStringMultiSelectItems, table),
  StringPropertySchema: createValidator('StringPropertySchema', checks.isStringPropertySchema, table),
  Terminal: createValidator('Terminal', checks.isTerminal, table),
  TerminalExitStatus: createValidator('TerminalExitStatus', checks.isTerminalExitStatus, table),
  TerminalId: createValidator('TerminalId', checks.isTerminalId, table),
  TerminalOutputRequest: createValidator('TerminalOutputRequest', checks.isTerminalOutputRequest, table),
  TerminalOutputResponse: createValidator('TerminalOutputResponse', checks.isTerminalOutputResponse, table),
  TextContent: createValidator('TextContent', checks.isTextContent, table),
  TextResourceContents: createValidator('TextResourceContents', checks.isTextResourceContents, table),
  TitledMultiSelectItems: createValidator('TitledMultiSelectItems', checks.isTitledMultiSelectItems, table),
  ToolCall: createValidator('ToolCall', checks.isToolCall, table),
  ToolCallContent: createValidator('ToolCallContent', checks.isToolCallContent, table),
  ToolCallId: createValidator('ToolCallId', checks.isToolCallId, table),
  ToolCallLocation: createValidator('ToolCallLocation', checks.isToolCallLocation, table),
  ToolCallStatus: createValidator('ToolCallStatus', checks.isToolCallStatus, table),
  ToolCallUpdate: createValidator('ToolCallUpdate', checks.isToolCallUpdate, table),
  ToolKind: createValidator('ToolKind', checks.isToolKind, table),
  UnknownElicitationMode: createValidator('UnknownElicitationMode', checks.isUnknownElicitationMode, table),
  UnstructuredCommandInput: createValidator('UnstructuredCommandInput', checks.isUnstructuredCommandInput, table),
  UsageUpdate: createValidator('UsageUpdate', checks.isUsageUpdate, table),
  WaitForTerminalExitRequest: createValidator('WaitForTerminalExitRequest', checks.isWaitForTerminalExitRequest, table),
  WaitForTerminalExitResponse: createValidator('WaitForTerminalExitResponse', checks.isWaitForTerminalExitResponse, table),
  WriteTextFileRequest: createValidator('WriteTextFileRequest', checks.isWriteTextFileRequest, table),
  WriteTextFileResponse: createValidator('WriteTextFileResponse', checks.isWriteTextFileResponse, table),
});
