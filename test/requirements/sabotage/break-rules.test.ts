/**
 * Each sabotage changes the messages of its rule and no others.
 *
 * Whole conversations pass a channel that breaks one rule. A row of the table says what replaces which message; all
 * other messages have to pass unchanged, and none may be added.
 */
import { memoryPair } from '@acp-stack/rpc';
import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { sabotages, breakRules } from './break-rules.ts';
import {
  agent,
  client,
  cross,
  expected,
  messageOf,
  update,
  type Change,
  type Fields,
  type Line,
} from './conversation.ts';

const text = { type: 'text', text: 'hi' };
const link = { type: 'resource_link', name: 'l', uri: 'file:///w/l' };
const hologram = { type: '_hologram', beams: 3 };
const diff = {
  type: 'diff',
  changes: [
    { operation: 'move', oldPath: '/w/a', path: '/w/b', fileType: 'text' },
    { operation: 'modify', path: '/w/c', fileType: 'text' },
  ],
  patch: { format: 'git_patch', text: 'diff --git' },
};
const toolSubject = { type: 'tool_call', toolCall: { toolCallId: 'c1', title: 'Edit a', status: 'pending' } };
const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
const background = [{ type: 'tool_call', toolCallId: 'c2' }];
const refused = (code: number): object => ({ error: { code, message: 'No' } });

const peace: readonly Line[] = [
  client('initialize', {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: 2,
      info: { name: 'client', version: '1' },
      capabilities: { elicitation: { form: {}, url: null }, _meta: { custom: 1 } },
    },
  }),
  agent('initialized', {
    id: 1,
    result: {
      protocolVersion: 2,
      info: { name: 'agent', version: '1' },
      capabilities: { session: { fork: null, mcp: { stdio: {} } }, _meta: { custom: 1 } },
    },
  }),
  client('new', {
    id: 2,
    method: 'session/new',
    params: { cwd: '/w', additionalDirectories: ['/x'], mcpServers: [], _meta: { traceparent: '00-1', own: 1 } },
  }),
  agent('opened', { id: 2, result: { sessionId: 's' } }),
  client('prompt', { id: 3, method: 'session/prompt', params: { sessionId: 's', prompt: [text, link] } }),
  update('echo', 'user_message', { messageId: 'm1', content: [text, link] }),
  update('running', 'state_update', { state: 'running', background: [] }),
  agent('inserted', { id: 3, result: { messageId: 'm1' } }),
  update('chunk', 'agent_message_chunk', { messageId: 'm2', content: text }),
  update('odd chunk', 'agent_message_chunk', { messageId: 'm2', content: hologram }),
  update('whole', 'agent_message', { messageId: 'm2', content: [text, text], _meta: null }),
  update('usage', 'usage_update', { used: 1, size: 2 }),
  update('call', 'tool_call_update', {
    toolCallId: 'c1',
    title: 'Edit a',
    name: 'edit',
    kind: 'edit',
    status: 'pending',
    locations: [{ path: '/w/a', line: 3 }],
  }),
  agent('ask', {
    id: 'p1',
    method: 'session/request_permission',
    params: { sessionId: 's', title: 'May I?', subject: toolSubject, options },
  }),
  update('waiting', 'state_update', { state: 'requires_action', background: [] }),
  client('allowed', { id: 'p1', result: { outcome: { outcome: 'selected', optionId: 'yes' } } }),
  update('going on', 'state_update', { state: 'running', background: [] }),
  update('call runs', 'tool_call_update', { toolCallId: 'c1', status: 'in_progress', content: null }),
  update('call diff', 'tool_call_content_chunk', { toolCallId: 'c1', content: diff }),
  update('terminal', 'terminal_update', { terminalId: 't1', output: { data: 'aGk=' } }),
  update('call shows', 'tool_call_content_chunk', {
    toolCallId: 'c1',
    content: { type: 'terminal', terminalId: 't1' },
  }),
  update('terminal ends', 'terminal_update', { terminalId: 't1', exitStatus: {} }),
  update('call ends', 'tool_call_update', { toolCallId: 'c1', status: 'completed' }),
  update('second call', 'tool_call_update', {
    toolCallId: 'c2',
    title: 'Watch',
    status: '_watching',
    capabilities: { cancel: {} },
  }),
  update('busy', 'state_update', { state: '_dreaming', background }),
  client('stop call', { id: 4, method: 'tool_call/cancel', params: { sessionId: 's', toolCallId: 'c2' } }),
  agent('stopping', { id: 4, result: {} }),
  update('second call ends', 'tool_call_update', { toolCallId: 'c2', status: 'cancelled' }),
  update('idle', 'state_update', { state: 'idle', stopReason: 'end_turn', background: [] }),
  update('idle again', 'state_update', { state: 'idle', stopReason: 'end_turn', background: [] }),
  update('afterthought', 'agent_thought_chunk', { messageId: 'm3', content: text }),
  update('future', 'mood_update', { mood: 'good' }),
  client('custom', { id: 5, method: '_x/custom', params: { n: 1 } }),
  agent('custom done', { id: 5, result: { n: 2 } }),
  client('list', { id: 6, method: 'session/list', params: {} }),
  agent('listed', { id: 6, result: { sessions: [{ sessionId: 's', cwd: '/w' }] } }),
];

