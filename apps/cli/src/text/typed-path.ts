/** A path as a user types it where no shell reads it. */
import { homedir } from 'node:os';

/** The user and the system; tests pass their own. */
export interface TypingUser {
  readonly home?: string;
  readonly platform?: NodeJS.Platform;
}

/** The path without the quotes that a shell would need, and with the home folder for `~`. */
export function typedPath(input: string, { home = homedir(), platform = process.platform }: TypingUser = {}): string {
  const [, , quoted] = /^(["'])(.+)\1$/su.exec(input) ?? [];
  if (quoted !== undefined) return quoted;
  // On Windows both slashes separate folders.
  const ofHome = platform === 'win32' ? /^~(?=[\\/]|$)/u : /^~(?=\/|$)/u;
  return ofHome.test(input) ? `${home}${input.slice(1)}` : input;
}
