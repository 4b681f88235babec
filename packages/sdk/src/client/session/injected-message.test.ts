import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { CapabilityError } from '../../connection/capability-error.ts';
import { InjectError } from '../../shared/inject-error.ts';
import { bench, rejection, type Bench } from '../raw-agent.test-support.ts';

const inject = { modes: ['queue', 'steer'], steerInStream: ['finish'], pending: { replace: true } };
const content = [{ type: 'text', text: 'use auth_v2' }];

describe('an injected message', () => {
  test('is named by the agent, exchanged and taken back [INJ-03, INJ-10, INJ-13]', async () => {
    const { agent, open } = await bench({ capabilities: { session: { inject } } });
    agent
      .whenever('session/inject', { messageId: 'm7' })
      .whenever('session/replace_inject', { messageId: 'm7' })
      .whenever('session/revoke_inject', {});
    const session = await open();
    const message = await session.inject('use auth_v2', { mode: 'steer' });
    expect(message.messageId).toBe('m7');
    await message.replace(['use ', 'auth_v3']);
    await message.revoke();
    expect(agent.received.slice(-3)).toMatchObject([
      { method: 'session/inject', params: { sessionId: 's1', mode: 'steer', content } },
      { method: 'session/replace_inject', params: { sessionId: 's1', messageId: 'm7', content: [{}, {}] } },
      { method: 'session/revoke_inject', params: { sessionId: 's1', messageId: 'm7' } },
    ]);
  });

  test('that was delivered in the meantime says so [INJ-11]', async () => {
    const { agent, open } = await bench({ capabilities: { session: { inject } } });
    agent.whenever('session/inject', { messageId: 'm7' });
    const session = await open();
    const message = await session.inject('hello', { mode: 'queue' });
    const revoking = message.revoke();
    agent.refuse(await agent.next('session/revoke_inject'), -32_010, { reason: 'already_delivered', messageId: 'm7' });
    const error = await rejection(revoking);
    expect(error).toBeInstanceOf(InjectError);
    expect(error).toMatchObject({ code: -32_010, reason: 'already_delivered', messageId: 'm7' });
    expect(message.state).toBe('pending');
    agent.echo('s1', 'm7');
    expect(await message.delivered).toEqual({ state: 'delivered', messageId: 'm7' });
    expect(await rejection(message.revoke())).toMatchObject({ reason: 'already_delivered' });
  });

  test('is never sent when the agent does not offer it, or not like this [INJ-01, INJ-14, INJ-23]', async () => {
    const plain = await bench();
    const without = await plain.open();
    for (const options of [{ mode: 'queue', fallback: 'none' }, { mode: 'steer' }] as const)
      expect(await rejection(without.inject('hello', options))).toMatchObject({ capability: 'session.inject' });
    expect(plain.agent.methods).not.toContain('session/inject');
    const { agent, open } = await bench({ capabilities: { session: { inject: { modes: ['queue'] } } } });
    agent.whenever('session/inject', { messageId: 'm7' });
    const session = await open();
    expect(await rejection(session.inject('hello', { mode: 'steer' }))).toBeInstanceOf(CapabilityError);
    const image = { type: 'image', data: '', mimeType: 'image/png' } as const;
    expect(await rejection(session.inject(image, { mode: 'queue' }))).toBeInstanceOf(CapabilityError);
    expect(await rejection(session.inject([], { mode: 'queue' }))).toBeInstanceOf(TypeError);
    expect(agent.methods).not.toContain('session/inject');
    const message = await session.inject('hello', { mode: 'queue' });
    expect(await rejection(message.replace('bye'))).toBeInstanceOf(CapabilityError);
    expect(agent.methods.at(-1)).toBe('session/inject');
  });

  test('can be given up until it is accepted [INJ-22]', async () => {
    const { agent, open } = await bench({ capabilities: { session: { inject } } });
    const session = await open();
    const controller = new AbortController();
    const injecting = session.inject('hello', { mode: 'queue', signal: controller.signal });
    const asked = await agent.next('session/inject');
    controller.abort();
    expect(await agent.next('$/cancel_request')).toMatchObject({ params: { requestId: asked.id } });
    agent.refuse(asked, -32_800);
    expect(await rejection(injecting)).toMatchObject({ name: 'AbortError' });
  });
});

