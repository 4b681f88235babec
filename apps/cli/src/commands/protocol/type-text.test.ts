import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '@acp-stack/trace';

import { documentationOf, gateText, shortGateText, shortTypeText, typeText } from './type-text.ts';
import { loadSchema } from '../../protocol-schema/load-schema.ts';

const v1 = loadSchema(1, false);
const reference = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

describe('typeText', () => {
  test.each<[string, JsonSchema]>([
    ['SessionId (string)', reference('SessionId')],
    ['Marker ({})', reference('Marker')],
    ['ContentBlock[]', { type: 'array', items: reference('ContentBlock') }],
    ['SessionId[]', { type: 'array', items: reference('SessionId') }],
    ['ContentBlock[] (at least 1)', { type: 'array', items: reference('ContentBlock'), minItems: 1 }],
    ['(string | null)[]', { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }],
    ['"2.0"', { const: '2.0' }],
    ['integer 0 to 65535', { type: 'integer', minimum: 0, maximum: 65_535 }],
    ['integer ≥ 0', { type: 'integer', minimum: 0 }],
    ['map of string', { type: 'object', additionalProperties: { type: 'string' } }],
    ['string (uri)', { type: 'string', format: 'uri' }],
    ['non-empty string', { type: 'string', minLength: 1 }],
    ['any', {}],
  ])('writes %s', (text, schema) => {
    expect(typeText(v1, schema)).toBe(text);
  });

  test('leaves out the names of simple types when asked to be short', () => {
    expect(shortTypeText(v1, { type: 'array', items: reference('SessionId') })).toBe('string[]');
  });
});

describe('gates', () => {
  const gate = { kind: 'capability', side: 'agent', paths: ['auth.status'] } as const;

  test('name the side only when it does not receive the method', () => {
    expect(shortGateText(gate, 'client>agent')).toBe('auth.status');
    expect(shortGateText(gate, 'agent>client')).toBe('agent auth.status');
    expect(shortGateText(undefined, 'agent>client')).toBe('');
  });

  test('are a part of a sentence', () => {
    expect(gateText(gate)).toBe('needs the agent capability auth.status');
  });
});

describe('documentationOf', () => {
  test('leaves out the numbers of requirements', () => {
    expect(documentationOf({ description: 'Opens it (INIT-13, X-05b).' })).toBe('Opens it.');
  });
});
