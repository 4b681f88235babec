/** Methods of the program that runs a hub, as clients see them. */
import { memoryJournal } from '@acp-stack/journal';
import { memoryPair, Peer, RpcError } from '@acp-stack/rpc';
import { agent } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { hubMethods } from '../access/hub-methods.ts';
import type { Requirement } from '../access/roles.ts';
import { staticToken, TokenTable } from '../access/tokens.ts';
import { openHub, type Hub } from '../hub/hub.ts';
import type { HubOptions } from '../hub/hub-options.ts';
import { deferred } from '../session/deferred.ts';
import { checkFurtherMethods, type FurtherMethods, type HubMethodContext } from './further-methods.ts';

const cwd = process.cwd();
const hubKey = 'acp-stack.dev/hub';
const tokens = new TokenTable(['ada', 'bob', 'root'].map((name) => staticToken(name, name, name === 'root')));
const silent = agent({ name: 'silent', version: '1.0.0' }).onPrompt(() => undefined);

const openWith = (methods: FurtherMethods, options: Partial<HubOptions> = {}): Promise<Hub> =>
  openHub({
    journal: memoryJournal(),
    agents: { silent },
    roots: [cwd],
    credentials: { tokens: () => tokens },
    methods,
    ...options,
  });

interface Connected {
  readonly ask: (method: string, params?: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly peer: Peer;
  readonly seen: unknown[];
  readonly methods: readonly string[];
}

async function connect(hub: Hub, principal: string, version: 1 | 2 = 2): Promise<Connected> {
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs, { principal });
  const seen: unknown[] = [];
  const peer = new Peer(ours, {
    handlers: (method) => ({ kind: 'notification', run: (params: unknown) => void seen.push([method, params]) }),
  });
  const ask: Connected['ask'] = async (method, params = {}) => (await peer.request(method, params)) as never;
  const { capabilities, agentCapabilities } = await ask('initialize', {
    protocolVersion: version,
    ...(version === 1 ? { clientCapabilities: {} } : { info: { name: 't', version: '1' }, capabilities: {} }),
  });
  const { _meta: meta } = Object(capabilities ?? agentCapabilities) as { _meta: Record<string, { methods: string[] }> };
  return { ask, peer, seen, methods: meta[hubKey]?.methods ?? [] };
}

/** The name of a guest of a session. */
async function guestOf(hub: Hub, by: Connected, sessionId: unknown): Promise<string> {
  const { secret } = await by.ask(hubMethods.invite, { sessionId, role: 'observer' });
  const guest = await hub.access.identify({
    method: 'POST',
    url: '/acp',
    certificate: () => undefined,
    header: (name) => (name === 'authorization' ? `Bearer ${String(secret)}` : undefined),
  });
  return guest?.name ?? '';
}

/** One method for each requirement. */
const oneForEach = (run: (name: string, context: HubMethodContext) => unknown): FurtherMethods =>
  Object.fromEntries(
    (['anybody', 'account', 'operator', 'observer', 'controller', 'owner'] satisfies Requirement[]).map((requires) => [
      `_host/${requires}`,
      { requires, run: (_, context) => run(requires, context) },
    ]),
  );

