/**
 * A trace: what crossed the wire between a client and an agent, as it was, with the times.
 *
 * A file is newline-delimited JSON: one header, then one record for each message, each line of stderr, and the end. Names of sides are
 * those that the trace of the Rust conductor uses.
 */

type Side = string;
export const clientSide: Side = 'Client';
export const agentSide: Side = 'Agent';

/** How much was taken out: nothing, what may be a secret, or everything that people and agents said. */
type Redaction = 'none' | 'secrets' | 'content';

export interface TraceHeader {
  readonly type: 'header';
  readonly format: 'acp-trace';
  readonly version: 1;
  /** When the recording began, as ISO 8601. */
  readonly at: string;
  readonly redaction: Redaction;
  /** The agent. */
  readonly agent?: string;
  readonly warning: string;
}

interface TraceMoment {
  /** The time of day, as ISO 8601; absent where a source did not know it. */
  readonly at?: string;
  /** Seconds since the recording began, on a clock that only grows. */
  readonly ts: number;
  /** Tells the connections of one file apart. */
  readonly connection: string;
}

/** One message. */
export interface TraceFrame extends TraceMoment {
  readonly type: 'frame';
  readonly from: Side;
  readonly to: Side;
  /** Exactly what was on the wire, without the end of the line. */
  readonly frame: string;
  /** What is wrong with it, where it could not be read as a message. */
  readonly problem?: string;
  /** Says that the text was put together from a source that does not keep it. */
  readonly rebuilt?: true;
  /** What is inside of the message, where that is not ACP. */
  readonly protocol?: 'mcp';
}

/** One line that the agent printed besides the protocol. */
interface TraceLine extends TraceMoment {
  readonly type: 'stderr';
  readonly text: string;
}

/** Nothing more comes. */
interface TraceEnd extends TraceMoment {
  readonly type: 'end';
  /** Why, when that is not how it should have ended. */
  readonly error?: string;
  /** Records that were left out, because they could not be written. */
  readonly dropped: number;
}

export type TraceRecord = TraceFrame | TraceLine | TraceEnd;

export const warning =
  'It holds everything that was said, also secrets; acp trace redact takes out what looks like one.';
