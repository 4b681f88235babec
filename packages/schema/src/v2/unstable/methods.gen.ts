// Generated from src/definitions by `npm run generate`. Do not edit.
import { dictionary } from '../../validate/dictionary.ts';
import type { MethodTable } from '../../shared/method-table.ts';
import type * as types from './types.gen.ts';
import { validators } from './validators.gen.ts';

/** The types of every method of this version. */
export interface Methods {
  /** Logs in with one of the advertised methods. */
  readonly 'auth/login': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.LoginAuthRequest;
    readonly result: types.LoginAuthResponse;
    readonly receivedParams: types.LoginAuthRequest;
    readonly receivedResult: types.LoginAuthResponse;
  };
  /** Makes the agent forget its credentials. */
  readonly 'auth/logout': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.LogoutAuthRequest;
    readonly result: types.LogoutAuthResponse;
    readonly receivedParams: types.LogoutAuthRequest;
    readonly receivedResult: types.LogoutAuthResponse;
  };
  /** Asks whether a login is needed, without changing anything. (unstable) */
  readonly 'auth/status': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.AuthStatusRequest;
    readonly result: types.AuthStatusResponse;
    readonly receivedParams: types.AuthStatusRequest;
    readonly receivedResult: types.AuthStatusResponse;
  };
  /** Reports that the login status has changed. (unstable) */
  readonly 'auth/status_update': {
    readonly direction: 'agent>client';
    readonly kind: 'notification';
    readonly params: types.AuthStatusUpdateNotification;
    readonly result: undefined;
    readonly receivedParams: types.AuthStatusUpdateNotification;
    readonly receivedResult: undefined;
  };
  /** Gives one config option another value. */
  readonly 'session/set_config_option': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.SetSessionConfigOptionRequest;
    readonly result: types.SetSessionConfigOptionResponse;
    readonly receivedParams: types.SetSessionConfigOptionRequest;
    readonly receivedResult: types.SetSessionConfigOptionResponse;
  };
  /** Reports that a document was opened, with its whole text. (draft) */
  readonly 'document/didOpen': {
    readonly direction: 'client>agent';
    readonly kind: 'notification';
    readonly params: types.DidOpenDocumentNotification;
    readonly result: undefined;
    readonly receivedParams: types.DidOpenDocumentNotification;
    readonly receivedResult: undefined;
  };
  /** Reports that the text of an open document changed. (draft) */
  readonly 'document/didChange': {
    readonly direction: 'client>agent';
    readonly kind: 'notification';
    readonly params: types.DidChangeDocumentNotification;
    readonly result: undefined;
    readonly receivedParams: types.DidChangeDocumentNotification;
    readonly receivedResult: undefined;
  };
  /** Reports that a document is no longer open in the editor. (draft) */
  readonly 'document/didClose': {
    readonly direction: 'client>agent';
    readonly kind: 'notification';
    readonly params: types.DidCloseDocumentNotification;
    readonly result: undefined;
    readonly receivedParams: types.DidCloseDocumentNotification;
    readonly receivedResult: undefined;
  };
  /** Reports that a document was written to its file. (draft) */
  readonly 'document/didSave': {
    readonly direction: 'client>agent';
    readonly kind: 'notification';
    readonly params: types.DidSaveDocumentNotification;
    readonly result: undefined;
    readonly receivedParams: types.DidSaveDocumentNotification;
    readonly receivedResult: undefined;
  };
  /** Reports that the user switched to a document, new or already open. (draft) */
  readonly 'document/didFocus': {
    readonly direction: 'client>agent';
    readonly kind: 'notification';
    readonly params: types.DidFocusDocumentNotification;
    readonly result: undefined;
    readonly receivedParams: types.DidFocusDocumentNotification;
    readonly receivedResult: undefined;
  };
  /** Older name of `document/didOpen`: accepted from old clients, never sent. (draft) */
  readonly 'nes/didOpen': {
    readonly direction: 'client>agent';
    readonly kind: 'notification';
    readonly params: types.NesDidOpenNotification;
    readonly result: undefined;
    readonly receivedParams: types.NesDidOpenNotification;
    readonly receivedResult: undefined;
  };
  /** Older name of `document/didChange`: accepted from old clients, never sent. (draft) */
  readonly 'nes/didChange': {
    readonly direction: 'client>agent';
    readonly kind: 'notification';
    readonly params: types.NesDidChangeNotification;
    readonly result: undefined;
    readonly receivedParams: types.NesDidChangeNotification;
    readonly receivedResult: undefined;
  };
  /** Older name of `document/didClose`: accepted from old clients, never sent. (draft) */
  readonly 'nes/didClose': {
    readonly direction: 'client>agent';
    readonly kind: 'notification';
    readonly params: types.NesDidCloseNotification;
    readonly result: undefined;
    readonly receivedParams: types.NesDidCloseNotification;
    readonly receivedResult: undefined;
  };
  /** Older name of `document/didSave`: accepted from old clients, never sent. (draft) */
  readonly 'nes/didSave': {
    readonly direction: 'client>agent';
    readonly kind: 'notification';
    readonly params: types.NesDidSaveNotification;
    readonly result: undefined;
    readonly receivedParams: types.NesDidSaveNotification;
    readonly receivedResult: undefined;
  };
  /** Older name of `document/didFocus`: accepted from old clients, never sent. (draft) */
  readonly 'nes/didFocus': {
    readonly direction: 'client>agent';
    readonly kind: 'notification';
    readonly params: types.NesDidFocusNotification;
    readonly result: undefined;
    readonly receivedParams: types.NesDidFocusNotification;
    readonly receivedResult: undefined;
  };
  /** Asks for the text documents that are open in the editor now. (draft) */
  readonly 'workspace/open_documents': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.OpenDocumentsRequest;
    readonly result: types.OpenDocumentsResponse;
    readonly receivedParams: types.OpenDocumentsRequest;
    readonly receivedResult: types.OpenDocumentsResponse;
  };
  /** Asks for the documents that the user opened lately. (draft) */
  readonly 'workspace/recent_documents': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.RecentDocumentsRequest;
    readonly result: types.RecentDocumentsResponse;
    readonly receivedParams: types.RecentDocumentsRequest;
    readonly receivedResult: types.RecentDocumentsResponse;
  };
  /** Asks which document has the focus in the editor. (draft) */
  readonly 'workspace/active_document': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.ActiveDocumentRequest;
    readonly result: types.ActiveDocumentResponse;
    readonly receivedParams: types.ActiveDocumentRequest;
    readonly receivedResult: types.ActiveDocumentResponse;
  };
  /** Asks the user for data that the agent needs to go on. */
  readonly 'elicitation/create': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.CreateElicitationRequest;
    readonly result: types.CreateElicitationResponse;
    readonly receivedParams: types.CreateElicitationRequest;
    readonly receivedResult: types.CreateElicitationResponse;
  };
  /** Tells the client that a web page has served its purpose. */
  readonly 'elicitation/complete': {
    readonly direction: 'agent>client';
    readonly kind: 'notification';
    readonly params: types.CompleteElicitationNotification;
    readonly result: undefined;
    readonly receivedParams: types.CompleteElicitationNotification;
    readonly receivedResult: undefined;
  };
  /** Opens the connection; it comes before every other request. */
  readonly 'initialize': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.InitializeRequest;
    readonly result: types.InitializeResponse;
    readonly receivedParams: types.InitializeRequest;
    readonly receivedResult: types.InitializeResponse;
  };
  /** Hands over a user message for later delivery; the answer comes at acceptance. (draft) */
  readonly 'session/inject': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.InjectSessionRequest;
    readonly result: types.InjectSessionResponse;
    readonly receivedParams: types.InjectSessionRequest;
    readonly receivedResult: types.InjectSessionResponse;
  };
  /** Takes back a message that waits; after success it is never delivered. (draft) */
  readonly 'session/revoke_inject': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.RevokeInjectSessionRequest;
    readonly result: types.RevokeInjectSessionResponse;
    readonly receivedParams: types.RevokeInjectSessionRequest;
    readonly receivedResult: types.RevokeInjectSessionResponse;
  };
  /** Exchanges the content of a waiting message; id, mode and place stay. (draft) */
  readonly 'session/replace_inject': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.ReplaceInjectSessionRequest;
    readonly result: types.ReplaceInjectSessionResponse;
    readonly receivedParams: types.ReplaceInjectSessionRequest;
    readonly receivedResult: types.ReplaceInjectSessionResponse;
  };
  /** Asks the receiver to give up a request; it is still answered. */
  readonly '$/cancel_request': {
    readonly direction: 'both';
    readonly kind: 'notification';
    readonly params: types.CancelRequestNotification;
    readonly result: undefined;
    readonly receivedParams: types.CancelRequestNotification;
    readonly receivedResult: undefined;
  };
  /** Opens a connection to an MCP server that a session declared with type `acp`. (draft) */
  readonly 'mcp/connect': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.ConnectMcpRequest;
    readonly result: types.ConnectMcpResponse;
    readonly receivedParams: types.ConnectMcpRequest;
    readonly receivedResult: types.ConnectMcpResponse;
  };
  /** Closes a connection; later messages that name it fail. (draft) */
  readonly 'mcp/disconnect': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.DisconnectMcpRequest;
    readonly result: types.DisconnectMcpResponse;
    readonly receivedParams: types.DisconnectMcpRequest;
    readonly receivedResult: types.DisconnectMcpResponse;
  };
  /** Carries one MCP message; with an outer id it is a request, otherwise a notification. (unstable) */
  readonly 'mcp/message': {
    readonly direction: 'both';
    readonly kind: 'message';
    readonly params: types.McpMessageParams;
    readonly result: types.McpMessageResult;
    readonly receivedParams: types.McpMessageParams;
    readonly receivedResult: types.McpMessageResult;
  };
  /** Starts a next-edit session; a connection may have several at once. (draft) */
  readonly 'nes/start': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.StartNesRequest;
    readonly result: types.StartNesResponse;
    readonly receivedParams: types.StartNesRequest;
    readonly receivedResult: types.StartNesResponse;
  };
  /** Asks for suggestions at the cursor; may be given up with `$/cancel_request`. (draft) */
  readonly 'nes/suggest': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.SuggestNesRequest;
    readonly result: types.SuggestNesResponse;
    readonly receivedParams: types.ReceivedSuggestNesRequest;
    readonly receivedResult: types.SuggestNesResponse;
  };
  /** Ends a next-edit session; the agent stops its work and frees memory. (draft) */
  readonly 'nes/close': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.CloseNesRequest;
    readonly result: types.CloseNesResponse;
    readonly receivedParams: types.CloseNesRequest;
    readonly receivedResult: types.CloseNesResponse;
  };
  /** Reports that the user accepted a suggestion. (draft) */
  readonly 'nes/accept': {
    readonly direction: 'client>agent';
    readonly kind: 'notification';
    readonly params: types.AcceptNesNotification;
    readonly result: undefined;
    readonly receivedParams: types.ReceivedAcceptNesNotification;
    readonly receivedResult: undefined;
  };
  /** Reports that the user did not accept a suggestion. (draft) */
  readonly 'nes/reject': {
    readonly direction: 'client>agent';
    readonly kind: 'notification';
    readonly params: types.RejectNesNotification;
    readonly result: undefined;
    readonly receivedParams: types.ReceivedRejectNesNotification;
    readonly receivedResult: undefined;
  };
  /** Asks the user whether the agent may go on. */
  readonly 'session/request_permission': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.RequestPermissionRequest;
    readonly result: types.RequestPermissionResponse;
    readonly receivedParams: types.RequestPermissionRequest;
    readonly receivedResult: types.RequestPermissionResponse;
  };
  /** Gives the agent a message from the user. */
  readonly 'session/prompt': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.PromptRequest;
    readonly result: types.PromptResponse;
    readonly receivedParams: types.PromptRequest;
    readonly receivedResult: types.ReceivedPromptResponse;
  };
  /** Stops the foreground work of a session; nothing happens when it is idle. */
  readonly 'session/cancel': {
    readonly direction: 'client>agent';
    readonly kind: 'notification';
    readonly params: types.CancelNotification;
    readonly result: undefined;
    readonly receivedParams: types.CancelNotification;
    readonly receivedResult: undefined;
  };
  /** Lists the providers of the agent, disabled ones included. (unstable) */
  readonly 'providers/list': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.ListProvidersRequest;
    readonly result: types.ListProvidersResponse;
    readonly receivedParams: types.ListProvidersRequest;
    readonly receivedResult: types.ListProvidersResponse;
  };
  /** Replaces the whole configuration of one provider. (unstable) */
  readonly 'providers/set': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.SetProviderRequest;
    readonly result: types.SetProviderResponse;
    readonly receivedParams: types.SetProviderRequest;
    readonly receivedResult: types.SetProviderResponse;
  };
  /** Stops the agent from using one provider. (unstable) */
  readonly 'providers/disable': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.DisableProviderRequest;
    readonly result: types.DisableProviderResponse;
    readonly receivedParams: types.DisableProviderRequest;
    readonly receivedResult: types.DisableProviderResponse;
  };
  /** Starts a component as a proxy, which initializes its successor before it answers. (unstable) */
  readonly 'proxy/initialize': {
    readonly direction: 'conductor>proxy';
    readonly kind: 'request';
    readonly params: types.InitializeRequest;
    readonly result: types.InitializeResponse;
    readonly receivedParams: types.InitializeRequest;
    readonly receivedResult: types.InitializeResponse;
  };
  /** Wraps one message to or from the successor; the outer id decides whether it is a request. (unstable) */
  readonly 'proxy/successor': {
    readonly direction: 'proxy';
    readonly kind: 'message';
    readonly params: types.ProxySuccessorRequest;
    readonly result: types.ProxySuccessorResponse;
    readonly receivedParams: types.ProxySuccessorRequest;
    readonly receivedResult: types.ProxySuccessorResponse;
  };
  /** Creates a session in a working directory. */
  readonly 'session/new': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.NewSessionRequest;
    readonly result: types.NewSessionResponse;
    readonly receivedParams: types.NewSessionRequest;
    readonly receivedResult: types.NewSessionResponse;
  };
  /** Opens a stored session, silently unless a replay is asked for. */
  readonly 'session/resume': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.ResumeSessionRequest;
    readonly result: types.ResumeSessionResponse;
    readonly receivedParams: types.ResumeSessionRequest;
    readonly receivedResult: types.ResumeSessionResponse;
  };
  /** Copies a session so that both can go on independently. (unstable) */
  readonly 'session/fork': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.ForkSessionRequest;
    readonly result: types.ForkSessionResponse;
    readonly receivedParams: types.ForkSessionRequest;
    readonly receivedResult: types.ForkSessionResponse;
  };
  /** Lists sessions page by page, without opening or changing any. */
  readonly 'session/list': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.ListSessionsRequest;
    readonly result: types.ListSessionsResponse;
    readonly receivedParams: types.ListSessionsRequest;
    readonly receivedResult: types.ListSessionsResponse;
  };
  /** Removes a session from the list; an unknown one counts as removed. */
  readonly 'session/delete': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.DeleteSessionRequest;
    readonly result: types.DeleteSessionResponse;
    readonly receivedParams: types.DeleteSessionRequest;
    readonly receivedResult: types.DeleteSessionResponse;
  };
  /** Stops a session's work and frees what it holds; it stays stored. */
  readonly 'session/close': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.CloseSessionRequest;
    readonly result: types.CloseSessionResponse;
    readonly receivedParams: types.CloseSessionRequest;
    readonly receivedResult: types.CloseSessionResponse;
  };
  /** Hides a session from ordinary lists, closing it first if needed. (unstable) */
  readonly 'session/archive': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.ArchiveSessionRequest;
    readonly result: types.ArchiveSessionResponse;
    readonly receivedParams: types.ArchiveSessionRequest;
    readonly receivedResult: types.ArchiveSessionResponse;
  };
  /** Brings an archived session back to ordinary lists without opening it. (unstable) */
  readonly 'session/unarchive': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.UnarchiveSessionRequest;
    readonly result: types.UnarchiveSessionResponse;
    readonly receivedParams: types.UnarchiveSessionRequest;
    readonly receivedResult: types.UnarchiveSessionResponse;
  };
  /** Asks whether a session is in memory, without touching it. (unstable) */
  readonly 'session/status': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.SessionStatusRequest;
    readonly result: types.SessionStatusResponse;
    readonly receivedParams: types.SessionStatusRequest;
    readonly receivedResult: types.SessionStatusResponse;
  };
  /** Gives a session a title chosen by the user. (unstable) */
  readonly 'session/set_title': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.SetSessionTitleRequest;
    readonly result: types.SetSessionTitleResponse;
    readonly receivedParams: types.SetSessionTitleRequest;
    readonly receivedResult: types.SetSessionTitleResponse;
  };
  /** Asks the agent to end the command in one of its terminals. */
  readonly 'terminal/cancel': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.CancelTerminalRequest;
    readonly result: types.CancelTerminalResponse;
    readonly receivedParams: types.CancelTerminalRequest;
    readonly receivedResult: types.CancelTerminalResponse;
  };
  /** Asks the agent to stop one tool call and leave the rest running. */
  readonly 'tool_call/cancel': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.CancelToolCallRequest;
    readonly result: types.CancelToolCallResponse;
    readonly receivedParams: types.CancelToolCallRequest;
    readonly receivedResult: types.CancelToolCallResponse;
  };
  /** Reports one piece of news; it may come at any time while the session exists. */
  readonly 'session/update': {
    readonly direction: 'agent>client';
    readonly kind: 'notification';
    readonly params: types.SessionNotification;
    readonly result: undefined;
    readonly receivedParams: types.SessionNotification;
    readonly receivedResult: undefined;
  };
}

