/** Every role with every method, over the wire. */
import { describe, expect, test } from 'vitest';

import { RpcError } from '@acp-stack/rpc';
import { settled, VirtualClock } from '@acp-stack/testing';

import { hubMethods } from '../access/hub-methods.ts';
import { quotaExceeded, unknownSession } from '../access/refusals.ts';
import { includesRole, isRole, requirements } from '../access/roles.ts';
import type { Role } from '../store/records.ts';
import { parserOf } from './extension-methods.ts';
import { cwd, fromStart, hubAware, message, scriptedHub, type ScriptedSession } from './scripted-hub.test-support.ts';

const members = { ada: 'owner', bob: 'controller', eve: 'observer' } as const;
const text = [{ type: 'text', text: 'hello' }] as const;

/** The params of each request about a session, without the session. */
const requests: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'session/prompt': { prompt: text },
  'session/inject': { mode: 'queue', content: text },
  'session/revoke_inject': { messageId: 'm1' },
  'session/replace_inject': { messageId: 'm1', content: text },
  'session/set_config_option': { configId: 'model', type: 'id', value: 'large' },
  'session/set_title': { title: 'A title' },
  'session/archive': {},
  'session/unarchive': {},
  'session/status': {},
  'tool_call/cancel': { toolCallId: 't1' },
  'terminal/cancel': { terminalId: 't1' },
  [hubMethods.members]: {},
  [hubMethods.setMember]: { principal: 'joe', role: 'observer' },
  [hubMethods.removeMember]: { principal: 'eve' },
  [hubMethods.invite]: { role: 'observer' },
  [hubMethods.invitations]: {},
  [hubMethods.revokeInvitation]: { invitation: 'i1' },
};

/** Results that the schema accepts. */
const results: Readonly<Record<string, object>> = {
  'session/inject': { messageId: 'm1' },
  'session/replace_inject': { messageId: 'm1' },
  'session/set_config_option': { configOptions: [] },
  'session/set_title': { title: 'A title' },
};

/** An owner that says yes to everything. */
function agreeing(session: ScriptedSession): void {
  session.onItem = ({ item, request: { key, method } }) =>
    session.append({ kind: 'result', item, key, result: results[method] ?? {} });
}

