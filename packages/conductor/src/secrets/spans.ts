/** Parts of a text. */

/** A part of a text. */
export interface Span {
  /** Where it begins. */
  readonly start: number;
  /** Where it has ended: the place after its last character. */
  readonly end: number;
}

/** What the patterns match, without the group `kept` at their beginning. */
export function spansOfPatterns(text: string, patterns: readonly RegExp[]): readonly Span[] {
  const spans: Span[] = [];
  for (const pattern of patterns) {
    for (const { index, 0: found, groups } of text.matchAll(pattern))
      spans.push({ start: index + (groups?.['kept']?.length ?? 0), end: index + found.length });
  }
  return spans;
}

/** The same parts in order and without overlap. */
export function merged(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    const last = all.at(-1);
    if (last === undefined || span.start >= last.end) all.push(span);
    else if (span.end > last.end) all[all.length - 1] = { start: last.start, end: span.end };
  }
  return all;
}

/** The union of two lists of spans. */
export const unionOf = (left: readonly Span[], right: readonly Span[]): readonly Span[] => merged([...left, ...right]);
