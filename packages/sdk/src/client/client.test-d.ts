/** What does not compile: wrong methods, wrong params, the wrong direction. */
import { expectTypeOf } from 'vitest';

import type { NewSessionResponse, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { ClientConnection } from './client-connection.ts';
import { client } from './client.ts';
import type { ClientSession } from './session/client-session.ts';
import type { PromptOutcome, PromptRun } from './session/prompt-run.ts';

declare const connection: ClientConnection;
declare const session: ClientSession;
const me = { name: 'editor', version: '1.0.0' };

// ------------------------------------------------------------------------------------------------ calls

expectTypeOf(connection.request('session/new', { cwd: '/' })).resolves.toEqualTypeOf<NewSessionResponse>();
expectTypeOf(connection.request('_mine/anything', { any: 1 })).resolves.toEqualTypeOf<unknown>();
expectTypeOf(connection.request('session/prompt', { sessionId: 's', prompt: [] }))
  .resolves.toHaveProperty('messageId')
  .toEqualTypeOf<string | undefined>();

// @ts-expect-error a misspelt method
void connection.request('session/nwe', { cwd: '/' });
// @ts-expect-error a param of the wrong type
void connection.request('session/new', { cwd: 5 });
// @ts-expect-error a param that does not exist
void connection.request('session/new', { cwd: '/', bogus: true });
// @ts-expect-error a missing param
void connection.request('session/new', {});
// @ts-expect-error a request that only an agent sends
void connection.request('session/request_permission', { sessionId: 's', title: '?', options: [] });
// @ts-expect-error a method that only version 1 has
void connection.request('session/load', { sessionId: 's', cwd: '/', mcpServers: [] });
// @ts-expect-error a notification is not a request
void connection.request('session/cancel', { sessionId: 's' });

void connection.notify('session/cancel', { sessionId: 's' });
// @ts-expect-error a notification that only an agent sends
void connection.notify('session/update', { sessionId: 's', update: { sessionUpdate: 'plan_removed', planId: 'p' } });
// @ts-expect-error a request is not a notification
void connection.notify('session/prompt', { sessionId: 's', prompt: [] });

// ------------------------------------------------------------------------------------------------ handlers

client(me).on('workspace/open_documents', ({ sessionId }) => {
  expectTypeOf(sessionId).toEqualTypeOf<string>();
  return { documents: [] };
});
client(me).on('session/update', ({ update }) => {
  expectTypeOf(update).toEqualTypeOf<SessionUpdate>();
});
client(me).on(
  '_mine/add',
  (value) => Number(value),
  (number) => number + 1,
);
// @ts-expect-error a request that only a client sends
client(me).on('session/new', () => ({ sessionId: 's' }));
// @ts-expect-error an unknown method
client(me).on('session/updat', () => undefined);
// @ts-expect-error a result of the wrong form
client(me).on('workspace/open_documents', () => ({ documents: [{ uri: 5 }] }));
// @ts-expect-error a custom method needs a parser
client(me).on('_mine/add', () => 1);
// @ts-expect-error an outcome that does not exist
client(me).onPermission(() => ({ outcome: 'approved' }));
// @ts-expect-error a capability without a handler
client(me, { capabilities: { elicitation: { form: {} } } });
// @ts-expect-error a marker is an object
client(me, { capabilities: { auth: { terminal: true } } });
// @ts-expect-error every client has a version
client({ name: 'editor' });

client(me).onPermission((request, { session: asking, signal }) => {
  expectTypeOf(asking).toEqualTypeOf<ClientSession | undefined>();
  expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
  return request.options[0]?.optionId ?? 'cancelled';
});

// ------------------------------------------------------------------------------------------------ sessions

expectTypeOf(connection.newSession({ cwd: '/' })).resolves.toEqualTypeOf<ClientSession>();
// @ts-expect-error a session has a working directory
void connection.newSession({});
// @ts-expect-error loading always replays the history
void connection.load({ sessionId: 's', cwd: '/', replayFrom: null });

expectTypeOf(session.prompt('hello')).toEqualTypeOf<PromptRun>();
expectTypeOf<Awaited<PromptRun>>().toEqualTypeOf<PromptOutcome>();
expectTypeOf(session.prompt('hello')[Symbol.asyncIterator]().next()).resolves.toExtend<IteratorResult<SessionUpdate>>();
// @ts-expect-error a prompt is text or content
void session.prompt(5);
// @ts-expect-error a block without its content
void session.prompt({ type: 'text' });

session.supports('fork');
session.supports('prompt.image');
// @ts-expect-error a feature that does not exist
session.supports('frok');
// @ts-expect-error options are set to the id of a value, or on and off
void session.setConfigOption('model', 5);
