import { expect, test } from 'vitest';

import { connectingWords, workWords, type ConnectingFacts, type WorkFacts } from './status-words.ts';

const work: WorkFacts = { elapsed: 0, tool: undefined, count: undefined, isTyping: false, width: 80 };
const start: ConnectingFacts = {
  isLeaving: false,
  connectingFor: 0,
  starting: 'gemini --acp',
  pending: { all: [] },
  tick: 0,
  width: 80,
};

test('work is described by its tool, its time, its tokens and what Esc does', () => {
  expect(workWords(work)).toBe('Working · Esc cancels');
  const facts = { ...work, elapsed: 12_500, tool: { title: 'Edit rose.md' } as WorkFacts['tool'] };
  expect(workWords({ ...facts, count: { tokens: 1234, isEstimated: false } })).toBe(
    'Edit rose.md · 12 s · 1.2k tokens · Esc cancels',
  );
  expect(workWords({ ...facts, count: { tokens: 950, isEstimated: true } })).toContain('~950 tokens');
  expect(workWords({ ...facts, elapsed: 130_000 })).toContain('2 min 10 s');
  expect(workWords({ ...facts, isTyping: true })).toBe('Enter queues, Ctrl+S steers, Esc cancels · 12 s');
});

test('a long title of a tool does not push the rest off the line, and cannot control the terminal', () => {
  const tool = { title: `\u001b[2J${'long '.repeat(40)}` } as WorkFacts['tool'];
  const words = workWords({ ...work, tool, elapsed: 5000, count: { tokens: 5, isEstimated: false } });
  expect(words).toMatch(/^␛\[2Jlong .*… · 5 s · 5 tokens · Esc cancels$/u);
  expect(words.length).toBeLessThan(80);
});

test('connecting says what is started, for how long, and how to leave', () => {
  expect(connectingWords(start)).toBe('⠋ Connecting … · gemini --acp');
  expect(connectingWords({ ...start, connectingFor: 12_000 })).toBe(
    '⠋ Connecting … 12 s · gemini --acp · Ctrl+C twice quits',
  );
  expect(connectingWords({ ...start, isLeaving: true })).toBe('Ctrl+C again quits');
  const long = connectingWords({ ...start, starting: 'npx '.repeat(40), connectingFor: 12_000, width: 60 });
  expect(long).toMatch(/^⠋ Connecting … 12 s · npx .*… · Ctrl\+C twice quits$/u);
  expect(long.length).toBeLessThanOrEqual(60);
});
