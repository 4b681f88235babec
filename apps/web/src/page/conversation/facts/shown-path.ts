/** Paths as they are shown in a session. */
import { wayBelow } from '../../paths/file-path.ts';

/** A path below the folder of the session, without that folder. */
export function shownPath(path: string, cwd: string | undefined): string {
  return cwd === undefined || cwd === '/' ? path : (wayBelow(path, cwd) ?? path);
}
