/** What a rule of the engine proposes, before it becomes a suggestion. */
import type { LineReplacement } from './template.ts';
import { tokensOf } from './tokens.ts';

/** Places from which on replacing all of them at once is offered. */
export const manyPlaces = 5;

export interface Proposal {
  /** Names the rule and what it does; what the user rejects is not proposed again. */
  readonly key: string;
  /** How many edits speak for it. */
  readonly support: number;
  readonly uri: string;
  readonly line: number;
  /** In the order of the line; empty when the user should only go there. */
  readonly replacements: readonly LineReplacement[];
  /** Removes the whole line. */
  readonly removesLine?: boolean;
  /** Names of a symbol that is renamed, where the proposal is about one. */
  readonly rename?: { readonly from: string; readonly to: string; readonly remaining: number };
}

/** A line with replacements made; they are in its order. */
export function replaced(line: string, replacements: readonly LineReplacement[]): string {
  return replacements.reduceRight(
    (text, replacement) => text.slice(0, replacement.start) + replacement.text + text.slice(replacement.end),
    line,
  );
}

/** A replacement without the tokens at its beginning and its end that stay as they are. */
export function trimmed(line: string, { start, end, text }: LineReplacement): LineReplacement {
  const [old, now] = [tokensOf(line.slice(start, end)), tokensOf(text)];
  const most = Math.min(old.length, now.length) - 1;
  let head = 0;
  while (head < most && old[head]?.text === now[head]?.text) head += 1;
  let tail = 0;
  while (tail < most - head + 1 && old.at(-1 - tail)?.text === now.at(-1 - tail)?.text) tail += 1;
  const from = { old: old[head - 1]?.end ?? 0, now: now[head - 1]?.end ?? 0 };
  const to = { old: old[old.length - tail]?.start ?? end - start, now: now[now.length - tail]?.start ?? text.length };
  if (from.old > to.old || from.now > to.now) return { start, end, text };
  return { start: start + from.old, end: start + to.old, text: text.slice(from.now, to.now) };
}
