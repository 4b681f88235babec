/**
 * What a session tells its client about its foreground work.
 *
 * `running` while work goes on, `requires_action` while all of it waits for the user, `idle` with a stop reason when it ended. Only changes
 * are said, except that the end of work is always said (LIFE-04 to LIFE-07).
 */
import type { IdleStateUpdate, SessionUpdate } from '@acp-stack/schema/v2/unstable';

type Send = (update: SessionUpdate) => Promise<void>;

export class ForegroundState {
  readonly #send: Send;
  #state: 'running' | 'idle' | 'requires_action' = 'idle';
  #waiting = 0;
  #last: IdleStateUpdate = {};

  constructor(send: Send) {
    this.#send = send;
  }

  get current(): 'running' | 'idle' | 'requires_action' {
    return this.#state;
  }

  /** The update that says where things stand, for who attaches later (SETUP-18). */
  snapshot(): SessionUpdate {
    if (this.#state === 'idle') return { sessionUpdate: 'state_update', state: 'idle', ...this.#last };
    return { sessionUpdate: 'state_update', state: this.#state };
  }

  start(): void {
    this.#waiting = 0;
    this.#change('running');
  }

  /** Something waits for the user; the answer says that it does no longer. Several may wait at once. */
  block(): () => void {
    this.#waiting += 1;
    if (this.#waiting === 1 && this.#state === 'running') this.#change('requires_action');
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#waiting -= 1;
      if (this.#waiting === 0 && this.#state === 'requires_action') this.#change('running');
    };
  }

  end(idle: IdleStateUpdate): void {
    this.#state = 'idle';
    this.#waiting = 0;
    this.#last = idle;
    void this.#send({ sessionUpdate: 'state_update', state: 'idle', ...idle });
  }

  #change(state: 'running' | 'requires_action'): void {
    this.#state = state;
    void this.#send({ sessionUpdate: 'state_update', state });
  }
}
