/**
 * What listens for agents: started once, when it is needed first.
 *
 * After a failure it may be started again. If it is closed while it starts, it is stopped as soon as it has started.
 */

type State<T> =
  | { readonly kind: 'new' }
  | { readonly kind: 'starting'; readonly started: Promise<void> }
  | { readonly kind: 'listening'; readonly value: T }
  | { readonly kind: 'closed' };

/** How something that listens is started and stopped. */
export interface ListenerOptions<T> {
  /** Where it listens, for errors. */
  readonly where: string;
  readonly start: () => Promise<T>;
  readonly stop: (value: T) => void;
}

export class Listener<T> {
  readonly #options: ListenerOptions<T>;
  #state: State<T> = { kind: 'new' };

  constructor(options: ListenerOptions<T>) {
    this.#options = options;
  }

  /** What listens; undefined until it does, and after `close`. */
  get current(): T | undefined {
    return this.#state.kind === 'listening' ? this.#state.value : undefined;
  }

  /** Starts it, and resolves when it listens; returns undefined if it listens already. */
  ready(): Promise<void> | undefined {
    const state = this.#state;
    if (state.kind === 'listening') return undefined;
    if (state.kind === 'starting') return state.started;
    if (state.kind === 'closed') return Promise.reject(new Error('The MCP bridge is closed.'));
    const started = this.#start();
    this.#state = { kind: 'starting', started };
    return started;
  }

  close(): void {
    const { current } = this;
    this.#state = { kind: 'closed' };
    if (current !== undefined) this.#options.stop(current);
  }

  async #start(): Promise<void> {
    const { where, start, stop } = this.#options;
    let value: T;
    try {
      value = await start();
    } catch (error) {
      if (this.#state.kind === 'starting') this.#state = { kind: 'new' };
      const reason = (error as Error).message;
      throw new Error(`The MCP bridge cannot listen on ${where}: ${reason}.`, { cause: error });
    }
    if (this.#state.kind === 'closed') stop(value);
    else this.#state = { kind: 'listening', value };
  }
}
