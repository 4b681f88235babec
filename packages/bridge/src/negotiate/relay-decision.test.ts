/** A relay between a client of either version and an agent: which version is shown, and where there is a bridge. */
import { memoryPair, type Channel } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { bridge } from '../bridge.ts';
import { negotiate } from './negotiated-channel.ts';
import type { RelayOptions } from './relay-decision.ts';

type Fields = Readonly<Record<string, unknown>>;

const info = { name: 'tester', version: '1.0.0' };
const askV1 = { protocolVersion: 1, clientInfo: info, clientCapabilities: { terminal: true } };
const askV2 = { protocolVersion: 2, info, capabilities: {} };
const both = { ...askV2, clientInfo: info, clientCapabilities: { fs: { readTextFile: true } } };
const answerV1 = { protocolVersion: 1, agentInfo: info, agentCapabilities: {}, authMethods: [] };
const answerV2 = { protocolVersion: 2, info, capabilities: { session: {} } };

function heard(channel: Channel): Fields[] {
  const messages: Fields[] = [];
  channel.open({
    receive: (message) => void messages.push(message as Fields),
    reject: () => undefined,
    ended: () => undefined,
  });
  return messages;
}

/** A relay that has sent `params`, and its agent. */
async function meet(params: object, options: Partial<RelayOptions> = {}) {
  const [near, agent] = memoryPair();
  const relay = { mayAskAgain: () => true, ...options };
  const shown = negotiate(near, { peer: 'agent', extras: true, relay }, () => Promise.resolve(bridge));
  const [inside, outside] = [heard(shown), heard(agent)];
  shown.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  await settled();
  const reply = async (message: object): Promise<void> => {
    agent.send({ jsonrpc: '2.0', id: outside.at(-1)?.['id'], ...message });
    await settled();
  };
  return { shown, inside, outside, reply };
}

describe('there is no bridge', () => {
  test.each([
    ['version 1', askV1, answerV1, 1],
    ['version 2', askV2, answerV2, 2],
  ] as const)('if client and agent speak %s', async (_, params, result, version) => {
    const { shown, inside, reply } = await meet(params);
    await reply({ result });
    expect([shown.version, shown.isBridged]).toEqual([version, false]);
    expect(inside).toEqual([{ jsonrpc: '2.0', id: 1, result }]);
  });

  test('if the client itself sent the fields of both versions', async () => {
    const { shown, inside, outside, reply } = await meet(both, { trustsBothVersions: true });
    expect(outside[0]).toMatchObject({ params: both });
    await reply({ result: answerV1 });
    expect([shown.version, shown.isBridged, inside[0]?.['result']]).toEqual([1, false, answerV1]);
  });
});

describe('there is a bridge', () => {
  test('if the agent answers a client of version 2 in version 1, or a proxy that only passed both on', async () => {
    for (const params of [askV2, both]) {
      const { shown, inside, outside, reply } = await meet(params);
      expect(outside[0]).toMatchObject({ params: { protocolVersion: 2, info, clientInfo: info } });
      await reply({ result: answerV1 });
      expect([shown.version, shown.isBridged]).toEqual([1, true]);
      expect(inside).toMatchObject([{ id: 1, result: { protocolVersion: 2, info } }]);
    }
  });

  test('if the agent answers a client of version 1 in version 2', async () => {
    const { shown, inside, outside, reply } = await meet(askV1);
    expect(outside[0]).toMatchObject({ params: askV1 });
    await reply({ result: answerV2 });
    expect([shown.version, shown.isBridged]).toEqual([2, true]);
    expect(inside).toMatchObject([{ id: 1, result: { protocolVersion: 1, agentInfo: info } }]);
  });

  test.each([
    [askV1, [2], { protocolVersion: 2, info }],
    [askV2, [1], { protocolVersion: 1, clientInfo: info }],
  ])(
    'if the agent refuses the version and names the other one: it is asked once more',
    async (params, supported, again) => {
      const { inside, outside, reply } = await meet(params);
      await reply({ error: { code: -32_022, message: 'No.', data: { supported } } });
      expect(outside).toHaveLength(2);
      expect(outside[1]).toMatchObject({ method: 'initialize', params: again });
      expect(inside).toEqual([]);
    },
  );
});

test.each([
  ['the error is not about the version', {}, { code: -32_000, message: 'Log in.' }, askV2],
  ['the relay says so', { mayAskAgain: () => false }, { code: -32_602, message: 'No.' }, askV2],
  ['the client can ask itself', { trustsBothVersions: true }, { code: -32_602, message: 'No.' }, both],
])('an agent is not asked again if %s', async (_, options, error, params) => {
  const { shown, inside, outside, reply } = await meet(params, options);
  await reply({ error });
  expect([outside.length, shown.isBridged]).toEqual([1, undefined]);
  expect(inside).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
});

test('what goes to another relay is sent as it came', async () => {
  const { outside } = await meet(askV2, { asIs: true });
  expect(outside[0]).toMatchObject({ params: askV2 });
  expect(outside[0]?.['params']).toEqual(askV2);
});
