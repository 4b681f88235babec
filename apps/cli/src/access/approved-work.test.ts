import { writeGitPatch } from '@acp-stack/bridge/git-patch';
import type { PermissionDecision, PermissionQuestion } from '@acp-stack/workspace/client';
import { describe, expect, test } from 'vitest';

import { ApprovedWork } from './approved-work.ts';

const path = '/garden/rose.md';

/** A decision of the user about a request of the agent. */
const decision = (
  question: Partial<PermissionQuestion>,
  kind: 'allow_once' | 'reject_once' = 'allow_once',
): PermissionDecision => ({
  question: {
    sessionId: 's',
    title: '',
    description: undefined,
    options: [],
    kind: undefined,
    tool: undefined,
    command: undefined,
    cwd: undefined,
    paths: [],
    diffs: [],
    rawInput: undefined,
    ...question,
  },
  option: { optionId: 'o', name: '', kind },
  by: 'user',
});

const diffOf = (oldText: string | undefined, newText: string): Pick<PermissionQuestion, 'diffs'> => ({
  diffs: [
    {
      changes: [{ operation: oldText === undefined ? 'add' : 'modify', path }],
      patch: { format: 'git_patch', text: writeGitPatch({ path, oldText, newText }) },
    },
  ],
});

describe('a change is the one that was allowed', () => {
  const long = Array.from({ length: 9000 }, (_, index) => `line ${index}\n`).join('');
  test.each([
    ['the whole file', diffOf('red\n', 'white\n'), 'red\n', 'white\n'],
    ['a part of the file that is there once', diffOf('red', 'white'), 'a red rose\n', 'a white rose\n'],
    ['a new file', diffOf(undefined, 'white\n'), undefined, 'white\n'],
    ['a long file', diffOf(long, long.replace('line 700\n', 'other\n')), long, long.replace('line 700\n', 'other\n')],
  ])('if it makes of the file what was shown: %s', (_, question, before, after) => {
    const approved = new ApprovedWork();
    approved.note(decision(question));
    expect(approved.useForChange({ sessionId: 's', path, before, after })).toBe(true);
    expect(approved.useForChange({ sessionId: 's', path, before, after })).toBe(false);
  });

  test.each([
    ['another text', diffOf('red\n', 'white\n'), { before: 'red\n', after: 'black\n' }],
    ['more than was shown', diffOf('red', 'white'), { before: 'a red rose\n', after: 'a white rose\nand more\n' }],
    ['a part that is there twice', diffOf('red', 'white'), { before: 'red red', after: 'white red' }],
    ['a part that is not there', diffOf('red', 'white'), { before: 'blue', after: 'white' }],
    ['a new file that exists', diffOf(undefined, 'white\n'), { before: 'secret\n', after: 'white\n' }],
    ['a file that is not text', diffOf(undefined, 'white\n'), { before: null, after: 'white\n' }],
    ['another file', diffOf('red\n', 'white\n'), { path: '/garden/.git/config', before: 'red\n', after: 'white\n' }],
    ['another session', diffOf('red\n', 'white\n'), { sessionId: 'other', before: 'red\n', after: 'white\n' }],
  ])('and not if it is %s', (_, question, change) => {
    const approved = new ApprovedWork();
    approved.note(decision(question));
    expect(approved.useForChange({ sessionId: 's', path, ...change })).toBe(false);
  });

  test('and not if it is too long to be kept, or too many others came after it', () => {
    const approved = new ApprovedWork();
    const huge = 'x'.repeat(1024 * 1024);
    approved.note(decision(diffOf(undefined, huge)));
    expect(approved.useForChange({ sessionId: 's', path, before: undefined, after: huge })).toBe(false);
    approved.note(decision(diffOf('red\n', 'white\n')));
    for (let count = 0; count < 64; count += 1) approved.note(decision({ command: `echo ${count}` }));
    expect(approved.useForChange({ sessionId: 's', path, before: 'red\n', after: 'white\n' })).toBe(false);
  });

  test('and not if it was rejected, or the question was closed', () => {
    const approved = new ApprovedWork();
    approved.note(decision(diffOf('red\n', 'white\n'), 'reject_once'));
    approved.note({ ...decision(diffOf('red\n', 'white\n')), option: undefined });
    expect(approved.useForChange({ sessionId: 's', path, before: 'red\n', after: 'white\n' })).toBe(false);
  });
});

describe('a command is the one that was allowed', () => {
  const wanted = { sessionId: 's', cwd: '/garden', sessionCwd: '/garden' };
  test.each([
    ['npm test', { command: 'npm', args: ['test'] }],
    ['npm test', { command: 'sh', args: ['-c', 'npm test'] }],
    ['ls | wc -l', { command: '/bin/bash', args: ['-lc', 'ls | wc -l'] }],
  ])('if its words are those that were shown: %s', (command, words) => {
    const approved = new ApprovedWork();
    approved.note(decision({ command }));
    expect(approved.useForCommand({ ...wanted, ...words })).toBe(true);
    expect(approved.useForCommand({ ...wanted, ...words })).toBe(false);
  });

  test('if its words are those of the list that was shown', () => {
    const approved = new ApprovedWork();
    const list = ['echo', 'hello; touch rose'];
    const question = { command: list.join(' '), rawInput: { command: list } };
    approved.note(decision(question));
    expect(approved.useForCommand({ ...wanted, command: 'sh', args: ['-c', list.join(' ')] })).toBe(false);
    expect(approved.useForCommand({ ...wanted, command: 'echo', args: ['hello;', 'touch', 'rose'] })).toBe(false);
    expect(approved.useForCommand({ ...wanted, command: 'echo', args: ['hello; touch rose'] })).toBe(true);
  });

  test.each(['policy', 'memory'] as const)('and not if the %s has answered, which has not seen it', (by) => {
    const approved = new ApprovedWork();
    approved.note({ ...decision({ kind: 'read', command: 'npm test', ...diffOf('red\n', 'white\n') }), by });
    expect(approved.useForCommand({ ...wanted, command: 'npm', args: ['test'] })).toBe(false);
    expect(approved.useForChange({ sessionId: 's', path, before: 'red\n', after: 'white\n' })).toBe(false);
  });

  test.each([
    ['echo a; rm rose', { command: 'echo', args: ['a;', 'rm', 'rose'] }],
    ['npm test', { command: 'npm', args: ['test', '--', '--rm'] }],
    ['npm test', { command: 'npm', args: ['test'], cwd: '/garden/evil' }],
    ['npm test', { command: 'evil', args: ['-c', 'npm test'] }],
    ['npm test', { command: 'sh', args: ['-c', 'npm test', 'x'] }],
  ])('and not otherwise: %s, %j', (command, words) => {
    const approved = new ApprovedWork();
    approved.note(decision({ command }));
    expect(approved.useForCommand({ ...wanted, ...words })).toBe(false);
  });
});
