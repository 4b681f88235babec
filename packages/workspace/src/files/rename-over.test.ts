/** Renames that a system refuses for a while; nothing is renamed, and no time passes. */
import { describe, expect, test } from 'vitest';

import { renameOver, renameOverSync } from './rename-over.ts';

interface Attempts {
  readonly renames: string[];
  readonly pauses: number[];
}

/** Fails with the codes, one for each attempt, and then succeeds. */
function system(codes: readonly string[]): Attempts & {
  readonly rename: (from: string, to: string) => void;
  readonly pause: (ms: number) => void;
} {
  const renames: string[] = [];
  const pauses: number[] = [];
  return {
    renames,
    pauses,
    rename: (from, to) => {
      const code = codes[renames.length];
      renames.push(`${from} > ${to}`);
      if (code !== undefined) throw Object.assign(new Error(code), { code });
    },
    pause: (ms) => void pauses.push(ms),
  };
}

/** Both forms, with the same system. */
const forms = [
  [
    'renameOver',
    ({ rename, pause }: ReturnType<typeof system>, platform: NodeJS.Platform) =>
      renameOver('a', 'b', {
        platform,
        // oxlint-disable-next-line typescript/require-await -- what it throws becomes a rejection
        rename: async (from, to) => rename(from, to),
        // oxlint-disable-next-line typescript/require-await -- no time passes
        pause: async (ms) => pause(ms),
      }),
  ],
  [
    'renameOverSync',
    // oxlint-disable-next-line typescript/require-await -- what it throws becomes a rejection
    async (given: ReturnType<typeof system>, platform: NodeJS.Platform) =>
      renameOverSync('a', 'b', { platform, rename: given.rename, pause: given.pause }),
  ],
] as const;

describe.each(forms)('%s', (_, renamed) => {
  test('tries again on Windows while another program has the file open', async () => {
    const given = system(['EPERM', 'EACCES', 'EBUSY']);
    await renamed(given, 'win32');
    expect(given.renames).toEqual(['a > b', 'a > b', 'a > b', 'a > b']);
    expect(given.pauses).toEqual([5, 10, 20]);
  });

  test('gives up after about two seconds, with the error of the system', async () => {
    const given = system(Array.from({ length: 100 }, () => 'EBUSY'));
    await expect(renamed(given, 'win32')).rejects.toMatchObject({ code: 'EBUSY' });
    expect(given.pauses.reduce((sum, ms) => sum + ms)).toBe(2015);
    expect(given.renames).toHaveLength(given.pauses.length + 1);
  });

  test.each(['ENOENT', 'ENOSPC', 'EXDEV'])('does not try again after %s', async (code) => {
    const given = system([code]);
    await expect(renamed(given, 'win32')).rejects.toMatchObject({ code });
    expect(given.pauses).toEqual([]);
  });

  test.each(['darwin', 'linux'] as const)('takes the first error on %s', async (platform) => {
    const given = system(['EACCES']);
    await expect(renamed(given, platform)).rejects.toMatchObject({ code: 'EACCES' });
    expect(given.renames).toHaveLength(1);
  });
});
