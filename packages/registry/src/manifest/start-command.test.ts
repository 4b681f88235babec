import type { AgentManifest } from '@acp-stack/schema/v1';
import { describe, expect, test } from 'vitest';

import { commandPath } from './command-path.ts';
import { readIndex } from './read-index.ts';
import { packageCommand } from './start-command.ts';

const manifestWith = (distribution: AgentManifest['distribution']): AgentManifest => ({
  id: 'rosalind',
  name: 'Rosalind',
  version: '2.0.0',
  description: '',
  distribution,
});

describe('a package', () => {
  test.each([
    ['npx', 'rose.tgz'],
    ['npx', '1.0.0-rose.tgz'],
    ['npx', '1.0.0+rose.tar.gz'],
    ['npx', 'latest'],
    ['npx', '1.2'],
    ['npx', '1.2.3.4'],
    ['uvx', 'latest'],
    ['uvx', 'rose.whl'],
    ['uvx', '1.0.0-rose.whl'],
  ] as const)('%s is never started with %s in place of a version', (kind, version) => {
    const manifest = { ...manifestWith({ [kind]: { package: 'rosalind' } }), version };
    expect(packageCommand(manifest, kind)).toBeUndefined();
    const { agents, problems } = readIndex(Buffer.from(JSON.stringify({ agents: [manifest] })));
    expect(agents).toEqual([]);
    expect(problems.join('')).toContain('as something else than one version');
  });

  test('has no letters that only look like those of ASCII', () => {
    expect(packageCommand(manifestWith({ npx: { package: '\u212Aimi@1.0.0' } }), 'npx')).toBeUndefined();
    expect(packageCommand(manifestWith({ uvx: { package: 'ro\u017Fe' } }), 'uvx')).toBeUndefined();
  });

  test.each([
    ['@garden/rosalind@1.2.3', '@garden/rosalind@1.2.3'],
    ['@garden/rosalind', '@garden/rosalind@2.0.0'],
    ['rosalind', 'rosalind@2.0.0'],
    ['rosalind@latest', 'rosalind@2.0.0'],
    ['rosalind@^1.0.0', 'rosalind@2.0.0'],
    ['rosalind@1', 'rosalind@2.0.0'],
    // npm reads this as a range, and the next one as a file in the current folder.
    ['rosalind@1.2', 'rosalind@2.0.0'],
    ['rosalind@1.0.0-evil.tgz', 'rosalind@2.0.0'],
  ])('%s of npx is pinned as %s', (name, pinned) => {
    const command = packageCommand(manifestWith({ npx: { package: name, args: ['--acp'], env: { A: 'b' } } }), 'npx');
    expect(command).toEqual({ command: 'npx', args: ['--yes', pinned, '--acp'], env: { A: 'b' } });
  });

  test.each([
    ['rosalind', ['rosalind@2.0.0']],
    ['rosalind@1.2.3', ['rosalind@1.2.3']],
    ['rosalind==1.2.3', ['rosalind@1.2.3']],
    ['rosalind==1.0rc1', ['rosalind@1.0rc1']],
    ['rosalind>=1,<2', ['rosalind@2.0.0']],
    ['rosalind@latest', ['rosalind@2.0.0']],
    ['rosalind[acp]==1.2.3', ['--from', 'rosalind[acp]==1.2.3', 'rosalind']],
  ])('%s of uvx is pinned as %j', (name, pinned) => {
    expect(packageCommand(manifestWith({ uvx: { package: name } }), 'uvx')).toEqual({
      command: 'uvx',
      args: pinned,
      env: {},
    });
  });

  test('has no command for a distribution that is not there', () => {
    expect(packageCommand(manifestWith({ npx: { package: 'rosalind' } }), 'uvx')).toBeUndefined();
  });
});

describe('the command of a binary', () => {
  test.each([
    ['./rosalind', 'linux-x86_64', 'rosalind'],
    ['bin/./rosalind', 'darwin-aarch64', 'bin/rosalind'],
    ['rosalind.exe', 'windows-x86_64', 'rosalind.exe'],
    [String.raw`.\bin\rosalind.exe`, 'windows-x86_64', 'bin/rosalind.exe'],
  ])('%s for %s is %s in the folder of the agent', (cmd, target, path) => {
    expect(commandPath(cmd, target)).toBe(path);
  });

  test.each([
    ['/bin/sh', 'linux-x86_64'],
    ['../sh', 'linux-x86_64'],
    ['a/../../sh', 'linux-x86_64'],
    ['..', 'linux-x86_64'],
    ['.', 'linux-x86_64'],
    ['', 'linux-x86_64'],
    ['a/', 'linux-x86_64'],
    ['a\0b', 'linux-x86_64'],
    [String.raw`..\sh`, 'linux-x86_64'],
    [String.raw`..\cmd.exe`, 'windows-x86_64'],
    [String.raw`C:\Windows\cmd.exe`, 'windows-x86_64'],
    ['C:cmd.exe', 'windows-x86_64'],
    [String.raw`\\host\share\cmd.exe`, 'windows-x86_64'],
    ['rosalind.exe:stream', 'windows-aarch64'],
  ])('is never %j for %s', (cmd, target) => {
    expect(commandPath(cmd, target)).toBeUndefined();
  });
});
