import { expect, test } from 'vitest';

import { parseText } from './parse-text.ts';

test('a text is its value, or nothing if it is not JSON', () => {
  expect(parseText('{"a":[1,{"b":null}]}')).toEqual({ value: { a: [1, { b: null }] } });
  expect(parseText('null')).toEqual({ value: null });
  expect(parseText('{"a":')).toEqual({});
});

test('what is nested too deeply is left out, so that a walk through the value ends', () => {
  const levels = 6000;
  const { value } = parseText(`{"id":1,"a":${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}}`);
  expect(() => JSON.stringify(value)).not.toThrow();
  expect(value).toMatchObject({ id: 1, a: { a: [{ a: [{}] }] } });
});
