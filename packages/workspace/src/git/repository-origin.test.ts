import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { readRepositoryOrigin } from './repository-origin.ts';

let folder: string;
eachFolder((path) => {
  folder = path;
});

/** Makes a repository with this config file in the folder. */
async function repository(config: string): Promise<void> {
  await mkdir(join(folder, '.git', 'objects'), { recursive: true });
  await writeFile(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(folder, '.git', 'config'), config);
}

const remote = (url: string, name = 'origin'): string => `[core]\n\tbare = false\n[remote "${name}"]\n\turl = ${url}\n`;

test.each([
  ['https://example.org/ann/garden.git', 'https://example.org/ann/garden.git'],
  ['https://ann:token@example.org/ann/garden', 'https://example.org/ann/garden'],
  ['ssh://git@example.org:22/ann/garden.git', 'ssh://git@example.org:22/ann/garden.git'],
  ['git@example.org:ann/garden.git', 'git@example.org:ann/garden.git'],
  ['"https://example.org/ann/garden.git" ; mine', 'https://example.org/ann/garden.git'],
  ['https://example.org/group/ann/garden.git # mine', 'https://example.org/group/ann/garden.git'],
])('a repository with the remote %s has a name and an owner', async (url, remoteUrl) => {
  await repository(remote(url));
  const below = join(folder, 'beds', 'north');
  await mkdir(below, { recursive: true });
  expect(await readRepositoryOrigin(below)).toEqual({ name: 'garden', owner: 'ann', remoteUrl });
});

test('origin is preferred, and the first address of it', async () => {
  const url = 'https://example.org/ann/garden.git';
  await repository(`${remote('https://example.org/bob/fork.git', 'bob')}[remote "origin"]
\tfetch = +refs/heads/*:refs/remotes/origin/*
\turl = ${url}
\turl = https://example.org/ann/mirror.git
[branch "main"]
\turl = https://example.org/no/remote.git
`);
  expect(await readRepositoryOrigin(folder)).toEqual({ name: 'garden', owner: 'ann', remoteUrl: url });
});

test.each([
  ['no remote', '[core]\n\tbare = false\n'],
  ['a path of this machine', remote('/srv/git/garden.git')],
  ['a command', remote('ext::sh -c "touch ruined" ann/garden')],
  ['an address without an owner', remote('https://example.org/garden.git')],
  ['an address that is none', remote('https://')],
])('a repository with %s says nothing', async (_, config) => {
  await repository(config);
  expect(await readRepositoryOrigin(folder)).toBeUndefined();
});

test('a folder without a repository says nothing', async () => {
  expect(await readRepositoryOrigin(folder)).toBeUndefined();
});