/** The name of a method of this version. */
export type MethodName = keyof Methods;

/** Every method of this version by name; one that is not here does not exist. */
export const methods: MethodTable<Methods> = dictionary<MethodTable<Methods>>({
  'auth/login': {
    name: 'auth/login',
    direction: 'client>agent',
    kind: 'request',
    params: validators.LoginAuthRequest,
    result: validators.LoginAuthResponse,
    gate: { kind: 'list', field: 'authMethods' },
    versions: [2],
    stability: 'stable',
    also: [],
    errors: [-32602],
  },
  'auth/logout': {
    name: 'auth/logout',
    direction: 'client>agent',
    kind: 'request',
    params: validators.LogoutAuthRequest,
    result: validators.LogoutAuthResponse,
    gate: { kind: 'list', field: 'authMethods' },
    versions: [2],
    stability: 'stable',
    also: [],
    errors: [],
  },
  'auth/status': {
    name: 'auth/status',
    direction: 'client>agent',
    kind: 'request',
    params: validators.AuthStatusRequest,
    result: validators.AuthStatusResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['auth.status'] },
    versions: [1, 2],
    stability: 'unstable',
    also: [],
    errors: [],
  },
  'auth/status_update': {
    name: 'auth/status_update',
    direction: 'agent>client',
    kind: 'notification',
    params: validators.AuthStatusUpdateNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['auth.status'] },
    versions: [1, 2],
    stability: 'unstable',
    also: [],
    errors: [],
  },
  'session/set_config_option': {
    name: 'session/set_config_option',
    direction: 'client>agent',
    kind: 'request',
    params: validators.SetSessionConfigOptionRequest,
    result: validators.SetSessionConfigOptionResponse,
    gate: { kind: 'session', field: 'configOptions' },
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [-32602],
  },
  'document/didOpen': {
    name: 'document/didOpen',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.DidOpenDocumentNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['nes.events.document.didOpen'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [],
  },
  'document/didChange': {
    name: 'document/didChange',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.DidChangeDocumentNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['nes.events.document.didChange'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [],
  },
  'document/didClose': {
    name: 'document/didClose',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.DidCloseDocumentNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['nes.events.document.didClose'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [],
  },
  'document/didSave': {
    name: 'document/didSave',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.DidSaveDocumentNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['nes.events.document.didSave'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [],
  },
  'document/didFocus': {
    name: 'document/didFocus',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.DidFocusDocumentNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['nes.events.document.didFocus'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [],
  },
  'nes/didOpen': {
    name: 'nes/didOpen',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.NesDidOpenNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['nes.events.document.didOpen'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [],
  },
  'nes/didChange': {
    name: 'nes/didChange',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.NesDidChangeNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['nes.events.document.didChange'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [],
  },
  'nes/didClose': {
    name: 'nes/didClose',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.NesDidCloseNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['nes.events.document.didClose'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [],
  },
  'nes/didSave': {
    name: 'nes/didSave',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.NesDidSaveNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['nes.events.document.didSave'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [],
  },
  'nes/didFocus': {
    name: 'nes/didFocus',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.NesDidFocusNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['nes.events.document.didFocus'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [],
  },
  'workspace/open_documents': {
    name: 'workspace/open_documents',
    direction: 'agent>client',
    kind: 'request',
    params: validators.OpenDocumentsRequest,
    result: validators.OpenDocumentsResponse,
    gate: { kind: 'capability', side: 'client', paths: ['workspace.openDocuments'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [-32002],
  },
  'workspace/recent_documents': {
    name: 'workspace/recent_documents',
    direction: 'agent>client',
    kind: 'request',
    params: validators.RecentDocumentsRequest,
    result: validators.RecentDocumentsResponse,
    gate: { kind: 'capability', side: 'client', paths: ['workspace.recentDocuments'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [-32602],
  },
  'workspace/active_document': {
    name: 'workspace/active_document',
    direction: 'agent>client',
    kind: 'request',
    params: validators.ActiveDocumentRequest,
    result: validators.ActiveDocumentResponse,
    gate: { kind: 'capability', side: 'client', paths: ['workspace.activeDocument'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [],
  },
  'elicitation/create': {
    name: 'elicitation/create',
    direction: 'agent>client',
    kind: 'request',
    params: validators.CreateElicitationRequest,
    result: validators.CreateElicitationResponse,
    gate: { kind: 'capability', side: 'client', paths: ['elicitation.form', 'elicitation.url'] },
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [-32602],
  },
  'elicitation/complete': {
    name: 'elicitation/complete',
    direction: 'agent>client',
    kind: 'notification',
    params: validators.CompleteElicitationNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'client', paths: ['elicitation.url'] },
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [],
  },
  'initialize': {
    name: 'initialize',
    direction: 'client>agent',
    kind: 'request',
    params: validators.InitializeRequest,
    result: validators.InitializeResponse,
    gate: undefined,
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [-32022, -32600, -32602],
  },
  'session/inject': {
    name: 'session/inject',
    direction: 'client>agent',
    kind: 'request',
    params: validators.InjectSessionRequest,
    result: validators.InjectSessionResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session.inject'] },
    versions: [2],
    stability: 'draft',
    also: [],
    errors: [-32010, -32602, -32002],
  },
  'session/revoke_inject': {
    name: 'session/revoke_inject',
    direction: 'client>agent',
    kind: 'request',
    params: validators.RevokeInjectSessionRequest,
    result: validators.RevokeInjectSessionResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session.inject'] },
    versions: [2],
    stability: 'draft',
    also: [],
    errors: [-32010, -32002],
  },
  'session/replace_inject': {
    name: 'session/replace_inject',
    direction: 'client>agent',
    kind: 'request',
    params: validators.ReplaceInjectSessionRequest,
    result: validators.ReplaceInjectSessionResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session.inject.pending.replace'] },
    versions: [2],
    stability: 'draft',
    also: [],
    errors: [-32010, -32002, -32601],
  },
  '$/cancel_request': {
    name: '$/cancel_request',
    direction: 'both',
    kind: 'notification',
    params: validators.CancelRequestNotification,
    result: undefined,
    gate: undefined,
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [],
  },
  'mcp/connect': {
    name: 'mcp/connect',
    direction: 'agent>client',
    kind: 'request',
    params: validators.ConnectMcpRequest,
    result: validators.ConnectMcpResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session.mcp.acp'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [-32002, -32602],
  },
  'mcp/disconnect': {
    name: 'mcp/disconnect',
    direction: 'agent>client',
    kind: 'request',
    params: validators.DisconnectMcpRequest,
    result: validators.DisconnectMcpResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session.mcp.acp'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [-32002, -32602],
  },
  'mcp/message': {
    name: 'mcp/message',
    direction: 'both',
    kind: 'message',
    params: validators.McpMessageParams,
    result: validators.McpMessageResult,
    gate: { kind: 'capability', side: 'agent', paths: ['session.mcp.acp'] },
    versions: [1, 2],
    stability: 'unstable',
    also: [],
    errors: [-32602, -32800, -33000, -33001, -33002],
  },
  'nes/start': {
    name: 'nes/start',
    direction: 'client>agent',
    kind: 'request',
    params: validators.StartNesRequest,
    result: validators.StartNesResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['nes'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [-32000],
  },
  'nes/suggest': {
    name: 'nes/suggest',
    direction: 'client>agent',
    kind: 'request',
    params: validators.SuggestNesRequest,
    result: validators.SuggestNesResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['nes'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [-32002],
  },
  'nes/close': {
    name: 'nes/close',
    direction: 'client>agent',
    kind: 'request',
    params: validators.CloseNesRequest,
    result: validators.CloseNesResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['nes'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [-32002],
  },
  'nes/accept': {
    name: 'nes/accept',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.AcceptNesNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['nes'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [],
  },
  'nes/reject': {
    name: 'nes/reject',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.RejectNesNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['nes'] },
    versions: [1, 2],
    stability: 'draft',
    also: [],
    errors: [],
  },
  'session/request_permission': {
    name: 'session/request_permission',
    direction: 'agent>client',
    kind: 'request',
    params: validators.RequestPermissionRequest,
    result: validators.RequestPermissionResponse,
    gate: undefined,
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [],
  },
  'session/prompt': {
    name: 'session/prompt',
    direction: 'client>agent',
    kind: 'request',
    params: validators.PromptRequest,
    result: validators.PromptResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session'] },
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [-32000, -32002, -32602, -32800],
  },
  'session/cancel': {
    name: 'session/cancel',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.CancelNotification,
    result: undefined,
    gate: { kind: 'capability', side: 'agent', paths: ['session'] },
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [],
  },
  'providers/list': {
    name: 'providers/list',
    direction: 'client>agent',
    kind: 'request',
    params: validators.ListProvidersRequest,
    result: validators.ListProvidersResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['providers'] },
    versions: [1, 2],
    stability: 'unstable',
    also: [],
    errors: [],
  },
  'providers/set': {
    name: 'providers/set',
    direction: 'client>agent',
    kind: 'request',
    params: validators.SetProviderRequest,
    result: validators.SetProviderResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['providers'] },
    versions: [1, 2],
    stability: 'unstable',
    also: [],
    errors: [-32602],
  },
  'providers/disable': {
    name: 'providers/disable',
    direction: 'client>agent',
    kind: 'request',
    params: validators.DisableProviderRequest,
    result: validators.DisableProviderResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['providers'] },
    versions: [1, 2],
    stability: 'unstable',
    also: [],
    errors: [-32602],
  },
  'proxy/initialize': {
    name: 'proxy/initialize',
    direction: 'conductor>proxy',
    kind: 'request',
    params: validators.InitializeRequest,
    result: validators.InitializeResponse,
    gate: undefined,
    versions: [1, 2],
    stability: 'unstable',
    also: ['_proxy/initialize'],
    errors: [-32600, -32602, -32022],
  },
  'proxy/successor': {
    name: 'proxy/successor',
    direction: 'proxy',
    kind: 'message',
    params: validators.ProxySuccessorRequest,
    result: validators.ProxySuccessorResponse,
    gate: undefined,
    versions: [1, 2],
    stability: 'unstable',
    also: ['_proxy/successor'],
    errors: [],
  },
  'session/new': {
    name: 'session/new',
    direction: 'client>agent',
    kind: 'request',
    params: validators.NewSessionRequest,
    result: validators.NewSessionResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session'] },
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [-32000, -32602],
  },
  'session/resume': {
    name: 'session/resume',
    direction: 'client>agent',
    kind: 'request',
    params: validators.ResumeSessionRequest,
    result: validators.ResumeSessionResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session'] },
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [-32000, -32002, -32602],
  },
  'session/fork': {
    name: 'session/fork',
    direction: 'client>agent',
    kind: 'request',
    params: validators.ForkSessionRequest,
    result: validators.ForkSessionResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session.fork'] },
    versions: [1, 2],
    stability: 'unstable',
    also: [],
    errors: [-32002, -32000, -32602],
  },
  'session/list': {
    name: 'session/list',
    direction: 'client>agent',
    kind: 'request',
    params: validators.ListSessionsRequest,
    result: validators.ListSessionsResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session'] },
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [-32602],
  },
  'session/delete': {
    name: 'session/delete',
    direction: 'client>agent',
    kind: 'request',
    params: validators.DeleteSessionRequest,
    result: validators.DeleteSessionResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session.delete'] },
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [],
  },
  'session/close': {
    name: 'session/close',
    direction: 'client>agent',
    kind: 'request',
    params: validators.CloseSessionRequest,
    result: validators.CloseSessionResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session'] },
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [-32002],
  },
  'session/archive': {
    name: 'session/archive',
    direction: 'client>agent',
    kind: 'request',
    params: validators.ArchiveSessionRequest,
    result: validators.ArchiveSessionResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session.archive'] },
    versions: [1, 2],
    stability: 'unstable',
    also: [],
    errors: [-32002],
  },
  'session/unarchive': {
    name: 'session/unarchive',
    direction: 'client>agent',
    kind: 'request',
    params: validators.UnarchiveSessionRequest,
    result: validators.UnarchiveSessionResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session.archive'] },
    versions: [1, 2],
    stability: 'unstable',
    also: [],
    errors: [-32002],
  },
  'session/status': {
    name: 'session/status',
    direction: 'client>agent',
    kind: 'request',
    params: validators.SessionStatusRequest,
    result: validators.SessionStatusResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session.status'] },
    versions: [1, 2],
    stability: 'unstable',
    also: [],
    errors: [-32002],
  },
  'session/set_title': {
    name: 'session/set_title',
    direction: 'client>agent',
    kind: 'request',
    params: validators.SetSessionTitleRequest,
    result: validators.SetSessionTitleResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['session.title'] },
    versions: [1, 2],
    stability: 'unstable',
    also: [],
    errors: [-32002, -32602],
  },
  'terminal/cancel': {
    name: 'terminal/cancel',
    direction: 'client>agent',
    kind: 'request',
    params: validators.CancelTerminalRequest,
    result: validators.CancelTerminalResponse,
    gate: { kind: 'entity', field: 'terminal_update.capabilities.cancel' },
    versions: [2],
    stability: 'stable',
    also: [],
    errors: [-32602],
  },
  'tool_call/cancel': {
    name: 'tool_call/cancel',
    direction: 'client>agent',
    kind: 'request',
    params: validators.CancelToolCallRequest,
    result: validators.CancelToolCallResponse,
    gate: { kind: 'entity', field: 'tool_call_update.capabilities.cancel' },
    versions: [2],
    stability: 'stable',
    also: [],
    errors: [-32602],
  },
  'session/update': {
    name: 'session/update',
    direction: 'agent>client',
    kind: 'notification',
    params: validators.SessionNotification,
    result: undefined,
    gate: undefined,
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [],
  },
});

/** Whether this version has a method of this name; other names under which one is accepted do not count. */
export function isMethodName(name: string): name is MethodName {
  return name in methods;
}

/** The error codes of this version by name. */
export const errorCodes: {
  /** Parse error: The message is not JSON; answered with a null id, the connection stays open. */
  readonly parse_error: -32700;
  /** Invalid request: The JSON is not a request, or comes before initialization, or repeats it illegally. */
  readonly invalid_request: -32600;
  /** Method not found: The method is unknown, or needs a capability that was not advertised. */
  readonly method_not_found: -32601;
  /** Invalid params: The params are malformed or ask for something the receiver does not support. */
  readonly invalid_params: -32602;
  /** Internal error: The receiver failed unexpectedly. */
  readonly internal_error: -32603;
  /** Request cancelled: The request was given up, by its sender, by a limit or at shutdown. */
  readonly request_cancelled: -32800;
  /** Authentication required: The user has to log in before this request can succeed. */
  readonly authentication_required: -32000;
  /** Resource not found: A session, file, terminal or message is unknown; the data says which one. */
  readonly resource_not_found: -32002;
  /** Inject precondition failed: The injected message cannot be sent or changed; the data says why. */
  readonly inject_precondition_failed: -32010;
  /** Unsupported protocol version: No version of the agent is at or below the requested one. */
  readonly unsupported_protocol_version: -32022;
  /** MCP binding limit: Too many MCP requests are already open over this connection. */
  readonly mcp_binding_limit: -33000;
  /** MCP server unavailable: The MCP server behind the id cannot be reached at present. */
  readonly mcp_server_unavailable: -33001;
  /** MCP backend failed: The MCP server broke down before it answered the inner request. */
  readonly mcp_backend_failed: -33002;
} = {
  /** Parse error: The message is not JSON; answered with a null id, the connection stays open. */
  parse_error: -32700,
  /** Invalid request: The JSON is not a request, or comes before initialization, or repeats it illegally. */
  invalid_request: -32600,
  /** Method not found: The method is unknown, or needs a capability that was not advertised. */
  method_not_found: -32601,
  /** Invalid params: The params are malformed or ask for something the receiver does not support. */
  invalid_params: -32602,
  /** Internal error: The receiver failed unexpectedly. */
  internal_error: -32603,
  /** Request cancelled: The request was given up, by its sender, by a limit or at shutdown. */
  request_cancelled: -32800,
  /** Authentication required: The user has to log in before this request can succeed. */
  authentication_required: -32000,
  /** Resource not found: A session, file, terminal or message is unknown; the data says which one. */
  resource_not_found: -32002,
  /** Inject precondition failed: The injected message cannot be sent or changed; the data says why. */
  inject_precondition_failed: -32010,
  /** Unsupported protocol version: No version of the agent is at or below the requested one. */
  unsupported_protocol_version: -32022,
  /** MCP binding limit: Too many MCP requests are already open over this connection. */
  mcp_binding_limit: -33000,
  /** MCP server unavailable: The MCP server behind the id cannot be reached at present. */
  mcp_server_unavailable: -33001,
  /** MCP backend failed: The MCP server broke down before it answered the inner request. */
  mcp_backend_failed: -33002,
};