describe('every method with every role', () => {
  for (const [principal, role] of Object.entries({ ...members, joe: undefined }) as [string, Role | undefined][]) {
    test(`as ${role ?? 'a stranger'}`, async () => {
      const done = (): object => ({ done: true });
      await using hub = await scriptedHub({
        commands: {
          invite: done,
          invitations: done,
          revokeInvitation: done,
          acceptInvitation: done,
          search: done,
          sessions: done,
          status: done,
          drain: done,
          stopSession: done,
          audit: done,
        },
      });
      const session = await hub.session(members);
      agreeing(session);
      const { sessionId } = session;
      const { connection } = await hub.raw({ principal });
      if (role !== undefined) await connection.request('session/resume', fromStart(session));
      for (const [method, params] of Object.entries(requests)) {
        const before = (await session.items()).length;
        const required = requirements.get(method);
        if (!isRole(required)) throw new Error(`${method} has no role`);
        const outcome = await connection.requestRaw(method as 'session/prompt', { sessionId, ...params }).then(
          () => 'done',
          (error: RpcError) => error,
        );
        if (role === undefined) {
          expect(outcome, method).toMatchObject(unknownSession(sessionId).toObject());
          expect((await session.items()).length, method).toBe(before);
        } else if (includesRole(role, required)) expect(outcome, method).toBe('done');
        else {
          expect(outcome, method).toMatchObject({ code: -32_602, data: { reason: 'role_required', role: required } });
          expect((await session.items()).length, method).toBe(before);
        }
      }
      const before = (await session.items()).length;
      await connection.notify('session/cancel', { sessionId });
      await settled();
      const hasCancelled = (await session.items()).length > before;
      expect(hasCancelled).toBe(role !== undefined && includesRole(role, 'controller'));
      const deleted = connection.request('session/delete', { sessionId });
      if (role === 'owner') await deleted;
      else await expect(deleted).rejects.toThrow();
      expect((await hub.store.get(sessionId)) === undefined).toBe(role === 'owner');
    });
  }

  test('methods of operators are refused to all others, and not about sessions of others either', async () => {
    await using hub = await scriptedHub();
    const { connection } = await hub.raw();
    for (const method of [hubMethods.status, hubMethods.sessions, hubMethods.drain])
      await expect(connection.request(method, {})).rejects.toMatchObject({ data: { reason: 'operator_required' } });
    await expect(connection.request(hubMethods.stopSession, { sessionId: 'x' })).rejects.toMatchObject({
      data: { reason: 'operator_required' },
    });
    const operator = await hub.raw({ principal: 'root' });
    expect(await operator.connection.request(hubMethods.status, {})).toEqual({ state: 'ok' });
  });

  test('what was done and what was refused is noted, without content', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    agreeing(session);
    const { sessionId } = session;
    const eve = await hub.raw({ principal: 'eve' });
    await eve.connection.request('session/resume', { sessionId, cwd });
    await eve.connection.request('session/prompt', { sessionId, prompt: text }).catch(() => undefined);
    await eve.connection.request('session/resume', { sessionId: 'other', cwd }).catch(() => undefined);
    await eve.connection.request('session/close', { sessionId });
    expect(
      hub.notes.filter(({ principal }) => principal === 'eve').map(({ action, detail }) => [action, detail]),
    ).toEqual([
      ['connect', {}],
      ['attach', { sessionId }],
      ['session/prompt', { sessionId, refused: 'role_required' }],
      ['attach', { sessionId: 'other', refused: 'not_found' }],
      ['detach', { sessionId }],
    ]);
    expect(JSON.stringify(hub.notes)).not.toContain('hello');
  });
});

