/** What the types of a proxy promise; compiled, never run. */
import type { NewSessionRequest, NewSessionResponse, SessionNotification } from '@acp-stack/schema/v2/unstable';
import { expectTypeOf } from 'vitest';

import { proxy } from './proxy.ts';

const made = proxy({ name: 'p', version: '1' });

// The method gives params, the answer of the other side and what may be answered.
made.onClientRequest('session/new', async (params, next, { signal, client, agent }) => {
  expectTypeOf(params).toEqualTypeOf<NewSessionRequest>();
  expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
  const result = await next();
  expectTypeOf(result).toEqualTypeOf<NewSessionResponse>();
  await next({ ...params, additionalDirectories: ['/more'] });

  // Towards the client a proxy speaks as an agent, towards the agent as a client.
  await client.notify('session/update', { sessionId: 's', update: { sessionUpdate: 'plan_removed', planId: 'p' } });
  expectTypeOf(await agent.request('session/new', { cwd: '/w' })).toEqualTypeOf<NewSessionResponse>();
  // @ts-expect-error -- an agent opens no sessions.
  void client.request('session/new', { cwd: '/w' });
  // @ts-expect-error -- a client sends no updates.
  void agent.notify('session/update', { sessionId: 's' });
  // @ts-expect-error -- cwd is required.
  void agent.request('session/new', {});
  return result;
});

made.onAgentNotification('session/update', async (params, next) => {
  expectTypeOf(params).toExtend<SessionNotification>();
  expectTypeOf(await next()).toEqualTypeOf<void>();
});

// What is answered keeps its literals.
made.onAgentRequest('session/request_permission', ({ options: [first] }) => ({
  outcome: first === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: first.optionId },
}));

// A custom method is read by its parser.
made.onAgentRequest(
  '_x/count',
  (value) => Number(value),
  (params, next) => {
    expectTypeOf(params).toEqualTypeOf<number>();
    return next(params + 1);
  },
);

// @ts-expect-error -- a misspelt method.
made.onClientRequest('session/nwe', (_, next) => next());
// @ts-expect-error -- the agent asks for permission, not the client.
made.onClientRequest('session/request_permission', (_, next) => next());
// @ts-expect-error -- the client opens sessions, not the agent.
made.onAgentRequest('session/new', (_, next) => next());
// @ts-expect-error -- a request is no notification.
made.onClientNotification('session/prompt', (_, next) => next());
// @ts-expect-error -- only the client cancels a session.
made.onAgentNotification('session/cancel', (_, next) => next());
// @ts-expect-error -- a proxy is started by its conductor; programs see initialize.
made.onClientRequest('proxy/initialize', (_, next) => next());
// @ts-expect-error -- the answer has a session id.
made.onClientRequest('session/new', () => ({}));
// @ts-expect-error -- params of another method.
made.onClientRequest('session/new', (_, next) => next({ sessionId: 's' }));
// @ts-expect-error -- a custom method needs a parser.
made.onClientRequest('_x/y', (_, next) => next());
// @ts-expect-error -- there is no such envelope.
proxy({ name: 'p', version: '1' }, { envelope: 'successor' });
