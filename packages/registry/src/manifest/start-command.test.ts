import type { AgentManifest } from '@acp-stack/schema/v1';
import { describe, expect, test } from 'vitest';

import { commandPath } from './command-path.ts';
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
    ['@garden/rosalind@1.2.3', '@garden/rosalind@1.2.3'],
    ['@garden/rosalind', '@garden/rosalind@2.0.0'],
    ['rosalind', 'rosalind@2.0.0'],
    ['rosalind@latest', 'rosalind@2.0.0'],
    ['rosalind@^1.0.0', 'rosalind@2.0.0'],
    ['rosalind@1', 'rosalind@2.0.0'],
  ])('%s of npx is pinned as %s', (name, pinned) => {
    const command = packageCommand(manifestWith({ npx: { package: name, args: ['--acp'], env: { A: 'b' } } }), 'npx');
    expect(command).toEqual({ command: 'npx', args: ['--yes', pinned, '--acp'], env: { A: 'b' } });
  });

  test.each([
    ['rosalind', ['rosalind@2.0.0']],
    ['rosalind@1.2.3', ['rosalind@1.2.3']],
    ['rosalind==1.2.3', ['rosalind@1.2.3']],
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
