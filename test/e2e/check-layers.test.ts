/** `scripts/check-layers.mjs` on small repositories of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { repository, run, temporaryFolder, type Outcome } from '../support/checkout.ts';

type Files = Readonly<Record<string, string>>;

const low: Files = member('packages/low', { acp: { layer: 0 } });
const testing: Files = member('packages/testing', { acp: { layer: 'dev' } });

describe('check-layers', () => {
  test('is silent when every package uses lower layers only', async () => {
    const outcome = await checkLayers({
      ...low,
      ...testing,
      ...member('packages/high', {
        acp: { layer: 1 },
        dependencies: { '@acp-stack/low': 'workspace:*' },
        devDependencies: { '@acp-stack/testing': 'workspace:*' },
      }),
      ...member('apps/cli', { dependencies: { '@acp-stack/high': 'workspace:*' } }),
      'packages/high/src/index.ts': "import { x } from '@acp-stack/low/v1';\n",
      'packages/high/src/index.test.ts': "import { x } from '@acp-stack/testing';\n",
      ...member('apps/web', { devDependencies: { '@acp-stack/low': 'workspace:*' } }),
      'apps/web/src/page/main.tsx': "import { x } from '@acp-stack/low';\n",
      'packages/low/src/index.ts': "/**\n * import { x } from '@acp-stack/high';\n */\n",
    });
    expect(outcome).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test.each<[string, Files, string]>([
    [
      'a package of its own layer',
      { ...low, ...member('packages/twin', { acp: { layer: 0 }, dependencies: { '@acp-stack/low': 'workspace:*' } }) },
      'packages/twin (layer 0) depends on @acp-stack/low (layer 0); only lower layers are allowed.',
    ],
    [
      'a package of a higher layer, also in tests',
      {
        ...member('packages/a', { acp: { layer: 1 }, devDependencies: { '@acp-stack/b': 'workspace:*' } }),
        ...member('packages/b', { acp: { layer: 2 } }),
      },
      'packages/a (layer 1) depends on @acp-stack/b (layer 2); only lower layers are allowed.',
    ],
    [
      'an app',
      {
        ...member('apps/cli', {}),
        ...member('packages/a', { acp: { layer: 1 }, dependencies: { '@acp-stack/cli': 'workspace:*' } }),
      },
      'packages/a depends on @acp-stack/cli, which is an app; apps are not libraries.',
    ],
    [
      'an app without a door, also from an app',
      {
        ...member('apps/web', {}),
        ...member('apps/cli', { dependencies: { '@acp-stack/web': 'workspace:*' } }),
      },
      'apps/cli depends on @acp-stack/web, which is an app; apps are not libraries.',
    ],
    [
      'the tools of tests',
      { ...testing, ...member('apps/cli', { dependencies: { '@acp-stack/testing': 'workspace:*' } }) },
      'apps/cli depends on @acp-stack/testing, which is only for tests: move it to devDependencies.',
    ],
    [
      'a package that its manifest does not list',
      {
        ...low,
        ...member('apps/cli', {}),
        'apps/cli/src/main.ts': "export {\n  x,\n} from '@acp-stack/low/v1';\n",
      },
      'apps/cli/src/main.ts imports @acp-stack/low/v1, but apps/cli/package.json does not list @acp-stack/low: add it to dependencies.',
    ],
    [
      'a package that only its tests may use',
      {
        ...testing,
        ...member('apps/cli', { devDependencies: { '@acp-stack/testing': 'workspace:*' } }),
        'apps/cli/src/main.ts': "const { x } = await import('@acp-stack/testing');\n",
      },
      'apps/cli/src/main.ts imports @acp-stack/testing, but apps/cli/package.json does not list @acp-stack/testing: add it to dependencies.',
    ],
    [
      'a file of another package',
      { ...low, ...member('apps/cli', {}), 'apps/cli/src/main.ts': "import '../../../packages/low/src/secret.ts';\n" },
      'apps/cli/src/main.ts imports ../../../packages/low/src/secret.ts, a file of another package: import that package by its name.',
    ],
    [
      'no layer at all',
      member('packages/a', {}),
      'packages/a/package.json does not state its layer: add "acp": { "layer": N }, see ARCHITECTURE.md.',
    ],
  ])('refuses %s', async (_, files, sentence) => {
    expect(await checkLayers(files)).toMatchObject({ code: 1, stderr: `${sentence}\n` });
  });
});

