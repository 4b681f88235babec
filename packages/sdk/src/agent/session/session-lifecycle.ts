/** The listeners to the lifecycle of a session: a client opens or resumes it, and it is closed. */

type Call = () => void | Promise<void>;

interface Listener {
  readonly call: Call;
}

export class SessionLifecycle {
  readonly #closing = new AbortController();
  #onAttach: Set<Listener> | undefined;
  #onOpened: Set<Listener> | undefined;
  #onClose: Set<Listener> | undefined;

  /** Aborts when the session is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  onAttach(call: Call): Disposable {
    this.#onAttach ??= new Set();
    return added(this.#onAttach, call);
  }

  onOpened(call: Call): Disposable {
    this.#onOpened ??= new Set();
    return added(this.#onOpened, call);
  }

  onClose(call: Call): Disposable {
    this.#onClose ??= new Set();
    return added(this.#onClose, call);
  }

  /** A client resumes the session; rejects if a listener throws. */
  async attached(): Promise<void> {
    for (const { call } of this.#onAttach ?? []) await call();
  }

  /** The client has the response that opened or resumed the session. */
  async opened(onError: (error: unknown) => void): Promise<void> {
    for (const { call } of this.#onOpened ?? []) {
      try {
        await call();
      } catch (error) {
        onError(error);
      }
    }
  }

  /** The session is closed; resolves when all listeners have finished. */
  async closed(onError: (error: unknown) => void): Promise<void> {
    this.#closing.abort();
    for (const release of this.#onClose ?? []) {
      this.#onClose?.delete(release);
      try {
        await release.call();
      } catch (error) {
        onError(error);
      }
    }
  }
}

/** Adds `call`; disposing of the returned object removes it. */
function added(listeners: Set<Listener>, call: Call): Disposable {
  const listener = { call };
  listeners.add(listener);
  return {
    [Symbol.dispose]: () => {
      listeners.delete(listener);
    },
  };
}
