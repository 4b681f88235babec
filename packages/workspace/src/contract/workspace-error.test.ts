import { describe, expect, test } from 'vitest';

import { explain, WorkspaceError } from './workspace-error.ts';

const systemError = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'open' });

describe('an error of the system', () => {
  test.each([
    ['ENOENT', 'missing'],
    ['EACCES', 'denied'],
    ['EPERM', 'denied'],
    ['EROFS', 'denied'],
    ['EISDIR', 'is-a-directory'],
    ['ENOTDIR', 'not-a-directory'],
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['ELOOP', 'outside'],
    ['ENXIO', 'not-a-file'],
    ['EMFILE', 'failed'],
    ['EIO', 'failed'],
  ])('%s is told as %s, in one sentence with the path', (code, word) => {
    const cause = systemError(code);
    const error = explain(cause, '/project/a.txt') as WorkspaceError;
    expect(error).toBeInstanceOf(WorkspaceError);
    expect(error).toMatchObject({ code: word, path: '/project/a.txt', cause });
    expect(error.message).toMatch(/^\/project\/a\.txt [^.]+\.$/u);
  });

  test('is told apart from others', () => {
    const ours = new WorkspaceError('outside', 'No.');
    const theirs = new DOMException('enough', 'AbortError');
    expect(explain(ours, 'a')).toBe(ours);
    expect(explain(theirs, 'a')).toBe(theirs);
  });
});
