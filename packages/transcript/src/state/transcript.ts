/**
 * Everything that a session's updates have said, as one value that never changes.
 *
 * A new value shares all that an update did not touch with the one before, so that `===` tells what to draw again.
 */
import type {
  AvailableCommand,
  CreateElicitationRequest,
  PlanUpdate,
  PlanUpdateContent,
  RequestPermissionRequest,
  SessionConfigOption,
  SessionInfoUpdate,
  StateUpdate,
  TerminalUpdate,
  UsageUpdate,
} from '@acp-stack/schema/v2/unstable';

import type { Applied, Entry, StoredMeta } from './entry.ts';
import { Table } from '../collections/table.ts';
import type { TerminalOutput } from './terminal-output.ts';

/** A terminal that the agent runs; tool calls refer to it, before or after it is first mentioned (TOOL-14). */
export interface Terminal extends Applied<Omit<TerminalUpdate, 'output' | '_meta'>> {
  /** The protocol's id. */
  readonly id: string;
  /** What it has printed, as far as it is kept. */
  readonly output: TerminalOutput;
  /** What extensions have said beside it; absent when none did. */
  readonly _meta?: StoredMeta;
}

/** A plan as it was last told. */
export interface Plan {
  /** The protocol's id. */
  readonly id: string;
  /** All of it: each telling replaces the one before. */
  readonly plan: PlanUpdateContent;
  /** What extensions have said with the last telling. */
  readonly _meta?: NonNullable<PlanUpdate['_meta']>;
}

/** A request for permission that nobody has answered yet. */
export interface PendingPermission {
  /** Names it for `settle`. */
  readonly id: string;
  /** As the agent has asked. */
  readonly request: RequestPermissionRequest;
}

/** A question to the user that nobody has answered yet. */
export interface PendingElicitation {
  /** Names it for `settle`. */
  readonly id: string;
  /** As the agent has asked. */
  readonly request: CreateElicitationRequest;
}

/** What is known about the session itself. */
export interface TranscriptInfo extends Applied<Omit<SessionInfoUpdate, '_meta'>> {
  /** What extensions have said beside it; absent when none did. */
  readonly _meta?: StoredMeta;
}

/** All that is known of a session at one moment; `emptyTranscript` begins one, and `fold` adds an update. */
export interface Transcript {
  /** What was said and done, in order. */
  readonly entries: Table<Entry>;
  /** The terminals by their ids, in the order in which they were first mentioned. */
  readonly terminals: Table<Terminal>;
  /** The plans by their ids; those that were removed are gone. */
  readonly plans: Table<Plan>;
  /** The plan that was told last, unless it was removed. */
  readonly lastPlanId: string | undefined;
  /** Requests for permission that wait, oldest first. */
  readonly permissions: Table<PendingPermission>;
  /** Questions to the user that wait, oldest first. */
  readonly elicitations: Table<PendingElicitation>;
  /** The ids of the tool calls that have not ended. */
  readonly unfinished: Table<{ readonly id: string }>;
  /** What the session does in the foreground; undefined until it is told. */
  readonly state: StateUpdate | undefined;
  /** The title and what else was told of the session; fields that were not told are absent. */
  readonly info: TranscriptInfo;
  /** How full the context is, and the cost so far; undefined until it is told. */
  readonly usage: Applied<UsageUpdate> | undefined;
  /** All settings with their values; undefined until they are told. */
  readonly configOptions: readonly SessionConfigOption[] | undefined;
  /** The slash commands; undefined until they are told. */
  readonly availableCommands: readonly AvailableCommand[] | undefined;
  /** How many entries have no id of the protocol, and were given a number. */
  readonly numbered: number;
}

const nothing: Transcript = {
  entries: Table.empty(),
  terminals: Table.empty(),
  plans: Table.empty(),
  lastPlanId: undefined,
  permissions: Table.empty(),
  elicitations: Table.empty(),
  unfinished: Table.empty(),
  state: undefined,
  info: {},
  usage: undefined,
  configOptions: undefined,
  availableCommands: undefined,
  numbered: 0,
};

/** A transcript in which nothing has been said. */
export function emptyTranscript(): Transcript {
  return nothing;
}

/** What a transcript keeps at most. */
export interface TranscriptLimits {
  /** How many bytes of each terminal's output are kept: the last ones. */
  readonly terminalBytes?: number;
}

/** 1 MiB for the output of each terminal. */
export const defaultTranscriptLimits: Required<TranscriptLimits> = { terminalBytes: 1024 * 1024 };
