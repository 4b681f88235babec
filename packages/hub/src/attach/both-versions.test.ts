/** Clients of both versions of the protocol on one session, with a live session behind it. */
import { describe, expect, test } from 'vitest';

import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { client, type ClientSession } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';

import { folder, liveHub, Version1Client, type LiveHub } from './live-hub.test-support.ts';
import { hubAware, textsOf } from './scripted-hub.test-support.ts';

/** How often two clients answer one question. */
const rounds = process.env['ACP_LONG'] === '1' ? 1000 : 50;

/** A client of the SDK of version 2 that keeps what it sees, in a few words. */
async function version2(hub: LiveHub, sessionId?: string): Promise<{ session: ClientSession; seen: string[] }> {
  const seen: string[] = [];
  const see = (update: SessionUpdate): void => {
    seen.push([update.sessionUpdate, ...textsOf(update), ...stateOf(update)].join(' '));
  };
  const connection = await client({ name: 'two', version: '1' }).connect(hub.dial(), { versions: [2] });
  const session =
    sessionId === undefined
      ? await connection.newSession({ cwd: folder }, { onUpdate: see })
      : await connection.resume({ sessionId, cwd: folder, replayFrom: { type: 'start' } }, { onUpdate: see });
  return { session, seen };
}

const stateOf = (update: SessionUpdate): readonly string[] => {
  const { state } = update as { readonly state?: unknown };
  return typeof state === 'string' ? [state] : [];
};

const chunks = (seen: readonly string[]): readonly string[] => seen.filter((each) => each.includes('message'));

