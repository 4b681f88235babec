/** Terminals that the client runs for the agent: the requests cross as they are, and the client is shown what they bring to light. */
import type * as v1 from '@acp-stack/schema/v1/unstable';

import type { Hub } from '../hub.ts';
import type { V1, V2, V2WithExtras } from '../methods.ts';
import { commandLine } from './command-line.ts';
import { Remembered } from '../remembered.ts';
import type { TerminalExchange, TerminalMethod, Terminals, TerminalsHost } from './terminals.ts';
import { WatchedTerminal } from './watched-terminal.ts';

/** Asks what only version 1 has, of a client that understands it all the same. */
type AskExtra = Pick<Hub<V2WithExtras, V1>, 'askClient'>;

export class WatchedTerminals implements Terminals {
  readonly #hub: AskExtra;
  readonly #host: TerminalsHost;
  readonly #limit: number;
  /** Those that were released too: they stay on display. */
  readonly #seen: Remembered<string, WatchedTerminal>;

  constructor(hub: Hub<V2, V1>, host: TerminalsHost) {
    this.#hub = hub;
    this.#host = host;
    this.#limit = hub.limits.terminalBytes;
    this.#seen = new Remembered(hub.limits.remembered);
  }

  create(params: v1.CreateTerminalRequest, exchange: TerminalExchange<'terminal/create'>): void {
    pass<'terminal/create'>(exchange, ({ terminalId }) => {
      this.#seen.remember(terminalId, new WatchedTerminal(this.#host, terminalId, this.#limit));
      const cwd = params.cwd ?? this.#host.cwd;
      const command = commandLine(params.command, params.args ?? []);
      this.#host.tell({
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

  /** The last look at what was printed comes before the release, because nobody can ask afterwards. */
  release({ sessionId, terminalId }: v1.ReleaseTerminalRequest, exchange: TerminalExchange<'terminal/release'>): void {
    const terminal = this.#seen.get(terminalId);
    const release = (): void => {
      pass<'terminal/release'>(exchange, () => terminal?.end());
    };
    if (terminal === undefined) {
      release();
      return;
    }
    this.#hub.askClient(
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
    // They are the client's.
  }
}

/** Asks the client and looks at its answer, which has been checked. */
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
