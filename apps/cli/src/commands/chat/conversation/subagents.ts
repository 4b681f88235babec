/**
 * The conversations of the subagents of a session, each a transcript of its own.
 *
 * A subagent is known from the update by which its parent announces it; updates of other sessions are not taken. A
 * subagent may have subagents.
 */
import type { ClientConnection } from '@acp-stack/sdk';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { TranscriptStore, type Change, type Transcript } from '@acp-stack/transcript';

import type { Log } from '../../../log/log.ts';

/** Receives the changes of the transcript of a subagent. */
export type SubagentListener = (sessionId: string, changes: readonly Change[], transcript: Transcript) => void;

export class Subagents {
  readonly #changed: SubagentListener;
  readonly #listeners = new Set<{ readonly listener: SubagentListener }>();
  readonly #stores = new Map<string, TranscriptStore>();
  #revision = 0;
  #isFollowing = false;

  /** `changed` is called after the listeners. */
  constructor(changed: () => void) {
    this.#changed = (sessionId, changes, transcript) => {
      this.#revision += 1;
      for (const { listener } of this.#listeners) listener(sessionId, changes, transcript);
      changed();
    };
  }

  /** Another number after each change of a transcript. */
  get revision(): number {
    return this.#revision;
  }

  /** The conversation of a subagent; undefined if it is not announced. */
  readonly transcript = (sessionId: string): Transcript | undefined => this.#stores.get(sessionId)?.snapshot();

  /** Receives the updates of sessions that are not open here; the connection is the same after a restart. */
  follow(connection: ClientConnection, log: Log): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    connection.onUpdate((update, { session, sessionId }) => {
      if (session !== undefined || this.receive(sessionId, update)) return;
      log.debug(`dropped an update of the unknown session ${sessionId}`);
    });
  }

  /** An update of a session that is shown, which may announce a subagent. */
  note(update: SessionUpdate): void {
    if (update.sessionUpdate !== 'subagent_update') return;
    const { sessionId } = update as { readonly sessionId: string };
    if (this.#stores.has(sessionId)) return;
    const store = new TranscriptStore();
    store.subscribe((changes, transcript) => this.#changed(sessionId, changes, transcript));
    this.#stores.set(sessionId, store);
  }

  /** Applies an update of another session; returns false if it is not the session of a subagent. */
  receive(sessionId: string, update: SessionUpdate): boolean {
    const store = this.#stores.get(sessionId);
    if (store === undefined) return false;
    this.note(update);
    store.apply(update);
    return true;
  }

  /** Forgets the subagents that belong to another session than that of `transcript`. */
  keepThoseOf(transcript: Transcript): void {
    const kept = new Set<string>();
    const keep = (parent: Transcript): void => {
      for (const entry of parent.entries.toArray()) {
        if (entry.type !== 'subagent' || kept.has(entry.sessionId)) continue;
        kept.add(entry.sessionId);
        const child = this.transcript(entry.sessionId);
        if (child !== undefined) keep(child);
      }
    };
    keep(transcript);
    for (const sessionId of this.#stores.keys()) if (!kept.has(sessionId)) this.#stores.delete(sessionId);
  }

  /** Calls `listener` after every change of a transcript, until the result is disposed of. */
  subscribe(listener: SubagentListener): Disposable {
    const entry = { listener };
    this.#listeners.add(entry);
    return { [Symbol.dispose]: () => void this.#listeners.delete(entry) };
  }
}
