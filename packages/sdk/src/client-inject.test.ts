import { describe, expect, test } from 'vitest';

import { CapabilityError } from './capability-error.ts';
import { bench, rejection } from './raw-agent.test-support.ts';

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
    expect(await rejection(revoking)).toMatchObject({ code: -32_010, data: { reason: 'already_delivered' } });
  });

  test('is never sent when the agent does not offer it, or not like this [INJ-01, INJ-14, INJ-23]', async () => {
    const plain = await bench();
    const without = await plain.open();
    expect(await rejection(without.inject('hello', { mode: 'queue' }))).toMatchObject({ capability: 'session.inject' });
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
