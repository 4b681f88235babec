/** How the correct client is made to break a rule: as in the proofs of the requirements, or in a way of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Version } from '@acp-stack/conformance';

import {
  changeInitializeResponse,
  changeOtherInitialize,
  changeOwnInitialize,
  inCapabilities,
} from '../requirements/sabotage/change-initialize.ts';
import {
  changeReceivedRequests,
  changeResults,
  changeSentRequests,
  either,
  refuseRequests,
  respondWith,
} from '../requirements/sabotage/change-requests.ts';
import { incoming, outgoing, type Break, type Sabotages, type Wire } from '../requirements/sabotage/sabotage.ts';
import {
  errorResponseTo,
  fieldsOf,
  isErrorResponse,
  isNotification,
  isRequest,
  isResponse,
  paramsOf,
  updateIn,
  without,
  type WireFields,
} from '../requirements/sabotage/wire-message.ts';

/** Calls a method besides what it does, just before its prompt. */
const alsoCalls = (method: string, params: object = {}): Break =>
  outgoing((message) => {
    if (!isRequest(message, 'session/prompt')) return undefined;
    return [{ jsonrpc: '2.0', id: 'besides', method, params }, message];
  });

/** Changes what it sends with one method. */
const sends = (method: string, change: object): Break =>
  changeSentRequests([method], (params) => ({ ...params, ...change }));

/** Leaves when it receives something that `applies`. */
const leavesOn = (applies: (message: WireFields, wire: Wire) => boolean): Break =>
  incoming((message, wire) => {
    if (!applies(message, wire)) return undefined;
    wire.destroy();
    return [];
  });

const hasOption = (message: WireFields, type: string): boolean =>
  [fieldsOf(message['result'])['configOptions'] ?? []].flat().some((option) => fieldsOf(option)['type'] === type);

const opens = (change: object): Break => sends('session/new', change);
const session = { sessionId: 'session-1' };
const info = { name: 'agent', version: '1.0.0' };
const sendsLogin = (methodId: string): Break =>
  changeSentRequests(['authenticate', 'auth/login'], (params) => ({ ...params, methodId }));

/** Changes the params of notifications that it sends. */
const notifies = (methods: readonly string[], change: (params: WireFields) => WireFields): Break =>
  outgoing((message) =>
    isNotification(message, ...methods) ? [{ ...message, params: change(paramsOf(message)) }] : undefined,
  );

const announcesNothing = changeOwnInitialize((said) =>
  inCapabilities(said, (capabilities) => without(fieldsOf(capabilities), '_meta')),
);

/** Sends no custom messages of one kind. */
const dropsCustom = (isKind: (message: WireFields) => boolean): Break =>
  outgoing((message, wire) => {
    if (!String(message['method']).startsWith('_') || !isKind(message)) return undefined;
    if ('id' in message) wire.deliver(errorResponseTo(message, -32_601));
    return [];
  });

