/** A folder that the user named. */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import { UsageError } from '../errors/usage-error.ts';

/**
 * The real path of the folder `given`, relative to `base`; throws a `UsageError` that names `flag` if it does not
 * exist.
 */
export function existingFolder(given: string, flag: string, base: string = process.cwd()): string {
  const path = resolve(base, given);
  try {
    if (statSync(path).isDirectory()) return realpathSync(path);
  } catch {
    throw new UsageError(`${flag}: the folder ${path} does not exist`);
  }
  throw new UsageError(`${flag}: ${path} is not a folder`);
}
