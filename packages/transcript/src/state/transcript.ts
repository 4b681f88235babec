/**
 * The state of a session as one immutable value, built from its updates.
 *
 * A new value shares everything that an update did not touch, so `===` tells what to draw again.
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
import { noMessageParts, type MessageParts } from './message-parts.ts';
import { Table } from '../collections/table.ts';
import type { TerminalOutput } from './terminal-output.ts';

/** A terminal of the agent; tool calls may refer to it before or after its first update. */
export interface Terminal extends Applied<Omit<TerminalUpdate, 'output' | '_meta'>> {
  /** The id of the protocol. */
  readonly id: string;
  /** What it has printed, without what was dropped. */
  readonly output: TerminalOutput;
  /** Metadata of extensions. */
  readonly _meta?: StoredMeta;
}

/** A plan. */
export interface Plan {
  /** The id of the protocol. */
  readonly id: string;
  /** The whole plan; each update replaces it. */
  readonly plan: PlanUpdateContent;
  /** Metadata of the last update. */
  readonly _meta?: NonNullable<PlanUpdate['_meta']>;
}

/** A pending permission request. */
export interface PendingPermission {
  /** Passed to `settle`. */
  readonly id: string;
  /** The request of the agent. */
  readonly request: RequestPermissionRequest;
}

/** A pending elicitation. */
export interface PendingElicitation {
  /** Passed to `settle`. */
  readonly id: string;
  /** The request of the agent. */
  readonly request: CreateElicitationRequest;
}

/** Information about the session. */
export interface TranscriptInfo extends Applied<Omit<SessionInfoUpdate, '_meta'>> {
  /** Metadata of extensions. */
  readonly _meta?: StoredMeta;
}

/** The state of a session at one moment. `emptyTranscript` creates one, and `fold` applies an update. */
export interface Transcript {
  /** Messages, tool calls and other entries, in order. */
  readonly entries: Table<Entry>;
  /** The terminals, in the order in which they were first mentioned. */
  readonly terminals: Table<Terminal>;
  /** The plans that were not removed. */
  readonly plans: Table<Plan>;
  /** The plan that was updated last, unless it was removed. */
  readonly lastPlanId: string | undefined;
  /** Pending permission requests, oldest first. */
  readonly permissions: Table<PendingPermission>;
  /** Pending elicitations, oldest first. */
  readonly elicitations: Table<PendingElicitation>;
  /** The ids of the tool calls that have not ended. */
  readonly unfinished: Table<{ readonly id: string }>;
  /** What the session does in the foreground; undefined until the first update. */
  readonly state: StateUpdate | undefined;
  /** The title and other information; fields that were not set are absent. */
  readonly info: TranscriptInfo;
  /** The use of the context and the cost so far; undefined until the first update. */
  readonly usage: Applied<UsageUpdate> | undefined;
  /** All options with their values; undefined until the first update. */
  readonly configOptions: readonly SessionConfigOption[] | undefined;
  /** The slash commands; undefined until the first update. */
  readonly availableCommands: readonly AvailableCommand[] | undefined;
  /** The number of entries without an id of the protocol. */
  readonly numbered: number;
  /** Where the next text of each message goes. */
  readonly messageParts: MessageParts;
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
  messageParts: noMessageParts,
};

/** Returns an empty transcript. */
export function emptyTranscript(): Transcript {
  return nothing;
}

/** The limits of a transcript. */
export interface TranscriptLimits {
  /** The maximum number of output bytes kept for each terminal. */
  readonly terminalBytes?: number;
}

/** 1 MiB for the output of each terminal. */
export const defaultTranscriptLimits: Required<TranscriptLimits> = { terminalBytes: 1024 * 1024 };
