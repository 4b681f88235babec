/**
 * The methods of an inspector's endpoint: requests of the page, over the connection that it has.
 *
 * The page asks for rows from a position, and the request waits until there are some. So it gets them as fast as it can
 * show them, and after a lost connection it goes on where it was.
 */
import type { CapabilityTable } from '../capabilities/capability-table.ts';
import type { ComparedRow } from '../compare/compare-runs.ts';
import type { TraceFormat } from '../format/trace-lines.ts';
import type { ProtocolVersion } from '../schema/schema-document.ts';
import type { AnswerPolicy, InspectorState, MethodForm } from './inspector-state.ts';
import type { WireRow } from './wire-row.ts';

/** The names of the methods. */
export const inspectMethods = {
  state: '_acp-stack.dev/inspect/state',
  rows: '_acp-stack.dev/inspect/rows',
  message: '_acp-stack.dev/inspect/message',
  search: '_acp-stack.dev/inspect/search',
  send: '_acp-stack.dev/inspect/send',
  answer: '_acp-stack.dev/inspect/answer',
  policy: '_acp-stack.dev/inspect/policy',
  restart: '_acp-stack.dev/inspect/restart',
  capabilities: '_acp-stack.dev/inspect/capabilities',
  methods: '_acp-stack.dev/inspect/methods',
  export: '_acp-stack.dev/inspect/export',
  import: '_acp-stack.dev/inspect/import',
  script: '_acp-stack.dev/inspect/script',
  replay: '_acp-stack.dev/inspect/replay',
  compare: '_acp-stack.dev/inspect/compare',
} as const;

/** The short name of a method. */
export type InspectMethod = keyof typeof inspectMethods;

/** Params and results by short name; all are JSON objects. */
export interface InspectCalls {
  /** What is inspected; with `after`, waits until the state has another number. */
  readonly state: {
    readonly params: { readonly after?: number };
    readonly result: { readonly number: number; readonly state: InspectorState };
  };
  /** Rows from the index `from` on; waits until there is one, unless `isWaiting` is false. */
  readonly rows: {
    readonly params: { readonly from: number; readonly limit?: number; readonly isWaiting?: boolean };
    readonly result: {
      readonly rows: readonly WireRow[];
      /** Where the next request begins. */
      readonly next: number;
      /** The first index that is still held. */
      readonly first: number;
      /** The index after the last row. */
      readonly end: number;
    };
  };
  /** The whole text of a message. */
  readonly message: {
    readonly params: { readonly index: number };
    readonly result: {
      /** At most 16 MiB of it. */
      readonly text: string;
      /** Whether the text is longer. */
      readonly isCut: boolean;
      readonly row: WireRow;
      /** The index of the response to this request; absent if there is none yet. */
      readonly response?: number;
    };
  };
  /** The messages whose whole text contains `text`, whatever the capitals. */
  readonly search: {
    readonly params: { readonly text: string };
    readonly result: { readonly indexes: readonly number[]; readonly isComplete: boolean };
  };
  /**
   * Sends a message to the agent of the current run: `text` as it is, whatever it is, or a call of `method`. The id of
   * a request is chosen here, and is not one of those that the client uses.
   */
  readonly send: {
    readonly params:
      | { readonly text: string }
      | { readonly method: string; readonly params?: unknown; readonly isNotification?: boolean };
    /** The index of the row of the sent message. */
    readonly result: { readonly index: number };
  };
  /** Answers a request of the agent, with a result or an error. */
  readonly answer: {
    readonly params: {
      readonly index: number;
      readonly result?: unknown;
      readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
    };
    readonly result: { readonly index: number };
  };
  /** Sets how requests of the agent are answered; absent fields stay. */
  readonly policy: { readonly params: Partial<AnswerPolicy>; readonly result: { readonly policy: AnswerPolicy } };
  /** Ends the agent and starts it again, as a new run. */
  readonly restart: { readonly params: object; readonly result: { readonly run: number } };
  /** What both sides offered in a run, and what was used of it. */
  readonly capabilities: {
    readonly params: { readonly run: number };
    readonly result: { readonly table: CapabilityTable };
  };
  /** The methods that can be sent, with what a form needs; of one version, that of the current run by default. */
  readonly methods: {
    readonly params: { readonly version?: ProtocolVersion; readonly name?: string };
    readonly result: { readonly version: ProtocolVersion; readonly methods: readonly MethodForm[] };
  };
  /** The records of runs as a trace file, in parts: ask with `cursor` for the next one until it is absent. */
  readonly export: {
    readonly params: {
      readonly cursor?: string;
      readonly runs?: readonly number[];
      readonly redaction: 'none' | 'secrets' | 'content';
      readonly format?: TraceFormat;
    };
    readonly result: { readonly name: string; readonly text: string; readonly cursor?: string };
  };
  /** Opens the text of a trace file as a run. */
  readonly import: {
    readonly params: { readonly name: string; readonly text: string };
    readonly result: { readonly run: number; readonly unreadable: number };
  };
  /** The answers of the agent in a run, as a file for `acp agent --script`. */
  readonly script: {
    readonly params: { readonly run: number };
    readonly result: { readonly name: string; readonly text: string; readonly notes: readonly string[] };
  };
  /** Starts the agent again and sends it what the client of a run has sent; returns when it has answered. */
  readonly replay: {
    readonly params: { readonly run: number };
    readonly result: { readonly run: number; readonly rows: readonly ComparedRow[] };
  };
  /** Two runs side by side. */
  readonly compare: {
    readonly params: { readonly left: number; readonly right: number };
    readonly result: { readonly rows: readonly ComparedRow[] };
  };
}
