/**
 * What a node knows of the other nodes, from the numbers in their rows and its own clock.
 *
 * A node is silent when its number has not changed for `deadAfter` while this node could read the rows. No two clocks
 * are compared. After a time in which the rows could not be read, the others may have been unable to write them too, so
 * the time begins anew. A silent node is dead from `bury` on, until its number changes.
 *
 * No node is silent for one that has not read the rows for `settleAfter` without a break. So a node that is alone in a
 * reading of the rows has that time before another one, which starts after it, can count it as dead.
 */
import type { NodeRow } from './node-rows.ts';

interface View {
  readonly row: NodeRow;
  /** When the number was first seen, by the clock of this node. */
  readonly since: number;
  readonly isDead: boolean;
}

/** When the rows were read. */
export interface ReadingTime {
  readonly began: number;
  readonly ended: number;
}

export interface ViewOptions {
  /** The name of this node, which is not observed. */
  readonly own: string;
  readonly deadAfter: number;
  readonly settleAfter: number;
  /** A longer time without reading the rows begins the observation anew. */
  readonly longestGap: number;
}

/** What a reading of all rows has found. */
export interface Observed {
  /** The nodes that have left or whose rows have vanished since the last time. */
  readonly gone: readonly string[];
  /** The rows of nodes that are silent and not dead yet. */
  readonly silent: readonly NodeRow[];
}

export class NodeViews {
  readonly #options: ViewOptions;
  #views = new Map<string, View>();
  #lastReading: number | undefined;
  /** When the rows were read for the first time, or for the first time after a break. */
  #readingSince = Number.POSITIVE_INFINITY;

  constructor(options: ViewOptions) {
    this.#options = options;
  }

  /** Takes all rows as they were read. */
  observe(rows: readonly NodeRow[], { began, ended }: ReadingTime): Observed {
    const { own, deadAfter, settleAfter, longestGap } = this.#options;
    const isAnew = this.#lastReading !== undefined && began - this.#lastReading > longestGap;
    if (isAnew || this.#lastReading === undefined) this.#readingSince = ended;
    this.#lastReading = ended;
    const hasSettled = began - this.#readingSince >= settleAfter;
    const gone: string[] = [];
    const silent: NodeRow[] = [];
    const views = new Map<string, View>();
    for (const row of rows) {
      if (row.name === own) continue;
      const before = this.#views.get(row.name);
      const view = viewOf(row, isAnew ? withTime(before, ended) : before, ended);
      if (view.isDead && before?.isDead !== true) gone.push(row.name);
      if (!view.isDead && hasSettled && began - view.since >= deadAfter) silent.push(row);
      views.set(row.name, view);
    }
    for (const [name, { isDead }] of this.#views) if (!views.has(name) && !isDead) gone.push(name);
    this.#views = views;
    return { gone, silent };
  }

  /** The next reading is the first one again. */
  beginAnew(): void {
    this.#lastReading = Number.NEGATIVE_INFINITY;
  }

  /** Counts a silent node as dead; false if it is not silent any more, or dead already. */
  bury({ name, beat }: NodeRow): boolean {
    const view = this.#views.get(name);
    if (view === undefined || view.isDead || view.row.beat !== beat) return false;
    this.#views.set(name, { ...view, isDead: true });
    return true;
  }

  /** Whether a node is alive; undefined if it was never seen. */
  isAlive(name: string): boolean | undefined {
    const view = this.#views.get(name);
    return view === undefined ? undefined : !view.isDead;
  }

  /** Adds a node that was found by its name: it is alive, unless its number is the one with which it is dead. */
  add(row: NodeRow, now: number): void {
    if (this.#views.get(row.name)?.row.beat === row.beat) return;
    this.#views.set(row.name, { row, since: now, isDead: false });
  }

  /** The names of the other nodes that are alive and take sessions. */
  get accepting(): readonly string[] {
    return [...this.#views.values()].flatMap(({ row, isDead }) => (isDead || row.isDraining ? [] : [row.name]));
  }

  get dead(): readonly string[] {
    return [...this.#views.values()].flatMap(({ row, isDead }) => (isDead ? [row.name] : []));
  }

  get alive(): readonly string[] {
    return [...this.#views.values()].flatMap(({ row, isDead }) => (isDead ? [] : [row.name]));
  }
}

/** Silence is counted from the end of the reading that saw the number first to the beginning of the newest one. */
function viewOf(row: NodeRow, before: View | undefined, ended: number): View {
  if (row.hasLeft) return { row, since: ended, isDead: true };
  return before?.row.beat === row.beat ? { ...before, row } : { row, since: ended, isDead: false };
}

const withTime = (view: View | undefined, since: number): View | undefined =>
  view === undefined ? undefined : { ...view, since };
