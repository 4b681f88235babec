/** What can be completed in a text: a slash command that begins it, or a file after an `@` before the cursor. */
import type { AvailableCommand } from '@acp-stack/sdk';

/** What the user is writing. */
export interface Completable {
  readonly kind: 'command' | 'file';
  /** Where it begins in the text; it ends at the cursor. */
  readonly start: number;
  /** Without the `/`, the `@` and the quotation mark. */
  readonly query: string;
}

/** What is before the cursor and can be completed. */
export function completableAt(text: string, cursor: number): Completable | undefined {
  const before = text.slice(0, cursor);
  const [, command] = /^\/(\S*)$/u.exec(before) ?? [];
  if (command !== undefined) return { kind: 'command', start: 0, query: command };
  const [mention, quoted, plain] = /(?<=^|[\s([{'`])@(?:"([^"\n]*)|([^\s@"]*))$/u.exec(before) ?? [];
  if (mention === undefined) return undefined;
  return { kind: 'file', start: cursor - mention.length, query: quoted ?? plain ?? '' };
}

/** The commands that fit, best first; in the order of the agent if they fit equally. */
export function matchingCommands(commands: readonly AvailableCommand[], query: string): readonly AvailableCommand[] {
  return commands
    .flatMap((command, index) => {
      const score = scoreOf(command.name.toLowerCase(), query.toLowerCase());
      return score === undefined ? [] : [{ command, index, score }];
    })
    .toSorted((one, other) => other.score - one.score || one.index - other.index)
    .map(({ command }) => command);
}

/** Higher is better; undefined if the name has not the characters of the query in their order. */
function scoreOf(name: string, query: string): number | undefined {
  if (name === query) return 4;
  if (name.startsWith(query)) return 3;
  if (name.includes(query)) return 2;
  let at = -1;
  for (const character of query) {
    at = name.indexOf(character, at + 1);
    if (at === -1) return undefined;
  }
  return 1;
}

/** The text with `insert` instead of what was completed, and where the cursor is then. */
export function completed(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  insert: string,
): { readonly text: string; readonly cursor: number } {
  const after = text.slice(end);
  const space = /^\s/u.test(after) ? '' : ' ';
  const cursor = start + insert.length + 1;
  return { text: `${text.slice(0, start)}${insert}${space}${after}`, cursor };
}

/** The hint of a command for what follows it; undefined if it takes nothing. */
export function hintOf({ input }: AvailableCommand): string | undefined {
  const { hint } = Object(input) as { readonly hint?: unknown };
  return typeof hint === 'string' && hint !== '' ? hint : undefined;
}

/** The name after the slash if the text begins like a command that the agent does not have. */
export function unknownCommand(text: string, commands: readonly AvailableCommand[]): string | undefined {
  const [, name] = /^\/([\p{L}\p{N}_:-]+)(?=\s|$)/u.exec(text) ?? [];
  return name === undefined || commands.some((each) => each.name === name) ? undefined : name;
}
