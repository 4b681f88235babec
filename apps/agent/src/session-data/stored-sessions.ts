/** The sessions of the agent in a journal, with its notes. */
import type { Journal } from '@acp-stack/journal';
import { journalStore, type JournalStore } from '@acp-stack/journal/session-store';

import { isNote, type AgentStore, type SessionNotes } from './session-notes.ts';

/** The store; its methods wait until the journal is open. */
export type StoredSessions = Omit<JournalStore, 'notes' | 'view'> & Required<Pick<AgentStore, 'notes' | 'view'>>;

/** Creates the store; a journal that is given is not closed by it. */
export const storedSessions = (journal: Journal | Promise<Journal>): StoredSessions => withNotes(journalStore(journal));

function withNotes(store: JournalStore): StoredSessions {
  return {
    ...store,
    view: (connection) => withNotes(store.view(connection)),
    notes: (sessionId): SessionNotes => {
      const notes = store.notes(sessionId);
      return {
        add: (note) => notes.add(note),
        async *read() {
          for await (const note of notes.read()) if (isNote(note)) yield note;
        },
      };
    },
  };
}
