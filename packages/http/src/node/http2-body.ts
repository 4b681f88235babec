/** The body of an HTTP/2 response as a `ReadableStream`, for callers of the public `fetch`. */
import type { ChunkReader } from '../client/request/fetch.ts';

/** Wraps `reader`; nothing is read before it is pulled. */
export function http2Body(reader: ChunkReader): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
