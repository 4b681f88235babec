import { describe, expect, test } from 'vitest';

import { memberNames } from '../../../../test/support/member-names.ts';
import { commandName, promptCommand, readArguments, type McpPrompt } from './mcp-prompts.ts';

const prompt = (...names: readonly string[]): McpPrompt => ({
  name: 'e:weather',
  info: {
    name: 'weather',
    arguments: names.map((name) => ({ name: name.replace('?', ''), required: !name.endsWith('?') })),
  },
  get: () => Promise.reject(new Error('not asked for')),
});

test('a prompt is a command that says what it takes', () => {
  expect(commandName('every thing', 'a/b c')).toBe('every-thing:a-b-c');
  expect(promptCommand(prompt('city', 'state?'))).toEqual({
    type: 'command',
    name: 'e:weather',
    description: 'weather',
    input: { type: 'text', hint: 'city [state]' },
  });
  expect(promptCommand(prompt())).not.toHaveProperty('input');
});

describe('the arguments of a prompt', () => {
  test.each([
    ['Rome', { city: 'Rome' }],
    ['Rome Lazio', { city: 'Rome', state: 'Lazio' }],
    ['Rome up in Lazio', { city: 'Rome', state: 'up in Lazio' }],
    ['"New York" "New York"', { city: 'New York', state: 'New York' }],
    ['state=Lazio city=Rome', { city: 'Rome', state: 'Lazio' }],
    ['city="New \\"York\\""', { city: 'New "York"' }],
    ['a=b', { city: 'a=b' }],
  ])('%j are %j', (input, values) => {
    expect(readArguments(prompt('city', 'state?'), input)).toEqual({ values });
  });

  test('that are missing are named, with the way to write them', () => {
    expect(readArguments(prompt('city', 'state?'), '')).toEqual({
      problem: '“city” is missing; write it as /e:weather city=… [state=…].',
    });
    expect(readArguments(prompt('city'), 'city=""')).toHaveProperty('problem');
    expect(readArguments(prompt(), 'anything')).toEqual({ values: {} });
  });
});

test.each(memberNames)('a required argument named %s has to be given', (name) => {
  expect(readArguments(prompt(name), '')).toHaveProperty('problem');
  expect(JSON.stringify(readArguments(prompt(name), 'rain'))).toBe(`{"values":{"${name}":"rain"}}`);
  expect(JSON.stringify(readArguments(prompt(name, 'x?'), `${name}=rain`))).toBe(`{"values":{"${name}":"rain"}}`);
});
