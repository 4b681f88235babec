import { readField, type FormField } from '@acp-stack/schema/elicitation-form';
import { expect, test } from 'vitest';

import { enteredOf, patternsIn, valuesOf } from './form-values.ts';

const field = (name: string, property: object): FormField => readField(name, property as never, false);
const fields = [
  field('name', { type: 'string', pattern: '^[A-Z]' }),
  field('height', { type: 'number' }),
  field('isWatered', { type: 'boolean' }),
  field('beds', { type: 'array', items: { type: 'string', enum: ['north'] } }),
];

test('numbers are texts while they are typed', () => {
  expect(enteredOf({ height: 1.5, name: 'Ada' })).toEqual({ height: '1.5', name: 'Ada' });
  expect(valuesOf(fields, { name: 'Ada', height: ' 1.5 ', isWatered: false, beds: ['north'] })).toEqual({
    name: 'Ada',
    height: 1.5,
    isWatered: false,
    beds: ['north'],
  });
});

test('an empty number is no value, and a wrong one is not a number', () => {
  expect(valuesOf(fields, { height: '' })['height']).toBeUndefined();
  expect(valuesOf(fields, { height: 'tall' })['height']).toBeNaN();
});

test('only texts that were entered have to match their pattern', () => {
  expect(patternsIn(fields, { name: 'Ada' })).toEqual([{ pattern: '^[A-Z]', text: 'Ada' }]);
  expect(patternsIn(fields, { name: '', height: '1' })).toEqual([]);
});
