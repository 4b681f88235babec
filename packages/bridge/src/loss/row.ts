/** The shape of the conversion table, and the names of its rows. */

/**
 * How well something is converted.
 *
 * `exact`: nothing is lost. `stateful`: nothing is lost, because the bridge remembers or waits. `lossy`: something is
 * lost, which is reported; in strict mode the message fails, unless the loss is beside what the message is about. An
 * update of a tool call never fails: strict mode leaves out the fields that cannot be kept.
 * `fails`: refused in every mode. `none`: the version has no such thing.
 */
export type Fidelity = 'exact' | 'stateful' | 'lossy' | 'fails' | 'none';

/** What becomes of something in one direction. */
export interface Crossed {
  /** How well it is converted. */
  readonly fidelity: Fidelity;
  /** What becomes of it. */
  readonly text: string;
  /** What is lost, if anything is. */
  readonly loss?: string;
}

/** One part of the protocol, and how it is converted in both directions. */
export interface Row {
  /** What is converted. */
  readonly item: string;
  /** What a version 2 side receives when version 1 sent it. */
  readonly toV2: Crossed;
  /** What a version 1 side receives when version 2 sent it. */
  readonly toV1: Crossed;
}

/** The name of a row, in reports and in tests. */
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