const trouble: readonly Line[] = [
  client('early', { id: 0, method: 'session/list', params: {} }),
  agent('early refused', { id: 0, ...refused(-32_600) }),
  client('no version', { id: 1, method: 'initialize', params: { info: { name: 'c', version: '1' } } }),
  agent('no version refused', { id: 1, ...refused(-32_602) }),
  client('newer', {
    id: 2,
    method: 'initialize',
    params: { protocolVersion: 3, info: 'unreadable', capabilities: {} },
  }),
  agent('older', { id: 2, result: { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: {} } }),
  client('much older', {
    id: 'v',
    method: 'initialize',
    params: { protocolVersion: 0, info: { name: 'c', version: '1' }, capabilities: { auth: {} } },
  }),
  agent('too old', { id: 'v', error: { code: -32_022, message: 'No', data: { requested: 0, supported: [2] } } }),
  client('secret', {
    id: 3,
    method: 'session/new',
    params: { cwd: '/w', mcpServers: [{ type: 'http', headers: [{ name: 'Authorization', value: 'secret' }] }] },
  }),
  agent('secret refused', { id: 3, ...refused(-32_603) }),
  client('once more', {
    id: 4,
    method: 'initialize',
    params: { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: { auth: {} } },
  }),
  agent('once more refused', { id: 4, ...refused(-32_600) }),
  client('prompt', { id: 5, method: 'session/prompt', params: { sessionId: 's', prompt: [text] } }),
  update('running', 'state_update', { state: 'running', background }),
  agent('inserted', { id: 5, result: { messageId: 'm' } }),
  client('second prompt', { id: 6, method: 'session/prompt', params: { sessionId: 's', prompt: [text] } }),
  agent('ask', {
    id: 'p',
    method: 'session/request_permission',
    params: { sessionId: 's', title: 'Run?', subject: { type: 'command', command: 'ls', cwd: '/w' }, options },
  }),
  agent('ask openly', {
    id: 'q',
    method: 'session/request_permission',
    params: { sessionId: 's', title: 'Go on?', options },
  }),
  client('cancel', { method: 'session/cancel', params: { sessionId: 's' } }),
  agent('take back', { method: '$/cancel_request', params: { requestId: 'p' } }),
  client('cancelled', { id: 'p', result: { outcome: { outcome: 'cancelled' } } }),
  client('unheard of', { id: 'q', result: { outcome: { outcome: 'selected', optionId: 'perhaps' } } }),
  update('last words', 'agent_message_chunk', { messageId: 'n', content: text }),
  agent('second prompt dropped', { id: 6, ...refused(-32_800) }),
  update('idle', 'state_update', { state: 'idle', stopReason: 'cancelled', background }),
  client('cancel again', { method: 'session/cancel', params: { sessionId: 's' } }),
  client('bad text', {
    id: 7,
    method: 'session/prompt',
    params: { sessionId: 's', prompt: [{ type: 'text' }, hologram] },
  }),
  agent('bad text refused', { id: 7, ...refused(-32_602) }),
  update('failed', 'state_update', { state: 'idle', stopReason: 'error', error: { code: -32_603, message: 'x' } }),
  client('unknown', { id: 8, method: 'nope/nope', params: {} }),
  agent('unknown refused', { id: 8, ...refused(-32_601) }),
  client('too late', { method: '$/cancel_request', params: { requestId: 8 } }),
  client('list', { id: 9, method: 'session/list', params: {} }),
  client('give up', { method: '$/cancel_request', params: { requestId: 9 } }),
  agent('given up', { id: 9, ...refused(-32_800) }),
  client('fork', { id: 10, method: 'session/fork', params: { sessionId: 's', cwd: '/w' } }),
  agent('forking given up', { id: 10, ...refused(-32_800) }),
  client('stop call', { id: 11, method: 'tool_call/cancel', params: { sessionId: 's', toolCallId: 'gone' } }),
  agent('nothing to stop', { id: 11, ...refused(-32_602) }),
  client('stray answer', { id: 'stray', result: {} }),
  client('no id', { id: null, method: 'session/list', params: {} }),
  client('surplus', { id: 12, method: 'session/new', params: { cwd: '/w', surplus: 1 } }),
  client('bad meta', { id: 13, method: 'session/new', params: { cwd: '/w', _meta: 'bad' } }),
  agent('first call', { id: 'r1', method: '_x/one', params: { _meta: { traceparent: '00-1', own: 1 } } }),
  agent('second call', { id: 'r2', method: '_x/two' }),
  client('first answer', { id: 'r1', result: 1 }),
  client('second answer', { id: 'r2', result: 2 }),
  agent('not JSON', { id: null, ...refused(-32_700) }),
  client('no message', { no: 'message' }),
  agent('no message refused', { id: null, ...refused(-32_600) }),
  client('batch', [{ jsonrpc: '2.0', id: 14, method: 'a' }]),
  agent('batch refused', { id: null, ...refused(-32_600) }),
  agent('batch answered', [
    { jsonrpc: '2.0', id: 14, result: 1 },
    { jsonrpc: '2.0', id: 15, result: 2 },
  ]),
  client('unknown event', { method: 'nope/event', params: {} }),
];

