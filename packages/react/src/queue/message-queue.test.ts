import { describe, expect, test } from 'vitest';

import { settled, stand, text, type Stand } from '../scripted-hub.test-support.ts';
import type { SessionStore } from '../session/session-store.ts';
import { keptPrefixLength } from './kept-prefix-length.ts';

const inject = { inject: { modes: ['queue', 'steer'], pending: { replace: {} } } };

async function opened(scene: Stand): Promise<SessionStore> {
  const session = scene.store.newSession({ cwd: '/work' });
  await settled();
  return session;
}

/** What the messages say, in order. */
const words = (session: SessionStore): readonly string[] =>
  session.queue.snapshot().messages.map(({ content }) => (content[0] as { text: string }).text);

/** An agent that takes messages while it works. */
function takes({ hub }: Stand): string[] {
  const log: string[] = [];
  let count = 0;
  hub.answers.set('session/inject', ({ content, mode }: { content: { text: string }[]; mode: string }) => {
    count += 1;
    log.push(`${mode} ${content[0]?.text}`);
    return { messageId: `p${count}` };
  });
  hub.answers.set('session/revoke_inject', ({ messageId }: { messageId: string }) => {
    log.push(`revoke ${messageId}`);
    return {};
  });
  hub.answers.set('session/replace_inject', ({ messageId }: { messageId: string }) => {
    log.push(`replace ${messageId}`);
    return { messageId };
  });
  return log;
}

describe('messages that wait in an agent', () => {
  test('are listed, those that steer first, and can be replaced and taken back', async () => {
    using scene = await stand({ capabilities: inject });
    const session = await opened(scene);
    const log = takes(scene);
    expect(session.queue.snapshot()).toMatchObject({ canSteer: true, canQueue: true });
    await session.queue.add('later', 'queue');
    await session.queue.add('now', 'steer');
    expect(words(session)).toEqual(['now', 'later']);
    const [now, later] = session.queue.snapshot().messages;
    expect(now).toMatchObject({ isOwn: true, mode: 'steer' });
    await later?.replace('much later');
    expect(words(session)).toEqual(['now', 'much later']);
    await now?.revoke();
    expect(words(session)).toEqual(['much later']);
    expect(log).toEqual(['queue later', 'steer now', 'replace p1', 'revoke p2']);
  });

  test('are moved by taking back those behind the new place and adding them again in order', async () => {
    using scene = await stand({ capabilities: inject });
    const session = await opened(scene);
    const log = takes(scene);
    for (const word of ['a', 'b', 'c']) await session.queue.add(word, 'queue');
    log.length = 0;
    await session.queue.move(session.queue.snapshot().messages[2]?.id ?? '', 1);
    expect(words(session)).toEqual(['a', 'c', 'b']);
    expect(log).toEqual(['revoke p2', 'revoke p3', 'queue c', 'queue b']);
    log.length = 0;
    await session.queue.move(session.queue.snapshot().messages[1]?.id ?? '', 1);
    expect(log).toEqual([]);
  });

  test('are taken back and added again if the agent cannot replace them', async () => {
    using scene = await stand({ capabilities: { inject: { modes: ['queue'] } } });
    const session = await opened(scene);
    const log = takes(scene);
    for (const word of ['a', 'b']) await session.queue.add(word, 'queue');
    await session.queue.snapshot().messages[0]?.replace('new a');
    expect(words(session)).toEqual(['b', 'new a']);
    expect(log).toEqual(['queue a', 'queue b', 'revoke p1', 'queue new a']);
  });

  test('leave the list when they become part of the conversation', async () => {
    using scene = await stand({ capabilities: inject });
    const session = await opened(scene);
    takes(scene);
    await session.queue.add('later', 'queue');
    await scene.hub.say('s1', { sessionUpdate: 'user_message', messageId: 'p1', content: [] });
    await settled();
    expect(words(session)).toEqual([]);
  });
});

