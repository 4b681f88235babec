// Generated from src/definitions by `npm run generate`. Do not edit.
import { dictionary } from '../../dictionary.ts';
import { createValidator, type Validator } from '../../validator.ts';
import * as checks from './checks.gen.ts';
import { table } from './table.gen.ts';
import type * as types from './types.gen.ts';

/** A validator for every definition of this version. */
export interface Validators {
  readonly AcceptNesNotification: Validator<types.ReceivedAcceptNesNotification>;
  readonly ActiveDocumentRequest: Validator<types.ActiveDocumentRequest>;
  readonly ActiveDocumentResponse: Validator<types.ActiveDocumentResponse>;
  readonly AgentAuthCapabilities: Validator<types.AgentAuthCapabilities>;
  readonly AgentCapabilities: Validator<types.AgentCapabilities>;
  readonly AgentDistribution: Validator<types.AgentDistribution>;
  readonly AgentManifest: Validator<types.AgentManifest>;
  readonly AgentRegistry: Validator<types.AgentRegistry>;
  readonly Annotations: Validator<types.Annotations>;
  readonly ArchiveSessionRequest: Validator<types.ArchiveSessionRequest>;
  readonly ArchiveSessionResponse: Validator<types.ArchiveSessionResponse>;
  readonly AudioContent: Validator<types.AudioContent>;
  readonly AuthAccount: Validator<types.AuthAccount>;
  readonly AuthCapabilities: Validator<types.AuthCapabilities>;
  readonly AuthenticateRequest: Validator<types.AuthenticateRequest>;
  readonly AuthenticateResponse: Validator<types.AuthenticateResponse>;
  readonly AuthEnvVar: Validator<types.AuthEnvVar>;
  readonly AuthMethod: Validator<types.AuthMethod>;
  readonly AuthMethodAgent: Validator<types.AuthMethodAgent>;
  readonly AuthMethodEnvVar: Validator<types.AuthMethodEnvVar>;
  readonly AuthMethodId: Validator<types.AuthMethodId>;
  readonly AuthMethodTerminal: Validator<types.AuthMethodTerminal>;
  readonly AuthState: Validator<types.AuthState>;
  readonly AuthStatusRequest: Validator<types.AuthStatusRequest>;
  readonly AuthStatusResponse: Validator<types.AuthStatusResponse>;
  readonly AuthStatusUpdateNotification: Validator<types.AuthStatusUpdateNotification>;
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
  readonly ClientNesCapabilities: Validator<types.ClientNesCapabilities>;
  readonly ClientSessionCapabilities: Validator<types.ClientSessionCapabilities>;
  readonly CloseNesRequest: Validator<types.CloseNesRequest>;
  readonly CloseNesResponse: Validator<types.CloseNesResponse>;
  readonly CloseSessionRequest: Validator<types.CloseSessionRequest>;
  readonly CloseSessionResponse: Validator<types.CloseSessionResponse>;
  readonly CompactionId: Validator<types.CompactionId>;
  readonly CompactionStatus: Validator<types.CompactionStatus>;
  readonly CompactionSummaryChunk: Validator<types.CompactionSummaryChunk>;
  readonly CompactionUpdate: Validator<types.CompactionUpdate>;
  readonly CompleteElicitationNotification: Validator<types.CompleteElicitationNotification>;
  readonly ConfigOptionUpdate: Validator<types.ConfigOptionUpdate>;
  readonly ConnectMcpRequest: Validator<types.ConnectMcpRequest>;
  readonly ConnectMcpResponse: Validator<types.ConnectMcpResponse>;
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
  readonly DidChangeDocumentNotification: Validator<types.DidChangeDocumentNotification>;
  readonly DidCloseDocumentNotification: Validator<types.DidCloseDocumentNotification>;
  readonly DidFocusDocumentNotification: Validator<types.DidFocusDocumentNotification>;
  readonly DidOpenDocumentNotification: Validator<types.DidOpenDocumentNotification>;
  readonly DidSaveDocumentNotification: Validator<types.DidSaveDocumentNotification>;
  readonly Diff: Validator<types.Diff>;
  readonly DisableProviderRequest: Validator<types.DisableProviderRequest>;
  readonly DisableProviderResponse: Validator<types.DisableProviderResponse>;
  readonly DisconnectMcpRequest: Validator<types.DisconnectMcpRequest>;
  readonly DisconnectMcpResponse: Validator<types.DisconnectMcpResponse>;
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
  readonly ErrorStopReason: Validator<types.ErrorStopReason>;
  readonly FileSystemCapabilities: Validator<types.FileSystemCapabilities>;
  readonly ForkSessionRequest: Validator<types.ForkSessionRequest>;
  readonly ForkSessionResponse: Validator<types.ForkSessionResponse>;
  readonly HttpHeader: Validator<types.HttpHeader>;
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
  readonly KillTerminalRequest: Validator<types.KillTerminalRequest>;
  readonly KillTerminalResponse: Validator<types.KillTerminalResponse>;
  readonly ListProvidersRequest: Validator<types.ListProvidersRequest>;
  readonly ListProvidersResponse: Validator<types.ListProvidersResponse>;
  readonly ListSessionsRequest: Validator<types.ListSessionsRequest>;
  readonly ListSessionsResponse: Validator<types.ListSessionsResponse>;
  readonly LlmProtocol: Validator<types.LlmProtocol>;
  readonly LoadSessionRequest: Validator<types.LoadSessionRequest>;
  readonly LoadSessionResponse: Validator<types.LoadSessionResponse>;
  readonly LogoutRequest: Validator<types.LogoutRequest>;
  readonly LogoutResponse: Validator<types.LogoutResponse>;
  readonly Marker: Validator<types.Marker>;
  readonly McpCapabilities: Validator<types.McpCapabilities>;
  readonly McpConnectionId: Validator<types.McpConnectionId>;
  readonly McpConnectionMessage: Validator<types.McpConnectionMessage>;
  readonly McpError: Validator<types.McpError>;
  readonly McpInnerError: Validator<types.McpInnerError>;
  readonly McpInnerResult: Validator<types.McpInnerResult>;
  readonly McpMessageParams: Validator<types.McpMessageParams>;
  readonly McpMessageResult: Validator<types.McpMessageResult>;
  readonly McpRequestId: Validator<types.McpRequestId>;
  readonly McpServer: Validator<types.McpServer>;
  readonly McpServerAcp: Validator<types.McpServerAcp>;
  readonly McpServerAcpId: Validator<types.McpServerAcpId>;
  readonly McpServerHttp: Validator<types.McpServerHttp>;
  readonly McpServerSse: Validator<types.McpServerSse>;
  readonly McpServerStdio: Validator<types.McpServerStdio>;
  readonly MessageId: Validator<types.MessageId>;
  readonly MessageMcpRequest: Validator<types.MessageMcpRequest>;
  readonly MessageMcpResponse: Validator<types.MessageMcpResponse>;
  readonly MultiSelectItems: Validator<types.MultiSelectItems>;
  readonly MultiSelectPropertySchema: Validator<types.MultiSelectPropertySchema>;
  readonly NesCapabilities: Validator<types.NesCapabilities>;
  readonly NesContextCapabilities: Validator<types.NesContextCapabilities>;
  readonly NesDiagnostic: Validator<types.NesDiagnostic>;
  readonly NesDiagnosticSeverity: Validator<types.NesDiagnosticSeverity>;
  readonly NesDidChangeNotification: Validator<types.NesDidChangeNotification>;
  readonly NesDidCloseNotification: Validator<types.NesDidCloseNotification>;
  readonly NesDidFocusNotification: Validator<types.NesDidFocusNotification>;
  readonly NesDidOpenNotification: Validator<types.NesDidOpenNotification>;
  readonly NesDidSaveNotification: Validator<types.NesDidSaveNotification>;
  readonly NesDocumentDidChangeCapabilities: Validator<types.NesDocumentDidChangeCapabilities>;
  readonly NesDocumentEventCapabilities: Validator<types.NesDocumentEventCapabilities>;
  readonly NesEditHistoryCapabilities: Validator<types.NesEditHistoryCapabilities>;
  readonly NesEditHistoryEntry: Validator<types.NesEditHistoryEntry>;
  readonly NesEditSuggestion: Validator<types.NesEditSuggestion>;
  readonly NesEventCapabilities: Validator<types.NesEventCapabilities>;
  readonly NesExcerpt: Validator<types.NesExcerpt>;
  readonly NesJumpSuggestion: Validator<types.NesJumpSuggestion>;
  readonly NesOpenFile: Validator<types.NesOpenFile>;
  readonly NesRecentFile: Validator<types.NesRecentFile>;
  readonly NesRecentFilesCapabilities: Validator<types.NesRecentFilesCapabilities>;
  readonly NesRejectReason: Validator<types.NesRejectReason>;
  readonly NesRelatedSnippet: Validator<types.NesRelatedSnippet>;
  readonly NesRenameSuggestion: Validator<types.NesRenameSuggestion>;
  readonly NesRepository: Validator<types.NesRepository>;
  readonly NesSearchAndReplaceSuggestion: Validator<types.NesSearchAndReplaceSuggestion>;
  readonly NesSuggestContext: Validator<types.NesSuggestContext>;
  readonly NesSuggestion: Validator<types.NesSuggestion>;
  readonly NesSuggestionId: Validator<types.NesSuggestionId>;
  readonly NesTextEdit: Validator<types.NesTextEdit>;
  readonly NesTriggerKind: Validator<types.NesTriggerKind>;
  readonly NesUserAction: Validator<types.NesUserAction>;
  readonly NesUserActionsCapabilities: Validator<types.NesUserActionsCapabilities>;
  readonly NewSessionRequest: Validator<types.NewSessionRequest>;
  readonly NewSessionResponse: Validator<types.NewSessionResponse>;
  readonly Notice: Validator<types.Notice>;
  readonly NoticeSeverity: Validator<types.NoticeSeverity>;
  readonly NumberPropertySchema: Validator<types.NumberPropertySchema>;
  readonly OpenDocumentsRequest: Validator<types.OpenDocumentsRequest>;
  readonly OpenDocumentsResponse: Validator<types.OpenDocumentsResponse>;
  readonly PackageDistribution: Validator<types.PackageDistribution>;
  readonly PermissionOption: Validator<types.PermissionOption>;
  readonly PermissionOptionId: Validator<types.PermissionOptionId>;
  readonly PermissionOptionKind: Validator<types.PermissionOptionKind>;
  readonly Plan: Validator<types.Plan>;
  readonly PlanEntry: Validator<types.PlanEntry>;
  readonly PlanEntryPriority: Validator<types.PlanEntryPriority>;
  readonly PlanEntryStatus: Validator<types.PlanEntryStatus>;
  readonly PlanFile: Validator<types.PlanFile>;
  readonly PlanId: Validator<types.PlanId>;
  readonly PlanItems: Validator<types.PlanItems>;
  readonly PlanMarkdown: Validator<types.PlanMarkdown>;
  readonly PlanRemoved: Validator<types.PlanRemoved>;
  readonly PlanUpdate: Validator<types.PlanUpdate>;
  readonly PlanUpdateContent: Validator<types.PlanUpdateContent>;
  readonly Position: Validator<types.Position>;
  readonly PositionEncodingKind: Validator<types.PositionEncodingKind>;
  readonly PromptCapabilities: Validator<types.PromptCapabilities>;
  readonly PromptRequest: Validator<types.PromptRequest>;
  readonly PromptResponse: Validator<types.PromptResponse>;
  readonly ProtocolVersion: Validator<types.ProtocolVersion>;
  readonly ProviderCurrentConfig: Validator<types.ProviderCurrentConfig>;
  readonly ProviderId: Validator<types.ProviderId>;
  readonly ProviderInfo: Validator<types.ProviderInfo>;
  readonly ProxySuccessorRequest: Validator<types.ProxySuccessorRequest>;
  readonly ProxySuccessorResponse: Validator<types.ProxySuccessorResponse>;
  readonly Range: Validator<types.Range>;
  readonly ReadTextFileRequest: Validator<types.ReadTextFileRequest>;
  readonly ReadTextFileResponse: Validator<types.ReadTextFileResponse>;
  readonly RecentDocumentsRequest: Validator<types.RecentDocumentsRequest>;
  readonly RecentDocumentsResponse: Validator<types.RecentDocumentsResponse>;
  readonly RejectNesNotification: Validator<types.ReceivedRejectNesNotification>;
  readonly ReleaseTerminalRequest: Validator<types.ReleaseTerminalRequest>;
  readonly ReleaseTerminalResponse: Validator<types.ReleaseTerminalResponse>;
  readonly RequestId: Validator<types.RequestId>;
  readonly RequestPermissionOutcome: Validator<types.RequestPermissionOutcome>;
  readonly RequestPermissionRequest: Validator<types.RequestPermissionRequest>;
  readonly RequestPermissionResponse: Validator<types.RequestPermissionResponse>;
  readonly RequiresActionStateUpdate: Validator<types.RequiresActionStateUpdate>;
  readonly ResourceLink: Validator<types.ResourceLink>;
  readonly ResumeSessionRequest: Validator<types.ResumeSessionRequest>;
  readonly ResumeSessionResponse: Validator<types.ResumeSessionResponse>;
  readonly Role: Validator<types.Role>;
  readonly RunningStateUpdate: Validator<types.RunningStateUpdate>;
  readonly RuntimeContext: Validator<types.RuntimeContext>;
  readonly SelectedPermissionOutcome: Validator<types.SelectedPermissionOutcome>;
  readonly SessionArchiveFilter: Validator<types.SessionArchiveFilter>;
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
  readonly SessionMessage: Validator<types.SessionMessage>;
  readonly SessionMessageChunk: Validator<types.SessionMessageChunk>;
  readonly SessionMode: Validator<types.SessionMode>;
  readonly SessionModeId: Validator<types.SessionModeId>;
  readonly SessionModeState: Validator<types.SessionModeState>;
  readonly SessionNotification: Validator<types.SessionNotification>;
  readonly SessionStatus: Validator<types.SessionStatus>;
  readonly SessionStatusRequest: Validator<types.SessionStatusRequest>;
  readonly SessionStatusResponse: Validator<types.SessionStatusResponse>;
  readonly SessionSystemPromptCapabilities: Validator<types.SessionSystemPromptCapabilities>;
  readonly SessionSystemPromptModeCapabilities: Validator<types.SessionSystemPromptModeCapabilities>;
  readonly SessionUpdate: Validator<types.SessionUpdate>;
  readonly SetProviderRequest: Validator<types.SetProviderRequest>;
  readonly SetProviderResponse: Validator<types.SetProviderResponse>;
  readonly SetSessionConfigOptionRequest: Validator<types.SetSessionConfigOptionRequest>;
  readonly SetSessionConfigOptionResponse: Validator<types.SetSessionConfigOptionResponse>;
  readonly SetSessionModeRequest: Validator<types.SetSessionModeRequest>;
  readonly SetSessionModeResponse: Validator<types.SetSessionModeResponse>;
  readonly SetSessionTitleRequest: Validator<types.SetSessionTitleRequest>;
  readonly SetSessionTitleResponse: Validator<types.SetSessionTitleResponse>;
  readonly StartNesRequest: Validator<types.StartNesRequest>;
  readonly StartNesResponse: Validator<types.StartNesResponse>;
  readonly StateUpdate: Validator<types.StateUpdate>;
  readonly StopReason: Validator<types.StopReason>;
  readonly StringFormat: Validator<types.StringFormat>;
  readonly StringMultiSelectItems: Validator<types.StringMultiSelectItems>;
  readonly StringPropertySchema: Validator<types.StringPropertySchema>;
  readonly SubagentSessionCapabilities: Validator<types.SubagentSessionCapabilities>;
  readonly SubagentUpdate: Validator<types.SubagentUpdate>;
  readonly SuggestNesRequest: Validator<types.ReceivedSuggestNesRequest>;
  readonly SuggestNesResponse: Validator<types.SuggestNesResponse>;
  readonly SystemPrompt: Validator<types.SystemPrompt>;
  readonly SystemPromptMode: Validator<types.SystemPromptMode>;
  readonly Terminal: Validator<types.Terminal>;
  readonly TerminalExitStatus: Validator<types.TerminalExitStatus>;
  readonly TerminalId: Validator<types.TerminalId>;
  readonly TerminalOutputRequest: Validator<types.TerminalOutputRequest>;
  readonly TerminalOutputResponse: Validator<types.TerminalOutputResponse>;
  readonly TextContent: Validator<types.TextContent>;
  readonly TextDocumentContentChangeEvent: Validator<types.TextDocumentContentChangeEvent>;
  readonly TextDocumentSyncKind: Validator<types.TextDocumentSyncKind>;
  readonly TextResourceContents: Validator<types.TextResourceContents>;
  readonly TitledMultiSelectItems: Validator<types.TitledMultiSelectItems>;
  readonly ToolCall: Validator<types.ToolCall>;
  readonly ToolCallContent: Validator<types.ToolCallContent>;
  readonly ToolCallId: Validator<types.ToolCallId>;
  readonly ToolCallLocation: Validator<types.ToolCallLocation>;
  readonly ToolCallStatus: Validator<types.ToolCallStatus>;
  readonly ToolCallUpdate: Validator<types.ToolCallUpdate>;
  readonly ToolKind: Validator<types.ToolKind>;
  readonly UnarchiveSessionRequest: Validator<types.UnarchiveSessionRequest>;
  readonly UnarchiveSessionResponse: Validator<types.UnarchiveSessionResponse>;
  readonly UnknownElicitationMode: Validator<types.UnknownElicitationMode>;
  readonly UnknownStateUpdate: Validator<types.UnknownStateUpdate>;
  readonly UnstructuredCommandInput: Validator<types.UnstructuredCommandInput>;
  readonly Usage: Validator<types.Usage>;
  readonly UsageUpdate: Validator<types.UsageUpdate>;
  readonly WaitForTerminalExitRequest: Validator<types.WaitForTerminalExitRequest>;
  readonly WaitForTerminalExitResponse: Validator<types.WaitForTerminalExitResponse>;
  readonly WorkspaceCapabilities: Validator<types.WorkspaceCapabilities>;
  readonly WorkspaceDocument: Validator<types.WorkspaceDocument>;
  readonly WorkspaceFolder: Validator<types.WorkspaceFolder>;
  readonly WriteTextFileRequest: Validator<types.WriteTextFileRequest>;
  readonly WriteTextFileResponse: Validator<types.WriteTextFileResponse>;
}

