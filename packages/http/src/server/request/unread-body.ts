/** What is left of the body of a request that was answered before all of it came. */
import type { Readable } from 'node:stream';

import type { BodyOptions } from './read-body.ts';

/** Bytes of a refused body that are read over. */
const mostIgnored = 64 * 1024;

/** Milliseconds that an answer over HTTP/2 has to leave before the rest of a large body is refused. */
const answerGrace = 1000;

/** Whether a body is so small, by its `Content-Length`, that reading it over costs less than a new socket. */
export const isWorthReading = (claimed: string | undefined): boolean => Number(claimed ?? Infinity) <= mostIgnored;

/**
 * Reads the rest over, for a while.
 *
 * Over HTTP/2 a stream that is reset takes an answer along that has not left yet, so what comes meanwhile of a large one is read over too.
 */
export function readOver(rest: Readable, isSmall: boolean, { limits, clock }: Omit<BodyOptions, 'deadlines'>): void {
  const stop = clock.schedule(isSmall ? limits.bodyTimeout : answerGrace, () => {
    rest.destroy();
  });
  rest.once('close', stop).once('end', stop).resume();
}
