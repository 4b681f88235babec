/**
 * Takes the steps that are waiting, in their order: those that write and follow each other in one transaction.
 *
 * A step that is refused does not disturb the others. No step is answered before the transaction that it is in has ended, and no step reads what
 * is not committed.
 */
import { JournalError } from '../contract/journal-error.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { explain } from './sqlite-errors.ts';
import { failureOf, type Reply, type Request } from './thread-messages.ts';
import { readingSteps, type SqliteSteps } from './sqlite-operations.ts';

/** Failures of a transaction after which its steps are not tried one by one: it would take long, or could do harm. */
const final: ReadonlySet<string> = new Set(['busy', 'interrupted']);

export interface Batches {
  readonly connection: SqliteConnection;
  readonly steps: SqliteSteps;
  readonly path: string;
}

export function takeSteps(batches: Batches, requests: readonly Request[]): Reply[] {
  const replies: Reply[] = [];
  let writing: Request[] = [];
  const write = (): void => {
    if (writing.length > 0) replies.push(...takeTogether(batches, writing));
    writing = [];
  };
  for (const request of requests) {
    if (!readingSteps.has(request.name)) {
      writing.push(request);
      continue;
    }
    write();
    replies.push(takeAlone(batches, request));
  }
  write();
  return replies;
}

function takeTogether(batches: Batches, requests: readonly Request[]): Reply[] {
  const { connection, path, steps } = batches;
  const [first] = requests;
  try {
    if (requests.length === 1 && first?.name === 'append') {
      const answer = steps.appendAlone(first.given);
      if (answer !== undefined) return [{ id: first.id, answer }];
    }
    return connection.transaction(() => requests.map((request) => take(batches, request)));
  } catch (error) {
    const explained = explain(error, path);
    if (requests.length > 1 && !final.has(explained.code)) {
      return requests.flatMap((request) => takeTogether(batches, [request]));
    }
    const failure = failureOf(explained);
    return requests.map(({ id }) => ({ id, failure }));
  }
}

function takeAlone(batches: Batches, request: Request): Reply {
  try {
    return take(batches, request);
  } catch (error) {
    return { id: request.id, failure: failureOf(explain(error, batches.path)) };
  }
}

/** Refusals become replies; whatever else goes wrong is thrown, and ends the transaction. */
function take({ steps }: Batches, { id, name, given }: Request): Reply {
  try {
    // The table has a step of each name for what is given under that name, which the compiler cannot follow.
    const step = steps[name] as (given: unknown) => unknown;
    return { id, answer: step(given) };
  } catch (error) {
    if (error instanceof JournalError) return { id, failure: failureOf(error) };
    throw error;
  }
}
