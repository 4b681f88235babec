import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { ComponentSpec } from './component-spec.ts';
import { requireDistinctFiles } from './distinct-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'distinct-'));
  mkdirSync(join(folder, 'real'));
  symlinkSync(join(folder, 'real'), join(folder, 'linked'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const writer = (proxy: string, path: string): ComponentSpec => ({ kind: 'shipped', proxy, settings: ['--file', path] });

test.each([
  ['the same path', 'a.jsonl', 'a.jsonl'],
  ['a path with dots', 'a.jsonl', 'real/../a.jsonl'],
  ['a link to the folder', 'real/a.jsonl', 'linked/a.jsonl'],
  ['another name of the same file', 'one.jsonl', 'other.jsonl'],
])('%s is the same file', (_, first, second) => {
  writeFileSync(join(folder, 'one.jsonl'), '');
  linkSync(join(folder, 'one.jsonl'), join(folder, 'other.jsonl'));
  expect(() => {
    requireDistinctFiles([writer('tee', join(folder, second))], join(folder, first));
  }).toThrow(/^--trace and tee write to the same file, .*; choose another for one of them$/u);
});

test('two proxies cannot share one either, however their settings are written', () => {
  const object: ComponentSpec = { kind: 'shipped', proxy: 'load-from-resume', settings: { file: 'x' }, folder };
  expect(() => {
    requireDistinctFiles([writer('tee', join(folder, 'x')), object], undefined);
  }).toThrow('tee and load-from-resume write to the same file');
});

test('different files, files that are only read, and wrong settings are not its business', () => {
  const specs: ComponentSpec[] = [
    writer('tee', join(folder, 'a')),
    writer('tee', join(folder, 'b')),
    writer('policy', join(folder, 'a')),
    { kind: 'shipped', proxy: 'tee', settings: ['nonsense'] },
    { kind: 'command', command: ['tee', '--file', join(folder, 'a')], env: {} },
  ];
  expect(() => {
    requireDistinctFiles(specs, join(folder, 'c'));
  }).not.toThrow();
});
