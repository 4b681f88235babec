/** The body of an open stream of events, as the server writes it; Node's responses and Web streams both fit behind it. */
import type { Writable } from 'node:stream';

export interface EventSink {
  /** Whether something below asks the reader now and then whether he is still there. */
  readonly isWatched: boolean;
  /** Sends the head of the reply. */
  start(): void;
  /** Takes `text`; `taken` is called when the next can be written, and not at all once the stream is gone. */
  write(text: string, taken: () => void): void;
  /** Ends the stream after what was written. */
  end(): void;
  /** Cuts the stream at once. */
  destroy(): void;
}

/** Calls `listener` when `stream` is closed: also, and not before the caller is done, when it was closed before anybody listened. */
export function whenClosed(stream: Writable, listener: () => void): void {
  if (stream.closed || stream.destroyed) process.nextTick(listener);
  else stream.once('close', listener);
}