describe('a session with a client of version 2 and one of version 1', () => {
  test('both see the prompts of the other at the same place, and not their own twice', async () => {
    await using hub = liveHub();
    const two = await version2(hub);
    using one = await new Version1Client(hub.dial()).initialize();
    const sessionId = two.session.id;
    await one.request('session/load', { sessionId, cwd: folder, mcpServers: [] });
    const agent = hub.node.agents.last;

    const first = two.session.prompt('from two');
    await expect.poll(() => agent.prompts).toEqual(['from two']);
    await agent.answer('to two');
    expect(await first).toMatchObject({ kind: 'ended' });

    const second = one.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'from one' }] });
    await expect.poll(() => agent.prompts).toEqual(['from two', 'from one']);
    await agent.answer('to one');
    expect(await second).toMatchObject({ stopReason: 'end_turn' });

    await expect
      .poll(() => chunks(two.seen))
      .toEqual(['user_message from two', 'agent_message to two', 'user_message from one', 'agent_message to one']);
    await expect
      .poll(() => chunks(one.seen))
      .toEqual(['user_message_chunk from two', 'agent_message_chunk to two', 'agent_message_chunk to one']);
  });

  test('a client of version 1 sees work that the agent has begun by itself', async () => {
    await using hub = liveHub();
    const two = await version2(hub);
    using one = await new Version1Client(hub.dial()).initialize();
    await one.request('session/load', { sessionId: two.session.id, cwd: folder, mcpServers: [] });
    const agent = hub.node.agents.last;
    agent.begin();
    await agent.say({ sessionUpdate: 'agent_message', messageId: 'w1', content: [{ type: 'text', text: 'a timer' }] });
    agent.idle();
    await expect.poll(() => chunks(one.seen)).toEqual(['agent_message_chunk a timer']);
    await expect.poll(() => two.seen).toEqual(['state_update running', 'agent_message a timer', 'state_update idle']);
  });

  test('a client of version 1 that loads the session gets the whole history before the response', async () => {
    await using hub = liveHub();
    const two = await version2(hub);
    const agent = hub.node.agents.last;
    const prompted = two.session.prompt('hello');
    await expect.poll(() => agent.prompts).toEqual(['hello']);
    await agent.answer('hi');
    await prompted;
    using one = await new Version1Client(hub.dial()).initialize();
    await one.request('session/load', { sessionId: two.session.id, cwd: folder, mcpServers: [] });
    expect(chunks(one.seen)).toEqual(['user_message_chunk hello', 'agent_message_chunk hi']);
  });

  test('prompts of both wait for their turn in the order of the inbox, and all see that order', async () => {
    await using hub = liveHub();
    const two = await version2(hub);
    const sessionId = two.session.id;
    using one = await new Version1Client(hub.dial()).initialize();
    await one.request('session/load', { sessionId, cwd: folder, mcpServers: [] });
    const third = await version2(hub, sessionId);
    const agent = hub.node.agents.last;
    const first = two.session.prompt('a');
    await expect.poll(() => agent.prompts).toEqual(['a']);
    const second = one.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'b' }] });
    await settled();
    const last = two.session.prompt('c');
    await settled();
    for (const words of ['1', '2', '3']) await agent.answer(words);
    await Promise.all([first, second, last]);
    await expect
      .poll(() => chunks(third.seen))
      .toEqual([
        'user_message a',
        'agent_message 1',
        'user_message b',
        'agent_message 2',
        'user_message c',
        'agent_message 3',
      ]);
    expect(chunks(two.seen)).toEqual(chunks(third.seen));
    await expect
      .poll(() => chunks(one.seen))
      .toEqual([
        'user_message_chunk a',
        'agent_message_chunk 1',
        'agent_message_chunk 2',
        'user_message_chunk c',
        'agent_message_chunk 3',
      ]);
  });

  test('the first answer to a permission wins, whichever version its client speaks', async () => {
    for (const winner of [1, 2] as const) {
      await using hub = liveHub();
      const asked: unknown[] = [];
      let answer: (optionId: string) => void = () => undefined;
      const program = client({ name: 'two', version: '1' }).onPermission(({ options }, { signal }) => {
        asked.push(options);
        return new Promise((resolve) => {
          answer = (optionId) => {
            resolve({ outcome: 'selected', optionId });
          };
          signal.addEventListener('abort', () => asked.push('withdrawn'));
        });
      });
      const connection = await program.connect(hub.dial(), { versions: [2] });
      const session = await connection.newSession({ cwd: folder });
      using one = await new Version1Client(hub.dial()).initialize();
      await one.request('session/load', { sessionId: session.id, cwd: folder, mcpServers: [] });
      const agent = hub.node.agents.last;
      const options = [
        { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ];
      const subject = { type: 'tool_call', toolCall: { toolCallId: 't1', title: 'npm test' } };
      const answered = agent.ask({ method: 'session/request_permission', params: { title: 'Run?', subject, options } });
      await expect.poll(() => [asked.length, one.questions.length]).toEqual([1, 1]);
      if (winner === 1) one.answer({ outcome: { outcome: 'selected', optionId: 'no' } });
      else answer('yes');
      expect(await answered).toMatchObject({ outcome: { outcome: 'selected', optionId: winner === 1 ? 'no' : 'yes' } });
      if (winner === 1) await expect.poll(() => asked.at(-1)).toBe('withdrawn');
      else await expect.poll(() => one.cancelled).toBe(1);
    }
  });

  test('an answer with an option that was not offered leaves the question open for the others', async () => {
    await using hub = liveHub();
    using first = await new Version1Client(hub.dial()).initialize();
    const { sessionId } = (await first.request('session/new', { cwd: folder, mcpServers: [] })) as {
      sessionId: string;
    };
    using second = await new Version1Client(hub.dial()).initialize();
    await second.request('session/load', { sessionId, cwd: folder, mcpServers: [] });
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
    const subject = { type: 'tool_call', toolCall: { toolCallId: 't1', title: 'npm test' } };
    const answered = hub.node.agents.last.ask({
      method: 'session/request_permission',
      params: { title: 'Run?', subject, options },
    });
    await expect.poll(() => [first.questions.length, second.questions.length]).toEqual([1, 1]);
    first.answer({ outcome: { outcome: 'selected', optionId: 'always' } });
    await settled();
    expect(second.cancelled).toBe(0);
    second.answer({ outcome: { outcome: 'selected', optionId: 'yes' } });
    expect(await answered).toMatchObject({ outcome: { optionId: 'yes' } });
  });
});

