/** Paths in command lines, for the shells of a system. */
import { win32 } from 'node:path';

/** The command that makes a folder the working directory; `cd` of `cmd.exe` does not go to another drive or share. */
export function changeFolder(path: string, platform: NodeJS.Platform = process.platform): string {
  const isElsewhere = platform === 'win32' && win32.parse(path).root !== '';
  return `${isElsewhere ? 'pushd' : 'cd'} ${quotedPath(path, platform)}`;
}

/** Returns the path as a shell takes it: `cmd.exe` and PowerShell on Windows, a POSIX shell elsewhere. */
export function quotedPath(path: string, platform: NodeJS.Platform = process.platform): string {
  // A backslash separates folders on Windows, where no name contains a double quote.
  if (platform === 'win32') return /^[\w.:\\-]*$/u.test(path) ? path : `"${path}"`;
  return /^[\w./-]*$/u.test(path) ? path : `"${path.replaceAll(/["\\$`]/gu, '\\$&')}"`;
}
