import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { olderForms } from '../validate/older-forms.ts';
import { generate, readAreas, resolveSurfaces } from './generate.ts';
import { parseArea } from './parse.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

describe('generated files', () => {
  test.each([...generate(root)])('%s is what the definitions say', (path, text) => {
    const committed = readFileSync(`${root}/${path}`, 'utf8');
    expect(committed === text, `${path} is out of date: run npm run generate`).toBe(true);
  });
});

describe('the reference', () => {
  const pages = [...generate(root)].filter(([path]) => path.startsWith('docs/reference/'));
  const legend = pages.find(([path]) => path.endsWith('/index.md'))?.[1].split('\n## Areas')[0] ?? '';

  test('explains at its beginning every mark and remark that its pages use', () => {
    const body = pages.map(([, text]) => text).join('\n');
    const remarks = ['Malformed: dropped', 'Malformed entries: skipped', 'Null: absent', 'Also accepted as'];
    for (const remark of [...remarks, 'Older peers leave it out', 'Received, never sent']) {
      expect(body.split(remark).length, remark).toBeGreaterThan(2);
      expect(legend).toContain(`**${remark}**`);
    }
    for (const word of ['`*`', '`_meta`', '**gate**', '**errors**', '`unstable`', '`draft`']) {
      expect(legend).toContain(word);
    }
  });

  test('leads from every page to that explanation', () => {
    expect(legend).toContain('## How to read a page\n');
    const lost = pages.filter(
      ([path, text]) => !path.endsWith('/index.md') && !text.includes('(index.md#how-to-read-a-page)'),
    );
    expect(lost.map(([path]) => path)).toEqual([]);
  });
});

describe('the README of the notation', () => {
  const readme = readFileSync(`${root}/packages/schema/src/definitions/README.md`, 'utf8');

  test('begins with a sample that can be read', () => {
    const [, sample = ''] = /```\n(.+?)```/su.exec(readme) ?? [];
    const area = parseArea('README.md', sample);
    expect(area.definitions.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['scalar', 'enum', 'object', 'union', 'choice']),
    );
    expect(area.methods[0]).toMatchObject({ errors: [-32_002, -32_602], gates: [{ gate: { side: 'agent' } }] });
  });

  test('explains every form of a gate that the definitions use', () => {
    const gates = readAreas(root).flatMap((area) => area.methods.flatMap((method) => method.gates));
    const words = new Set(gates.map(({ gate }) => (gate.kind === 'capability' ? gate.side : gate.kind)));
    expect([...words].toSorted()).toEqual(['agent', 'client', 'entity', 'list', 'session']);
    for (const word of words) expect(readme).toMatch(new RegExp(`^\\| \`gate ${word} `, 'mu'));
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
                  ...definition.body.refused,
                ]
              : [];
        for (const line of lines) if (line.doc === '') silent.push(`${area.file}:${line.line}`);
      }
    }
    expect(silent).toEqual([]);
  });

  test('name only older forms that exist, and use each of them', () => {
    const named = surfaces.flatMap((surface) =>
      [...surface.shapes.values()].flatMap((shape) =>
        'accepts' in shape ? shape.accepts.map(({ rule }) => rule) : [],
      ),
    );
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(olderForms).toSorted());
  });

  test('say in the JSON Schema what took the place of a refused tag', () => {
    const schema = JSON.parse(generate(root).get('packages/schema/json-schema/v2.json') ?? '') as {
      readonly $defs: Readonly<Record<string, object>>;
    };
    expect(schema.$defs['SessionUpdate']).toMatchObject({
      'x-refused': {
        plan: 'plan_update took its place.',
        tool_call: 'tool_call_update took its place.',
        current_mode_update: 'config_option_update took its place.',
      },
    });
  });

  test('leave to the marks what the marks say', () => {
    const repeats = (line: { readonly doc: string }, mark: boolean, words: RegExp): boolean =>
      mark && words.test(line.doc);
    const repeating = surfaces.flatMap((surface) =>
      [...surface.shapes.values()].flatMap((shape) => {
        const fields = shape.kind === 'object' ? shape.fields : shape.kind === 'union' ? shape.shared : [];
        const variants = shape.kind === 'union' ? shape.variants : [];
        const values = shape.kind === 'enum' ? shape.values : [];
        return [
          ...[...fields, ...variants].filter((line) =>
            repeats(line, line.aliases.length > 0, /understood|spelling|\b(?:call|write)s?\b/u),
          ),
          ...fields.filter((line) => repeats(line, line.mayBeAbsent, /leaves? it out|absent/u)),
          ...fields.filter((line) => repeats(line, line.nullIsAbsent, /\bnull\b/u)),
          ...fields.filter((line) => repeats(line, line.default !== undefined, /\babsent\b|\bdefault\b/iu)),
          ...values.filter((line) => repeats(line, line.accepted, /\breceive|\bsen[dt]/u)),
        ].map((line) => `${shape.name}: ${line.doc}`);
      }),
    );
    expect([...new Set(repeating)]).toEqual([]);
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
