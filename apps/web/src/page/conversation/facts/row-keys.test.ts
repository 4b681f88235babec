import { expect, test } from 'vitest';

import { rowKey, type PressedKey } from './row-keys.ts';

const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  target: null,
  ...more,
});
const place = { index: 5, count: 9, isOnRow: true };

test('j and k, arrows, Home and End go from row to row', () => {
  const goes = ['j', 'k', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'x'].map((key) => rowKey(press(key), place));
  expect(goes).toEqual([6, 4, 6, 4, 0, 8, undefined]);
});

test('keys with modifiers and keys that are typed into a field are left alone', () => {
  expect(rowKey(press('j', { ctrlKey: true }), place)).toBeUndefined();
  expect(rowKey(press('j', { target: { tagName: 'TEXTAREA' } as unknown as EventTarget }), place)).toBeUndefined();
});

test('arrows in a control of a row belong to the control', () => {
  expect(rowKey(press('ArrowDown'), { ...place, isOnRow: false })).toBeUndefined();
  expect(rowKey(press('j'), { ...place, isOnRow: false })).toBe(6);
});
