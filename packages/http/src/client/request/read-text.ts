/** Reads the body of an answer, and no more of it than is wanted. */
import { bodyOf } from './body-reader.ts';
import type { ExtendedResponse } from './fetch.ts';

/** The text of `response`, or the beginning of it, where it is longer than `limit` bytes; rejects when `signal` gives it up. */
export async function readText(response: ExtendedResponse, limit: number, signal: AbortSignal): Promise<string> {
  // What says that it is short needs no watching, and most answers are empty.
  const length = response.headers.get('content-length');
  if (length !== null && Number(length) <= limit) return response.text();
  const reader = bodyOf(response, signal);
  if (reader === undefined) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    while (bytes <= limit) {
      const { done, value } = await reader.read();
      if (done) {
        reader.throwIfGivenUp();
        return text + decoder.decode();
      }
      bytes += value.length;
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    // The rest is not worth reading; a server that sends without end is left alone.
    reader.release();
  }
  return text;
}
