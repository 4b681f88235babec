/**
 * The sabotages about authentication, sessions, options and questions change the messages of their rules and no others.
 *
 * A row lists the messages of one long conversation that change, or cause other messages.
 */
import { describe, expect, test } from 'vitest';

import { versionOneSessionSabotages } from './version-1-sessions.ts';
import { sabotages } from './break-rules.ts';
import { affected, agent, client, update, type Line } from './conversation.ts';

const refused = (code: number): object => ({ error: { code, message: 'No', data: { sessionId: 'gone' } } });
const options = [
  { configId: 'model', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] },
  { configId: 'fast', type: 'boolean', currentValue: true },
];
const roots = ['/x', '/y'];
const stored = { sessionId: 's', cwd: '/w', additionalDirectories: roots, title: 'T', archived: false };
const plan = { type: 'items', planId: 'main', entries: [{ content: 'a' }, { content: 'b' }] };

/** Fields that a client has to check. */
const odd = {
  name: { type: 'string', title: 'Name', default: 'Mira' },
  password: { type: 'string', title: 'Password' },
  address: { type: 'object', title: 'Address' },
};

let asked = 0;
/** A request of the client and its response. */
function exchange(name: string, method: string, params: object, answer: object = { result: {} }): Line[] {
  asked += 1;
  return [client(name, { id: asked, method, params }), agent(`${name} answered`, { id: asked, ...answer })];
}