describe('the end of an injected message', () => {
  const start = async (): Promise<Bench & { session: Awaited<ReturnType<Bench['open']>> }> => {
    const ends = await bench({ capabilities: { session: { inject } } });
    let count = 0;
    ends.agent.whenever('session/inject', () => ({ messageId: `m${(count += 1)}` }));
    return { ...ends, session: await ends.open() };
  };

  test('is its delivery, when the agent says so, also right behind its answer [INJ-04]', async () => {
    const { agent, session } = await start();
    agent.whenever('session/inject', () => {
      queueMicrotask(() => {
        agent.echo('s1', 'quick');
      });
      return { messageId: 'quick' };
    });
    const quick = await session.inject('now', { mode: 'queue' });
    expect(await quick.delivered).toEqual({ state: 'delivered', messageId: 'quick' });
    expect(session.pendingMessages).toEqual([]);
  });

  test('is said once, whatever comes afterwards', async () => {
    const { agent, session } = await start();
    agent.whenever('session/revoke_inject', {});
    const message = await session.inject('now', { mode: 'queue' });
    await message.revoke();
    await message.revoke();
    expect(agent.methods.filter((method) => method === 'session/revoke_inject')).toHaveLength(1);
    agent.echo('s1', 'm1');
    await settled();
    expect(message.state).toBe('revoked');
    expect(await message.delivered).toEqual({ state: 'revoked' });
    expect(await rejection(message.replace('x'))).toMatchObject({ reason: 'unknown_message_id' });
  });

  test('is what the agent said first, when it says two things at once', async () => {
    const { agent, session } = await start();
    const message = await session.inject('now', { mode: 'queue' });
    const [revoking, replacing] = [message.revoke(), rejection(message.replace('x'))];
    const asked = [await agent.next('session/revoke_inject'), await agent.next('session/replace_inject')] as const;
    agent.answer(asked[0], {});
    agent.refuse(asked[1], -32_002, { reason: 'unknown_message_id', messageId: 'm1' });
    await Promise.all([revoking, replacing]);
    expect(message.state).toBe('revoked');
  });

  test('is a loss when the agent has forgotten it [INJ-12]', async () => {
    const { agent, session } = await start();
    const message = await session.inject('now', { mode: 'queue' });
    const revoking = message.revoke();
    agent.refuse(await agent.next('session/revoke_inject'), -32_002, { reason: 'unknown_message_id', messageId: 'm1' });
    expect(await rejection(revoking)).toMatchObject({ reason: 'unknown_message_id' });
    expect(await message.delivered).toMatchObject({ state: 'lost' });
  });

  test('is a refusal when the agent does not take it [INJ-07]', async () => {
    const { agent, open } = await bench({ capabilities: { session: { inject } } });
    const session = await open();
    const injecting = session.inject('left', { mode: 'steer' });
    const [item] = session.pendingMessages;
    expect(item?.state).toBe('sending');
    agent.refuse(await agent.next('session/inject'), -32_010, { reason: 'no_running_turn' });
    expect(await rejection(injecting)).toMatchObject({ name: 'InjectError', reason: 'no_running_turn' });
    expect(await item?.delivered).toMatchObject({ state: 'refused', error: { reason: 'no_running_turn' } });
    expect(session.pendingMessages).toEqual([]);
  });

  test('comes with the session, or with the connection', async () => {
    const { agent, session } = await start();
    agent.whenever('session/close', {});
    const message = await session.inject('now', { mode: 'queue' });
    await session.close();
    expect(await message.delivered).toEqual({ state: 'closed' });
    expect(await rejection(session.inject('more', { mode: 'queue' }))).toMatchObject({ message: /closed/ });
    const second = await start();
    const lost = await second.session.inject('now', { mode: 'queue' });
    second.agent.die();
    expect(await lost.delivered).toMatchObject({ state: 'lost' });
    expect(await rejection(lost.revoke())).toMatchObject({ reason: 'unknown_message_id' });
  });
});

describe('the messages that wait', () => {
  test('are listed in the order of their delivery, and listeners are called for every change', async () => {
    const { agent, open } = await bench({ capabilities: { session: { inject } } });
    let count = 0;
    agent
      .whenever('session/inject', () => ({ messageId: `m${(count += 1)}` }))
      .whenever('session/replace_inject', { messageId: 'm1' })
      .whenever('session/revoke_inject', {});
    const session = await open();
    const heard: string[] = [];
    const listening = session.onPendingChange((pending) => {
      heard.push(
        pending.map(({ state, content: [block] }) => `${state} ${block?.type === 'text' ? block.text : ''}`).join(', '),
      );
    });
    const first = await session.inject('one', { mode: 'queue' });
    await session.inject('two', { mode: 'steer' });
    expect(session.pendingMessages.map(({ mode, via, messageId }) => [mode, via, messageId])).toEqual([
      ['steer', 'agent', 'm2'],
      ['queue', 'agent', 'm1'],
    ]);
    await first.replace('ONE');
    agent.echo('s1', 'm2');
    await settled();
    await first.revoke();
    expect(heard).toEqual([
      'sending one',
      'pending one',
      'sending two, pending one',
      'pending two, pending one',
      'pending two, pending ONE',
      'pending ONE',
      '',
    ]);
    listening[Symbol.dispose]();
    await session.inject('three', { mode: 'queue' });
    expect(heard).toHaveLength(7);
  });

  test('are known again when the agent says which it kept', async () => {
    const { agent, connection } = await bench({ capabilities: { session: { inject } } });
    agent.whenever('session/revoke_inject', {});
    const kept = [{ messageId: 'm7', mode: 'queue', content }, { messageId: 7 }, 'nonsense'];
    agent.whenever('session/resume', { _meta: { 'acp-stack.dev/pendingMessages': kept } });
    const session = await connection.resume({ sessionId: 's1', cwd: '/work' });
    expect(session.pendingMessages).toMatchObject([{ messageId: 'm7', mode: 'queue', state: 'pending', content }]);
    await session.pendingMessages[0]?.revoke();
    expect(agent.received.at(-1)).toMatchObject({ method: 'session/revoke_inject', params: { messageId: 'm7' } });
    expect(session.pendingMessages).toEqual([]);
  });
});