/** What a client does that breaks a rule in either version; otherwise the sabotage of the rule is used. */
const ownBreaks: Readonly<Record<string, Break>> = {
  'AUTH-06': alsoCalls('logout'),
  'AUTH-09': alsoCalls('auth/login', { methodId: 'any' }),
  'AUTH-18': alsoCalls('auth/status'),
  'SETUP-10': alsoCalls('session/load', session),
  'SETUP-13': alsoCalls('session/resume', session),
  'LIST-01': alsoCalls('session/list'),
  'DEL-01': alsoCalls('session/delete', session),
  'CLOSE-01': alsoCalls('session/close', session),
  'FORK-01': alsoCalls('session/fork', session),
  'INJ-01': alsoCalls('session/inject', session),
  'PROV-01': alsoCalls('providers/list'),
  'NES-01': alsoCalls('nes/start'),
  'MODE-05': alsoCalls('session/set_mode', session),
  'TOOL-19': alsoCalls('tool_call/cancel', session),
  'INIT-09': alsoCalls('session/delete', session),
  'INIT-10': alsoCalls('session/delete', session),
  'INIT-08': alsoCalls('session/of_another_version'),
  'INIT-12': changeOwnInitialize((said) => ({ ...said, protocolVersion: String(said['protocolVersion']) })),
  'INIT-14': outgoing((message) =>
    isRequest(message, 'session/prompt')
      ? [{ jsonrpc: '2.0', id: 'again', method: 'initialize', params: { protocolVersion: 2 } }, message]
      : undefined,
  ),
  'DIRS-01': opens({ additionalDirectories: ['/other'] }),
  'DIRS-02': opens({ additionalDirectories: ['other'] }),
  'SETUP-02': changeSentRequests(['session/new'], (params) => ({ ...params, cwd: 'work' })),
  'SETUP-06': opens({ mcpServers: [{ type: 'http', name: 'a', url: 'http://127.0.0.1:9/', headers: [] }] }),
  'SETUP-07': opens({ mcpServers: [{ type: 'stdio', name: 'a', command: '/bin/true', args: [], env: [] }] }),
  'SETUP-25': opens({ systemPrompt: { mode: 'append', content: [] } }),
  'SETUP-27': opens({ mcpServers: [{ type: 'sse', name: 'a', url: 'http://127.0.0.1:9/', headers: [] }] }),
  'MCP-01': opens({ mcpServers: [{ type: 'acp', name: 'a', serverId: 'a', id: 'a' }] }),
  'CONT-01': sends('session/prompt', { prompt: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] }),
  'CONT-02': sends('session/prompt', { prompt: [{ type: 'text', words: 'hello' }] }),
  'CONT-03': sends('session/prompt', { prompt: [{ type: 'resource_link', uri: 'file:///notes.txt', name: 'notes' }] }),
  'RCTX-01': sends('session/prompt', { runtimeContext: [{ text: 'It is noon.' }] }),
  'RCTX-02': sends('session/prompt', { runtimeContext: [{ title: 'It is noon.' }] }),
  'TURN-06': sends('session/prompt', { messageId: 'mine' }),
  'LIST-05': sends('session/list', { cwd: 'work' }),
  'GEN-16': outgoing((message) => {
    if (!isRequest(message, 'session/new')) return undefined;
    return [message, { ...message, method: '_conformance/second', params: {} }];
  }),
  'INIT-07': incoming(
    changeInitializeResponse((result) => ({ ...result, protocolVersion: 2, info, capabilities: { session: {} } })),
  ),
  'CANCEL-11': outgoing((message, wire) => {
    const { outcome } = fieldsOf(fieldsOf(message['result'])['outcome']);
    if (wire.request?.method !== 'session/request_permission' || outcome !== 'cancelled') return undefined;
    return [errorResponseTo(message, -32_800)];
  }),
  'GEN-05': changeReceivedRequests(['fs/read_text_file'], (params) =>
    typeof params['line'] === 'number' ? { ...params, line: params['line'] + 1 } : params,
  ),
  'FS-05': changeResults(['fs/write_text_file'], () => 'written'),
  'ELIC-04': changeResults(['elicitation/create'], (result) =>
    result['action'] === 'accept' ? { ...result, content: { colour: 'b', count: 99 } } : result,
  ),
  'ELIC-08': either(
    incoming((message, wire) => {
      const { url, mode } = paramsOf(message);
      if (!isRequest(message, 'elicitation/create') || mode !== 'url') return undefined;
      void fetch(String(url)).then(() => wire.later(0, () => wire.deliver(message)));
      return [];
    }),
    changeResults(['elicitation/create'], () => ({ action: 'decline' })),
  ),
  'ELIC-10': leavesOn((message) => message['method'] === 'elicitation/complete'),
  'ELIC-21': refuseRequests(-32_602, (message) => isRequest(message, 'elicitation/create')),
  'MCP-06': changeResults(['mcp/message'], (result) => result['result']),
  'MCP-08': changeResults(['mcp/message'], (result) => ({ ...result, error: { code: -32_603, message: 'Both' } })),
  'CFG-06': leavesOn((message) => hasOption(message, 'select')),
  'CFG-07': leavesOn((message) => hasOption(message, '_colour') || hasOption(message, 'colour')),
  'CMD-04': leavesOn((message) => updateIn(message, 'available_commands_update') !== undefined),
  'GEN-19': leavesOn((message) => updateIn(message, '_conformance_update') !== undefined),
  'AUTH-03': changeOtherInitialize((said) => ({
    ...said,
    authMethods: [said['authMethods'] ?? []].flat().map((method) => ({ ...fieldsOf(method), type: 'agent' })),
  })),
  'AUTH-01': sendsLogin('never-offered'),
  'AUTH-02': sendsLogin('other'),
  'AUTH-13': sendsLogin('terminal'),
  'CFG-09': sends('session/set_config_option', { type: 'boolean', value: 'high' }),
  'MODE-01': alsoCalls('session/set_mode', session),
  'LIST-09': changeSentRequests(['session/list'], (params) =>
    params['cursor'] === '' ? { ...params, cursor: undefined } : params,
  ),
  'NES-04': notifies(['document/didOpen'], (params) => ({ ...params, sessionId: 'session-1' })),
  'NES-07': notifies(['document/didFocus'], (params) => without(params, 'visibleRange')),
  'NES-08': incoming(
    changeInitializeResponse((result) =>
      inCapabilities(result, (capabilities) => without(fieldsOf(capabilities), 'positionEncoding')),
    ),
  ),
  'NES-10': notifies(['nes/accept'], (params) => ({ ...params, id: 'other', suggestionId: 'other' })),
  'NES-11': notifies(['nes/reject'], (params) => ({ ...params, reason: 'dull' })),
  'CANCEL-08': leavesOn((message) => updateIn(message, 'agent_message_chunk') !== undefined),
  'ELIC-06': outgoing((message, wire) =>
    isResponse(message) && wire.request?.method === 'elicitation/create'
      ? [{ ...without(message, 'error'), result: { action: 'decline' } }]
      : undefined,
  ),
  'MCP-03': outgoing((message, wire) => {
    if (wire.request?.method !== 'mcp/connect') return undefined;
    const first = wire.memory(() => ({ result: message['result'] }));
    return [{ ...message, result: first.result }];
  }),
  'MCP-04': changeResults(['mcp/message'], (result) => ({ result })),
  'MCP-05': respondWith(['mcp/disconnect'], {}),
  'MCP-10': refuseRequests(
    -32_602,
    (message) => isRequest(message, 'mcp/connect') && paramsOf(message)['serverId'] === undefined,
  ),
  'PERM-09': incoming((message) => {
    const { command, cwd } = fieldsOf(paramsOf(message)['subject']);
    const [, file] = /^touch (\S+)$/u.exec(String(command)) ?? [];
    if (file !== undefined) writeFileSync(join(String(cwd), file), '');
    return undefined;
  }),
  'FS-07': outgoing((message, wire) => {
    const { path } = fieldsOf(wire.request?.params);
    return isErrorResponse(message) && String(path).includes('/../')
      ? [{ ...without(message, 'error'), result: { content: 'secret' } }]
      : undefined;
  }),
  'MODE-03': sends('session/set_mode', { modeId: 'dream' }),
  'SETUP-20': sends('session/resume', { cwd: '/elsewhere' }),
  'AUTH-19': leavesOn((message) => fieldsOf(message['result'])['state'] === '_dreaming'),
  'PROV-08': leavesOn((message) => JSON.stringify(message['result'] ?? '').includes('_dream')),
  'TOOL-12': leavesOn((message) => updateIn(message, 'tool_call_update') !== undefined),
  'GEN-21': sends('session/prompt', { prompt: [{ type: 'drawing' }] }),
  'EXT-03': sends('session/prompt', { _meta: { traceparent: 'mine' } }),
  'EXT-05': either(announcesNothing, dropsCustom(isNotification)),
  'EXT-09': either(announcesNothing, dropsCustom(isRequest)),
  'INJ-23': sends('session/inject', { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] }),
  'INIT-11': outgoing((message, wire) => {
    if (!isRequest(message, 'session/new') || !('additionalDirectories' in paramsOf(message))) return undefined;
    wire.destroy();
    return [];
  }),
};

