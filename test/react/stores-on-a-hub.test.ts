/** The stores of `@acp-stack/react` on a real hub, over each transport, with agents of both versions. */
import { http, webSocket } from '@acp-stack/http/node';
import { createToken, openHub, serveHub, staticToken, TokenTable } from '@acp-stack/hub';
import { memoryJournal } from '@acp-stack/journal';
import { AgentStore, type SessionStore } from '@acp-stack/react';
import { memoryPair, type Channel } from '@acp-stack/rpc';
import { agent, type AgentComponent } from '@acp-stack/sdk';
import { textOf } from '@acp-stack/transcript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Waits inside a turn until the test lets it go on. */
let goOn: () => void = () => undefined;
let waits: Promise<void> = Promise.resolve();
const hold = (): void => {
  waits = new Promise((resolve) => (goOn = resolve));
};

const florist = agent({ name: 'florist', version: '1' }).onPrompt(async (turn) => {
  await turn.message.append('Let me see. ');
  if (turn.text === 'ask') {
    const answer = await turn.askPermission({ title: 'May I?' });
    await turn.message.append(`The answer is ${JSON.stringify(answer)}.`);
    return;
  }
  await waits;
  for (const word of ['One ', 'two ', 'three.']) await turn.message.append(word);
});

/** The same agent for a hub that speaks version 1 with it. */
const inVersion1: AgentComponent = {
  role: 'agent',
  name: 'florist',
  start: () => {
    const [left, right] = memoryPair();
    florist.connect(right, { versions: [1] });
    return left;
  },
};

const token = createToken();
const tokens = new TokenTable([staticToken('ann', token)]);
let hub: Awaited<ReturnType<typeof openHub>>;
let serving: Awaited<ReturnType<typeof serveHub>>;
beforeAll(async () => {
  hub = await openHub({
    journal: memoryJournal(),
    agents: { two: florist, one: inVersion1 },
    roots: [process.cwd()],
    credentials: { tokens: () => tokens },
  });
  serving = await serveHub(hub, { port: 0 });
});
afterAll(async () => {
  await serving.close();
  await hub.close();
});

type Transport = 'memory' | 'WebSocket' | 'HTTP';

const transports: Readonly<Record<Transport, () => Channel>> = {
  memory: () => {
    const [left, right] = memoryPair();
    hub.app.connect(right, { principal: 'ann' });
    return left;
  },
  WebSocket: () => webSocket(serving.url, { token, reconnect: false }),
  HTTP: () => http(serving.url, { token, reconnect: false }),
};

interface Page extends Disposable {
  readonly store: AgentStore;
  /** Drops the connection, as a network does. */
  readonly drop: () => void;
}

function open(transport: Transport): Page {
  const dial = transports[transport];
  let channel: Channel | undefined;
  const store = new AgentStore({
    info: { name: 'test', version: '1' },
    connect: () => (channel = dial()),
  });
  const release = store.retain();
  return {
    store,
    drop: () => {
      channel?.destroy(new Error('the network is gone'));
    },
    [Symbol.dispose]: () => {
      release();
      channel?.destroy();
    },
  };
}

const conversation = (session: SessionStore): string =>
  session
    .transcript()
    .entries.toArray()
    .flatMap((entry) => ('content' in entry && entry.type !== 'tool_call' ? [textOf(entry.content)] : []))
    .join('|');

const isIdle = (session: SessionStore): boolean => session.transcript().state?.state === 'idle';
const newIn = (name: string): Parameters<AgentStore['newSession']>[0] => ({
  cwd: process.cwd(),
  _meta: { 'acp-stack.dev/hub': { agent: name } },
});

const cases = (['memory', 'WebSocket', 'HTTP'] as const).flatMap((transport) =>
  ['two', 'one'].map((name) => ({ transport, name })),
);

