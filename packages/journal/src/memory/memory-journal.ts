import type { Journal } from '../contract/journal.ts';
import { defaultLimits, type JournalOptions } from '../contract/limits.ts';
import { MemoryStore } from './memory-store.ts';
import { StoreBackedJournal } from '../store/store-backed-journal.ts';

/** Returns a journal in memory, for tests and for sessions that end with the process. */
export function memoryJournal({ limits: params = {} }: JournalOptions = {}): Journal {
  const limits = { ...defaultLimits, ...params };
  return new StoreBackedJournal(new MemoryStore(limits), limits);
}
