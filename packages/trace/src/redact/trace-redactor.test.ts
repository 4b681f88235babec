import { describe, expect, test } from 'vitest';

import { parseTrace, type Trace } from '../format/trace-reader.ts';
import type { TraceRecord } from '../format/trace-format.ts';
import { redactHeader, TraceRedactor, type RedactorLimits } from './trace-redactor.ts';

function redactTrace(
  { header, records, unreadable }: Trace,
  level: 'secrets' | 'content',
  limits?: RedactorLimits,
): Trace {
  const redactor = new TraceRedactor(level, limits);
  const done = records.flatMap((record) => redactor.push(record));
  return { header: redactHeader(header, level), records: [...done, ...redactor.end()], unreadable };
}

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

  const letters = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1eF3hJ5kL7n';
  const digits = '0123456789abcdef0123456789abcdef0123456789abcdef';
  const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

  test.each([
    ['OpenAI', `sk-proj-${letters}`],
    ['Anthropic', `sk-ant-api03-${letters}`],
    ['OpenRouter', `sk-or-v1-${digits}`],
    ['Amazon', `ASIA${upper.slice(0, 16)}`],
    ['the secret of Amazon', `aws_secret_access_key = ${letters}`],
    ['GitHub', `gho_${letters}`],
    ['GitHub, fine-grained', `github_pat_${letters}_${letters}`],
    ['GitLab', `glpat-${letters.slice(0, 20)}`],
    ['runners of GitLab', `glrt-${letters.slice(0, 20)}`],
    ['Google', `AIza${letters.slice(0, 35)}`],
    ['a client of Google', `GOCSPX-${letters.slice(0, 28)}`],
    ['a session of Google', `ya29.${letters}`],
    ['Slack', `xoxe-1-${letters}`],
    ['an app of Slack', `xapp-1-A1-${letters}`],
    ['a hook of Slack', `https://hooks.slack.com/services/T0123/B0123/${letters.slice(0, 24)}`],
    ['Stripe', `rk_live_${letters}`],
    ['a hook of Stripe', `whsec_${letters}`],
    ['npm', `npm_${letters.slice(0, 36)}`],
    ['PyPI', `pypi-AgEIcHlwaS5vcmc${letters}`],
    ['Hugging Face', `hf_${letters.slice(0, 34)}`],
    ['Groq', `gsk_${letters}`],
    ['xAI', `xai-${letters}`],
    ['Perplexity', `pplx-${letters}`],
    ['Replicate', `r8_${letters}`],
    ['SendGrid', `SG.${letters.slice(0, 22)}.${letters}`],
    ['Twilio', `SK${digits.slice(0, 32)}`],
    ['Telegram', `123456789:AA${letters.slice(0, 33)}`],
    ['Discord', `MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.${letters.slice(0, 30)}`],
    ['DigitalOcean', `dop_v1_${digits}`],
    ['HashiCorp', `hvs.${letters}`],
    ['Atlassian', `ATATT3xFfGF0${letters}`],
    ['Linear', `lin_api_${letters}`],
    ['Shopify', `shpat_${digits.slice(0, 32)}`],
    ['Databricks', `dapi${digits.slice(0, 32)}`],
    ['Docker', `dckr_pat_${letters}`],
    ['a JSON Web Token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${letters}`],
    ['a key of PGP', `-----BEGIN PGP PRIVATE KEY BLOCK-----\n${letters}\n-----END PGP PRIVATE KEY BLOCK-----`],
    ['a key of OpenSSH', `-----BEGIN OPENSSH PRIVATE KEY-----\n${letters}\n-----END OPENSSH PRIVATE KEY-----`],
    ['a key that was cut off', `-----BEGIN EC PRIVATE KEY-----\n${letters}`],
    ['age', `AGE-SECRET-KEY-1${upper}`],
    ['a password in an address', `redis://:${letters.slice(0, 12)}@host`],
    ['a basic header', `Basic ${letters}`],
    ['a list of tokens', `{"tokens": ["${letters.slice(0, 9)}", "${letters.slice(9, 18)}"]}`],
    ['a tag', `<db-password type="x">${letters.slice(0, 12)}</db-password>`],
    ['a one-time password', `otp: ${digits.slice(0, 6)}`],
    ['a PIN', `PIN=${digits.slice(0, 4)}`],
    ['a PIN in a sentence', `The pin is ${digits.slice(0, 4)}.`],
    ['a password in a sentence', 'The password is hunter2aB3d!'],
    ['a word that looks random', letters],
  ])('finds a secret of %s', (_, secret) => {
    const { params } = redacted({ method: 'x', params: { text: `before ${secret} after` } }) as {
      params: { text: string };
    };
    expect(params.text).toMatch(/^before .*\(hidden\)/su);
    for (const part of [letters.slice(0, 9), digits.slice(0, 4), upper.slice(0, 12), 'hunter2'])
      expect(params.text).not.toContain(part);
  });

  test('hides lists of tokens, one-time passwords and PINs in fields, but no counts', () => {
    const result = { tokens: ['a', 'b'], refreshTokens: 'x', otp: 123_456, pin: '1234', userPin: 1, usedTokens: 5 };
    expect(
      redacted({ result: { ...result, spin: 'left', opinion: 'good', usage: { tokens: { in: 3 } } } }),
    ).toMatchObject({
      result: {
        tokens: ['(hidden)', '(hidden)'],
        refreshTokens: '(hidden)',
        otp: '(hidden)',
        pin: '(hidden)',
        userPin: '(hidden)',
        usedTokens: 5,
        spin: 'left',
        opinion: 'good',
        usage: { tokens: { in: 3 } },
      },
    });
  });

  test.each([
    'commit 0123456789abcdef0123456789abcdef01234567',
    'id 123e4567-e89b-12d3-a456-426614174000',
    'see /home/ann/Projects/TheGardenOfRoses2026/src/components/RoseBed3/index.ts',
    'thisIsAVeryLongNameOfAFunctionWithoutAnyDigits and AnotherOneThatIsEvenLongerThanThat',
    'a-very-long-name-with-dashes-2024-01-01-and-more-words',
    'the pin of the chart, a pinned note, spinning; one token is enough',
  ])('leaves %s as it is', (text) => {
    expect(redacted({ method: 'x', params: { text } })).toMatchObject({ params: { text } });
  });

  const hex = '9f86d081884c7d659a2feaa0c55ad015';
  test.each([
    ['a key on its own', hex],
    ['a longer one', `${hex}${hex.toUpperCase().toLowerCase()}`],
    ['one in capitals', hex.toUpperCase()],
    ['one with a prefix', `0x${hex}a3bf4f1b2b0b822cd15d6c15b0f00a08`],
    ['one in a sentence', `use ${hex} for the service`],
    ['one that is called a key, though it looks like none', `the key of the commit hook is ${'00ff'.repeat(8)}`],
    ['one below its name', `Your API token:\n\n  ${hex}`],
  ])('finds hexadecimal digits: %s', (_, secret) => {
    const text = JSON.stringify(redacted({ method: 'x', params: { text: secret } }));
    expect(text).toContain('(hidden)');
    expect(text).not.toMatch(/9f86d081|9F86D081|00ff00ff/u);
  });

  test('finds hexadecimal digits in fields that are not called a digest', () => {
    expect(redacted({ method: '_x', params: { note: hex, commitHash: hex, sha256: hex, digest: hex } })).toMatchObject({
      params: { note: '(hidden)', commitHash: hex, sha256: hex, digest: hex },
    });
  });

  test.each([
    `commit ${hex}c15b0f00`,
    `index ${hex}c15b0f00..${hex}c15b0f01 100644`,
    `100644 blob ${hex}c15b0f00\trose.md`,
    `sha256:${hex}${hex}`,
    `the MD5 checksum is ${hex}`,
    `commit ${hex}c15b0f00\nAuthor: Rose\n\n    Mend the token\n\ncommit ${hex}c15b0f01\n`,
    `traceparent 00-${hex}-00f067aa0ba902b7-01`,
    '0000000000000000000000000000000000000000',
    '12345678901234567890123456789012',
  ])('leaves the digest in %s as it is', (text) => {
    expect(redacted({ method: 'x', params: { text } })).toMatchObject({ params: { text } });
  });

  test('keeps ids, which tell what belongs together', () => {
    const params = { sessionId: letters, update: { sessionUpdate: 'tool_call', toolCallId: `toolu_${letters}` } };
    expect(redacted({ method: 'session/update', params })).toMatchObject({ params });
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
      rawInput: { '(field 1)': '(5 characters)', '(field 2)': '(8 characters)', '(field 3)': '(hidden)' },
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

describe('a secret that is split', () => {
  const key = 'sk-ant-api03-aB3dE5gH7jK9mN1pQ3sT5vW7yZ9';
  const pieces = ['The key is s', 'k-ant-api03-aB3dE5g', 'H7jK9mN1pQ3', 'sT5vW7yZ9', ', use it.'];
  const moment = { ts: 0, connection: '1' };
  const frameOf = (update: object): object => ({
    ...moment,
    type: 'frame',
    from: 'Agent',
    to: 'Client',
    frame: JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } }),
  });
  const redactAll = (records: readonly object[]): readonly string[] =>
    redactTrace(parseTrace(records.map((each) => JSON.stringify(each)).join('\n')), 'secrets').records.map((record) =>
      record.type === 'frame' ? record.frame : record.type === 'end' ? '' : record.text,
    );

  test.each([
    [
      'the chunks of a message',
      (text: string) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
    ],
    [
      'the content of a tool call',
      (text: string) => ({
        sessionUpdate: 'tool_call_content_chunk',
        toolCallId: 'c',
        content: { type: 'content', content: { type: 'text', text } },
      }),
    ],
  ])('is found across %s, also with other messages between', (_, chunkOf) => {
    const other = frameOf({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } });
    const found = redactAll(pieces.flatMap((text) => [frameOf(chunkOf(text)), other]));
    const texts = found.map((frame) => /"text":"(?<text>[^"]*)"/u.exec(frame)?.groups?.['text']);
    expect(texts.filter((text) => text !== 'hm')).toEqual(['The key is (hidden)', '', '', '', ', use it.']);
  });

  test('is found across the output of a terminal', () => {
    const found = redactAll(
      pieces.map((text) =>
        frameOf({
          sessionUpdate: 'terminal_output_chunk',
          terminalId: 't',
          data: Buffer.from(text).toString('base64'),
        }),
      ),
    );
    const output = found.map((frame) => {
      const { params } = JSON.parse(frame) as { params: { update: { data: string } } };
      return Buffer.from(params.update.data, 'base64').toString('utf8');
    });
    expect(output.join('')).toBe('The key is (hidden), use it.');
  });

  test('is found across the output of a terminal in _meta of tool calls', () => {
    const found = redactAll(
      pieces.map((data, index) =>
        frameOf({
          sessionUpdate: index === 0 ? 'tool_call' : 'tool_call_update',
          toolCallId: 'c',
          _meta: { terminal_output: { terminal_id: 't', data } },
        }),
      ),
    );
    const output = found.map((frame) => {
      const { params } = JSON.parse(frame) as { params: { update: { _meta: { terminal_output: { data: string } } } } };
      return params.update._meta.terminal_output.data;
    });
    expect(output.join('')).toBe('The key is (hidden), use it.');
  });

  test('is found in the names of fields', () => {
    const update = { sessionUpdate: 'tool_call', toolCallId: 'c', rawInput: { [key]: 1, [`${key}a`]: 2, b: 3 } };
    const [frame] = redactAll([frameOf(update)]);
    expect(frame).not.toContain(key);
    expect(frame).toContain('{"(hidden)":1,"(hidden) 2":2,"b":3}');
  });

  test('is found across the lines that an agent printed, also when it is wrapped', () => {
    const lines = [
      '-----BEGIN PRIVATE KEY-----',
      'geheim',
      '-----END PRIVATE KEY-----',
      key.slice(0, 20),
      key.slice(20),
    ];
    const found = redactAll(lines.map((text) => ({ ...moment, type: 'stderr', text }))).join('\n');
    expect(found).not.toMatch(/geheim|gH7jK9|sT5vW7/u);
  });

  test('is found with many messages between its pieces, though only some are kept in memory', () => {
    const chunk = (text: string): object =>
      frameOf({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
    const other = frameOf({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } });
    const limits = { around: 20_000, block: 5000 };
    const trace = [...pieces, ...pieces].flatMap((text) => [chunk(text), ...Array.from({ length: 8 }, () => other)]);
    for (const shift of [0, 1, 5, 13, 29]) {
      const lines = [...Array.from({ length: shift }, () => other), ...trace, ...trace];
      const redactor = new TraceRedactor('secrets', limits);
      const done: TraceRecord[] = [];
      let most = 0;
      for (const [index, record] of parseTrace(
        lines.map((each) => JSON.stringify(each)).join('\n'),
      ).records.entries()) {
        done.push(...redactor.push(record));
        most = Math.max(most, index + 1 - done.length);
      }
      const waiting = most;
      done.push(...redactor.end());
      expect(done).toHaveLength(lines.length);
      expect(waiting).toBeLessThan(lines.length / 2);
      const texts = done.map((record) => (record.type === 'frame' ? /"text":"([^"]*)"/u.exec(record.frame)?.[1] : ''));
      const said = texts.filter((text) => text !== 'hm').join('');
      expect(said).toBe('The key is (hidden), use it.'.repeat(4));
    }
  });

  test('does not reach into another message, session or terminal', () => {
    const found = redactAll(
      ['m1', 'm2'].map((messageId, index) =>
        frameOf({
          sessionUpdate: 'agent_message_chunk',
          messageId,
          content: { type: 'text', text: index === 0 ? 'the sk' : '-rose-is-a-name-of-a-rose' },
        }),
      ),
    );
    expect(found.join()).not.toContain('hidden');
  });

  test('is found in a message of any depth', () => {
    const deep = `${'['.repeat(20_000)}"${key}"${']'.repeat(20_000)}`;
    const [text] = redactAll([{ ...moment, type: 'frame', from: 'Agent', to: 'Client', frame: deep }]);
    expect(text).toContain('(hidden)');
    expect(text).not.toContain(key);
  });
});
