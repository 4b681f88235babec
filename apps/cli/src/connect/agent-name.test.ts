import { expect, test } from 'vitest';

import { verifies } from '../../../../test/requirements/requirement.ts';
import { commandName } from '../text/command-name.ts';
import { agentHeadline, agentIdentity, agentName, agentTitle } from './agent-name.ts';

const unnamed = { name: 'unknown', version: 'unknown' };
const started = (command: string, name = command): Parameters<typeof agentName>[1] => ({
  name,
  kind: 'command',
  command,
  args: [],
  env: {},
  defaults: { configOptions: {} },
});

/** An agent after `--`. */
const given = (command: string, ...args: readonly string[]): Parameters<typeof agentName>[1] =>
  Object.assign(started(command, commandName(command, args)), { args });

test(verifies('INIT-20', 'an agent is called by the title or the name that it gives'), () => {
  expect(agentTitle({ name: 'rose', version: '1.2' }, started('/opt/rose'))).toBe('rose 1.2');
  expect(agentName({ name: 'rose', title: 'Rose', version: '1.2' }, started('/opt/rose'))).toBe('Rose');
});

test('an agent without a name is called by its name in the config file, or by its program without the folder', () => {
  expect(agentName(unnamed, started('/opt/long/way/to/rose-agent', 'florist'))).toBe('florist');
  expect(agentTitle(unnamed, given('/opt/long/way/to/rose-agent', '--acp'))).toBe('rose-agent');
});

test('the first line of a chat tells agents with the same short name apart by their whole commands', () => {
  expect(agentHeadline(unnamed, given('node', '/p/a.js'))).toBe('node a.js (node /p/a.js)');
  expect(agentHeadline(unnamed, given('node', 'a.js'))).toBe('node a.js');
  expect(agentHeadline(unnamed, given('/q/rose'))).toBe('rose (/q/rose)');
  expect(agentHeadline(unnamed, started('/q/rose', 'florist'))).toBe('florist');
  expect(agentHeadline({ name: 'rose', version: '1.2' }, given('node', '/p/a.js'))).toBe('rose 1.2');
});

test('answers are remembered for one agent: by its name, or by its command if it has none', () => {
  const rose = { name: 'rose', version: '1.2' };
  expect(agentIdentity(rose, given('node', 'a.js'))).toBe('rose');
  expect(agentIdentity(unnamed, given('node', 'a.js'))).toBe('node a.js');
  expect(agentIdentity(unnamed, given('node', 'b.js'))).toBe('node b.js');
  expect(agentIdentity(unnamed, given('/p/rose'))).not.toBe(agentIdentity(unnamed, given('/q/rose')));
  const remote = { name: 'ws://far.example/acp', kind: 'url', url: 'ws://far.example/acp?x', headers: {} } as const;
  expect(agentIdentity(rose, { ...remote, defaults: { configOptions: {} } })).toBe('ws://far.example/acp');
});
