/** Reads the body of an answer, and no more of it than is wanted. */
import type { FetchResponse } from './endpoint.ts';

/** The text of `response`, or the beginning of it, where it is longer than `limit` bytes. */
export async function readText(response: FetchResponse, limit: number): Promise<string> {
  // What says that it is short needs no watching, and most answers are empty.
  const length = response.headers.get('content-length');
  if (length !== null && Number(length) <= limit) return response.text();
  const { body } = response;
  if (body === null) return response.text();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  while (bytes <= limit) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  // The rest is not worth reading; a server that sends without end is left alone.
  await reader.cancel().catch(() => undefined);
  return text;
}
