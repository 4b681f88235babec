import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { mentionedFiles } from './mentioned-files.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mentions-'));
  for (const name of ['rose.md', 'my notes.md']) writeFileSync(join(folder, name), '');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test.each([
  ['see @rose.md, please', ['rose.md']],
  ['see @"my notes.md".', ['my notes.md']],
  ['@rose.md and @"my notes.md"', ['rose.md', 'my notes.md']],
  ['write to ann@rose.md', []],
  ['see @"my lost notes.md" and @"my notes.md', []],
])('%j mentions %j', async (words, names) => {
  const found = await mentionedFiles(words, folder);
  expect(found).toEqual(names.map((name) => ({ name, path: join(folder, name) })));
});
