/**
 * Learns templates from several edits: literally the same, the same except for holes, or something wrapped around a
 * part or unwrapped.
 */
import type { EditUnit } from './edit-unit.ts';
import { runEnd, textAfter, textBefore, type NewPart, type Part, type Template } from './template.ts';
import { areEqual, isWord, textsOf, type Token } from './tokens.ts';
import { caseConversions } from './word-case.ts';

/** The number of common context tokens that a template keeps on each side. */
export interface ContextSize {
  readonly left: number;
  readonly right: number;
}

/** The template of literally equal units; undefined if its context is too small. */
export function literalTemplate(units: readonly EditUnit[], size: ContextSize): Template | undefined {
  const [first] = units;
  if (first === undefined) return undefined;
  const { old, text } = first;
  const { left, right } = commonContext(units, size);
  const needle = longest([...left, ...old.map((token) => token.text), ...right]) ?? '';
  if (left.length + right.length < minContext(first)) return undefined;
  const key = [textsOf(old), text, left.join(' '), right.join(' ')].join('\u0002');
  return { key, units, left, right, old: old.map((token) => token.text), now: [text], needle, hasHoles: false };
}

/** The template of units that add or remove brackets around something; undefined for other units. */
export function wrapTemplate(units: readonly EditUnit[]): Template | undefined {
  const [first] = units;
  if (first === undefined || first.old.length === 0 || first.now.length === 0) return undefined;
  const { old, now, pair } = first;
  const isWrapping = now.length > old.length;
  const [outer, inner] = isWrapping ? [now, old] : [old, now];
  const at = outer.findIndex((_, index) => areEqual(outer.slice(index, index + inner.length), inner));
  const end = at + inner.length;
  if (at < 1 || outer[at - 1]?.bracket !== 'open' || outer[end]?.bracket !== 'close') return undefined;
  if (runEnd(inner, 0) !== inner.length) return undefined;
  const { left, right } = commonContext(units, { left: 2, right: 2 });
  const parts: Part[] = isWrapping
    ? [{ hole: 0 }]
    : [...textOfEach(old.slice(0, at)), { hole: 0 }, ...textOfEach(old.slice(end))];
  const held = { hole: 0, conversion: 0 };
  const written: NewPart[] = isWrapping
    ? [pair.after.slice(now[0]?.start, now[at - 1]?.end), held, pair.after.slice(now[end]?.start, now.at(-1)?.end)]
    : [held];
  return withHole(units, { left, old: parts, now: written, right });
}

const textOfEach = (tokens: readonly Token[]): string[] => tokens.map(({ text }) => text);

/** A template with holes, if enough of it is fixed. */
function withHole(
  units: readonly EditUnit[],
  parts: Pick<Template, 'left' | 'old' | 'now' | 'right'>,
): Template | undefined {
  const { left, old, now, right } = parts;
  const literals = [...left, ...old.filter((part) => typeof part === 'string'), ...right];
  const needle = longest(literals);
  if (needle === undefined || literals.length < 3) return undefined;
  return { key: JSON.stringify([left, old, now, right]), units, ...parts, needle, hasHoles: true };
}

/** The template of two units that differ in some tokens; undefined if holes cannot express the difference. */
export function templateWithHoles(one: EditUnit, other: EditUnit): Template | undefined {
  if (one.old.length === 0 || one.now.length === 0 || other.old.length === 0 || other.now.length === 0)
    return undefined;
  const parts = generalize(one.old, other.old);
  if (parts === undefined) return undefined;
  const { left, right } = commonContext([one, other], { left: 2, right: 2 });
  const now = expressWithHoles(
    one,
    parts.holes.map(([held]) => held),
  );
  const same = expressWithHoles(
    other,
    parts.holes.map(([, held]) => held),
  );
  if (JSON.stringify(now) !== JSON.stringify(same)) return undefined;
  // The content of a hole is never dropped.
  const used = new Set(now.map((part) => (typeof part === 'string' ? undefined : part.hole)));
  if (parts.holes.some((_, hole) => !used.has(hole))) return undefined;
  return withHole([one, other], { left, old: parts.old, now, right });
}

/** Common words with many meanings. */
const general = new Set('true false null undefined None nil True False self this'.split(' '));

/** The number of context tokens that must be equal: none for a name, some for values, signs, additions and removals. */
function minContext({ old, now }: EditUnit): number {
  if (old.length === 0) return 2;
  if (old.every(({ kind }) => kind === 'sign')) return 3;
  const isNamed = old.some(({ kind, text }) => kind === 'string' || (kind === 'word' && !general.has(text)));
  // A name with the sign after it, as in `self.` or `Box::`, is specific enough too.
  if (now.length === 0) return !isNamed ? 3 : old.length > 1 ? 0 : 1;
  return isNamed ? 0 : 2;
}

interface Generalized {
  readonly old: readonly Part[];
  readonly holes: readonly (readonly [held: readonly Token[], other: readonly Token[]])[];
}

/** Tokens that both have in the same order stay; those between them become holes. */
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

/** The new text of a unit, expressed by the contents of its holes. */
function expressWithHoles({ now, pair }: EditUnit, holes: readonly (readonly Token[])[]): readonly NewPart[] {
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

function commonContext(
  units: readonly EditUnit[],
  size: ContextSize,
): { readonly left: string[]; readonly right: string[] } {
  return {
    left:
      size.left === 0
        ? []
        : commonEnd(
            units.map((unit) => unit.left),
            size.left,
          ),
    right:
      size.right === 0
        ? []
        : commonBeginning(
            units.map((unit) => unit.right),
            size.right,
          ),
  };
}

function commonEnd(lists: readonly (readonly Token[])[], limit: number): string[] {
  const common: string[] = [];
  while (common.length < limit) {
    const texts = new Set(lists.map((list) => textBefore(list, list.length, common.length)));
    const [text] = texts;
    if (texts.size !== 1 || text === undefined) break;
    common.unshift(text);
  }
  return common;
}

function commonBeginning(lists: readonly (readonly Token[])[], limit: number): string[] {
  const common: string[] = [];
  while (common.length < limit) {
    const texts = new Set(lists.map((list) => textAfter(list, 0, common.length)));
    const [text] = texts;
    if (texts.size !== 1 || text === undefined) break;
    common.push(text);
  }
  return common;
}

/** The longest text with a letter or a digit. */
function longest(texts: readonly string[]): string | undefined {
  return texts
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .toSorted((left, right) => right.length - left.length)
    .at(0);
}
