/** The thread in which a journal is kept in SQLite: a program of its own, started by `SqliteThread`. */
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';

import type { JournalError } from './journal-error.ts';
import { takeSteps, type Batches } from './sqlite-batches.ts';
import { openSqliteFile } from './sqlite-file.ts';
import {
  ending,
  failureOf,
  opening,
  packedReply,
  unpackedRequest,
  type Reply,
  type Request,
  type SentRequest,
  type ThreadSettings,
} from './sqlite-messages.ts';
import { sqliteSteps } from './sqlite-steps.ts';

type Heard = readonly SentRequest[] | typeof ending;

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
  listen(port, batches, given.bell);
}

/** Takes steps until it is asked to end, and sleeps while there are none. */
function listen(port: MessagePort, batches: Batches, bell: ThreadSettings['bell']): void {
  for (;;) {
    const rung = Atomics.load(bell, 0);
    const requests: Request[] = [];
    let isEnding = false;
    // What has come since the last commit shares the next.
    for (let heard = next(port); heard !== undefined; heard = next(port)) {
      if (heard === ending) isEnding = true;
      else for (const request of heard) requests.push(unpackedRequest(request));
    }
    if (requests.length > 0) answer(port, batches, requests);
    else if (!isEnding) Atomics.wait(bell, 0, rung);
    if (isEnding) return end(port, batches);
  }
}

function answer(port: MessagePort, batches: Batches, requests: readonly Request[]): void {
  const replies = takeSteps(batches, requests);
  port.postMessage(replies.map((reply, index) => packedReply(reply, requests[index] as Request)));
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
