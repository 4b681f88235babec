/**
 * What several edits have in common, and where else it would fit.
 *
 * A template says which tokens become which text. Where the tokens of the examples differ it has holes: they hold whatever stands there, and what they hold
 * may come back in the new text, as it was or in another case.
 */
import { indentOf, type EditUnit } from './edit-unit.ts';
import { caseConversions } from './word-case.ts';
import { areEqual, closingIndex, isBalanced, isWord, textsOf, tokensOf, type Token } from './tokens.ts';

/** A text in the place of some columns of a line. */
export interface LineReplacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A token that has to stand there, or a hole. */
type Part = string | { readonly hole: number };
/** A text, or what a hole holds, in a case. */
type NewPart = string | { readonly hole: number; readonly conversion: number };

export interface Template {
  /** Names what the template does, so that it can be told from others. */
  readonly key: string;
  readonly units: readonly EditUnit[];
  readonly left: readonly string[];
  readonly old: readonly Part[];
  readonly now: readonly NewPart[];
  readonly right: readonly string[];
  /** A word that every line has in which the template fits. */
  readonly needle: string;
  readonly hasHoles: boolean;
}

/** Tokens of context that are looked at on each side. */
const mostContext = 6;

// -------------------------------------------------------------------------------------------- learning

/** The template of units that do literally the same; undefined when they say too little about where. */
export function literalTemplate(units: readonly EditUnit[]): Template | undefined {
  const [first] = units;
  if (first === undefined) return undefined;
  const { old, text } = first;
  const left = commonEnd(units.map((unit) => unit.left));
  const right = commonBeginning(units.map((unit) => unit.right));
  const isInsertion = old.length === 0;
  const needs = contextNeeded(first);
  const context = needs === 0 ? { left: [], right: [] } : { left: left.slice(-needs), right: right.slice(0, needs) };
  const needle = longest([...context.left, ...old.map((token) => token.text), ...context.right]);
  if (needle === undefined) return undefined;
  if (isInsertion && context.left.length + context.right.length < 2) return undefined;
  const key = `${textsOf(old)}\u0002${text}${isInsertion ? `\u0002${context.left.join(' ')}\u0002${context.right.join(' ')}` : ''}`;
  return { key, units, ...context, old: old.map((token) => token.text), now: [text], needle, hasHoles: false };
}

/** The template of two units that differ in some places; undefined when no holes explain the difference. */
export function templateWithHoles(one: EditUnit, other: EditUnit): Template | undefined {
  if (one.old.length === 0 || one.now.length === 0 || other.old.length === 0 || other.now.length === 0)
    return undefined;
  const parts = generalize(one.old, other.old);
  if (parts === undefined) return undefined;
  const [left, right] = [
    commonEnd([one.left, other.left]).slice(-2),
    commonBeginning([one.right, other.right]).slice(0, 2),
  ];
  const now = expressed(
    one,
    parts.holes.map(([held]) => held),
  );
  const same = expressed(
    other,
    parts.holes.map(([, held]) => held),
  );
  if (JSON.stringify(now) !== JSON.stringify(same)) return undefined;
  // What a hole holds is never thrown away.
  const used = new Set(now.map((part) => (typeof part === 'string' ? undefined : part.hole)));
  if (parts.holes.some((_, hole) => !used.has(hole))) return undefined;
  const literals = [...left, ...parts.old.filter((part) => typeof part === 'string'), ...right];
  const needle = longest(literals);
  if (needle === undefined || literals.length < 3) return undefined;
  const key = JSON.stringify([left, parts.old, now, right]);
  return { key, units: [one, other], left, old: parts.old, now, right, needle, hasHoles: true };
}

/** Words that stand for many things. */
const general = new Set('true false null undefined None nil True False self this'.split(' '));

/** How many tokens on each side have to be the same: a name says enough by itself, values and signs and insertions do not. */
function contextNeeded({ old, now }: EditUnit): number {
  if (old.length === 0 || now.length === 0) return 3;
  if (old.every(({ kind }) => kind === 'sign')) return mostContext;
  return old.some(({ kind, text }) => kind === 'string' || (kind === 'word' && !general.has(text))) ? 0 : 2;
}

interface Generalized {
  readonly old: readonly Part[];
  readonly holes: readonly (readonly [held: readonly Token[], other: readonly Token[]])[];
}

