import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';

import { OidcTokens, type OidcContext, type OidcOptions } from './json-web-tokens.ts';
import { createKey, OidcProvider, sign, type Key } from './oidc-provider.test-support.ts';

let [first, second]: Key[] = [];

beforeAll(async () => {
  [first, second] = await Promise.all([createKey('first'), createKey('second')]);
});

const now = 1_800_000_000;
const lines: string[] = [];
const context: OidcContext = { log: (line) => void lines.push(line), now: () => now * 1000, keyCooldown: 0 };

const accepting = (provider: OidcProvider, more: Partial<OidcOptions> = {}): OidcTokens =>
  new OidcTokens({ issuer: provider.issuer, audience: 'hub', ...more }, context);

const claims = (provider: OidcProvider, more: object = {}): JWTPayload => ({
  iss: provider.issuer,
  aud: 'hub',
  sub: 'ada',
  iat: now,
  exp: now + 600,
  ...more,
});

describe('OidcTokens', () => {
  test('accepts a token of the issuer and takes the name from its claim', async () => {
    await using provider = await OidcProvider.start(first);
    const token = await sign(claims(provider), first);
    expect(await accepting(provider).verify(token)).toEqual({
      principal: { name: 'ada', isOperator: false },
      expiresAt: (now + 660) * 1000,
    });
    expect(provider.requests).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  test('fetches the keys once for many tokens, and again when a token names a new key', async () => {
    await using provider = await OidcProvider.start(first);
    const tokens = accepting(provider, { jwksUrl: provider.keysUrl });
    for (let n = 0; n < 5; n += 1) await tokens.verify(await sign(claims(provider), first));
    expect(provider.requests).toEqual(['/keys']);
    provider.keys = second === undefined ? [] : [second.jwk];
    expect(await tokens.verify(await sign(claims(provider), second))).toBeDefined();
    expect(await tokens.verify(await sign(claims(provider), first))).toBeUndefined();
  });

  test.each([
    ['of another issuer', { iss: 'https://other.example' }],
    ['for another audience', { aud: 'other' }],
    ['without an audience', { aud: undefined }],
    ['that has expired for more than a minute', { exp: now - 61 }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: now + 61 }],
    ['without a name', { sub: undefined }],
    ['with the name of a guest', { sub: 'guest:1' }],
    ['with a name that is not a string', { sub: 7 as never }],
    ['with a line break in its name', { sub: 'ada\noperator' }],
  ])('refuses a token %s', async (_, more) => {
    await using provider = await OidcProvider.start(first);
    expect(await accepting(provider).verify(await sign(claims(provider, more), first))).toBeUndefined();
  });

  test.each([
    ['a minute ago', { exp: now - 59 }],
    ['in a minute', { nbf: now + 59 }],
  ])('clocks may differ by a minute: a token that ended or begins %s is accepted', async (_, more) => {
    await using provider = await OidcProvider.start(first);
    expect(await accepting(provider).verify(await sign(claims(provider, more), first))).toBeDefined();
  });

  test('refuses what is not signed by a key of the provider, or not with an allowed algorithm', async () => {
    await using provider = await OidcProvider.start(first);
    const tokens = accepting(provider);
    const valid = await sign(claims(provider), first);
    const [head = '', body = '', signature = ''] = valid.split('.');
    const secret = new TextEncoder().encode(JSON.stringify(first?.jwk));
    const forged = [
      await sign(claims(provider), second, 'first'),
      new UnsecuredJWT(claims(provider)).encode(),
      // The public key used as a secret: the classic confusion of algorithms.
      await new SignJWT(claims(provider)).setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(secret),
      `${head}.${Buffer.from(JSON.stringify(claims(provider, { sub: 'eve' }))).toString('base64url')}.${signature}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      'x'.repeat(20_000),
      '',
    ];
    expect(await tokens.verify(valid)).toBeDefined();
    for (const token of forged) expect(await tokens.verify(token)).toBeUndefined();
    const others = accepting(provider, { algorithms: ['RS256'] });
    expect(await others.verify(valid)).toBeUndefined();
  });

  test('operators are named in a list or by a claim', async () => {
    await using provider = await OidcProvider.start(first);
    const tokens = accepting(provider, {
      nameClaim: 'email',
      operators: ['ada@example.com'],
      operatorClaim: { claim: 'groups', value: 'hub-operators' },
    });
    const isOperator = async (more: JWTPayload): Promise<boolean | undefined> => {
      const token = await sign(claims(provider, { email_verified: true, ...more }), first);
      return (await tokens.verify(token))?.principal.isOperator;
    };
    expect(await isOperator({ email: 'ada@example.com' })).toBe(true);
    expect(await isOperator({ email: 'bob@example.com', groups: ['staff', 'hub-operators'] })).toBe(true);
    expect(await isOperator({ email: 'bob@example.com', groups: 'hub-operators' })).toBe(true);
    expect(await isOperator({ email: 'bob@example.com', groups: 'not-hub-operators' })).toBe(false);
    expect(await isOperator({ email: 'ada@example.com', email_verified: false })).toBeUndefined();
  });

  test('a provider that fails refuses tokens and is asked again; one sentence says so', async () => {
    await using provider = await OidcProvider.start(first);
    const tokens = accepting(provider);
    const token = await sign(claims(provider), first);
    lines.length = 0;
    provider.status = 500;
    expect(await tokens.verify(token)).toBeUndefined();
    expect(lines).toEqual([
      `The keys of ${provider.issuer} cannot be fetched: the discovery document has the status 500.`,
    ]);
    provider.status = 200;
    provider.claimedIssuer = 'https://other.example';
    expect(await tokens.verify(token)).toBeUndefined();
    expect(lines.at(-1)).toContain('of another issuer');
    provider.claimedIssuer = undefined;
    expect(await tokens.verify(token)).toBeDefined();
  });

  test.each([
    ['an algorithm with a shared secret', { algorithms: ['HS256'] }, 'not one with public keys'],
    ['no signature', { algorithms: ['none'] }, 'not one with public keys'],
    ['no algorithm', { algorithms: [] }, 'At least one algorithm'],
    [
      'an issuer without TLS',
      { issuer: 'http://login.example' },
      'The issuer must be an address that begins with https://.',
    ],
    ['keys without TLS', { jwksUrl: 'http://login.example/keys' }, 'The address of the keys must be'],
    ['no audience', { audience: '' }, 'The audience must not be empty.'],
  ])('options with %s are refused', (_, more, sentence) => {
    expect(() => new OidcTokens({ issuer: 'https://login.example', audience: 'hub', ...more }, context)).toThrow(
      sentence,
    );
  });
});
