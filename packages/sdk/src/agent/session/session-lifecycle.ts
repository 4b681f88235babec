/** Who wants to know what becomes of a session: that a client comes back to it, and that it is closed. */

type Call = () => void | Promise<void>;

interface Listener {
  readonly call: Call;
}

export class SessionLifecycle {
  readonly #closing = new AbortController();
  #onAttach: Set<Listener> | undefined;
  #onClose: Set<Listener> | undefined;

  /** Aborts when the session is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  onAttach(call: Call): Disposable {
    this.#onAttach ??= new Set();
    return added(this.#onAttach, call);
  }

  onClose(call: Call): Disposable {
    this.#onClose ??= new Set();
    return added(this.#onClose, call);
  }

  /** A client comes back to the session; what one of the listeners throws refuses it. */
  async attached(): Promise<void> {
    for (const { call } of this.#onAttach ?? []) await call();
  }

  /** The session is closed; resolves when everybody has let go of it. */
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

/** Adds `call`, once for each time; the answer takes it out again. */
function added(listeners: Set<Listener>, call: Call): Disposable {
  const listener = { call };
  listeners.add(listener);
  return {
    [Symbol.dispose]: () => {
      listeners.delete(listener);
    },
  };
}