test('two clients that answer each question at once: one answer wins, and the log says whose', async () => {
  await using hub = liveHub();
  using first = await new Version1Client(hub.dial()).initialize();
  const { sessionId } = (await first.request('session/new', { cwd: folder, mcpServers: [] })) as { sessionId: string };
  using second = await new Version1Client(hub.dial()).initialize();
  await second.request('session/load', { sessionId, cwd: folder, mcpServers: [] });
  const subject = { type: 'tool_call', toolCall: { toolCallId: 't1', title: 'npm test' } };
  const options = ['first', 'second'].map((optionId) => ({ optionId, name: optionId, kind: 'allow_once' }));
  for (let round = 1; round <= rounds; round += 1) {
    const params = { title: 'Run?', subject, options };
    const answered = hub.node.agents.last.ask({ method: 'session/request_permission', params });
    await expect.poll(() => [first.questions.length, second.questions.length], { interval: 1 }).toEqual([round, round]);
    const clients = { first, second };
    for (const name of round % 2 === 0 ? (['first', 'second'] as const) : (['second', 'first'] as const))
      clients[name].answer({ outcome: { outcome: 'selected', optionId: name } });
    expect(await answered).toMatchObject({ outcome: { outcome: 'selected' } });
  }
  await settled();
  const log = await hub.node.log(sessionId);
  expect(log.filter(({ kind }) => kind === 'question')).toHaveLength(rounds);
  expect(log.filter(({ kind }) => kind === 'question_closed')).toHaveLength(rounds);
});

test('a client of version 1 that knows of the hub gets cursors, and continues with one', async () => {
  await using hub = liveHub();
  using first = await new Version1Client(hub.dial()).initialize(hubAware);
  const opened = (await first.request('session/new', { cwd: folder, mcpServers: [] })) as { sessionId: string };
  const { sessionId } = opened;
  const agent = hub.node.agents.last;
  const say = (text: string): unknown =>
    agent.say({ sessionUpdate: 'agent_message', messageId: text, content: [{ type: 'text', text }] });
  await say('one');
  await expect.poll(() => first.seen).toEqual(['agent_message_chunk one']);
  const after = first.cursors.at(-1);
  first[Symbol.dispose]();
  await say('two');
  using second = await new Version1Client(hub.dial()).initialize(hubAware);
  const _meta = { 'acp-stack.dev/hub': { after } };
  await second.request('session/resume', { sessionId, cwd: folder, mcpServers: [], _meta });
  await say('three');
  await expect.poll(() => second.seen).toEqual(['agent_message_chunk two', 'agent_message_chunk three']);
});

test('a client of version 1 can continue behind each chunk that it has got', async () => {
  await using hub = liveHub();
  using first = await new Version1Client(hub.dial()).initialize(hubAware);
  const opened = (await first.request('session/new', { cwd: folder, mcpServers: [] })) as { sessionId: string };
  const { sessionId } = opened;
  const agent = hub.node.agents.last;
  const words = Array.from({ length: 40 }, (_, index) => `${index} `);
  for (const text of words)
    void agent.say({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text } });
  const told = ({ seen }: Version1Client): string =>
    seen.map((each) => each.replace('agent_message_chunk ', '')).join('');
  await expect.poll(() => told(first)).toBe(words.join(''));
  for (const [index, after] of first.cursors.entries()) {
    using second = await new Version1Client(hub.dial()).initialize(hubAware);
    const _meta = { 'acp-stack.dev/hub': { after } };
    await second.request('session/resume', { sessionId, cwd: folder, mcpServers: [], _meta });
    const before = first.seen.slice(0, index + 1).map((each) => each.replace('agent_message_chunk ', ''));
    expect(before.join('') + told(second)).toBe(words.join(''));
  }
});

test('the agent goes on when all clients have left, and a client that returns sees what happened', async () => {
  await using hub = liveHub();
  const two = await version2(hub);
  const sessionId = two.session.id;
  const agent = hub.node.agents.last;
  const prompted = two.session.prompt('work');
  await expect.poll(() => agent.prompts).toEqual(['work']);
  await two.session.close();
  await Promise.resolve(prompted).catch(() => undefined);
  expect(hub.app.sessions).toBe(0);
  await agent.answer('done');
  expect(agent.cancels).toEqual([]);
  expect(agent.isClosed).toBe(false);
  const back = await version2(hub, sessionId);
  expect(chunks(back.seen)).toEqual(['user_message work', 'agent_message done']);
});
