import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { FormValue } from '@acp-stack/schema/elicitation-form';
import type { Form, FormRequest } from '../../questions/form.ts';
import { readForm } from './form.ts';

/** A form with these fields. */
function form(properties: object, required: readonly string[] = []): Form {
  return readForm({
    mode: 'form',
    sessionId: 's1',
    message: 'Who are you?',
    requestedSchema: { type: 'object', properties, required },
  } as unknown as FormRequest);
}

const problemsWith = (field: object, value: FormValue): readonly string[] =>
  form({ field: { title: 'It', ...field } })
    .check({ field: value })
    .map(({ message }) => message);

describe('a form', () => {
  test('has the fields of the restricted schema, in their order [ELIC-03]', () => {
    const { fields, message } = form(
      {
        name: { type: 'string', title: 'Name', description: 'Your name', maxLength: 9 },
        colour: { type: 'string', enum: ['red', 'white'] },
        size: { type: 'string', oneOf: [{ const: 's', title: 'Small', description: 'Up to your knee' }] },
        height: { type: 'number', minimum: 0.5 },
        count: { type: 'integer', maximum: 9 },
        watered: { type: 'boolean' },
        beds: { type: 'array', items: { type: 'string', enum: ['north'] }, minItems: 1 },
        tools: { type: 'array', items: { anyOf: [{ const: 'spade', title: 'A spade' }] } },
      },
      ['name'],
    );
    expect(message).toBe('Who are you?');
    expect(fields).toMatchObject([
      { name: 'name', kind: 'text', label: 'Name', description: 'Your name', isRequired: true, maxLength: 9 },
      {
        name: 'colour',
        kind: 'choice',
        label: 'colour',
        isRequired: false,
        choices: [{ value: 'red' }, { value: 'white' }],
      },
      { name: 'size', kind: 'choice', choices: [{ value: 's', label: 'Small', description: 'Up to your knee' }] },
      { name: 'height', kind: 'number', isInteger: false, minimum: 0.5 },
      { name: 'count', kind: 'number', isInteger: true, maximum: 9 },
      { name: 'watered', kind: 'boolean' },
      { name: 'beds', kind: 'choices', choices: [{ value: 'north', label: 'north' }], minItems: 1 },
      { name: 'tools', kind: 'choices', choices: [{ value: 'spade', label: 'A spade' }] },
    ]);
  });

  test('begins with the defaults that can be answers [ELIC-04]', () => {
    const { initial } = form({
      name: { type: 'string', default: 'Mira' },
      colour: { type: 'string', enum: ['red'], default: 'blue' },
      count: { type: 'integer', default: 2.5 },
      height: { type: 'number', default: 0 },
      watered: { type: 'boolean', default: false },
      beds: { type: 'array', items: { type: 'string', enum: ['north'] }, default: ['north'] },
      none: { type: 'string', default: null },
    });
    expect(initial).toEqual({ name: 'Mira', height: 0, watered: false, beds: ['north'] });
  });

  test('takes fields of kinds that it does not know for no others [ELIC-03, ELIC-13]', () => {
    const odd = {
      address: { type: 'object', properties: { street: { type: 'string' } }, default: { street: 'x' } },
      photo: { type: '_image', title: 'A photo', default: 'x' },
      tags: { type: 'array', items: { type: '_tag', enum: ['a'] }, default: ['a'] },
    };
    const { fields, initial, obstacle, answer } = form(odd);
    expect(fields.map((field) => [field.kind, field.label])).toEqual([
      ['unknown', 'address'],
      ['unknown', 'A photo'],
      ['unknown', 'tags'],
    ]);
    expect(initial).toEqual({});
    expect(obstacle).toBeUndefined();
    expect(answer({})).toEqual({ action: 'accept', content: {} });
    expect(() => answer({ photo: 'x' })).toThrow('A photo is of the type _image');
    expect(form(odd, ['photo']).obstacle).toContain('A photo is required and of the type _image');
    expect(form({}, ['photo']).obstacle).toContain('photo is required');
  });

  test('answers with what was asked for and entered, and with nothing else', () => {
    const { answer } = form({ name: { type: 'string' }, age: { type: 'integer' }, constructor: { type: 'string' } });
    expect(answer({ name: 'Ada', other: 'x' })).toEqual({ action: 'accept', content: { name: 'Ada' } });
    expect(answer({ name: '', age: undefined })).toEqual({ action: 'accept', content: {} });
  });

  test('wants what is required', () => {
    const { check, answer } = form({ name: { type: 'string', title: 'Your name' } }, ['name']);
    for (const values of [{}, { name: '' }, { name: undefined }])
      expect(check(values)).toEqual([{ field: 'name', message: 'Your name has to be filled in.' }]);
    expect(() => answer({})).toThrow('Your name has to be filled in.');
    expect(check({ name: 'x' })).toEqual([]);
  });
});

