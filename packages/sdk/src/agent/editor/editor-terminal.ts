/**
 * A terminal that the client runs for the agent.
 *
 * Only clients of version 1 offer them. Show one in a tool call with `{ type: 'terminal', terminalId: terminal.id }`;
 * release it when it is not needed any more, or let `await using` do it.
 */
import type { CallOptions } from '@acp-stack/rpc';
import type { CreateTerminalRequest, TerminalOutputResponse } from '@acp-stack/schema/v1';

import type { Connection } from '../../connection/connection.ts';
import type { EditorTerminalExit } from '../../shared/editor-terminal-exit.ts';

/** The command of a terminal. */
export type EditorTerminalInit = Omit<CreateTerminalRequest, 'sessionId'>;

/** A command in a terminal that the client runs for the agent. */
export class EditorTerminal {
  /** The id of the terminal, to show it in a tool call. */
  readonly id: string;
  readonly #connection: Connection<'agent'>;
  readonly #sessionId: string;

  private constructor(connection: Connection<'agent'>, sessionId: string, id: string) {
    this.#connection = connection;
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

  /** The output of the command so far. */
  output(options?: CallOptions): Promise<TerminalOutputResponse> {
    return this.#connection.request('terminal/output', this.#params, options);
  }

  /** Resolves when the command has ended. */
  waitForExit(options?: CallOptions): Promise<EditorTerminalExit> {
    return this.#connection.request('terminal/wait_for_exit', this.#params, options);
  }

  /** Ends the command; its output can still be read. */
  async kill(options?: CallOptions): Promise<void> {
    await this.#connection.request('terminal/kill', this.#params, options);
  }

  /** Ends the command if it still runs, and releases the terminal. */
  async release(options?: CallOptions): Promise<void> {
    await this.#connection.request('terminal/release', this.#params, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }

  get #params(): { readonly sessionId: string; readonly terminalId: string } {
    return { sessionId: this.#sessionId, terminalId: this.id };
  }
}
