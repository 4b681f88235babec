/**
 * When content that was held back is sent.
 *
 * Consecutive pieces are joined: they are sent before any other message, and after a pause. After the pause the client
 * also gets the whole of what it was sent only the end of. The more there is to send, the longer the pause.
 */
import type { Clock } from '@acp-stack/rpc';

import type { Session } from './session.ts';

/** The shortest pause in milliseconds. */
const shortest = 50;
/** Bytes that are sent again per millisecond of the pause. */
const pace = 20_000;

export class ContentBatches {
  readonly #clock: Clock;
  readonly #sessions = new Set<Session>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a session may hold something back. */
  get holdsBack(): boolean {
    return this.#sessions.size > 0;
  }

  /** Notes that the session holds something back. */
  add(session: Session): void {
    this.#sessions.add(session);
    this.#cancel ??= this.#clock.schedule(Math.max(shortest, session.toolBytes / pace), () => {
      this.#cancel = undefined;
      this.complete();
    });
  }

  /** Sends everything that is held back. */
  flush(): void {
    for (const session of this.#sessions) session.flush();
  }

  /** Sends everything that the client lacks. */
  complete(): void {
    this.stop();
    for (const session of this.#sessions) session.complete();
    this.#sessions.clear();
  }

  /** The session has ended. */
  remove(session: Session): void {
    this.#sessions.delete(session);
    if (this.#sessions.size === 0) this.stop();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
