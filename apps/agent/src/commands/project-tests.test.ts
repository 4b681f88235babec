import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { toolFixture } from '../tools/tool-fixture.test-support.ts';
import { findTests } from './project-tests.ts';

const { signal } = new AbortController();
const manifest = '{ "scripts": { "test": "vitest" } }';

test.each<[Readonly<Record<string, string>>, string | undefined]>([
  [{ 'package.json': manifest }, 'npm test'],
  [{ 'package.json': manifest, 'pnpm-lock.yaml': '' }, 'pnpm test'],
  [{ 'package.json': manifest, 'yarn.lock': '' }, 'yarn test'],
  [{ 'package.json': manifest, 'bun.lock': '' }, 'bun run test'],
  [{ 'package.json': '{ "scripts": {} }', 'Cargo.toml': '' }, 'cargo test'],
  [{ 'package.json': '{ not json' }, undefined],
  [{ 'package.json': 'null' }, undefined],
  [{ 'package.json': '"text"' }, undefined],
  [{ 'go.mod': 'module x' }, 'go test ./...'],
  [{ 'pyproject.toml': '[tool.pytest.ini_options]' }, 'pytest'],
  [{ 'pyproject.toml': '' }, 'python3 -m unittest'],
  [{ 'pom.xml': '', mvnw: '' }, './mvnw test'],
  [{ 'build.gradle.kts': '' }, 'gradle test'],
  [{ Gemfile: "gem 'rspec'" }, 'bundle exec rspec'],
  [{ Makefile: 'all:\n\ntest: all\n' }, 'make test'],
  [{ Makefile: 'all:\n' }, undefined],
  [{}, undefined],
])('%j is tested with %s', async (files, command) => {
  await using fixture = await toolFixture();
  for (const [name, text] of Object.entries(files)) await writeFile(join(fixture.cwd, name), text);
  expect((await findTests(fixture.resources.workspace.files, signal, () => true))?.command).toBe(command);
});

test.each<[string, readonly string[], string]>([
  ['pnpm@10.1.0+sha224.0', ['pnpm', 'yarn'], 'pnpm test'],
  ['yarn@4.0.0', ['pnpm', 'yarn'], 'yarn test'],
  ['pnpm@10.1.0', ['yarn', 'npm'], 'npm test'],
  ['npm@11.0.0', ['pnpm', 'npm'], 'npm test'],
])('a package that names %s where there are %j is tested with %s', async (packageManager, installed, command) => {
  await using fixture = await toolFixture();
  const text = JSON.stringify({ packageManager, scripts: { test: 'vitest' } });
  await writeFile(join(fixture.cwd, 'package.json'), text);
  // A lock file of another one may be left over.
  await writeFile(join(fixture.cwd, 'yarn.lock'), '');
  const { files } = fixture.resources.workspace;
  expect((await findTests(files, signal, (program) => installed.includes(program)))?.command).toBe(command);
});

test.each(['pnpm-lock.yaml', 'yarn.lock', 'bun.lock'])(
  '%s without its package manager is tested with npm',
  async (lock) => {
    await using fixture = await toolFixture();
    for (const [name, text] of [
      ['package.json', manifest],
      [lock, ''],
    ] as const)
      await writeFile(join(fixture.cwd, name), text);
    const { files } = fixture.resources.workspace;
    expect((await findTests(files, signal, () => false))?.command).toBe('npm test');
  },
);

test('a manifest that cannot be read as text is passed over', async () => {
  await using fixture = await toolFixture();
  await writeFile(join(fixture.cwd, 'package.json'), Buffer.from([0, 255, 0]));
  await writeFile(join(fixture.cwd, 'Cargo.toml'), '');
  expect((await findTests(fixture.resources.workspace.files, signal))?.command).toBe('cargo test');
});
