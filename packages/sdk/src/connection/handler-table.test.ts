/** Handlers for one session, and handlers that are removed again. */
import { expect, test } from 'vitest';

import { memoryPair, RpcError, rpcCodes } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';

import { provesLater } from '../../../../test/requirements/requirement.ts';
import { Connection } from './connection.ts';

const any = (value: unknown): unknown => value;
type SessionHandlers = Pick<ReturnType<Connection<'client'>['forSession']>, 'onRequest'>;

/** The parser of a custom method: its handler is given what this returns. */
function wordsOf(params: unknown): { readonly words: string } {
  const { words } = Object(params) as { readonly words?: unknown };
  if (typeof words !== 'string') throw new RpcError(rpcCodes.invalidParams, 'words must be a string');
  return { words };
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: unknown) => (error as { code: unknown }).code,
  );

function pair(): [agent: Connection<'agent'>, client: Connection<'client'>] {
  const [left, right] = memoryPair();
  return [new Connection('agent', left), new Connection('client', right)];
}

provesLater(
  'GEN-26',
  async (handlersOf: (client: Connection<'client'>, sessionId: string) => SessionHandlers) => {
    const [agent, client] = pair();
    const contexts: object[] = [];
    const length = ({ words }: { readonly words: string }, context: object): number => {
      contexts.push(context);
      return words.length;
    };
    handlersOf(client, 'a').onRequest('_length', wordsOf, length);
    const ask = (params: object): Promise<unknown> => codeOf(agent.request('_length', params));
    expect(await ask({ sessionId: 'a', words: 'four' })).toBe(4);
    expect(await ask({ sessionId: 'a', words: 4 })).toBe(-32_602);
    expect(await ask({ sessionId: 'b', words: 'four' })).toBe(-32_601);
    expect(contexts).toEqual([expect.objectContaining({ signal: expect.any(AbortSignal) as AbortSignal })]);
    client.destroy();
  },
  {
    real: (client, sessionId) => client.forSession(sessionId),
    // Handlers that are registered for one session are called for all.
    sabotaged: (client) => client,
  },
);

test('a session can have a handler of its own, and loses it again', async () => {
  const [agent, client] = pair();
  const ask = (sessionId: string): Promise<unknown> => codeOf(agent.request('_who', { sessionId }));
  const own = client.forSession('a').onRequest('_who', any, () => 'a');
  expect([await ask('a'), await ask('b')]).toEqual(['a', -32_601]);
  const other = client.forSession('b').onRequest('_who', any, () => 'b');
  const forAll = client.onRequest('_who', any, () => 'all');
  expect([await ask('a'), await ask('b'), await ask('c')]).toEqual(['a', 'b', 'all']);
  own[Symbol.dispose]();
  expect([await ask('a'), await ask('b')]).toEqual(['all', 'b']);
  forAll[Symbol.dispose]();
  other[Symbol.dispose]();
  expect([await ask('a'), await ask('b')]).toEqual([-32_601, -32_601]);
  client.destroy();
});

test('a session has one handler for a method', () => {
  const [, client] = pair();
  client.forSession('a').onNotification('_note', any, () => undefined);
  expect(() => client.forSession('a').onNotification('_note', any, () => undefined)).toThrow(
    '_note already has a handler',
  );
  expect(() => client.forSession('b').onNotification('_note', any, () => undefined)).not.toThrow();
  client.destroy();
});

test('a custom method without a parser is refused with what is missing', () => {
  const [, client] = pair();
  const register = client.onRequest.bind(client) as (method: string, handler: () => unknown) => unknown;
  expect(() => register('_who', () => 'a')).toThrow(
    '_who is not a method of the protocol; a custom method begins with _ and takes a parser before the handler.',
  );
  client.destroy();
});

test('notifications go to the session they name, checked like all others', async () => {
  const [agent, client] = pair();
  const heard: string[] = [];
  client.forSession('a').onNotification('session/update', ({ update }) => void heard.push(`a ${update.sessionUpdate}`));
  client.onNotification('session/update', ({ sessionId }) => void heard.push(`other ${sessionId}`));
  const update = { sessionUpdate: 'plan_removed', planId: 'p' } as const;
  for (const sessionId of ['a', 'b']) await agent.notify('session/update', { sessionId, update });
  await agent.notify('session/update', { sessionId: 'a', update: { sessionUpdate: 'plan_removed' } as typeof update });
  await settled();
  expect(heard).toEqual(['a plan_removed', 'other b']);
  client.destroy();
});
