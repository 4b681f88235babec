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
    ['object A\n  name string', 'test.acp:4: cannot read the field "name string"'],
    ['object A\n  a: string\n  b: strnig', 'test.acp:5: cannot read the type "strnig"'],
    ['object A\n  a?: bool = yes', 'test.acp:4: the default "yes" is not JSON'],
    ['objekt A', 'test.acp:3: "objekt" begins no definition'],
    ['object A\n  a: string @v3', 'test.acp:4: unknown mark @v3'],
    ['object A\n  a: string ~maybe', 'test.acp:4: unknown tolerance ~maybe'],
    ['object A\n   a: string', 'test.acp:4: indent with two spaces'],
    ['scalar A = strnig', 'test.acp:3: cannot read the type "strnig"'],
    ['choice A\n  B\n  c d', 'test.acp:5: cannot read the type "c d"'],
    ['enum A\n  a b', 'test.acp:4: "a b" is not a value'],
    ['union A by type\n  a b: C', 'test.acp:4: cannot read the variant "a b: C"'],
    ['union A of type', 'test.acp:3: expected "by key"'],
    ['error 12', 'test.acp:3: expected: error code name "Title"'],
    ['request a/b here>there', 'test.acp:3: "here>there" is not a direction'],
    ['request a/b both\n  gate door', 'test.acp:4: cannot read the gate "door"'],
    ['request a/b both\n  errors -32602 none', 'test.acp:4: "none" is not an error code'],
    ['request a/b both\n  answer A', 'test.acp:4: "answer A" is not part of a method'],
    ['request a/b both\n  params A\n    a: strnig', 'test.acp:5: cannot read the type "strnig"'],
    ['request a/b both\n  params A by', 'test.acp:4: cannot read "params A by"'],
  ])('says where and why it cannot read %j', (text, message) => {
    expect(() => area(text)).toThrow(new Error(message));
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

  test.each([
    ['object A\n  a: string\n  b: Lost[]|null', 'test.acp:5: Lost is not defined'],
    ['object A\n  & Lost', 'test.acp:4: Lost is not defined'],
    ['scalar A = string\n\nobject B\n  & A', 'test.acp:6: cannot include A, which has no fields'],
    ['union A by type\n  a: Lost', 'test.acp:4: Lost is not defined'],
    ['union A by type\n  *: Lost', 'test.acp:4: Lost is not defined'],
    ['union A by type\n  + a: Lost', 'test.acp:4: Lost is not defined'],
    ['choice A\n  Lost', 'test.acp:4: Lost is not defined'],
    ['scalar A = Lost[]', 'test.acp:3: Lost is not defined'],
    ['object A\n  a: B\n\nobject B @v2', 'test.acp:4: A uses B, which v1 does not have'],
    ['object A\n  & B\n\nobject B @v2', 'test.acp:4: A uses B, which v1 does not have'],
    ['request a/b both\n  params B @v2\n    b: string\n  result C', 'test.acp:4: a/b uses B, which v1 does not have'],
    ['request a/b both\n  params B', 'test.acp:3: a/b has no result'],
    ['object A\n  a: string\n  b: bool\n  a: bool', 'test.acp:6: the field a is stated twice for v1'],
    ['union A by type\n  + a: string\n  + a: bool', 'test.acp:5: the field a is stated twice for v1'],
    ['scalar A = string\n\nscalar A = bool', 'test.acp:5: A is defined twice for v1'],
    ['object A\n  needs a or b\n  a?: string', 'test.acp:4: "needs" names b, which is not an optional field'],
    ['object A\n  needs a\n  a: string', 'test.acp:4: "needs" names a, which is not an optional field'],
  ])('says where and why %j makes no sense', (text, message) => {
    expect(() => resolveSurface([area(text)], 1, false)).toThrow(new Error(message));
  });

  test('does not ask for a name that only another version mentions', () => {
    const areas = [area('object A\n  a: B @v2\n\nobject B @v2')];
    expect([...resolveSurface(areas, 1, false).shapes.keys()]).toEqual(['A']);
  });

  test('refuses two definitions of one name for the same version', () => {
    const areas = [area('scalar A = string # A.\n\nscalar A = bool @v2 # A.')];
    expect(() => resolveSurface(areas, 2, false)).toThrow('A is defined twice for v2');
    expect(resolveSurface(areas, 1, false).shapes.get('A')).toMatchObject({ type: { kind: 'string' } });
  });
});
