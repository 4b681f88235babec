/** Finds the first mistake of a text that `JSON.parse` has refused; its message differs between versions of Node. */

const space = /[ \t\n\r]*/uy;
const scalar =
  // oxlint-disable-next-line no-control-regex -- JSON allows no control character in a string.
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** What may stand next: a value, a key, a colon, or what follows a value. */
type Next = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'after';

/** Says where the mistake is, such as `line 3, column 7`; or that the text ends too early. */
export function jsonMistake(text: string): string {
  const at = firstMistake(text);
  if (at >= text.length) return 'it ends too early';
  const before = text.slice(0, at).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

function firstMistake(text: string): number {
  const open: string[] = [];
  let next: Next = 'value';
  let at = skip(space, text, 0);
  while (at < text.length) {
    const step = stepAt(text, at, next, open);
    if (step === undefined) return at;
    next = step.next;
    at = skip(space, text, step.end);
  }
  return at;
}

interface Step {
  readonly next: Next;
  readonly end: number;
}

/** Takes one token; undefined if another one is expected. */
function stepAt(text: string, at: number, next: Next, open: string[]): Step | undefined {
  const character = text[at] ?? '';
  const end = at + 1;
  const inObject = open.at(-1) === '{';
  if (next === 'colon') return character === ':' ? { next: 'value', end } : undefined;
  const mayClose = next === 'after' || next.startsWith('first');
  if (mayClose && open.length > 0 && character === (inObject ? '}' : ']')) {
    open.pop();
    return { next: 'after', end };
  }
  if (next === 'after') {
    return character === ',' && open.length > 0 ? { next: inObject ? 'key' : 'value', end } : undefined;
  }
  const isKey = next === 'key' || next === 'first key';
  if (!isKey && (character === '{' || character === '[')) {
    open.push(character);
    return { next: character === '{' ? 'first key' : 'first value', end };
  }
  const after = skip(scalar, text, at);
  if (after === at || (isKey && character !== '"')) return undefined;
  return { next: isKey ? 'colon' : 'after', end: after };
}

/** The end of what `pattern` matches at `at`, or `at`. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
