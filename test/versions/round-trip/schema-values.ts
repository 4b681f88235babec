/** Values of each version, made from its JSON Schema, and changed so that they are meaningful in a session. */
import { readFileSync } from 'node:fs';

import type * as fc from 'fast-check';

import { createInstances } from '../../official-schema/instances.ts';
import type { SchemaDocument } from '../../official-schema/json-schema.ts';
import type { Version } from './wire.ts';

const read = (version: Version): SchemaDocument =>
  JSON.parse(
    readFileSync(new URL(`../../../packages/schema/json-schema/v${version}.unstable.json`, import.meta.url), 'utf8'),
  ) as SchemaDocument;

/** Arbitraries for the definitions of a version, by their names. */
export function schemaValues(version: Version): <T>(definition: string) => fc.Arbitrary<T> {
  const instances = createInstances(read(version));
  return <T>(definition: string) => instances(definition) as fc.Arbitrary<T>;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Removes from a value what the versions do not share, wherever it is.
 *
 * Row 'content blocks': priorities outside of 0 to 1. Row 'resource_link.size': negative sizes. Row 'tool calls': lines
 * numbered 0. Row 'paths': relative paths, which come back as absolute ones.
 */
export function tamed<T>(value: T): T {
  return tame(value) as T;
}

function tame(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tame);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      if (key === '_meta' || key.startsWith('raw')) return [key, field as unknown];
      return [key, tameField(key, field, value as Fields)];
    }),
  );
}

function tameField(key: string, field: unknown, { type }: Fields): unknown {
  if (key === 'priority' && typeof field === 'number') return Math.min(Math.abs(field), 1);
  if (key === 'size' && typeof field === 'number' && type === 'resource_link') return Math.abs(field);
  if (key === 'line' && field === 0) return 1;
  if ((key === 'path' || key === 'cwd') && typeof field === 'string') return absolute(field);
  if (key === 'additionalDirectories' && Array.isArray(field)) return (field as string[]).map(absolute);
  return tame(field);
}

/** Row 'diff content': only names that need no quotes in a patch. */
const absolute = (path: string): string =>
  `/${path
    .replaceAll(/[^\w ./-]/gu, '_')
    .replace(/^\/+/u, '')
    .trim()}`;