describe('further methods of a hub', () => {
  test('are called with their params and a context, and return their result', async () => {
    await using hub = await openWith({
      '_host/where': {
        requires: 'controller',
        run: async (params, { session, principal, notify }) => {
          await notify('_host/note', { to: principal.name });
          const { cwd: folder, agent: name } = await session(String(params['sessionId']), 'owner');
          return { folder, name, given: params['given'] };
        },
      },
      '_host/nothing': { requires: 'anybody', run: () => undefined },
    });
    const ada = await connect(hub, 'ada');
    const { sessionId } = await ada.ask('session/new', { cwd, mcpServers: [] });
    expect(await ada.ask('_host/where', { sessionId, given: 3 })).toEqual({ folder: cwd, name: 'silent', given: 3 });
    expect(ada.seen).toContainEqual(['_host/note', { to: 'ada' }]);
    expect(await ada.ask('_host/nothing')).toEqual({});
  });

  test.each([1, 2] as const)('are listed for each principal that may call them, in version %d', async (version) => {
    await using hub = await openWith(oneForEach(() => ({})));
    const ada = await connect(hub, 'ada', version);
    const root = await connect(hub, 'root', version);
    const { sessionId } = await ada.ask('session/new', { cwd, mcpServers: [] });
    const guest = await connect(hub, await guestOf(hub, ada, sessionId), version);
    const ofRoles = ['_host/anybody', '_host/observer', '_host/controller', '_host/owner', hubMethods.members];
    expect(guest.methods).toEqual(expect.arrayContaining(ofRoles));
    for (const name of ['_host/account', '_host/operator', hubMethods.acceptInvitation, hubMethods.drain])
      expect(guest.methods).not.toContain(name);
    expect(ada.methods).toEqual(expect.arrayContaining([...ofRoles, '_host/account', hubMethods.acceptInvitation]));
    expect(ada.methods).not.toContain('_host/operator');
    expect(ada.methods).not.toContain(hubMethods.drain);
    expect(root.methods.toSorted()).toEqual(
      [...Object.values(hubMethods), ...Object.keys(oneForEach(() => 0))].toSorted(),
    );
  });

  test('are refused before they run to a caller that may not call them', async () => {
    const ran: string[] = [];
    await using hub = await openWith(oneForEach((name, { principal }) => void ran.push(`${principal.name} ${name}`)));
    const [ada, bob] = [await connect(hub, 'ada'), await connect(hub, 'bob')];
    const { sessionId } = await ada.ask('session/new', { cwd });
    const { sessionId: ofBob } = await bob.ask('session/new', { cwd });
    const guest = await connect(hub, await guestOf(hub, ada, sessionId));
    const notFound = { code: -32_002, data: { sessionId } };
    for (const role of ['observer', 'controller', 'owner'])
      await expect(bob.ask(`_host/${role}`, { sessionId })).rejects.toMatchObject(notFound);
    await expect(bob.ask('_host/operator')).rejects.toMatchObject({ data: { reason: 'operator_required' } });
    await expect(guest.ask('_host/account')).rejects.toMatchObject({ data: { reason: 'guest' } });
    await expect(guest.ask('_host/controller', { sessionId })).rejects.toMatchObject({
      data: { reason: 'role_required' },
    });
    await expect(guest.ask('_host/observer', { sessionId: ofBob })).rejects.toMatchObject({ code: -32_002 });
    expect(ran).toEqual([]);
    await guest.ask('_host/observer', { sessionId });
    expect(ran).toHaveLength(1);
  });

  test('get the same answers from `session` as from the hub itself', async () => {
    await using hub = await openWith({
      '_host/session': {
        requires: 'account',
        run: (params, { session }) => session(String(params['sessionId']), 'observer'),
      },
    });
    const [ada, bob] = [await connect(hub, 'ada'), await connect(hub, 'bob')];
    const { sessionId } = await ada.ask('session/new', { cwd });
    const own = await bob.ask('session/resume', { sessionId, cwd }).catch((error: RpcError) => error.toObject());
    const asked = await bob.ask('_host/session', { sessionId }).catch((error: RpcError) => error.toObject());
    expect(asked).toEqual(own);
  });

  test('name the field that is wrong', async () => {
    await using hub = await openWith(oneForEach(() => ({})));
    const { ask, peer } = await connect(hub, 'ada');
    await expect(ask('_host/observer', { sessionId: 3 })).rejects.toMatchObject({
      code: -32_602,
      message: '_host/observer: sessionId must be a non-empty string.',
    });
    await expect(peer.request('_host/anybody', [1])).rejects.toMatchObject({
      code: -32_602,
      message: '_host/anybody: params must be an object.',
    });
  });

  test('hide what fails inside, count against the quotas and are noted in the audit log', async () => {
    const lines: string[] = [];
    await using hub = await openWith(
      {
        '_host/fail': {
          requires: 'account',
          run: () => {
            throw new Error('the password is wrong');
          },
        },
        '_host/refuse': {
          requires: 'account',
          run: () => {
            throw new RpcError(-32_602, 'path must be absolute.');
          },
        },
        '_host/fine': { requires: 'account', run: () => ({}) },
      },
      {
        quotasOf: (name) => (name === 'ada' ? { requestsPerSecond: 1, burstSeconds: 3 } : {}),
        log: { write: (line) => lines.push(line) },
      },
    );
    const ada = await connect(hub, 'ada');
    await expect(ada.ask('_host/fail')).rejects.toMatchObject({
      code: -32_603,
      message: 'The hub failed; its log says why.',
    });
    expect(lines.join('')).toContain('_host/fail failed');
    await expect(ada.ask('_host/refuse')).rejects.toMatchObject({ code: -32_602, message: 'path must be absolute.' });
    await ada.ask('_host/fine');
    await expect(ada.ask('_host/fine')).rejects.toMatchObject({ data: { quota: 'requestsPerSecond' } });
    const root = await connect(hub, 'root');
    const noted = async (): Promise<string> => JSON.stringify(await root.ask(hubMethods.audit, { principal: 'ada' }));
    await expect.poll(noted).toContain('"action":"_host/fine"');
    expect(await noted()).toContain('"refused":"quota_requestsPerSecond"');
  });

  test('are told when the caller cancels, and when its connection ends', async () => {
    const ended: string[] = [];
    const started = deferred<undefined>();
    await using hub = await openWith({
      '_host/wait': {
        requires: 'account',
        run: (_, { signal, disconnected }) => {
          disconnected.addEventListener('abort', () => ended.push('connection'));
          started.resolve(undefined);
          return new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              ended.push('request');
              resolve({});
            });
          });
        },
      },
    });
    const { peer } = await connect(hub, 'ada');
    const cancel = new AbortController();
    const waiting = peer.request('_host/wait', {}, { signal: cancel.signal });
    await started.promise;
    cancel.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(() => ended).toEqual(['request']);
    await peer.close();
    await expect.poll(() => ended).toEqual(['request', 'connection']);
  });

  test.each([...Object.values(hubMethods), '_acp-stack.dev/hub/new', '_acp-stack.dev/session_lost'])(
    'cannot have the name %s of the hub',
    async (name) => {
      const methods = { [name]: { requires: 'anybody', run: () => ({}) } } as FurtherMethods;
      await expect(openWith(methods)).rejects.toThrow(`The method ${name} has a name of the hub itself`);
    },
  );

  test.each(['session/new', 'host/files', '_', '_a b', '_a//b'])('cannot be called %s', (name) => {
    const methods = { [name]: { requires: 'anybody', run: () => ({}) } } as FurtherMethods;
    expect(() => {
      checkFurtherMethods(methods);
    }).toThrow('must begin with _');
  });
});
