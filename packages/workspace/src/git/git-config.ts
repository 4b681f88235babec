/**
 * Settings in the text of a config file of git, read as git reads them, but a line that git would refuse is skipped.
 */

/** A setting of a config file. */
export interface GitSetting {
  /** Section and key in lower case, a subsection as it is written: `core.hookspath`, `remote.Origin.url`. */
  readonly name: string;
  /** `true` if there is only a key. */
  readonly value: string;
}

const header = /\[[ \t]*([\w.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?[ \t]*\]/uy;
const key = /([a-z][a-z\d-]*)[ \t]*(=?)[ \t]*/iuy;
const space = /[\s\u{FEFF}]*/uy;
const restOfLine = /[^\n]*/uy;

/** Returns the settings of `text` in their order. */
export function parseGitConfig(text: string): readonly GitSetting[] {
  const settings: GitSetting[] = [];
  let section = '';
  for (let at = after(space, text, 0); at < text.length; at = after(space, text, at)) {
    const start = text.charAt(at);
    const found = matchAt(start === '[' ? header : key, text, at);
    if (found === null) {
      at = after(restOfLine, text, at);
      continue;
    }
    at += found[0].length;
    const [, name = '', more] = found;
    if (start === '[') section = more === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${unescaped(more)}`;
    else {
      const read = more === '=' ? readValue(text, at) : { value: 'true', end: after(restOfLine, text, at) };
      settings.push({ name: `${section}.${name.toLowerCase()}`, value: read.value });
      at = read.end;
    }
  }
  return settings;
}

const unescaped = (text: string): string => text.replaceAll(/\\(.)/gsu, '$1');

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['b', '\b'],
]);

/** Reads a value up to the end of its line; a backslash continues it on the next one. */
function readValue(text: string, start: number): { readonly value: string; readonly end: number } {
  let value = '';
  let isQuoted = false;
  let at = start;
  for (; at < text.length && text.charAt(at) !== '\n'; at += 1) {
    const character = text.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '#' || character === ';'))
      return { value: value.trim(), end: after(restOfLine, text, at) };
    else if (character === '\\') {
      at += text.startsWith('\r\n', at + 1) ? 2 : 1;
      const escaped = text.charAt(at);
      value += escaped === '\n' ? '' : (escapes.get(escaped) ?? escaped);
    } else value += character;
  }
  return { value: value.trim(), end: at };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const after = (pattern: RegExp, text: string, at: number): number => at + (matchAt(pattern, text, at)?.[0].length ?? 0);
