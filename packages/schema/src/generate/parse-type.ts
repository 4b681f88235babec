/** Reads a type of the notation: `ContentBlock[1..]|null`. */
import type { IntegerName, TypeExpression } from './model.ts';

const integers = new Set(['u16', 'u32', 'u64', 'i32', 'i64']);

/** Parses `text`. Throws an Error that quotes what it could not read. */
export function parseType(text: string): TypeExpression {
  const source = text.trim();
  if (source.endsWith('|null')) return { kind: 'nullable', of: parseType(source.slice(0, -'|null'.length)) };
  const list = /^(.+)\[(?:(\d+)\.\.)?\]$/u.exec(source);
  if (list?.[1] !== undefined) return { kind: 'list', of: parseType(list[1]), min: Number(list[2] ?? 0) };
  const map = /^map<(.+)>$/u.exec(source);
  if (map?.[1] !== undefined) return { kind: 'map', of: parseType(map[1]) };
  const literal = /^"([^"]*)"$/u.exec(source);
  if (literal?.[1] !== undefined) return { kind: 'literal', value: literal[1] };
  return parseSimple(source);
}

function parseSimple(source: string): TypeExpression {
  if (source === 'bool' || source === 'any' || source === 'null') return { kind: source };
  if (integers.has(source)) return { kind: 'integer', size: source as IntegerName };
  const from = /^([ui]\d\d)\((-?\d+)\.\.\)$/u.exec(source);
  if (from?.[1] !== undefined && integers.has(from[1])) {
    return { kind: 'integer', size: from[1] as IntegerName, min: Number(from[2]) };
  }
  if (source === 'f64') return { kind: 'number' };
  const range = /^f64\((-?[\d.]+?)\.\.(-?[\d.]+)\)$/u.exec(source);
  if (range !== null) return { kind: 'number', min: Number(range[1]), max: Number(range[2]) };
  if (source === 'string') return { kind: 'string' };
  const string = /^string\((.+)\)$/u.exec(source)?.[1];
  if (string !== undefined) return parseString(string);
  if (/^[A-Z][A-Za-z0-9]*$/u.test(source)) return { kind: 'reference', name: source };
  throw new Error(`cannot read the type "${source}"`);
}

function parseString(inside: string): TypeExpression {
  const length = /^(\d+)\.\.$/u.exec(inside);
  if (length !== null) return { kind: 'string', min: Number(length[1]) };
  const pattern = /^\/(.+)\/$/u.exec(inside)?.[1];
  if (pattern !== undefined) return { kind: 'string', pattern };
  return { kind: 'string', format: inside };
}
