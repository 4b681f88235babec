/** What an agent gets for a form, whatever its client has sent. */
import { describe, expect, test } from 'vitest';

import { verifies } from '../../../../../test/requirements/requirement.ts';
import { elicitChecked } from './checked-elicitation.ts';

const properties = {
  colour: { type: 'string', title: 'Colour', enum: ['red', 'green'] },
  shade: { type: 'string', oneOf: [{ const: 'dark', title: 'Dark' }] },
  count: { type: 'integer', minimum: 1, maximum: 9 },
  height: { type: 'number' },
  isWet: { type: 'boolean' },
  mail: { type: 'string', format: 'email' },
  day: { type: 'string', format: 'date' },
  name: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$' },
  beds: { type: 'array', items: { type: 'string', enum: ['north', 'south'] }, minItems: 1, maxItems: 2 },
  constructor: { type: 'string' },
};

/** Asks for these fields, and has the client answer with `content`. */
const answered = (content: unknown, fields: object = properties, required: readonly string[] = []): Promise<unknown> =>
  elicitChecked(
    {
      mode: 'form',
      message: 'Which?',
      requestedSchema: { type: 'object', properties: fields, required },
    },
    { sessionId: 's', supports: () => true },
    () => Promise.resolve({ action: 'accept', content } as never),
  );

describe('an accepted form', () => {
  test.each([
    ['colour', 'GREEN', 'Colour must be one of the choices.'],
    ['colour', 7, 'Colour must be one of the choices.'],
    ['shade', 'Dark', 'shade must be one of the choices.'],
    ['count', 0, 'count must not be less than 1.'],
    ['count', 10, 'count must not be more than 9.'],
    ['count', 1.5, 'count must be a whole number.'],
    ['count', '3', 'count must be a number.'],
    ['height', null, 'height must be a number.'],
    ['isWet', 'yes', 'isWet must be yes or no.'],
    ['mail', 'nowhere', 'mail must be an e-mail address.'],
    ['day', '2031-02-30', 'day must be a day such as 2031-04-09.'],
    ['name', 'a', 'name needs at least 2 characters.'],
    ['name', 'abcde', 'name may have at most 4 characters.'],
    ['name', 'AB', 'name must fit the pattern ^[a-z]+$.'],
    ['beds', [], 'beds needs at least 1 choices.'],
    ['beds', ['east'], 'beds must only have choices that are offered.'],
    ['beds', 'north', 'beds must be a list of choices.'],
  ])(verifies('ELIC-24', 'is refused if %s is %j'), async (field, value, message) => {
    await expect(answered({ [field]: value })).rejects.toMatchObject({
      code: -32_602,
      message: `The client accepted a form with values that do not fit it: ${message}`,
      data: { problems: [{ field, message }] },
    });
  });

  test.each([[undefined], [null], [{}], [{ colour: '' }], ['red']])(
    'is refused if a required field is missing from %j',
    async (content) => {
      await expect(answered(content, properties, ['colour'])).rejects.toThrow('Colour has to be filled in.');
      await expect(answered(content, properties, ['constructor'])).rejects.toThrow('constructor has to be filled in.');
    },
  );

  test('has the values of its fields and no others', async () => {
    const content = { colour: 'red', count: 3, height: 0.5, isWet: false, beds: ['north'], name: 'rose' };
    expect(await answered({ ...content, extra: 1, mail: '' })).toEqual({ action: 'accept', content });
  });

  test('may have a field that only the client understands, and a pattern that cannot be matched quickly', async () => {
    const fields = { map: { type: '_place' }, name: { type: 'string', pattern: '^(a+)+$' } };
    const content = { map: { x: 1 }, name: `${'a'.repeat(40)}!` };
    expect(await answered(content, fields)).toEqual({ action: 'accept', content });
  });
});

test('what the user declines, and a page, are not looked at', async () => {
  const question = { mode: 'form', message: 'Which?', requestedSchema: { properties } } as const;
  const host = { sessionId: 's', supports: () => true };
  const declined = { action: 'decline', content: { colour: 7 } };
  expect(await elicitChecked(question, host, () => Promise.resolve(declined as never))).toBe(declined);
  const page = { mode: 'url', message: 'Here.', elicitationId: 'e', url: 'https://example.org/' } as const;
  const accepted = { action: 'accept' };
  expect(await elicitChecked(page, host, () => Promise.resolve(accepted as never))).toBe(accepted);
});
