import { memoryJournal, type Journal } from '@acp-stack/journal';
import { describe, expect, test } from 'vitest';

import type { Role } from '../store/records.ts';
import { createSecret, invitationLink, readInvitationLink } from './invitation-link.ts';
import { Invitations, type NewInvitation } from './invitations.ts';

const minute = 60_000;

class Setting {
  readonly journal: Journal;
  readonly members = new Map<string, Role>();
  readonly sessions = new Set(['s1', 's2']);
  now = 1_000_000;
  grants = 0;
  /** The next grant fails, as if the node had crashed. */
  crashes = false;
  readonly invitations: Invitations;

  constructor(journal: Journal = memoryJournal()) {
    this.journal = journal;
    this.invitations = new Invitations({
      journal,
      now: () => this.now,
      hasSession: (sessionId) => Promise.resolve(this.sessions.has(sessionId)),
      addMember: (sessionId, name, role) => {
        this.grants += 1;
        if (this.crashes) return Promise.reject(new Error('crash'));
        this.members.set(`${sessionId} ${name}`, role);
        return Promise.resolve();
      },
      removeMember: (sessionId, name) => {
        this.members.delete(`${sessionId} ${name}`);
        return Promise.resolve();
      },
    });
  }

  async invite(more: Partial<NewInvitation> = {}): Promise<{ readonly secret: string; readonly id: string }> {
    const created = await this.invitations.create({
      sessionId: 's1',
      role: 'controller',
      expiresIn: minute,
      by: 'ada',
      ...more,
    });
    return { secret: created.secret, id: created.invitation.id };
  }
}

const invalid = { code: -32_002, data: { reason: 'invitation_invalid' } };

