/**
 * Reads the events of one response.
 *
 * No faster than its reader wants them, and no event longer than is allowed.
 */
import { createParser } from 'eventsource-parser';

import type { BodyReader } from '../request/body-reader.ts';
import type { Latch } from '../channel/latch.ts';
import { TransportError } from '../connect/transport-error.ts';

export interface ReadEventsOptions {
  /** Nothing is read while it is shut. */
  readonly readLatch: Latch;
  /** Bytes that one event may have. */
  readonly eventBytes: number;
  /** What the stream is called in errors. */
  readonly name: string;
  readonly onEvent: (data: string, id: string | undefined) => void;
  readonly onComment: () => void;
  /** Something arrived. */
  readonly onAlive: () => void;
}

/** Resolves when `body` has ended; rejects when it was cut or given up, or brought too much at once. */
export async function readEvents(body: BodyReader, options: ReadEventsOptions): Promise<void> {
  const { readLatch, eventBytes, name, onEvent, onComment, onAlive } = options;
  const decoder = new TextDecoder();
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
      parser.feed(decoder.decode(value, { stream: true }));
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
