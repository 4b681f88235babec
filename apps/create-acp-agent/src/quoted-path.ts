/** A path as a word of a command line, for the shells of a system. */

/** Returns the path as a shell takes it: `cmd.exe` and PowerShell on Windows, a POSIX shell elsewhere. */
export function quotedPath(path: string, platform: NodeJS.Platform = process.platform): string {
  // A backslash separates folders on Windows, where no name contains a double quote.
  if (platform === 'win32') return /^[\w.:\\-]*$/u.test(path) ? path : `"${path}"`;
  return /^[\w./-]*$/u.test(path) ? path : `"${path.replaceAll(/["\\$`]/gu, '\\$&')}"`;
}
