/** The sabotages about sessions of version 1 change the messages of their rules and no others. */
import { expect, test } from 'vitest';

import { versionOneSessionSabotages } from './version-1-sessions.ts';
import { affected, agent, client, update, type Line } from './conversation.ts';

let asked = 0;
/** A request of the client and its response. */
function exchange(name: string, method: string, params: object, answer: object = { result: {} }): Line[] {
  asked += 1;
  return [client(name, { id: asked, method, params }), agent(`${name} answered`, { id: asked, ...answer })];
}

const opened = { sessionId: 's', modes: { currentModeId: 'a', availableModes: [] }, configOptions: [] };
const authMethods = [
  { id: 'browser', name: 'Browser' },
  { type: 'env_var', id: 'key', name: 'Key', vars: [{ name: 'KEY' }] },
];

const conversation: readonly Line[] = [
  ...exchange(
    'initialize',
    'initialize',
    { protocolVersion: 1, clientCapabilities: {} },
    { result: { protocolVersion: 1, agentCapabilities: { mcpCapabilities: { http: true } }, authMethods } },
  ),
  ...exchange('login', 'authenticate', { methodId: 'key' }),
  ...exchange('new', 'session/new', { cwd: '/w', mcpServers: [{ name: 'm', command: '/m' }] }, { result: opened }),
  ...exchange('bare', 'session/new', { cwd: '/w', mcpServers: [] }, { result: { sessionId: 't' } }),
  ...exchange('mode', 'session/set_mode', { modeId: 'z' }, { error: { code: -32_602, message: 'No' } }),
  update('mode told', 'current_mode_update', { currentModeId: 'a' }),
  update('options told', 'config_option_update', { configOptions: [] }),
  update('echo', 'user_message_chunk', { content: { type: 'text', text: 'a' } }),
  client('load', { id: 'l', method: 'session/load', params: { sessionId: 's', cwd: '/w', mcpServers: [] } }),
  update('loaded', 'user_message_chunk', { content: { type: 'text', text: 'a' } }),
  agent('load answered', { id: 'l', result: {} }),
  update('plan', 'plan', { entries: [] }),
  update('call', 'tool_call', { toolCallId: 'c', title: 'C', content: [{ type: 'terminal', terminalId: 't' }] }),
  agent('release another', { id: 'u', method: 'terminal/release', params: { sessionId: 's', terminalId: 'u' } }),
  client('release another answered', { id: 'u', result: {} }),
  agent('release', { id: 't', method: 'terminal/release', params: { sessionId: 's', terminalId: 't' } }),
  client('release answered', { id: 't', result: {} }),
];

/** The messages that each sabotage changes, around the channel of an agent and of a client. */
const rows: Readonly<Record<string, { readonly agent?: string; readonly client?: string }>> = {
  'AUTH-16': { agent: 'initialize answered', client: 'initialize answered' },
  'AUTH-17': { client: 'login' },
  'SETUP-05': { agent: 'new', client: 'new' },
  'SETUP-06': { client: 'initialize answered' },
  'SETUP-09': { agent: 'initialize answered' },
  'SETUP-10': { client: 'initialize answered' },
  'SETUP-11': { agent: 'loaded' },
  'SETUP-12': { agent: 'loaded|load answered' },
  'SETUP-13': { client: 'initialize answered' },
  'TERM-10': { client: 'release' },
  'CFG-08': { agent: 'initialize' },
  'MODE-01': { client: 'new answered' },
  'MODE-02': { agent: 'options told' },
  'MODE-03': { agent: 'mode answered' },
  'MODE-04': { agent: 'mode told' },
  'PLAN-03': { agent: 'initialize' },
  'PLAN-07': { client: 'plan' },
  'LIST-01': { client: 'initialize answered' },
  'CLOSE-01': { client: 'initialize answered' },
  'NOTICE-01': { agent: 'initialize' },
  'COMP-01': { agent: 'initialize' },
  'SUB-03': { agent: 'initialize' },
};

test('the sabotages about sessions of version 1 are proved here, rule by rule', () => {
  expect(Object.keys(rows)).toEqual(Object.keys(versionOneSessionSabotages));
});

const sides = Object.entries(rows).flatMap(([id, row]) =>
  Object.entries(row).map(([side, names]) => [id, side as Line['from'], names.split('|')] as const),
);

test.each(sides)('%s of an %s shows where it belongs and nowhere else', async (id, side, names) => {
  expect(await affected(conversation, side, id)).toEqual(names);
});
