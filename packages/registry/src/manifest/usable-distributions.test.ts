import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import type { AgentManifest } from '@acp-stack/schema/v1';
import { describe, expect, test } from 'vitest';

import { currentSystem, type System } from './system.ts';
import { targetOf, usableDistributions } from './usable-distributions.ts';

const build = { archive: 'https://garden.example/rosalind.zip', cmd: './rosalind' };
const all: AgentManifest['distribution'] = {
  npx: { package: 'rosalind' },
  uvx: { package: 'rosalind' },
  binary: { 'darwin-x86_64': build, 'linux-x86_64': build, 'windows-x86_64': build },
};
const manifest: AgentManifest = {
  id: 'rosalind',
  name: 'Rosalind',
  version: '1.0.0',
  description: '',
  distribution: all,
};
const linux: System = { platform: 'linux', arch: 'x64', isMusl: false, hasProgram: () => true };

describe('the distributions that a system can use', () => {
  test('are binary, npx and uvx, in this order', () => {
    expect(usableDistributions(manifest, linux)).toEqual({
      distributions: ['binary', 'npx', 'uvx'],
      target: 'linux-x86_64',
      notes: [],
    });
  });

  test('have the order that the user prefers, the others behind it', () => {
    expect(usableDistributions(manifest, linux, ['uvx']).distributions).toEqual(['uvx', 'binary', 'npx']);
  });

  test('do not have a runner that is not on PATH, and say so', () => {
    const usable = usableDistributions(manifest, { ...linux, hasProgram: (name) => name === 'uvx' });
    expect(usable.distributions).toEqual(['binary', 'uvx']);
    expect(usable.notes).toEqual(['npx is not on PATH; install Node.js to use this distribution.']);
  });

  test('do not have a binary for another system or processor, and say so', () => {
    const usable = usableDistributions(manifest, { ...linux, arch: 'arm64' });
    expect(usable).toEqual({ distributions: ['npx', 'uvx'], notes: ['There is no build for linux-aarch64.'] });
    expect(usableDistributions(manifest, { ...linux, platform: 'freebsd' }).notes).toEqual([
      'There is no build for freebsd-x64.',
    ]);
  });

  test('have the build for Intel on a Mac and on Windows with ARM, and say so', () => {
    const mac = usableDistributions(manifest, { ...linux, platform: 'darwin', arch: 'arm64' });
    expect(mac).toMatchObject({
      target: 'darwin-x86_64',
      notes: ['The build for darwin-x86_64 needs Rosetta on this processor.'],
    });
    const windows = usableDistributions(manifest, { ...linux, platform: 'win32', arch: 'arm64' });
    expect(windows).toMatchObject({
      target: 'windows-x86_64',
      notes: ['The build for windows-x86_64 runs in the emulation of Windows on this processor.'],
    });
  });

  test('have packages before a binary where the C library is musl', () => {
    const usable = usableDistributions(manifest, { ...linux, isMusl: true });
    expect(usable.distributions).toEqual(['npx', 'uvx', 'binary']);
    expect(usable.notes).toEqual(['The build for linux-x86_64 may need glibc, and this system has musl.']);
  });
});

test('the running system has a target where registries have one', () => {
  const system = currentSystem();
  expect(targetOf(system)).toMatch(/^(?:darwin|linux|windows)-(?:aarch64|x86_64)$/u);
});

describe('a program on PATH', () => {
  test('is an executable file in an absolute folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'acp-registry-'));
    try {
      const names = ['npx', 'plain', 'folder'];
      const relative = ['', 'relative'];
      for (const name of names.slice(0, 2)) writeFileSync(join(folder, name), '', { mode: 0o600 });
      chmodSync(join(folder, 'npx'), 0o700);
      mkdirSync(join(folder, 'folder'));
      const found = names.filter((name) =>
        currentSystem({ PATH: [...relative, folder].join(delimiter) }).hasProgram(name),
      );
      expect(found).toEqual(['npx']);
      expect(currentSystem({ PATH: '.' }).hasProgram('npx')).toBe(false);
      expect(currentSystem({}).hasProgram('npx')).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
