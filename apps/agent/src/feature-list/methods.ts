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
    does: 'Says who it is and what it can do, in version 1 and in version 2.',
    rules: ['INIT-01..INIT-21'],
  },
  '$/cancel_request': {
    group: 'Connection',
    does: 'Gives up the request that is named, and takes its own questions back when their turn is cancelled.',
    rules: ['CANCEL-11..CANCEL-16', 'CANCEL-18'],
  },
  authenticate: {
    group: 'Authentication',
    does: 'Logs the user in by one of the ways that --auth has switched on.',
    rules: ['AUTH-01', 'AUTH-04', 'AUTH-05', 'AUTH-13'],
  },
  logout: {
    group: 'Authentication',
    does: 'Forgets the login; sessions need a new one.',
    rules: ['AUTH-07'],
  },
  'auth/login': {
    group: 'Authentication',
    does: 'Logs the user in by one of the ways that --auth has switched on.',
    rules: ['AUTH-01', 'AUTH-04', 'AUTH-05', 'AUTH-09', 'AUTH-13'],
  },
  'auth/logout': {
    group: 'Authentication',
    does: 'Forgets the login; sessions need a new one.',
    rules: ['AUTH-07', 'AUTH-09'],
  },
  'auth/status': {
    group: 'Authentication',
    does: 'Says whether somebody is logged in, or that nobody has to be.',
    rules: ['AUTH-18', 'AUTH-19', 'AUTH-21'],
  },
  'auth/status_update': {
    group: 'Authentication',
    does: 'Tells that somebody has logged in or out.',
    rules: ['AUTH-20'],
  },
  'session/new': {
    group: 'Sessions',
    does: 'Opens a session in a directory, with its roots, MCP servers and instructions.',
    rules: ['SETUP-01..SETUP-08', 'SETUP-23', 'SETUP-25', 'DIRS-01..DIRS-04'],
  },
  'session/load': {
    group: 'Sessions',
    does: 'Opens a stored session and tells all that was said in it.',
    rules: ['SETUP-10..SETUP-12'],
  },
  'session/resume': {
    group: 'Sessions',
    does: 'Opens a stored session, with what was said in it where the client asks for that.',
    rules: ['SETUP-13..SETUP-21', 'DIRS-05'],
  },
  'session/fork': {
    group: 'Sessions',
    does: 'Begins a new session with what was said in another.',
    rules: ['FORK-01..FORK-03'],
  },
  'session/list': {
    group: 'Sessions',
    does: 'Lists stored sessions by pages, of one directory where that is asked for.',
    rules: ['LIST-01..LIST-09', 'ARCH-03'],
  },
  'session/delete': {
    group: 'Sessions',
    does: 'Removes a session and everything that was stored of it.',
    rules: ['DEL-01..DEL-03'],
  },
  'session/close': {
    group: 'Sessions',
    does: 'Ends the work of a session, its commands and its MCP servers, and keeps what was said.',
    rules: ['CLOSE-01..CLOSE-04'],
  },
  'session/archive': {
    group: 'Sessions',
    does: 'Takes a session out of the list and keeps it.',
    rules: ['ARCH-01'],
  },
  'session/unarchive': {
    group: 'Sessions',
    does: 'Puts a session back into the list.',
    rules: ['ARCH-02'],
  },
  'session/status': {
    group: 'Sessions',
    does: 'Says whether a session is open or stored.',
    rules: ['STAT-01'],
  },
  'session/set_title': {
    group: 'Sessions',
    does: 'Gives a session the title that the user wants.',
    rules: ['TITLE-01'],
  },
  'session/prompt': {
    group: 'Prompts',
    does: 'Does what the user says: a slash command, the work of a model, or a search of the files; takes context for this turn only.',
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
    does: 'Stops the turn, the model and the commands that run for it.',
    rules: ['CANCEL-01', 'CANCEL-04..CANCEL-07', 'CANCEL-09', 'CANCEL-10', 'CANCEL-17'],
  },
  'session/update': {
    group: 'Prompts',
    does: 'Tells everything that happens in a session; the kinds are listed below.',
    rules: ['TURN-03', 'LIFE-18', 'TOOL-01'],
  },
  'session/inject': {
    group: 'Prompts',
    does: 'Takes a message while it works, for later or to steer the work.',
    rules: ['INJ-01..INJ-08', 'INJ-16..INJ-23'],
  },
  'session/revoke_inject': {
    group: 'Prompts',
    does: 'Takes back a message that was not delivered yet.',
    rules: ['INJ-09..INJ-12'],
  },
  'session/replace_inject': {
    group: 'Prompts',
    does: 'Exchanges the content of a message that was not delivered yet.',
    rules: ['INJ-11..INJ-15'],
  },
  'tool_call/cancel': {
    group: 'Prompts',
    does: 'Stops one tool call and goes on with the turn.',
    rules: ['TOOL-19', 'TOOL-20'],
  },
  'terminal/cancel': {
    group: 'Prompts',
    does: 'Ends the command in one terminal and goes on with the turn.',
    rules: ['TOOL-18..TOOL-20'],
  },
  'session/set_config_option': {
    group: 'Settings',
    does: 'Sets the mode, the model, how long it thinks, or whether it may use the web.',
    rules: ['CFG-01..CFG-13'],
  },
  'session/set_mode': {
    group: 'Settings',
    does: 'Sets the mode of the session.',
    rules: ['MODE-02', 'MODE-03'],
  },
  'providers/list': {
    group: 'Settings',
    does: 'Lists the services that models come from, without their keys.',
    rules: ['PROV-01', 'PROV-05', 'PROV-06'],
  },
  'providers/set': {
    group: 'Settings',
    does: 'Sets where a service is and how to log in there, at once for new turns.',
    rules: ['PROV-02', 'PROV-03', 'PROV-07', 'PROV-08'],
  },
  'providers/disable': {
    group: 'Settings',
    does: 'Takes a service out of use.',
    rules: ['PROV-04', 'PROV-05'],
  },
  'session/request_permission': {
    group: 'Questions to the user',
    does: 'Asks before it changes a file, runs a command, fetches a page or uses an MCP tool.',
    rules: ['PERM-01..PERM-11'],
  },
  'elicitation/create': {
    group: 'Questions to the user',
    does: 'Asks by a form what the model, or an MCP server, wants to know, and by a page for a password.',
    rules: ['ELIC-01..ELIC-07', 'ELIC-11..ELIC-15'],
  },
  'elicitation/complete': {
    group: 'Questions to the user',
    does: 'Tells that a page has served its purpose.',
    rules: ['ELIC-09', 'ELIC-10'],
  },
  'fs/read_text_file': {
    group: "The client's machine",
    does: 'Reads files as the editor has them, unsaved changes included, where it offers that.',
    rules: ['FS-01..FS-03', 'FS-06', 'FS-08'],
  },
  'fs/write_text_file': {
    group: "The client's machine",
    does: 'Writes files through the editor, where it offers that.',
    rules: ['FS-01', 'FS-04', 'FS-05', 'FS-08'],
  },
  'terminal/create': {
    group: "The client's machine",
    does: 'Runs commands in terminals of the editor, where it offers that.',
    rules: ['TERM-01..TERM-04', 'TERM-12'],
  },
  'terminal/output': {
    group: "The client's machine",
    does: "Reads what a command in the editor's terminal has printed.",
    rules: ['TERM-05'],
  },
  'terminal/wait_for_exit': {
    group: "The client's machine",
    does: "Waits until a command in the editor's terminal has ended.",
    rules: ['TERM-06'],
  },
  'terminal/kill': {
    group: "The client's machine",
    does: "Ends a command in the editor's terminal when it is cancelled or takes too long.",
    rules: ['TERM-07'],
  },
  'terminal/release': {
    group: "The client's machine",
    does: "Gives the editor's terminal back.",
    rules: ['TERM-08', 'TERM-09'],
  },
  'workspace/open_documents': {
    group: "The client's machine",
    does: 'Asks which files are open: for /open, for the model, and to answer from them first.',
    rules: ['EDIT-01', 'EDIT-02', 'EDIT-05'],
  },
  'workspace/recent_documents': {
    group: "The client's machine",
    does: 'Asks which files were open lately.',
    rules: ['EDIT-01', 'EDIT-03'],
  },
  'workspace/active_document': {
    group: "The client's machine",
    does: 'Asks which file has the focus.',
    rules: ['EDIT-01', 'EDIT-04'],
  },
  'mcp/connect': {
    group: 'MCP over ACP',
    does: "Connects to an MCP server on the client's side, named when a session is opened.",
    rules: ['MCP-01..MCP-03'],
  },
  'mcp/message': {
    group: 'MCP over ACP',
    does: 'Exchanges messages with that server, in the form with a connection and in the one without.',
    rules: ['MCP-04', 'MCP-06..MCP-08'],
  },
  'mcp/disconnect': {
    group: 'MCP over ACP',
    does: 'Lets go of that server when the session is closed.',
    rules: ['MCP-05'],
  },
  'nes/start': {
    group: 'Next edit suggestions',
    does: 'Begins to watch the documents of an editor.',
    rules: ['NES-01', 'NES-04', 'NES-15'],
  },
  'nes/suggest': {
    group: 'Next edit suggestions',
    does: 'Suggests the next edit from what was edited before.',
    rules: ['NES-03', 'NES-08', 'NES-09', 'NES-12', 'NES-14'],
  },
  'nes/accept': {
    group: 'Next edit suggestions',
    does: 'Hears that a suggestion was taken.',
    rules: ['NES-10'],
  },
  'nes/reject': {
    group: 'Next edit suggestions',
    does: 'Hears that a suggestion was not taken, and why.',
    rules: ['NES-10', 'NES-11'],
  },
  'nes/close': {
    group: 'Next edit suggestions',
    does: 'Forgets the documents.',
    rules: ['NES-05'],
  },
  'document/didOpen': {
    group: 'Next edit suggestions',
    does: 'Takes a document in.',
    rules: ['NES-02', 'NES-13'],
  },
  'document/didChange': {
    group: 'Next edit suggestions',
    does: 'Follows the changes of a document, whole or in pieces.',
    rules: ['NES-02', 'NES-06', 'NES-13'],
  },
  'document/didClose': {
    group: 'Next edit suggestions',
    does: 'Lets a document go.',
    rules: ['NES-02', 'NES-13'],
  },
  'document/didSave': {
    group: 'Next edit suggestions',
    does: 'Hears that a document was saved.',
    rules: ['NES-02', 'NES-13'],
  },
  'document/didFocus': {
    group: 'Next edit suggestions',
    does: 'Hears where the cursor is.',
    rules: ['NES-02', 'NES-07', 'NES-13'],
  },
  'nes/didOpen': {
    group: 'Next edit suggestions',
    does: 'Takes a document in, under the name of an older draft.',
    rules: ['NES-13'],
  },
  'nes/didChange': {
    group: 'Next edit suggestions',
    does: 'Follows the changes of a document, under the name of an older draft.',
    rules: ['NES-13'],
  },
  'nes/didClose': {
    group: 'Next edit suggestions',
    does: 'Lets a document go, under the name of an older draft.',
    rules: ['NES-13'],
  },
  'nes/didSave': {
    group: 'Next edit suggestions',
    does: 'Hears that a document was saved, under the name of an older draft.',
    rules: ['NES-13'],
  },
  'nes/didFocus': {
    group: 'Next edit suggestions',
    does: 'Hears where the cursor is, under the name of an older draft.',
    rules: ['NES-13'],
  },
};
