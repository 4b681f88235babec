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
    'password=geheim',
    'password = "ganz geheim"',
    "passwd: 'ganz geheim'",
    'https://host/?x=1&token=geheim&y=2',
    '{"clientSecret":"geheim","x":1}',
    String.raw`{\"password\": \"ganz geheim\"}`,
    'Authorization: Bearer geheim',
    'authorization: token geheim',
    'curl -H "X-Api-Key: geheim" -H \'Cookie: id=geheim; other=geheim\'',
    'Set-Cookie: id=geheim; Path=/\n',
    'mysql --password geheim --host x',
    'curl -u ann:geheim https://host',
    'DB_PASS=geheim',
    'AccountKey=geheim==;',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
    '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----',
  ])('finds %s in any text', (secret) => {
    const text = JSON.stringify(redacted({ method: 'x', params: { text: `before ${secret} after` } }));
    expect(text).toContain('before');
    expect(text).toContain('(hidden)');
    expect(text).not.toMatch(/geheim|abcdefghij|ABCDEFGHIJ|eyJ|RSA/u);
  });

  test.each([
    '100 tokens: 30 in, 70 out; max_tokens=100',
    'The token is checked first.',
    'PWD=/garden, key: value',
    'grep -u pattern file.ts:12',
    'see https://host/?q=roses#top',
  ])('leaves %s as it is', (text) => {
    expect(redacted({ method: 'x', params: { text } })).toMatchObject({ params: { text } });
  });

  test('hides arguments behind an option, and values beside a name, that are called like a secret', () => {
    const params = { args: ['--api-key', 'geheim', '--verbose'], variable: { name: 'ROSE_TOKEN', value: 'geheim' } };
    expect(redacted({ method: 'x', params })).toMatchObject({
      params: { args: ['--api-key', '(hidden)', '--verbose'], variable: { name: 'ROSE_TOKEN', value: '(hidden)' } },
    });
  });

  test('looks into what was wrong, and into why it ended', () => {
    const moment = { ts: 0, connection: '1' };
    const [frame, end] = redactTrace(
      parseTrace(
        [
          {
            ...moment,
            type: 'frame',
            from: 'Agent',
            to: 'Client',
            frame: 'token=geheim',
            problem: 'no JSON: token=geheim',
          },
          { ...moment, type: 'end', dropped: 0, error: 'It exited with code 1.\npassword: geheim' },
        ]
          .map((record) => JSON.stringify(record))
          .join('\n'),
      ),
      'secrets',
    ).records;
    expect(frame).toMatchObject({ frame: 'token=(hidden)', problem: 'no JSON: token=(hidden)' });
    expect(end).toMatchObject({ error: 'It exited with code 1.\npassword: (hidden)' });
  });

  test('takes no longer than the text is long', () => {
    const text = `${'token'.repeat(50_000)} ${'a-'.repeat(100_000)} ${' '.repeat(100_000)}`;
    expect(redacted({ method: 'x', params: { text } })).toMatchObject({ params: { text } });
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

test('redacting content leaves nothing of what a tool was given, whatever its fields are called', () => {
  const params = { rawInput: { id: 'diary', mode: 'secretly', pin: 1234 }, _meta: { type: 'diary' } };
  expect(redacted({ method: 'session/update', params }, 'content')).toMatchObject({
    params: {
      rawInput: { '(field 1)': '(5 characters)', '(field 2)': '(8 characters)', '(field 3)': '(a number)' },
      _meta: { '(field 1)': '(5 characters)' },
    },
  });
});

describe('redacting content leaves nothing', () => {
  const records = (lines: readonly object[]) =>
    redactTrace(parseTrace(lines.map((line) => JSON.stringify(line)).join('\n')), 'content').records;
  const text = (lines: readonly object[]): string => JSON.stringify(records(lines));
  const said = {
    code: 'LEAK',
    type: 'LEAK',
    mode: 'LEAK',
    id: 'LEAK',
    ownerId: 'LEAK',
    LEAK: 1,
    pin: 424_242,
    yes: true,
  };
  const asked = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 3, method, params });
  const answered = (result: unknown) => ({ jsonrpc: '2.0', id: 3, result });

  test.each([
    ['of a form', [asked('elicitation/create', { requestedSchema: { properties: { LEAK: {} } } })]],
    ['of what it was filled in with', [asked('elicitation/create', {}), answered({ action: 'accept', content: said })]],
    ['of what an MCP tool was given', [asked('mcp/message', { method: 'tools/call', params: { arguments: said } })]],
    ['of what an MCP tool said', [asked('mcp/message', { method: 'tools/call' }), answered({ other: said })]],
    ['of what a custom method was given', [asked('_garden/dig', said)]],
    ['of what a custom method was given through a proxy', [asked('proxy/successor', { method: '_dig', params: said })]],
    ['of the answer of a custom method', [asked('_garden/dig', {}), answered(said)]],
    ['of a response to an unknown request', [answered(said)]],
    ['of what the agent printed', [{ type: 'stderr', text: 'LEAK' }]],
    ['of why it ended', [{ type: 'end', error: 'LEAK' }]],
    ['of what is no message', [{ type: 'frame', ts: 0, from: 'a', to: 'b', frame: 'LEAK', problem: 'LEAK' }]],
    ['of what no record has', [{ type: 'stderr', text: '', more: 'LEAK' }]],
  ])('%s', (_, lines) => {
    expect(records(lines)).toHaveLength(lines.length);
    expect(text(lines)).not.toMatch(/LEAK|424242|true/u);
  });

  test('but what messages are, also those inside of others', () => {
    const params = { connectionId: 'c', method: 'tools/call', params: { name: 'dig' } };
    expect(redacted(asked('mcp/message', params), 'content')).toMatchObject({
      params: { connectionId: 'c', method: 'tools/call', params: { '(field 1)': '(3 characters)' } },
    });
    expect(text([asked('session/prompt', {}), answered({ stopReason: 'end_turn' })])).toContain('end_turn');
  });
});

test('redacting looks into the name of the agent', () => {
  const header = JSON.stringify({ type: 'header', agent: 'my-agent --api-key geheim' });
  expect(redactTrace(parseTrace(header), 'secrets').header.agent).toBe('my-agent --api-key (hidden)');
  expect(redactTrace(parseTrace(header), 'content').header.agent).toBe('(25 characters)');
});
