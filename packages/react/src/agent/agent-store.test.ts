import { ProtocolVersionError } from '@acp-stack/sdk';
import { textOf } from '@acp-stack/transcript';
import { describe, expect, test } from 'vitest';

import { connecting, said, settled, stand, text, until } from '../scripted-hub.test-support.ts';
import type { SessionStore } from '../session/session-store.ts';

/** The texts of all messages, in order. */
const textsOf = (session: SessionStore): readonly string[] =>
  session
    .transcript()
    .entries.toArray()
    .flatMap((entry) => ('content' in entry ? [textOf(entry.content as never)] : []));

describe('the connection', () => {
  test('is opened once it is used, and its status says so', async () => {
    using scene = connecting();
    expect(scene.store.status).toBe('connecting');
    await until(() => scene.store.status !== 'connecting');
    expect(scene.store.status).toBe('open');
    expect(scene.store.snapshot().agentInfo?.name).toBe('scripted');
    expect(scene.hub.dialled).toBe(1);
  });

  test('is tried again after growing pauses, from 250 ms to 10 seconds', async () => {
    using scene = await stand();
    scene.hub.refuses = new Error('nobody there');
    scene.hub.die();
    await settled();
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const { dialled } = scene.hub;
      let pause = 0;
      while (scene.hub.dialled === dialled) {
        await scene.clock.advance(250);
        pause += 250;
      }
      pauses.push(pause);
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(scene.store.status).toBe('reconnecting');
    expect(scene.store.error?.message).toBe('nobody there');
    expect(scene.store.retryAt).toBeGreaterThan(Date.now());
    scene.hub.refuses = undefined;
    scene.wake();
    await settled();
    expect(scene.store.status).toBe('open');
    expect(scene.store.retryAt).toBeUndefined();
  });

  test('is not tried again when another attempt would fail the same way, until the user asks for it', async () => {
    using scene = await stand();
    scene.hub.refuses = new ProtocolVersionError(2, [9]);
    scene.hub.die();
    await scene.clock.advance(60_000);
    expect(scene.store.status).toBe('failed');
    const { dialled } = scene.hub;
    scene.hub.refuses = undefined;
    await scene.clock.advance(60_000);
    expect(scene.hub.dialled).toBe(dialled);
    scene.store.retry();
    await settled();
    expect(scene.store.status).toBe('open');
  });

  test('survives that its only user leaves and comes back at once', async () => {
    using scene = await stand();
    scene.release();
    const release = scene.store.retain();
    await scene.clock.advance(1000);
    expect(scene.store.status).toBe('open');
    expect(scene.hub.dialled).toBe(1);
    release();
  });

  test('ends when its last user has left', async () => {
    using scene = await stand();
    const connection = scene.hub.connection;
    scene.release();
    await scene.clock.advance(0);
    await connection?.closed;
    expect(scene.store.status).toBe('connecting');
    expect(scene.hub.dialled).toBe(1);
  });
});

describe.each([{ isHub: true }, { isHub: false }])('a session, isHub: $isHub', (options) => {
  test('has its updates in its transcript, also those before the response that opens it', async () => {
    using scene = await stand(options);
    scene.hub.answers.set('session/new', async () => {
      await scene.hub.say('early', said('u1', 'before the response'));
      return { sessionId: 'early' };
    });
    const session = scene.store.newSession({ cwd: '/work' });
    expect(session.status).toBe('opening');
    await settled();
    expect(session.status).toBe('open');
    expect(session.id).toBe('early');
    await scene.hub.say('early', text('m1', 'Hello'));
    await scene.hub.say('early', text('m1', ' there'));
    await settled();
    expect(textsOf(session)).toEqual(['before the response', 'Hello there']);
    expect(scene.store.session('early')).toBe(session);
  });

  test('goes on after a lost connection without a gap or a duplicate', async () => {
    using scene = await stand(options);
    const session = scene.store.newSession({ cwd: '/work' });
    await settled();
    await session.prompt('go');
    await scene.hub.say('s1', text('m1', 'one '));
    await settled();
    scene.hub.die();
    await settled();
    expect(session.status).toBe('disconnected');
    await scene.hub.say('s1', text('m1', 'two '), false);
    await expect(session.prompt('too early')).rejects.toThrow('not connected');
    await scene.clock.advance(250);
    expect(session.status).toBe('open');
    await scene.hub.say('s1', text('m1', 'three'));
    await settled();
    expect(textsOf(session)).toEqual(['go', 'one two three']);
  });

  test('reads its history when it is opened by its id', async () => {
    using scene = await stand(options);
    await scene.hub.say('old', said('u1', 'question'), false);
    await scene.hub.say('old', text('m1', 'answer'), false);
    const session = scene.store.session('old');
    const release = session.retain();
    await settled();
    expect(session.status).toBe('open');
    expect(textsOf(session)).toEqual(['question', 'answer']);
    release();
  });

  test('fails with the reason of the agent, and opens when it is tried again', async () => {
    using scene = await stand(options);
    scene.hub.answers.set('session/new', () => {
      throw new Error('no');
    });
    const session = scene.store.newSession({ cwd: '/work' });
    await settled();
    expect(session.status).toBe('failed');
    expect(session.error?.message).toBeDefined();
    scene.hub.answers.clear();
    session.retry();
    await settled();
    expect(session.status).toBe('open');
  });
});

