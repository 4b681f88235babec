// Generated from src/definitions by `npm run generate`. Do not edit.
import { dictionary } from '../validate/dictionary.ts';
import type { MethodTable } from '../shared/method-table.ts';
import type * as types from './types.gen.ts';
import { validators } from './validators.gen.ts';

/** The types of every method of this version. */
export interface Methods {
  /** Logs in with one of the advertised methods. */
  readonly 'authenticate': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.AuthenticateRequest;
    readonly result: types.AuthenticateResponse;
    readonly receivedParams: types.AuthenticateRequest;
    readonly receivedResult: types.AuthenticateResponse;
  };
  /** Makes the agent forget its credentials. */
  readonly 'logout': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.LogoutRequest;
    readonly result: types.LogoutResponse;
    readonly receivedParams: types.LogoutRequest;
    readonly receivedResult: types.LogoutResponse;
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
  /** Puts the session into another mode. */
  readonly 'session/set_mode': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.SetSessionModeRequest;
    readonly result: types.SetSessionModeResponse;
    readonly receivedParams: types.SetSessionModeRequest;
    readonly receivedResult: types.SetSessionModeResponse;
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
  /** Reads a text file, including changes not yet saved in the editor. */
  readonly 'fs/read_text_file': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.ReadTextFileRequest;
    readonly result: types.ReadTextFileResponse;
    readonly receivedParams: types.ReadTextFileRequest;
    readonly receivedResult: types.ReadTextFileResponse;
  };
  /** Writes a text file and creates it when it is missing. */
  readonly 'fs/write_text_file': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.WriteTextFileRequest;
    readonly result: types.WriteTextFileResponse;
    readonly receivedParams: types.WriteTextFileRequest;
    readonly receivedResult: types.WriteTextFileResponse;
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
  /** Asks the receiver to give up a request; it is still answered. */
  readonly '$/cancel_request': {
    readonly direction: 'both';
    readonly kind: 'notification';
    readonly params: types.CancelRequestNotification;
    readonly result: undefined;
    readonly receivedParams: types.CancelRequestNotification;
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
    readonly receivedResult: types.PromptResponse;
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
  /** Creates a session in a working directory. */
  readonly 'session/new': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.NewSessionRequest;
    readonly result: types.NewSessionResponse;
    readonly receivedParams: types.NewSessionRequest;
    readonly receivedResult: types.NewSessionResponse;
  };
  /** Opens a stored session and replays its whole conversation. */
  readonly 'session/load': {
    readonly direction: 'client>agent';
    readonly kind: 'request';
    readonly params: types.LoadSessionRequest;
    readonly result: types.LoadSessionResponse;
    readonly receivedParams: types.LoadSessionRequest;
    readonly receivedResult: types.LoadSessionResponse;
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
  /** Starts a command and answers while it runs. */
  readonly 'terminal/create': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.CreateTerminalRequest;
    readonly result: types.CreateTerminalResponse;
    readonly receivedParams: types.CreateTerminalRequest;
    readonly receivedResult: types.CreateTerminalResponse;
  };
  /** Reads what has been printed so far, without waiting. */
  readonly 'terminal/output': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.TerminalOutputRequest;
    readonly result: types.TerminalOutputResponse;
    readonly receivedParams: types.TerminalOutputRequest;
    readonly receivedResult: types.TerminalOutputResponse;
  };
  /** Answers as soon as the command has ended. */
  readonly 'terminal/wait_for_exit': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.WaitForTerminalExitRequest;
    readonly result: types.WaitForTerminalExitResponse;
    readonly receivedParams: types.WaitForTerminalExitRequest;
    readonly receivedResult: types.WaitForTerminalExitResponse;
  };
  /** Ends the command but keeps the terminal and its output. */
  readonly 'terminal/kill': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.KillTerminalRequest;
    readonly result: types.KillTerminalResponse;
    readonly receivedParams: types.KillTerminalRequest;
    readonly receivedResult: types.KillTerminalResponse;
  };
  /** Ends the command if it runs and gives up the terminal. */
  readonly 'terminal/release': {
    readonly direction: 'agent>client';
    readonly kind: 'request';
    readonly params: types.ReleaseTerminalRequest;
    readonly result: types.ReleaseTerminalResponse;
    readonly receivedParams: types.ReleaseTerminalRequest;
    readonly receivedResult: types.ReleaseTerminalResponse;
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
  'authenticate': {
    name: 'authenticate',
    direction: 'client>agent',
    kind: 'request',
    params: validators.AuthenticateRequest,
    result: validators.AuthenticateResponse,
    gate: { kind: 'list', field: 'authMethods' },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32602],
  },
  'logout': {
    name: 'logout',
    direction: 'client>agent',
    kind: 'request',
    params: validators.LogoutRequest,
    result: validators.LogoutResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['auth.logout'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32601],
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
  'session/set_mode': {
    name: 'session/set_mode',
    direction: 'client>agent',
    kind: 'request',
    params: validators.SetSessionModeRequest,
    result: validators.SetSessionModeResponse,
    gate: { kind: 'session', field: 'modes' },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32602],
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
  'fs/read_text_file': {
    name: 'fs/read_text_file',
    direction: 'agent>client',
    kind: 'request',
    params: validators.ReadTextFileRequest,
    result: validators.ReadTextFileResponse,
    gate: { kind: 'capability', side: 'client', paths: ['fs.readTextFile'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32002, -32602],
  },
  'fs/write_text_file': {
    name: 'fs/write_text_file',
    direction: 'agent>client',
    kind: 'request',
    params: validators.WriteTextFileRequest,
    result: validators.WriteTextFileResponse,
    gate: { kind: 'capability', side: 'client', paths: ['fs.writeTextFile'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32602],
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
    errors: [-32600, -32602],
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
    gate: undefined,
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
    gate: undefined,
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [],
  },
  'session/new': {
    name: 'session/new',
    direction: 'client>agent',
    kind: 'request',
    params: validators.NewSessionRequest,
    result: validators.NewSessionResponse,
    gate: undefined,
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [-32000, -32602],
  },
  'session/load': {
    name: 'session/load',
    direction: 'client>agent',
    kind: 'request',
    params: validators.LoadSessionRequest,
    result: validators.LoadSessionResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['loadSession'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32000, -32002],
  },
  'session/resume': {
    name: 'session/resume',
    direction: 'client>agent',
    kind: 'request',
    params: validators.ResumeSessionRequest,
    result: validators.ResumeSessionResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['sessionCapabilities.resume'] },
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [-32000, -32002, -32602],
  },
  'session/list': {
    name: 'session/list',
    direction: 'client>agent',
    kind: 'request',
    params: validators.ListSessionsRequest,
    result: validators.ListSessionsResponse,
    gate: { kind: 'capability', side: 'agent', paths: ['sessionCapabilities.list'] },
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
    gate: { kind: 'capability', side: 'agent', paths: ['sessionCapabilities.delete'] },
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
    gate: { kind: 'capability', side: 'agent', paths: ['sessionCapabilities.close'] },
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [-32002],
  },
  'terminal/create': {
    name: 'terminal/create',
    direction: 'agent>client',
    kind: 'request',
    params: validators.CreateTerminalRequest,
    result: validators.CreateTerminalResponse,
    gate: { kind: 'capability', side: 'client', paths: ['terminal'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [],
  },
  'terminal/output': {
    name: 'terminal/output',
    direction: 'agent>client',
    kind: 'request',
    params: validators.TerminalOutputRequest,
    result: validators.TerminalOutputResponse,
    gate: { kind: 'capability', side: 'client', paths: ['terminal'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32002],
  },
  'terminal/wait_for_exit': {
    name: 'terminal/wait_for_exit',
    direction: 'agent>client',
    kind: 'request',
    params: validators.WaitForTerminalExitRequest,
    result: validators.WaitForTerminalExitResponse,
    gate: { kind: 'capability', side: 'client', paths: ['terminal'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32002],
  },
  'terminal/kill': {
    name: 'terminal/kill',
    direction: 'agent>client',
    kind: 'request',
    params: validators.KillTerminalRequest,
    result: validators.KillTerminalResponse,
    gate: { kind: 'capability', side: 'client', paths: ['terminal'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32002],
  },
  'terminal/release': {
    name: 'terminal/release',
    direction: 'agent>client',
    kind: 'request',
    params: validators.ReleaseTerminalRequest,
    result: validators.ReleaseTerminalResponse,
    gate: { kind: 'capability', side: 'client', paths: ['terminal'] },
    versions: [1],
    stability: 'stable',
    also: [],
    errors: [-32002],
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
};
