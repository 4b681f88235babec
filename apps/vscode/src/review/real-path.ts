/**
 * The path of a file without links, by which changes of it are known: agents and the editor may use different links.
 */
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The path without links; of a file that does not exist, that of its folder. */
export function realPath(path: string): string {
  return resolved(path) ?? join(resolved(dirname(path)) ?? dirname(path), basename(path));
}

function resolved(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
