/**
 * A terminal that the client runs for the agent.
 *
 * Only clients of version 1 offer them. Show one in a tool call with `{ type: 'terminal', terminalId: terminal.id }`;
 * release it when it is not needed any more, or let `await using` do it. A terminal of a turn is released at the latest
 * when the turn ends or is cancelled.
 */
import type { CallOptions } from '@acp-stack/rpc';
import type { CreateTerminalRequest, TerminalOutputResponse } from '@acp-stack/schema/v1';

import type { Connection } from '../../connection/connection.ts';
import type { EditorTerminalExit } from '../../shared/editor-terminal-exit.ts';
import { ignoreRejection } from '../../shared/ignore-rejection.ts';
import type { EditorCalls } from './editor-calls.ts';

/** The command of a terminal. */
export type EditorTerminalInit = Omit<CreateTerminalRequest, 'sessionId'>;

/** The calls of a turn; those that end something are sent although the turn has been aborted. */
export interface AbortableCalls extends EditorCalls {
  readonly signal: AbortSignal;
  readonly finish: EditorCalls['request'];
}

type TerminalCall = 'terminal/kill' | 'terminal/release';

/** A command in a terminal that the client runs for the agent. */
export class EditorTerminal {
  /** The id of the terminal, to show it in a tool call. */
  readonly id: string;
  readonly #calls: EditorCalls | AbortableCalls;
  readonly #sessionId: string;
  #isReleased = false;

  private constructor(calls: EditorCalls, sessionId: string, id: string) {
    this.#calls = calls;
    this.#sessionId = sessionId;
    this.id = id;
  }

  /** Starts a command. */
  static async create(
    connection: Connection<'agent'>,
    sessionId: string,
    init: EditorTerminalInit,
  ): Promise<EditorTerminal> {
    const { terminalId } = await connection.request('terminal/create', { ...init, sessionId });
    return new EditorTerminal(connection, sessionId, terminalId);
  }

  /** Starts a command in a turn. If the turn is aborted first, a terminal that the client makes later is released. */
  static createInTurn(calls: AbortableCalls, sessionId: string, init: EditorTerminalInit): Promise<EditorTerminal> {
    const { signal } = calls;
    const created = calls
      .request('terminal/create', { ...init, sessionId }, { abandon: false })
      .then(({ terminalId }) => new EditorTerminal(calls, sessionId, terminalId));
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', abort, { once: true });
      created.then(
        (terminal) => {
          signal.removeEventListener('abort', abort);
          if (signal.aborted) void terminal.release();
          else resolve(terminal);
        },
        (error: unknown) => {
          signal.removeEventListener('abort', abort);
          reject(error);
        },
      );
    });
  }

  /** Whether `release` has been called. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** The output of the command so far. */
  output(options?: CallOptions): Promise<TerminalOutputResponse> {
    return this.#calls.request('terminal/output', this.#params, options);
  }

  /** Resolves when the command has ended. */
  waitForExit(options?: CallOptions): Promise<EditorTerminalExit> {
    return this.#calls.request('terminal/wait_for_exit', this.#params, options);
  }

  /** Ends the command; its output can still be read. Does nothing after `release`, which has ended it. */
  async kill(options?: CallOptions): Promise<void> {
    if (!this.#isReleased) await this.#finish('terminal/kill', options);
  }

  /** Ends the command if it still runs, and releases the terminal; once is enough. */
  async release(options?: CallOptions): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    await this.#finish('terminal/release', options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }

  /** Makes a call that is sent in any case; once the turn is aborted, its response is not waited for. */
  #finish(method: TerminalCall, options: CallOptions | undefined): Promise<unknown> {
    const calls = this.#calls;
    if (!('finish' in calls)) return calls.request(method, this.#params, options);
    const response = ignoreRejection(calls.finish(method, this.#params, options));
    return calls.signal.aborted ? Promise.resolve() : Promise.race([response, aborted(calls.signal, response)]);
  }

  get #params(): { readonly sessionId: string; readonly terminalId: string } {
    return { sessionId: this.#sessionId, terminalId: this.id };
  }
}

/** Resolves when `signal` aborts; stops listening when `work` has ended. */
function aborted(signal: AbortSignal, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const abort = (): void => {
      resolve();
    };
    signal.addEventListener('abort', abort, { once: true });
    const stop = (): void => {
      signal.removeEventListener('abort', abort);
    };
    work.then(stop, stop);
  });
}
