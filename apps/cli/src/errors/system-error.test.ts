import { expect, test } from 'vitest';

import { explainSystemError } from './system-error.ts';

const systemError = (fields: Partial<NodeJS.ErrnoException>): Error => Object.assign(new Error('It failed.'), fields);

test('a folder that cannot be created is not said to be missing', () => {
  // What Node says of a folder on a read-only file system, with { recursive: true }.
  const error = systemError({ code: 'ENOENT', syscall: 'mkdir', path: '/media/disk/hub.db.lock' });
  expect(explainSystemError(error)).toBe(
    '/media/disk/hub.db.lock: it cannot be created, perhaps because the file system is read-only; choose another place',
  );
  expect(explainSystemError(systemError({ code: 'ENOENT', syscall: 'open', path: '/a' }))).toBe(
    '/a: it does not exist; check the path',
  );
});
