import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { SecretStream } from './secret-stream.ts';
import { withoutSecrets } from './secrets.ts';

/** Everything that leaves a stream. */
function through(pieces: readonly string[]): string {
  const stream = new SecretStream();
  return pieces.map((piece) => stream.push(piece)).join('') + stream.flush();
}

const key = `sk-${'a1B2c3D4'.repeat(5)}`;
const privateKey = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEabcd0123/+\n'.repeat(30)}-----END RSA PRIVATE KEY-----`;
const texts = [
  `The key is ${key}, keep it.`,
  `export API_KEY="two words" and go`,
  `password: 'open sesame' then`,
  `Authorization: Bearer ${'x'.repeat(20)}\nnext`,
  `Here:\n${privateKey}\nThat was it.`,
  'The password is hunter2 for now.',
  'Nothing to hide here, only words and a number: 12345.',
  `--token ${'q'.repeat(10)} --verbose`,
];

const named = texts.map((text) => [text.slice(0, 20).replaceAll('\n', ' '), text] as const);

describe('a stream of text', () => {
  test.each(named)('hides the same wherever it is cut in two: %s', (_, text) => {
    const whole = withoutSecrets(text);
    for (let at = 0; at <= text.length; at += 1) expect(through([text.slice(0, at), text.slice(at)])).toBe(whole);
  });

  test.each(named)('hides the same character by character: %s', (_, text) => {
    expect(through(Array.from(text))).toBe(withoutSecrets(text));
  });

  test('loses and adds nothing to text without secrets, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z ,.\n]{0,12}$/u)), (pieces) => {
        expect(through(pieces)).toBe(pieces.join(''));
      }),
      { numRuns: 200 },
    );
  });

  test('shows words as soon as they have ended', () => {
    const stream = new SecretStream();
    expect(stream.push('Hello there, gard')).toBe('Hello there, ');
    expect(stream.push('ener. How')).toBe('gardener. ');
    expect(stream.isHolding).toBe(true);
    expect(stream.flush()).toBe('How');
    expect(stream.isHolding).toBe(false);
  });

  test('hides the rest of a secret whose beginning had to be shown', () => {
    const stream = new SecretStream();
    const begun = stream.push(`Use ${key.slice(0, 8)}`) + stream.flush();
    expect(begun).toBe(`Use ${key.slice(0, 8)}`);
    expect(stream.push(`${key.slice(8)} now `)).toBe('(hidden) now ');
  });

  test('announces a secret once, however many pieces it has', () => {
    const stream = new SecretStream();
    let shown = stream.push(`Use ${key}`) + stream.flush();
    for (let count = 0; count < 5; count += 1) shown += stream.push('abcdef') + stream.flush();
    expect(`${shown}${stream.push(' now ')}`).toBe('Use (hidden) now ');
  });

  test('holds a limited amount, of a word and of a secret without an end', () => {
    const long = new SecretStream();
    expect(long.push('='.repeat(20_000)).length).toBeGreaterThan(18_000);
    const endless = new SecretStream();
    const opening = '-----BEGIN PRIVATE KEY-----\n';
    let shown = endless.push(opening);
    for (let count = 0; count < 100; count += 1) shown += endless.push('abcd efgh\n'.repeat(200));
    shown += endless.push('-----END PRIVATE KEY-----\nafter ');
    expect(shown).toBe('(hidden)\nafter ');
  });
});
