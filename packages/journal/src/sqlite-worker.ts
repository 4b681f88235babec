/** The thread in which a journal is kept in SQLite: a program of its own, started by `SqliteThread`. */
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';

import type { JournalError } from './journal-error.ts';
import { takeSteps, type Batches } from './sqlite-batches.ts';
import { openSqliteFile } from './sqlite-file.ts';
import { ending, failureOf, opening, type Reply, type Request, type ThreadSettings } from './sqlite-messages.ts';
import { sqliteSteps } from './sqlite-steps.ts';

type Heard = readonly Request[] | typeof ending;

/** Who only imports this file starts nothing. */
const settings = (workerData as { readonly journal?: ThreadSettings } | null)?.journal;
if (parentPort !== null && settings !== undefined) serve(parentPort, settings);

function serve(port: MessagePort, given: ThreadSettings): void {
  const say = (replies: readonly Reply[]): void => {
    port.postMessage(replies);
  };
  let batches: Batches;
  try {
    const connection = openSqliteFile(given);
    batches = { connection, steps: sqliteSteps(connection, given), path: given.path };
    say([{ id: opening }]);
  } catch (error) {
    say([{ id: opening, failure: failureOf(error as JournalError) }]);
    return;
  }
  port.on('message', (first: Heard) => {
    const requests: Request[] = [];
    let isEnding = false;
    // What has come since the last commit shares the next.
    for (let heard: Heard | undefined = first; heard !== undefined; heard = next(port)) {
      if (heard === ending) isEnding = true;
      else requests.push(...heard);
    }
    if (requests.length > 0) say(takeSteps(batches, requests));
    if (isEnding) end(port, batches);
  });
}

function next(port: MessagePort): Heard | undefined {
  return receiveMessageOnPort(port)?.message as Heard | undefined;
}

/** Leaves everything in the one file, if nobody else is using it. */
function end(port: MessagePort, { connection }: Batches): void {
  try {
    connection.value('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    connection.close();
    port.close();
  }
}
