/** Changes values of a JSON text and leaves everything else as it is: order, indentation, unknown fields. */
import { findJsonValues } from '../folder/json-values.ts';

/** A new string for the value at a JSON Pointer; undefined removes the member. */
export interface JsonEdit {
  readonly path: string;
  readonly to: string | undefined;
}

/** Applies `edits` to a valid JSON text. Throws if there is no value at a path. */
export function editJson(text: string, edits: readonly JsonEdit[]): string {
  const { values } = findJsonValues(text);
  const changes = edits.map(({ path, to }) => {
    const value = values.get(path);
    if (value === undefined) throw new Error(`There is no value at ${path}.`);
    if (to !== undefined) return { start: value.start, end: value.end, replacement: JSON.stringify(to) };
    return { ...memberRange(text, value.keyStart ?? value.start, value.end), replacement: '' };
  });
  let edited = text;
  for (const { start, end, replacement } of changes.toSorted((a, b) => b.start - a.start)) {
    edited = edited.slice(0, start) + replacement + edited.slice(end);
  }
  return edited;
}

/** A member with one of the commas around it, and the space before it. */
function memberRange(text: string, from: number, to: number): { readonly start: number; readonly end: number } {
  const before = /,?\s*$/u.exec(text.slice(0, from))?.[0] ?? '';
  const start = from - before.length;
  if (before.startsWith(',')) return { start, end: to };
  return { start, end: to + (/^\s*,/u.exec(text.slice(to))?.[0].length ?? 0) };
}
