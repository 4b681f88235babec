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
