/**
 * Parsing, checking and writing a message again keeps all of its content.
 *
 * The properties put unknown fields into a golden message, at any object in it: a message that a surface accepts
 * unchanged comes back with the same serialization, and one that it repairs keeps the unknown fields. Runs are short
 * and seeded; `WIRE_RUNS=100000` makes them long with a new seed.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { goldens, type Golden } from './golden.ts';
import { judge, surfaces, type JsonObject, type Surface } from './surfaces.ts';

const longer = process.env['WIRE_RUNS'];
const runs = longer === undefined ? { numRuns: 1000, seed: 1703 } : { numRuns: Number(longer) };
const timeout = longer === undefined ? 180_000 : 600_000;

describe('a golden message comes back as it was', () => {
  for (const golden of goldens.filter(({ accepted = [] }) => accepted.length > 0)) {
    test(golden.file, () => {
      const text = JSON.stringify(golden.message);
      for (const surface of golden.accepted ?? []) {
        const verdict = judge(surface, golden.method, JSON.parse(text) as JsonObject);
        expect(verdict.kind === 'accepted' && JSON.stringify(verdict.message), surface).toBe(text);
      }
    });
  }
});

/** A place in a golden message, as one surface sees it; fast-check prints it when a property fails. */
interface Place {
  readonly file: string;
  readonly surface: Surface;
  /** The keys that lead to an object. */
  readonly path: readonly string[];
}

type Paths = readonly (readonly [method: string, path: RegExp])[];

/** Maps whose values have a type: an unknown value is not an entry of theirs. */
const closed: Paths = [
  ['providers/set', /^params\/headers$/u],
  ['initialize', /^result\/authMethods\/\d+\/env$/u],
  ['elicitation/create', /^params\/requestedSchema\/properties$/u],
  ['elicitation/create', /^result\/content$/u],
];

/** Objects that a conversion turns into something that has no place for foreign fields. */
const rebuilt: Paths = [
  ['initialize', /^result\/authMethods\/\d+\/env(?:\/|$)/u],
  ['initialize', /\/pending\/replace$/u],
];

function isAmong(paths: Paths, { method }: Golden, path: readonly string[]): boolean {
  return paths.some(([name, pattern]) => name === method && pattern.test(path.join('/')));
}

/** The paths to every object in `value`. */
function objectsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, each]) => objectsIn(each, [...path, key]));
  return Array.isArray(value) ? below : [path, ...below];
}

const byFile = new Map(goldens.map((golden) => [golden.file, golden]));

function goldenAt({ file }: Place): Golden {
  const golden = byFile.get(file);
  if (golden === undefined) throw new Error(`There is no ${file}.`);
  return golden;
}

function placesIn(golden: Golden, of: readonly Surface[], isWanted: (path: readonly string[]) => boolean): Place[] {
  return objectsIn(golden.message)
    .filter(isWanted)
    .flatMap((path) => of.map((surface) => ({ file: golden.file, surface, path })));
}

function walkTo(message: unknown, path: readonly string[]): Record<string, unknown> {
  return path.reduce((value, key) => (value as Record<string, unknown>)[key], message) as Record<string, unknown>;
}

/** Sets `key` as an ordinary property, also if it is `__proto__`. */
function put(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The message of a golden file with `value` at `key` of the object in question, as text. */
function textWith(place: Place, key: string, value: unknown): string {
  const message: unknown = JSON.parse(JSON.stringify(goldenAt(place).message));
  put(walkTo(message, place.path), key, value);
  return JSON.stringify(message);
}

function expectUnchanged(place: Place, text: string): void {
  const verdict = judge(place.surface, goldenAt(place).method, JSON.parse(text) as JsonObject);
  expect(verdict.kind, text).toBe('accepted');
  expect(verdict.kind === 'accepted' && JSON.stringify(verdict.message)).toBe(text);
}

const halfCharacter = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit));
const oddText = fc.string({ unit: fc.oneof(halfCharacter, fc.constantFrom('x', '"', '\\', '\u0000', '\u2028', '𝄞')) });

/** Names that no version has, some of which mean something to JavaScript. */
const foreignKey = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'toJSON', 'hasOwnProperty', 'then', '', '0'),
  oddText.map((text) => `x${text}`),
);

const oddNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.constantFrom(Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53 + 2, -(2 ** 63), 2 ** 64, -0),
);

function object(entries: readonly (readonly [string, unknown])[]): object {
  const result = {};
  for (const [key, value] of entries) put(result, key, value);
  return result;
}

const { tree: freeForm } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium' },
    fc.oneof(oddText, oddNumber, fc.boolean(), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.oneof(foreignKey, fc.constant('_meta')), tie('tree')), { maxLength: 4 }).map(object),
  ),
}));

const freeFormObject = fc.array(fc.tuple(foreignKey, freeForm), { maxLength: 6 }).map(object);

