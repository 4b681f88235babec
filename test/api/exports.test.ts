/**
 * Pins what each package exports, so that a new export is seen in review.
 *
 * Only values: types are checked when a program compiles against them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';
import { doorsOf, type Door } from '../support/doors.ts';

const file = join(import.meta.dirname, 'exports.json');
const update = 'ACP_UPDATE_EXPORTS=1 npm test -- test/api';

test('every package exports exactly what test/api/exports.json lists', async () => {
  const actual = await exportsOf(doorsOf(repository));
  if (process.env['ACP_UPDATE_EXPORTS'] === '1') writeFileSync(file, `${JSON.stringify(actual, null, 2)}\n`);
  const pinned: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  expect(actual, `The exports changed. If that is meant, run "${update}" and commit the file.`).toEqual(pinned);
});

async function exportsOf(doors: readonly Door[]): Promise<Record<string, string[]>> {
  const names: Record<string, string[]> = {};
  for (const { name, file: source } of doors) {
    const module: unknown = await import(pathToFileURL(source).href);
    names[name] = Object.keys(Object(module)).toSorted();
  }
  return names;
}
