/** Runs `work` for each item, at most `parallel` at a time; it must not reject. Ends early when `isOver`. */
export async function eachBounded<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  { parallel, isOver = () => false }: { readonly parallel: number; readonly isOver?: () => boolean },
): Promise<void> {
  const rest = items.values();
  const runner = async (): Promise<void> => {
    for (const item of rest) {
      if (isOver()) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, runner));
}
