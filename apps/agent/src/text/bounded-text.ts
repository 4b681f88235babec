/** Reads what a service answers, of which nobody knows how much it is. */

interface TextBounds {
  /** Characters that are read. */
  readonly most: number;
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined;
}

/** The text of an answer, up to `most` characters and whether that is all; whatever is behind it is not asked for. */
export async function boundedText(
  { body }: Response,
  { most, signal }: TextBounds,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  if (body === null) return { text: '', isWhole: true };
  const reader = body.getReader();
  const isOver = (): boolean => signal?.aborted === true;
  // Not only the signal of the request: on Node 20 it may be lost to a body that is being read.
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', stop);
  try {
    const decoder = new TextDecoder();
    let text = '';
    while (text.length <= most && !isOver()) {
      const { done, value } = await reader.read();
      text += done ? decoder.decode() : decoder.decode(value, { stream: true });
      if (done) return { text: text.slice(0, most), isWhole: text.length <= most && !isOver() };
    }
    return { text: text.slice(0, most), isWhole: false };
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}
