/**
 * The fields of the arguments of a tool, by the many names that agents give them: commands, and texts to write.
 */

/** The object or list that a string contains as JSON, as some agents send arguments. */
export function parsed(text: string): unknown {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The words of the name of a field, in lower case. */
export const wordsIn = (name: string): readonly string[] =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Fields with the text of files and with data, which often looks like a path. */
const textWords = setOf('text content contents string str data blob patch diff code body prompt message');

/** Whether a field holds the text of a file, or data. */
export const isText = (key: string): boolean => textWords.has(wordsIn(key).at(-1) ?? '');

const commandKeys = setOf(
  'command commands cmd cmds cmdline commandline shellcommand shellcmd bashcommand script shellscript argv bash exec',
);
const manyKeys = setOf('commands cmds');

/**
 * The commands among the arguments of a tool, in its content, or in what else is said about it; the outermost first.
 */
export function commandsIn(...values: readonly unknown[]): readonly string[] {
  const found: string[] = [];
  const waiting = [...values];
  for (const value of waiting) {
    const inner = typeof value === 'string' ? parsed(value) : value;
    if (Array.isArray(inner)) waiting.push(...(inner as unknown[]));
    else if (typeof inner === 'object' && inner !== null) {
      for (const [key, field] of Object.entries(inner)) {
        const name = wordsIn(key).join('');
        const isMany = manyKeys.has(name) && Array.isArray(field);
        if (commandKeys.has(name)) found.push(...(isMany ? (field as unknown[]) : [field]).map(lineOf));
        if (!isText(key) || typeof field !== 'string') waiting.push(field);
      }
    }
  }
  return found.filter((line) => line.trim() !== '');
}

/** A command in one line; one of an unknown form counts as well. */
function lineOf(command: unknown): string {
  if (typeof command === 'string') return command;
  if (typeof command !== 'object' || command === null) return '';
  if (!Array.isArray(command)) return JSON.stringify(command);
  const isPlain = command.every((word) => typeof word === 'string');
  return isPlain ? command.join(' ') : JSON.stringify(command);
}

const newTextKeys = setOf('content contents newstring newstr newtext newcontent filetext inserttext patch edits');

/** Whether the arguments of a tool contain a text to write. */
export const hasNewText = (rawInput: unknown): boolean =>
  typeof rawInput === 'object' &&
  rawInput !== null &&
  Object.entries(rawInput).some(([key, value]) => newTextKeys.has(wordsIn(key).join('')) && isSaid(value));

const isSaid = (value: unknown): boolean => typeof value === 'string' || (typeof value === 'object' && value !== null);
