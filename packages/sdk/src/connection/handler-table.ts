/** Who handles what: one handler for each method, and one for each method of a session where somebody wants it so. */
import type { Handler } from '@acp-stack/rpc';

import { specOf } from './method-table.ts';
import { sessionIdOf } from './session-id.ts';

export class HandlerTable {
  /** Made with the first handler of their kind. */
  #request: Map<string, Handler> | undefined;
  #notification: Map<string, Handler> | undefined;
  #hasScoped = false;

  /** Adds a handler under all names of its method; the answer takes it out again. */
  add(method: string, handler: Handler, sessionId?: string): Disposable {
    const handlers = handler.kind === 'request' ? (this.#request ??= new Map()) : (this.#notification ??= new Map());
    const names = [method, ...(specOf(method)?.also ?? [])].map((name) => keyOf(name, sessionId));
    const [key = method] = names;
    if (handlers.has(key)) throw new Error(`${method} already has a handler; dispose of that one first.`);
    for (const name of names) handlers.set(name, handler);
    this.#hasScoped ||= sessionId !== undefined;
    return {
      [Symbol.dispose]: () => {
        if (handlers.get(key) === handler) for (const name of names) handlers.delete(name);
      },
    };
  }

  /** The handler of a message: that of its session, or else the one for all of them. */
  find(method: string, kind: Handler['kind'], params: unknown): Handler | undefined {
    const handlers = this.#of(kind);
    const scoped = this.#hasScoped ? handlers?.get(keyOf(method, sessionIdOf(params))) : undefined;
    return scoped ?? handlers?.get(method);
  }

  /** Whether there is one for all sessions. */
  has(method: string, kind: Handler['kind']): boolean {
    return this.#of(kind)?.has(method) === true;
  }

  #of(kind: Handler['kind']): ReadonlyMap<string, Handler> | undefined {
    return kind === 'request' ? this.#request : this.#notification;
  }
}

/** Where a handler is kept; no method has a line break in its name. */
const keyOf = (method: string, sessionId: string | undefined): string =>
  sessionId === undefined ? method : `${method}\n${sessionId}`;
