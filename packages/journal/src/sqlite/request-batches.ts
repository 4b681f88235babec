/**
 * Runs requests in their order; consecutive requests that write share one transaction.
 *
 * A request that is refused does not affect the others. No reply is sent before the transaction of its request has
 * ended, and no request reads what is not committed.
 */
import { JournalError } from '../contract/journal-error.ts';
import type { LastEventRecord } from './last-event-record.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { toJournalError } from './sqlite-errors.ts';
import { toFailure, type Reply, type Request } from './thread-messages.ts';
import { readOnlyOperations, type SqliteOperations } from './sqlite-operations.ts';

/**
 * Failures of a transaction after which its requests are not retried one by one: it would take too long, or do harm.
 */
const final: ReadonlySet<string> = new Set(['busy', 'interrupted']);

export interface BatchContext {
  readonly connection: SqliteConnection;
  readonly operations: SqliteOperations;
  readonly path: string;
  readonly lastEvent: LastEventRecord;
}

export function runRequests(context: BatchContext, requests: readonly Request[]): Reply[] {
  const replies: Reply[] = [];
  let writing: Request[] = [];
  const write = (): void => {
    if (writing.length > 0) replies.push(...runInTransaction(context, writing));
    writing = [];
  };
  for (const request of requests) {
    if (!readOnlyOperations.has(request.name)) {
      writing.push(request);
      continue;
    }
    write();
    replies.push(runAlone(context, request));
  }
  write();
  return replies;
}

/** Records the newest event once it is committed. */
function noteNewest({ operations, lastEvent }: BatchContext): void {
  const newest = operations.takeNewest();
  if (newest !== undefined) lastEvent.write(newest);
}

function runInTransaction(context: BatchContext, requests: readonly Request[]): Reply[] {
  const { connection, path, operations } = context;
  const [first] = requests;
  try {
    if (requests.length === 1 && first?.name === 'append') {
      const result = operations.appendAlone(first.params);
      if (result !== undefined) {
        noteNewest(context);
        return [{ id: first.id, result }];
      }
    }
    const replies = connection.transaction(() => requests.map((request) => runOperation(context, request)));
    noteNewest(context);
    return replies;
  } catch (error) {
    operations.takeNewest();
    const explained = toJournalError(error, path);
    if (requests.length > 1 && !final.has(explained.code)) {
      return requests.flatMap((request) => runInTransaction(context, [request]));
    }
    const failure = toFailure(explained);
    return requests.map(({ id }) => ({ id, failure }));
  }
}

function runAlone(context: BatchContext, request: Request): Reply {
  try {
    return runOperation(context, request);
  } catch (error) {
    return { id: request.id, failure: toFailure(toJournalError(error, context.path)) };
  }
}

/** Turns a `JournalError` into a reply; any other error is thrown, and ends the transaction. */
function runOperation({ operations }: BatchContext, { id, name, params }: Request): Reply {
  try {
    // The table has an operation with the parameters of each name, which the compiler cannot infer.
    const operation = operations[name] as (params: unknown) => unknown;
    return { id, result: operation(params) };
  } catch (error) {
    if (error instanceof JournalError) return { id, failure: toFailure(error) };
    throw error;
  }
}
