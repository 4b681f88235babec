import { describe, expect, test } from 'vitest';

import type { LoggedMessage } from '../conversation/message.ts';
import { rules } from '../rules/find-rule.ts';
import type { Version } from '../rules/rule.ts';
import { checkLog } from './check-log.ts';

const logged = (from: LoggedMessage['from'], message: unknown): LoggedMessage => {
  if (typeof message === 'string') return { from, at: 0, text: message };
  const value = Array.isArray(message) ? message : { jsonrpc: '2.0', ...(message as object) };
  return { from, at: 0, text: JSON.stringify(value), value };
};
const suite = (message: unknown): LoggedMessage => logged('suite', message);
const peer = (message: unknown): LoggedMessage => logged('peer', message);

const info = { name: 'a', version: '1' };
const opening: Readonly<Record<Version, readonly LoggedMessage[]>> = {
  1: [
    suite({ id: 'i', method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } }),
    peer({ id: 'i', result: { protocolVersion: 1, agentCapabilities: {}, agentInfo: info } }),
  ],
  2: [
    suite({ id: 'i', method: 'initialize', params: { protocolVersion: 2, info, capabilities: {} } }),
    peer({ id: 'i', result: { protocolVersion: 2, info, capabilities: { session: {} } } }),
  ],
};

/** The rules that these messages break, after `initialize`. */
function broken(version: Version, ...messages: readonly LoggedMessage[]): readonly string[] {
  const log = [...opening[version], ...messages];
  const findings = checkLog(log, { version, isStdio: true });
  for (const { rule, evidence, found } of findings) {
    expect(rules.find(({ id }) => id === rule)?.versions, `${rule}: ${found}`).toContain(version);
    expect(evidence.length).toBeGreaterThan(0);
  }
  return [...new Set(findings.map(({ rule }) => rule))];
}

const update = (fields: object, more: object = {}): LoggedMessage =>
  peer({ method: 'session/update', params: { sessionId: 's', update: fields, ...more } });
const content = { type: 'text', text: 'hello' };
const chunk = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content };
const call = { toolCallId: 't', title: 'Read', kind: 'read' };
const callIn = (version: Version, fields: object = {}): LoggedMessage =>
  update({ sessionUpdate: version === 1 ? 'tool_call' : 'tool_call_update', ...call, ...fields });