const oldTimes: readonly Line[] = [
  client('initialize', {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: 1, clientInfo: { name: 'c', version: '1' }, clientCapabilities: { terminal: true } },
  }),
  agent('initialized', {
    id: 1,
    result: { protocolVersion: 1, agentInfo: { name: 'a', version: '1' }, agentCapabilities: { loadSession: true } },
  }),
  client('new', { id: 2, method: 'session/new', params: { cwd: '/w', mcpServers: [] } }),
  agent('opened', { id: 2, result: { sessionId: 's' } }),
  client('prompt', { id: 'three', method: 'session/prompt', params: { sessionId: 's', prompt: [text] } }),
  update('call', 'tool_call', { toolCallId: 'c', title: 'Edit', content: [{ type: 'content', content: text }] }),
  update('call shows', 'tool_call_update', {
    toolCallId: 'c',
    content: [
      { type: 'terminal', terminalId: 't' },
      { type: 'diff', path: '/w/a', oldText: 'a', newText: 'b' },
    ],
  }),
  agent('ask', { id: 'p', method: 'session/request_permission', params: { sessionId: 's', toolCall: {}, options } }),
  client('cancel', { method: 'session/cancel', params: { sessionId: 's' } }),
  client('cancelled', { id: 'p', result: { outcome: { outcome: 'cancelled' } } }),
  update('last words', 'agent_message_chunk', { content: text }),
  agent('done', { id: 'three', result: { stopReason: 'cancelled' } }),
];

const work: readonly Line[] = [
  client('traced prompt', {
    id: 1,
    method: 'session/prompt',
    params: { sessionId: 's', prompt: [text], _meta: { traceparent: '00-1', own: 1 } },
  }),
  agent('read', { id: 'r', method: 'fs/read_text_file', params: { sessionId: 's', path: '/w/a' } }),
  agent('wait', { id: 'w', method: 'terminal/wait_for_exit', params: { sessionId: 's', terminalId: 't' } }),
  client('cancel', { method: 'session/cancel', params: { sessionId: 's' } }),
  agent('read cancelled', { method: '$/cancel_request', params: { requestId: 'r' } }),
  agent('wait cancelled', { method: '$/cancel_request', params: { requestId: 'w' } }),
  agent('release', { id: 'x', method: 'terminal/release', params: { sessionId: 's', terminalId: 't' } }),
  agent('cancelled', { id: 1, result: { stopReason: 'cancelled' } }),
];

const conversations = { peace, trouble, oldTimes, work };

interface Row {
  readonly in?: keyof typeof conversations;
  readonly as: Line['from'];
  readonly changes: Readonly<Record<string, Change>>;
}

const dropped: Change = { through: [] };
/** The message with other params, result, or update. */
const rewritten = (change: (message: Fields) => unknown): Change => ({
  through: (message: Fields) => [change(message)],
});
const params = (change: (params: Fields) => unknown): Change =>
  rewritten((message) => ({ ...message, params: change(message['params'] as Fields) }));
const result = (change: (result: Fields) => unknown): Change =>
  rewritten((message) => ({ ...message, result: change(message['result'] as Fields) }));
const updated = (change: (update: Fields) => unknown): Change =>
  params((all) => ({ ...all, update: change(all['update'] as Fields) }));
const without = (fields: Fields, ...keys: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));
const answered = (value: unknown): Change => ({
  through: [],
  back: ({ id }: Fields) => [{ jsonrpc: '2.0', id, result: value }],
});
const rejected = (code: number): Change => ({
  through: [],
  back: ({ id }: Fields) => [{ jsonrpc: '2.0', id, error: { code, message: expect.any(String) } }],
});
const sayUpdate = (value: object): object => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: value },
});
/** The message and others of its conversation, in this order. */
const together = (lines: readonly Line[], ...names: readonly string[]): Change => ({
  through: names.map((name) => messageOf(lines, name)),
});
/** The same change for many messages. */
const each = (names: readonly string[], change: Change): Readonly<Record<string, Change>> =>
  Object.fromEntries(names.map((name) => [name, change]));
const namesWhere = (
  lines: readonly Line[],
  accept: (message: Fields, from: Line['from']) => boolean,
): readonly string[] => lines.filter(({ message, from }) => accept(message as Fields, from)).map(({ name }) => name);
const fromAgent = (lines: readonly Line[], accept: (message: Fields) => boolean): readonly string[] =>
  namesWhere(lines, (message, from) => from === 'agent' && accept(message));
const kindOf = (message: Fields): unknown =>
  ((message['params'] as Fields | undefined)?.['update'] as Fields | undefined)?.['sessionUpdate'];
const ofKind =
  (...kinds: readonly string[]) =>
  (message: Fields): boolean =>
    kinds.includes(String(kindOf(message)));
const isAnswer = (message: Fields): boolean => 'result' in message && !Array.isArray(message);

const noRow: Row = { as: 'agent', changes: {} };

