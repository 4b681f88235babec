/** Forms for every method of the protocol. */
import { createRequire } from 'node:module';

import type { SchemaDocument } from '@acp-stack/trace';
import { describe, expect, test } from 'vitest';

import { emptyValue, valueKind, type FieldKind, type FormField } from './form-fields.ts';

const require = createRequire(import.meta.url);
const documentOf = (version: number): SchemaDocument =>
  require(`@acp-stack/schema/json-schema/v${version}.unstable.json`) as SchemaDocument;

describe.each([1, 2])('version %i', (version) => {
  const { $defs, 'x-methods': methods } = documentOf(version);
  const calls = Object.entries(methods).filter(
    ([, { params, direction }]) => params !== undefined && direction !== 'agent>client',
  );

  test('every method that a client calls has a form that begins with all its required fields', () => {
    expect(calls.length).toBeGreaterThan(15);
    for (const [name, { params = {} }] of calls) {
      const kind = valueKind(params, $defs);
      if (kind.kind === 'json') {
        // It is a request or a notification of another protocol.
        expect(name).toBe('mcp/message');
        continue;
      }
      expect(['object', 'union'], name).toContain(kind.kind);
      const definition = params.$ref === undefined ? params : ($defs[params.$ref.split('/').at(-1) ?? ''] ?? {});
      const required = (definition.required ?? []).filter((each) => each !== '_meta');
      expect(Object.keys(emptyValue(kind) as object), name).toEqual(expect.arrayContaining(required));
    }
  });

  test('a prompt is a list of blocks, each chosen by its type', () => {
    const { params = {} } = methods['session/prompt'] ?? {};
    const { fields } = valueKind(params, $defs) as Extract<FieldKind, { kind: 'object' }>;
    const prompt = fields.find(({ name }) => name === 'prompt');
    const kind = prompt?.kind as Extract<FieldKind, { kind: 'list' }>;
    expect(kind.kind).toBe('list');
    const block = kind.item.kind as Extract<FieldKind, { kind: 'union' }>;
    expect(block.variants.map(({ label }) => label)).toEqual(expect.arrayContaining(['text', 'image', 'resource']));
    expect(emptyValue(block)).toEqual({ type: 'text', text: '' });
  });

  test('no form goes on without end', () => {
    const depthOf = (fields: readonly FormField[]): number => 1 + Math.max(0, ...fields.map(({ kind }) => depth(kind)));
    const depth = (kind: FieldKind): number => {
      if (kind.kind === 'object') return depthOf(kind.fields);
      if (kind.kind === 'list') return depth(kind.item.kind);
      if (kind.kind === 'union') return Math.max(0, ...kind.variants.map(({ fields }) => depthOf(fields)));
      return 0;
    };
    for (const [name, { params = {} }] of calls) expect(depth(valueKind(params, $defs)), name).toBeLessThan(9);
  });
});
