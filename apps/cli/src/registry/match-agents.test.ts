import { expect, test } from 'vitest';

import { matchAgents } from './match-agents.ts';

const agents = [
  { id: 'claude-code-acp', name: 'Claude Code' },
  { id: 'codex-acp', name: 'Codex CLI' },
  { id: 'gemini', name: 'Gemini CLI' },
  { id: 'gemini-enterprise', name: 'Gemini Enterprise' },
  { id: 'qwen-code', name: 'Qwen Code' },
];

const found = (name: string): readonly string[] => matchAgents(name, agents, (each) => each).map(({ id }) => id);

test.each([
  ['claude', ['claude-code-acp']],
  ['Codex CLI', ['codex-acp']],
  ['GEMINI', ['gemini']],
  ['gemini', ['gemini']],
  ['code', ['claude-code-acp', 'qwen-code']],
  ['cod', []],
  ['', []],
])('finds what %j means', (name, ids) => {
  expect(found(name)).toEqual(ids);
});
