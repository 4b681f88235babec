/** Discards the rest of a request body after an early reply. */
import type { Readable } from 'node:stream';

import type { BodyOptions } from './read-body.ts';

/** The most bytes of a refused body that are read and discarded. */
const maxIgnored = 64 * 1024;

/** The grace period in milliseconds for a reply over HTTP/2 to be sent before the rest of a large body is reset. */
const answerGrace = 1000;

/** Whether a body is so small, by its `Content-Length`, that reading it costs less than a new socket. */
export const isWorthReading = (claimed: string | undefined): boolean => Number(claimed ?? Infinity) <= maxIgnored;

/**
 * Reads and discards the rest, for a limited time.
 *
 * Over HTTP/2 a reset would also discard a reply that has not been sent, so a large body is read for a short time too.
 */
export function readOver(rest: Readable, isSmall: boolean, { limits, clock }: Omit<BodyOptions, 'deadlines'>): void {
  const stop = clock.schedule(isSmall ? limits.bodyTimeout : answerGrace, () => {
    rest.destroy();
  });
  rest.once('close', stop).once('end', stop).resume();
}
