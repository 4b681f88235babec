/** A proposal of a rule, before it becomes a suggestion. */
import type { LineReplacement } from './template.ts';
import { tokensOf } from './tokens.ts';

/** The number of positions from which replacing all of them at once is offered. */
export const manyPlaces = 5;

export interface Proposal {
  /** Identifies the rule and its change; a rejected proposal is not made again. */
  readonly key: string;
  /** The number of edits that support it. */
  readonly support: number;
  readonly uri: string;
  readonly line: number;
  /** Sorted by column; empty if the user should only go there. */
  readonly replacements: readonly LineReplacement[];
  /** Whether the whole line is removed. */
  readonly removesLine?: boolean;
  /** The old and the new name, if a symbol is renamed. */
  readonly rename?: { readonly from: string; readonly to: string; readonly remaining: number };
}

/** Applies sorted replacements to a line. */
export function replaced(line: string, replacements: readonly LineReplacement[]): string {
  return replacements.reduceRight(
    (text, replacement) => text.slice(0, replacement.start) + replacement.text + text.slice(replacement.end),
    line,
  );
}

/** Removes unchanged tokens from the start and the end of a replacement. */
export function trimmed(line: string, { start, end, text }: LineReplacement): LineReplacement {
  const [old, now] = [tokensOf(line.slice(start, end)), tokensOf(text)];
  const limit = Math.min(old.length, now.length) - 1;
  let head = 0;
  while (head < limit && old[head]?.text === now[head]?.text) head += 1;
  let tail = 0;
  while (tail < limit - head + 1 && old.at(-1 - tail)?.text === now.at(-1 - tail)?.text) tail += 1;
  const from = { old: old[head - 1]?.end ?? 0, now: now[head - 1]?.end ?? 0 };
  const to = { old: old[old.length - tail]?.start ?? end - start, now: now[now.length - tail]?.start ?? text.length };
  if (from.old > to.old || from.now > to.now) return { start, end, text };
  return { start: start + from.old, end: start + to.old, text: text.slice(from.now, to.now) };
}