const rows: Readonly<Record<string, Row>> = {
  'GEN-01': {
    as: 'agent',
    changes: each(
      fromAgent(peace, () => true),
      rewritten((message) => without(message, 'jsonrpc')),
    ),
  },
  'GEN-02': {
    as: 'agent',
    changes: each(
      fromAgent(peace, isAnswer),
      rewritten((message) => ({ ...message, error: { code: -32_603, message: 'Internal error' } })),
    ),
  },
  'GEN-03': {
    as: 'client',
    changes: each(
      fromAgent(peace, (message) => !('id' in message)),
      {
        back: [{ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid request' } }],
      },
    ),
  },
  'GEN-04': {
    as: 'client',
    changes: { new: params((all) => ({ ...all, cwd: 'w', additionalDirectories: ['x'] })) },
  },
  'GEN-05': { as: 'agent', changes: { call: updated((all) => ({ ...all, locations: [{ path: '/w/a', line: 2 }] })) } },
  'GEN-06': {
    as: 'client',
    changes: {
      new: params((all) => ({ ...without(all, 'mcpServers'), mcp_servers: [] })),
      'stop call': params(() => ({ sessionId: 's', tool_call_id: 'c2' })),
    },
  },
  'GEN-07': {
    in: 'trouble',
    as: 'agent',
    changes: { 'unknown refused': rewritten(({ id }) => ({ jsonrpc: '2.0', id, result: null })) },
  },
  'GEN-08': { in: 'trouble', as: 'agent', changes: { 'unknown event': { through: [], back: ['torn down'] } } },
  'GEN-10': { in: 'trouble', as: 'agent', changes: { 'not JSON': dropped } },
  'GEN-11': { in: 'trouble', as: 'agent', changes: { 'no message refused': dropped } },
  'GEN-12': {
    in: 'trouble',
    as: 'agent',
    changes: { 'batch refused': together(trouble, 'batch refused', 'batch refused') },
  },
  'GEN-12b': {
    in: 'trouble',
    as: 'agent',
    changes: { 'batch answered': { through: messageOf(trouble, 'batch answered') } },
  },
  'GEN-12c': {
    as: 'client',
    changes: each(
      namesWhere(peace, (message, from) => from === 'client' && 'method' in message),
      rewritten((message) => [message]),
    ),
  },
  'GEN-13': {
    in: 'trouble',
    as: 'agent',
    changes: {
      'stray answer': {
        back: [{ jsonrpc: '2.0', id: 'stray', error: { code: -32_600, message: expect.any(String) } }],
      },
    },
  },
  'GEN-14': { in: 'trouble', as: 'agent', changes: { 'no id': answered({}) } },
  'GEN-15': {
    in: 'oldTimes',
    as: 'agent',
    changes: {
      initialized: rewritten((message) => ({ ...message, id: '1' })),
      opened: rewritten((message) => ({ ...message, id: '2' })),
      done: rewritten((message) => ({ ...message, id: 0 })),
    },
  },
  'GEN-16': {
    in: 'trouble',
    as: 'agent',
    changes: {
      'ask openly': rewritten((message) => ({ ...message, id: 'p' })),
      'second call': rewritten((message) => ({ ...message, id: 'r1' })),
    },
  },
  'GEN-17': { in: 'trouble', as: 'agent', changes: { surplus: rejected(-32_602) } },
  'GEN-18': { in: 'trouble', as: 'agent', changes: { 'bad meta': rejected(-32_602) } },
  'GEN-19': { as: 'client', changes: { future: dropped } },
  'GEN-20': {
    in: 'trouble',
    as: 'agent',
    changes: { 'bad text': params((all) => ({ ...all, prompt: [{ type: '_text' }, hologram] })) },
  },
  'GEN-21': { as: 'agent', changes: { call: updated((all) => ({ ...all, kind: 'summarize' })) } },
  'GEN-22': { as: 'agent', changes: { 'odd chunk': updated((all) => ({ ...all, content: { type: '_hologram' } })) } },
  'GEN-23': {
    as: 'agent',
    changes: { echo: dropped, running: dropped, inserted: together(peace, 'inserted', 'echo', 'running') },
  },
  'GEN-25': {
    in: 'oldTimes',
    as: 'agent',
    changes: { 'last words': updated((all) => ({ ...all, sessionUpdate: '_mood' })) },
  },
  'GEN-24': {
    in: 'trouble',
    as: 'agent',
    changes: each(
      fromAgent(trouble, (message) => 'error' in message && message['id'] !== null),
      rewritten((message) => {
        const asked = trouble.find(
          (other) => other.from === 'client' && (other.message as Fields)['id'] === message['id'],
        );
        return {
          ...message,
          error: { ...(message['error'] as object), data: (asked?.message as Fields | undefined)?.['params'] },
        };
      }),
    ),
  },
  'INIT-01': {
    as: 'client',
    changes: {
      initialize: {
        through: [],
        back: [
          {
            jsonrpc: '2.0',
            id: 1,
            result: { protocolVersion: 2, info: { name: 'unknown', version: '0.0.0' }, capabilities: { session: {} } },
          },
        ],
      },
    },
  },
  'INIT-02': { as: 'agent', changes: { initialized: result(({ info }) => ({ info })) } },
  'INIT-03': { in: 'oldTimes', as: 'agent', changes: { initialized: result((all) => without(all, 'agentInfo')) } },
  'INIT-04': { as: 'client', changes: { initialize: params((all) => without(all, 'info')) } },
  'INIT-05': {
    in: 'oldTimes',
    as: 'agent',
    changes: { initialized: result((all) => ({ ...all, protocolVersion: 2 })) },
  },
  'INIT-06': {
    in: 'trouble',
    as: 'agent',
    changes: {
      older: result((all) => ({ ...all, protocolVersion: 4 })),
      'too old': rewritten((message) => ({ ...message, error: { code: -32_022, message: 'No' } })),
    },
  },
  'INIT-07': { in: 'trouble', as: 'client', changes: { older: result((all) => ({ ...all, protocolVersion: 3 })) } },
  'INIT-08': {
    as: 'agent',
    changes: each(
      fromAgent(peace, ofKind('tool_call_update')),
      updated((all) => ({ ...all, sessionUpdate: 'tool_call' })),
    ),
  },
  'INIT-09': {
    as: 'client',
    changes: {
      initialized: result((all) => ({
        ...all,
        capabilities: {
          session: {
            delete: {},
            fork: null,
            archive: {},
            status: {},
            title: {},
            additionalDirectories: {},
            mcp: { stdio: {} },
          },
          _meta: { custom: 1 },
        },
      })),
    },
  },
  'INIT-10': {
    as: 'agent',
    changes: {
      initialize: params((all) => ({
        ...all,
        capabilities: { elicitation: { form: {}, url: {} }, _meta: { custom: 1 } },
      })),
    },
  },
  'INIT-11': { in: 'trouble', as: 'agent', changes: { 'no version': rejected(-32_602), newer: rejected(-32_602) } },
  'INIT-12': {
    in: 'trouble',
    as: 'agent',
    changes: { 'no version': params((all) => ({ ...all, protocolVersion: 2 })) },
  },
  'INIT-13': { in: 'trouble', as: 'agent', changes: { early: answered({}) } },
  'INIT-14': {
    in: 'trouble',
    as: 'agent',
    changes: { 'once more': answered({ protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: {} }) },
  },
  'INIT-15': { in: 'trouble', as: 'agent', changes: { newer: rejected(-32_602) } },
  'INIT-16': { in: 'oldTimes', as: 'agent', changes: { new: rejected(-32_601) } },
  'INIT-17': { as: 'agent', changes: { prompt: rejected(-32_602) } },
  'INIT-18': { as: 'agent', changes: { list: rejected(-32_601) } },
  'INIT-19': {
    in: 'trouble',
    as: 'client',
    changes: { older: result((all) => ({ ...all, capabilities: { session: {} } })) },
  },
  'INIT-21': {
    as: 'agent',
    changes: {
      initialized: result((all) => ({
        ...all,
        capabilities: { session: { fork: null, mcp: { stdio: true } }, _meta: { custom: 1 } },
      })),
    },
  },
  'LIFE-01': { as: 'agent', changes: { inserted: dropped, idle: together(peace, 'idle', 'inserted') } },
  'LIFE-02': { as: 'agent', changes: { inserted: result(() => ({})) } },
  'LIFE-03': { as: 'agent', changes: { echo: dropped } },
  'LIFE-04': { as: 'agent', changes: { running: dropped, 'going on': dropped } },
  'LIFE-05': {
    as: 'agent',
    changes: each(
      ['idle', 'idle again'],
      updated((all) => without(all, 'stopReason')),
    ),
  },
  'LIFE-06': { as: 'agent', changes: { waiting: dropped } },
  'LIFE-07': { as: 'agent', changes: { 'going on': dropped } },
  'LIFE-08': {
    as: 'agent',
    changes: {
      afterthought: {
        through: (message: Fields) => [message, sayUpdate({ sessionUpdate: 'state_update', state: 'running' })],
      },
    },
  },
  'LIFE-09': {
    as: 'client',
    changes: {
      inserted: {
        through: (message: Fields) => [
          message,
          sayUpdate({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }),
        ],
      },
    },
  },
  'LIFE-10': {
    as: 'client',
    changes: {
      'idle again': {
        through: (message: Fields) => [sayUpdate({ sessionUpdate: 'state_update', state: 'running' }), message],
      },
    },
  },
  'LIFE-11': {
    in: 'trouble',
    as: 'agent',
    changes: { failed: updated(() => ({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' })) },
  },
  'LIFE-12': { in: 'trouble', as: 'agent', changes: { 'second prompt': rejected(-32_600) } },
  'LIFE-13': {
    in: 'trouble',
    as: 'agent',
    changes: {
      'bad text refused': rewritten(({ id }) => ({ jsonrpc: '2.0', id, result: { messageId: 'sabotaged' } })),
    },
  },
  'LIFE-14': { as: 'client', changes: { prompt: params((all) => ({ ...all, prompt: [] })) } },
  'LIFE-15': { as: 'client', changes: { busy: updated((all) => ({ ...all, state: 'idle' })) } },
  'LIFE-17': {
    as: 'client',
    changes: {
      echo: {
        through: [text, link].map((content) =>
          sayUpdate({ sessionUpdate: 'user_message_chunk', messageId: 'm1', content }),
        ),
      },
      whole: {
        through: [text, text].map((content) =>
          sayUpdate({ sessionUpdate: 'agent_message_chunk', messageId: 'm2', content, _meta: null }),
        ),
      },
    },
  },
  'LIFE-18': {
    as: 'agent',
    changes: each(
      ['chunk', 'odd chunk', 'afterthought'],
      updated((all) => without(all, 'messageId')),
    ),
  },
  'LIFE-19': {
    as: 'agent',
    changes: each(
      ['idle', 'idle again'],
      updated((all) => without(all, 'background')),
    ),
  },
  'LIFE-20': {
    as: 'agent',
    changes: { 'second call ends': dropped, idle: together(peace, 'idle', 'second call ends') },
  },
  'CANCEL-03': { in: 'oldTimes', as: 'client', changes: { cancelled: dropped } },
  'CANCEL-04': { in: 'trouble', as: 'agent', changes: { cancel: dropped, 'cancel again': dropped } },
  'CANCEL-05': { in: 'oldTimes', as: 'agent', changes: { done: result(() => ({ stopReason: 'end_turn' })) } },
  'CANCEL-06': { in: 'trouble', as: 'agent', changes: { idle: updated((all) => ({ ...all, stopReason: 'error' })) } },
  'CANCEL-07': {
    in: 'oldTimes',
    as: 'agent',
    changes: { 'last words': dropped, done: together(oldTimes, 'done', 'last words') },
  },
  'CANCEL-08': { in: 'trouble', as: 'client', changes: { 'last words': dropped } },
  'CANCEL-09': {
    in: 'trouble',
    as: 'agent',
    changes: {
      'second prompt dropped': rewritten(({ id }) => ({
        jsonrpc: '2.0',
        id,
        error: { code: -32_603, message: expect.any(String) },
      })),
    },
  },
  'CANCEL-10': {
    in: 'trouble',
    as: 'agent',
    changes: each(['cancel', 'cancel again'], {
      back: [sayUpdate({ sessionUpdate: 'tool_call_update', toolCallId: 'c2', status: 'cancelled' })],
    }),
  },
  'CANCEL-11': { in: 'trouble', as: 'agent', changes: { 'take back': dropped } },
  'CANCEL-12': {
    in: 'trouble',
    as: 'agent',
    changes: {
      'too late': { back: [{ jsonrpc: '2.0', id: 8, error: { code: -32_600, message: expect.any(String) } }] },
    },
  },
  'CANCEL-13': { in: 'trouble', as: 'agent', changes: { 'given up': dropped } },
  'CANCEL-15': {
    in: 'trouble',
    as: 'agent',
    changes: each(
      ['second prompt dropped', 'forking given up'],
      rewritten(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32_603, message: expect.any(String) } })),
    ),
  },
  'CANCEL-16': {
    in: 'trouble',
    as: 'agent',
    changes: {
      'too late': { back: [{ jsonrpc: '2.0', id: 8, error: { code: -32_800, message: expect.any(String) } }] },
    },
  },
  'CANCEL-17': {
    in: 'trouble',
    as: 'agent',
    changes: {
      'cancel again': { back: [sayUpdate({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' })] },
    },
  },
  'CANCEL-18': { in: 'trouble', as: 'agent', changes: { 'take back': dropped } },
  'CANCEL-19': { in: 'work', as: 'agent', changes: { 'wait cancelled': dropped } },
  'TOOL-01': {
    as: 'agent',
    changes: {
      call: dropped,
      'call runs': together(peace, 'call', 'call runs'),
      'second call': dropped,
      'second call ends': together(peace, 'second call', 'second call ends'),
    },
  },
  'TOOL-02': {
    as: 'agent',
    changes: each(
      fromAgent(peace, ofKind('tool_call_update', 'tool_call_content_chunk')),
      updated((all) => ({ ...all, toolCallId: 'the-call' })),
    ),
  },
  'TOOL-03': {
    in: 'oldTimes',
    as: 'client',
    changes: { call: updated((all) => ({ ...all, kind: 'execute', status: 'completed' })) },
  },
  'TOOL-04': {
    in: 'oldTimes',
    as: 'client',
    changes: {
      'call shows': updated((all) => ({
        ...all,
        content: [{ type: 'content', content: text }, ...(all['content'] as readonly unknown[])],
      })),
    },
  },
  'TOOL-05': { as: 'client', changes: { 'call runs': updated((all) => without(all, 'content')) } },
  'TOOL-06': {
    as: 'agent',
    changes: each(
      ['call', 'second call'],
      updated((all) => without(all, 'title')),
    ),
  },
  'TOOL-07': {
    as: 'client',
    changes: each(
      ['call diff', 'call shows'],
      updated((all) => ({ ...all, sessionUpdate: 'tool_call_update', content: [all['content']] })),
    ),
  },
  'TOOL-08': { as: 'agent', changes: { 'call runs': updated((all) => without(all, 'status')) } },
  'TOOL-09': {
    in: 'oldTimes',
    as: 'agent',
    changes: {
      'call shows': updated((all) => ({
        ...all,
        content: [
          { type: 'terminal', terminalId: 't' },
          { type: 'diff', path: '/w/a', oldText: 'a' },
        ],
      })),
    },
  },
  'TOOL-11': {
    as: 'agent',
    changes: {
      'call diff': updated((all) => ({
        ...all,
        content: {
          ...diff,
          changes: [
            { operation: 'move', path: '/w/b', fileType: 'text' },
            { operation: 'modify', path: 'w/c', fileType: 'text' },
          ],
        },
      })),
    },
  },
  'TOOL-12': { as: 'agent', changes: { 'call diff': updated((all) => ({ ...all, content: without(diff, 'patch') })) } },
  'TOOL-13': {
    in: 'oldTimes',
    as: 'agent',
    changes: {
      'call shows': updated((all) => ({
        ...all,
        content: [
          { type: 'terminal', terminalId: 'no-such-terminal' },
          { type: 'diff', path: '/w/a', oldText: 'a', newText: 'b' },
        ],
      })),
    },
  },
  'TOOL-14': { as: 'client', changes: { terminal: dropped } },
  'TOOL-15': {
    as: 'agent',
    changes: {
      ...each(
        ['terminal', 'terminal ends'],
        updated((all) => ({ ...all, terminalId: 'the-terminal' })),
      ),
      'call shows': updated((all) => ({ ...all, content: { type: 'terminal', terminalId: 'the-terminal' } })),
    },
  },
  'TOOL-16': {
    as: 'client',
    changes: {
      terminal: {
        through: [
          sayUpdate({ sessionUpdate: 'terminal_update', terminalId: 't1' }),
          sayUpdate({ sessionUpdate: 'terminal_output_chunk', terminalId: 't1', data: 'aGk=' }),
        ],
      },
    },
  },
  'TOOL-17': { as: 'client', changes: { 'terminal ends': updated((all) => without(all, 'exitStatus')) } },
  'TOOL-19': {
    in: 'trouble',
    as: 'agent',
    changes: { 'nothing to stop': rewritten(({ id }) => ({ jsonrpc: '2.0', id, result: {} })) },
  },
  'TOOL-20': { as: 'agent', changes: { 'second call ends': dropped } },
  'TOOL-21': { as: 'client', changes: { 'second call': updated((all) => ({ ...all, status: 'completed' })) } },
  'TOOL-22': { as: 'agent', changes: { call: updated((all) => without(all, 'name')) } },
  'TOOL-23': { as: 'agent', changes: { call: updated((all) => ({ ...all, locations: [{ path: 'w/a', line: 3 }] })) } },
  'PERM-02': { as: 'client', changes: { allowed: result(() => ({ outcome: 'selected', optionId: 'yes' })) } },
  'PERM-04': {
    in: 'oldTimes',
    as: 'client',
    changes: { cancelled: result(() => ({ outcome: { outcome: 'selected', optionId: 'yes' } })) },
  },
  'PERM-05': {
    in: 'trouble',
    as: 'agent',
    changes: each(
      ['cancelled', 'unheard of'],
      result(() => ({ outcome: { outcome: 'selected', optionId: 'yes' } })),
    ),
  },
  'PERM-06': { as: 'agent', changes: { ask: params((all) => ({ ...without(all, 'title'), options: [] })) } },
  'PERM-07': {
    as: 'client',
    changes: {
      ask: params((all) => ({
        ...all,
        subject: { ...toolSubject, toolCall: { ...toolSubject.toolCall, title: 'May I?' } },
      })),
    },
  },
  'PERM-08': {
    as: 'client',
    changes: { ask: params((all) => ({ ...all, subject: { type: 'tool_call', toolCall: { toolCallId: 'c1' } } })) },
  },
  'PERM-09': {
    in: 'trouble',
    as: 'agent',
    changes: { ask: params((all) => ({ ...all, subject: { type: 'command', command: 'ls', cwd: 'w' } })) },
  },
  'PERM-10': { in: 'trouble', as: 'client', changes: { 'ask openly': rejected(-32_602) } },
  'PERM-11': {
    as: 'agent',
    changes: {
      ask: params((all) => ({ ...all, options: options.map((option) => ({ ...option, optionId: 'the-option' })) })),
    },
  },
  'EXT-01': {
    as: 'agent',
    changes: each(
      fromAgent(peace, (message) => 'method' in message),
      params((all) => ({ ...all, customField: true })),
    ),
  },
  'EXT-02': {
    as: 'client',
    changes: each(
      namesWhere(peace, (message, from) => from === 'client' && 'method' in message),
      params((all) => ({ ...all, _meta: 'sabotaged' })),
    ),
  },
  'EXT-03': { as: 'client', changes: { new: params((all) => ({ ...all, _meta: { own: 1 } })) } },
  'EXT-04': { as: 'agent', changes: { 'custom done': dropped } },
  'EXT-05': {
    as: 'agent',
    changes: {
      initialized: result((all) => ({ ...all, capabilities: { session: { fork: null, mcp: { stdio: {} } } } })),
    },
  },
  'EXT-06': {
    as: 'client',
    changes: {
      initialize: params((all) => ({ ...all, capabilities: { elicitation: { form: {}, url: null } } })),
      new: params((all) => without(all, '_meta')),
    },
  },
  'EXT-07': { as: 'client', changes: { whole: updated((all) => without(all, '_meta')) } },
  'EXT-09': {
    as: 'client',
    changes: {
      initialize: params((all) => ({ ...all, capabilities: { elicitation: { form: {}, url: null } } })),
    },
  },
  'EXT-08': { in: 'work', as: 'agent', changes: { 'traced prompt': params((all) => ({ ...all, _meta: { own: 1 } })) } },
};

const ids = (area: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${area}-${String(index + 1).padStart(2, '0')}`);

describe('the table of sabotages', () => {
  test('has an entry for every rule of these areas', () => {
    const counts = { GEN: 24, INIT: 21, LIFE: 20, CANCEL: 19, TOOL: 23, PERM: 11, EXT: 8 };
    const wanted = ['GEN-12b', 'GEN-12c', ...Object.entries(counts).flatMap(([area, count]) => ids(area, count))];
    expect(wanted.filter((id) => sabotages[id] === undefined)).toEqual([]);
  });

  test('says why where a rule cannot be broken on the wire', () => {
    const unprovable = Object.entries(sabotages).filter(([, sabotage]) => 'unprovable' in sabotage);
    expect(
      unprovable
        .map(([id]) => id)
        .toSorted()
        .join(' '),
    ).toBe(
      'CANCEL-01 CANCEL-02 CANCEL-14 CFG-12 CMD-01 FORK-03 GEN-09 INIT-20 LIFE-16 PERM-01 PERM-03 SETUP-23 TOOL-10 TOOL-18 TURN-04',
    );
  });

  test('is proved here, rule by rule', () => {
    const areas = /^(?:GEN|INIT|LIFE|CANCEL|TOOL|PERM|EXT)-/u;
    const breakable = Object.keys(sabotages).filter((id) => areas.test(id) && 'break' in (sabotages[id] ?? {}));
    expect(Object.keys(rows).toSorted()).toEqual(breakable.toSorted());
  });
});

describe('breakRules', () => {
  test.each(Object.keys(rows))('breaks %s and nothing else', async (id) => {
    const row = rows[id] ?? noRow;
    const { as, changes } = row;
    const lines = conversations[row.in ?? 'peace'];
    expect(Object.keys(changes).filter((name) => messageOf(lines, name) === undefined)).toEqual([]);
    const crossings = await cross(lines, as, [id]);
    expect(Object.fromEntries(crossings)).toEqual(Object.fromEntries(expected(lines, changes)));
  });

  test.each(['agent', 'client'] as const)('breaks nothing around an %s without rules', async (side) => {
    for (const lines of Object.values(conversations)) {
      const crossings = await cross(lines, side, []);
      expect(Object.fromEntries(crossings)).toEqual(Object.fromEntries(expected(lines, {})));
    }
  });

  test('breaks several rules at once', async () => {
    const crossings = await cross(peace, 'agent', ['LIFE-02', 'GEN-01', 'LIFE-03']);
    expect(crossings.get('inserted')?.through).toEqual([{ id: 3, result: {} }]);
    expect(crossings.get('echo')?.through).toEqual([]);
  });

  test('also breaks the other half of rules that both sides have', async () => {
    const wire = await cross(trouble, 'client', ['GEN-16']);
    expect(wire.get('second answer')?.through).toEqual([messageOf(trouble, 'second answer')]);
    const offered = await cross(peace, 'client', ['TOOL-19']);
    expect(offered.get('call')?.through).toMatchObject([{ params: { update: { capabilities: { cancel: {} } } } }]);
    expect(offered.get('second call')?.through).toEqual([messageOf(peace, 'second call')]);
    const unreported = await cross(trouble, 'client', ['LIFE-19']);
    expect(unreported.get('failed')?.through).toMatchObject([{ params: { update: { background: [] } } }]);
    expect(unreported.get('running')?.through).toEqual([messageOf(trouble, 'running')]);
    const hollow = { sessionId: 's', title: 'May I?', subject: { type: 'tool_call' }, options };
    const asking = [agent('ask', { id: 'p', method: 'session/request_permission', params: hollow })];
    const disguised = await cross(asking, 'client', ['GEN-20']);
    expect(disguised.get('ask')?.through).toMatchObject([{ params: { subject: { type: '_tool_call' } } }]);
  });

  test('gives responses with a shared id to their requests, in order [GEN-16]', async () => {
    const lines = [
      agent('one', { id: 'r1', method: '_x/one' }),
      agent('two', { id: 'r2', method: '_x/two' }),
      client('first', { id: 'r1', result: 1 }),
      client('second', { id: 'r1', result: 2 }),
    ];
    const crossings = await cross(lines, 'agent', ['GEN-16']);
    expect(crossings.get('two')?.through).toMatchObject([{ id: 'r1', method: '_x/two' }]);
    expect(crossings.get('first')?.through).toMatchObject([{ id: 'r1', result: 1 }]);
    expect(crossings.get('second')?.through).toMatchObject([{ id: 'r2', result: 2 }]);
  });

  test('keeps a cancellation back for a while [CANCEL-04]', async () => {
    const [left, right] = memoryPair();
    const clock = new VirtualClock();
    const received: unknown[] = [];
    const wrapped = breakRules(left, ['CANCEL-04'], { clock });
    wrapped.open({
      receive: (message) => void received.push(message),
      reject: () => undefined,
      ended: () => undefined,
    });
    const cancel = messageOf(trouble, 'cancel');
    right.send(cancel);
    await settled();
    expect(received).toEqual([]);
    await clock.advance(10_000);
    expect(received).toEqual([cancel]);
    right.send(cancel);
    await settled();
    wrapped.destroy();
    expect(clock.pending).toBe(0);
  });

  test('refuses rules without a sabotage and rules that cannot be broken', () => {
    const [left] = memoryPair();
    expect(() => breakRules(left, ['GEN-99'])).toThrow('There is no sabotage for GEN-99.');
    expect(() => breakRules(left, ['GEN-09'])).toThrow(/^GEN-09 cannot be broken on the wire: /);
  });
});
