import { describe, expect, test } from 'vitest';

import { parseArea } from './parse.ts';
import { parseType } from './parse-type.ts';
import { resolveSurface } from './resolve.ts';

const area = (body: string) => parseArea('test.acp', `area Test # A test.\n\n${body}`);

describe('parseType', () => {
  test.each([
    ['string', { kind: 'string' }],
    ['string(1..)', { kind: 'string', min: 1 }],
    ['string(uri)', { kind: 'string', format: 'uri' }],
    ['string(/^a$/)', { kind: 'string', pattern: '^a$' }],
    ['f64(0..1)', { kind: 'number', min: 0, max: 1 }],
    ['u32|null', { kind: 'nullable', of: { kind: 'integer', size: 'u32' } }],
    ['Role[1..]|null', { kind: 'nullable', of: { kind: 'list', min: 1, of: { kind: 'reference', name: 'Role' } } }],
    ['map<string>', { kind: 'map', of: { kind: 'string' } }],
    ['"2.0"', { kind: 'literal', value: '2.0' }],
  ])('reads %s', (text, type) => {
    expect(parseType(text)).toEqual(type);
  });

  test('quotes a type that it cannot read', () => {
    expect(() => parseType('strnig')).toThrow('cannot read the type "strnig"');
  });
});

describe('parseArea', () => {
  test('reads marks, tolerance, aliases and documentation of a field', () => {
    const [definition] = area(
      'object A # An a.\n  planId?: string|null @v1:unstable @v2 ~drop (or id) # The id.',
    ).definitions;
    const field = definition?.kind === 'object' ? definition.body.fields[0] : undefined;
    expect(field).toMatchObject({
      name: 'planId',
      optional: true,
      drop: true,
      aliases: ['id'],
      doc: 'The id.',
      presence: { 1: 'unstable', 2: 'stable' },
    });
  });

  test.each([
    ['object A\n  name string', /test\.acp:3: line 4: cannot read the field "name string"/u],
    ['objekt A', /test\.acp:3: "objekt" begins no definition/u],
    ['object A\n  a: string @v3', /test\.acp:4: unknown mark @v3/u],
    ['object A\n  a: string ~maybe', /test\.acp:4: unknown tolerance ~maybe/u],
    ['object A\n   a: string', /test\.acp:4: indent with two spaces/u],
    ['request a/b here>there', /"here>there" is not a direction/u],
  ])('says where and why it cannot read %j', (text, message) => {
    expect(() => area(text)).toThrow(message);
  });
});

describe('resolveSurface', () => {
  test('shows a version only what is marked for it', () => {
    const areas = [area('enum Status # S.\n  a # A.\n  b @v2 # B.\n  c @v1:accepted # C.\n  * @v2 # Open.')];
    const values = (version: 1 | 2) => {
      const shape = resolveSurface(areas, version, false).shapes.get('Status');
      return shape?.kind === 'enum' ? [shape.values.map((each) => each.value).join(''), shape.open] : undefined;
    };
    expect([values(1), values(2)]).toEqual([
      ['ac', false],
      ['ab', true],
    ]);
  });

  test('refuses a stable definition that mentions an unstable one', () => {
    const areas = [area('object Old # O.\n  next: New # N.\n\nobject New @unstable # N.')];
    expect(() => resolveSurface(areas, 1, false)).toThrow('Old uses New, which v1 does not have');
  });

  test('refuses two definitions of one name for the same version', () => {
    const areas = [area('scalar A = string # A.\n\nscalar A = bool @v2 # A.')];
    expect(() => resolveSurface(areas, 2, false)).toThrow('A is defined twice for v2');
    expect(resolveSurface(areas, 1, false).shapes.get('A')).toMatchObject({ type: { kind: 'string' } });
  });
});
