/**
 * When content that was held back is sent.
 *
 * It is sent as a whole each time, so it is sent rarely: before anything else crosses, and after a moment without anything else. The more
 * there is to send, the longer the moment.
 */
import type { Clock } from '@acp-stack/rpc';

import type { Session } from './session.ts';

/** Milliseconds that pieces are waited for. */
const shortest = 50;
/** Bytes that are sent again per millisecond. */
const pace = 20_000;

export class Joining {
  readonly #clock: Clock;
  readonly #sessions = new Set<Session>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The session holds something back. */
  add(session: Session): void {
    this.#sessions.add(session);
    this.#cancel ??= this.#clock.schedule(Math.max(shortest, session.toolCalls.size / pace), () => {
      this.#cancel = undefined;
      this.flush();
    });
  }

  /** Sends everything that is held back. */
  flush(): void {
    if (this.#sessions.size === 0) return;
    this.stop();
    for (const session of this.#sessions) session.flush();
    this.#sessions.clear();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
