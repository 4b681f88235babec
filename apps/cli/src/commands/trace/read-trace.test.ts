import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exchangesOf, parseTrace, traceLines } from '@acp-stack/trace';

import { schemaOf } from '../../protocol-schema/load-schema.ts';
import { sidesOf, tracePage } from './trace-page.ts';

const conducted = [
  {
    type: 'request',
    ts: 0.1,
    protocol: 'acp',
    from: 'Client',
    to: 'Proxy(0)',
    id: 'a',
    method: 'session/prompt',
    params: { sessionId: 's', prompt: [{ type: 'text', text: 'hi' }] },
  },
  { type: 'notification', ts: 0.2, protocol: 'mcp', from: 'Agent', to: 'Proxy(0)', method: 'tools/list', params: {} },
  {
    type: 'response',
    ts: 0.5,
    from: 'Proxy(0)',
    to: 'Client',
    id: 'a',
    is_error: false,
    payload: { stopReason: 'end_turn' },
  },
];
const lines = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n');

describe('traces of others', () => {
  test('of the Rust conductor are read and written without a difference', () => {
    const trace = parseTrace(lines(conducted));
    const written = trace.records
      .flatMap(traceLines.conductor)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(written).toEqual([{ ...conducted[0], session: 's' }, ...conducted.slice(1)]);
    expect(exchangesOf(trace.records, schemaOf)).toMatchObject([
      { kind: 'request', method: 'session/prompt', session: 's', preview: 'hi' },
      { kind: 'notification', method: 'tools/list' },
      { kind: 'answer', method: 'session/prompt', took: 0.4, preview: 'end_turn' },
    ]);
  });

  test('keep the output and the life of components as events of their own', () => {
    const events = [
      { type: 'component', ts: 0.05, component: 'Proxy(0)', event: 'started', text: '' },
      ...conducted.slice(0, 1),
      { type: 'stderr', ts: 0.2, text: 'warming up', component: 'Proxy(0)' },
      { type: 'component', ts: 0.3, component: 'Proxy(0)', event: 'ended', text: 'exit code 3' },
    ];
    const trace = parseTrace(lines(events));
    const written = trace.records
      .flatMap(traceLines.conductor)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(written).toEqual([events[0], { ...conducted[0], session: 's' }, ...events.slice(2)]);
    expect(exchangesOf(trace.records, schemaOf)).toMatchObject([
      { kind: 'component', from: 'Proxy(0)', to: 'Proxy(0)', method: 'started' },
      { kind: 'request' },
      { kind: 'stderr', from: 'Proxy(0)', preview: 'warming up' },
      { kind: 'component', method: 'ended', preview: 'exit code 3' },
    ]);
  });

  test('show the reason of an error that is in its data', () => {
    const error = { code: -32_603, message: 'Internal error', data: { details: 'the disk is full' } };
    const trace = parseTrace(lines([{ ...conducted[0] }, { ...conducted.at(-1), is_error: true, payload: error }]));
    expect(exchangesOf(trace.records, schemaOf)[1]).toMatchObject({
      kind: 'error',
      preview: 'Internal error: the disk is full',
    });
  });

  test('of acp-inspector are read', () => {
    const text = lines([
      { type: 'header', format: 'acp-inspector-trace', version: 1, at: 1000, frames: 1, dropped: 0 },
      {
        type: 'frame',
        at: 1500,
        connection: 'c',
        direction: 'client -> agent',
        encoding: 'utf8',
        frame: '{"jsonrpc":"2.0","id":1,"method":"initialize"}',
      },
    ]);
    const { header, records } = parseTrace(text);
    expect(header.at).toBe('1970-01-01T00:00:01.000Z');
    expect(records).toMatchObject([{ from: 'Client', to: 'Agent', ts: 1.5, connection: 'c' }]);
  });

  test('that are plain messages tell who said what, also when both sides use the same ids', () => {
    const text = lines([
      { jsonrpc: '2.0', id: 1, method: 'session/prompt', params: {} },
      { jsonrpc: '2.0', id: 2, method: 'fs/read_text_file', params: {} },
      { jsonrpc: '2.0', id: 2, result: {} },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
    const senders = parseTrace(text).records.map((record) => (record.type === 'frame' ? record.from : ''));
    expect(senders).toEqual(['Client', 'Agent', 'Client', 'Agent']);
  });

  test('never fail, whatever is in them', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string())), (parts) => {
        const { records } = parseTrace(parts.join('\n'));
        const exchanges = exchangesOf(records, schemaOf);
        tracePage(parseTrace('').header, exchanges);
        for (const write of Object.values(traceLines)) records.flatMap(write);
      }),
    );
  });
});

