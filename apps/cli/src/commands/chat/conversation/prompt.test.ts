import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { pictureAt } from './prompt.ts';

let garden = '';

beforeAll(async () => {
  garden = await mkdtemp(join(tmpdir(), 'garden-'));
  for (const name of ['100%.png', 'two roses.png']) await writeFile(join(garden, name), name);
});
afterAll(async () => rm(garden, { recursive: true }));

const found = async (pasted: string): Promise<string | undefined> =>
  (await pictureAt(pasted, garden, () => undefined))?.name;

test('the path of a picture is found however a terminal writes it', async () => {
  const path = join(garden, 'two roses.png');
  for (const pasted of [`'${path}'`, `"${path}"`, path.replaceAll(' ', '\\ '), pathToFileURL(path).href])
    expect(await found(pasted)).toBe('two roses.png');
});

test('an address with a sign that escapes nothing is the path as it is written', async () => {
  expect(await found(pathToFileURL(join(garden, '100%.png')).href)).toBe('100%.png');
  expect(await found(`file://${garden}/100%.png`)).toBe('100%.png');
  expect(await found('file:///nowhere/100%.png')).toBeUndefined();
});