describe.each([1, 2] as const)('in version %i', (version) => {
  test('right messages break nothing', () => {
    expect(
      broken(
        version,
        update(chunk),
        callIn(version, {
          locations: [{ path: '/a', line: 1 }, { path: String.raw`C:\a` }],
          rawInput: { path: 'a', a_b: 1 },
        }),
        update({ ...chunk, _meta: { 'any key': 1 } }),
        update({ ...chunk, content: { type: 'resource_link', name: 'a', uri: 'file:///a' } }),
        update({ sessionUpdate: 'usage_update', used: 1, size: 2 }),
        peer({ id: 'c', method: '_custom/request', params: { any_key: 1 } }),
        peer({ method: '$/progress', params: {} }),
        peer({ id: null, error: { code: -32_700, message: 'Parse error' } }),
        peer(''),
        suite({ id: 'l', method: 'session/list', params: {} }),
        peer({ id: 'l', result: { sessions: [{ sessionId: 's', cwd: '/a' }] } }),
        suite({ id: 'x', method: '_custom/any' }),
        peer({ id: 'x', result: { any_key: 1 } }),
      ),
    ).toEqual([]);
  });

  const rows: readonly (readonly [rules: string, what: string, ...messages: LoggedMessage[]])[] = [
    ['GEN-01', 'a message of another version of JSON-RPC', peer({ jsonrpc: '1.0', method: '$/a' })],
    ['GEN-01', 'an object that is no message', peer({ hello: 1 })],
    ['GEN-01', 'a number', { from: 'peer', at: 0, text: '7', value: 7 }],
    ['GEN-01', 'bytes that are not UTF-8', { ...update(chunk), isUtf8: false }],
    [
      'GEN-01',
      'a notification with an id',
      peer({ id: 1, method: 'session/update', params: { sessionId: 's', update: chunk } }),
    ],
    ['GEN-02', 'a result with an error', suite({ id: 1, method: '_a' }), peer({ id: 1, result: 1, error: null })],
    ['GEN-02', 'an error without a code', suite({ id: 1, method: '_a' }), peer({ id: 1, error: { message: 'no' } })],
    ['GEN-02', 'an error that is a text', suite({ id: 1, method: '_a' }), peer({ id: 1, error: 'no' })],
    ['STDIO-02', 'a line that is no message', peer('Starting …')],
    ['STDIO-01', 'a message over several lines', peer('{"jsonrpc":"2.0",'), peer('"method":"$/a"}')],
    ['GEN-12c', 'an array', peer([{ jsonrpc: '2.0', method: '$/a' }])],
    ['EXT-09', 'a custom notification that was not advertised', peer({ method: '_custom/event', params: {} })],
    ['EXT-04', 'a method without an underscore', peer({ method: 'custom/event', params: {} })],
    ['EXT-04', 'a method of agents', peer({ id: 1, method: 'session/new', params: { cwd: '/a' } })],
    ['EXT-01', 'a custom field', update(chunk, { custom: 1 })],
    ['EXT-01 GEN-06', 'a custom field in snake case', update({ ...chunk, my_field: 1 })],
    ['EXT-02', 'metadata that is a text', update({ ...chunk, _meta: 'text' })],
    ['TURN-07', 'usage without a size', update({ sessionUpdate: 'usage_update', used: 1 })],
    [
      'TURN-07',
      'a cost without a currency',
      update({ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 1 } }),
    ],
    ['CONT-02', 'a text block without text', update({ ...chunk, content: { type: 'text' } })],
    ['GEN-04 TOOL-23', 'a relative location', callIn(version, { locations: [{ path: 'a.ts' }] })],
    ['TOOL-23', 'a location without a path', callIn(version, { locations: [{ line: 1 }] })],
    ['GEN-05 TOOL-23', 'line 0', callIn(version, { locations: [{ path: '/a', line: 0 }] })],
    ['INIT-08', 'an update without a kind', update({ content })],
    [
      'GEN-04 LIST-07',
      'a listed session with a relative folder',
      suite({ id: 1, method: 'session/list', params: {} }),
      peer({ id: 1, result: { sessions: [{ sessionId: 's', cwd: 'a' }] } }),
    ],
    [
      'INIT-09 ELIC-01',
      'a form for a client that shows none',
      peer({
        id: 1,
        method: 'elicitation/create',
        params: {
          mode: 'form',
          sessionId: 's',
          message: 'Which?',
          requestedSchema: { type: 'object', properties: {} },
        },
      }),
    ],
    ['GEN-16', 'two requests with the same id', peer({ id: 1, method: '_a' }), peer({ id: 1, method: '_a' })],
  ];
  for (const [expected, what, ...messages] of rows) {
    test(`it finds what breaks ${expected}: ${what}`, () => {
      expect([...broken(version, ...messages, update(chunk))].toSorted()).toEqual(expected.split(' ').toSorted());
    });
  }

  test('an id may be used again after the response, and by both sides', () => {
    expect(
      broken(
        version,
        peer({ id: 1, method: '_a' }),
        suite({ id: 1, error: { code: -32_601, message: 'no' } }),
        peer({ id: 1, method: '_a' }),
        suite({ id: 1, method: '_b' }),
        peer({ id: 1, result: {} }),
      ),
    ).toEqual([]);
  });

  test('messages of the suite are never blamed, and those before the scenario neither', () => {
    const log = [...opening[version], suite('nonsense'), suite([7]), peer('nonsense'), update(chunk)];
    expect(checkLog(log, { version, since: log.length - 1 })).toEqual([]);
  });

  test('a relative folder that the suite has named is not blamed where it is listed', () => {
    const listed = (cwd: string): readonly string[] =>
      broken(
        version,
        suite({ id: 'l', method: 'session/list', params: {} }),
        peer({ id: 'l', result: { sessions: [{ sessionId: 's', cwd }] } }),
      );
    expect(listed('conformance-relative')).toEqual([]);
    expect(listed('garden')).toEqual(['GEN-04', 'LIST-07']);
  });

  test('what a program was writing when it was ended is not blamed', () => {
    expect(broken(version, peer('{"jsonrpc":"2.0","meth'))).toEqual([]);
  });
});

