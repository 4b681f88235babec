/**
 * What the agent keeps of a session for itself, beside what was said: no client is told of it, and it goes with the session.
 *
 * A fork begins without: what was allowed there need not be allowed here, and what was changed there is not undone here.
 */
import type { SessionStore } from '@acp-stack/sdk';

import type { ReversibleChange } from './reversible-change.ts';

export type Note =
  | { readonly type: 'edit'; readonly changes: readonly ReversibleChange[] }
  /** The newest edit was taken back, or never done; where `later` edits stay, the newest before them. */
  | { readonly type: 'undone'; readonly later?: number }
  | { readonly type: 'permission'; readonly key: string; readonly decision: 'allow' | 'reject' };

/** The notes of one session. */
export interface SessionNotes {
  /** Resolves when the note is kept. */
  add(note: Note): Promise<void>;
  /** In the order in which they were added. */
  read(): AsyncIterable<Note>;
}

/** A store that keeps notes as long as it keeps sessions. */
export interface AgentStore extends SessionStore {
  readonly notes?: (sessionId: string) => SessionNotes;
  view?(connection: object): AgentStore;
}

/** Whether something that was stored is a note; a later version may know others. */
export function isNote(event: unknown): event is Note {
  const { type, changes } = Object(event) as { readonly type?: unknown; readonly changes?: unknown };
  return type === 'undone' || type === 'permission' || (type === 'edit' && Array.isArray(changes));
}

/** Notes for as long as the program runs. */
export function memoryNotes(): (sessionId: string) => SessionNotes {
  const kept = new Map<string, Note[]>();
  return (sessionId) => ({
    add: async (note) => {
      kept.set(sessionId, [...(kept.get(sessionId) ?? []), note]);
    },
    async *read() {
      yield* kept.get(sessionId) ?? [];
    },
  });
}
