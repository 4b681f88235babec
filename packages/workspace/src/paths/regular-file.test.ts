import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { createSampleProject } from '../sample-project.test-support.ts';
import { readRegularFile, readRegularFileSync, type ReadLimit } from './regular-file.ts';

const readers: readonly (readonly [string, (path: string, limit: ReadLimit) => Promise<Buffer>])[] = [
  ['readRegularFile', readRegularFile],
  // eslint-disable-next-line typescript/require-await -- a thrown error has to become a rejection
  ['readRegularFileSync', async (path, limit) => readRegularFileSync(path, limit)],
];

describe.each(readers)('%s', (_, read) => {
  test('reads a file up to its limit', async () => {
    using project = createSampleProject();
    const long = 'rose '.repeat(50_000);
    project.write({ 'rose.md': 'a rose', 'long.md': long, empty: '' });
    symlinkSync('rose.md', project.at('link'));
    expect(String(await read(project.at('rose.md'), { maxBytes: 6 }))).toBe('a rose');
    expect(String(await read(project.at('link'), { maxBytes: 6 }))).toBe('a rose');
    expect(String(await read(project.at('long.md'), { maxBytes: 250_000 }))).toBe(long);
    expect(String(await read(project.at('empty'), { maxBytes: 0 }))).toBe('');
    expect(String(await read('/dev/null', { maxBytes: 0 }))).toBe('');
    await expect(read(project.at('rose.md'), { maxBytes: 5 })).rejects.toMatchObject({
      code: 'too-large',
      message: 'it is larger than 5 bytes; name a smaller file',
    });
    await expect(read(project.at('none'), { maxBytes: 5 })).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('refuses pipes, devices and folders, without waiting for them', async () => {
    using project = createSampleProject();
    execFileSync('mkfifo', [project.at('pipe')]);
    symlinkSync('/dev/zero', project.at('zero'));
    for (const path of [project.at('pipe'), project.at('zero'), '/dev/zero'])
      await expect(read(path, { maxBytes: 1000 })).rejects.toMatchObject({ code: 'not-regular' });
    await expect(read(project.root, { maxBytes: 1000 })).rejects.toMatchObject({ code: 'EISDIR' });
  });

  test('reads a file that claims to be empty no further than its limit', async () => {
    if (process.platform !== 'linux') return;
    expect(String(await read('/proc/self/status', { maxBytes: 100_000 }))).toContain('Name:');
    await expect(read('/proc/self/status', { maxBytes: 10 })).rejects.toMatchObject({ code: 'too-large' });
  });
});
