import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { createChecks } from './table-check.ts';
import { createTable } from './table.ts';
import { checks as v1Checks } from './v1/unstable/checks.gen.ts';
import { table as v1Table } from './v1/unstable/table.gen.ts';
import { checks as v2Checks } from './v2/unstable/checks.gen.ts';
import { table as v2Table } from './v2/unstable/table.gen.ts';

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

describe.each([
  ['v1', v1Checks, v1Table],
  ['v2', v2Checks, v2Table],
])('a check that is made from the table of %s', (_, generated, table) => {
  test('says of every example what the generated one says', () => {
    const checkOf = createChecks({}, table);
    const both = examples.flatMap(({ name, value }) => {
      const check = generated[`is${name}`];
      return check === undefined ? [] : [{ name, value, generated: check(value), made: checkOf(name)(value) }];
    });
    expect(both.filter((each) => each.generated !== each.made)).toEqual([]);
    expect(new Set(both.map((each) => each.made))).toEqual(new Set([true, false]));
    expect(both.length).toBeGreaterThan(100);
  });
});

test('a definition may use itself, and generated checks', () => {
  const table = createTable({ Tree: '{leaf?:Leaf;trees?:Tree[]' });
  const check = createChecks({ isLeaf: (value) => value === 'leaf' }, table)('Tree');
  expect(check({ trees: [{ leaf: 'leaf' }, { trees: [] }] })).toBe(true);
  expect(check({ trees: [{ leaf: 'stone' }] })).toBe(false);
});
