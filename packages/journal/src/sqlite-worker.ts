/** The program of the thread that keeps a journal in SQLite; `SqliteThread` starts it. */
import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';

import type { JournalError } from './contract/journal-error.ts';
import { openJournalFile } from './sqlite/journal-file.ts';
import { LastEventRecord } from './sqlite/last-event-record.ts';
import { runRequests, type BatchContext } from './sqlite/request-batches.ts';
import { sqliteOperations } from './sqlite/sqlite-operations.ts';
import {
  endRequest,
  openingId,
  toFailure,
  type Reply,
  type Request,
  type StoreSettings,
} from './sqlite/thread-messages.ts';

type Message = readonly Request[] | typeof endRequest;

/** Absent when this file is only imported. */
const { journal } = Object(workerData) as { readonly journal?: StoreSettings };
if (journal !== undefined && parentPort !== null) serve(parentPort, journal);

function serve(port: MessagePort, settings: StoreSettings): void {
  const reply = (replies: readonly Reply[]): void => {
    port.postMessage(replies);
  };
  let context: BatchContext;
  let loss: JournalError | undefined;
  try {
    const { path } = settings;
    const connection = openJournalFile(settings);
    const lastEvent = new LastEventRecord(path);
    context = { connection, operations: sqliteOperations(connection, settings), path, lastEvent };
    loss = lastEvent.loss(connection);
  } catch (error) {
    reply([{ id: openingId, failure: toFailure(error as JournalError) }]);
    return;
  }
  port.on('message', (message: Message) => {
    const { requests, isEnding } = withWaiting(port, message);
    if (requests.length > 0) reply(runRequests(context, requests));
    if (isEnding) close(port, context);
  });
  reply([{ id: openingId, result: loss === undefined ? undefined : toFailure(loss) }]);
}

/** The requests of `message` and of the messages that came during the last commit: they share the next one. */
function withWaiting(
  port: MessagePort,
  message: Message,
): { readonly requests: Request[]; readonly isEnding: boolean } {
  const requests: Request[] = [];
  let next: Message | undefined = message;
  while (next !== undefined && next !== endRequest) {
    requests.push(...next);
    next = receiveMessageOnPort(port)?.message as Message | undefined;
  }
  return { requests, isEnding: next === endRequest };
}

/** Moves the write-ahead log into the file, if no other program uses it, and ends the thread. */
function close(port: MessagePort, { connection, lastEvent }: BatchContext): void {
  try {
    connection.value('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    connection.close();
    lastEvent.close();
    port.close();
  }
}
