/** `scripts/check-words.mjs` on small repositories of its own. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { repository, run, temporaryFolder, type Outcome } from '../support/checkout.ts';

type Files = Readonly<Record<string, string>>;

const manifest = JSON.stringify({
  name: '@acp-stack/low',
  exports: { '.': { '@acp-stack/source': './src/index.ts' } },
});
const low: Files = { 'packages/low/package.json': manifest, 'packages/low/src/index.ts': '' };
const wide = `// ${'wide '.repeat(30)}\n`;

describe('check-words', () => {
  test('is silent about plain words', async () => {
    const outcome = await checkWords({
      ...low,
      'packages/low/src/a.ts': `/** It waits. */\nconst long = '${'x'.repeat(200)}';\n`,
      'packages/low/src/a.test.ts': `${wide.repeat(100)}// ${'nobody '.repeat(100)}\n`,
      'packages/low/src/b.gen.ts': wide.repeat(100),
      'README.md': 'ITU-T T.81, table B.1, version 1.2, RFC 6455 and example.com.\n',
    });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
  });

  test('refuses sources in which programs are persons', async () => {
    const { code, stderr } = await checkWords({ ...low, 'packages/low/src/a.ts': `// ${'Whoever '.repeat(1000)}\n` });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The sources say nobody, whoever or somebody 1000 times; at most \d+ are allowed\./u);
    expect(stderr).toContain('packages/low/src/a.ts:1: Whoever');
  });

  test('refuses comments that are wider than the code', async () => {
    const { code, stderr } = await checkWords({ ...low, 'packages/low/src/a.ts': wide.repeat(1000) });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^1000 comment lines are wider than 120 columns; at most \d+ may be\./u);
  });

  test.each(['as E.8 says', '(G.1)', 'see reference/wire', 'nov:Session', 'aug:v2/prompt', 'S001'])(
    'refuses to cite a document that is not there: %s',
    async (words) => {
      const { code, stderr } = await checkWords({ ...low, 'test/a.ts': `/** ${words} */\n` });
      expect(code).toBe(1);
      expect(stderr).toContain('These cite documents that are not in the repository:\n  test/a.ts:1');
    },
  );

  test('refuses requirement ids in the documentation of exports and their members, not elsewhere', async () => {
    const open = [
      '/** Opens, see LIFE-12. */',
      '',
      '/** Opens (LIFE-12, UTF-8). */',
      'export function open() {',
      '  // LIFE-12',
      '}',
      '',
      '/** LIFE-12 */',
      'const inner = 1;',
      '',
      'export class Door {',
      '  /** LIFE-12 */',
      '  #secret = 1;',
      '  /** LIFE-12 */',
      '  readonly shown = 1;',
      '}',
      '',
      '/** LIFE-12 */',
      'export const hidden = 1;',
      '',
    ];
    const { code, stderr } = await checkWords({
      ...low,
      'test/requirements/requirements.json': JSON.stringify([{ id: 'LIFE-12' }]),
      'packages/low/src/index.ts': "export { Door, open } from './open.ts';\n",
      'packages/low/src/open.ts': open.join('\n'),
      'packages/low/src/inner.ts': '/** About LIFE-12. */\n\n/** LIFE-12 */\nexport const open = 1;\n',
    });
    expect(code).toBe(1);
    expect(stderr.match(/packages.*/gu)).toEqual([
      'packages/low/src/open.ts:3: LIFE-12',
      'packages/low/src/open.ts:14: LIFE-12',
    ]);
  });
});

async function checkWords(files: Files): Promise<Outcome> {
  using root = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root.path, file)), { recursive: true });
    writeFileSync(join(root.path, file), text);
  }
  execFileSync('git', ['init', '--quiet', root.path]);
  const script = join(repository, 'scripts', 'check-words.mjs');
  return await run([process.execPath, script, root.path], { cwd: root.path, env: process.env });
}
