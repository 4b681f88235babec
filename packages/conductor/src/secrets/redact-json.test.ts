import { describe, expect, test } from 'vitest';

import { redactJson } from './redact-json.ts';

const key = `sk-${'a1B2c3D4'.repeat(5)}`;
const random = 'Zx9Qw8Er7Ty6Ui5Op4As3Df2Gh1Jk0LzXcVb';

describe('the JSON of a message', () => {
  test('is the same object if it has no secret', () => {
    const params = { sessionId: random, update: { sessionUpdate: 'plan_update', entries: [{ content: 'Dig' }] } };
    expect(redactJson(params)).toBe(params);
  });

  test('loses secrets in text, by their names and in the arguments of tools', () => {
    expect(
      redactJson({
        prompt: [{ type: 'text', text: `Use ${key}.` }],
        rawInput: { apiKey: 'abc', pin: 1234, args: ['--token', 'xyz', 'rest'], note: random },
        headers: [{ name: 'Authorization', value: 'Basic' }],
      }),
    ).toEqual({
      prompt: [{ type: 'text', text: 'Use (hidden).' }],
      rawInput: { apiKey: '(hidden)', pin: '(hidden)', args: ['--token', '(hidden)', 'rest'], note: '(hidden)' },
      headers: [{ name: 'Authorization', value: '(hidden)' }],
    });
  });

  test('is hidden where it is too deep to be looked at', () => {
    const deep = (open: string, end: string): unknown =>
      JSON.parse(`${open.repeat(20_000)}"${key}"${end.repeat(20_000)}`) as unknown;
    for (const value of [deep('[', ']'), deep('{"a":', '}')]) {
      const shown = JSON.stringify(redactJson(value));
      expect(shown).toContain('(hidden)');
      expect(shown).not.toContain(key);
    }
  });

  test.each([
    { sessionId: random, toolCallId: random, nextCursor: random, uri: `file:///${random}` },
    { type: 'image', mimeType: 'image/png', data: `${key}AAAA` },
    { vars: [{ name: 'OPENAI_API_KEY', secret: true, optional: false }] },
    { inputTokens: 5, _meta: { progressToken: random, traceparent: `00-${random}` } },
    { used: 1, size: 2, cost: { amount: 1, currency: 'USD' } },
  ])('keeps what the chain needs: %j', (value) => {
    expect(redactJson(value)).toBe(value);
  });
});
