/** The body of an open event stream, as the server writes it, over Node's responses or Web streams. */
import type { Writable } from 'node:stream';

export interface EventSink {
  /** Whether the transport below checks that the reader is alive. */
  readonly isWatched: boolean;
  /** Sends the headers of the response. */
  start(): void;
  /** Writes `text`; calls `taken` when more can be written, and never once the stream is closed. */
  write(text: string, taken: () => void): void;
  /** Ends the stream after what was written. */
  end(): void;
  /** Cuts the stream at once. */
  destroy(): void;
}

/** Calls `listener` when `stream` is closed; if it is closed already, after the current call stack. */
export function whenClosed(stream: Writable, listener: () => void): void {
  if (stream.closed || stream.destroyed) process.nextTick(listener);
  else stream.once('close', listener);
}
