/** What does not compile in an agent: wrong methods, wrong params, the wrong direction. */
import { expectTypeOf } from 'vitest';

import type { NewSessionRequest, RequestPermissionResponse } from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../connection/connection.ts';
import type { AgentConnection } from './agent-connection.ts';
import { agent } from './agent.ts';
import type { AgentSession } from './session/agent-session.ts';
import type { Turn } from './session/agent-session.ts';

declare const connection: Connection<'agent'>;
declare const turn: Turn;
const me = { name: 'digger', version: '1.0.0' };

// ------------------------------------------------------------------------------------------------ calls

expectTypeOf(
  connection.request('session/request_permission', { sessionId: 's', title: '?', options: [] }),
).resolves.toEqualTypeOf<RequestPermissionResponse>();
expectTypeOf(connection.request('_mine/anything', { any: 1 })).resolves.toEqualTypeOf<unknown>();

// @ts-expect-error a misspelt method
void connection.request('session/request_permision', { sessionId: 's', title: '?', options: [] });
// @ts-expect-error a param of the wrong type
void connection.request('session/request_permission', { sessionId: 5, title: '?', options: [] });
// @ts-expect-error a param that does not exist
void connection.request('session/request_permission', { sessionId: 's', title: '?', options: [], bogus: true });
// @ts-expect-error a missing param
void connection.request('session/request_permission', { sessionId: 's' });
// @ts-expect-error a request that only a client sends
void connection.request('session/new', { cwd: '/' });
// @ts-expect-error a notification is not a request
void connection.request('session/update', { sessionId: 's', update: { sessionUpdate: 'plan_removed', planId: 'p' } });

void connection.notify('session/update', { sessionId: 's', update: { sessionUpdate: 'plan_removed', planId: 'p' } });
// @ts-expect-error an unknown kind of update
void connection.notify('session/update', { sessionId: 's', update: { sessionUpdate: 'nope' } });
// @ts-expect-error a kind of update that only version 1 has
void connection.notify('session/update', { sessionId: 's', update: { sessionUpdate: 'plan', entries: [] } });
// @ts-expect-error a notification that only a client sends
void connection.notify('session/cancel', { sessionId: 's' });
// @ts-expect-error a request is not a notification
void connection.notify('session/request_permission', { sessionId: 's', title: '?', options: [] });

// ------------------------------------------------------------------------------------------------ handlers

agent(me).on('session/new', (params, { signal, connection: own }) => {
  expectTypeOf(params).toEqualTypeOf<NewSessionRequest>();
  expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
  expectTypeOf(own).toEqualTypeOf<Connection<'agent'>>();
  return { sessionId: 's' };
});
agent(me).on(
  '_mine/add',
  (value) => Number(value),
  (number) => {
    expectTypeOf(number).toEqualTypeOf<number>();
    return number + 1;
  },
);
// @ts-expect-error a result of the wrong form
agent(me).on('session/new', () => ({ sessionId: 5 }));
// @ts-expect-error a result without a required field
agent(me).on('session/new', () => ({}));
// @ts-expect-error a request that only an agent sends
agent(me).on('session/request_permission', () => ({ outcome: { outcome: 'cancelled' } }));
// @ts-expect-error an unknown method
agent(me).on('session/nwe', () => ({ sessionId: 's' }));
// @ts-expect-error a method that only version 1 has
agent(me).on('session/load', () => ({}));
// @ts-expect-error a custom method needs a parser
agent(me).on('_mine/add', () => 1);
// @ts-expect-error a notification that only an agent sends
agent(me).onNotification('session/update', () => undefined);
// @ts-expect-error what is advertised follows from the handlers
agent(me, { capabilities: { session: { fork: {} } } });
// @ts-expect-error login methods need handlers
agent(me).onLogin([{ type: 'agent', methodId: 'a', name: 'A' }], { login: () => undefined });
// @ts-expect-error there is at least one login method
agent(me).onLogin([], { login: () => undefined, logout: () => undefined });
// @ts-expect-error every agent has a version
agent({ name: 'digger' });

// ------------------------------------------------------------------------------------------------ turns

expectTypeOf(turn.session).toEqualTypeOf<AgentSession>();
expectTypeOf(turn.signal).toEqualTypeOf<AbortSignal>();
// @ts-expect-error a kind of tool that does not exist
turn.toolCall({ title: 'Dig', kind: 'digging' });
// @ts-expect-error a tool call has a title
turn.toolCall({ kind: 'read' });
// @ts-expect-error a level of notices that does not exist
void turn.session.notice('loud', 'Hello');
// @ts-expect-error a stop reason that does not exist
agent(me).onPrompt(() => 'tired');

expectTypeOf<AgentConnection['raw']>().toEqualTypeOf<Connection<'agent'>>();
