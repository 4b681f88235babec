/**
 * What the parts of the hub count, for monitoring.
 *
 * A value has labels only where their number is fixed: what clients make up, such as names and ids, is never one.
 */

/** A number that only grows, or several by the value of one label. */
export class Counter {
  readonly #byLabel = new Map<string, number>();
  readonly #maxLabels: number;

  /** Beyond `maxLabels` different labels, further ones are counted as `other`. */
  constructor(maxLabels = 64) {
    this.#maxLabels = maxLabels;
  }

  add(amount = 1, label = ''): void {
    const isRoom = this.#byLabel.has(label) || this.#byLabel.size < this.#maxLabels;
    const key = isRoom ? label : 'other';
    this.#byLabel.set(key, (this.#byLabel.get(key) ?? 0) + amount);
  }

  /** The sum over all labels. */
  get total(): number {
    let sum = 0;
    for (const value of this.#byLabel.values()) sum += value;
    return sum;
  }

  get values(): ReadonlyMap<string, number> {
    return this.#byLabel;
  }
}

/** How often values were below each of some bounds. */
export class Histogram {
  readonly bounds: readonly number[];
  /** For each bound, how many values were at most that; without those of smaller bounds. */
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  observe(value: number): void {
    this.#sum += value;
    this.#count += 1;
    const index = this.bounds.findIndex((bound) => value <= bound);
    if (index !== -1) this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  get sum(): number {
    return this.#sum;
  }

  get count(): number {
    return this.#count;
  }

  /** For each bound, how many values were at most that. */
  get cumulative(): readonly number[] {
    let below = 0;
    return this.#counts.map((count) => (below += count));
  }
}

/** Seconds. */
const latencyBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The counters of one node; each part of the hub counts what it does. */
export class HubCounters {
  /** Records that were stored in logs. */
  readonly recordsAppended: Counter = new Counter();
  /** Bytes of those records, where they are known. */
  readonly bytesAppended: Counter = new Counter();
  /** Seconds from giving records to the store until they are stored. */
  readonly appendSeconds: Histogram = new Histogram(latencyBounds);
  /** Items that clients have put into inboxes, by method. */
  readonly items: Counter = new Counter();
  /** Sessions that this node has taken over from another. */
  readonly takeovers: Counter = new Counter();
  /** Sessions that this node has lost to another. */
  readonly fenced: Counter = new Counter();
  /** Agents that were started again after they were lost. */
  readonly agentRestarts: Counter = new Counter();
  /** Requests that were refused, by reason. */
  readonly refusals: Counter = new Counter();
  /** Pages that were read from the store because they were not in memory. */
  readonly feedReads: Counter = new Counter();
  /** Events of the audit log that were lost because too many waited. */
  readonly auditDropped: Counter = new Counter();
}
