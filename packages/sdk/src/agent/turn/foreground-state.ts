/**
 * The state that a session reports to its client.
 *
 * `running` during foreground work, `requires_action` while it waits for the user, `idle` with a stop reason when it
 * has ended. Only changes are sent, except that the end of work is always sent (LIFE-04 to LIFE-07). Once background
 * work was reported, every state has the list (LIFE-19).
 */
import type { BackgroundWork, IdleStateUpdate, SessionUpdate } from '@acp-stack/schema/v2/unstable';

type Send = (update: SessionUpdate) => Promise<void>;

export class ForegroundState {
  readonly #send: Send;
  #state: 'running' | 'idle' | 'requires_action' = 'idle';
  #waiting = 0;
  #last: IdleStateUpdate;
  #background: { readonly background: readonly BackgroundWork[] } | undefined;

  /** `last` is how the work before this one ended. */
  constructor(send: Send, last: IdleStateUpdate = {}) {
    this.#send = send;
    this.#last = last;
  }

  get current(): 'running' | 'idle' | 'requires_action' {
    return this.#state;
  }

  /** The update with the current state (SETUP-18). */
  snapshot(): SessionUpdate {
    const sessionUpdate = 'state_update';
    if (this.#state === 'idle') return { sessionUpdate, state: 'idle', ...this.#last, ...this.#background };
    return { sessionUpdate, state: this.#state, ...this.#background };
  }

  start(): void {
    this.#waiting = 0;
    this.#change('running');
  }

  /** Something waits for the user, until the returned function is called. Several may wait at once. */
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
    void this.#send(this.snapshot());
  }

  /** Reports the work in the background, with the current state (LIFE-08). */
  setBackground(background: readonly BackgroundWork[]): Promise<void> {
    this.#background = { background };
    return this.#send(this.snapshot());
  }

  #change(state: 'running' | 'requires_action'): void {
    this.#state = state;
    void this.#send(this.snapshot());
  }
}
