// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import type { Action } from './actions.ts';
import { actionOf, isField, listenToShortcuts } from './shortcuts.ts';

const press = (key: string, ctrlKey = false): Parameters<typeof actionOf>[0] => ({
  key,
  ctrlKey,
  metaKey: false,
  shiftKey: false,
  altKey: false,
});
const run = (): void => undefined;
const actions: readonly Action[] = [
  { id: 'help', title: 'Help', keys: '?', run },
  { id: 'palette', title: 'Palette', keys: 'Mod+K', worksInFields: true, run },
];

test('a key that is typed into a field is text, unless the action says otherwise', () => {
  const find = (event: Parameters<typeof actionOf>[0], isInField: boolean): string | undefined =>
    actionOf(event, actions, { isInField, onMac: false })?.id;
  expect(find(press('?'), false)).toBe('help');
  expect(find(press('?'), true)).toBeUndefined();
  expect(find(press('k', true), true)).toBe('palette');
});

test('fields are where text is typed', () => {
  const button = document.createElement('button');
  const box = Object.assign(document.createElement('input'), { type: 'checkbox' });
  expect([isField(document.createElement('textarea')), isField(button), isField(box), isField(null)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a key press that was handled already runs nothing', () => {
  let count = 0;
  const stop = listenToShortcuts(() => [{ id: 'x', title: 'x', keys: 'x', run: () => (count += 1) }]);
  const send = (isHandled: boolean): void => {
    const event = new KeyboardEvent('keydown', { key: 'x', bubbles: true, cancelable: true });
    if (isHandled) event.preventDefault();
    document.body.dispatchEvent(event);
  };
  send(true);
  send(false);
  stop();
  send(false);
  expect(count).toBe(1);
});
