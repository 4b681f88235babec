import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { redactJson } from './redact-json.ts';
import { growth, linear } from '../../../../test/support/growth.ts';
import { SecretStream } from './secret-stream.ts';
import { secretSpans, withoutSecrets, wrappedKeySpans } from './secrets.ts';

const letters = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1eF3hJ5kL7n';
const hex = '9f86d081884c7d659a2feaa0c55ad015';
const slashed = 'wJalrXUtnFEMI/K7MDENG/bPxRfi8Y2zKq3Lm9Ts';

/** A text, and what must not be left of it. */
const found: readonly (readonly [text: string, secret: string])[] = [
  ['key: Rose4711Thorn', 'Rose4711'],
  ['key=Rose4711Thorn', 'Rose4711'],
  ['{"key": "Rose4711Thorn"}', 'Rose4711'],
  ['Authorization: Digest username="ann", realm="x", response="geheim", nc=1', 'geheim'],
  [`curl -H 'Authorization: Digest username="ann", response="geheim"' https://host`, 'geheim'],
  [String.raw`{"authorization":"Digest username=\"ann\", response=\"geheim\""}`, 'geheim'],
  ['tokens: [geheim, other]', 'geheim'],
  ['passwords: ["geheim", "x"]', 'geheim'],
  ['passwords: [geheim]', 'geheim'],
  ['credentials: {user: ann, value: geheim}', 'geheim'],
  ['"credentials": {\n  "user": "ann",\n  "value": "geheim"\n}', 'geheim'],
  ['password:=geheim', 'geheim'],
  ['password := "ganz geheim"', 'geheim'],
  ['password => geheim', 'geheim'],
  ["'password' => 'ganz geheim',", 'geheim'],
  ['**password**: geheim', 'geheim'],
  ['**password:** geheim', 'geheim'],
  ['`password`: geheim', 'geheim'],
  ['password: `ganz geheim`', 'geheim'],
  ["env['password'] = 'geheim'", 'geheim'],
  ['secret: password: geheim', 'geheim'],
  [String.raw`{"password":"ganz \"sehr\" geheim"}`, 'geheim'],
  ['password="geheim', 'geheim'],
  [`the secret of Amazon ${slashed} is`, 'wJalr'],
  [`IQoJb3JpZ2luX2VjE${letters}${letters}/${letters}==`, letters],
  [`${letters}/${letters.slice(0, 25)}+${letters.slice(2, 21)}==`, letters.slice(0, 9)],
  [`xoxc-123456789012-123456789012-${hex}`, hex],
  [`xoxd-${letters}%2B${letters}%3D`, letters],
  [`${hex}-1a2b3c4d-5e6f7a8b`, hex],
  [`https://discord.com/api/webhooks/123456789012345678/${letters}-${letters}`, letters],
  [`eu01xx${hex.slice(0, 30)}NRAL`, hex.slice(0, 20)],
  [`NRII-${letters}`, letters],
  [`https://${hex}@o12345.ingest.sentry.io/4501`, hex],
  [`https://ghx${letters}@host/repo.git`, letters],
  ['https://host/?X-Amz-Signature=geheim&x=1', 'geheim'],
  [`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc`, 'eyJ'],
  [`-----BEGIN RSA PRIVATE KEY-----\n${letters}`, letters],
  [`SG.${letters.slice(0, 22)}.${letters}`, letters],
  ['mysql --password geheim --host x', 'geheim'],
  ['curl -u "ann:geheim" https://host', 'geheim'],
  ['<db-password type="x">geheim</db-password>', 'geheim'],
  ['The pin is 4711.', '4711'],
  ['DB_PASS="geheim"', 'geheim'],
  [`hooks.slack.com/services/T0123/B0123/${letters.slice(0, 24)}`, letters.slice(0, 9)],
];

