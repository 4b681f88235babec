/** Every definition, shown by examples: what is accepted unchanged, what is repaired, what is refused and where. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { readAreas, resolveSurfaces } from './generate/generate.ts';
import * as v1 from './v1/index.ts';
import * as v1Unstable from './v1/unstable/index.ts';
import * as v2 from './v2/index.ts';
import * as v2Unstable from './v2/unstable/index.ts';
import type { Validator } from './validate/validator.ts';

interface Example {
  readonly in: readonly ('v1' | 'v2')[];
  /** Also holds for the stable part alone. */
  readonly stable?: boolean;
  readonly value: unknown;
}

interface Examples {
  readonly accept?: readonly Example[];
  readonly repair?: readonly (Example & { readonly becomes: unknown })[];
  readonly refuse?: readonly (Example & { readonly path: string })[];
}

type ByName = Readonly<Record<string, Validator<unknown> | undefined>>;

const surfaces: Readonly<Record<string, ByName>> = {
  v1: v1.validators as unknown as ByName,
  'v1/unstable': v1Unstable.validators as unknown as ByName,
  v2: v2.validators as unknown as ByName,
  'v2/unstable': v2Unstable.validators as unknown as ByName,
};

const folder = fileURLToPath(new URL('../examples', import.meta.url));
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    file,
    examples: JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Readonly<Record<string, Examples>>,
  }));

/** Definitions that accept everything there is. */
const swallowing = new Set([
  'v1 ErrorData',
  'v2 ErrorData',
  'v2 ElicitationContentValue',
  'v1 McpMessageResult',
  'v2 McpMessageResult',
  'v1 ProxySuccessorResponse',
  'v2 ProxySuccessorResponse',
]);

function validatorsFor(name: string, example: Example): Validator<unknown>[] {
  const names = example.in.flatMap((version) =>
    example.stable === true ? [version, `${version}/unstable`] : [`${version}/unstable`],
  );
  return names.map((surface) => {
    const validator = surfaces[surface]?.[name];
    if (validator === undefined) throw new Error(`${surface} has no ${name}`);
    return validator;
  });
}

describe.each(files)('$file', ({ examples }) => {
  test.each(Object.entries(examples))('%s', (name, { accept = [], repair = [], refuse = [] }) => {
    for (const example of accept) {
      for (const validator of validatorsFor(name, example)) {
        expect(validator.check(example.value), JSON.stringify(example)).toEqual({
          ok: true,
          value: example.value,
          repairs: [],
        });
        expect(validator.is(example.value), JSON.stringify(example)).toBe(true);
        expect(validator.is(validator.known(example.value)), JSON.stringify(example)).toBe(true);
      }
    }
    for (const example of repair) {
      for (const validator of validatorsFor(name, example)) {
        const checked = validator.check(example.value);
        expect(checked.ok ? checked.value : checked.problems, JSON.stringify(example)).toEqual(example.becomes);
        expect(checked.ok && checked.repairs.length, JSON.stringify(example)).not.toBe(0);
        expect(validator.is(example.value), JSON.stringify(example)).toBe(false);
      }
    }
    for (const example of refuse) {
      for (const validator of validatorsFor(name, example)) {
        const checked = validator.check(example.value);
        expect(checked.ok ? 'accepted' : checked.problems[0]?.path, JSON.stringify(example)).toBe(example.path);
      }
    }
  });
});

test('every definition has an example that is accepted and one that is refused, in each version', () => {
  const missing = (['v1', 'v2'] as const).flatMap((version) =>
    Object.keys(surfaces[`${version}/unstable`] ?? {}).flatMap((name) => {
      const shown = (kind: keyof Examples): boolean =>
        files.some(({ examples }) => examples[name]?.[kind]?.some((example) => example.in.includes(version)));
      const lacking = [
        ...(shown('accept') ? [] : ['accept']),
        ...(shown('refuse') || swallowing.has(`${version} ${name}`) ? [] : ['refuse']),
      ];
      return lacking.map((kind) => `${version} ${name}: ${kind}`);
    }),
  );
  expect(missing).toEqual([]);
});

/** What the examples of `name` show to be valid in `version`: accepted as it stands, or as it is after a repair. */
function validExamples(name: string, version: 'v1' | 'v2'): unknown[] {
  return files.flatMap(({ examples }) => {
    const { accept = [], repair = [] } = examples[name] ?? {};
    return [
      ...accept.filter((example) => example.in.includes(version)).map((example) => example.value),
      ...repair.filter((example) => example.in.includes(version)).map((example) => example.becomes),
    ];
  });
}

test('every field of every definition has a value in an example that is accepted or mended, in each version', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const missing = resolveSurfaces(readAreas(root))
    .filter((surface) => surface.unstable)
    .flatMap(({ version, shapes }) =>
      [...shapes.values()].flatMap((shape) => {
        const fields = shape.kind === 'object' ? shape.fields : shape.kind === 'union' ? shape.shared : [];
        const shown = validExamples(shape.name, `v${version}`).flatMap((value) => {
          const entries = Object.entries(Object(value) as object);
          return entries.filter(([, each]) => each !== null).map(([key]) => key);
        });
        const absent = fields.filter((field) => !shown.includes(field.name));
        return absent.map((field) => `v${version} ${shape.name}.${field.name}`);
      }),
    );
  expect(missing).toEqual([]);
});

test('the README of the examples explains every key that they use', () => {
  const readme = readFileSync(`${folder}/README.md`, 'utf8');
  const groups = files.flatMap(({ examples }) => Object.values(examples));
  const single = groups.flatMap((group) => Object.values(group).flat() as object[]);
  const keys = new Set([...groups, ...single].flatMap((each) => Object.keys(each)));
  expect([...keys].filter((key) => !readme.includes(`\`${key}\``))).toEqual([]);
});
