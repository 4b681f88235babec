import { memoryPair, type Channel } from '@acp-stack/rpc';
import type { AuthMethod } from '@acp-stack/schema/v2/unstable';
import { settled } from '@acp-stack/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { bridge } from '../bridge.ts';
import {
  agentCapabilities,
  authMethod,
  clientCapabilities,
  implementation,
} from '../convert/arbitraries.test-support.ts';
import { initializeResultToV2 } from '../convert/initialize.ts';
import { nothingLost } from '../loss/loss-reporter.ts';
import { earlyResponse, earlyRequest } from './early-initialize.ts';
import { negotiate, type NegotiationOptions } from './negotiated-channel.ts';
import type { BridgeReport } from '../loss/report.ts';

type Fields = Readonly<Record<string, unknown>>;

const info = { name: 'tester', version: '1.0.0' };
const result = { protocolVersion: 2, info, capabilities: { session: {} } };

const ask = (params: object, id: unknown = 0): Fields => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: { protocolVersion: 1, clientInfo: info, ...params },
});
const answer = (id: unknown, given: object = result): Fields => ({ jsonrpc: '2.0', id, result: given });

/** What reaches one end. */
function heard(channel: Channel, ends: unknown[] = []): Fields[] {
  const messages: Fields[] = [];
  channel.open({
    receive: (message) => void messages.push(message as Fields),
    reject: () => undefined,
    ended: (error) => void ends.push(error),
  });
  return messages;
}

/** An agent of ours, whose bridge is there when `arrive` is called, and its client. */
function meet(options: Partial<NegotiationOptions> = {}) {
  const [near, client] = memoryPair();
  const reports: BridgeReport[] = [];
  let arrive: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const onReport = (report: BridgeReport): void => void reports.push(report);
  const agent = negotiate(near, { peer: 'client', extras: true, onReport, ...options }, () =>
    loaded.then(() => bridge),
  );
  const ends: unknown[] = [];
  const inside = heard(agent, ends);
  const outside = heard(client);
  return {
    agent,
    client,
    inside,
    outside,
    ends,
    reports,
    arrive: () => {
      arrive();
      return settled();
    },
  };
}

describe('an agent whose bridge is still being loaded', () => {
  test('has answered a plain initialize, which reaches neither side twice', async () => {
    const { agent, client, inside, outside, arrive } = meet();
    client.send(ask({ clientCapabilities: { fs: { readTextFile: true }, terminal: true } }));
    await settled();
    expect(agent.version).toBe(1);
    const capabilities = { fs: { readTextFile: true }, terminal: true };
    expect(inside).toEqual([{ ...ask({}), params: { protocolVersion: 2, info, capabilities } }]);
    agent.send(answer(0));
    await settled();
    expect(outside).toMatchObject([
      { id: 0, result: { protocolVersion: 1, agentInfo: info, agentCapabilities: { loadSession: true } } },
    ]);
    await arrive();
    expect([inside.length, outside.length]).toEqual([1, 1]);
    client.send({ jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } });
    await settled();
    expect(inside[1]).toMatchObject({ id: 1, method: 'session/new', params: { cwd: '/' } });
    agent.send({ jsonrpc: '2.0', id: 1, result: { sessionId: 's' } });
    await settled();
    expect(outside[1]).toMatchObject({ id: 1, result: { sessionId: 's' } });
  });

  test('gets and sends the rest when it is there, in order', async () => {
    const { agent, client, inside, outside, arrive } = meet();
    client.send(ask({}));
    client.send({ jsonrpc: '2.0', method: '_first' });
    client.send({ jsonrpc: '2.0', method: '_second' });
    await settled();
    agent.send(answer(0));
    agent.send({ jsonrpc: '2.0', method: '_third' });
    agent.send({ jsonrpc: '2.0', method: '_fourth' });
    await settled();
    expect([inside.length, outside.length]).toEqual([1, 1]);
    await arrive();
    expect(inside.map(({ method }) => method)).toEqual(['initialize', '_first', '_second']);
    expect(outside.map(({ method }) => method)).toEqual([undefined, '_third', '_fourth']);
  });

  test('knows what the client can take once it is there', async () => {
    const { agent, client, outside, reports, arrive } = meet();
    client.send(ask({ clientCapabilities: { session: { notices: {} } } }));
    await settled();
    agent.send(answer(0, { ...result, capabilities: { session: { prompt: { image: { note: 'small' } } } } }));
    await settled();
    expect(reports).toEqual([]);
    await arrive();
    expect(reports).toMatchObject([{ row: 'initialize result' }]);
    agent.send({ jsonrpc: '2.0', id: 5, method: '_ask' });
    await settled();
    expect(outside.at(-1)).toMatchObject({ id: 5, method: '_ask' });
  });

  test('offers steering, and shows terminals to a client that asks for them by _meta', async () => {
    const { agent, client, outside, arrive } = meet();
    client.send(ask({ clientCapabilities: { _meta: { terminal_output: true } } }));
    await settled();
    agent.send(answer(0, { ...result, capabilities: { session: { inject: { modes: ['steer'] } } } }));
    await settled();
    expect(outside).toMatchObject([{ id: 0, result: { _meta: { steering: { supported: true } } } }]);
    await arrive();
    client.send({ jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } });
    await settled();
    agent.send({ jsonrpc: '2.0', id: 1, result: { sessionId: 's' } });
    const content = [{ type: 'terminal', terminalId: 'x' }];
    const update = { sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'Run', content };
    agent.send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } });
    await settled();
    const meta = { terminal_info: { terminal_id: 'x' } };
    expect(outside.at(-1)).toMatchObject({ params: { update: { sessionUpdate: 'tool_call', content, _meta: meta } } });
  });

  test('may answer later', async () => {
    const { agent, client, inside, outside, arrive } = meet();
    client.send(ask({}));
    await arrive();
    expect(inside).toHaveLength(1);
    agent.send(answer(0));
    await settled();
    expect(outside).toMatchObject([{ id: 0, result: { protocolVersion: 1 } }]);
  });

  test('sends an answer after what it sent before', async () => {
    const { agent, client, outside, arrive } = meet();
    client.send(ask({}));
    await settled();
    agent.send({ jsonrpc: '2.0', method: '_before' });
    agent.send(answer(0));
    await settled();
    expect(outside).toEqual([]);
    await arrive();
    expect(outside.map(({ method }) => method)).toEqual(['_before', undefined]);
  });

  test('may refuse, and the next initialize decides', async () => {
    const { agent, client, inside, outside, arrive } = meet();
    client.send(ask({}));
    await settled();
    const error = { code: -32_603, message: 'Not today.' };
    agent.send({ jsonrpc: '2.0', id: 0, error });
    await settled();
    expect(outside).toEqual([]);
    await arrive();
    expect(outside).toEqual([{ jsonrpc: '2.0', id: 0, error }]);
    expect(agent.version).toBeUndefined();
    client.send({ ...ask({}), id: 1, params: { protocolVersion: 2, info } });
    await settled();
    expect(agent.version).toBe(2);
    expect(inside.at(-1)).toMatchObject({ id: 1 });
  });

  test('hears of the end of a client that has left', async () => {
    const { agent, client, ends, arrive } = meet();
    client.send(ask({}));
    await settled();
    agent.send(answer(0));
    await client.end();
    await arrive();
    expect(ends).toEqual([undefined]);
  });
});

