/** Work on many things at once, with the results in the order of the things. */

/** Calls `work` for up to `most` items of `source` at a time. All that was begun has ended when the iteration ends, also early. */
export async function* inOrder<Item, Result>(
  source: AsyncIterator<Item>,
  work: (item: Item) => Promise<Result>,
  most: number,
): AsyncGenerator<Result, void, void> {
  const running: Promise<Result>[] = [];
  let isDone = false;
  try {
    for (;;) {
      while (!isDone && running.length < most) {
        const next = await source.next();
        if (next.done === true) isDone = true;
        else {
          const result = work(next.value);
          // Whoever awaits it later hears of a failure; until then it is not unhandled.
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
