/** Reads the events of one response, no faster than the receiver wants them, with a limit for the size of an event. */
import { CollectedBytes } from '@acp-stack/rpc';
import { createParser } from 'eventsource-parser';

import type { BodyReader } from '../request/body-reader.ts';
import type { Latch } from '../channel/latch.ts';
import { TransportError } from '../connect/transport-error.ts';

export interface ReadEventsOptions {
  /** Nothing is read while it is closed. */
  readonly readLatch: Latch;
  /** The limit for one event, in bytes. */
  readonly eventBytes: number;
  /** The name of the stream in errors. */
  readonly name: string;
  readonly onEvent: (data: string, id: string | undefined) => void;
  readonly onComment: () => void;
  /** Called for every chunk that arrives. */
  readonly onAlive: () => void;
}

const newline = 10;
const carriageReturn = 13;

/** Resolves when `body` ends; rejects if it is cut or aborted, or an event is too long. */
export async function readEvents(body: BodyReader, options: ReadEventsOptions): Promise<void> {
  const { readLatch, eventBytes, name, onEvent, onComment, onAlive } = options;
  const decoder = new TextDecoder();
  /** The unfinished line: the parser would keep each of its chunks. */
  const carried = new CollectedBytes();
  /** Bytes since the last event. */
  let pending = 0;
  const parser = createParser({
    onEvent: ({ data, id }) => {
      pending = 0;
      onEvent(data, id);
    },
    onComment,
  });
  try {
    for (;;) {
      await readLatch.opened();
      const { done, value } = await body.read();
      if (done) {
        body.throwIfGivenUp();
        return;
      }
      onAlive();
      pending += value.length;
      const end = Math.max(value.lastIndexOf(newline), value.lastIndexOf(carriageReturn)) + 1;
      if (end > 0) {
        carried.add(value.subarray(0, end));
        parser.feed(decoder.decode(carried.take(), { stream: true }));
      }
      carried.add(value.subarray(end));
      if (pending > eventBytes && pending > value.length) {
        throw new TransportError(
          'limit',
          `An event of the ${name} is longer than ${eventBytes} bytes; raise \`limits.messageBytes\`, or have the agent send less at once.`,
        );
      }
    }
  } finally {
    body.release();
  }
}
