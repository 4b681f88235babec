import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { generate, readAreas, resolveSurfaces } from './generate.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

describe('generated files', () => {
  test.each([...generate(root)])('%s is what the definitions say', (path, text) => {
    const committed = readFileSync(`${root}/${path}`, 'utf8');
    expect(committed === text, `${path} is out of date: run npm run generate`).toBe(true);
  });
});

describe('the definitions', () => {
  const areas = readAreas(root);
  const surfaces = resolveSurfaces(areas);

  test('name the 65 methods of the protocol', () => {
    const names = new Set(surfaces.flatMap((surface) => surface.methods.map((method) => method.name)));
    expect(names.size).toBe(65);
  });

  test.each([
    [1, false, 25, 14],
    [1, true, 58, 19],
    [2, false, 18, 19],
    [2, true, 54, 23],
  ] as const)('v%i (unstable: %s) has %i methods and %i session updates', (version, unstable, methods, updates) => {
    const surface = surfaces.find((each) => each.version === version && each.unstable === unstable);
    const update = surface?.shapes.get('SessionUpdate');
    expect(surface?.methods.length).toBe(methods);
    expect(update?.kind === 'union' && update.variants.length).toBe(updates);
  });

  test('document every definition, field, value, variant and method', () => {
    const silent: string[] = [];
    for (const area of areas) {
      if (area.doc === '') silent.push(area.file);
      for (const method of area.methods) if (method.doc === '') silent.push(`${area.file} ${method.name}`);
      for (const error of area.errors) if (error.doc === '') silent.push(`${area.file} ${error.code}`);
      for (const definition of area.definitions) {
        if (definition.doc === '') silent.push(`${area.file} ${definition.name}`);
        const lines =
          definition.kind === 'enum'
            ? [...definition.values, ...definition.open]
            : 'body' in definition
              ? [
                  ...definition.body.fields,
                  ...definition.body.shared,
                  ...definition.body.variants,
                  ...definition.body.open,
                ]
              : [];
        for (const line of lines) if (line.doc === '') silent.push(`${area.file}:${line.line}`);
      }
    }
    expect(silent).toEqual([]);
  });

  test('let a required field be tolerant only where an empty list can stand for it', () => {
    const wrong = surfaces.flatMap((surface) =>
      [...surface.shapes.values()].flatMap((shape) => {
        const fields = shape.kind === 'object' ? shape.fields : shape.kind === 'union' ? shape.shared : [];
        return fields
          .filter((field) => !field.optional && (field.drop || field.nullIsAbsent) && field.type.kind !== 'list')
          .map((field) => `${shape.name}.${field.name}`);
      }),
    );
    expect(wrong).toEqual([]);
  });
});