const conversation: readonly Line[] = [
  ...exchange(
    'initialize',
    'initialize',
    { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: { elicitation: {} } },
    {
      result: {
        protocolVersion: 2,
        info: { name: 'a', version: '1' },
        capabilities: { session: {} },
        authMethods: [{ type: 'terminal', methodId: 'm', name: 'M', args: ['-l'], env: [{ name: 'A', value: '1' }] }],
      },
    },
  ),
  ...exchange('login', 'auth/login', { methodId: 'm' }),
  ...exchange('wrong login', 'auth/login', { methodId: 'n' }, refused(-32_602)),
  ...exchange('logout', 'auth/logout', {}),
  ...exchange(
    'new',
    'session/new',
    {
      cwd: '/w',
      additionalDirectories: roots,
      mcpServers: [{ type: 'stdio' }, { type: 'http' }],
      systemPrompt: { mode: 'append' },
    },
    { result: { sessionId: 's', configOptions: options } },
  ),
  ...exchange('relative', 'session/new', { cwd: 'w', mcpServers: null }, refused(-32_602)),
  ...exchange('new without a login', 'session/new', { cwd: '/w', additionalDirectories: ['/z'] }, refused(-32_000)),
  ...exchange('bad roots', 'session/new', { cwd: '/w', additionalDirectories: ['x', '/y'] }, refused(-32_602)),
  ...exchange('set', 'session/set_config_option', { type: 'id', value: 'b' }, { result: { configOptions: options } }),
  ...exchange('set wrongly', 'session/set_config_option', { type: 'id', value: 'z' }, refused(-32_602)),
  update('odd options', 'config_option_update', { configOptions: [{ configId: 'odd', type: '_slider' }] }),
  update('options', 'config_option_update', { configOptions: options }),
  update('options again', 'config_option_update', { configOptions: options }),
  update('plan', 'plan_update', { plan }),
  update('plan in a file', 'plan_update', { plan: { type: 'file', planId: 'main', uri: 'file:///w/plan.md' } }),
  update('commands', 'available_commands_update', { availableCommands: [{ type: 'command', name: 'go' }] }),
  ...exchange('picture', 'session/prompt', { sessionId: 's', prompt: [{ type: 'image' }] }, refused(-32_602)),
  ...exchange('command', 'session/prompt', {
    sessionId: 's',
    prompt: [{ type: 'text', text: '/go', annotations: {} }],
  }),
  ...exchange('mode', 'session/set_mode', { modeId: 'm' }, refused(-32_601)),
  client('resume', {
    id: 'r',
    method: 'session/resume',
    params: { sessionId: 's', cwd: '/w', replayFrom: { type: 'odd' } },
  }),
  update('replayed', 'user_message', { messageId: 'm1', content: [{ type: 'text', text: 'a', annotations: {} }] }),
  update('state', 'state_update', { state: 'idle' }),
  agent('resumed', { id: 'r', result: {} }),
  ...exchange('resume plainly', 'session/resume', { sessionId: 's', cwd: '/w' }),
  ...exchange('resume with roots', 'session/resume', { sessionId: 's', cwd: '/w', additionalDirectories: ['/z'] }),
  ...exchange('resume what is gone', 'session/resume', { sessionId: 'gone', cwd: '/v' }, refused(-32_002)),
  ...exchange('list', 'session/list', { cwd: '/w', cursor: ' c ' }, { result: { sessions: [stored] } }),
  ...exchange('list nothing', 'session/list', { archived: 'only' }, { result: { sessions: [] } }),
  ...exchange('fork', 'session/fork', { sessionId: 's', cwd: '/w' }, { result: { sessionId: 't' } }),
  ...exchange('unarchive', 'session/unarchive', { sessionId: 'gone' }, refused(-32_002)),
  ...exchange('status', 'session/status', { sessionId: 'gone' }, refused(-32_002)),
  ...exchange('title', 'session/set_title', { sessionId: 's', title: ' ' }, refused(-32_602)),
  update('titled', 'session_info_update', { title: 'T' }),
  update('untitled', 'session_info_update', { title: null }),
  agent('ask', { id: 'e', method: 'elicitation/create', params: { mode: 'form', sessionId: 's' } }),
  client('dismissed', { id: 'e', result: { action: 'cancel' } }),
  agent('ask oddly', { id: 'f', method: 'elicitation/create', params: { mode: 'odd', sessionId: 's' } }),
  client('ask oddly refused', { id: 'f', ...refused(-32_602) }),
  agent('ask for a form', {
    id: 'g',
    method: 'elicitation/create',
    params: { mode: 'form', sessionId: 's', requestedSchema: { type: 'object', properties: odd } },
  }),
  ...exchange(
    'inject',
    'session/inject',
    { sessionId: 's', mode: 'queue', content: [] },
    { result: { messageId: 'm' } },
  ),
  client('form filled in', { id: 'g', result: { action: 'accept', content: {} } }),
  agent('ask for a visit', {
    id: 'h',
    method: 'elicitation/create',
    params: { mode: 'url', sessionId: 's', elicitationId: 'v', url: 'https://me:pass@example.org/a' },
  }),
  client('visit agreed', { id: 'h', result: { action: 'accept' } }),
  agent('ask for another visit', {
    id: 'i',
    method: 'elicitation/create',
    params: { mode: 'url', sessionId: 's', elicitationId: 'w', url: 'https://example.org/' },
  }),
  client('visit declined', { id: 'i', result: { action: 'decline' } }),
  agent('visit done', { method: 'elicitation/complete', params: { elicitationId: 'v' } }),
  agent('read outside', { id: 'j', method: 'fs/read_text_file', params: { sessionId: 's', path: '/x' } }),
  client('read outside refused', { id: 'j', ...refused(-32_602) }),
  client('close', { id: 'c', method: 'session/close', params: { sessionId: 's' } }),
  update('last words', 'state_update', { state: 'idle', stopReason: 'cancelled' }),
  agent('closed', { id: 'c', result: {} }),
  ...exchange('close again', 'session/close', { sessionId: 's' }),
  ...exchange('delete', 'session/delete', { sessionId: 's' }),
  ...exchange('delete again', 'session/delete', { sessionId: 's' }),
  ...exchange('suggestions', 'nes/start', {}),
  ...exchange('suggestions again', 'nes/start', {}),
  ...exchange('standing', 'auth/status', {}, { result: { state: 'half_way', accounts: [{ label: 'Ada' }] } }),
  ...exchange('anything', '_anything', {}),
];

