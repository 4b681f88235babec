/**
 * Two ends of a pair of byte streams in one process, with what goes wrong on the way.
 *
 * Bytes are delivered after the writer's current step, never inside it, and in order. A write counts as taken when all of it was
 * delivered.
 */
import type { ByteSink, ByteSource } from '@acp-stack/rpc';

import { ByteMangler, joined, type ByteFaults } from './byte-faults.ts';

/** One end: what the other side writes comes out of `source`, what goes into `sink` comes out there. */
export interface PipeEnd {
  /** Where what the other end writes comes out. */
  readonly source: ByteSource;
  /** Where what this end writes goes in. */
  readonly sink: ByteSink;
  /** Lets what a stall holds back flow to this end, and everything after it. */
  release(): void;
}

/** The faults of a pipe; none of them by default. */
export type PipeOptions = ByteFaults;

/** Makes a connected pair; `there` says what goes wrong from the first end to the second, `back` from the second to the first. */
export function bytePipe(there: PipeOptions = {}, back: PipeOptions = there): [first: PipeEnd, second: PipeEnd] {
  const forward = new ByteLane(there);
  const backward = new ByteLane(back);
  return [end(backward, forward), end(forward, backward)];
}

function end(incoming: ByteLane, outgoing: ByteLane): PipeEnd {
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
class ByteLane implements ByteSource {
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
  /** Nobody reads any more. */
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

  /** The writer is gone: what it wrote and was not delivered is lost. */
  break(error: Error | undefined): void {
    this.#queue = [];
    this.finish(error);
  }

  /** The reader is gone: what is written vanishes. */
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

  /** The stream ends here, whatever was still to come. */
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
