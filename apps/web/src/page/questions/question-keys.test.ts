import type { PermissionOption } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { keysOf, kindWords, optionByKey, quietTime } from './question-keys.ts';

const option = (optionId: string, kind: string): PermissionOption =>
  ({ optionId, name: optionId, kind }) as PermissionOption;
const options = [
  option('always', 'allow_always'),
  option('once', 'allow_once'),
  option('other', 'allow_once'),
  option('no', 'reject_once'),
  option('odd', '_odd'),
];
const key = (name: string, held: object = {}): Parameters<typeof optionByKey>[0] => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...held,
});
const chosen = (name: string, held: object = {}, visibleFor = quietTime): string | undefined =>
  optionByKey(key(name, held), options, visibleFor)?.optionId;

test.each([
  ['1', 'always'],
  ['3', 'other'],
  ['5', 'odd'],
  ['6', undefined],
  ['0', undefined],
  ['y', 'once'],
  ['Y', 'once'],
  ['a', 'always'],
  ['n', 'no'],
  ['d', undefined],
  ['Escape', undefined],
  ['Enter', undefined],
  [' ', undefined],
])('the key %j chooses %j', (name, optionId) => {
  expect(chosen(name)).toBe(optionId);
});

test('a key that was typed ahead, is held down or has a modifier does not answer', () => {
  expect(chosen('y', {}, quietTime - 1)).toBeUndefined();
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'repeat']) expect(chosen('y', { [held]: true })).toBeUndefined();
});

test('each option says its keys, and what it does', () => {
  expect(options.map((each) => keysOf(each, options))).toEqual([['1', 'a'], ['2', 'y'], ['3'], ['4', 'n'], ['5']]);
  expect(options.map(kindWords)).toEqual([
    'allows this from now on',
    'allows this once',
    'allows this once',
    'rejects this once',
    '_odd',
  ]);
});
