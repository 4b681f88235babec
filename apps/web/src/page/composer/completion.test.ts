import { expect, test } from 'vitest';
import type { AvailableCommand } from '@acp-stack/sdk';

import { completableAt, completed, hintOf, matchingCommands, unknownCommand } from './completion.ts';

const command = (name: string, hint?: string): AvailableCommand =>
  ({ name, description: '', ...(hint === undefined ? {} : { input: { type: 'text', hint } }) }) as AvailableCommand;

test.each([
  ['/', { kind: 'command', start: 0, query: '' }],
  ['/pl', { kind: 'command', start: 0, query: 'pl' }],
  ['/plan now', undefined],
  ['say /pl', undefined],
  ['look at @', { kind: 'file', start: 8, query: '' }],
  ['look at @src/ma', { kind: 'file', start: 8, query: 'src/ma' }],
  ['(@src', { kind: 'file', start: 1, query: 'src' }],
  ['@"my no', { kind: 'file', start: 0, query: 'my no' }],
  ['me@example', undefined],
  ['@src/main.ts and', undefined],
  ['one\n@two', { kind: 'file', start: 4, query: 'two' }],
])('in %j there is %j to complete', (text, found) => {
  expect(completableAt(text, text.length)).toEqual(found);
});

test('only what is before the cursor is completed', () => {
  expect(completableAt('@src @lib', 4)).toEqual({ kind: 'file', start: 0, query: 'src' });
});

test('commands that fit better come first, otherwise the order of the agent holds', () => {
  const commands = ['review', 'plan', 'explain', 'compact', 'pl'].map((name) => command(name));
  expect(matchingCommands(commands, 'pl').map(({ name }) => name)).toEqual(['pl', 'plan', 'explain']);
  expect(matchingCommands(commands, 'RW').map(({ name }) => name)).toEqual(['review']);
  expect(matchingCommands(commands, '').map(({ name }) => name)).toEqual([
    'review',
    'plan',
    'explain',
    'compact',
    'pl',
  ]);
  expect(matchingCommands(commands, 'xyz')).toEqual([]);
});

test('a completion is followed by one space, and the cursor is behind it', () => {
  expect(completed('see @ma please', { start: 4, end: 7 }, '@src/main.ts')).toEqual({
    text: 'see @src/main.ts please',
    cursor: 17,
  });
  expect(completed('/pl', { start: 0, end: 3 }, '/plan')).toEqual({ text: '/plan ', cursor: 6 });
});

test('a hint is shown only if there is one', () => {
  expect([command('a', 'what to plan'), command('a'), command('a', '')].map(hintOf)).toEqual([
    'what to plan',
    undefined,
    undefined,
  ]);
});

test.each([
  ['/plna the garden', 'plna'],
  ['/plan the garden', undefined],
  ['/usr/bin is a path', undefined],
  ['a /plna', undefined],
  ['/', undefined],
])('%j has the unknown command %j', (text, name) => {
  expect(unknownCommand(text, [command('plan')])).toBe(name);
});
