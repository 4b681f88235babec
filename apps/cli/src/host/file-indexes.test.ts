import type { FileIndex, Workspace } from '@acp-stack/workspace';
import { expect, test } from 'vitest';

import { FileIndexes } from './file-indexes.ts';

/** A workspace that counts how often it is read, and how long that takes. */
function workspaceAt(path: string, read: () => Promise<void>): Pick<Workspace, 'roots' | 'search'> {
  const index = async (): Promise<FileIndex> => {
    await read();
    return {} as FileIndex;
  };
  return { roots: { list: [{ path, realPath: path }] }, search: { index } } as unknown as Workspace;
}

test('an index is read once for all requests of a moment, and longer if it took long', async () => {
  let [clock, reads, duration] = [0, 0, 10];
  const indexes = new FileIndexes(() => clock);
  const garden = workspaceAt('/garden', async () => {
    reads += 1;
    clock += duration;
  });
  await Promise.all([indexes.of(garden), indexes.of(garden)]);
  expect(reads).toBe(1);
  clock += 2999;
  await indexes.of(garden);
  expect(reads).toBe(1);
  clock += 1;
  duration = 2000;
  await indexes.of(garden);
  clock += 19_999;
  await indexes.of(garden);
  expect(reads).toBe(2);
  clock += 1;
  await indexes.of(garden);
  expect(reads).toBe(3);
});

test('one that failed is read again, and of many the oldest is dropped', async () => {
  const read: string[] = [];
  let isBroken = true;
  const indexes = new FileIndexes(() => 0);
  const at = (path: string) =>
    workspaceAt(path, async () => {
      read.push(path);
      if (isBroken) throw new Error('It is gone.');
    });
  await expect(indexes.of(at('/0'))).rejects.toThrow('It is gone.');
  isBroken = false;
  for (let number = 0; number < 9; number += 1) await indexes.of(at(`/${number}`));
  await indexes.of(at('/8'));
  await indexes.of(at('/0'));
  expect(read.filter((path) => path === '/0')).toHaveLength(3);
  expect(read.filter((path) => path === '/8')).toHaveLength(1);
});
