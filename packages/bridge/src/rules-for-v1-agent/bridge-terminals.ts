/** Terminals that the bridge runs for a client that has none; the client sees them as the agent's own. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v1/unstable';
import type * as v1 from '@acp-stack/schema/v1/unstable';

import { isAbsolute } from '../convert/paths.ts';
import type { Exchange } from '../translate/exchange.ts';
import type { RuleContext } from '../translate/rule-context.ts';
import type { V1, V2 } from '../protocol/methods.ts';
import type { TerminalRunner } from '../options/terminal-runner.ts';
import { BridgeTerminal } from './bridge-terminal.ts';
import { BoundedMap } from '../values/bounded-map.ts';
import type { TerminalExchange, Terminals, TerminalsHost } from './terminals.ts';

interface Named {
  readonly terminalId: string;
}

export class BridgeTerminals implements Terminals {
  readonly #context: RuleContext<V2, V1>;
  readonly #host: TerminalsHost;
  readonly #runner: TerminalRunner;
  readonly #terminals = new Map<string, BridgeTerminal>();
  /** Released terminals: they stay on display, and some of them have not ended yet. */
  readonly #released: BoundedMap<string, BridgeTerminal>;

  constructor(context: RuleContext<V2, V1>, host: TerminalsHost, runner: TerminalRunner) {
    this.#context = context;
    this.#host = host;
    this.#runner = runner;
    this.#released = new BoundedMap(context.limits.remembered);
  }

  create(params: v1.CreateTerminalRequest, exchange: TerminalExchange<'terminal/create'>): void {
    const { terminalBytes, remembered } = this.#context.limits;
    if (typeof params.cwd === 'string' && !isAbsolute(params.cwd)) {
      exchange.refuse(
        new RpcError(rpcCodes.invalidParams, 'cwd must be an absolute path', { data: { cwd: params.cwd } }),
      );
      return;
    }
    if (this.#terminals.size >= remembered) {
      exchange.refuse(
        new RpcError(rpcCodes.internalError, `${remembered} terminals are open in this session; release some first.`),
      );
      return;
    }
    const id = this.#context.mintId();
    const limit = Math.min(params.outputByteLimit ?? terminalBytes, terminalBytes);
    const terminal = this.#start({ id, params, limit }, exchange);
    if (terminal === undefined) return;
    this.#terminals.set(id, terminal);
    exchange.answer({ terminalId: id });
    terminal.show();
  }

  output(params: Named, exchange: TerminalExchange<'terminal/output'>): void {
    const terminal = this.#find(params, exchange);
    if (terminal !== undefined) exchange.answer(terminal.output());
  }

  waitForExit(params: Named, exchange: TerminalExchange<'terminal/wait_for_exit'>): void {
    this.#find(params, exchange)?.waitForExit(exchange);
  }

  kill(params: Named, exchange: TerminalExchange<'terminal/kill'>): void {
    const terminal = this.#find(params, exchange);
    if (terminal === undefined) return;
    terminal.kill();
    exchange.answer({});
  }

  release(params: Named, exchange: TerminalExchange<'terminal/release'>): void {
    const terminal = this.#find(params, exchange);
    if (terminal === undefined) return;
    this.#terminals.delete(params.terminalId);
    this.#released.remember(params.terminalId, terminal);
    terminal.release();
    exchange.answer({});
  }

  cancel(terminalId: string): boolean {
    const terminal = this.#terminals.get(terminalId) ?? this.#released.get(terminalId);
    if (terminal === undefined || terminal.hasEnded) return false;
    terminal.kill();
    return true;
  }

  knows(terminalId: string): boolean {
    return this.#terminals.has(terminalId) || this.#released.has(terminalId);
  }

  end(): void {
    for (const terminal of [...this.#terminals.values(), ...this.#released.values()]) {
      terminal.kill();
      terminal.mute();
    }
    this.#terminals.clear();
  }

  #start(
    options: ConstructorParameters<typeof BridgeTerminal>[2],
    exchange: TerminalExchange<'terminal/create'>,
  ): BridgeTerminal | undefined {
    try {
      return new BridgeTerminal(this.#host, this.#runner, options);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'The command could not be started.';
      exchange.refuse(new RpcError(rpcCodes.internalError, reason));
      return undefined;
    }
  }

  #find({ terminalId }: Named, exchange: Pick<Exchange<unknown, V2>, 'refuse'>): BridgeTerminal | undefined {
    const terminal = this.#terminals.get(terminalId);
    if (terminal === undefined) {
      exchange.refuse(
        new RpcError(errorCodes.resource_not_found, `Terminal ${terminalId} not found.`, { data: { terminalId } }),
      );
    }
    return terminal;
  }
}
