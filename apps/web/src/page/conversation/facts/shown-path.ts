/** Paths as they are shown in a session. */

/** A path below the folder of the session, without that folder. */
export function shownPath(path: string, cwd: string | undefined): string {
  if (cwd === undefined || cwd === '/') return path;
  const folder = cwd.endsWith('/') ? cwd : `${cwd}/`;
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}
