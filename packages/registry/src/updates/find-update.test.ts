import type { AgentManifest } from '@acp-stack/schema/v1';
import { describe, expect, test } from 'vitest';

import type { InstalledAgent, ListedAgent } from '../contract/agents.ts';
import type { RegistryListing } from '../contract/registry.ts';
import { findUpdate } from './find-update.ts';

const garden = { name: 'garden', location: 'https://garden.example/registry.json' };
const shed = { name: 'shed', location: '/shed' };
const build = {
  archive: 'https://garden.example/1.zip',
  cmd: './rosalind',
  args: ['acp'],
  env: { A: '1', B: '2' },
  sha256: 'A'.repeat(64),
};

function manifest(
  version: string,
  distribution: AgentManifest['distribution'] = { npx: { package: `rosalind@${version}` } },
): AgentManifest {
  return { id: 'rosalind', name: 'Rosalind', version, description: '', distribution };
}

function listed(version: string, fields: Partial<ListedAgent> = {}): ListedAgent {
  return { manifest: manifest(version), source: garden, distributions: ['npx'], target: 'linux-x86_64', ...fields };
}

function listing(
  agents: readonly ListedAgent[],
  hidden: readonly ListedAgent[] = [],
  sources = [garden, shed],
): RegistryListing {
  const statuses = sources.map((source) => ({ source, count: 1, isOffline: false, problems: [], fields: {} }));
  return { agents, hidden, sources: statuses };
}

const installed: InstalledAgent = {
  manifest: manifest('1.0.0'),
  source: garden,
  distribution: 'npx',
  installedAt: '2026-05-01T12:00:00.000Z',
  start: { command: 'npx', args: ['--yes', 'rosalind@1.0.0'], env: {} },
};

describe('a newer version', () => {
  test('says which version of the package runs, if it is another than that of the agent', () => {
    const other = { manifest: manifest('1.1.0', { npx: { package: 'rosalind@0.9.0-old' } }) };
    expect(findUpdate(installed, listing([listed('1.1.0', other)]))?.changes).toContainEqual({
      what: 'command',
      before: 'npx rosalind',
      after: 'npx rosalind@0.9.0-old',
    });
  });

  test('changes nothing but the version, if nothing else differs', () => {
    const agent = listed('1.1.0');
    expect(findUpdate(installed, listing([agent]))).toEqual({
      installed,
      agent,
      distribution: 'npx',
      changes: [{ what: 'version', before: '1.0.0', after: '1.1.0' }],
    });
  });

  test.each(['1.0.0', '0.9.0', '1.0.0-rc.1'])('is not %s', (version) => {
    expect(findUpdate(installed, listing([listed(version)]))).toBeUndefined();
  });

  test('is not there if no source lists the agent, or this system cannot use it', () => {
    expect(findUpdate(installed, listing([]))).toBeUndefined();
    expect(findUpdate(installed, listing([listed('2.0.0', { distributions: [] })]))).toBeUndefined();
  });

  test('comes from the source of the agent, whatever other sources list', () => {
    const foreign = listed('9.0.0', { source: shed });
    expect(findUpdate(installed, listing([foreign]))).toBeUndefined();
    expect(findUpdate(installed, listing([foreign], [listed('1.1.0')]))?.agent.manifest.version).toBe('1.1.0');
  });

  test('comes from another source only if its own is no longer there, and says so', () => {
    const update = findUpdate(installed, listing([listed('2.0.0', { source: shed })], [], [shed]));
    expect(update?.changes).toContainEqual({
      what: 'source',
      before: 'garden (https://garden.example/registry.json)',
      after: 'shed (/shed)',
    });
  });

  test('shows no credentials of a source', () => {
    const secret = { name: 'mirror', location: 'https://me:secret@mirror.example/registry.json' };
    const update = findUpdate(installed, listing([listed('2.0.0', { source: secret })], [], [secret]));
    const after = 'mirror (https://mirror.example/registry.json)';
    expect(update?.changes).toContainEqual({ what: 'source', before: expect.any(String) as string, after });
  });

  test('says that a renamed source is another name for the same place', () => {
    const renamed = { ...garden, name: 'meadow' };
    const update = findUpdate(installed, listing([listed('2.0.0', { source: renamed })], [], [renamed]));
    expect(update?.changes.map(({ what }) => what)).toEqual(['version', 'source']);
  });

  test('says what else changes: distribution, command, args, env, checksum and host', () => {
    const next = {
      ...build,
      archive: 'https://elsewhere.example/2.zip',
      cmd: 'bin/rosalind',
      args: ['acp', 'a b'],
      env: { A: '1', B: '3', C: '4' },
    };
    const { sha256: _, ...unchecked } = next;
    const binary: InstalledAgent = {
      ...installed,
      distribution: 'binary',
      manifest: manifest('1.0.0', { binary: { 'linux-x86_64': build } }),
    };
    const agent = listed('2.0.0', {
      manifest: manifest('2.0.0', { binary: { 'linux-x86_64': unchecked } }),
      distributions: ['binary'],
    });
    expect(findUpdate(binary, listing([agent]))?.changes).toEqual([
      { what: 'version', before: '1.0.0', after: '2.0.0' },
      { what: 'command', before: 'rosalind', after: 'bin/rosalind' },
      { what: 'args', before: 'acp', after: 'acp "a b"' },
      { what: 'env', before: 'B=2', after: 'B=3' },
      { what: 'env', after: 'C=4' },
      { what: 'checksum', before: 'a'.repeat(64) },
      { what: 'host', before: 'garden.example', after: 'elsewhere.example' },
    ]);
  });

  test('uses the distribution of the installed one, and another only if that is gone', () => {
    const both = manifest('2.0.0', { npx: { package: 'rosalind' }, binary: { 'linux-x86_64': build } });
    const agent = listed('2.0.0', { manifest: both, distributions: ['binary', 'npx'] });
    expect(findUpdate(installed, listing([agent]))).toMatchObject({
      distribution: 'npx',
      changes: [{ what: 'version' }],
    });
    const update = findUpdate(installed, listing([{ ...agent, distributions: ['binary'] }]));
    expect(update?.distribution).toBe('binary');
    expect(update?.changes.map(({ what }) => what)).toEqual([
      'version',
      'distribution',
      'command',
      'args',
      'env',
      'env',
      'checksum',
      'host',
    ]);
  });

  test('says that a package is another one', () => {
    const agent = listed('2.0.0', { manifest: manifest('2.0.0', { npx: { package: '@evil/rosalind@2.0.0' } }) });
    expect(findUpdate(installed, listing([agent]))?.changes).toContainEqual({
      what: 'command',
      before: 'npx rosalind',
      after: 'npx @evil/rosalind',
    });
  });
});
