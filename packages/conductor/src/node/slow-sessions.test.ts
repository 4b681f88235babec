/** A component that is slow with one session holds up no other, in both directions, in this process and as another. */
import { lineChannel } from '@acp-stack/rpc';
import { agent, client, proxy, type AcpProxy, type ProxyComponent, type Turn } from '@acp-stack/sdk';
import { bytePipe } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { chain } from '../chain/chain.ts';
import { connected, info, speaking, versions, type Version } from '../proxies/chain.test-support.ts';
import { command } from './command.ts';

const places = {
  'in this process': (made: AcpProxy): ProxyComponent => made,
  'over lines, as a process is': (made: AcpProxy): ProxyComponent => ({
    name: 'lines',
    role: 'proxy',
    start: () => {
      const [ours, theirs] = bytePipe();
      made.connect(lineChannel(theirs.source, theirs.sink));
      return lineChannel(ours.source, ours.sink);
    },
  }),
} as const;

/** Work that does not end before the test says so. */
function held(): { readonly until: Promise<void>; readonly release: () => void } {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release };
}

/** What each kind of handler of a proxy does with the first session: it waits. */
const slowHandlers: Readonly<Record<string, (isSlow: (id: unknown) => Promise<void> | undefined) => AcpProxy>> = {
  'a prompt': (isSlow) =>
    proxy(info).onClientRequest('session/prompt', async (params, next) => {
      await isSlow(params.sessionId);
      return next();
    }),
  'the response to a prompt': (isSlow) =>
    proxy(info).onClientRequest('session/prompt', async (params, next) => {
      const result = await next();
      await isSlow(params.sessionId);
      return result;
    }),
  'an update': (isSlow) =>
    proxy(info).onAgentNotification('session/update', async (params, next) => {
      await isSlow(params.sessionId);
      await next();
    }),
  'a request for permission': (isSlow) =>
    proxy(info).onAgentRequest('session/request_permission', async (params, next) => {
      await isSlow(params.sessionId);
      return next();
    }),
};

const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }] as const;

async function work(turn: Turn): Promise<void> {
  await turn.message.append('one ');
  await turn.askPermission({ title: 'May I?', options });
  await turn.message.append('two');
}

const cases = Object.keys(places).flatMap((place) =>
  Object.keys(slowHandlers).flatMap((kind) => versions.map((version) => [kind, place, version] as const)),
) as [string, keyof typeof places, Version][];

describe('a proxy that takes long', () => {
  test.each(cases)('for %s, %s, in version %i, holds up that session only', async (kind, place, version) => {
    const { until, release } = held();
    let slowId: unknown;
    const slow = slowHandlers[kind]?.((id) => (id === slowId ? until : undefined)) ?? proxy(info);
    const app = client(info).onPermission(() => 'yes');
    const parts = [places[place](slow), proxy(info)] as const;
    await using front = await connected(version, chain(...parts, speaking(version, agent(info).onPrompt(work))), app);
    const [first, second] = await Promise.all([0, 1].map(() => front.connection.newSession({ cwd: '/' })));
    slowId = first?.id;
    let isFirstDone = false;
    const waiting = first?.prompt('go').then(() => (isFirstDone = true));
    // Both directions of the other session, several times over.
    for (let turn = 0; turn < 3; turn += 1) await second?.prompt('go');
    expect(isFirstDone).toBe(false);
    expect(front.textOf('agent_message_chunk').length).toBeGreaterThanOrEqual('one two'.length * 3);
    release();
    await waiting;
    expect(isFirstDone).toBe(true);
  });
});

test('a program that answers one session late holds up no other', async () => {
  const source = `
    const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    let late;
    let sessions = 0;
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
      if (method === 'session/new') say({ id, result: { sessionId: 's' + (sessions += 1) } });
      if (method !== 'session/prompt') return;
      if (params.sessionId === 's1') late = id;
      else {
        say({ id, result: { stopReason: 'end_turn' } });
        if (params.prompt[0].text === 'last') say({ id: late, result: { stopReason: 'end_turn' } });
      }
    });`;
  await using connection = await client(info).connect(
    chain(proxy(info), command([process.execPath, '-e', source], { mcp: false, name: 'late' })),
  );
  const [slow, quick] = [await connection.newSession({ cwd: '/' }), await connection.newSession({ cwd: '/' })];
  let isDone = false;
  const waiting = slow.prompt('go').then(() => (isDone = true));
  for (const text of ['one', 'two']) await quick.prompt(text);
  expect(isDone).toBe(false);
  await quick.prompt('last');
  await waiting;
  expect(isDone).toBe(true);
});