const rowsOfVersions: readonly (readonly [
  rules: string,
  version: Version,
  what: string,
  ...messages: LoggedMessage[],
])[] = [
  ['GEN-15', 1, 'a response with another id', suite({ id: 7, method: '_a' }), peer({ id: '7', result: {} })],
  [
    'GEN-01',
    2,
    'a second response',
    suite({ id: 7, method: '_a' }),
    peer({ id: 7, result: {} }),
    peer({ id: 7, result: {} }),
  ],
  ['GEN-01', 2, 'a request without a right id', peer({ id: 1.5, method: '_a' })],
  ['LIFE-18', 2, 'a chunk without the id of its message', update({ ...chunk, messageId: undefined })],
  ['GEN-21', 2, 'an invented kind of tool', callIn(2, { kind: 'summarize' })],
  ['GEN-21', 2, 'an invented update', update({ sessionUpdate: 'mood', mood: 1 })],
  ['INIT-08', 2, 'an update of version 1', update({ sessionUpdate: 'tool_call', ...call })],
  ['INIT-08', 1, 'an update of version 2', update({ sessionUpdate: 'state_update', state: 'idle' })],
  ['GEN-06', 1, 'a key in snake case', update({ sessionUpdate: 'tool_call', tool_call_id: 't', title: 'Read' })],
  [
    'INIT-08 FS-08',
    2,
    'a method of version 1',
    peer({ id: 1, method: 'fs/read_text_file', params: { sessionId: 's', path: '/a' } }),
  ],
  [
    'INIT-09 FS-01',
    1,
    'a file that the client does not offer',
    peer({ id: 1, method: 'fs/read_text_file', params: { sessionId: 's', path: '/a' } }),
  ],
  [
    'INIT-09 NOTICE-01',
    1,
    'a notice for a client without them',
    update({ sessionUpdate: 'notice', severity: 'info', title: 'a' }),
  ],
  ['TOOL-09', 1, 'a diff without the new text', callIn(1, { content: [{ type: 'diff', path: '/a' }] })],
  [
    'GEN-04 TOOL-09',
    1,
    'a diff with a relative path',
    callIn(1, { content: [{ type: 'diff', path: 'a', newText: '' }] }),
  ],
  [
    'GEN-04 TOOL-11',
    2,
    'a change with a relative path',
    callIn(2, { content: [{ type: 'diff', changes: [{ operation: 'add', path: 'a' }] }] }),
  ],
  [
    'TURN-02',
    1,
    'a prompt without a reason',
    suite({ id: 1, method: 'session/prompt', params: {} }),
    peer({ id: 1, result: {} }),
  ],
];
for (const [expected, version, what, ...messages] of rowsOfVersions) {
  test(`it finds what breaks ${expected} in version ${version}: ${what}`, () => {
    expect([...broken(version, ...messages, update(chunk))].toSorted()).toEqual(expected.split(' ').toSorted());
  });
}

test('the result of initialize is read in the version that it names', () => {
  const asked = suite({ id: 'i', method: 'initialize', params: { protocolVersion: 2, info } });
  const find = (result: object): readonly string[] =>
    checkLog([asked, peer({ id: 'i', result })], { version: 2 }).map(({ rule }) => rule);
  expect(find({ protocolVersion: 2, info, capabilities: {} })).toEqual([]);
  expect(find({ protocolVersion: 1, agentCapabilities: { loadSession: true } })).toEqual([]);
  expect(find({ protocolVersion: 2, capabilities: {} })).toEqual(['INIT-04']);
  expect(find({ protocolVersion: 2, info, capabilities: { session: { fork: true } } })).toEqual(['INIT-21']);
});

test('custom variants of version 2 are what the agent makes of them', () => {
  expect(
    broken(
      2,
      update({ sessionUpdate: '_mood', my_mood: 1 }),
      update({ ...chunk, content: { type: '_hologram', a_b: 1 } }),
    ),
  ).toEqual([]);
});

test('custom notifications may be sent when metadata announce them', () => {
  const capabilities = { session: {}, _meta: { 'example.org': { events: true } } };
  const told = peer({ id: 'i', result: { protocolVersion: 2, info, capabilities } });
  const log = [...opening[2].slice(0, 1), told, peer({ method: '_custom/event', params: {} })];
  expect(checkLog(log, { version: 2 })).toEqual([]);
});

test('responses to an array may come in an array', () => {
  const request = { jsonrpc: '2.0', id: 1, method: '_a' };
  const reply = { jsonrpc: '2.0', id: 1, result: {} };
  expect(broken(2, suite([request]), peer([reply]))).toEqual([]);
});