/** What breaks a rule in one version only. */
const versionBreaks: Readonly<Record<Version, Readonly<Record<string, Break>>>> = {
  1: {
    'GEN-15': outgoing((message) =>
      isResponse(message) && typeof message['id'] === 'number'
        ? [{ ...message, id: String(message['id']) }]
        : undefined,
    ),
    'DIRS-10': (message, wire) => {
      const { path } = fieldsOf(wire.request?.params);
      return wire.direction === 'out' && isErrorResponse(message) && String(path).endsWith('link.txt')
        ? [{ ...without(message, 'error'), result: { content: 'secret' } }]
        : undefined;
    },
    'INIT-03': changeOwnInitialize((said) => without(said, 'clientInfo', 'info')),
    'TURN-02': leavesOn((message) => updateIn(message, 'agent_message_chunk') !== undefined),
  },
  2: {},
};

const sabotages = (breaks: Readonly<Record<string, Break>>): Sabotages =>
  Object.fromEntries(
    Object.entries(breaks).map(([id, change]) => [
      id,
      { text: 'breaks it as a client', side: 'client', break: change },
    ]),
  );

/** How clients break rules, in each version. */
export const brokenClients: Readonly<Record<Version, Sabotages>> = {
  1: sabotages({ ...ownBreaks, ...versionBreaks[1] }),
  2: sabotages({ ...ownBreaks, ...versionBreaks[2] }),
};

/** What clients write to the agent that is not even a message: the lines instead of each line. */
export const brokenLines: Readonly<Record<string, (line: string) => readonly string[]>> = {
  'STDIO-01': (line) => JSON.stringify(JSON.parse(line), null, 2).split('\n'),
  'STDIO-02': (line) => ['Sending a message', line],
};
