import { validators as v1, type CreateElicitationRequest as V1Request } from '@acp-stack/schema/v1/unstable';
import { validators as v2, type CreateElicitationRequest } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { elicitationToV1, elicitationToV2 } from './elicitation.ts';
import { collectLosses, strict } from './losses.test-support.ts';

const form = { mode: 'form', message: 'Who?', sessionId: 's' } as const;

describe('elicitation', () => {
  test('toV2: the defaults of a form are filled in', () => {
    const asked = elicitationToV2({ ...form, requestedSchema: { title: 'T', _meta: { a: 1 } } }, strict);
    expect(asked).toEqual({
      ...form,
      requestedSchema: { title: 'T', _meta: { a: 1 }, type: 'object', properties: {} },
    });
    expect(v2.CreateElicitationRequest.is(asked)).toBe(true);
  });

  test('toV2: a page, and an unknown mode, are passed on unchanged', () => {
    const page = {
      mode: 'url',
      message: 'Look',
      sessionId: 's',
      elicitationId: 'e',
      url: 'https://example.org',
    } as const;
    expect(elicitationToV2(page, strict)).toBe(page);
    const voice = { mode: '_voice', message: 'Speak', sessionId: 's' } as V1Request;
    expect(elicitationToV2(voice, strict)).toBe(voice);
  });

  test('toV2: a question that belongs to a session and a request keeps the session', () => {
    const losses = collectLosses();
    const asked = elicitationToV2({ ...form, requestId: 7, requestedSchema: {} }, losses);
    expect(asked).toMatchObject({ sessionId: 's' });
    expect(asked).not.toHaveProperty('requestId');
    expect(v2.CreateElicitationRequest.is(asked)).toBe(true);
    expect(losses.rows).toEqual(['elicitation']);
  });

  test.each([
    { type: 'string', enum: [] },
    { type: 'string', oneOf: [] },
    { type: 'array', items: { type: 'string', enum: [] } },
    { type: 'array', items: { anyOf: [] } },
  ])('toV2: a choice without values is refused: %j', (field) => {
    const params = { ...form, requestedSchema: { properties: { field } } };
    expect(v1.CreateElicitationRequest.is(params)).toBe(true);
    expect(() => elicitationToV2(params as V1Request, collectLosses())).toThrow('no values to choose');
  });

  test('toV1: crosses as the same object', () => {
    const properties = {
      name: { type: 'string', format: 'email' },
      n: { type: 'integer' },
      x: { type: '_colour' },
    } as const;
    const params = { ...form, requestedSchema: { type: 'object', properties } } as const;
    expect(v1.CreateElicitationRequest.is(params)).toBe(true);
    expect(elicitationToV1(params, strict)).toBe(params);
  });
});

describe('unknown enum values', () => {
  test('toV1: a format that version 1 does not know is not asked for', () => {
    const losses = collectLosses();
    const properties = { iban: { type: 'string', format: '_iban', title: 'IBAN' }, n: { type: 'integer' } } as const;
    const params: CreateElicitationRequest = { ...form, requestedSchema: { type: 'object', properties } };
    const asked = elicitationToV1(params, losses);
    expect(asked).toMatchObject({ requestedSchema: { properties: { iban: { type: 'string', title: 'IBAN' } } } });
    expect(JSON.stringify(asked)).not.toContain('_iban');
    expect(v1.CreateElicitationRequest.is(asked)).toBe(true);
    expect(losses.rows).toEqual(['unknown enum values']);
  });
});
