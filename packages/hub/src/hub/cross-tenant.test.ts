/**
 * Every id of every kind, tried by every principal that it is not for.
 *
 * The answer has to be the one for an id that does not exist, and nothing may change.
 */
import type { RequestHead } from '@acp-stack/http/server';
import { memoryJournal, type Journal } from '@acp-stack/journal';
import { memoryPair, Peer, RpcError } from '@acp-stack/rpc';
import { methods } from '@acp-stack/schema/v2/unstable';
import { agent } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hubMethods } from '../access/hub-methods.ts';
import { OidcTokens } from '../access/json-web-tokens.ts';
import { createKey, OidcProvider, sign } from '../access/oidc-provider.test-support.ts';
import { isRole, requirements } from '../access/roles.ts';
import { staticToken, TokenTable } from '../access/tokens.ts';
import { serveHub } from '../serve/serve-hub.ts';
import { newSessionId } from '../store/hub-store.ts';
import { answerMethod, membersMethod } from '../store/records.ts';
import { openHub, type Hub } from './hub.ts';

const cwd = process.cwd();
const secretText = 'CANARY text of ada';

/** An agent that asks for permission and waits; what it is told stays pending. */
const asking = agent({ name: 'asking', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append(secretText);
  turn.toolCall({ title: secretText, kind: 'execute', status: 'in_progress' });
  await turn.requestPermission({ title: secretText });
});

class Client {
  readonly peer: Peer;
  /** Methods of the requests and notifications that came, with their params. */
  readonly seen: { readonly method: string; readonly params: unknown }[] = [];

  private constructor(hub: Hub, principal: string) {
    const [ours, theirs] = memoryPair();
    hub.app.connect(theirs, { principal });
    const note = (method: string, params: unknown): void => void this.seen.push({ method, params });
    this.peer = new Peer(ours, {
      handlers: (method) =>
        method === 'session/update' || method.startsWith('_')
          ? {
              kind: 'notification',
              run: (params: unknown) => {
                note(method, params);
              },
            }
          : {
              kind: 'request',
              // Never answered: the question stays open.
              run: (params: unknown) => {
                note(method, params);
                return new Promise(() => undefined);
              },
            },
    });
  }

  static async connect(hub: Hub, principal: string): Promise<Client> {
    const client = new Client(hub, principal);
    const capabilities = { _meta: { 'acp-stack.dev/hub': {} } };
    await client.ask('initialize', { protocolVersion: 2, info: { name: 'test', version: '1' }, capabilities });
    return client;
  }

  async ask(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    return (await this.peer.request(method, params)) as Readonly<Record<string, unknown>>;
  }

  /** The error of a request, or its result. */
  async outcome(method: string, params: object): Promise<unknown> {
    try {
      return { result: await this.ask(method, params) };
    } catch (error) {
      return error instanceof RpcError ? error.toObject() : String(error);
    }
  }
}

/** Everything that is stored but the audit log and the rows of the nodes. */
async function stored(journal: Journal): Promise<string> {
  const lines: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await journal.list({ limit: 1000, ...(cursor === undefined ? {} : { cursor }) });
    for (const info of page.streams) {
      if (/^(?:audit|node)\//u.test(info.stream)) continue;
      const events: unknown[] = [];
      for await (const entry of journal.read(info.stream, { after: info.first - 1 })) events.push(entry);
      lines.push(JSON.stringify([info, events]));
    }
    cursor = page.next;
  } while (cursor !== undefined);
  return lines.toSorted().join('\n');
}

interface World {
  readonly hub: Hub;
  readonly journal: Journal;
  readonly ada: Client;
  /** The session of ada: it works, asks, and has a message that waits. */
  readonly sessionId: string;
  readonly messageId: string;
  readonly invitation: string;
  readonly cursor: string;
  /** A call that runs. */
  readonly toolCallId: string;
  readonly others: ReadonlyMap<string, { readonly client: Client; readonly ownSession: string | undefined }>;
}

let world: World | undefined;

/** What was set up before the tests. */
function ready(): World {
  if (world === undefined) throw new Error('The hub was not opened.');
  return world;
}

/** Methods of the program that runs the hub; the last one asks for the session itself. */
const furtherMethods = ['_host/observer', '_host/controller', '_host/owner', '_host/account'];

const names = ['ada', 'eve', 'bob', 'root'];
/** Those with tokens of the hub, one with a token of a provider, one with a certificate, and one with an invitation. */
const foreign = ['eve', 'bob', 'root', 'ivo', 'laptop', 'guest'];

const headOf = (credentials: { readonly bearer?: string; readonly certificate?: object }): RequestHead => ({
  method: 'POST',
  url: '/acp',
  certificate: () => credentials.certificate as ReturnType<RequestHead['certificate']>,
  header: (name) =>
    name === 'authorization' && credentials.bearer !== undefined ? `Bearer ${credentials.bearer}` : undefined,
});

async function waitFor(isThere: () => boolean): Promise<void> {
  while (!isThere()) await settled();
}