/** One value in the middle of very many brackets. */
const deep = fc.tuple(freeForm, fc.integer({ min: 100, max: 1000 }), fc.boolean()).map(([core, depth, inLists]) => {
  let value: unknown = core;
  for (let level = 0; level < depth; level += 1) value = inLists ? [value] : { a: value };
  return value;
});

const open = goldens.flatMap((golden) =>
  placesIn(golden, golden.accepted ?? [], (path) => !isAmong(closed, golden, path)),
);
const openPlace = fc.constantFrom(...open);

describe('a message comes back as it was', () => {
  test('with an unknown field, in any object', { timeout }, () => {
    fc.assert(
      fc.property(openPlace, foreignKey, fc.oneof(freeForm, deep), (place, key, value) => {
        expectUnchanged(place, textWith(place, key, value));
      }),
      runs,
    );
  });

  test('with metadata of any form, in any object', { timeout }, () => {
    fc.assert(
      fc.property(openPlace, fc.oneof(freeFormObject, fc.constant(null)), (place, value) => {
        expectUnchanged(place, textWith(place, '_meta', value));
      }),
      runs,
    );
  });

  test('with any text in the place of a text that people wrote', { timeout }, () => {
    const written = goldens.flatMap((golden) =>
      placesIn(golden, golden.accepted ?? [], (path) => typeof walkTo(golden.message, path)['text'] === 'string'),
    );
    fc.assert(
      fc.property(fc.constantFrom(...written), oddText, (place, value) => {
        expectUnchanged(place, textWith(place, 'text', value));
      }),
      runs,
    );
  });

  test('with an entry of any name in a map whose values have a type', { timeout }, () => {
    const maps = goldens.flatMap((golden) =>
      placesIn(
        golden,
        golden.accepted ?? [],
        (path) => isAmong(closed, golden, path) && Object.keys(walkTo(golden.message, path)).length > 0,
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...maps), foreignKey, (place, key) => {
        const [sample] = Object.values(walkTo(goldenAt(place).message, place.path));
        expectUnchanged(place, textWith(place, key, sample));
      }),
      runs,
    );
  });
});

/** Repairs that leave nothing out. */
const gentle = new Set(['renamed', 'filled', 'converted']);

function isGentlyMended(golden: Golden, surface: Surface): boolean {
  const verdict = judge(surface, golden.method, golden.message);
  return verdict.kind === 'mended' && verdict.repairs.every(({ action }) => gentle.has(action));
}

/** How often `mark` is the value of a property, and `value` without these properties. */
function takeOut(value: unknown, mark: string): { readonly count: number; readonly rest: unknown } {
  if (typeof value !== 'object' || value === null) return { count: 0, rest: value };
  const kept = Object.entries(value).filter(([, each]) => each !== mark);
  const inner = kept.map(([key, each]) => [key, takeOut(each, mark)] as const);
  const count = inner.reduce((sum, [, each]) => sum + each.count, Object.keys(value).length - kept.length);
  const rest = inner.map(([key, each]) => [key, each.rest] as const);
  return { count, rest: Array.isArray(value) ? rest.map(([, each]) => each) : object(rest) };
}

describe('a mended message', () => {
  const mended = goldens.flatMap((golden) =>
    placesIn(
      golden,
      surfaces.filter((surface) => isGentlyMended(golden, surface)),
      (path) => !isAmong([...closed, ...rebuilt], golden, path),
    ),
  );

  test('keeps an unknown field, and is otherwise repaired as without it', { timeout }, () => {
    const mark = 'a mark that stands nowhere else';
    fc.assert(
      fc.property(fc.constantFrom(...mended), foreignKey, (place, key) => {
        const { method, message } = goldenAt(place);
        const text = textWith(place, key, mark);
        const verdict = judge(place.surface, method, JSON.parse(text) as JsonObject);
        const { count, rest } = takeOut(verdict.kind === 'mended' ? verdict.message : undefined, mark);
        expect(count, text).toBe(1);
        const plain = judge(place.surface, method, message);
        expect(rest).toEqual(plain.kind === 'mended' && plain.message);
      }),
      runs,
    );
  });

  test('leaves the message that arrived untouched', () => {
    for (const golden of goldens) {
      const text = JSON.stringify(golden.message);
      for (const surface of surfaces) judge(surface, golden.method, golden.message);
      expect(JSON.stringify(golden.message), golden.file).toBe(text);
    }
  });

  test('is taken as it stands by the surface that mended it', () => {
    for (const golden of goldens) {
      for (const surface of golden.mended ?? []) {
        const once = judge(surface, golden.method, golden.message);
        const again = once.kind === 'mended' && judge(surface, golden.method, once.message);
        expect(again, `${golden.file} ${surface}`).toMatchObject({ kind: 'accepted' });
      }
    }
  });
});
