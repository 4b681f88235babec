import { expect, test } from 'vitest';

import { defaultPreferences, readPreferences } from './preferences.ts';
import { themeOf } from './theme.ts';

test('what was stored is read again', () => {
  expect(readPreferences(JSON.stringify({ theme: 'dark', diffView: 'split' }))).toEqual({
    ...defaultPreferences,
    theme: 'dark',
    diffView: 'split',
  });
});

test('stored values that are not understood are replaced with the defaults', () => {
  for (const text of [null, '', '{', 'null', '[]', '7', '{"theme":"pink","sidebar":3}', '{"__proto__":1}']) {
    expect(readPreferences(text)).toEqual(defaultPreferences);
  }
});

test('the theme of the system is used unless the user has chosen one', () => {
  expect(themeOf('system', true)).toBe('dark');
  expect(themeOf('system', false)).toBe('light');
  expect(themeOf('light', true)).toBe('light');
  expect(themeOf('dark', false)).toBe('dark');
});