beforeAll(async () => {
  const journal = memoryJournal();
  const key = await createKey('first');
  const provider = await OidcProvider.start(key);
  const oidc = new OidcTokens({ issuer: provider.issuer, audience: 'hub' }, { log: () => undefined });
  const table = new TokenTable(names.map((name) => staticToken(name, `token-${name}`, name === 'root')));
  const hub = await openHub({
    journal,
    agents: { asking },
    roots: [cwd],
    credentials: { tokens: () => table, oidc, certificates: { name: 'subject' } },
    quotas: { requestsPerSecond: Infinity },
    methods: Object.fromEntries(
      furtherMethods.map((name, index) => [
        name,
        {
          requires: (['observer', 'controller', 'owner', 'account'] as const)[index] ?? 'operator',
          run: async ({ sessionId }, { session }) => ({
            ...(await session(String(sessionId), 'observer')),
            text: secretText,
          }),
        },
      ]),
    ),
  });
  const ada = await Client.connect(hub, 'ada');
  const { sessionId } = (await ada.ask('session/new', { cwd })) as { sessionId: string };
  const prompt = [{ type: 'text', text: secretText }];
  await ada.ask('session/prompt', { sessionId, prompt });
  await waitFor(() => ada.seen.some(({ method }) => method === 'session/request_permission'));
  const { messageId } = (await ada.ask('session/inject', { sessionId, mode: 'queue', content: prompt })) as {
    messageId: string;
  };
  const invite = async (id: string, by: Client): Promise<{ secret: string; invitation: { id: string } }> =>
    (await by.ask(hubMethods.invite, { sessionId: id, role: 'controller' })) as never;
  const { invitation } = await invite(sessionId, ada);
  const update = ada.seen.findLast(({ method }) => method === 'session/update')?.params as {
    _meta: Record<string, { cursor: string }>;
  };
  const others = new Map<string, { client: Client; ownSession: string | undefined }>();
  const identify = async (credentials: Parameters<typeof headOf>[0]): Promise<string> =>
    (await hub.access.identify(headOf(credentials)))?.name ?? '';
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const bearer = await sign({ iss: provider.issuer, aud: 'hub', sub: 'ivo', exp }, key);
  const certificate = { subject: { CN: 'laptop' }, valid_to: '2090-01-01T00:00:00Z' };
  const identified = [await identify({ bearer }), await identify({ certificate })];
  await provider[Symbol.asyncDispose]();
  expect(identified).toEqual(['ivo', 'laptop']);
  for (const name of [...names.slice(1), ...identified]) {
    const client = await Client.connect(hub, name);
    const { sessionId: ownSession } = (await client.ask('session/new', { cwd })) as { sessionId: string };
    others.set(name, { client, ownSession });
  }
  // A guest of the session of bob.
  const bob = others.get('bob');
  const { secret } = await invite(bob?.ownSession ?? '', bob?.client as Client);
  const client = await Client.connect(hub, await identify({ bearer: secret }));
  await client.ask('session/resume', { sessionId: bob?.ownSession, cwd });
  others.set('guest', { client, ownSession: bob?.ownSession });
  const [, toolCallId = ''] = /"toolCallId":"([^"]+)"/u.exec(JSON.stringify(ada.seen)) ?? [];
  expect(toolCallId).not.toBe('');
  world = {
    hub,
    toolCallId,
    journal,
    ada,
    sessionId,
    messageId,
    others,
    invitation: invitation.id,
    cursor: update._meta['acp-stack.dev/hub']?.cursor ?? '',
  };
}, 60_000);

afterAll(async () => {
  await world?.hub.close();
});

/** Valid params of each method about a session, besides its id. */
const paramsOf: Readonly<Record<string, object>> = {
  'session/resume': { cwd },
  'session/prompt': { prompt: [{ type: 'text', text: 'x' }] },
  'session/inject': { mode: 'queue', content: [{ type: 'text', text: 'x' }] },
  'session/set_config_option': { configId: 'model', value: 'x' },
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

describe.each(foreign)('for %s', (name) => {
  test.each([...sessionMethods, ...furtherMethods, hubMethods.stopSession])(
    '%s of a foreign session is as if there were none',
    async (method) => {
      const { client } = ready().others.get(name) as { client: Client };
      const before = await stored(ready().journal);
      const seen = client.seen.length;
      const params = withIds(method, ready());
      if (notifications.has(method)) {
        await client.peer.notify(method, { ...params, sessionId: ready().sessionId });
        // What was sent before it has its response, so the notification was handled too.
        await client.outcome('session/list', {});
      } else if (method === hubMethods.stopSession && name === 'root') {
        // An operator may stop any session; it may know whether one exists.
        expect(await client.outcome(method, { sessionId: newSessionId() })).toMatchObject({ code: -32_002 });
      } else {
        const unknown = newSessionId();
        const outcome = await client.outcome(method, { ...params, sessionId: ready().sessionId });
        const expected = await client.outcome(method, { ...params, sessionId: unknown });
        expect(JSON.stringify(outcome)).toBe(JSON.stringify(expected).replaceAll(unknown, ready().sessionId));
        expect(JSON.stringify(outcome)).not.toContain('CANARY');
        if (method !== 'session/close') expect(outcome).not.toHaveProperty('result');
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
