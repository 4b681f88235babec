/** The steps of a rehearsal of a release, on small packages; `npm run release -- --dry-run` does all of it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { takenNames } from '../../scripts/release/check-names.mjs';
import { settingsProblems } from '../../scripts/release/check-settings.mjs';
import { licenseTable } from '../../scripts/release/licenses.mjs';
import { startPackageRegistry } from '../../scripts/release/package-registry.mjs';
import { newestChanges } from '../../scripts/release/prepare-copy.mjs';
import { run as runCommand } from '../../scripts/release/run.mjs';
import { upload } from '../../scripts/release/upload.mjs';
import { readWorkspace } from '../../scripts/workspace.mjs';
import { repository, run, temporaryFolder } from '../support/checkout.ts';

const published = readWorkspace(repository)
  .filter(({ manifest }) => manifest.private !== true)
  .map(({ home, manifest }) => ({ home: join(repository, home), folder: home, manifest }));

test('what is uploaded to the registry of this machine can be installed from it, and only once', async () => {
  using folder = temporaryFolder();
  const [rose, garden] = [join(folder.path, 'rose'), join(folder.path, 'garden')];
  for (const path of [rose, garden]) mkdirSync(path);
  const manifest = { name: '@acp-stack/rose', version: '1.2.3', type: 'module', exports: './rose.js' };
  writeFileSync(join(rose, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(rose, 'rose.js'), `export const colour = 'red';\n`);
  await runCommand(['npm', 'pack', '--pack-destination', folder.path], { cwd: rose });
  const tarball = join(folder.path, 'acp-stack-rose-1.2.3.tgz');
  const registry = await startPackageRegistry();
  try {
    const place = { registry: registry.origin, settings: registry.settings(), work: folder.path };
    await upload(tarball, place);
    expect(registry.names()).toEqual(['@acp-stack/rose']);
    await expect(upload(tarball, place)).rejects.toThrow(/1\.2\.3/u);
    writeFileSync(join(garden, '.npmrc'), registry.settings());
    writeFileSync(join(garden, 'package.json'), JSON.stringify({ name: 'garden', private: true, type: 'module' }));
    await runCommand(['npm', 'install', '--no-audit', '--no-fund', '@acp-stack/rose'], { cwd: garden });
    const program = `import { colour } from '@acp-stack/rose'; console.log(colour);`;
    const words = [process.execPath, '--input-type=module', '--eval', program];
    expect(await runCommand(words, { cwd: garden })).toBe('red\n');
  } finally {
    await registry.close();
  }
}, 60_000);

test('every package has the settings that a release needs', () => {
  expect(settingsProblems(published)).toEqual([]);
});

test('what a manifest lacks is said in one sentence each', () => {
  const manifest = { name: 'rose', license: 'MIT', scripts: { postinstall: 'grow' } };
  expect(settingsProblems([{ home: join(repository, 'test'), folder: 'packages/rose', manifest }])).toEqual([
    'rose has no description.',
    'rose has no licence Apache-2.0.',
    'rose does not say which Node it needs.',
    'rose does not name its repository and folder.',
    'rose would not be public, or without provenance.',
    'rose does not say whether it is stable.',
    'rose has no README.',
    'rose runs a script when it is installed.',
  ]);
});

test('a name that a package of others has on npm is refused', async () => {
  const repositoryOf = (url: string): { url: string } => ({ url });
  const ours = repositoryOf('git+https://github.com/acp-stack/acp-stack.git');
  const onNpm: Record<string, unknown> = {
    rose: { version: '0.1.0', repository: ours },
    tulip: { version: '3.0.0', repository: repositoryOf('git+https://example.com/tulip.git') },
    ivy: { version: '1.0.0' },
  };
  const manifests = ['rose', 'tulip', 'ivy', 'lily'].map((name) => ({ name, repository: ours }));
  expect(await takenNames(manifests, async (name) => onNpm[name])).toEqual([
    'tulip is taken on npm: 3.0.0 is a package of git+https://example.com/tulip.git that is not ours.',
    'ivy is taken on npm: 1.0.0 is a package that is not ours.',
  ]);
});

test('only licences that ask for no more than a name are accepted, alone or as a choice', () => {
  const listed = {
    MIT: [{ name: 'rose' }, { name: 'tulip' }],
    '(AFL-2.1 OR BSD-3-Clause)': [{ name: 'lily' }],
    '(MIT AND GPL-3.0)': [{ name: 'thistle' }],
    'SEE LICENSE IN FILE': [{ name: 'ivy' }],
  };
  expect(licenseTable(listed)).toMatchObject({
    rows: [{ license: 'MIT', count: 2 }, { count: 1 }, { count: 1 }, { count: 1 }],
    refused: ['thistle has the licence (MIT AND GPL-3.0).', 'ivy has the licence SEE LICENSE IN FILE.'],
  });
});

test('all packages have one version, also after a change of one of them', () => {
  // The extension for VS Code is uploaded elsewhere, and contains the others.
  const manifests = readWorkspace(repository)
    .map(({ manifest }) => manifest)
    .filter(({ name }) => name !== '@acp-stack/site');
  expect(new Set(manifests.map(({ version }) => version)).size).toBe(1);
  const settings = readFileSync(join(repository, 'pnpm-workspace.yaml'), 'utf8');
  const [, list = ''] = /^ {2}fixed:\n {4}- \[\n([\s\S]*?)^ {6}\]$/mu.exec(settings) ?? [];
  // pnpm takes no patterns there.
  const named = Array.from(list.matchAll(/'([^']+)'/gu), ([, name]) => name);
  expect(named.toSorted()).toEqual(manifests.map(({ name }) => name).toSorted());
});

test('every package has a change that waits, or a changelog', () => {
  const waiting = readdirSync(join(repository, '.changeset'))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => readFileSync(join(repository, '.changeset', file), 'utf8'))
    .join('\n');
  const silent = published
    .filter(({ home, manifest }) => !waiting.includes(`'${manifest.name}': `) && newestChanges(home) === undefined)
    .map(({ manifest }) => manifest.name);
  expect(silent).toEqual([]);
});

test('the page about packages names every one', () => {
  const page = readFileSync(join(repository, 'docs/packages.md'), 'utf8');
  expect(
    published.filter(({ folder }) => !page.includes(`(../${folder}/README.md)`)).map(({ folder }) => folder),
  ).toEqual([]);
});

test('the page about stability lists every package as its manifest does', () => {
  const page = readFileSync(join(repository, 'docs/concepts/stability.md'), 'utf8');
  const listed = Array.from(page.matchAll(/^\| (stable|draft) .*\|([^|]+)\|$/gmu), ([, stability = '', names = '']) =>
    Array.from(names.matchAll(/`([a-z-]+)`/gu), ([, name = '']) => [
      name === 'create-acp-agent' ? name : `@acp-stack/${name}`,
      stability,
    ]),
  ).flat();
  const stated = published.map(({ manifest }) => [manifest.name, manifest.acp?.stability]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(stated));
});

test.each([
  [[], 'Say --dry-run for a rehearsal; --upload is for the release workflow.\n'],
  [['--dry-run', '--upload'], 'Say --dry-run for a rehearsal; --upload is for the release workflow.\n'],
  [
    ['--upload'],
    'A release is uploaded by the release workflow: only there npm can record where the packages were built.\n',
  ],
])('a release is not started with %j on this machine', async (words, stderr) => {
  const command: [string, ...string[]] = [process.execPath, join(repository, 'scripts/release.mjs'), ...words];
  expect(await run(command, { cwd: repository, env: { GITHUB_ACTIONS: '' } })).toEqual({
    code: 2,
    stdout: '',
    stderr,
  });
});
