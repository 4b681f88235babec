import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { captureTerminal, type CapturedTerminal } from '../../terminal/captured-terminal.ts';
import { temporaryFolder } from '../../../../../test/support/checkout.ts';
import { view, type ViewFlags } from './view.ts';

const frame = (from: 'Client' | 'Agent', message: object | string, connection = '1'): string => {
  const to = from === 'Client' ? 'Agent' : 'Client';
  const text = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message });
  return JSON.stringify({ type: 'frame', ts: 0, connection, from, to, frame: text });
};
const header = JSON.stringify({ type: 'header', format: 'acp-trace', version: 1, at: '', redaction: 'none' });
const update = (fields: object, sessionId = 's'): object => ({
  method: 'session/update',
  params: { sessionId, update: fields },
});
const begin = [
  header,
  frame('Client', { id: 0, method: 'initialize', params: { protocolVersion: 1 } }),
  frame('Agent', { id: 0, result: { protocolVersion: 1 } }),
  frame('Client', { id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } }),
  frame('Agent', { id: 1, result: { sessionId: 's' } }),
];
const chunk = (text: string): object => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

async function shown(lines: readonly string[], flags: ViewFlags = {}): Promise<CapturedTerminal> {
  const terminal = captureTerminal({ stdin: [`${lines.join('\n')}\n`] });
  await view({ path: '-', flags }, terminal);
  return terminal;
}

