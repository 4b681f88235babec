import type { ShownSuggestion } from '@acp-stack/nes';
import { expect, test } from 'vitest';

import { suggestionHint } from './suggestion-hint.ts';

const edit: ShownSuggestion = {
  id: 's',
  kind: 'edit',
  drawn: [],
  replacements: [],
  target: { line: 3, column: 0 },
  words: 'takes it',
};

test('one of several suggestions says which one it is, and why it is suggested', () => {
  const facts = { isVisible: () => true, sameChange: 2 };
  expect(suggestionHint(edit, { number: 1, of: 4 }, facts)).toBe(
    'Tab takes it as in line 2, Ctrl+N 1 of 4, Esc rejects all',
  );
  expect(suggestionHint(edit, { number: 1, of: 1 }, { ...facts, sameChange: undefined })).toBe(
    'Tab takes it, Esc rejects it',
  );
});

test('one that is not visible says where it is', () => {
  const hint = suggestionHint(edit, { number: 1, of: 1 }, { isVisible: () => false, sameChange: undefined });
  expect(hint).toBe('Tab shows an edit in line 4, Esc rejects it');
});