/** A validator for every definition of this version. */
export const validators: Validators = dictionary<Validators>({
  AcceptNesNotification: createValidator('AcceptNesNotification', checks.isAcceptNesNotification, table),
  ActiveDocumentRequest: createValidator('ActiveDocumentRequest', checks.isActiveDocumentRequest, table),
  ActiveDocumentResponse: createValidator('ActiveDocumentResponse', checks.isActiveDocumentResponse, table),
  AgentAuthCapabilities: createValidator('AgentAuthCapabilities', checks.isAgentAuthCapabilities, table),
  AgentCapabilities: createValidator('AgentCapabilities', checks.isAgentCapabilities, table),
  AgentDistribution: createValidator('AgentDistribution', checks.isAgentDistribution, table),
  AgentManifest: createValidator('AgentManifest', checks.isAgentManifest, table),
  AgentRegistry: createValidator('AgentRegistry', checks.isAgentRegistry, table),
  Annotations: createValidator('Annotations', checks.isAnnotations, table),
  ArchiveSessionRequest: createValidator('ArchiveSessionRequest', checks.isArchiveSessionRequest, table),
  ArchiveSessionResponse: createValidator('ArchiveSessionResponse', checks.isArchiveSessionResponse, table),
  AudioContent: createValidator('AudioContent', checks.isAudioContent, table),
  AuthAccount: createValidator('AuthAccount', checks.isAuthAccount, table),
  AuthCapabilities: createValidator('AuthCapabilities', checks.isAuthCapabilities, table),
  AuthenticateRequest: createValidator('AuthenticateRequest', checks.isAuthenticateRequest, table),
  AuthenticateResponse: createValidator('AuthenticateResponse', checks.isAuthenticateResponse, table),
  AuthEnvVar: createValidator('AuthEnvVar', checks.isAuthEnvVar, table),
  AuthMethod: createValidator('AuthMethod', checks.isAuthMethod, table),
  AuthMethodAgent: createValidator('AuthMethodAgent', checks.isAuthMethodAgent, table),
  AuthMethodEnvVar: createValidator('AuthMethodEnvVar', checks.isAuthMethodEnvVar, table),
  AuthMethodId: createValidator('AuthMethodId', checks.isAuthMethodId, table),
  AuthMethodTerminal: createValidator('AuthMethodTerminal', checks.isAuthMethodTerminal, table),
  AuthState: createValidator('AuthState', checks.isAuthState, table),
  AuthStatusRequest: createValidator('AuthStatusRequest', checks.isAuthStatusRequest, table),
  AuthStatusResponse: createValidator('AuthStatusResponse', checks.isAuthStatusResponse, table),
  AuthStatusUpdateNotification: createValidator('AuthStatusUpdateNotification', checks.isAuthStatusUpdateNotification, table),
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
  ClientNesCapabilities: createValidator('ClientNesCapabilities', checks.isClientNesCapabilities, table),
  ClientSessionCapabilities: createValidator('ClientSessionCapabilities', checks.isClientSessionCapabilities, table),
  CloseNesRequest: createValidator('CloseNesRequest', checks.isCloseNesRequest, table),
  CloseNesResponse: createValidator('CloseNesResponse', checks.isCloseNesResponse, table),
  CloseSessionRequest: createValidator('CloseSessionRequest', checks.isCloseSessionRequest, table),
  CloseSessionResponse: createValidator('CloseSessionResponse', checks.isCloseSessionResponse, table),
  CompactionId: createValidator('CompactionId', checks.isCompactionId, table),
  CompactionStatus: createValidator('CompactionStatus', checks.isCompactionStatus, table),
  CompactionSummaryChunk: createValidator('CompactionSummaryChunk', checks.isCompactionSummaryChunk, table),
  CompactionUpdate: createValidator('CompactionUpdate', checks.isCompactionUpdate, table),
  CompleteElicitationNotification: createValidator('CompleteElicitationNotification', checks.isCompleteElicitationNotification, table),
  ConfigOptionUpdate: createValidator('ConfigOptionUpdate', checks.isConfigOptionUpdate, table),
  ConnectMcpRequest: createValidator('ConnectMcpRequest', checks.isConnectMcpRequest, table),
  ConnectMcpResponse: createValidator('ConnectMcpResponse', checks.isConnectMcpResponse, table),
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
  DidChangeDocumentNotification: createValidator('DidChangeDocumentNotification', checks.isDidChangeDocumentNotification, table),
  DidCloseDocumentNotification: createValidator('DidCloseDocumentNotification', checks.isDidCloseDocumentNotification, table),
  DidFocusDocumentNotification: createValidator('DidFocusDocumentNotification', checks.isDidFocusDocumentNotification, table),
  DidOpenDocumentNotification: createValidator('DidOpenDocumentNotification', checks.isDidOpenDocumentNotification, table),
  DidSaveDocumentNotification: createValidator('DidSaveDocumentNotification', checks.isDidSaveDocumentNotification, table),
  Diff: createValidator('Diff', checks.isDiff, table),
  DisableProviderRequest: createValidator('DisableProviderRequest', checks.isDisableProviderRequest, table),
  DisableProviderResponse: createValidator('DisableProviderResponse', checks.isDisableProviderResponse, table),
  DisconnectMcpRequest: createValidator('DisconnectMcpRequest', checks.isDisconnectMcpRequest, table),
  DisconnectMcpResponse: createValidator('DisconnectMcpResponse', checks.isDisconnectMcpResponse, table),
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
  ErrorStopReason: createValidator('ErrorStopReason', checks.isErrorStopReason, table),
  FileSystemCapabilities: createValidator('FileSystemCapabilities', checks.isFileSystemCapabilities, table),
  ForkSessionRequest: createValidator('ForkSessionRequest', checks.isForkSessionRequest, table),
  ForkSessionResponse: createValidator('ForkSessionResponse', checks.isForkSessionResponse, table),
  HttpHeader: createValidator('HttpHeader', checks.isHttpHeader, table),
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
  KillTerminalRequest: createValidator('KillTerminalRequest', checks.isKillTerminalRequest, table),
  KillTerminalResponse: createValidator('KillTerminalResponse', checks.isKillTerminalResponse, table),
  ListProvidersRequest: createValidator('ListProvidersRequest', checks.isListProvidersRequest, table),
  ListProvidersResponse: createValidator('ListProvidersResponse', checks.isListProvidersResponse, table),
  ListSessionsRequest: createValidator('ListSessionsRequest', checks.isListSessionsRequest, table),
  ListSessionsResponse: createValidator('ListSessionsResponse', checks.isListSessionsResponse, table),
  LlmProtocol: createValidator('LlmProtocol', checks.isLlmProtocol, table),
  LoadSessionRequest: createValidator('LoadSessionRequest', checks.isLoadSessionRequest, table),
  LoadSessionResponse: createValidator('LoadSessionResponse', checks.isLoadSessionResponse, table),
  LogoutRequest: createValidator('LogoutRequest', checks.isLogoutRequest, table),
  LogoutResponse: createValidator('LogoutResponse', checks.isLogoutResponse, table),
  Marker: createValidator('Marker', checks.isMarker, table),
  McpCapabilities: createValidator('McpCapabilities', checks.isMcpCapabilities, table),
  McpConnectionId: createValidator('McpConnectionId', checks.isMcpConnectionId, table),
  McpConnectionMessage: createValidator('McpConnectionMessage', checks.isMcpConnectionMessage, table),
  McpError: createValidator('McpError', checks.isMcpError, table),
  McpInnerError: createValidator('McpInnerError', checks.isMcpInnerError, table),
  McpInnerResult: createValidator('McpInnerResult', checks.isMcpInnerResult, table),
  McpMessageParams: createValidator('McpMessageParams', checks.isMcpMessageParams, table),
  McpMessageResult: createValidator('McpMessageResult', checks.isMcpMessageResult, table),
  McpRequestId: createValidator('McpRequestId', checks.isMcpRequestId, table),
  McpServer: createValidator('McpServer', checks.isMcpServer, table),
  McpServerAcp: createValidator('McpServerAcp', checks.isMcpServerAcp, table),
  McpServerAcpId: createValidator('McpServerAcpId', checks.isMcpServerAcpId, table),
  McpServerHttp: createValidator('McpServerHttp', checks.isMcpServerHttp, table),
  McpServerSse: createValidator('McpServerSse', checks.isMcpServerSse, table),
  McpServerStdio: createValidator('McpServerStdio', checks.isMcpServerStdio, table),
  MessageId: createValidator('MessageId', checks.isMessageId, table),
  MessageMcpRequest: createValidator('MessageMcpRequest', checks.isMessageMcpRequest, table),
  MessageMcpResponse: createValidator('MessageMcpResponse', checks.isMessageMcpResponse, table),
  MultiSelectItems: createValidator('MultiSelectItems', checks.isMultiSelectItems, table),
  MultiSelectPropertySchema: createValidator('MultiSelectPropertySchema', checks.isMultiSelectPropertySchema, table),
  NesCapabilities: createValidator('NesCapabilities', checks.isNesCapabilities, table),
  NesContextCapabilities: createValidator('NesContextCapabilities', checks.isNesContextCapabilities, table),
  NesDiagnostic: createValidator('NesDiagnostic', checks.isNesDiagnostic, table),
  NesDiagnosticSeverity: createValidator('NesDiagnosticSeverity', checks.isNesDiagnosticSeverity, table),
  NesDidChangeNotification: createValidator('NesDidChangeNotification', checks.isNesDidChangeNotification, table),
  NesDidCloseNotification: createValidator('NesDidCloseNotification', checks.isNesDidCloseNotification, table),
  NesDidFocusNotification: createValidator('NesDidFocusNotification', checks.isNesDidFocusNotification, table),
  NesDidOpenNotification: createValidator('NesDidOpenNotification', checks.isNesDidOpenNotification, table),
  NesDidSaveNotification: createValidator('NesDidSaveNotification', checks.isNesDidSaveNotification, table),
  NesDocumentDidChangeCapabilities: createValidator('NesDocumentDidChangeCapabilities', checks.isNesDocumentDidChangeCapabilities, table),
  NesDocumentEventCapabilities: createValidator('NesDocumentEventCapabilities', checks.isNesDocumentEventCapabilities, table),
  NesEditHistoryCapabilities: createValidator('NesEditHistoryCapabilities', checks.isNesEditHistoryCapabilities, table),
  NesEditHistoryEntry: createValidator('NesEditHistoryEntry', checks.isNesEditHistoryEntry, table),
  NesEditSuggestion: createValidator('NesEditSuggestion', checks.isNesEditSuggestion, table),
  NesEventCapabilities: createValidator('NesEventCapabilities', checks.isNesEventCapabilities, table),
  NesExcerpt: createValidator('NesExcerpt', checks.isNesExcerpt, table),
  NesJumpSuggestion: createValidator('NesJumpSuggestion', checks.isNesJumpSuggestion, table),
  NesOpenFile: createValidator('NesOpenFile', checks.isNesOpenFile, table),
  NesRecentFile: createValidator('NesRecentFile', checks.isNesRecentFile, table),
  NesRecentFilesCapabilities: createValidator('NesRecentFilesCapabilities', checks.isNesRecentFilesCapabilities, table),
  NesRejectReason: createValidator('NesRejectReason', checks.isNesRejectReason, table),
  NesRelatedSnippet: createValidator('NesRelatedSnippet', checks.isNesRelatedSnippet, table),
  NesRenameSuggestion: createValidator('NesRenameSuggestion', checks.isNesRenameSuggestion, table),
  NesRepository: createValidator('NesRepository', checks.isNesRepository, table),
  NesSearchAndReplaceSuggestion: createValidator('NesSearchAndReplaceSuggestion', checks.isNesSearchAndReplaceSuggestion, table),
  NesSuggestContext: createValidator('NesSuggestContext', checks.isNesSuggestContext, table),
  NesSuggestion: createValidator('NesSuggestion', checks.isNesSuggestion, table),
  NesSuggestionId: createValidator('NesSuggestionId', checks.isNesSuggestionId, table),
  NesTextEdit: createValidator('NesTextEdit', checks.isNesTextEdit, table),
  NesTriggerKind: createValidator('NesTriggerKind', checks.isNesTriggerKind, table),
  NesUserAction: createValidator('NesUserAction', checks.isNesUserAction, table),
  NesUserActionsCapabilities: createValidator('NesUserActionsCapabilities', checks.isNesUserActionsCapabilities, table),
  NewSessionRequest: createValidator('NewSessionRequest', checks.isNewSessionRequest, table),
  NewSessionResponse: createValidator('NewSessionResponse', checks.isNewSessionResponse, table),
  Notice: createValidator('Notice', checks.isNotice, table),
  NoticeSeverity: createValidator('NoticeSeverity', checks.isNoticeSeverity, table),
  NumberPropertySchema: createValidator('NumberPropertySchema', checks.isNumberPropertySchema, table),
  OpenDocumentsRequest: createValidator('OpenDocumentsRequest', checks.isOpenDocumentsRequest, table),
  OpenDocumentsResponse: createValidator('OpenDocumentsResponse', checks.isOpenDocumentsResponse, table),
  PackageDistribution: createValidator('PackageDistribution', checks.isPackageDistribution, table),
  PermissionOption: createValidator('PermissionOption', checks.isPermissionOption, table),
  PermissionOptionId: createValidator('PermissionOptionId', checks.isPermissionOptionId, table),
  PermissionOptionKind: createValidator('PermissionOptionKind', checks.isPermissionOptionKind, table),
  Plan: createValidator('Plan', checks.isPlan, table),
  PlanEntry: createValidator('PlanEntry', checks.isPlanEntry, table),
  PlanEntryPriority: createValidator('PlanEntryPriority', checks.isPlanEntryPriority, table),
  PlanEntryStatus: createValidator('PlanEntryStatus', checks.isPlanEntryStatus, table),
  PlanFile: createValidator('PlanFile', checks.isPlanFile, table),
  PlanId: createValidator('PlanId', checks.isPlanId, table),
  PlanItems: createValidator('PlanItems', checks.isPlanItems, table),
  PlanMarkdown: createValidator('PlanMarkdown', checks.isPlanMarkdown, table),
  PlanRemoved: createValidator('PlanRemoved', checks.isPlanRemoved, table),
  PlanUpdate: createValidator('PlanUpdate', checks.isPlanUpdate, table),
  PlanUpdateContent: createValidator('PlanUpdateContent', checks.isPlanUpdateContent, table),
  Position: createValidator('Position', checks.isPosition, table),
  PositionEncodingKind: createValidator('PositionEncodingKind', checks.isPositionEncodingKind, table),
  PromptCapabilities: createValidator('PromptCapabilities', checks.isPromptCapabilities, table),
  PromptRequest: createValidator('PromptRequest', checks.isPromptRequest, table),
  PromptResponse: createValidator('PromptResponse', checks.isPromptResponse, table),
  ProtocolVersion: createValidator('ProtocolVersion', checks.isProtocolVersion, table),
  ProviderCurrentConfig: createValidator('ProviderCurrentConfig', checks.isProviderCurrentConfig, table),
  ProviderId: createValidator('ProviderId', checks.isProviderId, table),
  ProviderInfo: createValidator('ProviderInfo', checks.isProviderInfo, table),
  ProxySuccessorRequest: createValidator('ProxySuccessorRequest', checks.isProxySuccessorRequest, table),
  ProxySuccessorResponse: createValidator('ProxySuccessorResponse', checks.isProxySuccessorResponse, table),
  Range: createValidator('Range', checks.isRange, table),
  ReadTextFileRequest: createValidator('ReadTextFileRequest', checks.isReadTextFileRequest, table),
  ReadTextFileResponse: createValidator('ReadTextFileResponse', checks.isReadTextFileResponse, table),
  RecentDocumentsRequest: createValidator('RecentDocumentsRequest', checks.isRecentDocumentsRequest, table),
  RecentDocumentsResponse: createValidator('RecentDocumentsResponse', checks.isRecentDocumentsResponse, table),
  RejectNesNotification: createValidator('RejectNesNotification', checks.isRejectNesNotification, table),
  ReleaseTerminalRequest: createValidator('ReleaseTerminalRequest', checks.isReleaseTerminalRequest, table),
  ReleaseTerminalResponse: createValidator('ReleaseTerminalResponse', checks.isReleaseTerminalResponse, table),
  RequestId: createValidator('RequestId', checks.isRequestId, table),
  RequestPermissionOutcome: createValidator('RequestPermissionOutcome', checks.isRequestPermissionOutcome, table),
  RequestPermissionRequest: createValidator('RequestPermissionRequest', checks.isRequestPermissionRequest, table),
  RequestPermissionResponse: createValidator('RequestPermissionResponse', checks.isRequestPermissionResponse, table),
  RequiresActionStateUpdate: createValidator('RequiresActionStateUpdate', checks.isRequiresActionStateUpdate, table),
  ResourceLink: createValidator('ResourceLink', checks.isResourceLink, table),
  ResumeSessionRequest: createValidator('ResumeSessionRequest', checks.isResumeSessionRequest, table),
  ResumeSessionResponse: createValidator('ResumeSessionResponse', checks.isResumeSessionResponse, table),
  Role: createValidator('Role', checks.isRole, table),
  RunningStateUpdate: createValidator('RunningStateUpdate', checks.isRunningStateUpdate, table),
  RuntimeContext: createValidator('RuntimeContext', checks.isRuntimeContext, table),
  SelectedPermissionOutcome: createValidator('SelectedPermissionOutcome', checks.isSelectedPermissionOutcome, table),
  SessionArchiveFilter: createValidator('SessionArchiveFilter', checks.isSessionArchiveFilter, table),
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
  SessionMessage: createValidator('SessionMessage', checks.isSessionMessage, table),
  SessionMessageChunk: createValidator('SessionMessageChunk', checks.isSessionMessageChunk, table),
  SessionMode: createValidator('SessionMode', checks.isSessionMode, table),
  SessionModeId: createValidator('SessionModeId', checks.isSessionModeId, table),
  SessionModeState: createValidator('SessionModeState', checks.isSessionModeState, table),
  SessionNotification: createValidator('SessionNotification', checks.isSessionNotification, table),
  SessionStatus: createValidator('SessionStatus', checks.isSessionStatus, table),
  SessionStatusRequest: createValidator('SessionStatusRequest', checks.isSessionStatusRequest, table),
  SessionStatusResponse: createValidator('SessionStatusResponse', checks.isSessionStatusResponse, table),
  SessionSystemPromptCapabilities: createValidator('SessionSystemPromptCapabilities', checks.isSessionSystemPromptCapabilities, table),
  SessionSystemPromptModeCapabilities: createValidator('SessionSystemPromptModeCapabilities', checks.isSessionSystemPromptModeCapabilities, table),
  SessionUpdate: createValidator('SessionUpdate', checks.isSessionUpdate, table),
  SetProviderRequest: createValidator('SetProviderRequest', checks.isSetProviderRequest, table),
  SetProviderResponse: createValidator('SetProviderResponse', checks.isSetProviderResponse, table),
  SetSessionConfigOptionRequest: createValidator('SetSessionConfigOptionRequest', checks.isSetSessionConfigOptionRequest, table),
  SetSessionConfigOptionResponse: createValidator('SetSessionConfigOptionResponse', checks.isSetSessionConfigOptionResponse, table),
  SetSessionModeRequest: createValidator('SetSessionModeRequest', checks.isSetSessionModeRequest, table),
  SetSessionModeResponse: createValidator('SetSessionModeResponse', checks.isSetSessionModeResponse, table),
  SetSessionTitleRequest: createValidator('SetSessionTitleRequest', checks.isSetSessionTitleRequest, table),
  SetSessionTitleResponse: createValidator('SetSessionTitleResponse', checks.isSetSessionTitleResponse, table),
  StartNesRequest: createValidator('StartNesRequest', checks.isStartNesRequest, table),
  StartNesResponse: createValidator('StartNesResponse', checks.isStartNesResponse, table),
  StateUpdate: createValidator('StateUpdate', checks.isStateUpdate, table),
  StopReason: createValidator('StopReason', checks.isStopReason, table),
  StringFormat: createValidator('StringFormat', checks.isStringFormat, table),
  StringMultiSelectItems: createValidator('StringMultiSelectItems', checks.isStringMultiSelectItems, table),
  StringPropertySchema: createValidator('StringPropertySchema', checks.isStringPropertySchema, table),
  SubagentSessionCapabilities: createValidator('SubagentSessionCapabilities', checks.isSubagentSessionCapabilities, table),
  SubagentUpdate: createValidator('SubagentUpdate', checks.isSubagentUpdate, table),
  SuggestNesRequest: createValidator('SuggestNesRequest', checks.isSuggestNesRequest, table),
  SuggestNesResponse: createValidator('SuggestNesResponse', checks.isSuggestNesResponse, table),
  SystemPrompt: createValidator('SystemPrompt', checks.isSystemPrompt, table),
  SystemPromptMode: createValidator('SystemPromptMode', checks.isSystemPromptMode, table),
  Terminal: createValidator('Terminal', checks.isTerminal, table),
  TerminalExitStatus: createValidator('TerminalExitStatus', checks.isTerminalExitStatus, table),
  TerminalId: createValidator('TerminalId', checks.isTerminalId, table),
  TerminalOutputRequest: createValidator('TerminalOutputRequest', checks.isTerminalOutputRequest, table),
  TerminalOutputResponse: createValidator('TerminalOutputResponse', checks.isTerminalOutputResponse, table),
  TextContent: createValidator('TextContent', checks.isTextContent, table),
  TextDocumentContentChangeEvent: createValidator('TextDocumentContentChangeEvent', checks.isTextDocumentContentChangeEvent, table),
  TextDocumentSyncKind: createValidator('TextDocumentSyncKind', checks.isTextDocumentSyncKind, table),
  TextResourceContents: createValidator('TextResourceContents', checks.isTextResourceContents, table),
  TitledMultiSelectItems: createValidator('TitledMultiSelectItems', checks.isTitledMultiSelectItems, table),
  ToolCall: createValidator('ToolCall', checks.isToolCall, table),
  ToolCallContent: createValidator('ToolCallContent', checks.isToolCallContent, table),
  ToolCallId: createValidator('ToolCallId', checks.isToolCallId, table),
  ToolCallLocation: createValidator('ToolCallLocation', checks.isToolCallLocation, table),
  ToolCallStatus: createValidator('ToolCallStatus', checks.isToolCallStatus, table),
  ToolCallUpdate: createValidator('ToolCallUpdate', checks.isToolCallUpdate, table),
  ToolKind: createValidator('ToolKind', checks.isToolKind, table),
  UnarchiveSessionRequest: createValidator('UnarchiveSessionRequest', checks.isUnarchiveSessionRequest, table),
  UnarchiveSessionResponse: createValidator('UnarchiveSessionResponse', checks.isUnarchiveSessionResponse, table),
  UnknownElicitationMode: createValidator('UnknownElicitationMode', checks.isUnknownElicitationMode, table),
  UnknownStateUpdate: createValidator('UnknownStateUpdate', checks.isUnknownStateUpdate, table),
  UnstructuredCommandInput: createValidator('UnstructuredCommandInput', checks.isUnstructuredCommandInput, table),
  Usage: createValidator('Usage', checks.isUsage, table),
  UsageUpdate: createValidator('UsageUpdate', checks.isUsageUpdate, table),
  WaitForTerminalExitRequest: createValidator('WaitForTerminalExitRequest', checks.isWaitForTerminalExitRequest, table),
  WaitForTerminalExitResponse: createValidator('WaitForTerminalExitResponse', checks.isWaitForTerminalExitResponse, table),
  WorkspaceCapabilities: createValidator('WorkspaceCapabilities', checks.isWorkspaceCapabilities, table),
  WorkspaceDocument: createValidator('WorkspaceDocument', checks.isWorkspaceDocument, table),
  WorkspaceFolder: createValidator('WorkspaceFolder', checks.isWorkspaceFolder, table),
  WriteTextFileRequest: createValidator('WriteTextFileRequest', checks.isWriteTextFileRequest, table),
  WriteTextFileResponse: createValidator('WriteTextFileResponse', checks.isWriteTextFileResponse, table),
});