describe('a member that loses its access', () => {
  test('gets nothing more, is told so, and the session does not exist for it any more', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    const { sessionId } = session;
    const eve = await hub.raw({ principal: 'eve', capabilities: hubAware });
    await eve.connection.request('session/resume', { sessionId, cwd });
    await session.append({ kind: 'members', members: { ada: 'owner', bob: 'controller' } });
    await session.say('secret');
    await expect
      .poll(() => eve.notifications.at(-1)?.params)
      .toEqual({
        sessionId,
        message: 'Your access to this session was revoked.',
        reason: 'revoked',
      });
    await expect(eve.connection.request('session/resume', { sessionId, cwd })).rejects.toMatchObject(
      unknownSession(sessionId).toObject(),
    );
    expect(eve.texts).toEqual([]);
    expect(hub.app.sessions).toBe(0);
  });

  test('gets nothing of what it has not read yet, even if it was before', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    const eve = await hub.raw({ principal: 'eve' });
    await eve.connection.request('session/resume', { sessionId: session.sessionId, cwd });
    await session.append({ kind: 'update', update: { sessionUpdate: 'state_update', state: 'running' } });
    eve.channel.pause();
    for (let index = 0; index < 3000; index += 1) await session.say(String(index));
    await session.append({ kind: 'members', members: { ada: 'owner' } });
    await settled();
    eve.channel.resume();
    // A client that does not know of losses sees that the work has ended for it.
    await expect
      .poll(() => eve.notifications.at(-1)?.params['update'])
      .toEqual({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' });
    expect(eve.texts.length).toBeLessThan(3000);
  });

  test('sees nothing of the history if it loses its access while it opens the session again', async () => {
    let goOn: (path: string) => void = () => undefined;
    const folder = (path: string): Promise<string> =>
      path === cwd ? Promise.resolve(path) : new Promise((resolve) => (goOn = resolve));
    await using hub = await scriptedHub({ folders: { folder } });
    const session = await hub.session(members);
    const { sessionId } = session;
    await session.say('secret');
    const eve = await hub.raw({ principal: 'eve' });
    await eve.connection.request('session/resume', { sessionId, cwd });
    const again = eve.connection.request('session/resume', { ...fromStart(session), cwd: '/link' });
    await settled();
    await session.append({ kind: 'members', members: { ada: 'owner' } });
    await settled();
    goOn(cwd);
    await expect(again).rejects.toMatchObject(unknownSession(sessionId).toObject());
    expect(eve.texts).toEqual([]);
    await expect.poll(() => [hub.app.sessions, hub.feeds.size]).toEqual([0, 0]);
  });

  test('and gets it back while it opens the session again is attached once', async () => {
    let goOn: (path: string) => void = () => undefined;
    const folder = (path: string): Promise<string> =>
      path === cwd ? Promise.resolve(path) : new Promise((resolve) => (goOn = resolve));
    await using hub = await scriptedHub({ folders: { folder } });
    const session = await hub.session(members);
    agreeing(session);
    const { sessionId } = session;
    const bob = await hub.raw({ principal: 'bob' });
    await bob.connection.request('session/resume', { sessionId, cwd });
    const again = bob.connection.request('session/resume', { sessionId, cwd: '/link' });
    await settled();
    await session.append({ kind: 'members', members: { ada: 'owner' } });
    await session.append({ kind: 'members', members });
    await settled();
    goOn(cwd);
    await again;
    expect(await bob.connection.request('session/prompt', { sessionId, prompt: text })).toEqual({});
    bob.connection.destroy(new Error('cut'));
    await expect.poll(() => [hub.app.sessions, hub.feeds.size]).toEqual([0, 0]);
  });

  test('has its waiting requests refused', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    const { sessionId } = session;
    const bob = await hub.raw({ principal: 'bob' });
    await bob.connection.request('session/resume', { sessionId, cwd });
    const prompt = bob.connection.request('session/prompt', { sessionId, prompt: text });
    await settled();
    await session.append({ kind: 'members', members: { ada: 'owner' } });
    await expect(prompt).rejects.toMatchObject({ code: -32_002 });
  });

  test('and a principal whose token was revoked is disconnected', async () => {
    await using hub = await scriptedHub();
    const { connection } = await hub.raw({ principal: 'eve' });
    const other = await hub.raw();
    hub.app.disconnect('eve');
    await connection.closed;
    expect(await other.connection.request('session/list', {})).toEqual({ sessions: [] });
  });
});

test('a session that is deleted ends for all clients that are attached', async () => {
  await using hub = await scriptedHub();
  const session = await hub.session(members);
  const { sessionId } = session;
  const [ada, eve] = [
    await hub.raw({ capabilities: hubAware }),
    await hub.raw({ principal: 'eve', capabilities: hubAware }),
  ];
  for (const { connection } of [ada, eve]) await connection.request('session/resume', { sessionId, cwd });
  await ada.connection.request('session/delete', { sessionId });
  for (const { notifications } of [ada, eve])
    await expect.poll(() => notifications.at(-1)?.params['reason']).toBe('deleted');
  expect([hub.app.sessions, hub.feeds.size]).toEqual([0, 0]);
});

test('a session that another node has deleted ends for the clients of this one', async () => {
  const clock = new VirtualClock();
  await using hub = await scriptedHub({ clock });
  const session = await hub.session(members);
  const { connection, notifications } = await hub.raw({ capabilities: hubAware });
  await connection.request('session/resume', { sessionId: session.sessionId, cwd });
  session.disown();
  await hub.store.delete(session.sessionId);
  await clock.advance(1000);
  await expect.poll(() => notifications.at(-1)?.params['reason']).toBe('deleted');
  expect([hub.app.sessions, hub.feeds.size]).toEqual([0, 0]);
});

