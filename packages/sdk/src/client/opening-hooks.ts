/**
 * What libraries do for each session of a client: they change the params that open it, and learn when it ends.
 *
 * The params of the program are kept as they were, so that opening a session again runs the hooks again.
 */
import type { Connection } from '../connection/connection.ts';
import type { SessionSetup } from './session/required-capabilities.ts';

export type OpeningMethod = 'session/new' | 'session/resume' | 'session/fork';

/** A request that is about to open a session. */
export interface SessionOpening {
  /** The method of the request; `load` resumes. */
  readonly method: 'session/new' | 'session/resume' | 'session/fork';
  /** The connection to the agent. */
  readonly connection: Connection<'client'>;
  /** The session that is resumed; undefined for one that does not exist yet. */
  readonly sessionId: string | undefined;
  /** Calls `listener` with the id of the session when it is open. */
  onOpened(listener: (sessionId: string) => void): void;
  /** Calls `listener` once: when the session is closed or cannot be opened, or when the connection has ended. */
  onEnded(listener: () => void): void;
}

/** Returns the params to send in place of `setup`, the params of the program. */
export type OpeningHook = (setup: SessionSetup, opening: SessionOpening) => SessionSetup | Promise<SessionSetup>;

type Listener = () => void;

/** One request that opens a session, as its hooks see it, and what they wait for. */
export class Opening implements SessionOpening {
  readonly method: OpeningMethod;
  readonly connection: Connection<'client'>;
  readonly sessionId: string | undefined;
  readonly #opened: ((sessionId: string) => void)[] = [];
  readonly #ended: Listener[] = [];

  constructor(method: OpeningMethod, connection: Connection<'client'>, sessionId: string | undefined) {
    this.method = method;
    this.connection = connection;
    this.sessionId = sessionId;
  }

  onOpened(listener: (sessionId: string) => void): void {
    this.#opened.push(listener);
  }

  onEnded(listener: Listener): void {
    this.#ended.push(listener);
  }

  opened(sessionId: string): void {
    for (const listener of this.#opened.splice(0)) listener(sessionId);
  }

  ended(): void {
    for (const listener of this.#ended.splice(0)) listener();
  }
}

/** The openings of the sessions that are open. */
export class Openings {
  readonly #hooks: readonly OpeningHook[];
  readonly #open = new Map<string, Opening[]>();

  constructor(hooks: readonly OpeningHook[]) {
    this.#hooks = hooks;
  }

  /** Whether there is anything to run. */
  get isEmpty(): boolean {
    return this.#hooks.length === 0;
  }

  /** The params to send, after all hooks; each gets what the one before it returned. */
  async change<P extends SessionSetup>(params: P, opening: Opening): Promise<P> {
    let setup: SessionSetup = params;
    try {
      for (const hook of this.#hooks) setup = await hook(setup, opening);
    } catch (error) {
      opening.ended();
      throw error;
    }
    return { ...params, ...setup };
  }

  opened(sessionId: string, opening: Opening): void {
    const before = this.#open.get(sessionId);
    if (before === undefined) this.#open.set(sessionId, [opening]);
    else before.push(opening);
    opening.opened(sessionId);
  }

  ended(sessionId: string): void {
    const openings = this.#open.get(sessionId) ?? [];
    this.#open.delete(sessionId);
    for (const opening of openings) opening.ended();
  }

  allEnded(): void {
    for (const sessionId of this.#open.keys()) this.ended(sessionId);
  }
}
