/**
 * Back-pressure between the connections of a chain.
 *
 * When a connection does not take more, the connection that is being read is paused until it does, so that what waits
 * is bounded; all others go on. A proxy has two conversations on one connection, and what it says in one of them must
 * not wait for the other. So it is paused only when `mostHeldUp` bytes wait, and both go on until then. A connection is
 * not paused if it is itself what the other one waits for: two programs that write without reading would wait for each
 * other forever. What waits then grows up to `mostUnsent`, and the program that does not read is stopped.
 */
import { ConnectionError, type Channel } from '@acp-stack/rpc';

/** One connection, as far as the flow is concerned. */
export interface FlowEnd {
  readonly name: string;
  readonly channel: Pick<Channel, 'unsentBytes' | 'drained' | 'pause' | 'resume' | 'destroy'>;
  /** Whether it talks to what is before it and to what is after it. */
  readonly hasTwoConversations: boolean;
  /** The connections that this one waits for, while it is paused. */
  readonly waitsFor: Set<FlowEnd>;
}

/** Bytes that may wait for a program that does not read. */
const maxUnsent = 64 * 1024 * 1024;
/** Bytes that may wait in one conversation of a proxy before the other one has to wait, too. */
const maxHeldUp = 4 * 1024 * 1024;

export class Flow {
  /** The connection whose message is being passed on; undefined if the message is our own. */
  reader: FlowEnd | undefined;
  readonly #maxUnsent: number;
  /** The connections that wait for a full one. */
  readonly #waiting = new Map<FlowEnd, FlowEnd[]>();

  constructor(limit: number = maxUnsent) {
    this.#maxUnsent = limit;
  }

  /** Called when `full` does not take more at the moment. */
  full(full: FlowEnd): void {
    if (full.channel.unsentBytes > this.#maxUnsent) {
      const words = `${full.name} does not read: more than ${this.#maxUnsent} bytes wait for it.`;
      full.channel.destroy(new ConnectionError('limit', words, { limit: 'unsentBytes' }));
    } else this.wait(full);
  }

  /** Pauses the connection that is being read until `full` takes more. */
  wait(full: FlowEnd): void {
    const { reader } = this;
    if (reader === undefined || reader === full || reader.waitsFor.has(full) || isWaitingFor(full, reader)) return;
    if (reader.hasTwoConversations && full.channel.unsentBytes < maxHeldUp) return;
    if (reader.waitsFor.size === 0) reader.channel.pause();
    reader.waitsFor.add(full);
    const others = this.#waiting.get(full);
    if (others !== undefined) {
      others.push(reader);
      return;
    }
    const waiting = [reader];
    this.#waiting.set(full, waiting);
    void full.channel.drained().then(() => {
      this.release(full);
    });
  }

  /** Does work for a message that was read from `reader` before. */
  readFrom<T>(reader: FlowEnd | undefined, work: () => T): T {
    const before = this.reader;
    this.reader = reader;
    try {
      return work();
    } finally {
      this.reader = before;
    }
  }

  /** Lets the connections go on that wait for `end`, because it takes more, or has ended. */
  release(end: FlowEnd): void {
    const waiting = this.#waiting.get(end);
    if (waiting === undefined) return;
    this.#waiting.delete(end);
    for (const each of waiting) {
      each.waitsFor.delete(end);
      if (each.waitsFor.size === 0) each.channel.resume();
    }
  }
}

/** Whether `end` waits for `other`, directly or through others. */
function isWaitingFor(end: FlowEnd, other: FlowEnd): boolean {
  for (const each of end.waitsFor) if (each === other || isWaitingFor(each, other)) return true;
  return false;
}
