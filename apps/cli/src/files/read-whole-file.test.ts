import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { readWholeFile } from './read-whole-file.ts';

function pipeIn(folder: string): string {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

describe('a file that is read as a whole', () => {
  test('has a limit', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'rose.md');
    writeFileSync(path, 'a rose');
    expect(String(await readWholeFile(path, { maxBytes: 6 }))).toBe('a rose');
    expect(await readWholeFile(path, { maxBytes: 5 })).toBeUndefined();
    await expect(readWholeFile(join(folder.path, 'none'), { maxBytes: 5 })).rejects.toThrow('ENOENT');
  });

  test('may be a pipe, which is read when something writes into it', async () => {
    using folder = temporaryFolder();
    const path = pipeIn(folder.path);
    const reading = readWholeFile(path, { maxBytes: 100 });
    await writeFile(path, 'a rose');
    expect(String(await reading)).toBe('a rose');
  });

  test('may be a pipe that nothing writes into, until a signal ends it', async () => {
    using folder = temporaryFolder();
    const controller = new AbortController();
    const reading = readWholeFile(pipeIn(folder.path), { maxBytes: 100, signal: controller.signal });
    controller.abort();
    await expect(reading).rejects.toThrow('aborted');
  });
});