test('a session that is closed while it is being opened is not attached afterwards', async () => {
  let goOn: (path: string) => void = () => undefined;
  const folder = (): Promise<string> => new Promise((resolve) => (goOn = resolve));
  await using hub = await scriptedHub({ folders: { folder } });
  const session = await hub.session(members);
  const { sessionId } = session;
  const { connection } = await hub.raw();
  const opened = connection.request('session/resume', { sessionId, cwd: '/link' });
  await settled();
  const closed = connection.request('session/close', { sessionId });
  await settled();
  goOn(cwd);
  await Promise.all([opened, closed]);
  expect([hub.app.sessions, hub.feeds.size]).toEqual([0, 0]);
});

test('nothing is created for a client that has too many attachments', async () => {
  let created = 0;
  await using hub = await scriptedHub({
    quotas: {
      request: () => undefined,
      prompt: () => undefined,
      attach: () => {
        throw quotaExceeded('attachments', 'More than 1 attached sessions; close some.');
      },
    },
    createSession: () => {
      created += 1;
      return Promise.resolve({ sessionId: 'x' });
    },
  });
  const { connection } = await hub.raw();
  await expect(connection.request('session/new', { cwd })).rejects.toMatchObject({
    data: { reason: 'quota_exceeded' },
  });
  expect(created).toBe(0);
});

test('requests about a session that is not open are refused, but its title and archive can be changed', async () => {
  await using hub = await scriptedHub();
  const session = await hub.session(members);
  agreeing(session);
  const { sessionId } = session;
  const { connection } = await hub.raw();
  await expect(connection.request('session/prompt', { sessionId, prompt: text })).rejects.toMatchObject({
    code: -32_002,
    message: 'The session is not open here; open it with session/resume first.',
  });
  expect(await connection.request('session/set_title', { sessionId, title: 'New' })).toEqual({ title: 'A title' });
  expect(await connection.request('session/archive', { sessionId })).toEqual({});
  expect((await session.items()).map(({ request }) => request.method)).toEqual([
    'session/set_title',
    'session/archive',
  ]);
  expect(await connection.request('session/status', { sessionId })).toEqual({ status: 'open' });
  expect([hub.app.sessions, hub.feeds.size]).toEqual([0, 0]);
});

describe('the params of methods of the hub', () => {
  test('are read strictly, and the error names what is wrong', () => {
    const parse = parserOf('invite');
    expect(parse({ sessionId: 's', role: 'observer', expiresIn: 10, _meta: {} })).toEqual({
      sessionId: 's',
      role: 'observer',
      expiresIn: 10,
    });
    for (const [params, words] of [
      [undefined, 'sessionId must be a non-empty string'],
      [[], 'params must be an object'],
      ['x', 'params must be an object'],
      [{ sessionId: '', role: 'owner' }, 'sessionId must be a non-empty string'],
      [{ sessionId: 's', role: 'king' }, 'role must be owner, controller or observer'],
      [{ sessionId: 's', role: 'owner', uses: -1 }, 'uses must be a whole number, 0 or more'],
      [{ sessionId: 's', role: 'owner', uses: 1.5 }, 'uses must be a whole number, 0 or more'],
      [{ sessionId: 's', role: 'owner', admin: true }, 'unknown field admin'],
    ] as const)
      expect(() => parse(params)).toThrow(new RpcError(-32_602, `${hubMethods.invite}: ${words}.`));
  });
});

test('an update that cannot be shown to one client does not hold up another', async () => {
  await using hub = await scriptedHub();
  const session = await hub.session(members);
  const [ada, eve] = [await hub.raw(), await hub.raw({ principal: 'eve' })];
  for (const { connection } of [ada, eve]) await connection.request('session/resume', fromStart(session));
  ada.connection.destroy();
  await session.append({ kind: 'update', update: message('one') });
  await expect.poll(() => eve.texts).toEqual(['one']);
});
