/**
 * A journal as one simulated process reaches it: calls are slow, fail before or after they took effect, or never return.
 *
 * What the process has sent takes effect even if it is killed or stands still meanwhile, as with a real database.
 */
import { JournalError, type Journal } from '@acp-stack/journal';
import type { Clock } from '@acp-stack/rpc';

import type { ProcessLife } from './process-life.ts';
import type { Random } from './random.ts';

/** How likely each fault of a call is. */
export interface CallFaults {
  readonly slow: number;
  readonly failBefore: number;
  readonly failAfter: number;
}

export interface FaultyJournalOptions {
  readonly time: Clock;
  readonly life: ProcessLife;
  readonly random: Random;
  readonly faults: CallFaults;
  /** Called when records of a log have been stored. */
  readonly onAppended: (stream: string, appended: { readonly first: number; readonly last: number }) => void;
  /** Changes the arguments of a call, or drops it: a broken hub. */
  readonly sabotage?: ((name: string, args: readonly unknown[]) => readonly unknown[] | 'drop') | undefined;
}

export class FaultyJournal {
  readonly journal: Journal;
  readonly #options: FaultyJournalOptions;
  /** The process cannot reach the database. */
  isCut = false;
  /** No more faults. */
  isHealed = false;

  constructor(journal: Journal, options: FaultyJournalOptions) {
    this.#options = options;
    this.journal = new Proxy(journal, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function' || typeof name !== 'string') return value;
        const call = value.bind(target) as (...args: unknown[]) => unknown;
        if (name === 'watch') return call;
        if (name === 'read') return (...args: unknown[]) => this.#read(call, args);
        return (...args: unknown[]) => this.#call(name, call, args);
      },
    });
  }

  async #call(name: string, call: (...args: unknown[]) => unknown, args: readonly unknown[]): Promise<unknown> {
    const { life, sabotage, onAppended } = this.#options;
    await this.#send();
    const changed = sabotage?.(name, args) ?? args;
    if (changed === 'drop') {
      await life.running();
      return { first: 1, last: 1 };
    }
    const result = await call(...changed);
    if (name === 'append') onAppended(String(args[0]), result as { first: number; last: number });
    await this.#receive();
    return result;
  }

  async *#read(call: (...args: unknown[]) => unknown, args: readonly unknown[]): AsyncGenerator {
    await this.#send();
    for await (const entry of call(...args) as AsyncIterable<unknown>) {
      await this.#options.life.running();
      if (this.isCut) throw unreachable();
      yield entry;
    }
  }

  async #send(): Promise<void> {
    const { life, random, faults } = this.#options;
    await life.running();
    if (this.isCut) throw unreachable();
    await this.#delay();
    if (this.isCut) throw unreachable();
    if (!this.isHealed && random.chance(faults.failBefore)) throw interrupted();
  }

  async #receive(): Promise<void> {
    const { life, random, faults } = this.#options;
    await this.#delay();
    await life.running();
    if (this.isCut || (!this.isHealed && random.chance(faults.failAfter))) throw interrupted();
  }

  async #delay(): Promise<void> {
    const { time, random, faults } = this.#options;
    if (this.isHealed || !random.chance(faults.slow)) return;
    const ms = random.chance(0.1) ? random.between(100, 1500) : random.between(1, 50);
    await new Promise<void>((resolve) => time.schedule(ms, resolve));
  }
}

const unreachable = (): JournalError => new JournalError('unavailable', 'The database cannot be reached.');
const interrupted = (): JournalError => new JournalError('interrupted', 'The connection to the database was lost.');
