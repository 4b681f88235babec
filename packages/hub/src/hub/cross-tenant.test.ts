/**
 * Every id of every kind, tried by every principal that it is not for.
 *
 * The answer has to be the one for an id that does not exist, nothing may change, and the hub has to do the same for it:
 * how long an answer takes must not tell either. Times themselves are compared in `test/hub/foreign-ids.test.ts`.
 */
import { isDeepStrictEqual } from 'node:util';

import { methods } from '@acp-stack/schema/v2/unstable';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hubMethods } from '../access/hub-methods.ts';
import { isRole, requirements } from '../access/roles.ts';
import { serveHub } from '../serve/serve-hub.ts';
import { newSessionId } from '../store/hub-store.ts';
import { answerMethod, membersMethod } from '../store/records.ts';
import { cwd, foreign, furtherMethods, openWorld, stored, type Client, type World } from './tenants.test-support.ts';

let world: World | undefined;

/** What was set up before the tests. */
function ready(): World {
  if (world === undefined) throw new Error('The hub was not opened.');
  return world;
}

beforeAll(async () => {
  world = await openWorld();
  expect([...world.others.keys()]).toEqual(foreign);
  expect(world.toolCallId).not.toBe('');
}, 60_000);

afterAll(async () => {
  await world?.hub.close();
});

/** Valid params of each method about a session, besides its id. */
const paramsOf: Readonly<Record<string, object>> = {
  'session/resume': { cwd },
  'session/prompt': { prompt: [{ type: 'text', text: 'x' }] },
  'session/inject': { mode: 'queue', content: [{ type: 'text', text: 'x' }] },
  'session/set_config_option': { configId: 'model', type: 'id', value: 'x' },
  'session/set_title': { title: 'x' },
  'session/fork': { cwd },
  [hubMethods.invite]: { role: 'observer' },
  [hubMethods.setMember]: { principal: 'eve', role: 'owner' },
  [hubMethods.removeMember]: { principal: 'ada' },
};

const withIds = (method: string, { messageId, invitation, toolCallId }: World): object => ({
  ...paramsOf[method],
  ...(method.endsWith('_inject') ? { messageId, content: [{ type: 'text', text: 'x' }] } : {}),
  ...(method === 'tool_call/cancel' ? { toolCallId } : {}),
  ...(method === 'terminal/cancel' ? { terminalId: 'terminal' } : {}),
  ...(method === hubMethods.revokeInvitation ? { invitation } : {}),
});

const notifications = new Set<string>(
  Object.values(methods)
    .filter(({ kind }) => kind === 'notification')
    .map(({ name }) => name),
);

const sessionMethods = [...requirements].filter(([, required]) => isRole(required)).map(([method]) => method);

/** What a client is told, and what the hub does for it. */
interface Asked {
  /** As JSON, with `id` for the id of the session. */
  readonly outcome: string;
  readonly work: readonly string[];
}

async function ask(client: Client, method: string, sessionId: string): Promise<Asked> {
  const { work } = ready();
  const params = { ...withIds(method, ready()), sessionId };
  work.take(sessionId);
  if (notifications.has(method)) await client.peer.notify(method, params);
  // What was sent before the list has its response, so a notification was handled too.
  const outcome = notifications.has(method)
    ? await client.outcome('session/list', {})
    : await client.outcome(method, params);
  return { outcome: JSON.stringify(outcome).replaceAll(sessionId, 'id'), work: work.take(sessionId) };
}

/** How often both are asked, at most: the hub looks after its sessions meanwhile, now and then. */
const attempts = 5;

/** What a client is told of a foreign session, and of one that does not exist. */
async function askBoth(client: Client, method: string): Promise<{ readonly theirs: Asked; readonly unknown: Asked }> {
  for (let attempt = 1; ; attempt += 1) {
    const theirs = await ask(client, method, ready().sessionId);
    const unknown = await ask(client, method, newSessionId());
    if (attempt === attempts || isDeepStrictEqual(theirs, unknown)) return { theirs, unknown };
  }
}

const notFound = { code: -32_002, message: 'Session not found.' };
const noMethod = { code: -32_601 };

/** How a method refuses a session that does not exist. */
function refusalOf(method: string, name: string): object {
  if (method === answerMethod || method === membersMethod) return noMethod;
  if (method === '_host/account' && name === 'guest') return { data: { reason: 'guest' } };
  return method === hubMethods.stopSession ? { data: { reason: 'operator_required' } } : notFound;
}

