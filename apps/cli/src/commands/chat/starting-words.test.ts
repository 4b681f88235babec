import { expect, test } from 'vitest';

import type { AgentServer } from '../../config/agent-server.ts';
import { connectingTo, startingWords } from './starting-words.ts';

const gemini: AgentServer = {
  name: 'gemini',
  kind: 'command',
  command: 'npx',
  args: ['gemini', '--acp', 'two words'],
  env: {},
  defaults: { configOptions: {} },
};

test('the command that is started is shown, and the agent of this program by its name', () => {
  expect(startingWords(gemini)).toBe('npx gemini --acp "two words"');
  expect(startingWords({ ...gemini, name: 'bundled' })).toBe('the bundled agent');
  expect(startingWords({ ...gemini, kind: 'url', name: 'ws://127.0.0.1:1/acp', url: '', headers: {} })).toBe(
    'ws://127.0.0.1:1/acp',
  );
});

test('a time limit names the proxies, because one of them may be what does not answer', () => {
  expect(connectingTo(gemini)).toBe('connecting to the agent');
  expect(connectingTo({ ...gemini, proxies: ['redact', 'node slow.mjs'] })).toBe(
    'connecting to the agent through redact and node slow.mjs',
  );
});
