import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { InputHistory } from './input-history.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-history-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test.each(['["rose"', '{}', ''])('a damaged file is kept aside, and a new one begun: %j', (damage) => {
  const file = join(folder, 'history.json');
  writeFileSync(file, damage);
  const history = new InputHistory(file);
  history.add('lily');
  expect(readFileSync(`${file}.unreadable-1`, 'utf8')).toBe(damage);
  expect(new InputHistory(file).older('')).toBe('lily');
});
