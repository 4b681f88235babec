/**
 * The number of things that have happened while the page was hidden, before its title: `(2) Roses · acp`.
 *
 * Others set the title; the number is put before whatever it is.
 */

/** A title with a number before it; without one if it is 0. */
export const badgedTitle = (title: string, count: number): string => {
  const plain = title.replace(/^\(\d+\) /u, '');
  return count === 0 ? plain : `(${count}) ${plain}`;
};

/** What is used of a document. */
export type BadgedDocument = Pick<
  Document,
  'title' | 'visibilityState' | 'addEventListener' | 'removeEventListener' | 'head'
>;

export class TitleBadge {
  readonly #document: BadgedDocument;
  #count = 0;

  constructor(page: BadgedDocument = document) {
    this.#document = page;
  }

  /** Counts what has happened; nothing is counted while the page is visible. */
  add(count: number): void {
    if (this.#document.visibilityState !== 'hidden' || count === 0) return;
    this.#count += count;
    this.#write();
  }

  /** Keeps the number before the title until the page is visible again; returns a function that ends that. */
  watch(): () => void {
    const onChange = (): void => {
      if (this.#document.visibilityState === 'hidden') return;
      this.#count = 0;
      this.#write();
    };
    const titles = new MutationObserver(() => {
      this.#write();
    });
    titles.observe(this.#document.head, { subtree: true, childList: true, characterData: true });
    this.#document.addEventListener('visibilitychange', onChange);
    return () => {
      titles.disconnect();
      this.#document.removeEventListener('visibilitychange', onChange);
    };
  }

  #write(): void {
    const title = badgedTitle(this.#document.title, this.#count);
    // Writing the same title again would be observed for ever.
    if (title !== this.#document.title) this.#document.title = title;
  }
}
