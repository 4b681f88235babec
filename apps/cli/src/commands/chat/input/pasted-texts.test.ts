import { expect, test } from 'vitest';

import { sentText } from '../conversation/prompt.ts';
import { PastedTexts } from './pasted-texts.ts';

test('a text of many lines or characters is folded, a short one is not', () => {
  const pastes = new PastedTexts();
  expect(pastes.fold('one\ntwo')).toBeUndefined();
  expect(pastes.fold('x\n'.repeat(499))).toBe('[Pasted text #1, 499 lines]');
  expect(pastes.fold('x'.repeat(12_000))).toBe('[Pasted text #2, 12k characters]');
});

test('a message is sent with the texts in place of their marks', () => {
  const pastes = new PastedTexts();
  const [first = '', second = ''] = ['a\n'.repeat(20), 'b\n'.repeat(20)].map((each) => pastes.fold(each));
  const text = `Compare ${second} with ${first}.`;
  expect(sentText({ text, pictures: [], pastes: pastes.in(text) })).toBe(
    `Compare ${'b\n'.repeat(20)} with ${'a\n'.repeat(20)}.`,
  );
});

test('a mark in a pasted text is not replaced again', () => {
  const pastes = new PastedTexts();
  const inner = pastes.fold('secret\n'.repeat(20)) ?? '';
  const text = pastes.fold(`${inner}\n`.repeat(20)) ?? '';
  expect(sentText({ text, pictures: [], pastes: pastes.in(`${text}${inner}`) })).toBe(`${inner}\n`.repeat(20));
});

test('a mark that is removed from the message removes its text', () => {
  const pastes = new PastedTexts();
  pastes.fold('a\n'.repeat(20));
  expect(pastes.in('nothing')).toEqual([]);
});
