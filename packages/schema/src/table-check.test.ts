import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import type { Check } from './primitives.ts';
import { createCheck } from './table-check.ts';
import { createTable, type Table } from './table.ts';
import * as v1Checks from './v1/unstable/checks.gen.ts';
import * as v1Table from './v1/unstable/table.gen.ts';
import * as v2Checks from './v2/unstable/checks.gen.ts';
import * as v2Table from './v2/unstable/table.gen.ts';

const folder = fileURLToPath(new URL('../examples', import.meta.url));
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

/** Every value of the examples, with the definition it is an example of. */
const examples = files.flatMap((file) => {
  const kinds = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Readonly<
    Record<string, Readonly<Record<string, readonly { readonly value: unknown }[]>>>
  >;
  return Object.entries(kinds).flatMap(([name, lists]) =>
    Object.values(lists).flatMap((list) => list.map(({ value }) => ({ name, value }))),
  );
});

/** A check that is made from the table, as are those of all the definitions it uses. */
const checkFrom = (table: Table, name: string): Check => createCheck(table, name, (other) => checkFrom(table, other));

describe.each([
  ['v1', { ...v1Checks, ...v1Table }],
  ['v2', { ...v2Checks, ...v2Table }],
])('a check that is made from the table of %s', (_, { checks, definitions, table }) => {
  test('says of every example what the generated one says', () => {
    const names = Object.keys(definitions);
    const both = examples.flatMap(({ name, value }) => {
      const check = checks[names.indexOf(name)];
      return check === undefined ? [] : [{ name, value, generated: check(value), made: checkFrom(table, name)(value) }];
    });
    expect(both.filter((each) => each.generated !== each.made)).toEqual([]);
    expect(new Set(both.map((each) => each.made))).toEqual(new Set([true, false]));
    expect(both.length).toBeGreaterThan(100);
  });
});

test('a definition may use itself, and generated checks', () => {
  const table = createTable({ Tree: '{leaf?:Leaf;trees?:Tree[]' });
  const check: Check = createCheck(table, 'Tree', (name) => (name === 'Leaf' ? (value) => value === 'leaf' : check));
  expect(check({ trees: [{ leaf: 'leaf' }, { trees: [] }] })).toBe(true);
  expect(check({ trees: [{ leaf: 'stone' }] })).toBe(false);
});
