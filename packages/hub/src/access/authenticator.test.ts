import type { PeerCertificate } from 'node:tls';

import type { RequestHead } from '@acp-stack/http/server';
import { memoryJournal, type Journal } from '@acp-stack/journal';
import { describe, expect, test } from 'vitest';

import { HubCounters } from '../observe/counters.ts';
import { Authenticator } from './authenticator.ts';
import { Invitations } from './invitations.ts';
import type { VerifiedToken } from './json-web-tokens.ts';
import { Tickets } from './tickets.ts';
import { staticToken, TokenTable } from './tokens.ts';

interface Asked {
  readonly bearer?: string;
  readonly authorization?: string;
  readonly url?: string;
  readonly method?: string;
  readonly upgrade?: string;
  readonly certificate?: object;
}

function headOf({ bearer, authorization, url = '/acp', method = 'GET', upgrade, certificate }: Asked): RequestHead {
  const headers: Readonly<Record<string, string | undefined>> = {
    authorization: bearer === undefined ? authorization : `Bearer ${bearer}`,
    upgrade,
  };
  return {
    method,
    url,
    header: (name) => headers[name],
    certificate: () => certificate as PeerCertificate | undefined,
  };
}

const hour = 3_600_000;

class Setting {
  now = 1_800_000_000_000;
  readonly journal: Journal = memoryJournal();
  tokens = new TokenTable([staticToken('ada', 'token-of-ada', true), staticToken('bob', 'token-of-bob')]);
  readonly verified = new Map<string, VerifiedToken>();
  readonly counters = new HubCounters();
  lookups = 0;
  readonly invitations = new Invitations({
    journal: this.journal,
    now: () => this.now,
    addMember: () => Promise.resolve(),
    removeMember: () => Promise.resolve(),
    hasSession: () => Promise.resolve(true),
  });
  readonly authenticator = new Authenticator({
    now: () => this.now,
    tokens: () => this.tokens,
    oidc: {
      verify: (token) => {
        this.lookups += 1;
        return Promise.resolve(this.verified.get(token));
      },
    },
    invitations: this.invitations,
    tickets: new Tickets(this.journal, () => this.now),
    certificates: { name: 'subject', operators: ['root'] },
    counters: this.counters,
  });

  name(asked: Asked): Promise<string | undefined> {
    return Promise.resolve(this.authenticator.authenticate(headOf(asked)));
  }

  /** A token of the provider that is accepted. */
  issue(token: string, name: string, more: { readonly isOperator?: boolean; readonly expiresIn?: number } = {}): void {
    const { isOperator = false, expiresIn = hour } = more;
    this.verified.set(token, { principal: { name, isOperator }, expiresAt: this.now + expiresIn });
  }
}

const certificateOf = (CN: string, validTo = '2040-01-01T00:00:00Z'): object => ({
  subject: { CN },
  valid_to: validTo,
});

test('a static token that was added a moment ago is accepted; others are looked for only if nothing else fits', async () => {
  let tokens = new TokenTable([staticToken('ada', 'token-of-ada')]);
  let reloads = 0;
  const authenticator = new Authenticator({
    tokens: () => tokens,
    reloadTokens: () => {
      reloads += 1;
      tokens = new TokenTable([staticToken('ada', 'token-of-ada'), staticToken('ann', 'token-of-ann')]);
      return Promise.resolve();
    },
  });
  const nameOf = (bearer: string): Promise<string | undefined> =>
    Promise.resolve(authenticator.authenticate(headOf({ bearer })));
  expect(await nameOf('token-of-ada')).toBe('ada');
  expect(reloads).toBe(0);
  expect(await nameOf('token-of-ann')).toBe('ann');
  expect(await nameOf('wrong')).toBeUndefined();
  expect(reloads).toBe(2);
});