describe('a session of a hub', () => {
  test('is resumed behind its last cursor', async () => {
    using scene = await stand({ isHub: true });
    const session = scene.store.newSession({ cwd: '/work' });
    await settled();
    await scene.hub.say('s1', text('m1', 'one '));
    await scene.hub.say('s1', text('m1', 'two '));
    await settled();
    scene.hub.die();
    await scene.clock.advance(250);
    expect(session.status).toBe('open');
    expect(scene.hub.asked('session/resume')).toEqual([
      { sessionId: 's1', cwd: '/work', _meta: { 'acp-stack.dev/hub': { after: 'g.2' } } },
    ]);
  });

  test('reads the whole history if the hub does not know the cursor any more', async () => {
    using scene = await stand({ isHub: true });
    const session = scene.store.newSession({ cwd: '/work' });
    await settled();
    await scene.hub.say('s1', text('m1', 'one '));
    await settled();
    const before = session.entryIds();
    scene.hub.expired = 100;
    scene.hub.die();
    await settled();
    await scene.hub.say('s1', text('m1', 'two'), false);
    await scene.hub.say('s1', text('m2', 'more'), false);
    await scene.clock.advance(250);
    expect(session.status).toBe('open');
    expect(textsOf(session)).toEqual(['one two', 'more']);
    expect(session.entryIds()).toEqual([...before, 'agent_message:m2']);
  });

  test('sends a prompt whose answer was lost again with the same key, which has one effect', async () => {
    using scene = await stand({ isHub: true });
    const session = scene.store.newSession({ cwd: '/work' });
    await settled();
    scene.hub.answers.set('session/prompt', () => new Promise(() => undefined));
    const sent = session.prompt('only once');
    await settled();
    expect(session.snapshot().sending).toMatchObject([{ content: [{ text: 'only once' }] }]);
    scene.hub.answers.clear();
    scene.hub.die();
    await scene.clock.advance(250);
    expect(await sent).toBe('u1');
    const [first, second] = scene.hub.asked('session/prompt');
    expect(second).toEqual(first);
    expect(textsOf(session)).toEqual(['only once']);
    expect(session.snapshot().sending).toEqual([]);
  });

  test('opens with its last entries if that is enough, and reads the rest when it is asked to', async () => {
    using scene = await stand({ isHub: true }, { tail: 2 });
    for (const id of ['1', '2', '3', '4']) await scene.hub.say('long', text(`m${id}`, id), false);
    const session = scene.store.session('long');
    session.open();
    await settled();
    expect(textsOf(session)).toEqual(['3', '4']);
    expect(session.snapshot().hasEarlier).toBe(true);
    await session.loadEarlier();
    expect(textsOf(session)).toEqual(['1', '2', '3', '4']);
    expect(session.snapshot().hasEarlier).toBe(false);
  });

  test('forgets the oldest part of a long transcript, and reads it again when it is asked to', async () => {
    using scene = await stand({ isHub: true });
    const session = scene.store.newSession({ cwd: '/work' });
    await settled();
    for (const id of ['1', '2', '3']) await scene.hub.say('s1', text(`m${id}`, id));
    await settled();
    expect(session.forgetEarlier({ characters: 10_000, entries: 0 })).toBe(false);
    expect(session.forgetEarlier({ characters: 0, entries: 1 })).toBe(true);
    expect(session.entryIds()).toHaveLength(1);
    expect(session.snapshot().hasEarlier).toBe(true);
    await session.loadEarlier();
    expect(textsOf(session)).toEqual(['1', '2', '3']);
    expect(session.snapshot().hasEarlier).toBe(false);
  });

  test('of an agent without a hub, which may not have the history, forgets nothing', async () => {
    using scene = await stand({ isHub: false });
    const session = scene.store.newSession({ cwd: '/work' });
    await settled();
    for (const id of ['1', '2']) await scene.hub.say('s1', text(`m${id}`, id));
    await settled();
    expect(session.forgetEarlier({ characters: 0, entries: 1 })).toBe(false);
    expect(textsOf(session)).toEqual(['1', '2']);
  });

  test('has ended when the user lost access, and is opened again when the hub could not keep up', async () => {
    using scene = await stand({ isHub: true });
    const session = scene.store.newSession({ cwd: '/work' });
    await settled();
    const lose = async (reason: string): Promise<void> => {
      const params = { sessionId: 's1', message: 'You lost it.', reason };
      await scene.hub.connection?.notify('_acp-stack.dev/session_lost', params);
      await settled();
    };
    await lose('behind');
    await lose('history_lost');
    expect(session.status).toBe('open');
    expect(scene.hub.asked('session/resume')).toHaveLength(2);
    await lose('revoked');
    expect(session.status).toBe('ended');
    expect(session.error?.message).toBe('You lost it.');
    await expect(session.prompt('hello')).rejects.toThrow('You lost it.');
  });

  test('is disconnected while the transport cannot reach the hub, and keeps its place', async () => {
    let reachable: (isReachable: boolean) => void = () => undefined;
    using scene = await stand({ isHub: true });
    using other = await stand(
      { isHub: true },
      {
        connect: (context) => {
          ({ reachable } = context);
          return scene.hub.connect();
        },
      },
    );
    const session = other.store.newSession({ cwd: '/work' });
    await settled();
    expect(session.status).toBe('open');
    reachable(false);
    expect(other.store.status).toBe('reconnecting');
    expect(session.status).toBe('disconnected');
    await expect(session.prompt('hello')).rejects.toThrow('not connected');
    reachable(true);
    expect(session.status).toBe('open');
    expect(await session.prompt('hello')).toBe('u1');
  });
});

