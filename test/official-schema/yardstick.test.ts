/**
 * Measures our definitions against the official schema files: same fields, types, tags, enums, leniency and methods.
 *
 * What differs must stand in `differences.json` with a reason, and what stands there must still differ.
 */
import { describe, expect, test } from 'vitest';

import { applyPatch, type PatchStep } from './json-patch.ts';
import { reviewed } from './reviewed-differences.ts';
import { compareSurface, type SchemaDifference } from './schema-differences.ts';
import { surfaces, type SurfaceName } from './surfaces.ts';

interface Listed {
  readonly surfaces: readonly SurfaceName[];
  readonly definition: string;
  readonly what: string;
}

const comparisons = surfaces.map((surface) => ({ surface, ...compareSurface(surface) }));
const found = comparisons.flatMap((comparison) => comparison.differences);
const listed: readonly Listed[] = reviewed.differences;

const isListed = (difference: SchemaDifference): boolean =>
  listed.some(
    ({ surfaces: places, definition, what }) =>
      places.includes(difference.surface) && definition === difference.definition && what === difference.what,
  );

describe.each(comparisons)('$surface.name', ({ surface, compared, differences }) => {
  test('agrees with the official schema, reviewed differences aside', () => {
    const unlisted = differences.filter((each) => !isListed(each));
    expect(unlisted.map(({ definition, what }) => `${definition}: ${what}`)).toEqual([]);
  });

  test('compares every official definition that has content', () => {
    const empty = reviewed.rules.extensions.official.filter((name) => name in surface.official.$defs);
    expect(compared).toBe(Object.keys(surface.official.$defs).length - empty.length);
  });
});

describe('the comparison', () => {
  const changes: [what: string, definition: string, step: PatchStep][] = [
    ['a new field', 'Implementation', { op: 'add', path: '/properties/vendor', value: { type: 'string' } }],
    ['a missing field', 'Implementation', { op: 'remove', path: '/properties/title' }],
    ['a field that is no longer required', 'Implementation', { op: 'replace', path: '/required', value: ['name'] }],
    ['a field of another type', 'Implementation', { op: 'replace', path: '/properties/name/type', value: 'integer' }],
    [
      'a field that may be null',
      'Implementation',
      { op: 'replace', path: '/properties/name/type', value: ['string', 'null'] },
    ],
    [
      'a field that is dropped',
      'Implementation',
      { op: 'add', path: '/properties/name/x-deserialize-default-on-error', value: true },
    ],
    ['a list that may be empty', 'PromptRequest', { op: 'remove', path: '/properties/prompt/minItems' }],
    [
      'a list that no longer skips items',
      'Diff',
      { op: 'remove', path: '/properties/changes/x-deserialize-skip-invalid-items' },
    ],
    [
      'a list that no longer reads null',
      'NewSessionRequest',
      { op: 'remove', path: '/properties/mcpServers/x-deserialize-default-on-null' },
    ],
    [
      'a field that refers to something else',
      'Content',
      { op: 'replace', path: '/properties/content/allOf/0/$ref', value: '#/$defs/SessionId' },
    ],
    ['a new value of an enum', 'Role', { op: 'add', path: '/anyOf/0', value: { type: 'string', const: 'system' } }],
    ['an enum that is closed', 'Role', { op: 'remove', path: '/anyOf/2' }],
    ['another error code', 'ErrorCode', { op: 'replace', path: '/anyOf/0/const', value: -32_701 }],
    ['another tag', 'ContentBlock', { op: 'replace', path: '/anyOf/0/properties/type/const', value: 'words' }],
    [
      'another payload',
      'ContentBlock',
      { op: 'replace', path: '/anyOf/0/allOf/0/$ref', value: '#/$defs/ImageContent' },
    ],
    ['a union that is closed', 'ContentBlock', { op: 'remove', path: '/anyOf/5' }],
    ['an alternative less', 'EmbeddedResourceResource', { op: 'remove', path: '/anyOf/0' }],
    [
      'a choice of any instead of one',
      'ElicitationFormMode',
      { op: 'add', path: '/anyOf', value: [{ $ref: '#/$defs/SessionId' }] },
    ],
    ['another side', 'PromptRequest', { op: 'replace', path: '/x-side', value: 'client' }],
    ['another method', 'PromptRequest', { op: 'replace', path: '/x-method', value: 'session/ask' }],
    [
      'a capability with content',
      'PromptImageCapabilities',
      { op: 'add', path: '/properties/size', value: { type: 'integer' } },
    ],
    [
      'a message with another field',
      'AgentRequest',
      { op: 'add', path: '/properties/priority', value: { type: 'integer' } },
    ],
  ];

  test.each(changes)('notices %s', (_what, definition, step) => {
    const [, , surface] = surfaces;
    const schema = surface?.official.$defs[definition];
    if (surface === undefined || schema === undefined) throw new Error(`${definition} is not defined`);
    const $defs = { ...surface.official.$defs, [definition]: applyPatch(schema, [step]) };
    const { differences } = compareSurface({ ...surface, official: { ...surface.official, $defs } });
    expect(differences.filter((each) => !isListed(each))).not.toEqual([]);
  });
});

describe('differences.json', () => {
  test('lists no difference that no longer exists', () => {
    const stale = listed.flatMap(({ surfaces: places, definition, what }) =>
      places
        .filter(
          (surface) =>
            !found.some((each) => each.surface === surface && each.definition === definition && each.what === what),
        )
        .map((surface) => `${surface} ${definition}: ${what}`),
    );
    expect(stale).toEqual([]);
  });

  test('lists every difference once and with a reason', () => {
    const lines = reviewed.differences.flatMap((each) =>
      each.surfaces.map((surface) => `${surface} ${each.definition}: ${each.what}`),
    );
    expect(lines.length).toBe(new Set(lines).size);
    const reasons = [...reviewed.differences, ...Object.values(reviewed.rules)].map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason.length < 20)).toEqual([]);
  });

  test('names only definitions that exist', () => {
    const { markers, envelopes, renames, inline, extensions, additions } = reviewed.rules;
    const official = [
      markers.official,
      Object.keys(envelopes.official),
      Object.keys(renames.official),
      extensions.official,
    ].flat();
    const ours = [markers.ours, ...inline.ours, ...additions.ours];
    expect(official.filter((name) => !surfaces.some((surface) => name in surface.official.$defs))).toEqual([]);
    expect(ours.filter((name) => !surfaces.some((surface) => surface.definitions.shapes.has(name)))).toEqual([]);
    expect(ours.filter((name) => surfaces.some((surface) => name in surface.official.$defs))).toEqual([]);
  });
});
