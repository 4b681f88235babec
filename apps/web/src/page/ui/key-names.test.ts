import { expect, test } from 'vitest';

import { isPressed, keyNames } from './key-names.ts';

const event = (key: string, held: Partial<KeyboardEvent> = {}): Parameters<typeof isPressed>[0] => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

test('keys have the names of the keyboard of the machine', () => {
  expect(keyNames('Mod+Shift+K', true)).toEqual(['⌘', '⇧', 'K']);
  expect(keyNames('Mod+Shift+K', false)).toEqual(['Ctrl', 'Shift', 'K']);
});

test('a combination is pressed only with exactly its modifiers', () => {
  expect(isPressed(event('k', { ctrlKey: true }), 'Mod+K', false)).toBe(true);
  expect(isPressed(event('k', { metaKey: true }), 'Mod+K', true)).toBe(true);
  expect(isPressed(event('k', { ctrlKey: true }), 'Mod+K', true)).toBe(false);
  expect(isPressed(event('k', { ctrlKey: true, shiftKey: true }), 'Mod+K', false)).toBe(false);
  expect(isPressed(event('k'), 'Mod+K', false)).toBe(false);
});

test('a character that needs Shift on some keyboards is found on all of them', () => {
  expect(isPressed(event('?', { shiftKey: true }), '?', false)).toBe(true);
  expect(isPressed(event('?'), '?', false)).toBe(true);
});