describe.each(foreign)('for %s', (name) => {
  test.each([...sessionMethods, ...furtherMethods, hubMethods.stopSession])(
    '%s of a foreign session is as if there were none, and costs the hub as much',
    async (method) => {
      const { client } = ready().others.get(name) as { client: Client };
      const before = await stored(ready().journal);
      const seen = client.seen.length;
      if (method === hubMethods.stopSession && name === 'root') {
        // An operator may stop any session; it may know whether one exists.
        expect(await client.outcome(method, { sessionId: newSessionId() })).toMatchObject({ code: -32_002 });
      } else {
        const { theirs, unknown } = await askBoth(client, method);
        expect(theirs).toEqual(unknown);
        expect(theirs.outcome).not.toContain('CANARY');
        if (method !== 'session/close' && !notifications.has(method))
          expect(JSON.parse(theirs.outcome)).toMatchObject(refusalOf(method, name));
      }
      expect(await stored(ready().journal)).toBe(before);
      expect(client.seen.slice(seen)).toEqual([]);
    },
  );

  test('the list has no foreign session, whatever it is filtered by', async () => {
    const { client } = ready().others.get(name) as { client: Client };
    for (const params of [{}, { cwd }, { archived: 'include' }]) {
      expect(JSON.stringify(await client.outcome('session/list', params))).not.toContain(ready().sessionId);
    }
  });

  test('a search finds nothing of a foreign session', async () => {
    const { client } = ready().others.get(name) as { client: Client };
    expect(await client.outcome(hubMethods.search, { query: 'CANARY' })).toEqual({ result: { results: [] } });
  });

  test('ids of messages, tool calls, invitations and cursors of others are unknown in an own session', async () => {
    const { client, ownSession: sessionId } = ready().others.get(name) as { client: Client; ownSession: string };
    const { messageId, invitation, cursor, toolCallId } = ready();
    const before = await stored(ready().journal);
    const content = [{ type: 'text', text: 'x' }];
    const pairs: readonly (readonly [string, object, object])[] = [
      ['session/revoke_inject', { messageId }, { messageId: 'none' }],
      ['session/replace_inject', { messageId, content }, { messageId: 'none', content }],
      ['tool_call/cancel', { toolCallId }, { toolCallId: 'none' }],
      [hubMethods.revokeInvitation, { invitation }, { invitation: '0'.repeat(16) }],
    ];
    for (const [method, theirs, unknown] of pairs) {
      const [outcome, expected] = [
        await client.outcome(method, { sessionId, ...theirs }),
        await client.outcome(method, { sessionId, ...unknown }),
      ];
      expect(outcome).toHaveProperty('code');
      expect(JSON.stringify(outcome)).toBe(
        JSON.stringify(expected)
          .replaceAll('"none"', JSON.stringify(method === 'tool_call/cancel' ? toolCallId : messageId))
          .replaceAll('0'.repeat(16), invitation),
      );
    }
    const seen = client.seen.length;
    await client.outcome('session/resume', { sessionId, cwd, _meta: { 'acp-stack.dev/hub': { after: cursor } } });
    expect(JSON.stringify(client.seen.slice(seen))).not.toContain('CANARY');
    const ofAda = (line: string): boolean => line.includes(ready().sessionId);
    const unchanged = (text: string): readonly string[] => text.split('\n').filter(ofAda);
    expect(unchanged(await stored(ready().journal))).toEqual(unchanged(before));
  });

  test('what only the hub puts into inboxes cannot be sent, nor the commands of operators', async () => {
    const { client } = ready().others.get(name) as { client: Client };
    const { sessionId } = ready();
    for (const method of [answerMethod, membersMethod]) {
      expect(await client.outcome(method, { sessionId, question: 'q1', result: {} })).toMatchObject({ code: -32_601 });
    }
    if (name === 'root') return;
    for (const method of [hubMethods.sessions, hubMethods.status, hubMethods.drain, hubMethods.audit]) {
      const params = method === hubMethods.audit ? { principal: 'ada' } : {};
      expect(await client.outcome(method, params)).toMatchObject({ data: { reason: 'operator_required' } });
    }
  });

  test('what the hub does for a request is seen', async () => {
    const { client } = ready().others.get(name) as { client: Client };
    expect((await ask(client, 'session/status', newSessionId())).work).toContain('get "log/id"');
  });

  test('nothing of the foreign session has ever been sent', () => {
    const { client } = ready().others.get(name) as { client: Client };
    expect(JSON.stringify(client.seen)).not.toContain('CANARY');
  });
});

