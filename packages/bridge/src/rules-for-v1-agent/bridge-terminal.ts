/** One command that the bridge runs for the agent: what the client sees of it, and what the agent asks about it. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';

import { encodeBase64 } from '@acp-stack/schema/base64';
import type { RunningTerminal, TerminalExit, TerminalRunner } from '../options/terminal-runner.ts';
import { ByteTail } from './byte-tail.ts';
import { commandLine } from './command-line.ts';
import type { TerminalExchange, TerminalsHost } from './terminals.ts';

export interface BridgeTerminalOptions {
  readonly id: string;
  readonly params: v1.CreateTerminalRequest;
  /** The maximum number of bytes of output that are kept. */
  readonly limit: number;
}

export class BridgeTerminal {
  readonly #host: TerminalsHost;
  readonly #options: BridgeTerminalOptions;
  #printed: ByteTail;
  readonly #waiting = new Set<TerminalExchange<'terminal/wait_for_exit'>>();
  readonly #running: RunningTerminal;
  #exit: TerminalExit | undefined;
  #isShown = false;
  #isMuted = false;

  /** Starts the command. Throws if it cannot be started. */
  constructor(host: TerminalsHost, runner: TerminalRunner, options: BridgeTerminalOptions) {
    this.#host = host;
    this.#options = options;
    this.#printed = new ByteTail(options.limit);
    const { command, args = [], env = [], cwd } = options.params;
    this.#running = runner(
      { command, args, env, cwd: cwd ?? host.cwd },
      {
        output: (bytes) => {
          this.#output(bytes);
        },
        exit: (status) => {
          this.#ended(status);
        },
      },
    );
  }

  get hasEnded(): boolean {
    return this.#exit !== undefined;
  }

  /** Shows the command to the client, with its output so far. */
  show(): void {
    this.#isShown = true;
    const { command, args = [], cwd } = this.#options.params;
    const bytes = this.#printed.bytes();
    const directory = cwd ?? this.#host.cwd;
    this.#host.sendUpdate({
      sessionUpdate: 'terminal_update',
      terminalId: this.#options.id,
      command: commandLine(command, args),
      ...(directory === undefined ? undefined : { cwd: directory }),
      ...(bytes.length === 0 ? undefined : { output: { data: encodeBase64(bytes) } }),
      ...(this.#exit === undefined ? { capabilities: { cancel: {} } } : { exitStatus: this.#exit }),
    });
  }

  output(): v1.TerminalOutputResponse {
    const output = { output: this.#printed.text(), truncated: this.#printed.isTruncated };
    return this.#exit === undefined ? output : { ...output, exitStatus: exitToV1(this.#exit) };
  }

  waitForExit(exchange: TerminalExchange<'terminal/wait_for_exit'>): void {
    if (this.#exit !== undefined) {
      exchange.answer(exitToV1(this.#exit));
      return;
    }
    this.#waiting.add(exchange);
    exchange.onCancel = () => {
      this.#waiting.delete(exchange);
      exchange.refuse(new RpcError(rpcCodes.requestCancelled, 'The request was cancelled.'));
    };
  }

  /** Ends the command if it is still running; its exit follows. */
  kill(): void {
    if (this.#exit === undefined) this.#running.kill();
  }

  /** Ends the command and drops its output, which the agent cannot ask for any more. */
  release(): void {
    this.#printed = new ByteTail(0);
    this.kill();
  }

  /** Sends nothing about the command from now on, and refuses the requests that wait for its exit. */
  mute(): void {
    this.#isMuted = true;
    for (const exchange of this.#waiting)
      exchange.refuse(new RpcError(rpcCodes.requestCancelled, 'The session was closed.'));
    this.#waiting.clear();
  }

  #output(bytes: Uint8Array): void {
    if (this.#isMuted || bytes.length === 0) return;
    this.#printed.push(bytes);
    if (!this.#isShown) return;
    this.#host.sendUpdate({
      sessionUpdate: 'terminal_output_chunk',
      terminalId: this.#options.id,
      data: encodeBase64(bytes),
    });
  }

  #ended(status: TerminalExit): void {
    if (this.#isMuted || this.#exit !== undefined) return;
    this.#exit = status;
    if (this.#isShown) {
      const terminalId = this.#options.id;
      this.#host.sendUpdate({ sessionUpdate: 'terminal_update', terminalId, exitStatus: status, capabilities: null });
    }
    for (const exchange of this.#waiting) exchange.answer(exitToV1(status));
    this.#waiting.clear();
  }
}

/** Version 1 has no negative exit codes. */
const exitToV1 = ({ exitCode, signal }: TerminalExit): v1.TerminalExitStatus => ({
  exitCode: exitCode === null ? null : exitCode >>> 0,
  signal,
});
