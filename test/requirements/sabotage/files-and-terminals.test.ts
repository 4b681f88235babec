/**
 * The sabotages about files, terminals and documents change the messages of their rules and no others.
 *
 * A row lists the messages of one conversation that change, or cause other messages, around the channel of a client.
 */
import { expect, test } from 'vitest';

import { machineSabotages } from './files-and-terminals.ts';
import { agent, client, cross, expected, type Line } from './conversation.ts';

const refused = (code: number): object => ({ error: { code, message: 'No' } });

let asked = 0;
/** A request of the agent and its response. */
function exchange(name: string, method: string, params: object, answer: object = { result: {} }): Line[] {
  asked += 1;
  const request = { id: asked, method, params: { sessionId: 's', ...params } };
  return [agent(name, request), client(`${name} answered`, { id: asked, ...answer })];
}

const document = { uri: 'file:///w/a', languageId: 'plaintext' };

const conversation: readonly Line[] = [
  ...exchange('write', 'fs/write_text_file', { path: '/w/a', content: 'saved' }),
  ...exchange('read', 'fs/read_text_file', { path: '/w/a', line: 1 }, { result: { content: 'typed' } }),
  ...exchange('read another', 'fs/read_text_file', { path: '/w/b' }, { result: { content: '' } }),
  ...exchange('read nothing', 'fs/read_text_file', { path: '/w/c' }, refused(-32_002)),
  ...exchange('read outside', 'fs/read_text_file', { path: '/x' }, refused(-32_602)),
  ...exchange('create', 'terminal/create', { command: 'ls', outputByteLimit: 9 }, { result: { terminalId: 't' } }),
  ...exchange('output', 'terminal/output', { terminalId: 't' }, { result: { output: '', truncated: false } }),
  agent('wait', { id: 'w', method: 'terminal/wait_for_exit', params: { sessionId: 's', terminalId: 't' } }),
  ...exchange('kill', 'terminal/kill', { terminalId: 't' }),
  client('wait answered', { id: 'w', result: { exitCode: null, signal: 'SIGTERM' } }),
  ...exchange(
    'output again',
    'terminal/output',
    { terminalId: 't' },
    { result: { output: '', truncated: false, exitStatus: { exitCode: 1 } } },
  ),
  ...exchange('release', 'terminal/release', { terminalId: 't' }),
  ...exchange('output of nothing', 'terminal/output', { terminalId: 't2' }, refused(-32_002)),
  ...exchange('open', 'workspace/open_documents', {}, { result: { documents: [document] } }),
  ...exchange('recent', 'workspace/recent_documents', { limit: 1 }, { result: { documents: [document] } }),
  ...exchange('recent refused', 'workspace/recent_documents', {}, refused(-32_601)),
  ...exchange('active', 'workspace/active_document', {}, { result: { document } }),
  ...exchange('active nowhere', 'workspace/active_document', {}, { result: { document: null } }),
];

const rows: Readonly<Record<string, string>> = {
  'FS-02': 'read answered',
  'FS-03': 'read',
  'FS-04': 'write',
  'FS-06': 'read nothing answered',
  'FS-07': 'read outside answered',
  'DIRS-10': 'read outside answered',
  'TERM-02': 'create answered',
  'TERM-03': 'create',
  'TERM-05': 'output answered',
  'TERM-06': 'wait',
  'TERM-07': 'output again',
  'TERM-09': 'output of nothing answered',
  'TERM-11': 'wait answered',
  'EDIT-01': 'recent refused answered',
  'EDIT-02': 'open answered|recent answered',
  'EDIT-03': 'recent',
  'EDIT-04': 'active nowhere answered',
  'EDIT-05': 'open answered',
};

test('the sabotages about the files and terminals of a client are proved here, rule by rule', () => {
  expect(Object.keys(rows).toSorted()).toEqual(Object.keys(machineSabotages).toSorted());
});

test.each(Object.entries(rows))('%s shows where it belongs and nowhere else', async (id, names) => {
  const whole = expected(conversation, {});
  const crossings = await cross(conversation, 'client', [id]);
  const affected = [...crossings].flatMap(([name, crossing]) =>
    JSON.stringify(crossing) === JSON.stringify(whole.get(name)) ? [] : [name],
  );
  expect(affected.toSorted()).toEqual(names.split('|').toSorted());
});
