/** Concurrent work with results in the order of the items. */

/**
 * Calls `work` for up to `concurrency` items of `source` at a time. When the iteration ends, even early, all started
 * work has ended.
 */
export async function* inOrder<Item, Result>(
  source: AsyncIterator<Item>,
  work: (item: Item) => Promise<Result>,
  concurrency: number,
): AsyncGenerator<Result, void, void> {
  const running: Promise<Result>[] = [];
  let isDone = false;
  try {
    for (;;) {
      while (!isDone && running.length < concurrency) {
        const next = await source.next();
        if (next.done === true) isDone = true;
        else {
          const result = work(next.value);
          // The rejection is handled when the result is awaited; until then it must not count as unhandled.
          result.catch(() => undefined);
          running.push(result);
        }
      }
      const first = running.shift();
      if (first === undefined) return;
      yield await first;
    }
  } finally {
    await source.return?.();
    await Promise.allSettled(running);
  }
}
