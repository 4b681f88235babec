/**
 * Two connected ends of a pair of byte streams in one process, with faults.
 *
 * Bytes are delivered in order, in a microtask after the write. A write is reported as taken when all of it was
 * delivered.
 */
import type { ByteSink, ByteSource } from '@acp-stack/rpc';

import { ByteMangler, joined, type ByteFaults } from './byte-faults.ts';

/** One end of a pipe. */
export interface PipeEnd {
  /** Emits what the other end writes. */
  readonly source: ByteSource;
  /** Takes what this end writes. */
  readonly sink: ByteSink;
  /** Ends a stall: delivers the bytes that it holds back, and everything after them, to this end. */
  release(): void;
}

/** The faults of a pipe; none by default. */
export type PipeOptions = ByteFaults;

/**
 * Creates a connected pair. `there` lists the faults from the first end to the second, `back` those from the second to
 * the first.
 */
export function bytePipe(there: PipeOptions = {}, back: PipeOptions = there): [first: PipeEnd, second: PipeEnd] {
  const forward = new ByteDirection(there);
  const backward = new ByteDirection(back);
  return [end(backward, forward), end(forward, backward)];
}

function end(incoming: ByteDirection, outgoing: ByteDirection): PipeEnd {
  return {
    source: incoming,
    sink: {
      write: (text, onTaken) => {
        outgoing.write(text, onTaken);
      },
      end: () => {
        outgoing.finish(undefined);
        return Promise.resolve();
      },
      destroy: (error) => {
        outgoing.break(error);
        incoming.abandon();
      },
    },
    release: () => {
      incoming.release();
    },
  };
}

interface Write {
  readonly bytes: Uint8Array;
  readonly taken: (error?: Error) => void;
}

/** One direction. */
class ByteDirection implements ByteSource {
  readonly #encoder = new TextEncoder();
  readonly #faults: ByteFaults;
  readonly #mangler: ByteMangler;
  #queue: Write[] = [];
  #onData: ((chunk: Uint8Array) => void) | undefined;
  #onEnd: ((error?: Error) => void) | undefined;
  #end: { readonly error: Error | undefined } | undefined;
  #deliveredBytes = 0;
  #isPaused = false;
  #isReleased = false;
  #isScheduled = false;
  /** The reader is gone. */
  #isAbandoned = false;

  constructor(faults: ByteFaults) {
    this.#faults = faults;
    this.#mangler = new ByteMangler(faults);
  }

  start(onData: (chunk: Uint8Array) => void, onEnd: (error?: Error) => void): void {
    this.#onData = onData;
    this.#onEnd = onEnd;
    this.#schedule();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#schedule();
  }

  write(text: string, taken: (error?: Error) => void): void {
    if (this.#isAbandoned) {
      queueMicrotask(() => {
        taken(new Error('The other end of the pipe is closed.'));
      });
      return;
    }
    this.#queue.push({ bytes: this.#mangler.withGarbage(this.#encoder.encode(text)), taken });
    this.#schedule();
  }

  finish(error: Error | undefined): void {
    this.#end ??= { error };
    this.#schedule();
  }

  /** The writer is gone: bytes that were not delivered are lost. */
  break(error: Error | undefined): void {
    this.#queue = [];
    this.finish(error);
  }

  /** The reader is gone: everything written from now on is dropped. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#onData = undefined;
    const queue = this.#queue;
    this.#queue = [];
    queueMicrotask(() => {
      for (const { taken } of queue) taken();
    });
  }

  release(): void {
    this.#isReleased = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isPaused || this.#onData === undefined) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#deliver();
    });
  }

  #deliver(): void {
    while (!this.#isPaused) {
      const next = this.#take();
      if (next === undefined) break;
      for (const chunk of this.#mangler.cut(next.bytes)) this.#onData?.(chunk);
      this.#deliveredBytes += next.bytes.length;
      next.taken();
    }
    if (this.#deliveredBytes >= (this.#faults.cutAfterBytes ?? Infinity)) this.#cutOff();
    if (this.#isPaused || this.#queue.length > 0 || this.#end === undefined) return;
    const onEnd = this.#onEnd;
    this.#onEnd = undefined;
    onEnd?.(this.#end.error);
  }

  /** The next bytes that may be delivered. */
  #take(): Write | undefined {
    if (this.#faults.coalesce === true && this.#queue.length > 1) this.#queue = [coalesced(this.#queue)];
    const next = this.#queue.shift();
    if (next === undefined) return undefined;
    const room = this.#room();
    if (next.bytes.length <= room) return next;
    const rest = { bytes: next.bytes.slice(room), taken: next.taken };
    this.#queue.unshift(rest);
    return room === 0 ? undefined : { bytes: next.bytes.slice(0, room), taken: () => undefined };
  }

  #room(): number {
    const { stallAfterBytes = Infinity, cutAfterBytes = Infinity } = this.#faults;
    const limit = Math.min(this.#isReleased ? Infinity : stallAfterBytes, cutAfterBytes);
    return Math.max(0, limit - this.#deliveredBytes);
  }

  /** Ends the stream here and drops everything that was still to come. */
  #cutOff(): void {
    const queue = this.#queue;
    this.#queue = [];
    this.#isAbandoned = true;
    this.#end ??= { error: undefined };
    for (const { taken } of queue) taken();
  }
}

function coalesced(writes: readonly Write[]): Write {
  return {
    bytes: joined(writes.map(({ bytes }) => bytes)),
    taken: (error) => {
      for (const { taken } of writes) taken(error);
    },
  };
}
