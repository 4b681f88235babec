import { expect, test } from 'vitest';

import { RawPeers, type WireMessage } from '../raw-peers.test-support.ts';

const inject = { modes: ['queue', 'steer'], steerInStream: ['finish'] };
const prompt = [{ type: 'text', text: 'use auth_v2' }];

async function meet(session: object): Promise<{ ends: RawPeers; response: WireMessage }> {
  const ends = new RawPeers({ client: 1 });
  ends.client.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  await ends.settle();
  const info = { name: 'tester', version: '1.0.0' };
  ends.agent.answer(ends.agent.takeOne().id, { protocolVersion: 2, info, capabilities: { session } });
  await ends.settle();
  return { ends, response: ends.client.takeOne() };
}

test('a version 1 client is told that it can steer an agent that can be steered', async () => {
  const { ends, response } = await meet({ inject });
  await using _ = ends;
  expect(response.result).toMatchObject({ _meta: { steering: { supported: true } } });
  const other = await meet({ inject: { modes: ['queue'] } });
  await using __ = other.ends;
  expect(other.response.result).not.toHaveProperty('_meta.steering');
});

test('its message is injected, and the outcome is told', async () => {
  const { ends } = await meet({ inject });
  await using _ = ends;
  ends.client.request('_session/steering', { sessionId: 's1', prompt });
  await ends.settle();
  const asked = ends.agent.takeOne();
  expect(asked).toMatchObject({
    method: 'session/inject',
    params: { sessionId: 's1', mode: 'steer', content: prompt },
  });
  ends.agent.answer(asked.id, { messageId: 'm1' });
  await ends.settle();
  expect(ends.client.takeOne().result).toEqual({ outcome: 'injected' });
});

test('without running work it has to be sent as a prompt', async () => {
  const { ends } = await meet({ inject });
  await using _ = ends;
  ends.client.request('_session/steering', { sessionId: 's1', prompt });
  await ends.settle();
  const error = { code: -32_010, message: 'Too late', data: { reason: 'no_running_turn' } };
  ends.agent.refuse(ends.agent.takeOne().id, error);
  await ends.settle();
  expect(ends.client.takeOne().result).toEqual({ outcome: 'promptRequired' });
});

test('a malformed request is refused', async () => {
  const { ends } = await meet({ inject });
  await using _ = ends;
  ends.client.request('_session/steering', { sessionId: 's1', prompt: 'hello' });
  await ends.settle();
  expect(ends.client.takeOne().error).toMatchObject({ code: -32_602 });
});
