/**
 * A template of a change: which tokens become which text, in which context.
 *
 * A hole matches any tokens, and its content may be used in the new text, unchanged or in another case.
 */
import { indentOf, type EditUnit } from './edit-unit.ts';
import { caseConversions } from './word-case.ts';
import { areEqual, closingIndex, isBalanced, tokensOf, type Token } from './tokens.ts';

/** A text that replaces some columns of a line. */
export interface LineReplacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A required token, or a hole. */
export type Part = string | { readonly hole: number };
/** A text, or the content of a hole, in a case. */
export type NewPart = string | { readonly hole: number; readonly conversion: number };

export interface Template {
  /** Identifies the change of the template. */
  readonly key: string;
  readonly units: readonly EditUnit[];
  readonly left: readonly string[];
  readonly old: readonly Part[];
  readonly now: readonly NewPart[];
  readonly right: readonly string[];
  /**
   * A word that every matching line contains; empty if there is none, and the template is only applied with another.
   */
  readonly needle: string;
  readonly hasHoles: boolean;
}

/** The start and the end of a line count as context tokens. */
const lineStart = '\u0003';
const lineEnd = '\u0004';
/** The text of the token `back` before the one at `at`, or `ahead` after it. */
export const textBefore = (list: readonly Token[], at: number, back: number): string | undefined =>
  back === at ? lineStart : list[at - 1 - back]?.text;
export const textAfter = (list: readonly Token[], at: number, ahead: number): string | undefined =>
  at + ahead === list.length ? lineEnd : list[at + ahead]?.text;

const separators = new Set([',', ';', ':', '=', '=>', '{']);

/** The end of the tokens that can fill a hole: before the next separator outside brackets. */
export function runEnd(tokens: readonly Token[], from: number): number {
  let at = from;
  while (at < tokens.length) {
    const { text = '', bracket } = tokens[at] ?? {};
    if (bracket === 'close' || separators.has(text)) return at;
    const closing = bracket === 'open' ? closingIndex(tokens, at) : at;
    if (closing === -1) return at;
    at = closing + 1;
  }
  return at;
}

/** Where the template matches in a line, with the replacements; positions that look already changed are left out. */
export function fitting(template: Template, line: string): readonly LineReplacement[] {
  if (!line.includes(template.needle)) return [];
  const tokens = tokensOf(line);
  const found: LineReplacement[] = [];
  for (let at = 0; at <= tokens.length; at += 1) {
    const replacement = fitAt(template, line, tokens, at);
    if (replacement === undefined) continue;
    if (found.length > 0 && (found.at(-1)?.end ?? 0) > replacement.start) continue;
    found.push(replacement);
  }
  return found;
}

function fitAt(template: Template, line: string, tokens: readonly Token[], at: number): LineReplacement | undefined {
  const { left, old, right } = template;
  if (old.length > 0 && at === tokens.length) return undefined;
  if (typeof old[0] === 'string' && tokens[at]?.text !== old[0]) return undefined;
  if (left.some((text, index) => textBefore(tokens, at, left.length - 1 - index) !== text)) return undefined;
  const match = matchParts(old, tokens, at);
  if (match === undefined) return undefined;
  const { end, holes } = match;
  if (right.some((text, index) => textAfter(tokens, end, index) !== text)) return undefined;
  const text = written(template.now, line, holes);
  const isOneWay = end === at || text.trim() === '';
  const replacement = isOneWay
    ? { start: tokens[at - 1]?.end ?? indentOf(line), end: tokens[end]?.start ?? line.length, text }
    : { start: tokens[at]?.start ?? 0, end: tokens[end - 1]?.end ?? 0, text };
  // Already wrapped.
  const [first] = template.now;
  if (typeof first === 'string' && typeof old[0] === 'object' && line.startsWith(first, tokens[at]?.start))
    return undefined;
  return isDone(template, tokens, at, end) || line.slice(replacement.start, replacement.end) === text
    ? undefined
    : replacement;
}

interface Match {
  readonly end: number;
  readonly holes: readonly (readonly Token[])[];
}

function matchParts(parts: readonly Part[], tokens: readonly Token[], at: number): Match | undefined {
  const holes: (readonly Token[])[] = [];
  let end = at;
  for (const part of parts) {
    if (typeof part === 'string') {
      if (tokens[end]?.text !== part) return undefined;
      end += 1;
      continue;
    }
    const next = runEnd(tokens, end);
    const held = tokens.slice(end, next);
    if (held.length === 0 || !isBalanced(held)) return undefined;
    holes[part.hole] = held;
    end = next;
  }
  return { end, holes };
}

function written(parts: readonly NewPart[], line: string, holes: readonly (readonly Token[])[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const held = holes[part.hole] ?? [];
      const text = line.slice(held[0]?.start ?? 0, held.at(-1)?.end ?? 0);
      return caseConversions[part.conversion]?.(text) ?? text;
    })
    .join('');
}

/** Whether the new tokens already exist, around the old ones or instead of nothing. */
function isDone({ units, old, hasHoles }: Template, tokens: readonly Token[], at: number, end: number): boolean {
  const { now = [], old: first = [] } = units[0] ?? {};
  if (hasHoles || now.length === 0) return false;
  if (old.length === 0) {
    const after = tokens.slice(at, at + now.length);
    const before = tokens.slice(at - now.length, at);
    return areEqual(after, now) || areEqual(before, now);
  }
  // The old tokens inside the new ones: `f` in `await f`, `path` in `node:path`.
  for (let offset = 0; offset + first.length <= now.length; offset += 1) {
    if (!areEqual(now.slice(offset, offset + first.length), first)) continue;
    if (areEqual(tokens.slice(at - offset, end + now.length - first.length - offset), now)) return true;
  }
  return false;
}
