import { describe, expect, test } from 'vitest';

import { loadSchema } from '../load-schema.test-support.ts';
import type { JsonSchema, ProtocolVersion } from './schema-document.ts';
import { fieldNamesOf, shapeOf } from './shape.ts';

const definition = (name: string, version: ProtocolVersion = 1): ReturnType<typeof shapeOf> =>
  shapeOf(loadSchema(version, true).$defs[name] ?? {});

describe('shapeOf', () => {
  test('reads the variants of a union, with and without a tag', () => {
    const shape = definition('McpServer');
    if (shape.kind !== 'union') throw new Error(shape.kind);
    expect(shape.tag).toBe('type');
    expect(shape.variants.map(({ label }) => label)).toEqual(['stdio', 'http', 'sse', 'acp']);
  });

  test('reads which tags a union refuses, and what took their place', () => {
    const schema: JsonSchema = { 'x-tag': 'type', 'x-refused': { old: 'new took its place.' }, anyOf: [{}] };
    expect(shapeOf(schema)).toMatchObject({ refused: [{ tag: 'old', description: 'new took its place.' }] });
  });

  test('has words for every variant, also for a stop reason that is not given', () => {
    for (const version of [1, 2] as const) {
      for (const [name, schema] of Object.entries(loadSchema(version, true).$defs)) {
        const shape = shapeOf(schema);
        if (shape.kind !== 'union') continue;
        for (const { label, description } of shape.variants) expect(description, `${name} ${label}`).not.toBe('');
      }
    }
    const idle = definition('IdleStateUpdate', 2);
    if (idle.kind !== 'union') throw new Error(idle.kind);
    expect(idle.variants.at(-1)).toMatchObject({ label: '(null or no stopReason)', description: 'Does not say why.' });
  });

  test('reads that a union takes other tags', () => {
    const shape = definition('ContentBlock', 2);
    if (shape.kind !== 'union') throw new Error(shape.kind);
    expect(shape.variants.at(-1)?.label).toBe('(other type)');
  });

  test('reads whether an enum is open', () => {
    expect(definition('StopReason')).toMatchObject({ kind: 'enum', isOpen: false });
    expect(definition('ToolKind', 2)).toMatchObject({ kind: 'enum', isOpen: true });
  });

  test('knows every definition', () => {
    for (const version of [1, 2] as const) {
      for (const [name, schema] of Object.entries(loadSchema(version, true).$defs)) {
        const shape = shapeOf(schema);
        if (shape.kind === 'enum') expect(shape.values.length, name).toBeGreaterThan(0);
        if (shape.kind === 'union') expect(shape.variants.length, name).toBeGreaterThan(0);
      }
    }
  });
});

describe('fieldNamesOf', () => {
  test('follows variants, alternatives and included definitions', () => {
    const names = fieldNamesOf(loadSchema(1, true), 'CreateElicitationRequest');
    expect([...names]).toEqual(expect.arrayContaining(['message', 'mode', 'requestedSchema', 'url', 'sessionId']));
  });
});
