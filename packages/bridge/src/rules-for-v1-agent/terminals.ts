/** The terminals of one session of the agent, whichever side runs them. */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { Exchange } from '../translate/exchange.ts';
import type { V1, V2 } from '../protocol/methods.ts';

/** The requests of an agent about terminals. */
export type TerminalMethod =
  | 'terminal/create'
  | 'terminal/output'
  | 'terminal/wait_for_exit'
  | 'terminal/kill'
  | 'terminal/release';

export type TerminalExchange<K extends TerminalMethod> = Exchange<V1[K]['result'], V2>;

/** What the terminals need of their session. */
export interface TerminalsHost {
  readonly id: string;
  readonly cwd: string | undefined;
  sendUpdate(update: v2.SessionUpdate): void;
}

export interface Terminals {
  create(params: v1.CreateTerminalRequest, exchange: TerminalExchange<'terminal/create'>): void;
  output(params: v1.TerminalOutputRequest, exchange: TerminalExchange<'terminal/output'>): void;
  waitForExit(params: v1.WaitForTerminalExitRequest, exchange: TerminalExchange<'terminal/wait_for_exit'>): void;
  kill(params: v1.KillTerminalRequest, exchange: TerminalExchange<'terminal/kill'>): void;
  release(params: v1.ReleaseTerminalRequest, exchange: TerminalExchange<'terminal/release'>): void;
  /** Stops a terminal for the client; returns false if that is not possible. */
  cancel(terminalId: string): boolean;
  /** Whether a terminal with this id exists or has existed. */
  knows(terminalId: string): boolean;
  /** The session has ended. */
  end(): void;
}

const refuse = (_: unknown, exchange: Pick<Exchange<unknown, V2>, 'method' | 'refuse'>): void => {
  exchange.refuse(new RpcError(rpcCodes.methodNotFound, `Method not found: ${exchange.method}`));
};

/** Refuses every request, because there are no terminals. */
export const noTerminals: Terminals = {
  create: refuse,
  output: refuse,
  waitForExit: refuse,
  kill: refuse,
  release: refuse,
  cancel: () => false,
  knows: () => false,
  end: () => undefined,
};
