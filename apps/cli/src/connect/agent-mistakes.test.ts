import { describeError, RpcError } from '@acp-stack/rpc';
import type { ConnectionReport } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { AgentMistakes } from './agent-mistakes.ts';
import { protocolValues } from './protocol-values.ts';

interface Bench {
  readonly told: string[];
  readonly mistakes: AgentMistakes;
  readonly received: (message: object) => void;
  readonly sent: (message: object) => void;
}

function bench(version = 1): Bench {
  const told: string[] = [];
  const mistakes = new AgentMistakes((line) => void told.push(line));
  mistakes.connected(version, protocolValues);
  const frame = (direction: 'sent' | 'received') => (message: object) =>
    void mistakes.observer.frame?.({ direction, text: '', message });
  return { told, mistakes, received: frame('received'), sent: frame('sent') };
}

const update = (fields: object, sessionId = 's'): object => ({
  method: 'session/update',
  params: { sessionId, update: fields },
});
const chunk = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x' } };
const problem = { path: '/update/content', expected: 'an object', found: '"hello"' };

function opened(version = 1): Bench {
  const it = bench(version);
  it.sent({ id: 1, method: 'session/new', params: {} });
  it.received({ id: 1, result: { sessionId: 's' } });
  return it;
}

describe('a mistake of an agent', () => {
  test('in a message is told with its place and its value, for agents of both versions', () => {
    const { told, mistakes } = bench();
    const problems = [problem];
    mistakes.report({ kind: 'malformed', from: 'agent', method: 'session/update', problems }, describeError);
    expect(told).toEqual(['dropped session/update: /update/content must be an object, got "hello"']);
    const error = new RpcError(-32_602, 'Invalid params', { data: { problems } });
    const other = bench();
    other.mistakes.report({ kind: 'handler-failed', method: 'session/update', error }, describeError);
    expect(other.told).toEqual(told);
  });

  test.each<[ConnectionReport, string]>([
    [
      {
        kind: 'repaired-by-bridge',
        from: 'agent',
        method: 'session/update',
        repairs: [{ action: 'dropped', path: '/update/kind', expected: 'one of read, edit', found: '"writing"' }],
      },
      'left a part of session/update out: /update/kind must be one of read, edit, got "writing"',
    ],
    [
      { kind: 'ignored-by-bridge', from: 'agent', reason: 'no/such is not a notification of the agent in version 1' },
      'ignored a message: no/such is not a notification of the agent in version 1',
    ],
    [{ kind: 'unknown-notification', method: 'no/such' }, 'ignored no/such: unknown notification'],
    [{ kind: 'unexpected-response', id: 99 }, 'ignored a response: no request has the id 99'],
    [
      { kind: 'invalid-message', problem: '"method" must be a string', message: {} },
      'dropped a message: "method" must be a string',
    ],
  ])('is told: %j', (report, line) => {
    const { told, mistakes } = bench();
    expect(mistakes.report(report, describeError)).toBe(true);
    expect(told).toEqual([line]);
  });

  test('is a question for a session that is not open', () => {
    const { told, received } = opened(1);
    received({ id: 9, method: 'session/request_permission', params: { sessionId: 's', options: [] } });
    received({ id: 10, method: 'session/request_permission', params: { sessionId: 'wrong', options: [] } });
    expect(told).toEqual(['got session/request_permission: /sessionId must be an open session, got "wrong"']);
  });

  test.each([1, 2])('is an update after a session was closed, in version %s', (version) => {
    const { told, received, sent } = opened(version);
    sent({ id: 2, method: 'session/close', params: { sessionId: 's' } });
    received({ id: 2, result: {} });
    received(update({ ...chunk, messageId: 'm' }));
    expect(told).toEqual([
      'got agent_message_chunk after the end of the session; send it before the response that ends it',
    ]);
  });

  test('is a chunk after the response that ends a turn, told once', () => {
    const { told, received, sent } = opened(1);
    sent({ id: 2, method: 'session/prompt', params: { sessionId: 's', prompt: [] } });
    received({ id: 2, result: { stopReason: 'end_turn' } });
    for (let count = 0; count < 3; count += 1) received(update(chunk));
    expect(told).toEqual([
      'got agent_message_chunk after the end of the turn; send it before the response that ends it',
    ]);
  });

  test('is not what an MCP server of this client answers inside mcp/message, but it is an mcp/message that nothing takes', () => {
    const { told, received, sent } = opened(2);
    const message = { connectionId: 'c', method: 'resources/list', params: {} };
    const answers = ['Method not found', 'Method not found: resources/list', 'Server does not support resources'];
    for (const [id, words] of answers.entries()) {
      received({ id: `m${id}`, method: 'mcp/message', params: message });
      sent({ id: `m${id}`, error: { code: -32_601, message: words } });
    }
    expect(told).toEqual([]);
    received({ id: 'last', method: 'mcp/message', params: message });
    sent({ id: 'last', error: { code: -32_601, message: 'Method not found: mcp/message' } });
    expect(told).toEqual(['refused mcp/message: this client has no such method, or does not offer it']);
  });

  test('is not what the client did, what was only brought into its present form, and what is an extension', () => {
    const { told, mistakes, received, sent } = opened();
    const method = 'session/update';
    const repairs = [{ ...problem, action: 'converted' as const }];
    const reports: readonly ConnectionReport[] = [
      { kind: 'malformed', from: 'client', method, problems: [problem] },
      { kind: 'repaired-by-bridge', from: 'agent', method, repairs },
      { kind: 'unknown-notification', method: '_vendor/note' },
      { kind: 'handler-failed', method, error: new Error('ours') },
    ];
    expect(reports.map((report) => mistakes.report(report, describeError))).toEqual([false, false, false, false]);
    received(update({ sessionUpdate: '_vendor', x: 1 }));
    received({ id: 5, method: '_vendor/ask' });
    sent({ id: 5, error: { code: -32_601, message: 'Method not found' } });
    expect(told).toEqual([]);
  });

  test('is an update that no version has, an update of an unknown session, and a method that is not there', () => {
    const { told, received, sent } = opened();
    received(update(chunk));
    received(update({ sessionUpdate: 'constructor' }));
    received(update(chunk, 'wrong\u001b[2J'));
    received({ id: 5, method: 'no/request' });
    sent({ id: 5, error: { code: -32_601, message: 'Method not found' } });
    received({ id: 5, method: 'fs/read_text_file' });
    sent({ id: 5, error: { code: -32_000, message: 'No such file' } });
    expect(told).toEqual([
      'ignored session/update: /update/sessionUpdate must be an update of the protocol, got "constructor"',
      'dropped session/update: /sessionId must be an open session, got "wrong\\u001b[2J"',
      'refused no/request: this client has no such method, or does not offer it',
    ]);
  });

  test('is a value that version 2 accepts and does not define, each told once by its name', () => {
    const { told, received, mistakes } = opened(2);
    const call = (fields: object): void =>
      received(update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields }));
    for (const kind of ['writing', 'writing', 'dancing', '_own', 'edit', null, 7]) call({ kind });
    call({ status: 'working', content: [{ type: 'hologram' }, { type: 'content', content: { type: 'smell' } }] });
    received(update({ ...chunk, content: { type: 'video' } }));
    received(update({ sessionUpdate: 'state_update', state: 'sleeping' }));
    received(update({ sessionUpdate: 'plan_update', plan: { type: 'items', entries: [{ status: 'soon' }] } }));
    const option = { optionId: 'a', name: 'A', kind: 'allow_twice\u001b[2J' };
    const toolCall = { toolCallId: 'c', kind: 'dreaming' };
    const params = { sessionId: 's', subject: { type: 'tool_call', toolCall }, options: [option] };
    received({ id: 5, method: 'session/request_permission', params });
    const kinds = 'read, edit, delete, move, search, execute, think, fetch, switch_mode, other';
    expect(told).toEqual([
      `kept an unknown value of session/update: /update/kind must be one of ${kinds}, got "writing"`,
      `kept an unknown value of session/update: /update/kind must be one of ${kinds}, got "dancing"`,
      expect.stringContaining('/update/status must be one of pending, in_progress, paused, '),
      expect.stringContaining('/update/content/0/type must be one of content, diff, terminal, got "hologram"'),
      expect.stringContaining('/update/content/1/content/type must be one of text, image, '),
      expect.stringContaining('/update/content/type must be one of text, image, '),
      expect.stringContaining('/update/state must be one of running, idle, requires_action, unknown, got "sleeping"'),
      expect.stringContaining('/update/plan/entries/0/status must be one of pending, '),
      `kept an unknown value of session/request_permission: /subject/toolCall/kind must be one of ${kinds}, got "dreaming"`,
      expect.stringContaining(
        String.raw`/options/0/kind must be one of allow_once, allow_always, reject_once, reject_always, got "allow_twice\u001b[2J"`,
      ),
    ]);
    mistakes.finish();
    expect(told.slice(10)).toEqual([expect.stringMatching(/^1 more like this: .*"writing"$/u)]);
  });

  test('in a value is not told twice for version 1, which repairs it', () => {
    const { told, received } = opened();
    received(update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', kind: 'writing' }));
    expect(told).toEqual([]);
  });

  test('is each update that the version does not have', () => {
    const { told, mistakes } = bench(2);
    for (const found of ['"tool_call"', '"current_mode_update"', '"tool_call"']) {
      const problems = [{ path: '/update/sessionUpdate', expected: 'one of …', found }];
      mistakes.report({ kind: 'malformed', from: 'agent', method: 'session/update', problems }, describeError);
    }
    expect(told).toHaveLength(2);
  });

  test('is not an update that comes before the session is named, or of the session of a subagent', () => {
    const { told, received, sent } = bench();
    sent({ id: 1, method: 'session/new', params: {} });
    received(update(chunk));
    received(update(chunk, 'never named'));
    expect(told).toEqual([]);
    received({ id: 1, result: { sessionId: 's' } });
    expect(told).toEqual(['dropped session/update: /sessionId must be an open session, got "never named"']);
    received(update({ sessionUpdate: 'subagent_update', sessionId: 'child' }));
    received(update(chunk, 'child'));
    sent({ id: 2, method: 'session/load', params: { sessionId: 'old' } });
    received(update(chunk, 'old'));
    expect(told).toHaveLength(1);
  });

  test('is told once, and counted when it comes again', () => {
    const { told, mistakes } = bench();
    for (let index = 0; index < 1000; index += 1) {
      mistakes.line(`noise ${index}`);
      const problems = [{ ...problem, path: `/update/entries/${index}` }];
      mistakes.report({ kind: 'malformed', from: 'agent', method: 'session/update', problems }, describeError);
    }
    expect(told).toHaveLength(2);
    mistakes.finish();
    expect(told.slice(2)).toEqual([
      '999 more like this: ignored a line on stdout, which is for messages only: noise 0',
      '999 more like this: dropped session/update: /update/entries/0 must be an object, got "hello"',
    ]);
  });

  test('that was made before there was a connection is told with it', () => {
    const told: string[] = [];
    const mistakes = new AgentMistakes((line) => void told.push(line));
    mistakes.line('Welcome!');
    expect(told).toEqual([]);
    mistakes.connected(1, protocolValues);
    expect(told).toEqual(['ignored a line on stdout, which is for messages only: Welcome!']);
  });

  test('of many kinds does not flood', () => {
    const { told, mistakes } = bench();
    for (let index = 0; index < 1000; index += 1)
      mistakes.report({ kind: 'unknown-notification', method: `no/such${index}`.repeat(100) }, describeError);
    mistakes.finish();
    expect(told).toHaveLength(21);
    expect(told.at(-1)).toBe('980 other mistakes of the agent are not listed; --trace records all');
    expect(Math.max(...told.map(({ length }) => length))).toBeLessThan(320);
  });
});
