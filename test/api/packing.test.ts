/** What a packed package contains, packed in a checkout in which nothing was built. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { readWorkspace } from '../../scripts/workspace.mjs';
import { filesInGit, repository, run, temporaryFolder } from '../support/checkout.ts';

interface Scripts {
  readonly scripts?: { readonly prepack?: string };
}

const published = readWorkspace(repository).filter(({ manifest }) => manifest.private !== true);

/** Packs `home` from its sources alone and answers with the folder that holds the unpacked package. */
async function pack(home: string, folder: string): Promise<string> {
  for (const file of filesInGit('--cached', '--others')) {
    if (file.includes('/') && !file.startsWith(`${home}/`) && !file.startsWith('scripts/')) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(repository, file), join(folder, file));
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const command = [process.execPath, join(repository, 'scripts', 'pnpm.mjs'), 'pack', '--pack-destination', folder];
  const outcome = await run(command as [string, ...string[]], { cwd: join(folder, home), env: environment });
  expect(outcome, outcome.stdout + outcome.stderr).toMatchObject({ code: 0 });
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '';
  await run(['tar', '-xzf', tarball], { cwd: folder, env: environment });
  return join(folder, 'package');
}

const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

describe('a published package', () => {
  test.each(published)('$home builds itself when packed', (member) => {
    expect((member.manifest as Scripts).scripts?.prepack).toBe('node ../../scripts/build.mjs .');
  });
});

describe('@acp-stack/schema, packed where nothing was built', () => {
  test('has every file that its manifest and its README speak of', async () => {
    using folder = temporaryFolder();
    const home = await pack('packages/schema', folder.path);
    const files = readdirSync(home, { recursive: true }).map(String);
    const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
    };
    const entries = Object.values(exports)
      .flatMap((entry) => (typeof entry === 'string' ? [] : Object.values(entry)))
      .map((file) => file.replace('./', ''));
    expect(entries.filter((file) => !files.includes(file))).toEqual([]);
    const links = readFileSync(join(home, 'README.md'), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/gu);
    expect([...links].map(([, target = '']) => target).filter((target) => !files.includes(target))).toEqual([]);
  });
});
