/** Notices entries that come in front of all others: an earlier part of the history that was read later. */
import type { Transcript } from '@acp-stack/transcript';

export class FrontEntries {
  #first: string | undefined;

  /** How many entries are in front of the one that was the first at the last call. */
  added({ entries }: Transcript): number {
    const before = this.#first;
    this.#first = entries.at(0)?.id;
    if (before === undefined || before === this.#first) return 0;
    return Math.max(
      0,
      entries.toArray().findIndex(({ id }) => id === before),
    );
  }
}
