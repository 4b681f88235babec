/** The command of a binary distribution, which is always a file inside the folder of the agent. */

/**
 * Returns `cmd` as a path relative to the folder, with slashes and without `.`; undefined if it could lead out of the
 * folder: an absolute path, a drive, `..`.
 */
export function commandPath(cmd: string, target: string): string | undefined {
  const isWindows = target.startsWith('windows-');
  const path = isWindows ? cmd.replaceAll('\\', '/') : cmd;
  if (path.startsWith('/') || path.includes('\0') || path.includes('\\')) return undefined;
  // A colon names a drive or a stream of a file.
  if (isWindows && path.includes(':')) return undefined;
  const parts = path.split('/').filter((part) => part !== '.' && part !== '');
  return parts.length === 0 || parts.includes('..') || path.endsWith('/') ? undefined : parts.join('/');
}
