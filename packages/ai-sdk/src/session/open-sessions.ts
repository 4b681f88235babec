/**
 * The sessions of one model, and the conversation that each of them remembers.
 *
 * A session is found again by what was said in it. One that works is not used for another call, and beyond a limit the
 * sessions that were used least recently are closed; the agent still has them.
 */
import { RecentSessions, type ClientSession } from '@acp-stack/sdk';

import type { RunningTurn } from './turn.ts';

/** A session of the model. */
export interface OpenSession {
  readonly session: ClientSession;
  /** What has to be equal besides the conversation: the system messages and the tools. */
  readonly scope: string;
  /** The digest of the conversation, as far as the program has read it; undefined before the first turn. */
  digest: (() => string) | undefined;
  /** The turn that works now. */
  turn: RunningTurn | undefined;
}

const maxOpen = 50;

export class OpenSessions {
  readonly #sessions = new RecentSessions<OpenSession>({ limit: maxOpen, isBusy: ({ turn }) => turn !== undefined });

  /** The sessions that are open. */
  get all(): readonly OpenSession[] {
    return this.#sessions.all;
  }

  /** The idle session that remembers the conversation with this digest. */
  remembering(digest: string): OpenSession | undefined {
    return this.all.findLast((each) => each.turn === undefined && !each.session.isClosed && each.digest?.() === digest);
  }

  /** The session with this id. */
  find(sessionId: string): OpenSession | undefined {
    return this.all.find(({ session }) => session.id === sessionId && !session.isClosed);
  }

  /** Adds a session, or marks it as used now. */
  use(used: OpenSession): void {
    this.#sessions.use(used);
  }
}
