import { expect, test } from 'vitest';

import { agentName, agentTitle } from './agent-name.ts';

const unnamed = { name: 'unknown', version: 'unknown' };
const started = (command: string, name = command): Parameters<typeof agentName>[1] => ({
  name,
  kind: 'command',
  command,
  args: [],
  env: {},
  defaults: { configOptions: {} },
});

test('an agent is called by the title or the name that it gives', () => {
  expect(agentTitle({ name: 'rose', version: '1.2' }, started('/opt/rose'))).toBe('rose 1.2');
  expect(agentName({ name: 'rose', title: 'Rose', version: '1.2' }, started('/opt/rose'))).toBe('Rose');
});

test('an agent without a name is called by its name in the config file, or by its program without the folder', () => {
  expect(agentName(unnamed, started('/opt/long/way/to/rose-agent', 'florist'))).toBe('florist');
  expect(agentTitle(unnamed, started('/opt/long/way/to/rose-agent'))).toBe('rose-agent');
});
