/** What the journal and its thread tell each other: requests one way, replies the other, several at a time. */
import { JournalError, type JournalErrorCode } from '../contract/journal-error.ts';
import type { SqliteFile } from './journal-file.ts';
import type { AppendStep, StepName, Steps } from '../store/store.ts';

/** How the file is kept. */
export interface StoreSettings extends SqliteFile {
  readonly factsBytes: number;
}

/** What the thread is started with. */
export interface ThreadSettings extends StoreSettings {
  /** The bell's: a thread wakes sooner from that than from its event loop. */
  readonly bell: Int32Array<SharedArrayBuffer>;
  /** Where it leaves an answer that is looked for. */
  readonly quick: SharedArrayBuffer;
}

export type Request = {
  readonly [Name in StepName]: { readonly id: number; readonly name: Name; readonly given: Steps[Name]['given'] };
}[StepName];

export interface Reply {
  readonly id: number;
  readonly answer?: unknown;
  readonly failure?: Failure;
}

/**
 * A request, and a reply, as they travel. The step that is asked for most goes as a list of its values, without their names: a clone of that is made in a
 * fraction of the time.
 */
export type SentRequest = Request | SentAppend;
type SentAppend = readonly [
  id: number,
  stream: string,
  at: number,
  texts: AppendStep['texts'],
  expectedLast: AppendStep['expectedLast'],
  token: AppendStep['token'],
  patch: AppendStep['patch'],
];
export type SentAppended = readonly [id: number, first: number, last: number];
export type SentReply = Reply | SentAppended;

export function packedRequest(request: Request): SentRequest {
  if (request.name !== 'append') return request;
  const { stream, at, texts, expectedLast, token, patch } = request.given;
  return [request.id, stream, at, texts, expectedLast, token, patch];
}

export function unpackedRequest(sent: SentRequest): Request {
  if ('id' in sent) return sent;
  const [id, stream, at, texts, expectedLast, token, patch] = sent;
  return { id, name: 'append', given: { stream, at, texts, expectedLast, token, patch } };
}

export function packedReply(reply: Reply, { name }: Request): SentReply {
  if (name !== 'append' || reply.failure !== undefined) return reply;
  const { first, last } = reply.answer as Steps['append']['answer'];
  return [reply.id, first, last];
}

export function unpackedReply(sent: SentReply): Reply {
  if ('id' in sent) return sent;
  const [id, first, last] = sent;
  return { id, answer: { first, last } };
}

/** The thread answers to this without being asked once it has opened the file, or could not. */
export const opening = 0;

/** Asks the thread to end, in place of requests. */
export const ending = 'end';

/** An error as plain data: a clone of it would lose its class. */
export interface Failure {
  readonly code: JournalErrorCode;
  readonly message: string;
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly sequence: number | undefined;
  readonly cause: string | undefined;
}

export function failureOf({ code, message, first, last, sequence, cause }: JournalError): Failure {
  return { code, message, first, last, sequence, cause: cause instanceof Error ? cause.message : undefined };
}

export function errorOf({ code, message, first, last, sequence, cause }: Failure): JournalError {
  return new JournalError(code, message, {
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    ...(sequence === undefined ? {} : { sequence }),
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
  });
}
