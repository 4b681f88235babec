// Generated from src/definitions by `npm run generate`. Do not edit.
import { dictionary } from '../dictionary.ts';
import { createValidator, type Validator } from '../validator.ts';
import * as checks from './checks.gen.ts';
import { table } from './table.gen.ts';
import type * as types from './types.gen.ts';

/** A validator for every definition of this version. */
export interface Validators {
  readonly AbsolutePath: Validator<types.AbsolutePath>;
  readonly AgentAuthCapabilities: Validator<types.AgentAuthCapabilities>;
  readonly AgentCapabilities: Validator<types.AgentCapabilities>;
  readonly AgentDistribution: Validator<types.AgentDistribution>;
  readonly AgentManifest: Validator<types.AgentManifest>;
  readonly AgentMessage: Validator<types.AgentMessage>;
  readonly AgentRegistry: Validator<types.AgentRegistry>;
  readonly AgentThought: Validator<types.AgentThought>;
  readonly Annotations: Validator<types.Annotations>;
  readonly AudioContent: Validator<types.AudioContent>;
  readonly AuthMethod: Validator<types.AuthMethod>;
  readonly AuthMethodAgent: Validator<types.AuthMethodAgent>;
  readonly AuthMethodId: Validator<types.AuthMethodId>;
  readonly AuthMethodTerminal: Validator<types.AuthMethodTerminal>;
  readonly AvailableCommand: Validator<types.AvailableCommand>;
  readonly AvailableCommandInput: Validator<types.AvailableCommandInput>;
  readonly AvailableCommandsUpdate: Validator<types.AvailableCommandsUpdate>;
  readonly BackgroundTerminal: Validator<types.BackgroundTerminal>;
  readonly BackgroundToolCall: Validator<types.BackgroundToolCall>;
  readonly BackgroundWork: Validator<types.BackgroundWork>;
  readonly BinaryDistribution: Validator<types.BinaryDistribution>;
  readonly BinaryTarget: Validator<types.BinaryTarget>;
  readonly BlobResourceContents: Validator<types.BlobResourceContents>;
  readonly BooleanConfigValue: Validator<types.BooleanConfigValue>;
  readonly BooleanPropertySchema: Validator<types.BooleanPropertySchema>;
  readonly CancelledPermissionOutcome: Validator<types.CancelledPermissionOutcome>;
  readonly CancelNotification: Validator<types.CancelNotification>;
  readonly CancelRequestNotification: Validator<types.CancelRequestNotification>;
  readonly CancelTerminalRequest: Validator<types.CancelTerminalRequest>;
  readonly CancelTerminalResponse: Validator<types.CancelTerminalResponse>;
  readonly CancelToolCallRequest: Validator<types.CancelToolCallRequest>;
  readonly CancelToolCallResponse: Validator<types.CancelToolCallResponse>;
  readonly ClientAuthCapabilities: Validator<types.ClientAuthCapabilities>;
  readonly ClientCapabilities: Validator<types.ClientCapabilities>;
  readonly CloseSessionRequest: Validator<types.CloseSessionRequest>;
  readonly CloseSessionResponse: Validator<types.CloseSessionResponse>;
  readonly Command: Validator<types.Command>;
  readonly CommandPermissionSubject: Validator<types.CommandPermissionSubject>;
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
  readonly DeleteSessionRequest: Validator<types.DeleteSessionRequest>;
  readonly DeleteSessionResponse: Validator<types.DeleteSessionResponse>;
  readonly Diff: Validator<types.Diff>;
  readonly DiffChange: Validator<types.DiffChange>;
  readonly DiffFileType: Validator<types.DiffFileType>;
  readonly DiffPatch: Validator<types.DiffPatch>;
  readonly DiffPatchFormat: Validator<types.DiffPatchFormat>;
  readonly DiffPathChange: Validator<types.DiffPathChange>;
  readonly DiffPathPairChange: Validator<types.DiffPathPairChange>;
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
  readonly ErrorData: Validator<types.ErrorData>;
  readonly ErrorStopReason: Validator<types.ErrorStopReason>;
  readonly HttpHeader: Validator<types.HttpHeader>;
  readonly Icon: Validator<types.Icon>;
  readonly IconTheme: Validator<types.IconTheme>;
  readonly IdConfigValue: Validator<types.IdConfigValue>;
  readonly IdleStateUpdate: Validator<types.IdleStateUpdate>;
  readonly ImageContent: Validator<types.ImageContent>;
  readonly Implementation: Validator<types.Implementation>;
  readonly InitializeRequest: Validator<types.InitializeRequest>;
  readonly InitializeResponse: Validator<types.InitializeResponse>;
  readonly IntegerPropertySchema: Validator<types.IntegerPropertySchema>;
  readonly JsonRpcFailure: Validator<types.JsonRpcFailure>;
  readonly JsonRpcNotification: Validator<types.JsonRpcNotification>;
  readonly JsonRpcRequest: Validator<types.JsonRpcRequest>;
  readonly JsonRpcResult: Validator<types.JsonRpcResult>;
  readonly ListSessionsRequest: Validator<types.ListSessionsRequest>;
  readonly ListSessionsResponse: Validator<types.ListSessionsResponse>;
  readonly LoginAuthRequest: Validator<types.LoginAuthRequest>;
  readonly LoginAuthResponse: Validator<types.LoginAuthResponse>;
  readonly LogoutAuthRequest: Validator<types.LogoutAuthRequest>;
  readonly LogoutAuthResponse: Validator<types.LogoutAuthResponse>;
  readonly Marker: Validator<types.Marker>;
  readonly McpCapabilities: Validator<types.McpCapabilities>;
  readonly McpServer: Validator<types.McpServer>;
  readonly McpServerHttp: Validator<types.McpServerHttp>;
  readonly McpServerStdio: Validator<types.McpServerStdio>;
  readonly MediaType: Validator<types.MediaType>;
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
  readonly PlanEntry: Validator<types.PlanEntry>;
  readonly PlanEntryPriority: Validator<types.PlanEntryPriority>;
  readonly PlanEntryStatus: Validator<types.PlanEntryStatus>;
  readonly PlanId: Validator<types.PlanId>;
  readonly PlanItems: Validator<types.PlanItems>;
  readonly PlanUpdate: Validator<types.PlanUpdate>;
  readonly PlanUpdateContent: Validator<types.PlanUpdateContent>;
  readonly PromptCapabilities: Validator<types.PromptCapabilities>;
  readonly PromptRequest: Validator<types.PromptRequest>;
  readonly PromptResponse: Validator<types.ReceivedPromptResponse>;
  readonly ProtocolVersion: Validator<types.ProtocolVersion>;
  readonly ReplayFrom: Validator<types.ReplayFrom>;
  readonly ReplayFromStart: Validator<types.ReplayFromStart>;
  readonly RequestId: Validator<types.RequestId>;
  readonly RequestPermissionOutcome: Validator<types.RequestPermissionOutcome>;
  readonly RequestPermissionRequest: Validator<types.RequestPermissionRequest>;
  readonly RequestPermissionResponse: Validator<types.RequestPermissionResponse>;
  readonly RequestPermissionSubject: Validator<types.RequestPermissionSubject>;
  readonly RequiresActionStateUpdate: Validator<types.RequiresActionStateUpdate>;
  readonly ResourceLink: Validator<types.ResourceLink>;
  readonly ResumeSessionRequest: Validator<types.ResumeSessionRequest>;
  readonly ResumeSessionResponse: Validator<types.ResumeSessionResponse>;
  readonly Role: Validator<types.Role>;
  readonly RunningStateUpdate: Validator<types.RunningStateUpdate>;
  readonly SelectedPermissionOutcome: Validator<types.SelectedPermissionOutcome>;
  readonly SessionCapabilities: Validator<types.SessionCapabilities>;
  readonly SessionConfigBoolean: Validator<types.SessionConfigBoolean>;
  readonly SessionConfigGroupId: Validator<types.SessionConfigGroupId>;
  readonly SessionConfigId: Validator<types.SessionConfigId>;
  readonly SessionConfigOption: Validator<types.SessionConfigOption>;
  readonly SessionConfigOptionCategory: Validator<types.SessionConfigOptionCategory>;
  readonly SessionConfigSelect: Validator<types.SessionConfigSelect>;
  readonly SessionConfigSelectGroup: Validator<types.SessionConfigSelectGroup>;
  readonly SessionConfigSelectOption: Validator<types.SessionConfigSelectOption>;
  readonly SessionConfigSelectOptions: Validator<types.SessionConfigSelectOptions>;
  readonly SessionConfigValueId: Validator<types.SessionConfigValueId>;
  readonly SessionId: Validator<types.SessionId>;
  readonly SessionInfo: Validator<types.SessionInfo>;
  readonly SessionInfoUpdate: Validator<types.SessionInfoUpdate>;
  readonly SessionListCursor: Validator<types.SessionListCursor>;
  readonly SessionNotFoundErrorData: Validator<types.SessionNotFoundErrorData>;
  readonly SessionNotification: Validator<types.SessionNotification>;
  readonly SessionUpdate: Validator<types.SessionUpdate>;
  readonly SetSessionConfigOptionRequest: Validator<types.SetSessionConfigOptionRequest>;
  readonly SetSessionConfigOptionResponse: Validator<types.SetSessionConfigOptionResponse>;
  readonly StateUpdate: Validator<types.StateUpdate>;
  readonly StringFormat: Validator<types.StringFormat>;
  readonly StringMultiSelectItems: Validator<types.StringMultiSelectItems>;
  readonly StringPropertySchema: Validator<types.StringPropertySchema>;
  readonly Terminal: Validator<types.Terminal>;
  readonly TerminalCapabilities: Validator<types.TerminalCapabilities>;
  readonly TerminalExitStatus: Validator<types.TerminalExitStatus>;
  readonly TerminalId: Validator<types.TerminalId>;
  readonly TerminalOutput: Validator<types.TerminalOutput>;
  readonly TerminalOutputChunk: Validator<types.TerminalOutputChunk>;
  readonly TerminalSize: Validator<types.TerminalSize>;
  readonly TerminalUpdate: Validator<types.TerminalUpdate>;
  readonly TextCommandInput: Validator<types.TextCommandInput>;
  readonly TextContent: Validator<types.TextContent>;
  readonly TextResourceContents: Validator<types.TextResourceContents>;
  readonly TitledMultiSelectItems: Validator<types.TitledMultiSelectItems>;
  readonly ToolCallCapabilities: Validator<types.ToolCallCapabilities>;
  readonly ToolCallContent: Validator<types.ToolCallContent>;
  readonly ToolCallContentChunk: Validator<types.ToolCallContentChunk>;
  readonly ToolCallId: Validator<types.ToolCallId>;
  readonly ToolCallLocation: Validator<types.ToolCallLocation>;
  readonly ToolCallPermissionSubject: Validator<types.ToolCallPermissionSubject>;
  readonly ToolCallStatus: Validator<types.ToolCallStatus>;
  readonly ToolCallUpdate: Validator<types.ToolCallUpdate>;
  readonly ToolKind: Validator<types.ToolKind>;
  readonly UnknownAuthMethod: Validator<types.UnknownAuthMethod>;
  readonly UnknownAvailableCommand: Validator<types.UnknownAvailableCommand>;
  readonly UnknownConfigValue: Validator<types.UnknownConfigValue>;
  readonly UnknownElicitationMode: Validator<types.UnknownElicitationMode>;
  readonly UnknownPlanUpdateContent: Validator<types.UnknownPlanUpdateContent>;
  readonly UnsupportedProtocolVersionErrorData: Validator<types.UnsupportedProtocolVersionErrorData>;
  readonly UsageUpdate: Validator<types.UsageUpdate>;
  readonly UserMessage: Validator<types.UserMessage>;
}

