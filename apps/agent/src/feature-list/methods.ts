/**
 * What the agent does with every method.
 *
 * A missing method does not compile; a listed method that is not served fails a test.
 */
import type { AgentMethod, Feature } from './feature.ts';

export interface MethodFeature extends Feature {
  readonly group: MethodGroup;
}

/** The groups in the order in which they are shown. */
export type MethodGroup =
  | 'Connection'
  | 'Authentication'
  | 'Sessions'
  | 'Prompts'
  | 'Settings'
  | 'Questions to the user'
  | "The client's machine"
  | 'MCP over ACP'
  | 'Next edit suggestions';

/** In the order of the groups. */
export const methodFeatures: Readonly<Record<AgentMethod, MethodFeature>> = {
  initialize: {
    group: 'Connection',
    does: 'Reports its name and its capabilities, in version 1 and in version 2.',
    rules: ['INIT-01..INIT-21'],
  },
  '$/cancel_request': {
    group: 'Connection',
    does: 'Cancels the named request, and cancels its own requests when their turn is cancelled.',
    rules: ['CANCEL-11..CANCEL-16', 'CANCEL-18'],
  },
  authenticate: {
    group: 'Authentication',
    does: 'Logs the user in by one of the methods that --auth has enabled.',
    rules: ['AUTH-01', 'AUTH-04', 'AUTH-05', 'AUTH-13'],
  },
  logout: {
    group: 'Authentication',
    does: 'Removes the login; sessions need a new one.',
    rules: ['AUTH-07'],
  },
  'auth/login': {
    group: 'Authentication',
    does: 'Logs the user in by one of the methods that --auth has enabled.',
    rules: ['AUTH-01', 'AUTH-04', 'AUTH-05', 'AUTH-09', 'AUTH-13'],
  },
  'auth/logout': {
    group: 'Authentication',
    does: 'Removes the login; sessions need a new one.',
    rules: ['AUTH-07', 'AUTH-09'],
  },
  'auth/status': {
    group: 'Authentication',
    does: 'Reports whether the user is logged in, or that no login is needed.',
    rules: ['AUTH-18', 'AUTH-19', 'AUTH-21'],
  },
  'auth/status_update': {
    group: 'Authentication',
    does: 'Reports that the user has logged in or out.',
    rules: ['AUTH-20'],
  },
  'session/new': {
    group: 'Sessions',
    does: 'Opens a session in a directory, with its roots, MCP servers and instructions.',
    rules: ['SETUP-01..SETUP-08', 'SETUP-23', 'SETUP-25', 'DIRS-01..DIRS-04'],
  },
  'session/load': {
    group: 'Sessions',
    does: 'Opens a stored session and replays the whole conversation.',
    rules: ['SETUP-10..SETUP-12'],
  },
  'session/resume': {
    group: 'Sessions',
    does: 'Opens a stored session, and replays the conversation if the client requests it.',
    rules: ['SETUP-13..SETUP-21', 'DIRS-05'],
  },
  'session/fork': {
    group: 'Sessions',
    does: 'Opens a new session with the conversation of another.',
    rules: ['FORK-01..FORK-03'],
  },
  'session/list': {
    group: 'Sessions',
    does: 'Lists stored sessions in pages, optionally of one directory.',
    rules: ['LIST-01..LIST-09', 'ARCH-03'],
  },
  'session/delete': {
    group: 'Sessions',
    does: 'Deletes a session and everything that was stored about it.',
    rules: ['DEL-01..DEL-03'],
  },
  'session/close': {
    group: 'Sessions',
    does: 'Ends the turn, the commands and the MCP servers of a session, and keeps the conversation.',
    rules: ['CLOSE-01..CLOSE-04'],
  },
  'session/archive': {
    group: 'Sessions',
    does: 'Removes a session from the list and keeps it.',
    rules: ['ARCH-01'],
  },
  'session/unarchive': {
    group: 'Sessions',
    does: 'Puts a session back into the list.',
    rules: ['ARCH-02'],
  },
  'session/status': {
    group: 'Sessions',
    does: 'Reports whether a session is open or stored.',
    rules: ['STAT-01'],
  },
  'session/set_title': {
    group: 'Sessions',
    does: 'Sets the title of a session.',
    rules: ['TITLE-01'],
  },
  'session/prompt': {
    group: 'Prompts',
    does: 'Runs a prompt: a slash command, a turn with a model, or a search of the files; accepts context for this turn only.',
    rules: [
      'TURN-01..TURN-06',
      'TURN-09',
      'TURN-10',
      'LIFE-01..LIFE-03',
      'LIFE-11..LIFE-14',
      'CONT-01..CONT-03',
      'RCTX-01..RCTX-05',
    ],
  },
  'session/cancel': {
    group: 'Prompts',
    does: 'Stops the turn, its model request and its commands.',
    rules: ['CANCEL-01', 'CANCEL-04..CANCEL-07', 'CANCEL-09', 'CANCEL-10', 'CANCEL-17'],
  },
  'session/update': {
    group: 'Prompts',
    does: 'Reports everything that happens in a session; the kinds are listed below.',
    rules: ['TURN-03', 'LIFE-18', 'TOOL-01'],
  },
  'session/inject': {
    group: 'Prompts',
    does: 'Accepts a message during a turn, for later or to steer the turn.',
    rules: ['INJ-01..INJ-08', 'INJ-16..INJ-23'],
  },
  'session/revoke_inject': {
    group: 'Prompts',
    does: 'Removes a message that was not delivered yet.',
    rules: ['INJ-09..INJ-12'],
  },
  'session/replace_inject': {
    group: 'Prompts',
    does: 'Replaces the content of a message that was not delivered yet.',
    rules: ['INJ-11..INJ-15'],
  },
  'tool_call/cancel': {
    group: 'Prompts',
    does: 'Stops one tool call and continues the turn.',
    rules: ['TOOL-19', 'TOOL-20'],
  },
  'terminal/cancel': {
    group: 'Prompts',
    does: 'Ends the command of one terminal and continues the turn.',
    rules: ['TOOL-18..TOOL-20'],
  },
  'session/set_config_option': {
    group: 'Settings',
    does: 'Sets the mode, the model, the thinking effort, the steering, or web access.',
    rules: ['CFG-01..CFG-13'],
  },
  'session/set_mode': {
    group: 'Settings',
    does: 'Sets the mode of the session.',
    rules: ['MODE-02', 'MODE-03'],
  },
  'providers/list': {
    group: 'Settings',
    does: 'Lists the model services, without their keys.',
    rules: ['PROV-01', 'PROV-05', 'PROV-06'],
  },
  'providers/set': {
    group: 'Settings',
    does: 'Sets the address and the headers of a service, for all new turns.',
    rules: ['PROV-02', 'PROV-03', 'PROV-07', 'PROV-08'],
  },
  'providers/disable': {
    group: 'Settings',
    does: 'Disables a service.',
    rules: ['PROV-04', 'PROV-05'],
  },
  'session/request_permission': {
    group: 'Questions to the user',
    does: 'Asks before it changes a file, runs a command, fetches a page or uses an MCP tool.',
    rules: ['PERM-01..PERM-11'],
  },
  'elicitation/create': {
    group: 'Questions to the user',
    does: 'Asks questions of the model or of an MCP server with a form, and for the password on a page.',
    rules: ['ELIC-01..ELIC-07', 'ELIC-11..ELIC-15'],
  },
  'elicitation/complete': {
    group: 'Questions to the user',
    does: 'Reports that a page is done.',
    rules: ['ELIC-09', 'ELIC-10'],
  },
  'fs/read_text_file': {
    group: "The client's machine",
    does: 'Reads files through the editor, including unsaved changes, if the client offers that.',
    rules: ['FS-01..FS-03', 'FS-06', 'FS-08'],
  },
  'fs/write_text_file': {
    group: "The client's machine",
    does: 'Writes files through the editor, if the client offers that.',
    rules: ['FS-01', 'FS-04', 'FS-05', 'FS-08'],
  },
  'terminal/create': {
    group: "The client's machine",
    does: 'Runs commands in terminals of the editor, if the client offers that.',
    rules: ['TERM-01..TERM-04', 'TERM-12'],
  },
  'terminal/output': {
    group: "The client's machine",
    does: "Reads the output of a command in the editor's terminal.",
    rules: ['TERM-05'],
  },
  'terminal/wait_for_exit': {
    group: "The client's machine",
    does: "Waits for the end of a command in the editor's terminal.",
    rules: ['TERM-06'],
  },
  'terminal/kill': {
    group: "The client's machine",
    does: "Ends a command in the editor's terminal when it is cancelled or times out.",
    rules: ['TERM-07'],
  },
  'terminal/release': {
    group: "The client's machine",
    does: "Releases the editor's terminal.",
    rules: ['TERM-08', 'TERM-09'],
  },
  'workspace/open_documents': {
    group: "The client's machine",
    does: 'Requests the open files: for /open, for the model, and to rank answers.',
    rules: ['EDIT-01', 'EDIT-02', 'EDIT-05'],
  },
  'workspace/recent_documents': {
    group: "The client's machine",
    does: 'Requests the recently open files.',
    rules: ['EDIT-01', 'EDIT-03'],
  },
  'workspace/active_document': {
    group: "The client's machine",
    does: 'Requests the file with the focus.',
    rules: ['EDIT-01', 'EDIT-04'],
  },
  'mcp/connect': {
    group: 'MCP over ACP',
    does: "Connects to an MCP server on the client's side, named when a session is opened.",
    rules: ['MCP-01..MCP-03'],
  },
  'mcp/message': {
    group: 'MCP over ACP',
    does: 'Exchanges messages with that server, with or without a connection.',
    rules: ['MCP-04', 'MCP-06..MCP-08'],
  },
  'mcp/disconnect': {
    group: 'MCP over ACP',
    does: 'Closes the connection to that server with the session.',
    rules: ['MCP-05'],
  },
  'nes/start': {
    group: 'Next edit suggestions',
    does: 'Starts to follow the documents of an editor.',
    rules: ['NES-01', 'NES-04', 'NES-15'],
  },
  'nes/suggest': {
    group: 'Next edit suggestions',
    does: 'Suggests the next edit based on earlier edits.',
    rules: ['NES-03', 'NES-08', 'NES-09', 'NES-12', 'NES-14'],
  },
  'nes/accept': {
    group: 'Next edit suggestions',
    does: 'Records that a suggestion was accepted.',
    rules: ['NES-10'],
  },
  'nes/reject': {
    group: 'Next edit suggestions',
    does: 'Records that a suggestion was rejected, and why.',
    rules: ['NES-10', 'NES-11'],
  },
  'nes/close': {
    group: 'Next edit suggestions',
    does: 'Stops following the documents.',
    rules: ['NES-05'],
  },
  'document/didOpen': {
    group: 'Next edit suggestions',
    does: 'Opens a document.',
    rules: ['NES-02', 'NES-13'],
  },
  'document/didChange': {
    group: 'Next edit suggestions',
    does: 'Applies the changes of a document, whole or in pieces.',
    rules: ['NES-02', 'NES-06', 'NES-13'],
  },
  'document/didClose': {
    group: 'Next edit suggestions',
    does: 'Closes a document.',
    rules: ['NES-02', 'NES-13'],
  },
  'document/didSave': {
    group: 'Next edit suggestions',
    does: 'Records that a document was saved.',
    rules: ['NES-02', 'NES-13'],
  },
  'document/didFocus': {
    group: 'Next edit suggestions',
    does: 'Records the position of the cursor.',
    rules: ['NES-02', 'NES-07', 'NES-13'],
  },
  'nes/didOpen': {
    group: 'Next edit suggestions',
    does: 'Opens a document, under the name of an older draft.',
    rules: ['NES-13'],
  },
  'nes/didChange': {
    group: 'Next edit suggestions',
    does: 'Applies the changes of a document, under the name of an older draft.',
    rules: ['NES-13'],
  },
  'nes/didClose': {
    group: 'Next edit suggestions',
    does: 'Closes a document, under the name of an older draft.',
    rules: ['NES-13'],
  },
  'nes/didSave': {
    group: 'Next edit suggestions',
    does: 'Records that a document was saved, under the name of an older draft.',
    rules: ['NES-13'],
  },
  'nes/didFocus': {
    group: 'Next edit suggestions',
    does: 'Records the position of the cursor, under the name of an older draft.',
    rules: ['NES-13'],
  },
};
