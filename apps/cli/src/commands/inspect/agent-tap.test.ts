import { memoryPair, type Channel } from '@acp-stack/rpc';
import { client } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { AgentTap, type TapHandlers } from './agent-tap.ts';

interface Bench {
  readonly tap: AgentTap;
  /** What the agent has received. */
  readonly received: Record<string, unknown>[];
  readonly agent: Channel;
  /** Resolves when the agent has received a message that fits. */
  readonly heard: (fits: (message: Record<string, unknown>) => boolean) => Promise<Record<string, unknown>>;
}

function bench(handlers: Partial<TapHandlers> = {}): Bench {
  const [ours, agent] = memoryPair();
  const received: Record<string, unknown>[] = [];
  agent.open({
    receive: (message) => void received.push(message as Record<string, unknown>),
    reject: () => undefined,
    ended: () => undefined,
  });
  const tap = new AgentTap(ours, { onRequest: async () => undefined, ...handlers });
  const heard: Bench['heard'] = (fits) =>
    expect
      .poll(() => received.find(fits))
      .toBeDefined()
      .then(() => received.find(fits) ?? {});
  return { tap, received, agent, heard };
}

test('responses go to the call or to the borrowed client that waits for them', async () => {
  const { tap, agent, heard } = bench();
  const connected = client({ name: 'c', version: '1' }).connect(tap.clientEnd, { versions: [2] });
  const { id } = await heard(({ method }) => method === 'initialize');
  agent.send({
    jsonrpc: '2.0',
    id,
    result: { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: {} },
  });
  const connection = await connected;
  expect(connection.agentInfo.name).toBe('a');
  const called = tap.call('x/y', { a: 1 });
  const request = await heard(({ method }) => method === 'x/y');
  expect(request['id']).not.toBe(id);
  agent.send({ jsonrpc: '2.0', id: request['id'], result: 7 });
  expect(await called).toMatchObject({ result: 7 });
  await connection.close();
});

test('a request of the agent is answered once, by hand or by the handler', async () => {
  const { tap, agent, heard, received } = bench({
    onRequest: async ({ method }) => (method === 'a/b' ? { result: 1 } : undefined),
  });
  agent.send({ jsonrpc: '2.0', id: 'one', method: 'a/b' });
  expect(await heard(({ id }) => id === 'one')).toMatchObject({ result: 1 });
  agent.send({ jsonrpc: '2.0', id: 'two', method: 'c/d' });
  agent.send({ jsonrpc: '2.0', id: 'three', method: 'a/b' });
  await heard(({ id }) => id === 'three');
  expect(received.some(({ id }) => id === 'two')).toBe(false);
  expect(tap.answer('two', { result: 2 })).toBe(true);
  expect(tap.answer('two', { result: 3 })).toBe(false);
  expect(await heard(({ id }) => id === 'two')).toMatchObject({ result: 2 });
});

test('a request that the agent withdraws is answered as cancelled', async () => {
  const withdrawn: unknown[] = [];
  const { tap, agent, heard } = bench({ onWithdrawn: (id) => void withdrawn.push(id) });
  agent.send({ jsonrpc: '2.0', id: 'q', method: 'c/d' });
  agent.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'q' } });
  expect(await heard(({ id }) => id === 'q')).toMatchObject({ error: { code: -32_800 } });
  expect(withdrawn).toEqual(['q']);
  expect(tap.answer('q', { result: 1 })).toBe(false);
});

test('a handler that fails answers with an error', async () => {
  const { agent, heard } = bench({
    onRequest: async () => {
      throw new Error('no idea');
    },
  });
  agent.send({ jsonrpc: '2.0', id: 1, method: 'a/b' });
  expect(await heard(({ id }) => id === 1)).toMatchObject({ error: { code: -32_603, message: 'no idea' } });
});

test('when the agent ends, calls fail and nothing more can be sent', async () => {
  const ends: unknown[] = [];
  const { tap, agent } = bench({ onEnd: (error) => void ends.push(error) });
  const called = tap.call('x/y', {});
  agent.destroy();
  await expect(called).rejects.toThrow();
  expect(tap.hasEnded).toBe(true);
  expect(ends).toHaveLength(1);
  expect(() => tap.send({})).toThrow();
});