describe('invitations', () => {
  test('give the role to the principal that accepts, once', async () => {
    const setting = new Setting();
    const { secret } = await setting.invite();
    expect(await setting.invitations.accept(secret, 'bob')).toEqual({ sessionId: 's1', role: 'controller' });
    expect([...setting.members]).toEqual([['s1 bob', 'controller']]);
    await expect(setting.invitations.accept(secret, 'eve')).rejects.toMatchObject(invalid);
    expect(await setting.invitations.accept(secret, 'bob')).toEqual({ sessionId: 's1', role: 'controller' });
    expect(setting.grants).toBe(1);
  });

  test('of many principals that accept at once, as many succeed as there are uses', async () => {
    const setting = new Setting();
    const { secret } = await setting.invite({ uses: 2 });
    const names = Array.from({ length: 20 }, (_, n) => `p${n}`);
    const outcomes = await Promise.allSettled(names.map((name) => setting.invitations.accept(secret, name)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(setting.members.size).toBe(2);
  });

  test('several nodes together make no more invitations for a session than one', async () => {
    const { journal } = new Setting();
    const nodes = Array.from({ length: 3 }, () => new Setting(journal).invitations);
    const created = { sessionId: 's1', role: 'observer', expiresIn: minute, by: 'ada' } as const;
    const all = Array.from({ length: 75 }, (_, n) => nodes[n % nodes.length]?.create(created));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(64);
    expect(await nodes[0]?.list('s1')).toHaveLength(64);
    await nodes[0]?.deleteOf('s1');
    expect((await nodes[1]?.create(created))?.invitation.sessionId).toBe('s1');
  });

  test('a crash between the use and the membership is repaired when the same principal accepts again', async () => {
    const setting = new Setting();
    const { secret } = await setting.invite();
    setting.crashes = true;
    await expect(setting.invitations.accept(secret, 'bob')).rejects.toThrow('crash');
    setting.crashes = false;
    await expect(setting.invitations.accept(secret, 'eve')).rejects.toMatchObject(invalid);
    await setting.invitations.accept(secret, 'bob');
    expect([...setting.members.keys()]).toEqual(['s1 bob']);
  });

  test('a member that was removed cannot come back with its old link', async () => {
    const setting = new Setting();
    const { secret } = await setting.invite();
    await setting.invitations.accept(secret, 'bob');
    setting.members.clear();
    await setting.invitations.accept(secret, 'bob');
    expect(setting.members.size).toBe(0);
  });

  test('expired, revoked, unknown and malformed secrets, and those of deleted sessions, have one error', async () => {
    const setting = new Setting();
    const [expired, revoked, orphan] = [
      await setting.invite({ expiresIn: 1 }),
      await setting.invite(),
      await setting.invite({ sessionId: 's2' }),
    ];
    setting.now += 1;
    setting.sessions.delete('s2');
    await setting.invitations.revoke('s1', revoked.id);
    const errors = await Promise.all(
      [expired.secret, revoked.secret, orphan.secret, createSecret(), 'x', '', `${revoked.secret}a`].map((secret) =>
        setting.invitations.accept(secret, 'bob').catch((error: unknown) => error),
      ),
    );
    for (const error of errors) expect(error).toMatchObject(invalid);
    expect(new Set(errors.map((error) => (error as Error).message)).size).toBe(1);
    expect(setting.members.size).toBe(0);
  });

  test('the secret is stored nowhere', async () => {
    const setting = new Setting();
    const { secret, id } = await setting.invite();
    await setting.invitations.accept(secret, 'bob');
    const { streams } = await setting.journal.list();
    const stored: unknown[] = [streams, await setting.invitations.list('s1')];
    for (const { stream } of streams) for await (const entry of setting.journal.read(stream)) stored.push(entry);
    expect(JSON.stringify(stored)).not.toContain(secret.slice(5, 20));
    expect(JSON.stringify(stored)).toContain(id);
  });

  test('are listed for their session, and revoked by their id there only', async () => {
    const setting = new Setting();
    const { secret, id } = await setting.invite({ role: 'observer', uses: 2 });
    await setting.invite({ sessionId: 's2' });
    await setting.invitations.accept(secret, 'bob');
    expect(await setting.invitations.list('s1')).toEqual([
      {
        id,
        sessionId: 's1',
        role: 'observer',
        expiresAt: setting.now + minute,
        uses: 2,
        by: 'ada',
        usedBy: ['bob'],
        isRevoked: false,
      },
    ]);
    await expect(setting.invitations.revoke('s2', id)).rejects.toMatchObject(invalid);
    await setting.invitations.revoke('s1', id);
    await setting.invitations.revoke('s1', id);
    await expect(setting.invitations.accept(secret, 'cleo')).rejects.toMatchObject(invalid);
    // An account keeps the membership that it has got; its owner removes it.
    expect([...setting.members.keys()]).toEqual(['s1 bob']);
  });

  test('what cannot be an invitation is refused', async () => {
    const setting = new Setting();
    await expect(setting.invite({ role: 'owner' as never })).rejects.toThrow('must be controller or observer');
    await expect(setting.invite({ expiresIn: 0 })).rejects.toThrow('at most 90 days');
    await expect(setting.invite({ expiresIn: Number.NaN })).rejects.toThrow('at most 90 days');
    await expect(setting.invite({ expiresIn: 91 * 24 * 60 * minute })).rejects.toThrow('at most 90 days');
    await expect(setting.invite({ uses: 0 })).rejects.toThrow('1 to 50 uses');
    await Promise.all(Array.from({ length: 64 }, () => setting.invite()));
    await expect(setting.invite()).rejects.toThrow('The session has 64 open invitations; revoke some.');
    setting.now += minute;
    await setting.invite();
  });

  test('that are asked for at the same time are limited as those that are asked for one by one', async () => {
    const setting = new Setting();
    const [ofOne, ofOther] = await Promise.all(
      ['s1', 's2'].map((sessionId) =>
        Promise.allSettled(Array.from({ length: 80 }, () => setting.invite({ sessionId }))),
      ),
    );
    for (const outcomes of [ofOne, ofOther])
      expect(outcomes?.filter(({ status }) => status === 'fulfilled')).toHaveLength(64);
    expect(await setting.invitations.list('s1')).toHaveLength(64);
  });

  test('that were revoked count too, so that none can make the list of a session endless', async () => {
    const setting = new Setting();
    for (let count = 0; count < 200; count += 1) await setting.invitations.revoke('s1', (await setting.invite()).id);
    await expect(setting.invite()).rejects.toThrow(
      'The session has 200 invitations, with those that are over; wait until some have expired.',
    );
    setting.now += minute;
    await setting.invitations.collect();
    await setting.invite();
  });
});

describe('guests', () => {
  test('use the secret as their credential until it expires', async () => {
    const setting = new Setting();
    const { secret, id } = await setting.invite({ role: 'observer' });
    const guest = { name: `guest:${id}`, isOperator: false, onlySession: 's1' };
    expect(await setting.invitations.guest(secret)).toEqual(guest);
    expect(await setting.invitations.guest(secret)).toEqual(guest);
    expect([...setting.members]).toEqual([[`s1 guest:${id}`, 'observer']]);
    expect(setting.grants).toBe(1);
    await expect(setting.invitations.accept(secret, 'bob')).rejects.toMatchObject(invalid);
    setting.now += minute;
    expect(await setting.invitations.guest(secret)).toBeUndefined();
    expect(await setting.invitations.collect()).toBe(1);
    expect(setting.members.size).toBe(0);
    expect((await setting.journal.list()).streams).toEqual([]);
  });

  test('lose their access with the invitation', async () => {
    const setting = new Setting();
    const { secret, id } = await setting.invite();
    await setting.invitations.guest(secret);
    await setting.invitations.revoke('s1', id);
    expect(await setting.invitations.guest(secret)).toBeUndefined();
    expect(setting.members.size).toBe(0);
    await setting.invitations.deleteOf('s1');
    expect(await setting.invitations.list('s1')).toEqual([]);
  });

  test('a store that fails is not an invalid secret', async () => {
    const setting = new Setting();
    const { secret } = await setting.invite();
    await setting.journal.close();
    await expect(setting.invitations.guest(secret)).rejects.toThrow('closed');
  });
});

describe('links', () => {
  test('hold the secret in the fragment, which is not sent to servers', () => {
    const secret = createSecret();
    const link = invitationLink('https://hub.example/acp', secret);
    expect(new URL(link).hash).toBe(`#invitation=${secret}`);
    expect(readInvitationLink(link)).toEqual({ url: 'https://hub.example/acp', secret });
  });

  test.each([
    '',
    'https://hub.example/acp',
    'https://hub.example/acp#invitation=short',
    `#invitation=${createSecret()}`,
  ])('%j is not one', (link) => {
    expect(readInvitationLink(link)).toBeUndefined();
  });
});
