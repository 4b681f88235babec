import { expect, test } from 'vitest';

import { Sentences } from './sentences.ts';

test('a sentence is told once, when it is complete', () => {
  const sentences = new Sentences();
  expect(sentences.next('a', 'Hello the', false)).toBe('');
  expect(sentences.next('a', 'Hello there. How', false)).toBe('Hello there.');
  expect(sentences.next('a', 'Hello there. How are you? ', false)).toBe('How are you?');
  expect(sentences.next('a', 'Hello there. How are you? ', false)).toBe('');
});

test('the rest is told when the message is complete', () => {
  const sentences = new Sentences();
  sentences.next('a', 'One. Two', false);
  expect(sentences.next('a', 'One. Two', true)).toBe('Two');
});

test('marks of Markdown are not told, and code is only mentioned', () => {
  expect(new Sentences().next('a', '**Do** [this](http://x.example):\n```js\nlet a;\n```\n', true)).toBe(
    'Do this: Code.',
  );
});

test('what was there before is not told', () => {
  const sentences = new Sentences();
  sentences.skip('a', 'Old text. ');
  expect(sentences.next('a', 'Old text. New text. ', false)).toBe('New text.');
});
