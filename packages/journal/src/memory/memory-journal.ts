import type { Journal } from '../contract/journal.ts';
import { defaultLimits, type JournalOptions } from '../contract/limits.ts';
import { MemoryStore } from './memory-store.ts';
import { StoredJournal } from '../store/store-backed-journal.ts';

/** A journal in memory, for tests and for sessions that need not outlive the program. */
export function memoryJournal({ limits: given = {} }: JournalOptions = {}): Journal {
  const limits = { ...defaultLimits, ...given };
  return new StoredJournal(new MemoryStore(limits), limits);
}