describe('what is not plain waits for the bridge', () => {
  test.each([
    ['an id that version 2 does not have', ask({}, null)],
    ['an id that could be one of the bridge', ask({}, 'acp-bridge:1')],
    ['a name that is none', ask({ clientInfo: { name: 'only' } })],
    ['capabilities that are none', ask({ clientCapabilities: 'all' })],
    ['files that are neither yes nor no', ask({ clientCapabilities: { fs: { readTextFile: 'yes' } } })],
    ['files that are null', ask({ clientCapabilities: { fs: null } })],
    ['a terminal that is null', ask({ clientCapabilities: { terminal: null } })],
    ['elicitation that is a word', ask({ clientCapabilities: { elicitation: 'form' } })],
    ['next edits, whose fields differ', ask({ clientCapabilities: { nes: {} } })],
    ['no message', { ...ask({}), jsonrpc: '1.0' }],
  ])('%s', async (_, message) => {
    const { client, inside, outside, arrive } = meet();
    client.send(message);
    await settled();
    expect([inside, outside]).toEqual([[], []]);
    await arrive();
    expect(inside.length + outside.length).toBe(1);
  });

  test('an initialize in strict mode', async () => {
    const { client, inside, arrive } = meet({ strict: true });
    client.send(ask({}));
    await settled();
    expect(inside).toEqual([]);
    await arrive();
    expect(inside).toHaveLength(1);
  });

  test.each([
    ['logins in a terminal', { ...result, authMethods: [{ type: 'terminal', methodId: 't', name: 'T' }] }],
    ['an answer of another version', { ...result, protocolVersion: 3 }],
    ['an answer that is malformed', { ...result, info: 'me' }],
  ])('%s', async (_, given) => {
    const { agent, client, outside, arrive } = meet();
    client.send(ask({}));
    await settled();
    agent.send(answer(0, given));
    await settled();
    expect(outside).toEqual([]);
    await arrive();
    expect(outside).toMatchObject([{ id: 0 }]);
  });
});

test('what crosses early is what the bridge makes of it', async () => {
  const answers = fc.record({ agentInfo: implementation, agentCapabilities, authMethods: fc.array(authMethod) });
  const params = fc.record({ clientInfo: implementation, clientCapabilities }, { requiredKeys: [] });
  let early = 0;
  await fc.assert(
    fc.asyncProperty(params, answers, fc.boolean(), async (given, initialization, extras) => {
      const [near, client] = memoryPair();
      const agent = bridge(near, { peer: 'client', speaks: 1, extras });
      const inside = heard(agent);
      const outside = heard(client);
      const request = ask(given, 7) as never;
      client.send(request);
      await settled(1);
      const shown = earlyRequest(request, extras);
      if (shown !== undefined) expect(shown).toEqual(inside[0]);
      const { authMethods, ...others } = initializeResultToV2(
        { protocolVersion: 1, ...initialization },
        { extras },
        nothingLost,
      );
      const methods = (authMethods ?? []).filter(({ type }: AuthMethod) => type === 'agent');
      const message = answer(7, { ...others, ...(methods.length === 0 ? {} : { authMethods: methods }) }) as never;
      agent.send(message);
      await settled(1);
      const sent = earlyResponse(message);
      if (sent !== undefined) expect(sent).toEqual(outside[0]);
      early += Number(shown !== undefined && sent !== undefined);
    }),
    { numRuns: 60 },
  );
  expect(early).toBeGreaterThan(5);
});
