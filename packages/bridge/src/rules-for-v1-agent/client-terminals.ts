/**
 * Terminals that the client runs for the agent. The requests are passed on unchanged, and the client is shown what
 * their responses reveal.
 */
import type * as v1 from '@acp-stack/schema/v1/unstable';

import type { RuleContext } from '../translate/rule-context.ts';
import type { V1, V2, V2WithExtras } from '../protocol/methods.ts';
import { commandLine } from './command-line.ts';
import { BoundedMap } from '../values/bounded-map.ts';
import type { TerminalExchange, TerminalMethod, Terminals, TerminalsHost } from './terminals.ts';
import { ClientTerminal } from './client-terminal.ts';

/** Sends requests that only version 1 has, to a client that understands them. */
type AskExtra = Pick<RuleContext<V2WithExtras, V1>, 'askClient'>;

export class ClientTerminals implements Terminals {
  readonly #context: AskExtra;
  readonly #host: TerminalsHost;
  readonly #limit: number;
  /** Includes released terminals, which stay on display. */
  readonly #seen: BoundedMap<string, ClientTerminal>;

  constructor(context: RuleContext<V2, V1>, host: TerminalsHost) {
    this.#context = context;
    this.#host = host;
    this.#limit = context.limits.terminalBytes;
    this.#seen = new BoundedMap(context.limits.remembered);
  }

  create(params: v1.CreateTerminalRequest, exchange: TerminalExchange<'terminal/create'>): void {
    pass<'terminal/create'>(exchange, ({ terminalId }) => {
      this.#seen.remember(terminalId, new ClientTerminal(this.#host, terminalId, this.#limit));
      const cwd = params.cwd ?? this.#host.cwd;
      const command = commandLine(params.command, params.args ?? []);
      this.#host.sendUpdate({
        sessionUpdate: 'terminal_update',
        terminalId,
        command,
        ...(cwd === undefined ? undefined : { cwd }),
      });
    });
  }

  output({ terminalId }: v1.TerminalOutputRequest, exchange: TerminalExchange<'terminal/output'>): void {
    pass<'terminal/output'>(exchange, (result) => {
      this.#seen.get(terminalId)?.show(result);
    });
  }

  waitForExit(
    { terminalId }: v1.WaitForTerminalExitRequest,
    exchange: TerminalExchange<'terminal/wait_for_exit'>,
  ): void {
    pass<'terminal/wait_for_exit'>(exchange, (status) => {
      this.#seen.get(terminalId)?.end(status);
    });
  }

  kill(_: v1.KillTerminalRequest, exchange: TerminalExchange<'terminal/kill'>): void {
    exchange.pass();
  }

  /** The output is read once more before the release, because it cannot be read afterwards. */
  release({ sessionId, terminalId }: v1.ReleaseTerminalRequest, exchange: TerminalExchange<'terminal/release'>): void {
    const terminal = this.#seen.get(terminalId);
    const release = (): void => {
      pass<'terminal/release'>(exchange, () => terminal?.end());
    };
    if (terminal === undefined) {
      release();
      return;
    }
    this.#context.askClient(
      'terminal/output',
      { sessionId, terminalId },
      {
        result: (result) => {
          terminal.show(result);
          release();
        },
        error: release,
      },
    );
  }

  cancel(): boolean {
    return false;
  }

  knows(terminalId: string): boolean {
    return this.#seen.has(terminalId);
  }

  end(): void {
    // They belong to the client.
  }
}

/** Passes a request on to the client and looks at its result, which has been checked. */
function pass<K extends TerminalMethod>(
  exchange: TerminalExchange<K>,
  look: (result: V1[K]['receivedResult']) => void,
): void {
  exchange.pass({
    result: (result) => {
      look(result as V1[K]['receivedResult']);
      return result as V1[K]['result'];
    },
  });
}