describe('acp trace view', () => {
  test('shows where a bridge between versions is on a hop', async () => {
    const bridged = { ...(JSON.parse(frame('Agent', { method: '_a' })) as object), bridged: true };
    const terminal = await shown([header, JSON.stringify(bridged), frame('Agent', { method: '_a' })]);
    expect(terminal.out()).toMatch(/Agent ⇢ Client +_a.*\n.*Agent → Client +_a/u);
  });

  test('keeps its columns with the names of a chain and long ids, and says the details of a step in words', async () => {
    const hop = (from: string, to: string, message: object): string =>
      JSON.stringify({
        type: 'frame',
        ts: 0,
        connection: 'c',
        from,
        to,
        frame: JSON.stringify({ jsonrpc: '2.0', ...message }),
      });
    const id = 'a3836c70-040a-14';
    const details = { version: 1, isBridged: true, mcp: { acp: true, http: false, stdio: true } };
    const life = { type: 'component', ts: 0, connection: 'c', component: 'node florist.mjs', event: 'initialized' };
    const terminal = await shown([
      header,
      hop('Client', 'guard', { method: '_a', params: { title: 'here' } }),
      hop('guard', 'node florist.mjs', { id, method: '_a', params: { title: 'here' } }),
      JSON.stringify({ ...life, text: JSON.stringify(details) }),
      JSON.stringify({ ...life, event: 'failed', text: 'It fell {over}' }),
    ]);
    const [first = '', second = '', third = '', fourth = ''] = terminal.out().split('\n');
    expect(first.indexOf('_a')).toBe(second.indexOf('_a'));
    expect(first.indexOf('here')).toBe(second.indexOf('here'));
    expect(second).toContain(`_a #…${id.slice(-6)} `);
    expect(third).toContain('version 1, converted between versions, MCP servers over stdio, acp');
    expect(fourth).toContain('It fell {over}');
  });

  test('marks what is against the protocol, with its place and value', async () => {
    const terminal = await shown([
      ...begin,
      frame('Agent', update(chunk('fine'))),
      frame('Agent', update({ sessionUpdate: 'no_such_update' })),
      frame('Agent', update({ sessionUpdate: 'agent_message_chunk', content: 'hello' })),
      frame('Agent', update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'T', kind: 'writing' })),
      frame('Agent', update(chunk('lost'), 'wrong')),
      frame('Agent', { method: 'no/such' }),
      frame('Agent', { id: 99, result: {} }),
      JSON.stringify({ type: 'stdout', ts: 0, connection: '1', text: 'noise' }),
      JSON.stringify({ type: 'stderr', ts: 0, connection: '1', text: 'a line' }),
    ]);
    const rows = terminal.out().split('\n').slice(4, -1);
    expect(rows.map((row) => /✗ (?<mistake>.*)/u.exec(row)?.groups?.['mistake'])).toEqual([
      undefined,
      '/params/update/sessionUpdate: version 1 does not know "no_such_update"',
      '/params/update/content must be an object, got "hello"',
      expect.stringContaining('/params/update/kind must be one of read, edit'),
      '/params/sessionId must be an open session, got "wrong"',
      '/method must be a method of version 1, got "no/such"',
      'responds to no earlier request',
      'only messages belong on stdout',
      undefined,
    ]);
    expect(rows.at(-2)).toContain('stdout');
    expect(rows.at(-1)).toContain('stderr');
    expect(terminal.err()).toBe('7 records are against the protocol, marked with ✗\n');
  });

  test('marks the same on its page', async () => {
    using folder = temporaryFolder();
    const html = join(folder.path, 'page.html');
    await shown([...begin, frame('Agent', update({ sessionUpdate: '<b>' }))], { html });
    const page = readFileSync(html, 'utf8');
    expect(page).toContain('<details class="notification mistake"');
    expect(page).toContain('version 1 does not know &quot;&lt;b&gt;&quot;</em>');
    expect(page).toContain('5 records, 1 against the protocol');
  });

  test('does not take the updates of a trace that begins in the middle for mistakes', async () => {
    const terminal = await shown([header, frame('Agent', update(chunk('a')))]);
    expect(terminal.err()).toBe('');
  });

  test.each([5000, 200_000])('takes a message that is %d levels deep, in every form', async (depth) => {
    using folder = temporaryFolder();
    const html = join(folder.path, 'page.html');
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const inside = `{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"c","rawInput":${deep}}}`;
    const lines = [
      ...begin,
      frame('Agent', `{"jsonrpc":"2.0","method":"session/update","params":${inside}}`),
      frame('Agent', `{"jsonrpc":"2.0","method":"_deep","params":${deep}}`),
      frame('Agent', `{"jsonrpc":"2.0","id":${deep},"result":${deep}}`),
    ];
    for (const flags of [{}, { full: true }, { html }]) {
      const terminal = await shown(lines, flags);
      expect(terminal.err()).not.toContain('error');
    }
  });

  test('prints the rows of a long trace in parts, and leaves rows out of a page', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'long.trace');
    const row = frame('Agent', update(chunk('word')));
    writeFileSync(path, `${begin.join('\n')}\n${`${row}\n`.repeat(6000)}`);
    const terminal = captureTerminal();
    await view({ path, flags: {} }, terminal);
    expect(terminal.out().split('\n')).toHaveLength(6005);
    const html = join(folder.path, 'page.html');
    const calls = Array.from({ length: 6000 }, (_, index) =>
      frame('Agent', `{"jsonrpc":"2.0","method":"_call${index}"}`),
    );
    writeFileSync(path, `${[...begin, ...calls].join('\n')}\n`);
    await view({ path, flags: { html }, maxPageRows: 5000 }, captureTerminal());
    expect(readFileSync(html, 'utf8')).toContain('1004 more are left out');
  });

  test('has one row for the chunks of a text on its page, with the whole text, unless they are against the protocol', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'long.trace');
    const html = join(folder.path, 'page.html');
    const words = Array.from({ length: 20_000 }, (_, index) => frame('Agent', update(chunk(`<w${index}> `))));
    const wrong = frame('Agent', update({ ...chunk('wrong'), content: 7 }));
    writeFileSync(path, `${[...begin, ...words, wrong].join('\n')}\n`);
    await view({ path, flags: { html } }, captureTerminal());
    const page = readFileSync(html, 'utf8');
    expect(page).toContain('20005 records, 1 against the protocol');
    expect(page).toContain('session/update ×20000');
    expect(page).toContain('&lt;w19998&gt; &lt;w19999&gt; \n\nThe first of 20000 chunks:');
    expect(page).toContain('<details class="notification mistake"');
    expect(page.length).toBeLessThan(500_000);
  });
});