describe('check-layers, inside a package', () => {
  const lines = (count: number): string => 'export {};\n'.repeat(count);
  const modules = (count: number): Files =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`packages/low/src/step/m${index}.ts`, '']));
  /** `count` modules of which each imports the next, and the last the first. */
  const ring = (count: number): Files =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `packages/low/src/m${index}.ts`,
        `import type { x } from './m${(index + 1) % count}.ts';\n`,
      ]),
    );

  test('allows folders of 30 modules and modules of 400 lines, and does not count tests and generated files', async () => {
    const outcome = await checkLayers({
      ...low,
      ...modules(30),
      'packages/low/src/step/m1.ts': lines(400),
      'packages/low/src/step/m2.gen.ts': lines(401),
      'packages/low/src/step/m2.test.ts': `import '../index.ts';\n${lines(401)}`,
    });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
  });

  test('refuses a folder with 31 modules', async () => {
    const sentence = 'packages/low/src/step holds 31 modules; at most 30 are allowed: split it.';
    expect(await checkLayers({ ...low, ...modules(31) })).toMatchObject({ code: 1, stderr: `${sentence}\n` });
  });

  test('refuses a module of 401 lines', async () => {
    const sentence = 'packages/low/src/long.ts has 401 lines; at most 400 are allowed: split it.';
    const outcome = await checkLayers({ ...low, 'packages/low/src/long.ts': lines(401) });
    expect(outcome).toMatchObject({ code: 1, stderr: `${sentence}\n` });
  });

  test.each([
    ['a type', "import type { x } from '../index.ts';\n"],
    ['a re-export', "export { x } from '../index.ts';\n"],
    ['an import on demand', "const x = await import('../index.ts');\n"],
    ['an import type', "let x: import('../index.ts').x;\n"],
  ])('refuses folders that import each other in a cycle, also by %s', async (_, line) => {
    const { code, stderr } = await checkLayers({
      ...low,
      'packages/low/src/index.ts': "import './step/a.ts';\n",
      'packages/low/src/step/a.ts': '',
      'packages/low/src/step/b.ts': line,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('The folders packages/low/src, packages/low/src/step import each other in a cycle.');
    expect(stderr).toContain('packages/low/src/step/b.ts imports packages/low/src/index.ts');
  });

  test('refuses modules that import each other in a cycle, and names them', async () => {
    const { code, stderr } = await checkLayers({ ...low, ...ring(3) });
    expect(code).toBe(1);
    expect(stderr).toContain('3 modules import each other in cycles; move what they share to one of its own.');
    expect(stderr).toContain('packages/low/src/m0.ts, packages/low/src/m1.ts');
  });
});

describe('check-layers, in the tests', () => {
  const doors = {
    ...member('packages/low', {
      acp: { layer: 0 },
      exports: { '.': { '@acp-stack/source': './src/index.ts' }, './v1': { '@acp-stack/source': './src/v1/index.ts' } },
    }),
    'packages/low/src/index.ts': "export {\n  type Shape,\n  draw as paint,\n} from './draw.ts';\n",
    'packages/low/src/v1/index.ts': "export * from './types.gen.ts';\nexport const first = 1;\n",
    'packages/low/src/v1/types.gen.ts': 'export interface Line {}\n',
  };

  test.each([
    ['a name that a door exports', "import type { Shape } from 'LOW/draw.ts';", 'Shape', 'draw.ts', ''],
    ['the door itself by its path', "import * as low from 'LOW/index.ts';", 'a door', 'index.ts', ''],
    ['a name of a second door', "import { first } from 'LOW/v1/first.ts';", 'first', 'v1/first.ts', '/v1'],
    ['a name that a door exports with all others', "import { Line } from 'LOW/v1/x.ts';", 'Line', 'v1/x.ts', '/v1'],
  ])('refuses to import by path %s', async (_, line, names, file, door) => {
    const outcome = await checkLayers({ ...doors, 'test/some.test.ts': line.replace('LOW', '../packages/low/src') });
    const sentence = `test/some.test.ts imports ${names} from packages/low/src/${file}: import it from @acp-stack/low${door}.`;
    expect(outcome).toMatchObject({ code: 1, stderr: `${sentence}\n` });
  });

  test('allows an import by path of what no door exports', async () => {
    const outcome = await checkLayers({
      ...doors,
      'test/some.test.ts': "import { draw } from '../packages/low/src/draw.ts';\n",
      'bench/some.mjs': "import { Shape, secret } from '../packages/low/src/draw.ts';\n",
    });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
  });

  test("allows the tests of a package the root's test/support, and nothing else there", async () => {
    const { code, stderr } = await checkLayers({
      ...low,
      'packages/low/src/a.test.ts':
        "import '../../../test/support/checkout.ts';\nimport '../../../test/requirements/requirement.ts';\n",
      'packages/low/src/b.test.ts': "import '../../../test/e2e/clients.ts';\n",
      'packages/low/src/c.ts': "import '../../../test/support/checkout.ts';\n",
    });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'packages/low/src/b.test.ts imports ../../../test/e2e/clients.ts, a file outside its package: tests may use test/support, nothing else may.',
      'packages/low/src/c.ts imports ../../../test/support/checkout.ts, a file outside its package: tests may use test/support, nothing else may.',
    ]);
  });
});

function member(home: string, manifest: object): Files {
  const name = `@acp-stack/${home.split('/')[1]}`;
  return { [`${home}/package.json`]: JSON.stringify({ name, ...manifest }), [`${home}/src/index.ts`]: '' };
}

async function checkLayers(files: Files): Promise<Outcome> {
  using root = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root.path, file)), { recursive: true });
    writeFileSync(join(root.path, file), text);
  }
  const script = join(repository, 'scripts', 'check-layers.mjs');
  return await run([process.execPath, script, root.path], { cwd: root.path, env: process.env });
}