test('without a hub, a prompt whose answer was lost is not sent again, and its sender is told', async () => {
  using scene = await stand();
  const session = scene.store.newSession({ cwd: '/work' });
  await settled();
  scene.hub.answers.set('session/prompt', () => new Promise(() => undefined));
  const sent = session.prompt('perhaps');
  const failure = expect(sent).rejects.toThrow('look into the conversation before you send it again');
  await settled();
  scene.hub.die();
  await scene.clock.advance(250);
  await failure;
  expect(scene.hub.asked('session/prompt')).toHaveLength(1);
});

test('an agent that names messages anew in a replay does not double the conversation', async () => {
  using scene = await stand();
  const session = scene.store.newSession({ cwd: '/work' });
  await settled();
  await session.prompt('go');
  await scene.hub.say('s1', text('m1', 'answer'));
  await settled();
  scene.hub.answers.set('session/resume', async () => {
    const { connection } = scene.hub;
    for (const update of [said('replayed-1', 'go'), text('replayed-2', 'answer'), text('replayed-2', ' goes on')])
      await connection?.notify('session/update', { sessionId: 's1', update });
    return {};
  });
  scene.hub.die();
  await scene.clock.advance(250);
  expect(textsOf(session)).toEqual(['go', 'answer goes on']);
});

test('sessions that no component uses are left when there are too many, longest ago first', async () => {
  using scene = await stand({ isHub: true }, { keptSessions: 1 });
  await settled();
  const sessions = ['a', 'b', 'c'].map((id) => scene.store.session(id));
  const releases = sessions.map((session) => session.retain());
  await settled();
  for (const release of releases) release();
  await settled();
  expect(scene.hub.asked('session/close').map(({ sessionId }) => sessionId)).toEqual(['a', 'b']);
  expect(scene.store.session('c')).toBe(sessions[2]);
  sessions[0]?.open();
  await settled();
  expect(scene.store.session('a')).toBe(sessions[0]);
  expect(sessions[0]?.status).toBe('open');
  expect(scene.store.session('b')).not.toBe(sessions[1]);
});
