/**
 * Modules of Node that are loaded when they are first used.
 *
 * An agent is started often and waited for, and needs none of them for its work; an `import` of these alone takes it several milliseconds.
 */
import type * as buffer from 'node:buffer';
import type * as childProcess from 'node:child_process';
import type * as fileSystem from 'node:fs';
import type * as paths from 'node:path';

/** `spawn` of `node:child_process`. */
export const spawn: typeof childProcess.spawn = ((...args: Parameters<typeof childProcess.spawn>) =>
  process.getBuiltinModule('node:child_process').spawn(...args)) as typeof childProcess.spawn;

/** `node:fs`, the object that everybody shares. */
export const fs = (): typeof fileSystem => process.getBuiltinModule('node:fs');

let loadedBuffer: typeof buffer | undefined;

/** `node:buffer`, for every chunk that arrives. */
export const buffers = (): typeof buffer => (loadedBuffer ??= process.getBuiltinModule('node:buffer'));

/** Paths of Windows. */
export const win32 = (): typeof paths.win32 => process.getBuiltinModule('node:path').win32;
