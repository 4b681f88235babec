/**
 * Takes the steps that are waiting, in their order: those that write and follow each other in one transaction.
 *
 * A step that is refused does not disturb the others. No step is answered before the transaction that it is in has ended, and no step reads what
 * is not committed.
 */
import { JournalError } from '../contract/journal-error.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { toJournalError } from './sqlite-errors.ts';
import { toFailure, type Reply, type Request } from './thread-messages.ts';
import { readOnlyOperations, type SqliteOperations } from './sqlite-operations.ts';

/** Failures of a transaction after which its steps are not tried one by one: it would take long, or could do harm. */
const final: ReadonlySet<string> = new Set(['busy', 'interrupted']);

export interface BatchContext {
  readonly connection: SqliteConnection;
  readonly operations: SqliteOperations;
  readonly path: string;
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

function runInTransaction(context: BatchContext, requests: readonly Request[]): Reply[] {
  const { connection, path, operations } = context;
  const [first] = requests;
  try {
    if (requests.length === 1 && first?.name === 'append') {
      const result = operations.appendAlone(first.params);
      if (result !== undefined) return [{ id: first.id, result }];
    }
    return connection.transaction(() => requests.map((request) => take(context, request)));
  } catch (error) {
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
    return take(context, request);
  } catch (error) {
    return { id: request.id, failure: toFailure(toJournalError(error, context.path)) };
  }
}

/** Refusals become replies; whatever else goes wrong is thrown, and ends the transaction. */
function take({ operations }: BatchContext, { id, name, params }: Request): Reply {
  try {
    // The table has a step of each name for what is given under that name, which the compiler cannot follow.
    const operation = operations[name] as (params: unknown) => unknown;
    return { id, result: operation(params) };
  } catch (error) {
    if (error instanceof JournalError) return { id, failure: toFailure(error) };
    throw error;
  }
}