test('connections belong to their principal: the id of another one is unknown', async () => {
  await using serving = await serveHub(ready().hub);
  const post = (token: string, connection?: string): Promise<Response> =>
    fetch(serving.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer token-${token}`,
        'content-type': 'application/json',
        ...(connection === undefined ? {} : { 'acp-connection-id': connection }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: connection === undefined ? 'initialize' : 'session/list',
        params:
          connection === undefined ? { protocolVersion: 2, info: { name: 't', version: '1' }, capabilities: {} } : {},
      }),
    });
  const opened = await post('ada');
  const id = opened.headers.get('acp-connection-id') ?? '';
  expect(opened.status).toBe(200);
  const [theirs, unknown] = [await post('eve', id), await post('eve', 'x'.repeat(id.length))];
  expect([theirs.status, await theirs.text()]).toEqual([unknown.status, await unknown.text()]);
  expect(theirs.status).toBe(404);
  // Neither read nor ended, for all of it or for one of its sessions.
  const answer = async (method: 'GET' | 'DELETE', connection: string, session?: string): Promise<unknown> => {
    const reply = await fetch(serving.url, {
      method,
      headers: {
        authorization: 'Bearer token-eve',
        accept: 'text/event-stream',
        'acp-connection-id': connection,
        ...(session === undefined ? {} : { 'acp-session-id': session }),
      },
    });
    return [reply.status, await reply.text()];
  };
  for (const method of ['GET', 'DELETE'] as const) {
    for (const session of [undefined, ready().sessionId]) {
      const outcome = await answer(method, id, session);
      expect(outcome).toEqual(await answer(method, 'x'.repeat(id.length), session));
      expect(outcome).toMatchObject([404, expect.any(String)]);
    }
  }
  expect((await post('ada', id)).status).toBe(202);
});

test('a foreign session on an own connection over HTTP is as one that does not exist', async () => {
  await using serving = await serveHub(ready().hub);
  const headers = { authorization: 'Bearer token-eve', 'content-type': 'application/json' };
  const message = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const params = { protocolVersion: 2, info: { name: 't', version: '1' }, capabilities: {} };
  const opened = await fetch(serving.url, { method: 'POST', headers, body: message('initialize', params) });
  const connection = opened.headers.get('acp-connection-id') ?? '';
  const answer = async (method: 'GET' | 'POST', sessionId: string): Promise<unknown> => {
    const given = { ...headers, 'acp-connection-id': connection, 'acp-session-id': sessionId };
    const reply = await fetch(serving.url, {
      method,
      headers: method === 'GET' ? { ...given, accept: 'text/event-stream' } : given,
      ...(method === 'POST' ? { body: message('session/status', { sessionId }) } : {}),
    });
    const names = [...reply.headers.keys()];
    await reply.body?.cancel();
    return [reply.status, names];
  };
  for (const method of ['GET', 'POST'] as const)
    expect(await answer(method, ready().sessionId)).toEqual(await answer(method, newSessionId()));
});

test('everything that is stored belongs to a session with an owner, to a principal, to a node or to the hub', async () => {
  const { journal } = ready();
  const kinds = async (): Promise<readonly unknown[]> =>
    (await journal.list({ limit: 1000 })).streams.map(({ stream }) => stream.split('/')[0]);
  // The audit log is written a moment later.
  await expect
    .poll(kinds)
    .toEqual(expect.arrayContaining(['hub', 'log', 'inbox', 'invitation', 'invitations', 'audit', 'node']));
  const { streams } = await journal.list({ limit: 1000 });
  const owners = new Map<string, unknown>();
  for (const { stream, metadata } of streams)
    if (stream.startsWith('log/')) owners.set(stream.slice('log/'.length), Object.values(Object(metadata['members'])));
  expect(owners.size).toBe(foreign.length);
  for (const roles of owners.values()) expect(roles).toContain('owner');
  const others = streams.filter(({ stream, metadata }) => {
    const [kind = '', ...rest] = stream.split('/');
    const session = kind === 'invitation' ? String(metadata['sessionId']) : rest.join('/');
    const isOfSession = ['log', 'inbox', 'history', 'snapshot', 'invitation', 'invitations'].includes(kind);
    return !(isOfSession ? owners.has(session) : ['audit', 'node', 'hub'].includes(kind));
  });
  expect(others.map(({ stream }) => stream)).toEqual([]);
});

test('a member cannot have a name that no principal can have', async () => {
  const { ada, sessionId } = ready();
  for (const principal of ['a\0b', 'a\nb', ' ', '\uD800', 'x'.repeat(201)]) {
    const outcome = await ada.outcome(hubMethods.setMember, { sessionId, principal, role: 'observer' });
    expect(outcome).toMatchObject({
      code: -32_602,
      message: 'The name of a principal has 1 to 200 visible characters.',
    });
  }
});

test('the session of ada went on all the time', async () => {
  const { ada, sessionId } = ready();
  const { pending } = { pending: ada.seen.findLast(({ method }) => method.endsWith('/pending'))?.params };
  expect(JSON.stringify(pending)).toContain(ready().messageId);
  expect(await ada.outcome('session/status', { sessionId })).toMatchObject({ result: { status: 'open' } });
});