/** Tokens that both have in the same order stay, what lies between them becomes holes. */
function generalize(one: readonly Token[], other: readonly Token[]): Generalized | undefined {
  const old: Part[] = [];
  const holes: [Token[], Token[]][] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    const [left, right] = [one[i], other[j]];
    if (left !== undefined && left.text === right?.text) {
      old.push(left.text);
      [i, j] = [i + 1, j + 1];
      continue;
    }
    const [nextI, nextJ] = [runEnd(one, i), runEnd(other, j)];
    if (nextI === i || nextJ === j) return undefined;
    old.push({ hole: holes.length });
    holes.push([one.slice(i, nextI), other.slice(j, nextJ)]);
    [i, j] = [nextI, nextJ];
  }
  const areHoles = holes.length > 0 && holes.length <= 4;
  return areHoles ? { old, holes } : undefined;
}

const separators = new Set([',', ';', ':', '=', '=>', '{']);

/** Where a run of tokens ends that can fill a hole: before the next separator outside of brackets. */
function runEnd(tokens: readonly Token[], from: number): number {
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

/** The new text of a unit in terms of what its holes hold. */
function expressed({ now, pair }: EditUnit, holes: readonly (readonly Token[])[]): readonly NewPart[] {
  const parts: NewPart[] = [];
  let at = 0;
  while (at < now.length) {
    const found = findHole(now, at, holes);
    const length = found?.length ?? 1;
    const [first, last] = [now[at], now[at + length - 1]];
    const space = at === 0 ? '' : pair.after.slice(now[at - 1]?.end ?? 0, first?.start ?? 0);
    if (space !== '') parts.push(space);
    parts.push(found?.part ?? pair.after.slice(first?.start, last?.end));
    at += length;
  }
  return parts;
}

function findHole(
  now: readonly Token[],
  at: number,
  holes: readonly (readonly Token[])[],
): { readonly part: NewPart; readonly length: number } | undefined {
  for (const [hole, held] of holes.entries()) {
    const { length } = held;
    const candidate = now.slice(at, at + length);
    if (areEqual(candidate, held)) return { part: { hole, conversion: 0 }, length };
    const [word, used] = [held[0], candidate[0]];
    if (length !== 1 || !isWord(word) || !isWord(used)) continue;
    const conversion = caseConversions.findIndex((convert) => convert(word?.text ?? '') === used?.text);
    if (conversion !== -1) return { part: { hole, conversion }, length };
  }
  return undefined;
}

/** The beginning and the end of a line count as tokens of the context. */
const lineStart = '\u0003';
const lineEnd = '\u0004';
/** What stands `back` tokens before the one at `at`, or `ahead` tokens after it. */
const textBefore = (list: readonly Token[], at: number, back: number): string | undefined =>
  back === at ? lineStart : list[at - 1 - back]?.text;
const textAfter = (list: readonly Token[], at: number, ahead: number): string | undefined =>
  at + ahead === list.length ? lineEnd : list[at + ahead]?.text;

function commonEnd(lists: readonly (readonly Token[])[]): string[] {
  const common: string[] = [];
  while (common.length < mostContext) {
    const texts = new Set(lists.map((list) => textBefore(list, list.length, common.length)));
    const [text] = texts;
    if (texts.size !== 1 || text === undefined) break;
    common.unshift(text);
  }
  return common;
}

function commonBeginning(lists: readonly (readonly Token[])[]): string[] {
  const common: string[] = [];
  while (common.length < mostContext) {
    const texts = new Set(lists.map((list) => textAfter(list, 0, common.length)));
    const [text] = texts;
    if (texts.size !== 1 || text === undefined) break;
    common.push(text);
  }
  return common;
}

/** The longest of the texts that has a letter or a digit in it. */
function longest(texts: readonly string[]): string | undefined {
  return texts
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .toSorted((left, right) => right.length - left.length)
    .at(0);
}

// -------------------------------------------------------------------------------------------- finding

/** Where the template fits in a line, and what it would do there; places that look as if it had been done are left out. */
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

/** Whether the new tokens stand there already, around the old ones or in the place of nothing. */
function isDone({ units, old, hasHoles }: Template, tokens: readonly Token[], at: number, end: number): boolean {
  const { now = [], old: first = [] } = units[0] ?? {};
  if (hasHoles || now.length === 0) return false;
  if (old.length === 0) {
    const after = tokens.slice(at, at + now.length);
    const before = tokens.slice(at - now.length, at);
    return areEqual(after, now) || areEqual(before, now);
  }
  // The old tokens inside of the new ones: `f` in `await f`, `path` in `node:path`.
  for (let offset = 0; offset + first.length <= now.length; offset += 1) {
    if (!areEqual(now.slice(offset, offset + first.length), first)) continue;
    if (areEqual(tokens.slice(at - offset, end + now.length - first.length - offset), now)) return true;
  }
  return false;
}
