/**
 * What the agent stores about a session for itself, beside the conversation: no client sees it, and it is deleted with
 * the session.
 *
 * A fork starts without notes: its permissions are asked for again, and changes of the original are not undone in it.
 */
import type { SessionStore } from '@acp-stack/sdk';

import type { ReversibleChange } from './reversible-change.ts';

export type Note =
  | { readonly type: 'edit'; readonly changes: readonly ReversibleChange[] }
  /** The newest edit was undone or never made; with `later`, that many newer edits stay. */
  | { readonly type: 'undone'; readonly later?: number }
  | { readonly type: 'permission'; readonly key: string; readonly decision: 'allow' | 'reject' };

/** The notes of one session. */
export interface SessionNotes {
  /** Resolves when the note is stored. */
  add(note: Note): Promise<void>;
  /** In the order in which they were added. */
  read(): AsyncIterable<Note>;
}

/** A session store that also stores notes. */
export interface AgentStore extends SessionStore {
  readonly notes?: (sessionId: string) => SessionNotes;
  view?(connection: object): AgentStore;
}

/** Whether a stored event is a note; later versions may have other kinds. */
export function isNote(event: unknown): event is Note {
  const { type, changes } = Object(event) as { readonly type?: unknown; readonly changes?: unknown };
  return type === 'undone' || type === 'permission' || (type === 'edit' && Array.isArray(changes));
}

/** Notes in memory, for as long as the program runs. */
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
