/** The code of a fenced block, found without reading it with the lexer: open code may be long and grows often. */

/** Code in a text. */
export interface FencedCode {
  readonly code: string;
  /** The first word after the fence; empty if there is none. */
  readonly language: string;
  readonly isClosed: boolean;
}

const opening = /^(?<fence>`{3,}(?=[^`\n]*(?:\n|$))|~{3,})(?<info>[^\n]*)(?:\n|$)/u;

/**
 * Returns the code of a block; undefined if its fence is indented or it has none.
 *
 * Of code that is being written, the start of what may become the closing fence is left out.
 */
export function fencedCode(raw: string, isOpen = false): FencedCode | undefined {
  const found = opening.exec(raw);
  if (found === null) return undefined;
  const { fence = '', info = '' } = found.groups ?? {};
  const body = raw.slice(found[0].length);
  const text = body.replace(/\n+$/u, '');
  const start = text.lastIndexOf('\n') + 1;
  const last = text.slice(start);
  const isClosed = new RegExp(String.raw`^ {0,3}${fence}[~${'`'}]* *$`, 'u').test(last);
  const isFence = isOpen && /^ {0,3}[`~]+$/u.test(last) && last.trimStart().startsWith(fence.charAt(0));
  const code = isClosed || isFence ? text.slice(0, Math.max(0, start - 1)) : body.replace(/\n$/u, '');
  return { code, language: info.trim().split(/\s/u, 1)[0] ?? '', isClosed };
}
