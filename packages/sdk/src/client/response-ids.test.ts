/** Agents that respond to the request `0` with the id `"0"`. */
import { memoryPair } from '@acp-stack/rpc';
import { expect, test } from 'vitest';

import { client } from './client.ts';

const info = { name: 'raw-agent', version: '1.0.0' };

type Results = Readonly<Record<string, object>>;

const results: Readonly<Record<1 | 2, Results>> = {
  1: {
    initialize: { protocolVersion: 1, agentCapabilities: {}, agentInfo: info, authMethods: [] },
    'session/new': { sessionId: 's1' },
    'session/prompt': { stopReason: 'end_turn' },
  },
  2: {
    initialize: { protocolVersion: 2, info, capabilities: { session: {} }, authMethods: [] },
    'session/new': { sessionId: 's1' },
    'session/list': { sessions: [] },
  },
};

test.each([1, 2] as const)(
  'the responses of an agent of version %i are matched in both forms of their ids',
  async (version) => {
    const [left, right] = memoryPair();
    right.open({
      receive: (message) => {
        const { id, method } = message as { readonly id?: number; readonly method: string };
        const result = results[version][method];
        if (id === undefined) return;
        const error = { code: -32_601, message: 'Method not found' };
        right.send({ jsonrpc: '2.0', id: String(id), ...(result === undefined ? { error } : { result }) });
      },
      reject: () => undefined,
      ended: () => undefined,
    });
    const reports: { readonly kind: string }[] = [];
    const connection = await client({ name: 'test', version: '1.0.0' }).connect(left, {
      onReport: (report) => void reports.push(report),
    });
    const session = await connection.newSession({ cwd: '/work' });
    expect(session.id).toBe('s1');
    if (version === 1) expect((await session.prompt('hi')).stopReason).toBe('end_turn');
    await expect(connection.request('_unknown' as never, {} as never)).rejects.toMatchObject({ code: -32_601 });
    expect(reports.filter(({ kind }) => kind !== 'loss')).toEqual([]);
    connection.destroy();
  },
);
