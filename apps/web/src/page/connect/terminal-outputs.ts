/** What the terminals of logins print, by the id of the terminal. */
import type { Client } from '@acp-stack/sdk';

import { hostNotifications, type HostNotifications } from '../../host-methods.ts';

/** What a terminal has done. */
export type TerminalEvent =
  | { readonly kind: 'output'; readonly data: Uint8Array }
  | { readonly kind: 'exit'; readonly exitCode: number | null; readonly problem: string | undefined };

type Listener = (event: TerminalEvent) => void;

export class TerminalOutputs {
  readonly #listeners = new Map<string, Listener>();
  /** What came before anyone listened: the response with the id may arrive after the first output. */
  readonly #early = new Map<string, TerminalEvent[]>();

  /** Receives the notifications of `app`. */
  register(app: Client): void {
    app.onNotification(hostNotifications.terminalOutput, readOutput, ({ terminalId, data }) => {
      this.receive(terminalId, { kind: 'output', data: bytesOf(data) });
    });
    app.onNotification(hostNotifications.terminalExit, readExit, ({ terminalId, exitCode, problem }) => {
      this.receive(terminalId, { kind: 'exit', exitCode, problem });
    });
  }

  /** Passes an event on, or keeps it until there is a listener. */
  receive(terminalId: string, event: TerminalEvent): void {
    const listener = this.#listeners.get(terminalId);
    if (listener !== undefined) listener(event);
    else this.#early.set(terminalId, [...(this.#early.get(terminalId) ?? []), event].slice(-maxEarly));
  }

  /** Calls `listener` for each event of a terminal, also for earlier ones; returns how to stop. */
  listen(terminalId: string, listener: Listener): () => void {
    this.#listeners.set(terminalId, listener);
    const early = this.#early.get(terminalId) ?? [];
    this.#early.clear();
    for (const event of early) listener(event);
    return () => {
      this.#listeners.delete(terminalId);
    };
  }
}

const maxEarly = 1000;

const readOutput = (params: unknown): HostNotifications['terminalOutput'] => {
  const { terminalId, data } = Object(params) as Readonly<Record<string, unknown>>;
  return { terminalId: String(terminalId), data: typeof data === 'string' ? data : '' };
};

const readExit = (params: unknown): Required<HostNotifications['terminalExit']> | HostNotifications['terminalExit'] => {
  const { terminalId, exitCode, problem } = Object(params) as Readonly<Record<string, unknown>>;
  return {
    terminalId: String(terminalId),
    exitCode: typeof exitCode === 'number' ? exitCode : null,
    ...(typeof problem === 'string' ? { problem } : {}),
  };
};

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
