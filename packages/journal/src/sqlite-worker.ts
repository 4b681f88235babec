/** The thread in which a journal is kept in SQLite: a program of its own, started by `SqliteThread`. */
import { receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';

import { Bell } from './sqlite/bell.ts';
import type { JournalError } from './contract/journal-error.ts';
import { QuickAnswer } from './sqlite/quick-answer.ts';
import { takeSteps, type Batches } from './sqlite/request-batches.ts';
import { openSqliteFile } from './sqlite/journal-file.ts';
import {
  ending,
  failureOf,
  opening,
  packedReply,
  unpackedRequest,
  type Reply,
  type Request,
  type SentAppended,
  type SentReply,
  type SentRequest,
  type ThreadSettings,
} from './sqlite/thread-messages.ts';
import { sqliteSteps } from './sqlite/sqlite-operations.ts';

type Heard = readonly SentRequest[] | typeof ending;

/** Who only imports this file starts nothing. */
const { journal, port: own } = Object(workerData) as { readonly journal?: ThreadSettings; readonly port?: MessagePort };
if (journal !== undefined && own !== undefined) serve(own, journal);

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
  const quick = new QuickAnswer(given.quick);
  const reply = (replies: readonly SentReply[]): void => {
    const [only] = replies;
    if (replies.length === 1 && Array.isArray(only) && quick.give(only as SentAppended)) return;
    port.postMessage(replies);
  };
  listen(port, new Bell(given.bell), (requests) => {
    const replies = takeSteps(batches, requests);
    reply(replies.map((each, index) => packedReply(each, requests[index] as Request)));
  });
  end(port, batches);
}

/** Hands over requests until it is asked to end, and sleeps while there are none. */
function listen(port: MessagePort, bell: Bell, answer: (requests: readonly Request[]) => void): void {
  for (;;) {
    const rung = bell.count;
    const requests: Request[] = [];
    let isEnding = false;
    // What has come since the last commit shares the next.
    for (let heard = next(port); heard !== undefined; heard = next(port)) {
      if (heard === ending) isEnding = true;
      else for (const request of heard) requests.push(unpackedRequest(request));
    }
    if (requests.length > 0) answer(requests);
    else if (!isEnding) bell.wait(rung);
    if (isEnding) return;
  }
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
