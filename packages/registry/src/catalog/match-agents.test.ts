import { expect, test } from 'vitest';

import { isClearName, matchAgents, matchExactly } from './match-agents.ts';

const agents = [
  ['claude-code-acp', 'Claude Code'],
  ['codex-acp', 'Codex CLI'],
  ['gemini', 'Gemini CLI'],
  ['gemini-enterprise', 'Gemini Enterprise'],
].map(([id = '', name = '']) => ({ manifest: { id, name }, source: { name: 'Garden' } }));

const ids = (found: typeof agents | readonly (typeof agents)[number][]): readonly string[] =>
  found.map(({ manifest }) => manifest.id);

test.each([
  ['claude', ['claude-code-acp']],
  ['garden/codex-acp', ['codex-acp']],
  ['codex  cli', ['codex-acp']],
  ['GEMINI', ['gemini']],
  ['c', ['claude-code-acp', 'codex-acp']],
  ['gem', ['gemini', 'gemini-enterprise']],
  ['acp', []],
  [' ', []],
])('finds what %j means', (name, expected) => {
  expect(ids(matchAgents(name, agents))).toEqual(expected);
});

test('tells whole names from beginnings', () => {
  expect(ids(matchExactly('gemini', agents))).toEqual(['gemini']);
  expect(ids(matchExactly('claude', agents))).toEqual([]);
  const [claude, codex] = agents;
  if (claude === undefined || codex === undefined) throw new Error('there are agents');
  const names = ['claude', 'claude-code', 'Claude-Code-ACP', 'garden/claude-code-acp', 'Claude Code', 'code', 'clau'];
  expect(names.filter((name) => isClearName(name, claude))).toEqual(names.slice(0, 4));
  expect(isClearName('code', codex)).toBe(false);
});

test('a display name that is the beginning of another id is not clear', () => {
  const impostor = { manifest: { id: 'impostor', name: 'Claude' }, source: { name: 'garden' } };
  expect(isClearName('claude', impostor)).toBe(false);
});
