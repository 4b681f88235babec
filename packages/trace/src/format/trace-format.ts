/**
 * The format of a trace: the messages between a client and an agent, with times.
 *
 * A file is newline-delimited JSON: one header, then one record for each message, each line of stderr (and of stdout
 * that is not a message), and the end. The trace of a chain also has records of the life of its components. The names
 * of the sides are those of the Rust conductor; components that have a name use it.
 */

type Side = string;
/** The name of the client in a trace. */
export const clientSide: Side = 'Client';
/** The name of the agent in a trace. */
export const agentSide: Side = 'Agent';

/** How much was removed: nothing, possible secrets, or everything that people and agents said. */
type Redaction = 'none' | 'secrets' | 'content';

/** The first line of a trace. */
export interface TraceHeader {
  /** Tells it from a record. */
  readonly type: 'header';
  /** The name of the format. */
  readonly format: 'acp-trace';
  /** The version of the format. */
  readonly version: 1;
  /** When the recording started, as ISO 8601. */
  readonly at: string;
  /** How much was removed. */
  readonly redaction: Redaction;
  /** The agent. */
  readonly agent?: string;
  /** The sides of a chain, from the client to the agent. */
  readonly components?: readonly string[];
  /** What a reader has to know before sharing it. */
  readonly warning: string;
}

interface TraceMoment {
  /** The time of day, as ISO 8601; absent if unknown. */
  readonly at?: string;
  /** Seconds since the recording started, on a monotonic clock. */
  readonly ts: number;
  /** Distinguishes the connections in one file. */
  readonly connection: string;
}

/** One message. */
export interface TraceFrame extends TraceMoment {
  /** Tells it from other records. */
  readonly type: 'frame';
  /** The side that sent it. */
  readonly from: Side;
  /** The side that received it. */
  readonly to: Side;
  /**
   * The exact text on the wire, without the line end. In the trace of a chain: the message as the recipient of a
   * request or notification got it, and as the sender of a response sent it, without an envelope.
   */
  readonly frame: string;
  /** What is wrong with it, if it is not a valid message. */
  readonly problem?: string;
  /** Set if the text was reconstructed from a format that does not keep it. */
  readonly rebuilt?: true;
  /** Set if a bridge between versions stands between the two sides. */
  readonly bridged?: true;
  /** The protocol inside the message, if it is not ACP. */
  readonly protocol?: 'mcp';
}

/** One line that an agent or a component printed besides the protocol; on stdout only messages belong. */
interface TraceLine<Stream extends 'stderr' | 'stdout'> extends TraceMoment {
  /** The stream that it used. */
  readonly type: Stream;
  readonly text: string;
  /** The side that printed it; the agent when absent. */
  readonly component?: Side;
}

/** What happened to a component of a chain, such as `started`, `ended` or `restarted`. */
interface TraceComponent extends TraceMoment {
  readonly type: 'component';
  readonly component: Side;
  readonly event: string;
  /** Details, such as the version that it speaks, or why it ended; may be empty. */
  readonly text: string;
}

/** The end of a connection. */
interface TraceEnd extends TraceMoment {
  readonly type: 'end';
  /** The error, if the connection did not end normally. */
  readonly error?: string;
  /** Records that could not be written. */
  readonly dropped: number;
}

/** One line of a trace after its header. */
export type TraceRecord = TraceFrame | TraceLine<'stderr'> | TraceLine<'stdout'> | TraceComponent | TraceEnd;

/** The warning in the header of a trace that was not redacted. */
export const warning =
  'It contains the whole conversation and may contain secrets; acp trace redact removes what looks like one.';
