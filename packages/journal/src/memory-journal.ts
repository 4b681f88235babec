import type { Journal } from './journal.ts';
import { defaultLimits, type JournalOptions } from './limits.ts';
import { MemoryStore } from './memory-store.ts';
import { StoredJournal } from './stored-journal.ts';

/** A journal in memory, for tests and for sessions that need not outlive the program. */
export function memoryJournal({ limits: given = {} }: JournalOptions = {}): Journal {
  const limits = { ...defaultLimits, ...given };
  return new StoredJournal(new MemoryStore(limits), limits);
}
