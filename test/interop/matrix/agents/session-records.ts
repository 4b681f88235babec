/**
 * The sessions of an agent on the official SDK, which keeps none itself.
 *
 * A session takes one prompt at a time and holds the others (LIFE-12). What was said in it can be told again.
 */
import { RequestError } from '@agentclientprotocol/sdk';

import { Failure, takes, withValue, type AgentScript, type Setting } from '../script.ts';

/** What is not part of the conversation, and is not told again. */
const fleeting = new Set(['state_update', 'usage_update', 'config_option_update', 'current_mode_update', 'notice']);

export class SessionRecord<U extends { readonly sessionUpdate: string }> {
  readonly id: string;
  readonly cwd: string;
  readonly history: U[];
  settings: readonly Setting[];
  title: string | undefined;
  isOpen = true;
  running: AbortController | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #cancels = 0;

  constructor(id: string, cwd: string, { settings, history = [] }: { settings: readonly Setting[]; history?: U[] }) {
    this.id = id;
    this.cwd = cwd;
    this.settings = settings;
    this.history = history;
  }

  /** Keeps what is said, if it is part of the conversation. */
  keep(update: U): void {
    if (!fleeting.has(update.sessionUpdate)) this.history.push(update);
  }

  /**
   * Takes a prompt in as soon as nothing else runs, and gives it `work`; what is held when the client cancels is
   * refused.
   */
  async insert<T>(
    work: (controller: AbortController) => { readonly taken: T; readonly over: Promise<unknown> },
  ): Promise<T> {
    const before = this.#last;
    const { promise, resolve: leave } = later();
    this.#last = promise;
    const cancels = this.#cancels;
    await before;
    if (cancels !== this.#cancels) {
      leave();
      throw RequestError.requestCancelled();
    }
    const controller = new AbortController();
    this.running = controller;
    const { taken, over } = work(controller);
    void over.finally(() => {
      this.running = undefined;
      leave();
    });
    return taken;
  }

  cancel(): void {
    this.#cancels += 1;
    this.running?.abort();
  }

  /** Ends all work and lets go of the session. */
  async close(): Promise<void> {
    this.cancel();
    await this.#last;
    this.isOpen = false;
  }

  set(settingId: string, value: unknown): void {
    if (!takes(this.settings, settingId, value)) throw RequestError.invalidParams({ settingId });
    this.settings = withValue(this.settings, settingId, value);
  }
}

export class SessionRecords<U extends { readonly sessionUpdate: string }> {
  readonly #script: AgentScript;
  readonly #sessions = new Map<string, SessionRecord<U>>();
  #isLoggedIn = false;
  #count = 0;

  constructor(script: AgentScript) {
    this.#script = script;
  }

  login(isLoggedIn: boolean): void {
    this.#isLoggedIn = isLoggedIn;
  }

  open(cwd: string, history?: readonly U[]): SessionRecord<U> {
    if (this.#script.isGuarded === true && !this.#isLoggedIn) throw RequestError.authRequired();
    this.#count += 1;
    const { settings = [] } = this.#script;
    const id = `bed-${this.#count}`;
    const made = new SessionRecord<U>(id, cwd, {
      settings,
      ...(history === undefined ? {} : { history: [...history] }),
    });
    this.#sessions.set(id, made);
    return made;
  }

  /** A session that is stored, open or not. */
  stored(sessionId: string): SessionRecord<U> {
    const found = this.#sessions.get(sessionId);
    if (found === undefined) throw RequestError.resourceNotFound(sessionId);
    return found;
  }

  /** A session that is open. */
  get(sessionId: string): SessionRecord<U> {
    const found = this.stored(sessionId);
    if (!found.isOpen) throw RequestError.resourceNotFound(sessionId);
    return found;
  }

  find(sessionId: string): SessionRecord<U> | undefined {
    return this.#sessions.get(sessionId);
  }

  async delete(sessionId: string): Promise<void> {
    await this.find(sessionId)?.close();
    this.#sessions.delete(sessionId);
  }

  list(): { sessionId: string; cwd: string; title?: string }[] {
    return [...this.#sessions.values()].map(({ id, cwd, title }) => ({
      sessionId: id,
      cwd,
      ...(title === undefined ? {} : { title }),
    }));
  }
}

/** A promise, and how it is kept. */
function later(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: (() => void) | undefined;
  const promise = new Promise<void>((given) => (resolve = given));
  return { promise, resolve: () => resolve?.() };
}

/** A server for MCP as a note: its name and its command. */
export const serverIn = (server: object): string => {
  const { name, command, args } = server as {
    readonly name: string;
    readonly command: string;
    readonly args: string[];
  };
  return `${name}: ${command} ${args.join(' ')}`;
};

/** A failure as the official SDK sends it. */
export const asRequestError = (error: unknown): unknown =>
  error instanceof Failure ? new RequestError(error.code, error.message) : error;