test.each([
  { type: 'stderr' },
  { type: 'stderr', text: 1 },
  { type: 'end', error: {} },
  { type: 'frame', direction: 'client -> agent', frame: '{}', at: 1e300 },
])('a record without what it should have is a line that cannot be read: %j', (record) => {
  expect(parseTrace(lines([{ type: 'header', at: 1e300 }, record]))).toMatchObject({ records: [], unreadable: [2] });
});

describe('the page of a trace', () => {
  test('has the client on the left, proxies by number, and the agent on the right', () => {
    const names = ['Agent', 'Proxy(10)', 'Client', 'Proxy(2)'];
    const exchanges = names.map((from) => ({ from, to: from }) as never);
    expect(sidesOf(exchanges)).toEqual(['Client', 'Proxy(2)', 'Proxy(10)', 'Agent']);
    const chain = ['Client', 'Proxy(10)', 'unused', 'Proxy(2)', 'Agent'];
    expect(sidesOf(exchanges, chain)).toEqual(['Client', 'Proxy(10)', 'Proxy(2)', 'Agent']);
  });

  const hop = (from: string, to: string, message: object) => ({
    type: 'frame',
    ts: 0,
    connection: [from, to].toSorted().join(' '),
    from,
    to,
    frame: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });

  test('of a chain has a legend with its lanes, signs and keys, and a filter of changes', () => {
    const components = ['Client', 'guard', 'Agent'];
    const { header, records } = parseTrace(
      lines([
        hop('Client', 'guard', { id: 1, method: 'session/prompt', params: { a: 1 } }),
        hop('guard', 'Agent', { id: 2, method: 'session/prompt', params: { a: 2 } }),
        hop('Agent', 'guard', { id: 2, error: { code: -32_603, message: 'No.' } }),
      ]),
    );
    const page = tracePage({ ...header, components }, exchangesOf(records, schemaOf));
    const [, rows = ''] = page.split('<main>');
    expect(page).toMatch(/id="legend"[\s\S]*A lane for each side[\s\S]*did not pass the message on/u);
    for (const key of ['n', 'p', 'c', '/', 'Esc', 'Enter', '?']) expect(page).toContain(`<kbd>${key}</kbd>`);
    expect(page).toContain('id="changes"');
    expect(rows.match(/data-change="[a-z]+"/gu)).toEqual(['data-change="changed"']);
    expect(rows).toContain('>≠</i>');
    expect(rows.match(/class="error" data-bad/gu)).toHaveLength(1);
    expect(page).toContain('prefers-color-scheme:dark');
    expect(page).not.toMatch(/(?:src|href)=|url\(|@import|fetch\(/u);
  });

  test('of a chain with a bridge shows its conversions as those of the bridge', () => {
    const components = ['Client', 'guard', 'Agent'];
    const { header, records } = parseTrace(
      lines([
        hop('Client', 'guard', { id: 1, method: 'session/new', params: { a: 1 } }),
        { ...hop('guard', 'Agent', { id: 2, method: 'session/new', params: { a: 2 } }), bridged: true },
        { ...hop('Agent', 'guard', { id: 2, result: {} }), bridged: true },
      ]),
    );
    const [, rows = ''] = tracePage({ ...header, components }, exchangesOf(records, schemaOf)).split('<main>');
    expect(rows.match(/data-change="[a-z]+"/gu)).toEqual(['data-change="converted"']);
    expect(rows).toContain('>⇄</i>');
    expect(rows).toContain('>⇢</i>');
  });

  test('shows the end of a long id, with the whole in a title', () => {
    const { header, records } = parseTrace(lines([hop('Client', 'Agent', { id: 'a3836c70-040a-14', method: '_a' })]));
    const page = tracePage(header, exchangesOf(records, schemaOf));
    expect(page).toContain('<code>_a <span title="a3836c70-040a-14">#…40a-14</span></code>');
    expect(page).toMatch(/@media\(max-width:40rem\)\{[^\n]*white-space:normal/u);
  });

  test('of two sides has no filter of changes, which nothing could make', () => {
    const { header, records } = parseTrace(lines([hop('Client', 'Agent', { method: '_a' })]));
    const page = tracePage(header, exchangesOf(records, schemaOf));
    expect(page).not.toContain('id="changes"');
    expect(page).not.toContain('<kbd>c</kbd>');
    expect(page).toContain('id="legend"');
  });

  test('shows everything as text', () => {
    const method = '</script><img src=x onerror=alert(1)>';
    const { header, records } = parseTrace(lines([{ jsonrpc: '2.0', method, params: { '"><b>': "'" } }]));
    const page = tracePage({ ...header, agent: '<i>' }, exchangesOf(records, schemaOf));
    expect(page).not.toMatch(/<(?:img|i)[ >]|<b>(?!Client|Agent)/u);
    expect(page.match(/<\/script>/gu)).toHaveLength(1);
  });
});