describe.each(cases)('over $transport, an agent of version $name', ({ transport, name }) => {
  test('two pages see the same conversation, also after one of them has lost its connection', async () => {
    using first = open(transport);
    using second = open(transport);
    const session = first.store.newSession(newIn(name));
    await expect.poll(() => session.status).toBe('open');
    expect(session.snapshot().hub).toMatchObject({ role: 'owner', principal: 'ann', agent: name });
    const other = second.store.session(session.id ?? '');
    other.open();
    await expect.poll(() => other.status).toBe('open');
    hold();
    await session.prompt('count');
    await expect.poll(() => conversation(other)).toBe('count|Let me see. ');
    second.drop();
    await expect.poll(() => other.status).toBe('disconnected');
    goOn();
    await expect.poll(() => isIdle(session)).toBe(true);
    await expect.poll(() => other.status).toBe('open');
    await expect.poll(() => isIdle(other)).toBe(true);
    const whole = 'count|Let me see. One two three.';
    expect([conversation(session), conversation(other)]).toEqual([whole, whole]);
    const third = open(transport);
    const late = third.store.session(session.id ?? '');
    late.open();
    await expect.poll(() => conversation(late)).toBe(whole);
    third[Symbol.dispose]();
  });

  test('a question that one page answers is settled in the other', async () => {
    using first = open(transport);
    using second = open(transport);
    const session = first.store.newSession(newIn(name));
    await expect.poll(() => session.status).toBe('open');
    const other = second.store.session(session.id ?? '');
    other.open();
    await expect.poll(() => other.status).toBe('open');
    await session.prompt('ask');
    await expect.poll(() => session.questions.permissions().length).toBe(1);
    await expect.poll(() => other.questions.permissions().length).toBe(1);
    other.questions.permissions()[0]?.answer('allow_once');
    await expect.poll(() => conversation(session)).toContain('allow_once');
    expect(session.questions.permissions()).toEqual([]);
    expect(session.questions.settled()).toMatchObject([{ kind: 'permission', reason: 'elsewhere' }]);
    expect(other.questions.settled()).toEqual([]);
  });
});

test('messages that wait in the hub are listed in every page, with those of others', async () => {
  using first = open('memory');
  using second = open('memory');
  const session = first.store.newSession(newIn('two'));
  await expect.poll(() => session.status).toBe('open');
  const other = second.store.session(session.id ?? '');
  other.open();
  await expect.poll(() => other.status).toBe('open');
  hold();
  await session.prompt('count');
  await session.queue.add('later', 'queue');
  await session.queue.add('last', 'queue');
  const words = ({ queue }: SessionStore): unknown =>
    queue.snapshot().messages.map(({ content, isOwn }) => [(content[0] as { text: string }).text, isOwn]);
  const both = [
    ['later', true],
    ['last', true],
  ];
  await expect.poll(() => words(other)).toEqual(both);
  await expect.poll(() => words(session)).toEqual(both);
  await other.queue.move(other.queue.snapshot().messages[1]?.id ?? '', 0);
  await expect.poll(() => words(session)).toEqual(both.toReversed());
  await session.queue.snapshot().messages[0]?.revoke();
  await expect.poll(() => words(other)).toEqual([['later', true]]);
  goOn();
  await expect.poll(() => conversation(other)).toContain('later|');
  await expect.poll(() => words(other)).toEqual([]);
});

test('the sessions of the hub are listed with what they do', async () => {
  using page = open('memory');
  await expect.poll(() => page.store.status).toBe('open');
  const list = page.store.sessionList();
  list.retain();
  const session = page.store.newSession(newIn('two'));
  await expect.poll(() => session.status).toBe('open');
  await list.refresh();
  await expect.poll(() => list.snapshot().sessions.some(({ sessionId }) => sessionId === session.id)).toBe(true);
  await page.store.rename(session.id ?? '', 'Tulips');
  const row = (): unknown => list.snapshot().sessions.find(({ sessionId }) => sessionId === session.id);
  expect(row()).toMatchObject({ title: 'Tulips', state: 'idle', hub: { role: 'owner', agent: 'two' } });
  await page.store.remove(session.id ?? '');
  expect(row()).toBeUndefined();
  expect(session.status).toBe('ended');
});
