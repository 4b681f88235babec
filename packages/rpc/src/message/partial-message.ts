/**
 * Reads the id of a message from its beginning, when the whole is not read.
 *
 * A message over a limit is never held in memory, but most programs write its id first. With the id, the call that
 * waits for the response fails, or the peer gets an error response, instead of waiting forever.
 */
import type { RequestId } from './message.ts';

/** The id of a request or a response, and which of the two it is. */
export interface PartialMessage {
  /** As it was written. */
  readonly id: RequestId;
  /** Whether it has a result or an error, and no method. */
  readonly isResponse: boolean;
}

/** A program that writes the id first has written it within this many characters. */
const lookedAt = 1000;

/** The next member of an object whose value is short, or the name of one whose value goes on. */
const member =
  /\s*("(?:[^"\\]|\\.)*")\s*:\s*(?:("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)\s*,)?/uy;

/** Reads the id from the beginning of a JSON object; undefined if it does not show what the message is. */
export function readPartialMessage(message: string): PartialMessage | undefined {
  const text = message.slice(0, lookedAt);
  const opening = /^\uFEFF*\s*\{/u.exec(text);
  if (opening === null) return undefined;
  let id: RequestId | undefined;
  let at = opening[0].length;
  for (;;) {
    member.lastIndex = at;
    const [whole, name, value] = member.exec(text) ?? [];
    if (whole === undefined || name === undefined) return undefined;
    at += whole.length;
    if (name === '"id"' && value !== undefined) id = idOf(value);
    else if (id !== undefined && (name === '"method"' || name === '"params"')) return { id, isResponse: false };
    else if (id !== undefined && (name === '"result"' || name === '"error"')) return { id, isResponse: true };
    if (value === undefined) return undefined;
  }
}

function idOf(value: string): RequestId | undefined {
  const id: unknown = JSON.parse(value);
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : undefined;
}
