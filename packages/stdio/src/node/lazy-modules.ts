/**
 * Built-in modules that are loaded when they are first used.
 *
 * To import them takes several milliseconds, and an agent, whose start is waited for, needs none of them.
 */
import type * as buffer from 'node:buffer';
import type * as childProcess from 'node:child_process';
import type * as fileSystem from 'node:fs';
import type * as path from 'node:path';

/** `spawn` of `node:child_process`. */
export const spawn: typeof childProcess.spawn = ((...args: Parameters<typeof childProcess.spawn>) =>
  process.getBuiltinModule('node:child_process').spawn(...args)) as typeof childProcess.spawn;

/** The object of `node:fs` that all modules share. */
export const fs = (): typeof fileSystem => process.getBuiltinModule('node:fs');

let loadedBuffer: typeof buffer | undefined;

/** `node:buffer`; used for every chunk that arrives. */
export const buffers = (): typeof buffer => (loadedBuffer ??= process.getBuiltinModule('node:buffer'));

/** `node:path`, for the paths of this system and of others. */
export const paths = (): typeof path => process.getBuiltinModule('node:path');