test('an agent without a queue gets the message as a prompt when its work is done', async () => {
  using scene = await stand();
  const session = await opened(scene);
  expect(session.queue.snapshot()).toMatchObject({ canSteer: false, canQueue: false });
  await scene.hub.say('s1', { sessionUpdate: 'state_update', state: 'running' } as never);
  await settled();
  await session.queue.add('later', 'queue');
  expect(words(session)).toEqual(['later']);
  await scene.hub.say('s1', { sessionUpdate: 'state_update', state: 'idle' } as never);
  await settled();
  expect(scene.hub.asked('session/prompt')).toHaveLength(1);
  expect(words(session)).toEqual([]);
});

describe('messages that wait in a hub', () => {
  const pending = async ({ hub }: Stand, messages: readonly object[]): Promise<void> => {
    await hub.connection?.notify('_acp-stack.dev/hub/pending', { sessionId: 's1', messages });
    await settled();
  };
  const message = (messageId: string, principal: string): object => ({
    messageId,
    mode: 'queue',
    principal,
    from: 'inject',
    content: [{ type: 'text', text: messageId }],
  });

  test('of all clients are listed, and only own ones can be moved', async () => {
    using scene = await stand({ isHub: true, capabilities: inject });
    const session = await opened(scene);
    const log = takes(scene);
    await pending(scene, [message('x', 'ada'), message('y', 'bob'), message('z', 'ada')]);
    expect(words(session)).toEqual(['x', 'y', 'z']);
    expect(session.queue.snapshot().messages.map(({ isOwn, from }) => [isOwn, from])).toEqual([
      [true, 'ada'],
      [false, 'bob'],
      [true, 'ada'],
    ]);
    await expect(session.queue.move('z', 0)).rejects.toThrow('only your own messages can be moved');
    await session.queue.snapshot().messages[1]?.revoke();
    await session.queue.snapshot().messages[0]?.replace('new words');
    expect(log).toEqual(['revoke y', 'replace x']);
    await pending(scene, []);
    expect(words(session)).toEqual([]);
  });

  test('steer if the agent of the session can be steered, whatever the hub said when the connection began', async () => {
    const capabilities = { inject: { modes: ['queue'] } };
    using scene = await stand({ isHub: true, capabilities, accepts: { content: [], inject: ['queue', 'steer'] } });
    const session = await opened(scene);
    takes(scene);
    expect(session.queue.snapshot()).toMatchObject({ canSteer: true, canQueue: true });
    await session.queue.add('now', 'steer');
    expect(scene.hub.asked('session/inject')).toMatchObject([
      { sessionId: 's1', mode: 'steer', content: [{ type: 'text', text: 'now' }] },
    ]);
    using other = await stand({ isHub: true, capabilities: inject, accepts: { content: [], inject: ['queue'] } });
    expect((await opened(other)).queue.snapshot()).toMatchObject({ canSteer: false, canQueue: true });
  });

  test('are not shown while the connection is lost', async () => {
    using scene = await stand({ isHub: true, capabilities: inject });
    const session = await opened(scene);
    await pending(scene, [message('x', 'ada')]);
    scene.hub.die();
    await settled();
    expect(words(session)).toEqual([]);
    await expect(session.queue.add('now', 'queue')).rejects.toThrow('not connected');
  });
});

test('the messages that stay are those from the beginning in the same order', () => {
  expect(keptPrefixLength(['a', 'b', 'c'], ['a', 'b', 'c'])).toBe(3);
  expect(keptPrefixLength(['a', 'c', 'b'], ['a', 'b', 'c'])).toBe(1);
  expect(keptPrefixLength(['b', 'c'], ['a', 'b', 'c'])).toBe(2);
  expect(keptPrefixLength(['c', 'a'], ['a', 'b', 'c'])).toBe(0);
});

test('an update of the conversation does not change the queue', async () => {
  using scene = await stand();
  const session = await opened(scene);
  const before = session.queue.snapshot();
  await scene.hub.say('s1', text('m1', 'a'));
  await settled();
  expect(session.queue.snapshot()).toBe(before);
});
