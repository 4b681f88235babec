/**
 * When content that was held back is sent.
 *
 * Pieces are joined as long as they follow each other: they are sent before anything else crosses, and after a moment without anything else.
 * After that moment the client gets the whole of what it saw only the end of. The more there is to send, the longer the moment.
 */
import type { Clock } from '@acp-stack/rpc';

import type { Session } from './session.ts';

/** Milliseconds that pieces are waited for. */
const shortest = 50;
/** Bytes that are sent again per millisecond. */
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

  /** The session holds something back. */
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

  /** Sends everything that clients lack. */
  complete(): void {
    this.stop();
    for (const session of this.#sessions) session.complete();
    this.#sessions.clear();
  }

  /** The session is no more. */
  remove(session: Session): void {
    this.#sessions.delete(session);
    if (this.#sessions.size === 0) this.stop();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