describe('for an agent that takes no messages while it works', () => {
  const start = async (): Promise<
    Bench & { session: Awaited<ReturnType<Bench['open']>>; idle: () => Promise<void> }
  > => {
    const ends = await bench();
    const session = await ends.open();
    return {
      ...ends,
      session,
      idle: async () => {
        ends.agent.state('s1', 'idle', { stopReason: 'end_turn' });
        await settled();
      },
    };
  };
  const prompts = ({ received }: Bench['agent']): unknown[] =>
    received.flatMap(({ method, params }) =>
      method === 'session/prompt' ? [(params?.['prompt'] as readonly { text: string }[] | undefined)?.[0]?.text] : [],
    );

  test('a queued message waits here and becomes the next prompt [INJ-01]', async () => {
    const { agent, session, idle } = await start();
    let count = 0;
    agent.whenever('session/prompt', () => ({ messageId: `p${(count += 1)}` }));
    void session.prompt('work');
    agent.state('s1', 'running');
    await settled();
    const next = await session.inject('next', { mode: 'queue' });
    const gone = await session.inject('gone', { mode: 'queue' });
    const last = await session.inject('lost', { mode: 'queue' });
    expect(next).toMatchObject({ via: 'client-queue', state: 'pending', canReplace: true });
    await last.replace('last');
    await gone.revoke();
    expect(prompts(agent)).toEqual(['work']);
    await idle();
    expect(prompts(agent)).toEqual(['work', 'next']);
    expect(await next.delivered).toEqual({ state: 'delivered', messageId: 'p2' });
    expect(await rejection(next.revoke())).toMatchObject({ code: -32_010, reason: 'already_delivered' });
    agent.state('s1', 'running');
    await idle();
    expect(prompts(agent)).toEqual(['work', 'next', 'last']);
    expect(agent.methods).not.toContain('session/inject');
    expect(await gone.delivered).toEqual({ state: 'revoked' });
    expect(session.pendingMessages).toEqual([]);
  });

  test('a queued message on an idle session is a prompt at once', async () => {
    const { agent, session } = await start();
    agent.whenever('session/prompt', { messageId: 'p1' });
    const message = await session.inject('go', { mode: 'queue' });
    expect(await message.delivered).toEqual({ state: 'delivered', messageId: 'p1' });
  });

  test('a prompt that the agent refuses is a message that is refused', async () => {
    const { agent, session } = await start();
    const message = await session.inject('go', { mode: 'queue' });
    agent.refuse(await agent.next('session/prompt'), -32_602);
    expect(await message.delivered).toMatchObject({ state: 'refused', error: { code: -32_602 } });
  });

  test('a message that was on its way when the user cancelled waits again', async () => {
    const { agent, session, idle } = await start();
    const message = await session.inject('go', { mode: 'queue' });
    const sent = await agent.next('session/prompt');
    expect(await rejection(message.revoke())).toMatchObject({ reason: 'already_delivered' });
    session.cancel();
    agent.refuse(sent, -32_800);
    agent.answer(await agent.next('session/prompt'), { messageId: 'p2' });
    await idle();
    expect(await message.delivered).toEqual({ state: 'delivered', messageId: 'p2' });
  });

  test('a steering message cancels the work, where the caller allows that', async () => {
    const { agent, session, idle } = await start();
    agent.whenever('session/prompt', { messageId: 'p' });
    expect(await rejection(session.inject('left', { mode: 'steer', fallback: 'cancel-and-prompt' }))).toMatchObject({
      reason: 'no_running_turn',
    });
    void session.prompt('work');
    agent.state('s1', 'running');
    await settled();
    await session.inject('later', { mode: 'queue' });
    const steer = await session.inject('left', { mode: 'steer', fallback: 'cancel-and-prompt' });
    expect(steer.via).toBe('cancel-and-prompt');
    await agent.next('session/cancel');
    expect(prompts(agent)).toEqual(['work']);
    agent.state('s1', 'idle', { stopReason: 'cancelled' });
    await settled();
    expect(prompts(agent)).toEqual(['work', 'left']);
    agent.state('s1', 'running');
    await idle();
    expect(prompts(agent)).toEqual(['work', 'left', 'later']);
  });

  test('what waits here ends with its session', async () => {
    const { agent, session } = await start();
    agent.whenever('session/close', {});
    agent.state('s1', 'running');
    await settled();
    const message = await session.inject('next', { mode: 'queue' });
    await session.close();
    expect(await message.delivered).toEqual({ state: 'closed' });
    expect(agent.methods).not.toContain('session/prompt');
  });
});
