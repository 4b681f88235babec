/** Links in place of files, with the flag of the system, and without it as on Windows. */
import { closeSync, constants, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { noFollowFlag, openWithoutLink } from './open-without-link.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-links-'));
  writeFileSync(join(folder, 'rose'), 'red');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe.each([
  ['with the flag of the system', noFollowFlag],
  ['without a flag', 0],
])('%s', (_, flag) => {
  test('a file is opened', () => {
    const file = openWithoutLink(join(folder, 'rose'), constants.O_RDONLY, flag);
    expect(readFileSync(file, 'utf8')).toBe('red');
    closeSync(file);
  });

  test.each(['rose', 'nothing'])('a link to %s is refused, and what it leads to is not changed', (target) => {
    symlinkSync(join(folder, target), join(folder, 'link'));
    const open = (): number => openWithoutLink(join(folder, 'link'), constants.O_WRONLY | constants.O_TRUNC, flag);
    expect(open).toThrow(expect.objectContaining({ code: 'ELOOP' }));
    expect(readFileSync(join(folder, 'rose'), 'utf8')).toBe('red');
  });

  test('a missing file is missing', () => {
    const open = (): number => openWithoutLink(join(folder, 'tulip'), constants.O_RDONLY, flag);
    expect(open).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});
