/** The body of an HTTP/2 response as a stream of the platform; it reads no faster than it is read. */
import { constants, type ClientHttp2Stream } from 'node:http2';

export function http2Body(stream: ClientHttp2Stream, signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      let isOver = false;
      const finish = (error?: unknown): void => {
        if (isOver) return;
        isOver = true;
        if (error === undefined) controller.close();
        else controller.error(error);
      };
      stream.pause();
      stream.on('data', (chunk: Uint8Array) => {
        if (isOver) return;
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) stream.pause();
      });
      stream.on('error', finish);
      // Node also ends a stream that was cut; only its code tells the difference.
      stream.once('close', () => {
        const { rstCode } = stream;
        if (signal.aborted) finish(signal.reason);
        else if (rstCode === constants.NGHTTP2_NO_ERROR && stream.readableEnded) finish();
        else finish(new Error(`The stream was cut (${rstCode}).`));
      });
    },
    pull: () => {
      stream.resume();
    },
    cancel: () => {
      stream.close(constants.NGHTTP2_CANCEL);
    },
  });
}
