/** Reads the body of a response as a string, up to a limit. */
import { CollectedBytes } from '@acp-stack/rpc';

import { bodyOf } from './body-reader.ts';
import type { ExtendedResponse } from './fetch.ts';

/**
 * Resolves with the body of `response`, of which it reads no more chunks once `limit` is exceeded. Rejects if `signal`,
 * that of the request, aborts.
 */
export async function readText(response: ExtendedResponse, limit: number, signal: AbortSignal): Promise<string> {
  // Most bodies are empty and say so. No other length is trusted: it is that of the compressed body.
  if (response.headers.get('content-length') === '0') return response.text();
  const reader = bodyOf(response, signal);
  if (reader === undefined) return response.text();
  const bytes = new CollectedBytes();
  try {
    while (bytes.size <= limit) {
      const { done, value } = await reader.read();
      if (done) {
        reader.throwIfGivenUp();
        break;
      }
      bytes.add(value);
    }
  } finally {
    // Cancels the rest: a server might send without end.
    reader.release();
  }
  return new TextDecoder().decode(bytes.take());
}