describe('the finder', () => {
  test.each(found)('finds the secret of %s, in a text and in a stream of single characters', (text, secret) => {
    const shown = withoutSecrets(`before ${text} after`);
    expect(shown).toMatch(/^before [\s\S]*\(hidden\)/u);
    expect(shown).not.toContain(secret);
    const stream = new SecretStream();
    const streamed = Array.from(`before ${text} after`, (each) => stream.push(each)).join('') + stream.flush();
    expect(streamed).not.toContain(secret);
  });

  test.each([
    'key: value, key=name, the key: see below, key: "Enter"',
    'tokens: [1, 2, 3] and tokens: {in: 3, out: 5}; tokens: 30',
    'token: string; password?: string, secret: boolean',
    'Basic understanding and basic authentication',
    'src/components/RoseBed3/TheGardenOfRoses2026/Index2/Main',
    'secrets: inherit',
    `sha512-${letters}${letters}==`,
  ])('leaves %s as it is', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  test('finds nearly all random keys of Amazon and Azure in a text that does not name them', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    let seed = 7;
    const random = (length: number): string =>
      Array.from({ length }, () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return alphabet.charAt(Math.floor((seed / 2_147_483_648) * 64));
      }).join('');
    for (const [length, end] of [
      [40, ''],
      [86, '=='],
    ] as const) {
      const missed = Array.from({ length: 300 }, () => `${random(length)}${end}`).filter(
        (key) => withoutSecrets(`use ${key} here`) !== 'use (hidden) here',
      );
      expect(missed.length, missed.join(' ')).toBeLessThan(15);
    }
  });

  test('hides passwords and keys in addresses of resources, and nothing else of them', () => {
    const link = (uri: string): unknown => redactJson({ type: 'resource_link', name: 'x', uri });
    expect(link('https://ann:geheim@host/a')).toMatchObject({ uri: 'https://(hidden)@host/a' });
    expect(link('https://host/a?token=geheim&b=1')).toMatchObject({ uri: 'https://host/a?token=(hidden)&b=1' });
    expect(redactJson({ type: 'resource', resource: { uri: 'x://h/?access_token=geheim', text: 't' } })).toMatchObject({
      resource: { uri: 'x://h/?access_token=(hidden)' },
    });
  });

  test('hides names of fields that are secrets, each with a name of its own, and fields that are called key', () => {
    const key = `sk-${letters}`;
    expect(
      redactJson({ rawInput: { [key]: 1, [`${key}2`]: 2, key: 'Rose4711Thorn', other: { key: 'Enter' } } }),
    ).toEqual({
      rawInput: { '(hidden)': 1, '(hidden) 2': 2, key: '(hidden)', other: { key: 'Enter' } },
    });
  });
});

const search = (text: string): unknown => [
  secretSpans(text),
  secretSpans(text, { isOpen: true }),
  wrappedKeySpans(text),
];

/** Beginnings of every shape: each text up to each of its marks. */
const beginnings = new Set(
  found.flatMap(([text]) => [
    text,
    `-${text.slice(0, 6)}`,
    ...[...text.matchAll(/[^\w\s]/gu)].slice(0, 6).map(({ index }) => text.slice(0, index + 1)),
  ]),
);
const openers = [
  'tokens=["',
  'tokens=[',
  String.raw`tokens=[\"`,
  String.raw`tokens=[\\\\\\\\\\"`,
  'password="',
  "password='",
  'credentials: {\n',
  'cookie="',
  'cookie: a="',
  '-eyJ',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  '//a:',
  '//',
  '<token ',
  '?token',
  'a-',
  ' ',
  '\n',
  '\\',
  '=;',
  'A_',
  'key: a1;;;',
  'password is a',
];

describe('the time of the finder', () => {
  test('grows with the text only, whatever beginnings it repeats', async () => {
    const slow: string[] = [];
    for (const unit of [...openers, ...beginnings]) {
      const cost = await growth((size) => void search(unit.repeat(Math.ceil(size / unit.length))), 1500);
      if (cost >= linear) slow.push(unit);
    }
    expect(slow).toEqual([]);
  });

  test.each(['a', '-eyJ', 'tokens=["', '-----BEGIN PRIVATE KEY-----\n', '//a:', 'The rose is red.\n'])(
    'allows for ten million characters of %j at once',
    (unit) => {
      const text = unit.repeat(10_000_000 / unit.length);
      const stream = new SecretStream();
      expect(stream.push(text).length + stream.flush().length).toBeGreaterThan(0);
    },
  );

  test.each(['a', 'The rose is red. ', 'password="a b ', '-----BEGIN PRIVATE KEY-----\na b\n', 'tokens: [a, '])(
    'searches a limited amount for each character that arrives alone: %j',
    (unit) => {
      let searched = 0;
      const stream = new SecretStream((text) => {
        searched += text.length;
        return secretSpans(text, { isOpen: true });
      });
      const text = unit.repeat(40_000 / unit.length);
      for (const each of text) stream.push(each);
      stream.flush();
      expect(searched / text.length).toBeLessThan(900);
    },
  );
});

test('hides little in the documents and sources of this project', () => {
  const root = join(import.meta.dirname, '../../../..');
  const files = ['docs', 'packages/sdk/src', 'packages/rpc/src', 'apps/cli/src/connect'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:md|ts)$/u.test(path) && !path.endsWith('.test.ts'))
      .map((path) => join(folder, path)),
  );
  const texts = files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const hits = texts.flatMap(({ path, text }) => secretSpans(text).map((span) => ({ ...span, path, text })));
  const hidden = hits.reduce((sum, { start, end }) => sum + end - start, 0);
  const all = texts.reduce((sum, { text }) => sum + text.length, 0);
  const shown = hits.map(({ path, text, start, end }) => `${path}: ${text.slice(Math.max(0, start - 20), end)}`);
  // The guides show some tokens, which are to be hidden: less than one letter in 4,000 may be.
  expect(hidden, shown.join('\n')).toBeLessThan(all / 4000);
});