/** The messages that each sabotage changes, around the channel of an agent and of a client. */
const rows: Readonly<Record<string, { readonly agent?: string; readonly client?: string }>> = {
  'AUTH-01': { agent: 'wrong login answered', client: 'login|wrong login' },
  'AUTH-03': { agent: 'initialize answered' },
  'AUTH-04': { agent: 'login answered|logout answered' },
  'AUTH-05': { agent: 'new without a login answered' },
  'AUTH-06': { client: 'initialize answered' },
  'AUTH-07': { agent: 'logout' },
  'AUTH-08': { client: 'new without a login answered' },
  'AUTH-09': { agent: 'logout' },
  'AUTH-10': { agent: 'initialize' },
  'AUTH-11': { client: 'initialize answered' },
  'AUTH-12': { client: 'new without a login answered' },
  'AUTH-13': { agent: 'wrong login answered', client: 'initialize answered' },
  'AUTH-14': { client: 'new without a login answered' },
  'AUTH-15': { client: 'initialize answered' },
  'AUTH-18': { client: 'initialize answered' },
  'AUTH-19': { client: 'standing answered' },
  'AUTH-20': { agent: 'login answered|logout answered' },
  'AUTH-21': { client: 'anything' },
  'AUTH-22': { client: 'suggestions again' },
  'SETUP-01': { agent: 'new answered' },
  'SETUP-02': { agent: 'relative' },
  'SETUP-03': {
    agent: 'new|new without a login|bad roots|resume|resume plainly|resume with roots|resume what is gone|fork',
  },
  'SETUP-04': {
    agent:
      'new|relative|new without a login|bad roots|resume|resume plainly|resume with roots|resume what is gone|fork',
  },
  'SETUP-07': { agent: 'new|relative', client: 'initialize answered' },
  'SETUP-08': { agent: 'new' },
  'SETUP-28': { agent: 'replayed' },
  'SETUP-14': { agent: 'resume plainly|resume with roots|resume what is gone' },
  'SETUP-15': { agent: 'resume' },
  'SETUP-16': { agent: 'resume' },
  'SETUP-17': { agent: 'replayed' },
  'SETUP-18': { agent: 'state' },
  'SETUP-19': { client: 'new answered' },
  'SETUP-20': { agent: 'resume what is gone' },
  'SETUP-21': { agent: 'resume|resume plainly|resume with roots|resume what is gone' },
  'SETUP-22': { agent: 'resume what is gone answered|unarchive answered|status answered' },
  'SETUP-24': { agent: 'relative' },
  'SETUP-25': { agent: 'new', client: 'initialize answered' },
  'SETUP-27': { agent: 'initialize answered' },
  'DIRS-01': { client: 'initialize answered' },
  'DIRS-02': { agent: 'bad roots' },
  'DIRS-03': { agent: 'relative|resume|resume plainly|resume what is gone|fork' },
  'DIRS-04': { agent: 'resume|resume plainly|resume with roots|resume what is gone' },
  'DIRS-05': { agent: 'resume with roots' },
  'DIRS-06': { agent: 'new|new without a login|bad roots|resume with roots' },
  'DIRS-07': { agent: 'new|new without a login|bad roots|resume with roots' },
  'DIRS-08': { client: 'new|new without a login|bad roots|resume with roots' },
  'DIRS-09': { agent: 'list answered' },
  'DIRS-10': { client: 'read outside refused' },
  'DIRS-11': { agent: 'new|bad roots' },
  'DIRS-12': { agent: 'fork' },
  'DIRS-13': { agent: 'bad roots|new|new without a login|resume with roots' },
  'CFG-01': { agent: 'new answered' },
  'CFG-02': { agent: 'set answered' },
  'CFG-03': { agent: 'options|options again', client: 'options|options again' },
  'CFG-04': { agent: 'set wrongly answered' },
  'CFG-05': { client: 'options|options again' },
  'CFG-06': { client: 'odd options|options|options again' },
  'CFG-07': { client: 'odd options' },
  'CFG-10': { client: 'set|set wrongly' },
  'CFG-13': { agent: 'options|options again' },
  'MODE-05': { agent: 'mode' },
  'PLAN-01': { agent: 'plan|plan in a file' },
  'PLAN-02': { agent: 'plan' },
  'PLAN-04': { agent: 'plan|plan in a file' },
  'PLAN-06': { agent: 'plan in a file' },
  'CMD-02': { client: 'command' },
  'CMD-03': { agent: 'commands' },
  'CMD-04': { agent: 'commands' },
  'CONT-01': { agent: 'picture answered', client: 'initialize answered' },
  'CONT-02': { agent: 'replayed', client: 'command' },
  'CONT-03': { client: 'initialize answered' },
  'LIST-02': { agent: 'list nothing answered' },
  'LIST-03': { client: 'list' },
  'LIST-04': { agent: 'list' },
  'LIST-05': { agent: 'list' },
  'LIST-06': { agent: 'list answered' },
  'LIST-07': { agent: 'list answered' },
  'LIST-08': { agent: 'list answered', client: 'untitled' },
  'DEL-01': { client: 'initialize answered' },
  'DEL-02': { agent: 'delete|delete again' },
  'DEL-03': { agent: 'delete again answered' },
  'CLOSE-02': { agent: 'close|close again' },
  'CLOSE-03': { agent: 'close again answered' },
  'CLOSE-04': { agent: 'last words|closed' },
  'FORK-01': { client: 'initialize answered' },
  'FORK-02': { agent: 'fork answered' },
  'ARCH-01': { agent: 'list' },
  'ARCH-02': { agent: 'unarchive answered' },
  'ARCH-03': { agent: 'list answered' },
  'STAT-01': { agent: 'status answered' },
  'TITLE-01': { agent: 'title answered' },
  'TITLE-02': { agent: 'titled' },
  'ELIC-01': { agent: 'initialize', client: 'ask oddly refused' },
  'ELIC-02': { agent: 'ask|ask oddly|ask for a form|ask for a visit|ask for another visit' },
  'ELIC-03': { client: 'ask for a form' },
  'ELIC-04': { client: 'ask for a form' },
  'ELIC-05': { client: 'dismissed|form filled in|visit agreed|visit declined' },
  'ELIC-06': { client: 'dismissed' },
  'ELIC-07': { client: 'ask for a form' },
  'ELIC-08': { client: 'visit declined' },
  'ELIC-09': { client: 'visit agreed' },
  'ELIC-10': { client: 'visit done' },
  'ELIC-11': { client: 'ask for a visit|ask for another visit' },
  'ELIC-12': { client: 'ask for a visit' },
  'ELIC-13': { client: 'ask for a form' },
  'ELIC-14': { agent: 'initialize' },
  'ELIC-15': { client: 'form filled in' },
  'ELIC-16': { agent: 'inject' },
  'ELIC-17': { agent: 'initialize' },
  'ELIC-20': { client: 'visit agreed' },
  'ELIC-21': { client: 'initialize' },
  'ELIC-22': { agent: 'ask for a visit|ask for another visit' },
  'ELIC-23': { agent: 'initialize' },
  'ELIC-24': { agent: 'form filled in' },
};

describe('the sabotages about sessions', () => {
  const areas = /^(?:AUTH|SETUP|DIRS|CFG|MODE|PLAN|CMD|CONT|LIST|DEL|CLOSE|FORK|ARCH|STAT|TITLE|ELIC)-/u;

  test('are proved here, rule by rule', () => {
    const breakable = Object.keys(sabotages).filter((id) => areas.test(id) && 'break' in (sabotages[id] ?? {}));
    const older = new Set(Object.keys(versionOneSessionSabotages));
    expect(Object.keys(rows).toSorted()).toEqual(breakable.filter((id) => !older.has(id)).toSorted());
  });

  const sides = Object.entries(rows).flatMap(([id, row]) =>
    Object.entries(row).map(([side, names]) => [id, side as Line['from'], names.split('|')] as const),
  );

  test.each(sides)('%s of an %s shows where it belongs and nowhere else', async (id, side, names) => {
    expect((await affected(conversation, side, id)).toSorted()).toEqual(names.toSorted());
  });
});
