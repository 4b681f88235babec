/**
 * The paths of the files of sessions, kept for a moment: the completion of a mention asks with each key.
 *
 * Sessions with the same folders share an index. One that took long to read is kept longer, so that reading takes a
 * small part of the time.
 */
import type { FileIndex, Workspace } from '@acp-stack/workspace';

/** Milliseconds that an index is used, at least. */
const leastTime = 3000;
/** How many times as long as it was read. */
const timesAsLong = 10;
/** Indexes that are kept at once; the oldest is dropped. */
const maxIndexes = 8;
/** Files of an index. */
const maxFiles = 50_000;

interface Kept {
  readonly index: Promise<FileIndex>;
  /** When it is read again; until it has been read, all requests wait for it. */
  until: number;
}

export class FileIndexes {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The index of the roots of `workspace`; one that failed is not kept. */
  of({ roots, search }: Pick<Workspace, 'roots' | 'search'>): Promise<FileIndex> {
    const key = JSON.stringify(roots.list.map(({ path }) => path));
    const now = this.#now();
    for (const [each, { until }] of this.#kept) if (now >= until) this.#kept.delete(each);
    const known = this.#kept.get(key);
    if (known !== undefined) return known.index;
    // Several requests may wait for it, so that the end of one of them does not stop it.
    const kept: Kept = { index: search.index({ limit: maxFiles }), until: Infinity };
    this.#kept.set(key, kept);
    kept.index.then(
      () => {
        const end = this.#now();
        kept.until = end + Math.max(leastTime, (end - now) * timesAsLong);
      },
      () => {
        if (this.#kept.get(key) === kept) this.#kept.delete(key);
      },
    );
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxIndexes && oldest !== undefined) this.#kept.delete(oldest);
    return kept.index;
  }
}
