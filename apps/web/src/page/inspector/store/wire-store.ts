/**
 * The rows and the state of the inspector, as the page has them.
 *
 * Rows are asked for from a position, so that a lost connection leaves no gap. At most as many are kept as the program
 * itself keeps; `dropped` says how many are gone. Listeners are called once per frame.
 */
import { inspectMethods, type InspectCalls, type InspectorState, type WireRow } from '@acp-stack/trace/inspect';

/** Calls a method of the inspector. */
export type InspectorCall = <Name extends keyof InspectCalls>(
  name: Name,
  params: InspectCalls[Name]['params'],
  signal?: AbortSignal,
) => Promise<InspectCalls[Name]['result']>;

/** What the page shows; a new object after every change. */
export interface WireSnapshot {
  /** Undefined until the program has answered. */
  readonly state: InspectorState | undefined;
  /** All rows that are held, by their order; grows in place, see `version`. */
  readonly rows: readonly WireRow[];
  /** How many rows were dropped before the first one. */
  readonly dropped: number;
  /** Changes with every change of the rows. */
  readonly version: number;
}

/** Calls `work` at the next frame. */
export type Schedule = (work: () => void) => void;

/** Rows that are asked for at once. */
const batch = 2000;

export class WireStore {
  readonly #call: InspectorCall;
  readonly #schedule: Schedule;
  readonly #listeners = new Set<() => void>();
  #rows: WireRow[] = [];
  #next = 0;
  #isScheduled = false;
  #snapshot: WireSnapshot = { state: undefined, rows: [], dropped: 0, version: 0 };
  #state: InspectorState | undefined;
  #dropped = 0;
  #version = 0;

  constructor(call: InspectorCall, schedule: Schedule) {
    this.#call = call;
    this.#schedule = schedule;
  }

  readonly snapshot = (): WireSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Follows the program until the connection is lost or `signal` is aborted; can be called again. */
  async follow(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#followRows(signal), this.#followState(signal)]);
  }

  /** Removes the rows from the page; those that come later are shown. */
  clear(): void {
    this.#dropped += this.#rows.length;
    this.#rows = [];
    this.#changed();
  }

  async #followRows(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { rows, next, first } = await this.#call('rows', { from: this.#next, limit: batch }, signal);
      if (next < this.#next) this.#rows = [];
      this.#next = next;
      for (const row of rows) this.#rows.push(row);
      this.#drop(first);
      this.#changed();
    }
  }

  async #followState(signal: AbortSignal): Promise<void> {
    let after: number | undefined;
    while (!signal.aborted) {
      const { number, state } = await this.#call('state', after === undefined ? {} : { after }, signal);
      after = number;
      this.#state = state;
      this.#changed();
    }
  }

  /** Rows that the program does not have any more cannot be shown in full. */
  #drop(first: number): void {
    const [oldest] = this.#rows;
    if (oldest === undefined || oldest.index >= first) return;
    const kept = this.#rows.findIndex(({ index }) => index >= first);
    const gone = kept === -1 ? this.#rows.length : kept;
    this.#rows = this.#rows.slice(gone);
    this.#dropped += gone;
  }

  #changed(): void {
    this.#version += 1;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule(() => {
      this.#isScheduled = false;
      this.#snapshot = { state: this.#state, rows: this.#rows, dropped: this.#dropped, version: this.#version };
      for (const listener of this.#listeners) listener();
    });
  }
}

/** The name of a method on the wire. */
export const methodName = (name: keyof InspectCalls): `_${string}` => inspectMethods[name];