describe('a value', () => {
  test.each<readonly [object, FormValue, string | undefined]>([
    [{ type: 'string' }, 7, 'It must be a text.'],
    [{ type: 'string', minLength: 2 }, '🌷', 'It needs at least 2 characters.'],
    [{ type: 'string', maxLength: 2 }, '🌷🌷', undefined],
    [{ type: 'string', maxLength: 2 }, 'abc', 'It may have at most 2 characters.'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'abc', undefined],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'Abc', 'It must fit the pattern ^[a-z]+$.'],
    [{ type: 'string', pattern: 'b' }, 'abc', undefined],
    [{ type: 'string', pattern: '(' }, 'anything', undefined],
    [{ type: 'string', format: 'email' }, 'mira@example.org', undefined],
    [{ type: 'string', format: 'email' }, 'mira at example.org', 'It must be an e-mail address.'],
    [{ type: 'string', format: 'uri' }, 'https://example.org/a', undefined],
    [{ type: 'string', format: 'uri' }, 'example.org', expect.stringContaining('scheme') as string],
    [{ type: 'string', format: 'date' }, '2032-02-29', undefined],
    [{ type: 'string', format: 'date' }, '2031-02-29', 'It must be a day such as 2031-04-09.'],
    [{ type: 'string', format: 'date' }, '0001-01-01', undefined],
    [{ type: 'string', format: 'date-time' }, '2031-04-09T12:00:00Z', undefined],
    [{ type: 'string', format: 'date-time' }, '2031-04-09T23:59:60.5+02:00', undefined],
    [{ type: 'string', format: 'date-time' }, '2031-04-09T24:00:00Z', expect.stringContaining('moment') as string],
    [{ type: 'string', format: 'date-time' }, '2031-04-09T12:00:00', expect.stringContaining('moment') as string],
    [{ type: 'string', format: '_iban' }, 'anything', undefined],
    [{ type: 'string', enum: ['red'] }, 'red', undefined],
    [{ type: 'string', enum: ['red'] }, 'blue', 'It must be one of the choices.'],
    [{ type: 'number', minimum: 0, maximum: 1 }, 0.5, undefined],
    [{ type: 'number', minimum: 0 }, -0.1, 'It must not be less than 0.'],
    [{ type: 'number', maximum: 1 }, 1.1, 'It must not be more than 1.'],
    [{ type: 'number' }, Number.NaN, 'It must be a number.'],
    [{ type: 'number' }, '1', 'It must be a number.'],
    [{ type: 'integer' }, 3, undefined],
    [{ type: 'integer' }, 3.5, 'It must be a whole number.'],
    [{ type: 'integer' }, 2 ** 60, 'It must be a whole number.'],
    [{ type: 'boolean' }, false, undefined],
    [{ type: 'boolean' }, 'yes', 'It must be yes or no.'],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, ['a', 'b'], undefined],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, [], undefined],
    [{ type: 'array', items: { type: 'string', enum: ['a'] } }, ['c'], 'It must only have choices that are offered.'],
    [{ type: 'array', items: { type: 'string', enum: ['a'] } }, ['a', 'a'], 'It has a choice twice.'],
    [
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 2 },
      ['a'],
      'It needs at least 2 choices.',
    ],
    [
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 1 },
      ['a', 'b'],
      'It may have at most 1 choices.',
    ],
    [{ type: 'array', items: { type: 'string', enum: ['a'] } }, 'a', 'It must be a list of choices.'],
  ])('for %j such as %j is judged [ELIC-04]', (field, value, problem) => {
    expect(problemsWith(field, value)).toEqual(problem === undefined ? [] : [problem]);
  });

  test('is checked in a bounded number of steps, whatever the pattern', () => {
    expect(problemsWith({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`)).toEqual([]);
  });

  test('that is answered is always one that fits', () => {
    const properties = {
      text: { type: 'string', minLength: 1, maxLength: 3 },
      choice: { type: 'string', enum: ['a', 'b'] },
      count: { type: 'integer', minimum: 0, maximum: 5 },
      flag: { type: 'boolean' },
      many: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 1 },
    };
    const value = fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.constantFrom('a', 'b'),
      fc.integer({ min: -3, max: 8 }),
      fc.boolean(),
      fc.subarray(['a', 'b', 'c']),
    );
    const values = fc.dictionary(fc.constantFrom(...Object.keys(properties), 'other'), value);
    fc.assert(
      fc.property(values, (entered) => {
        const { check, answer } = form(properties, ['choice']);
        if (check(entered).length > 0) {
          expect(() => answer(entered)).toThrow(TypeError);
          return;
        }
        const { content } = answer(entered) as { content: Record<string, FormValue> };
        expect(['a', 'b']).toContain(content['choice']);
        expect(Object.keys(content).every((name) => name in properties)).toBe(true);
        expect(check(content)).toEqual([]);
      }),
    );
  });
});

describe('a field asks for a secret [ELIC-07]', () => {
  test.each([
    'password',
    'userPassword',
    'API key',
    'api_key',
    'apikey',
    'API_TOKEN',
    'accessToken',
    'token',
    'PIN',
    'client-secret',
    'Your credit card number',
    'SSH key',
    'otp',
  ])('when it is called %s', (name) => {
    expect(form({ [name]: { type: 'string' } }).secrets).toHaveLength(1);
    expect(form({ field: { type: 'string', title: name } }).secrets).toHaveLength(1);
  });

  test.each(['name', 'token count', 'max_tokens', 'keyboard', 'key binding', 'pinned', 'Secretary', 'passenger'])(
    'but not when it is called %s',
    (name) => {
      expect(form({ [name]: { type: 'string' } }).secrets).toEqual([]);
    },
  );

  test('but not when there is nothing to type', () => {
    const { secrets } = form({
      password: { type: 'boolean', title: 'Change the password?' },
      token: { type: 'string', enum: ['short', 'long'] },
    });
    expect(secrets).toEqual([]);
  });
});
