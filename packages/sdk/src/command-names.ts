/** What slash commands are called: a word without its slash, each once (CMD-03). */
import type { AvailableCommand } from '@acp-stack/schema/v2/unstable';

/** Throws a `TypeError` for the first command that could not be called. */
export function requireCommandNames(commands: readonly AvailableCommand[]): void {
  const names = new Set<string>();
  for (const { name } of commands) {
    if (name === '' || name.startsWith('/') || /\s/u.test(name)) {
      throw new TypeError(`A command is named by one word without a slash before it; ${JSON.stringify(name)} is none.`);
    }
    if (names.has(name)) throw new TypeError(`Two commands are named ${JSON.stringify(name)}.`);
    names.add(name);
  }
}
