import { expect, test } from 'vitest';

import { callWords } from './call-words.ts';

const none = { name: undefined, command: undefined, params: undefined };

test('a method alone is for the default agent, and a word before it is the name of an agent', () => {
  expect(callWords(['session/list'], undefined)).toEqual({ ...none, method: 'session/list' });
  expect(callWords(['claude', 'session/list'], undefined)).toEqual({ ...none, name: 'claude', method: 'session/list' });
});

test('params are JSON, a file or standard input', () => {
  for (const params of ['{}', ' [1]', '@params.json', '-'])
    expect(callWords(['x/y', params], undefined)).toEqual({ ...none, method: 'x/y', params });
});

test('after two dashes the method and its params are the last words', () => {
  const command = ['my-agent', '--acp'];
  expect(callWords([], [...command, 'session/list', '{}'])).toEqual({
    ...none,
    command,
    method: 'session/list',
    params: '{}',
  });
  expect(callWords([], [...command, 'session/list'])).toEqual({ ...none, command, method: 'session/list' });
});

test('a method before two dashes leaves all words after them to the agent', () => {
  expect(callWords(['session/list', '{}'], ['my-agent', '-'])).toEqual({
    ...none,
    command: ['my-agent', '-'],
    method: 'session/list',
    params: '{}',
  });
});

test('says what is missing or too much', () => {
  expect(() => callWords([], undefined)).toThrow('missing method; write it as: acp call');
  expect(() => callWords([], ['session/list'])).toThrow('missing command of the agent before session/list');
  expect(() => callWords(['a', 'b', 'c/d', '{}'], undefined)).toThrow('one word too many: b');
});
