/** Rules of the repository that no other tool checks. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { packageVersion } from '@acp-stack/schema/package-version';
import { describe, expect, test } from 'vitest';

import { readWorkspace } from '../../scripts/workspace.mjs';
import { filesInGit, repository } from '../support/checkout.ts';

/** The tree of ARCHITECTURE.md. */
const tree = {
  packages:
    'schema rpc bridge stdio http journal sdk transcript workspace react registry mcp nes conductor hub trace telemetry openai-endpoint ag-ui ai-sdk testing'.split(
      ' ',
    ),
  apps: 'agent cli web vscode conformance create-acp-agent site'.split(' '),
};

/** A name with a version beside it, or a version by default. */
const fixedVersion =
  /\b(?:name|title)(?:: [^;{}]+?)?,\s*version:[^\n,}]*'\d[^']*'|\bversion(?: =|: string =) '\d[^']*'/gu;

/** What stands for programs of users: the peers of tests, the agents that a reader tries, and servers of tools. */
const ownVersions = [
  'packages/testing/src/mock-peer/',
  'packages/mcp/src/server/mcp-server.ts',
  'apps/site/src/page/playground/agents/',
];

describe('the repository', () => {
  test('has a .ci/run that calls npm test and nothing else', () => {
    expect(read('.ci/run')).toBe('#!/bin/sh\ncd "$(dirname "$0")/.." && exec npm test\n');
  });

  test.each(['.ci/run', 'bin/acp'])('can execute %s', (file) => {
    // Of its owner: the umask of a clone may leave the others out.
    expect(statSync(join(repository, file)).mode & 0o100).toBe(0o100);
  });

  test('has a lock file without addresses, so that it serves every registry', () => {
    expect(read('pnpm-lock.yaml')).not.toMatch(/https?:\/\/|tarball:|\bregistry\./);
  });

  test('pins every dependency to one version', () => {
    const loose = ['.', ...readWorkspace(repository).map(({ home }) => home)].flatMap((home) => {
      const manifest: unknown = JSON.parse(read(`${home}/package.json`));
      return dependenciesOf(manifest).filter(
        ([, range]) => !/^((npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?|workspace:\*|catalog:)$/.test(range),
      );
    });
    expect(loose).toEqual([]);
  });

  test.each(Object.entries(tree))('has only folders in %s that ARCHITECTURE.md knows', (folder, known) => {
    const members = readWorkspace(repository).map(({ home }) => home);
    const names = readdirSync(join(repository, folder));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(names.filter((name) => !members.includes(`${folder}/${name}`))).toEqual([]);
  });

  test('names each package after its folder', () => {
    for (const { home, manifest } of readWorkspace(repository)) {
      const folder = home.split('/')[1];
      // `npm create acp-agent` finds it by this name only.
      expect(manifest.name).toBe(folder === 'create-acp-agent' ? folder : `@acp-stack/${folder}`);
    }
  });

  test('builds every package and app from the root tsconfig.json', () => {
    const config: unknown = JSON.parse(read('tsconfig.json'));
    expect(config).toMatchObject({
      references: expect.arrayContaining(readWorkspace(repository).map(({ home }) => ({ path: home }))),
    });
  });

  test('has no path of a machine in a tracked file', () => {
    const paths = [repository, homedir()].filter((path) => path.split('/').length > 2);
    const guilty = textFiles().filter(([, text]) => paths.some((path) => text.includes(path)));
    expect(guilty.map(([file]) => file)).toEqual([]);
  });

  test('tells peers the version of the packages, and never a fixed one', () => {
    const published = readWorkspace(repository).filter(({ manifest }) => manifest.private !== true);
    expect(new Set(published.map(({ manifest }) => manifest.version))).toEqual(new Set([packageVersion]));
    const fixed = textFiles()
      .filter(([file]) => /^(?:packages|apps)\/[^/]+\/src\/.+(?<!\.test(?:-d|-support)?|\.gen)\.tsx?$/u.test(file))
      .filter(([file]) => !ownVersions.some((each) => file.startsWith(each)))
      .flatMap(([file, text]) => Array.from(text.matchAll(fixedVersion), ([found]) => `${file}: ${found}`));
    expect(fixed).toEqual([]);
  });

  test('joins no signals by AbortSignal.any, which loses what it makes on Node 20', () => {
    const guilty = textFiles().filter(
      ([file, text]) => /^(packages|apps)\/.+\/src\/.+\.tsx?$/u.test(file) && text.includes('AbortSignal.any('),
    );
    expect(guilty.map(([file]) => file)).toEqual([]);
  });

  test('links only to files that exist', () => {
    const broken = textFiles()
      .filter(([file]) => file.endsWith('.md'))
      .flatMap(([file, text]) =>
        Array.from(text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g), ([, target = '']) => ({ file, target })),
      )
      // The build of the site checks the links of its own pages that begin at its root.
      .filter(({ file, target }) => !(file.startsWith('apps/site/pages/') && target.startsWith('/')))
      .filter(
        ({ file, target }) => statSync(join(repository, file, '..', target), { throwIfNoEntry: false }) === undefined,
      );
    expect(broken).toEqual([]);
  });
});

function read(file: string): string {
  return readFileSync(join(repository, file), 'utf8');
}

/** Every file that is or will be in git, with its text. */
function textFiles(): (readonly [file: string, text: string])[] {
  return filesInGit('--cached', '--others')
    .filter((file) => statSync(join(repository, file), { throwIfNoEntry: false })?.isFile())
    .map((file) => [file, read(file)] as const);
}

function dependenciesOf(manifest: unknown): [name: string, range: string][] {
  const fields = ['dependencies', 'devDependencies', 'optionalDependencies'];
  return Object.entries(Object(manifest))
    .filter(([field]) => fields.includes(field))
    .flatMap(([, value]) =>
      Object.entries(Object(value)).map(([name, range]): [string, string] => [name, String(range)]),
    );
}
