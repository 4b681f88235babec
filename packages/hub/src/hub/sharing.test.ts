/** Sessions that are shared by invitations, over real connections. */
import { webSocket } from '@acp-stack/http/node';
import { memoryJournal } from '@acp-stack/journal';
import { agent, client, type ClientConnection } from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { hubMethods } from '../access/hub-methods.ts';
import { invitationLink, readInvitationLink } from '../access/invitation-link.ts';
import { staticToken, TokenTable } from '../access/tokens.ts';
import { serveHub, type HubServing } from '../serve/serve-hub.ts';
import { openHub, type Hub } from './hub.ts';

const cwd = process.cwd();
const echo = agent({ name: 'echo', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append('Yes.');
});

class Setting implements AsyncDisposable {
  readonly clock: VirtualClock;
  readonly tokens = new Map(['ada', 'bob'].map((name) => [name, staticToken(name, `token-${name}`)]));
  readonly connections: ClientConnection[] = [];
  readonly hub: Hub;
  readonly serving: HubServing;

  private constructor(hub: Hub, serving: HubServing, clock: VirtualClock) {
    this.hub = hub;
    this.serving = serving;
    this.clock = clock;
  }

  static async open(): Promise<Setting> {
    const parts: { setting?: Setting } = {};
    const clock = new VirtualClock();
    const hub = await openHub({
      journal: memoryJournal(),
      roots: [cwd],
      agents: { echo },
      clock,
      credentials: { tokens: () => new TokenTable([...(parts.setting?.tokens.values() ?? [])]) },
    });
    parts.setting = new Setting(hub, await serveHub(hub), clock);
    return parts.setting;
  }

  async connect(token: string): Promise<ClientConnection> {
    const options = { token, reconnect: { first: 1, giveUpAfter: 60_000 } };
    const channel = webSocket(this.serving.url, options);
    const connection = await client({ name: 'test', version: '1.0.0' }).connect(channel);
    this.connections.push(connection);
    return connection;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const connection of this.connections) connection.raw.destroy();
    await this.serving.close();
    await this.hub.close();
  }
}

interface Invited {
  readonly secret: string;
  readonly invitation: { readonly id: string };
}

const invite = async (owner: ClientConnection, sessionId: string, role: string): Promise<Invited> =>
  (await owner.request(hubMethods.invite, { sessionId, role })) as Invited;

describe('a guest', () => {
  test('sees the session of its link, in its role, until the invitation is revoked', async () => {
    await using setting = await Setting.open();
    const ada = await setting.connect('token-ada');
    const session = await ada.newSession({ cwd });
    await ada.newSession({ cwd });
    const { secret, invitation } = await invite(ada, session.id, 'observer');
    const link = readInvitationLink(invitationLink(setting.serving.url, secret));
    expect(link?.url).toBe(setting.serving.url);
    const guest = await setting.connect(link?.secret ?? '');
    const { sessions } = await guest.request('session/list', {});
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([session.id]);
    const seen: unknown[] = [];
    await guest.resume({ sessionId: session.id, cwd }, { onUpdate: (update) => void seen.push(update) });
    await session.prompt('Is it?');
    await expect.poll(() => JSON.stringify(seen)).toContain('Yes.');
    const prompt = [{ type: 'text', text: 'x' }] as const;
    await expect(guest.request('session/prompt', { sessionId: session.id, prompt })).rejects.toMatchObject({
      data: { reason: 'role_required', role: 'controller' },
    });
    await expect(guest.request('session/new', { cwd })).rejects.toMatchObject({ data: { reason: 'guest' } });
    await ada.request(hubMethods.revokeInvitation, { sessionId: session.id, invitation: invitation.id });
    await expect(guest.request('session/resume', { sessionId: session.id, cwd })).rejects.toThrow('Session not found.');
    await setting.clock.advance(2000);
    expect(await guest.closed).toMatchObject({ error: { code: 'unauthorized' } });
    await expect(setting.connect(secret)).rejects.toMatchObject({ cause: { code: 'unauthorized' } });
  });
});

test('a guest cannot be made an owner', async () => {
  await using setting = await Setting.open();
  const ada = await setting.connect('token-ada');
  const { id: sessionId } = await ada.newSession({ cwd });
  const { invitation } = await invite(ada, sessionId, 'controller');
  const principal = `guest:${invitation.id}`;
  await expect(ada.request(hubMethods.setMember, { sessionId, principal, role: 'owner' })).rejects.toThrow(
    'A guest cannot be an owner',
  );
});

describe('a member', () => {
  test('that removes itself is told so, and then that it has lost the session', async () => {
    await using setting = await Setting.open();
    const ada = await setting.connect('token-ada');
    const { id: sessionId } = await ada.newSession({ cwd });
    await ada.request(hubMethods.setMember, { sessionId, principal: 'bob', role: 'owner' });
    expect(await ada.request(hubMethods.removeMember, { sessionId, principal: 'ada' })).toEqual({});
    const prompt = [{ type: 'text', text: 'x' }] as const;
    await expect(ada.request('session/prompt', { sessionId, prompt })).rejects.toThrow('Session not found.');
  });

  test('joins with its account, and cannot come back with the old link after it was removed', async () => {
    await using setting = await Setting.open();
    const [ada, bob] = [await setting.connect('token-ada'), await setting.connect('token-bob')];
    const session = await ada.newSession({ cwd });
    const sessionId = session.id;
    const { secret } = await invite(ada, sessionId, 'controller');
    await expect(bob.request('session/resume', { sessionId, cwd })).rejects.toThrow('Session not found.');
    expect(await bob.request(hubMethods.acceptInvitation, { secret })).toEqual({ sessionId, role: 'controller' });
    const joined = await bob.resume({ sessionId, cwd });
    await joined.prompt('Is it?');
    await ada.request(hubMethods.removeMember, { sessionId, principal: 'bob' });
    await expect.poll(() => bob.request('session/list', {}).then(({ sessions }) => sessions)).toEqual([]);
    await expect(bob.request('session/resume', { sessionId, cwd })).rejects.toThrow('Session not found.');
    await bob.request(hubMethods.acceptInvitation, { secret });
    await expect(bob.request('session/resume', { sessionId, cwd })).rejects.toThrow('Session not found.');
  });

  test('keeps its higher role when it accepts an invitation to a lower one', async () => {
    await using setting = await Setting.open();
    const ada = await setting.connect('token-ada');
    const { id: sessionId } = await ada.newSession({ cwd });
    const { secret } = await invite(ada, sessionId, 'observer');
    await ada.request(hubMethods.acceptInvitation, { secret });
    expect(await ada.request(hubMethods.members, { sessionId })).toMatchObject({ members: { ada: 'owner' } });
  });
});

test('a token that is removed ends the connections of its principal within 5 seconds', async () => {
  await using setting = await Setting.open();
  const [ada, bob] = [await setting.connect('token-ada'), await setting.connect('token-bob')];
  setting.tokens.delete('bob');
  await settled();
  await setting.clock.advance(5000);
  expect(await bob.closed).toMatchObject({ error: { code: 'unauthorized' } });
  expect(await ada.request('session/list', {})).toEqual({ sessions: [] });
});
