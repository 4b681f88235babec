/** Reads the body of a response of unknown size. */
import { CollectedBytes } from '@acp-stack/rpc';

interface TextBounds {
  /** How many characters are read. */
  readonly maxCharacters: number;
  /** Stops reading. */
  readonly signal?: AbortSignal | undefined;
}

/** The text of a response up to `maxCharacters`, and whether that is all of it; the rest is not downloaded. */
export async function boundedText(
  { body }: Response,
  { maxCharacters, signal }: TextBounds,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  if (body === null) return { text: '', isWhole: true };
  const reader = body.getReader();
  const isOver = (): boolean => signal?.aborted === true;
  // On Node.js 20 the signal of the request may not reach a body that is being read, so the reader is cancelled too.
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', stop);
  try {
    const bytes = new CollectedBytes();
    let isDone = false;
    // A character takes up to three bytes.
    while (!isDone && bytes.size <= maxCharacters * 3 && !isOver()) {
      const { done, value } = await reader.read();
      isDone = done;
      if (!done) bytes.add(value);
    }
    const text = new TextDecoder().decode(bytes.take());
    return { text: text.slice(0, maxCharacters), isWhole: isDone && text.length <= maxCharacters && !isOver() };
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}
