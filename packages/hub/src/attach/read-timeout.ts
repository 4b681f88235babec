/** A bound for what a client waits for before anything of its request has happened: reads of the store. */
import { JournalError } from '@acp-stack/journal';
import type { Clock } from '@acp-stack/rpc';

/** How long the store may take, in milliseconds: a client that only reads is told soon that the database is away. */
const patience = 5000;

/** Rejects with `unavailable` if `reading` takes too long; it goes on by itself. */
export function withReadTimeout<T>(reading: Promise<T>, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = clock.schedule(patience, () => {
      reject(new JournalError('unavailable', 'The database did not answer in time.'));
    });
    reading.then(resolve, reject).finally(stop);
  });
}
