/** A raw client for tests of our agent: reads what the agent really sends, and sends any message. */
import { memoryPair, type Channel } from '@acp-stack/rpc';

import type { ConnectionOptions } from '../connection/connection.ts';
import type { ConnectionReport } from '../connection/report.ts';
import type { AgentConnection } from './agent-connection.ts';
import type { Agent } from './agent.ts';

export interface Wire {
  readonly connection: AgentConnection;
  readonly sent: Message[];
  readonly reports: ConnectionReport[];
  readonly call: (method: string, params?: unknown) => Promise<Message>;
  readonly tell: (method: string, params: unknown) => void;
  /** The updates of the session so far. */
  readonly updates: () => Update[];
  readonly raw: Channel;
}

interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: { readonly update?: Update; readonly requestId?: unknown; readonly [key: string]: unknown };
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export type Update = Readonly<Record<string, unknown>> & { readonly sessionUpdate: string };

/** An agent, and the raw other end of its channel. */
export function wire(app: Agent, options: ConnectionOptions = {}): Wire {
  const [left, raw] = memoryPair();
  const sent: Message[] = [];
  const reports: ConnectionReport[] = [];
  const waiting = new Map<unknown, (message: Message) => void>();
  const connection = app.connect(left, {
    checkOutgoing: true,
    onReport: (report) => void reports.push(report),
    ...options,
  });
  let id = 0;
  raw.open({
    receive: (message) => {
      const received = message as Message;
      sent.push(received);
      if (received.method === undefined) waiting.get(received.id)?.(received);
    },
    reject: () => undefined,
    ended: () => undefined,
  });
  return {
    connection,
    sent,
    reports,
    raw,
    call: (method, params = {}) => {
      id += 1;
      const own = id;
      raw.send({ jsonrpc: '2.0', id: own, method, params });
      return new Promise((resolve) => waiting.set(own, resolve));
    },
    tell: (method, params) => void raw.send({ jsonrpc: '2.0', method, params }),
    updates: () => sent.flatMap((message) => message.params?.update ?? []),
  };
}

export const initialize = { protocolVersion: 2, info: { name: 'editor', version: '1' }, capabilities: {} };
export const info = { name: 'greeter', version: '1.0.0' };

/** A session of an initialized connection. */
export async function open(app: Agent, options?: ConnectionOptions): Promise<Wire & { sessionId: string }> {
  const ends = wire(app, options);
  await ends.call('initialize', initialize);
  const { result } = await ends.call('session/new', { cwd: '/garden' });
  ends.sent.length = 0;
  return { ...ends, sessionId: String(result?.['sessionId']) };
}
