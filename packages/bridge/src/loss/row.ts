/** The shape of the conversion table, and the names of its rows. */

/**
 * How well something crosses.
 *
 * `exact`: nothing is lost. `stateful`: nothing is lost, because the bridge remembers or waits. `lossy`: something is lost, which is reported,
 * and in strict mode the message fails, unless it is only something said beside what the message is about. `fails`: refused in every mode. `none`: the version has no such thing.
 */
export type Fidelity = 'exact' | 'stateful' | 'lossy' | 'fails' | 'none';

/** What becomes of something in one direction. */
export interface Crossed {
  /** How well it gets there. */
  readonly fidelity: Fidelity;
  /** What becomes of it. */
  readonly text: string;
  /** What is lost, where something is. */
  readonly loss?: string;
}

/** One thing of the protocol, and how it crosses in both directions. */
export interface Row {
  /** What is converted. */
  readonly item: string;
  /** What a program of version 2 sees of it when version 1 said it. */
  readonly toV2: Crossed;
  /** What a program of version 1 sees of it when version 2 said it. */
  readonly toV1: Crossed;
}

/** Names a row of the table, in reports and in tests. */
export type RowId =
  | 'initialize params'
  | 'initialize result'
  | 'authMethods'
  | 'authenticate and logout'
  | 'session/new'
  | 'session/load'
  | 'session/list'
  | 'session/close'
  | 'session responses'
  | 'session/prompt'
  | 'session/cancel'
  | 'session/set_mode'
  | 'set_config_option'
  | 'current_mode_update'
  | 'message chunks'
  | 'whole messages'
  | 'tool calls'
  | 'tool_call_content_chunk'
  | 'diff content'
  | 'terminal content'
  | 'display terminals'
  | 'fs and terminal requests'
  | 'request_permission'
  | 'permission outcome'
  | 'plan'
  | 'state_update'
  | 'usage'
  | 'available_commands_update'
  | 'notice and compaction'
  | 'subagents and session messages'
  | 'content blocks'
  | 'resource_link.size'
  | 'unknown enum values'
  | 'unknown updates'
  | 'custom methods'
  | 'request ids'
  | 'elicitation'
  | 'errors'
  | 'paths'
  | 'drafts';
