import { describe, expect, test } from 'vitest';

import { parseTrace } from './read-trace.ts';
import { redactTrace } from './redact.ts';

const redacted = (message: unknown, level: 'secrets' | 'content' = 'secrets'): unknown => {
  const trace = parseTrace(JSON.stringify({ jsonrpc: '2.0', ...Object(message) }));
  const [record] = redactTrace(trace, level).records;
  return record?.type === 'frame' ? JSON.parse(record.frame) : undefined;
};

describe('redacting secrets', () => {
  test('hides what is below env and headers, and keeps the names', () => {
    const params = {
      mcpServers: [{ name: 'x', env: [{ name: 'KEY', value: 'geheim' }], headers: { authorization: 'geheim' } }],
    };
    expect(redacted({ method: 'session/new', params })).toMatchObject({
      params: {
        mcpServers: [{ name: 'x', env: [{ name: 'KEY', value: '(hidden)' }], headers: { authorization: '(hidden)' } }],
      },
    });
  });

  test.each([
    'sk-abcdefghijklmnopqrst',
    'ghp_abcdefghijklmnopqrstuvwxyz',
    'AKIAABCDEFGHIJKLMNOP',
    'Bearer abcdefghijkl',
    'https://ann:geheim@host/path',
    'https://host/?access_token=geheim&x=1',
    'OPENAI_API_KEY=geheim npm start',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
    '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----',
  ])('finds %s in any text', (secret) => {
    const text = JSON.stringify(redacted({ method: 'x', params: { text: `before ${secret} after` } }));
    expect(text).toContain('before');
    expect(text).toContain('(hidden)');
    expect(text).not.toMatch(/geheim|abcdefghij|ABCDEFGHIJ|eyJ|RSA/u);
  });

  test('hides fields that are called like a secret, but not counts of tokens', () => {
    expect(
      redacted({ result: { apiKey: 'x', accessToken: 'y', password: 1, totalTokens: 7, inputTokens: 3 } }),
    ).toMatchObject({
      result: { apiKey: '(hidden)', accessToken: '(hidden)', password: '(hidden)', totalTokens: 7, inputTokens: 3 },
    });
  });
});

test('redacting content leaves what a message is, and nothing that was said', () => {
  const update = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'my diary' } };
  expect(redacted({ method: 'session/update', params: { sessionId: 's', update } }, 'content')).toEqual({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: { ...update, content: { type: 'text', text: '(8 characters)' } } },
  });
});
