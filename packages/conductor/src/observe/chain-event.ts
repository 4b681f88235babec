/**
 * What happens in a chain, as one sequence.
 *
 * Each message on each hop is one event, made where it is passed on, so that the order of the events is the order of
 * the messages. Without an observer nothing is made.
 */

/** A message that went from one place in a chain to the next. */
export interface MessageEvent {
  /** Which kind of event it is. */
  readonly kind: 'message';
  /** The name of the sender: `client`, a component, `successor` or `conductor`. */
  readonly from: string;
  /** The name of the recipient. */
  readonly to: string;
  /**
   * The message without an envelope. Its id is that of the recipient's connection for a request, and the same for its
   * response, so that the two belong together; no other request of the chain has it.
   */
  readonly message: Readonly<Record<string, unknown>>;
  /**
   * Set where a bridge between versions stands between the two. Then the message is as the recipient of a request or
   * of a notification got it, and as the sender of a response sent it; the other one had it in its own version.
   */
  readonly isBridged?: true;
}

/** Makes the event of a message; `between` is the end that is not the connection of the message itself. */
export function messageEvent(
  { from, to, between }: { readonly from: string; readonly to: string; readonly between: MaybeBridge },
  message: MessageEvent['message'],
): MessageEvent {
  return { kind: 'message', from, to, message, ...(between.isBridge === true ? { isBridged: true } : {}) };
}

/** What may be an end of a bridge. */
export interface MaybeBridge {
  readonly isBridge?: boolean;
}

/** Input that was not passed on. */
export interface RefusalEvent {
  /** Which kind of event it is. */
  readonly kind: 'refused';
  /** The name of the sender. */
  readonly from: string;
  /** Why it was not passed on, in one sentence. */
  readonly reason: string;
  /** What arrived, where it could be read. */
  readonly message?: unknown;
}

/** A step in the life of a component. */
export interface LifeEvent {
  /** Which kind of event it is. */
  readonly kind: 'life';
  /** The name of the component. */
  readonly component: string;
  /** Which step it is. */
  readonly step: 'started' | 'initialized' | 'ended' | 'restarting' | 'restarted' | 'failed' | 'bypassed';
  /** More about it, in one sentence. */
  readonly reason?: string;
  /**
   * The names of its dialect and of the version that it speaks, where they are known; for the agent, which MCP servers
   * it takes (`mcp`), where `acp` is true for one that has a bridge; `isStart` of a component that failed before the
   * chain was initialized, which the response to `initialize` says too.
   */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A line that a component wrote besides its messages. */
export interface OutputEvent {
  /** Which kind of event it is. */
  readonly kind: 'output';
  /** The name of the component. */
  readonly component: string;
  /** Without the line break. */
  readonly line: string;
  /** Set if it was written to stdout, which is for messages only. */
  readonly isNoise?: boolean;
}

/** Anything that happens in a chain. */
export type ChainEvent = MessageEvent | RefusalEvent | LifeEvent | OutputEvent;

/** Called with each event, in order; it should not throw. */
export type Observe = (event: ChainEvent) => void;
