/** Finds where a value stands in a JSON text, by a path such as `proxies[1].env`. */

/** A place in a text; both numbers begin with 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

interface Token {
  readonly text: string;
  readonly offset: number;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gu;

/** The position of an offset. */
export function positionOf(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The position of the value at `path` in `text`, which is JSON; where it is missing, that of what should have it. */
export function valuePosition(text: string, path: string): TextPosition {
  const tokens = Array.from(text.matchAll(token), (found): Token => ({ text: found[0], offset: found.index }));
  let rest = path;
  let at = 0;
  for (;;) {
    const next = rest === '' ? undefined : enter(tokens, at, rest);
    if (next === undefined) return positionOf(text, tokens[at]?.offset ?? 0);
    ({ at, rest } = next);
  }
}

/** Goes one step of `path` into the value at `at`. */
function enter(
  tokens: readonly Token[],
  at: number,
  path: string,
): { readonly at: number; readonly rest: string } | undefined {
  const isObject = tokens[at]?.text === '{';
  if (!isObject && tokens[at]?.text !== '[') return undefined;
  let index = 0;
  for (let place = at + 1; place < tokens.length && !isClosing(tokens[place]); index += 1) {
    const value = isObject ? place + 2 : place;
    const step = isObject ? keyOf(tokens[place]) : `[${index}]`;
    const rest = afterStep(path, step, isObject);
    if (rest !== undefined) return { at: value, rest };
    place = afterValue(tokens, value);
    if (tokens[place]?.text === ',') place += 1;
  }
  return undefined;
}

/** What of `path` follows `step`; undefined if it begins with another one. */
function afterStep(path: string, step: string, isKey: boolean): string | undefined {
  const own = isKey ? path.replace(/^\./u, '') : path;
  const rest = own.startsWith(step) ? own.slice(step.length) : undefined;
  return rest !== undefined && /^(?:$|[.[])/u.test(rest) ? rest : undefined;
}

function afterValue(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let place = at; place < tokens.length; place += 1) {
    const { text = '' } = tokens[place] ?? {};
    if (text === '{' || text === '[') depth += 1;
    if (text === '}' || text === ']') depth -= 1;
    if (depth <= 0) return place + 1;
  }
  return tokens.length;
}

const isClosing = (found: Token | undefined): boolean => found?.text === '}' || found?.text === ']';

const keyOf = (found: Token | undefined): string => String(JSON.parse(found?.text ?? '""'));