describe('Authenticator', () => {
  test('a static token is its principal, with the rights of its line', async () => {
    const setting = new Setting();
    expect(await setting.name({ bearer: 'token-of-ada' })).toBe('ada');
    expect(await setting.name({ authorization: 'bearer  token' })).toBeUndefined();
    expect(setting.authenticator.principalOf('ada')).toEqual({ name: 'ada', isOperator: true });
    expect(setting.authenticator.principalOf('bob')).toEqual({ name: 'bob', isOperator: false });
    expect(setting.authenticator.principalOf('eve')).toBeUndefined();
  });

  test.each<[string, Asked]>([
    ['nothing', {}],
    ['an empty token', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic YWRhOmFkYQ==' }],
    ['a wrong token', { bearer: 'token' }],
    ['two tokens', { authorization: 'Bearer token-of-ada, Bearer x' }],
    ['an unknown ticket', { url: `/acp?ticket=${'x'.repeat(43)}`, upgrade: 'websocket' }],
    ['a valid certificate, and a wrong token', { bearer: 'x', certificate: certificateOf('cleo') }],
  ])('a request with %s has no principal', async (_, asked) => {
    const setting = new Setting();
    expect(await setting.name(asked)).toBeUndefined();
    expect(setting.counters.refusals.values.get('unauthenticated')).toBe(1);
  });

  test('a token that is removed is refused at once, and its principal is not valid any more', async () => {
    const setting = new Setting();
    expect(await setting.authenticator.isValid('bob')).toBe(true);
    setting.tokens = new TokenTable([]);
    expect(await setting.name({ bearer: 'token-of-bob' })).toBeUndefined();
    expect(await setting.authenticator.isValid('bob')).toBe(false);
  });

  test('a principal of the provider is valid as long as its longest token', async () => {
    const setting = new Setting();
    setting.issue('short', 'cleo', { expiresIn: 1000 });
    setting.issue('long', 'cleo', { expiresIn: hour });
    expect(await setting.name({ bearer: 'long' })).toBe('cleo');
    expect(await setting.name({ bearer: 'short' })).toBe('cleo');
    setting.now += 2000;
    expect(await setting.authenticator.isValid('cleo')).toBe(true);
    setting.now += hour;
    expect(await setting.authenticator.isValid('cleo')).toBe(false);
    expect(setting.authenticator.principalOf('cleo')).toBeUndefined();
  });

  test('the name of a static token cannot be claimed with other credentials', async () => {
    const setting = new Setting();
    setting.issue('of-the-provider', 'ada', { isOperator: true });
    expect(await setting.name({ bearer: 'of-the-provider' })).toBeUndefined();
    expect(await setting.name({ certificate: certificateOf('ada') })).toBeUndefined();
  });

  test('a certificate names its principal until it expires', async () => {
    const setting = new Setting();
    expect(await setting.name({ certificate: certificateOf('root') })).toBe('root');
    expect(setting.authenticator.principalOf('root')).toEqual({ name: 'root', isOperator: true });
    expect(await setting.name({ certificate: certificateOf('cleo', '2020-01-01T00:00:00Z') })).toBeUndefined();
  });

  test('two authorities that disagree about the rights of a name do not lend them to each other', async () => {
    const setting = new Setting();
    setting.issue('of-the-provider', 'root');
    expect(await setting.name({ certificate: certificateOf('root') })).toBe('root');
    expect(await setting.name({ bearer: 'of-the-provider' })).toBeUndefined();
  });

  test('the secret of an invitation is a guest of its session, until it is revoked', async () => {
    const setting = new Setting();
    const { secret, invitation } = await setting.invitations.create({
      sessionId: 's1',
      role: 'observer',
      expiresIn: hour,
      by: 'ada',
    });
    const name = `guest:${invitation.id}`;
    expect(await setting.name({ bearer: secret })).toBe(name);
    expect(setting.authenticator.principalOf(name)).toEqual({ name, isOperator: false, onlySession: 's1' });
    expect(await setting.authenticator.isValid(name)).toBe(true);
    await setting.invitations.revoke('s1', invitation.id);
    expect(await setting.authenticator.isValid(name)).toBe(false);
    expect(await setting.name({ bearer: secret })).toBeUndefined();
    expect(setting.lookups).toBe(0);
  });

  test('a guest is looked up in the store once a second, and never lives longer than its invitation', async () => {
    const setting = new Setting();
    const { secret, invitation } = await setting.invitations.create({
      sessionId: 's1',
      role: 'observer',
      expiresIn: hour,
      by: 'ada',
    });
    let reads = 0;
    const get = setting.journal.get.bind(setting.journal);
    setting.journal.get = (stream) => {
      reads += 1;
      return get(stream);
    };
    for (let n = 0; n < 50; n += 1) await setting.name({ bearer: secret });
    expect(reads).toBe(1);
    setting.now += hour;
    expect(await setting.authenticator.isValid(`guest:${invitation.id}`)).toBe(false);
    expect(await setting.name({ bearer: secret })).toBeUndefined();
  });
});

describe('tickets', () => {
  const socket = (ticket: string | undefined): Asked => ({ url: `/acp?ticket=${ticket}`, upgrade: 'websocket' });

  test('open one socket within 30 seconds', async () => {
    const setting = new Setting();
    const create = (): Promise<string | undefined> =>
      setting.authenticator.createTicket(headOf({ bearer: 'token-of-bob', method: 'POST', url: '/ticket' }));
    const ticket = await create();
    expect(await setting.name({ url: `/acp?ticket=${ticket}` })).toBeUndefined();
    const names = await Promise.all([setting.name(socket(ticket)), setting.name(socket(ticket))]);
    expect(names.filter((name) => name !== undefined)).toEqual(['bob']);
    const late = await create();
    setting.now += 30_000;
    expect(await setting.name(socket(late))).toBeUndefined();
  });

  test('are worth what their credentials are worth', async () => {
    const setting = new Setting();
    setting.issue('of-the-provider', 'cleo', { expiresIn: 10_000, isOperator: true });
    const ticketFor = (bearer: string): Promise<string | undefined> =>
      setting.authenticator.createTicket(headOf({ bearer, method: 'POST' }));
    const [ofCleo, ofBob] = [await ticketFor('of-the-provider'), await ticketFor('token-of-bob')];
    const other = new Authenticator({
      now: () => setting.now,
      tokens: () => new TokenTable([]),
      tickets: new Tickets(setting.journal, () => setting.now),
    });
    expect(await other.authenticate(headOf(socket(ofCleo)))).toBe('cleo');
    expect(other.principalOf('cleo')).toEqual({ name: 'cleo', isOperator: true });
    setting.now += 10_000;
    expect(other.principalOf('cleo')).toBeUndefined();
    // The token of bob was revoked there.
    expect(await other.authenticate(headOf(socket(ofBob)))).toBeUndefined();
    expect(await ticketFor('wrong')).toBeUndefined();
  });

  test('of guests end with the invitation', async () => {
    const setting = new Setting();
    const { secret, invitation } = await setting.invitations.create({
      sessionId: 's1',
      role: 'observer',
      expiresIn: hour,
      by: 'ada',
    });
    const ticket = await setting.authenticator.createTicket(headOf({ bearer: secret, method: 'POST' }));
    await setting.invitations.revoke('s1', invitation.id);
    const other = new Authenticator({
      now: () => setting.now,
      tickets: new Tickets(setting.journal, () => setting.now),
      invitations: setting.invitations,
    });
    expect(await other.authenticate(headOf(socket(ticket)))).toBeUndefined();
  });

  test('that were not used are collected', async () => {
    const setting = new Setting();
    const tickets = new Tickets(setting.journal, () => setting.now);
    const proof = { principal: { name: 'ada', isOperator: true }, kind: 'token', expiresAt: setting.now } as const;
    await tickets.create(proof);
    expect(await tickets.collect()).toBe(0);
    setting.now += 30_000;
    expect(await tickets.collect()).toBe(1);
    expect((await setting.journal.list()).streams).toEqual([]);
  });
});