/** A validator for every definition of this version. */
export const validators: Validators = dictionary<Validators>({
  AbsolutePath: createValidator('AbsolutePath', checks.isAbsolutePath, table),
  AgentAuthCapabilities: createValidator('AgentAuthCapabilities', checks.isAgentAuthCapabilities, table),
  AgentCapabilities: createValidator('AgentCapabilities', checks.isAgentCapabilities, table),
  AgentDistribution: createValidator('AgentDistribution', checks.isAgentDistribution, table),
  AgentManifest: createValidator('AgentManifest', checks.isAgentManifest, table),
  AgentMessage: createValidator('AgentMessage', checks.isAgentMessage, table),
  AgentRegistry: createValidator('AgentRegistry', checks.isAgentRegistry, table),
  AgentThought: createValidator('AgentThought', checks.isAgentThought, table),
  Annotations: createValidator('Annotations', checks.isAnnotations, table),
  AudioContent: createValidator('AudioContent', checks.isAudioContent, table),
  AuthMethod: createValidator('AuthMethod', checks.isAuthMethod, table),
  AuthMethodAgent: createValidator('AuthMethodAgent', checks.isAuthMethodAgent, table),
  AuthMethodId: createValidator('AuthMethodId', checks.isAuthMethodId, table),
  AuthMethodTerminal: createValidator('AuthMethodTerminal', checks.isAuthMethodTerminal, table),
  AvailableCommand: createValidator('AvailableCommand', checks.isAvailableCommand, table),
  AvailableCommandInput: createValidator('AvailableCommandInput', checks.isAvailableCommandInput, table),
  AvailableCommandsUpdate: createValidator('AvailableCommandsUpdate', checks.isAvailableCommandsUpdate, table),
  BackgroundTerminal: createValidator('BackgroundTerminal', checks.isBackgroundTerminal, table),
  BackgroundToolCall: createValidator('BackgroundToolCall', checks.isBackgroundToolCall, table),
  BackgroundWork: createValidator('BackgroundWork', checks.isBackgroundWork, table),
  BinaryDistribution: createValidator('BinaryDistribution', checks.isBinaryDistribution, table),
  BinaryTarget: createValidator('BinaryTarget', checks.isBinaryTarget, table),
  BlobResourceContents: createValidator('BlobResourceContents', checks.isBlobResourceContents, table),
  BooleanConfigValue: createValidator('BooleanConfigValue', checks.isBooleanConfigValue, table),
  BooleanPropertySchema: createValidator('BooleanPropertySchema', checks.isBooleanPropertySchema, table),
  CancelledPermissionOutcome: createValidator('CancelledPermissionOutcome', checks.isCancelledPermissionOutcome, table),
  CancelNotification: createValidator('CancelNotification', checks.isCancelNotification, table),
  CancelRequestNotification: createValidator('CancelRequestNotification', checks.isCancelRequestNotification, table),
  CancelTerminalRequest: createValidator('CancelTerminalRequest', checks.isCancelTerminalRequest, table),
  CancelTerminalResponse: createValidator('CancelTerminalResponse', checks.isCancelTerminalResponse, table),
  CancelToolCallRequest: createValidator('CancelToolCallRequest', checks.isCancelToolCallRequest, table),
  CancelToolCallResponse: createValidator('CancelToolCallResponse', checks.isCancelToolCallResponse, table),
  ClientAuthCapabilities: createValidator('ClientAuthCapabilities', checks.isClientAuthCapabilities, table),
  ClientCapabilities: createValidator('ClientCapabilities', checks.isClientCapabilities, table),
  CloseSessionRequest: createValidator('CloseSessionRequest', checks.isCloseSessionRequest, table),
  CloseSessionResponse: createValidator('CloseSessionResponse', checks.isCloseSessionResponse, table),
  Command: createValidator('Command', checks.isCommand, table),
  CommandPermissionSubject: createValidator('CommandPermissionSubject', checks.isCommandPermissionSubject, table),
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
  DeleteSessionRequest: createValidator('DeleteSessionRequest', checks.isDeleteSessionRequest, table),
  DeleteSessionResponse: createValidator('DeleteSessionResponse', checks.isDeleteSessionResponse, table),
  Diff: createValidator('Diff', checks.isDiff, table),
  DiffChange: createValidator('DiffChange', checks.isDiffChange, table),
  DiffFileType: createValidator('DiffFileType', checks.isDiffFileType, table),
  DiffPatch: createValidator('DiffPatch', checks.isDiffPatch, table),
  DiffPatchFormat: createValidator('DiffPatchFormat', checks.isDiffPatchFormat, table),
  DiffPathChange: createValidator('DiffPathChange', checks.isDiffPathChange, table),
  DiffPathPairChange: createValidator('DiffPathPairChange', checks.isDiffPathPairChange, table),
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
  ErrorData: createValidator('ErrorData', checks.isErrorData, table),
  ErrorStopReason: createValidator('ErrorStopReason', checks.isErrorStopReason, table),
  HttpHeader: createValidator('HttpHeader', checks.isHttpHeader, table),
  Icon: createValidator('Icon', checks.isIcon, table),
  IconTheme: createValidator('IconTheme', checks.isIconTheme, table),
  IdConfigValue: createValidator('IdConfigValue', checks.isIdConfigValue, table),
  IdleStateUpdate: createValidator('IdleStateUpdate', checks.isIdleStateUpdate, table),
  ImageContent: createValidator('ImageContent', checks.isImageContent, table),
  Implementation: createValidator('Implementation', checks.isImplementation, table),
  InitializeRequest: createValidator('InitializeRequest', checks.isInitializeRequest, table),
  InitializeResponse: createValidator('InitializeResponse', checks.isInitializeResponse, table),
  IntegerPropertySchema: createValidator('IntegerPropertySchema', checks.isIntegerPropertySchema, table),
  JsonRpcFailure: createValidator('JsonRpcFailure', checks.isJsonRpcFailure, table),
  JsonRpcNotification: createValidator('JsonRpcNotification', checks.isJsonRpcNotification, table),
  JsonRpcRequest: createValidator('JsonRpcRequest', checks.isJsonRpcRequest, table),
  JsonRpcResult: createValidator('JsonRpcResult', checks.isJsonRpcResult, table),
  ListSessionsRequest: createValidator('ListSessionsRequest', checks.isListSessionsRequest, table),
  ListSessionsResponse: createValidator('ListSessionsResponse', checks.isListSessionsResponse, table),
  LoginAuthRequest: createValidator('LoginAuthRequest', checks.isLoginAuthRequest, table),
  LoginAuthResponse: createValidator('LoginAuthResponse', checks.isLoginAuthResponse, table),
  LogoutAuthRequest: createValidator('LogoutAuthRequest', checks.isLogoutAuthRequest, table),
  LogoutAuthResponse: createValidator('LogoutAuthResponse', checks.isLogoutAuthResponse, table),
  Marker: createValidator('Marker', checks.isMarker, table),
  McpCapabilities: createValidator('McpCapabilities', checks.isMcpCapabilities, table),
  McpServer: createValidator('McpServer', checks.isMcpServer, table),
  McpServerHttp: createValidator('McpServerHttp', checks.isMcpServerHttp, table),
  McpServerStdio: createValidator('McpServerStdio', checks.isMcpServerStdio, table),
  MediaType: createValidator('MediaType', checks.isMediaType, table),
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
  PlanEntry: createValidator('PlanEntry', checks.isPlanEntry, table),
  PlanEntryPriority: createValidator('PlanEntryPriority', checks.isPlanEntryPriority, table),
  PlanEntryStatus: createValidator('PlanEntryStatus', checks.isPlanEntryStatus, table),
  PlanId: createValidator('PlanId', checks.isPlanId, table),
  PlanItems: createValidator('PlanItems', checks.isPlanItems, table),
  PlanUpdate: createValidator('PlanUpdate', checks.isPlanUpdate, table),
  PlanUpdateContent: createValidator('PlanUpdateContent', checks.isPlanUpdateContent, table),
  PromptCapabilities: createValidator('PromptCapabilities', checks.isPromptCapabilities, table),
  PromptRequest: createValidator('PromptRequest', checks.isPromptRequest, table),
  PromptResponse: createValidator('PromptResponse', checks.isPromptResponse, table),
  ProtocolVersion: createValidator('ProtocolVersion', checks.isProtocolVersion, table),
  ReplayFrom: createValidator('ReplayFrom', checks.isReplayFrom, table),
  ReplayFromStart: createValidator('ReplayFromStart', checks.isReplayFromStart, table),
  RequestId: createValidator('RequestId', checks.isRequestId, table),
  RequestPermissionOutcome: createValidator('RequestPermissionOutcome', checks.isRequestPermissionOutcome, table),
  RequestPermissionRequest: createValidator('RequestPermissionRequest', checks.isRequestPermissionRequest, table),
  RequestPermissionResponse: createValidator('RequestPermissionResponse', checks.isRequestPermissionResponse, table),
  RequestPermissionSubject: createValidator('RequestPermissionSubject', checks.isRequestPermissionSubject, table),
  RequiresActionStateUpdate: createValidator('RequiresActionStateUpdate', checks.isRequiresActionStateUpdate, table),
  ResourceLink: createValidator('ResourceLink', checks.isResourceLink, table),
  ResumeSessionRequest: createValidator('ResumeSessionRequest', checks.isResumeSessionRequest, table),
  ResumeSessionResponse: createValidator('ResumeSessionResponse', checks.isResumeSessionResponse, table),
  Role: createValidator('Role', checks.isRole, table),
  RunningStateUpdate: createValidator('RunningStateUpdate', checks.isRunningStateUpdate, table),
  SelectedPermissionOutcome: createValidator('SelectedPermissionOutcome', checks.isSelectedPermissionOutcome, table),
  SessionCapabilities: createValidator('SessionCapabilities', checks.isSessionCapabilities, table),
  SessionConfigBoolean: createValidator('SessionConfigBoolean', checks.isSessionConfigBoolean, table),
  SessionConfigGroupId: createValidator('SessionConfigGroupId', checks.isSessionConfigGroupId, table),
  SessionConfigId: createValidator('SessionConfigId', checks.isSessionConfigId, table),
  SessionConfigOption: createValidator('SessionConfigOption', checks.isSessionConfigOption, table),
  SessionConfigOptionCategory: createValidator('SessionConfigOptionCategory', checks.isSessionConfigOptionCategory, table),
  SessionConfigSelect: createValidator('SessionConfigSelect', checks.isSessionConfigSelect, table),
  SessionConfigSelectGroup: createValidator('SessionConfigSelectGroup', checks.isSessionConfigSelectGroup, table),
  SessionConfigSelectOption: createValidator('SessionConfigSelectOption', checks.isSessionConfigSelectOption, table),
  SessionConfigSelectOptions: createValidator('SessionConfigSelectOptions', checks.isSessionConfigSelectOptions, table),
  SessionConfigValueId: createValidator('SessionConfigValueId', checks.isSessionConfigValueId, table),
  SessionId: createValidator('SessionId', checks.isSessionId, table),
  SessionInfo: createValidator('SessionInfo', checks.isSessionInfo, table),
  SessionInfoUpdate: createValidator('SessionInfoUpdate', checks.isSessionInfoUpdate, table),
  SessionListCursor: createValidator('SessionListCursor', checks.isSessionListCursor, table),
  SessionNotFoundErrorData: createValidator('SessionNotFoundErrorData', checks.isSessionNotFoundErrorData, table),
  SessionNotification: createValidator('SessionNotification', checks.isSessionNotification, table),
  SessionUpdate: createValidator('SessionUpdate', checks.isSessionUpdate, table),
  SetSessionConfigOptionRequest: createValidator('SetSessionConfigOptionRequest', checks.isSetSessionConfigOptionRequest, table),
  SetSessionConfigOptionResponse: createValidator('SetSessionConfigOptionResponse', checks.isSetSessionConfigOptionResponse, table),
  StateUpdate: createValidator('StateUpdate', checks.isStateUpdate, table),
  StringFormat: createValidator('StringFormat', checks.isStringFormat, table),
  StringMultiSelectItems: createValidator('StringMultiSelectItems', checks.isStringMultiSelectItems, table),
  StringPropertySchema: createValidator('StringPropertySchema', checks.isStringPropertySchema, table),
  Terminal: createValidator('Terminal', checks.isTerminal, table),
  TerminalCapabilities: createValidator('TerminalCapabilities', checks.isTerminalCapabilities, table),
  TerminalExitStatus: createValidator('TerminalExitStatus', checks.isTerminalExitStatus, table),
  TerminalId: createValidator('TerminalId', checks.isTerminalId, table),
  TerminalOutput: createValidator('TerminalOutput', checks.isTerminalOutput, table),
  TerminalOutputChunk: createValidator('TerminalOutputChunk', checks.isTerminalOutputChunk, table),
  TerminalSize: createValidator('TerminalSize', checks.isTerminalSize, table),
  TerminalUpdate: createValidator('TerminalUpdate', checks.isTerminalUpdate, table),
  TextCommandInput: createValidator('TextCommandInput', checks.isTextCommandInput, table),
  TextContent: createValidator('TextContent', checks.isTextContent, table),
  TextResourceContents: createValidator('TextResourceContents', checks.isTextResourceContents, table),
  TitledMultiSelectItems: createValidator('TitledMultiSelectItems', checks.isTitledMultiSelectItems, table),
  ToolCallCapabilities: createValidator('ToolCallCapabilities', checks.isToolCallCapabilities, table),
  ToolCallContent: createValidator('ToolCallContent', checks.isToolCallContent, table),
  ToolCallContentChunk: createValidator('ToolCallContentChunk', checks.isToolCallContentChunk, table),
  ToolCallId: createValidator('ToolCallId', checks.isToolCallId, table),
  ToolCallLocation: createValidator('ToolCallLocation', checks.isToolCallLocation, table),
  ToolCallPermissionSubject: createValidator('ToolCallPermissionSubject', checks.isToolCallPermissionSubject, table),
  ToolCallStatus: createValidator('ToolCallStatus', checks.isToolCallStatus, table),
  ToolCallUpdate: createValidator('ToolCallUpdate', checks.isToolCallUpdate, table),
  ToolKind: createValidator('ToolKind', checks.isToolKind, table),
  UnknownAuthMethod: createValidator('UnknownAuthMethod', checks.isUnknownAuthMethod, table),
  UnknownAvailableCommand: createValidator('UnknownAvailableCommand', checks.isUnknownAvailableCommand, table),
  UnknownConfigValue: createValidator('UnknownConfigValue', checks.isUnknownConfigValue, table),
  UnknownElicitationMode: createValidator('UnknownElicitationMode', checks.isUnknownElicitationMode, table),
  UnknownPlanUpdateContent: createValidator('UnknownPlanUpdateContent', checks.isUnknownPlanUpdateContent, table),
  UnsupportedProtocolVersionErrorData: createValidator('UnsupportedProtocolVersionErrorData', checks.isUnsupportedProtocolVersionErrorData, table),
  UsageUpdate: createValidator('UsageUpdate', checks.isUsageUpdate, table),
  UserMessage: createValidator('UserMessage', checks.isUserMessage, table),
});
