import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { InstalledAgent } from '../contract/agents.ts';
import { temporaryFolder } from '../sources/temporary-folder.test-support.ts';
import { installedCommand } from './installed-command.ts';

const npx: InstalledAgent = {
  manifest: { id: 'rosalind', name: 'Rosalind', version: '1.0.0', description: '', distribution: {} },
  source: { name: 'garden', location: '/garden' },
  distribution: 'npx',
  installedAt: '2026-05-01T12:00:00.000Z',
  start: { command: 'npx', args: ['--yes', 'rosalind@1.0.0'], env: { A: '1', B: '2' } },
};

/** Only npx uses the folder. */
const nowhere = { emptyFolder: '/nowhere/npx' };

describe('the command of a package', () => {
  test('has the arguments and variables of the caller after those of the agent', async () => {
    using root = temporaryFolder();
    const emptyFolder = join(root.path, 'data', 'npx');
    const options = { args: ['--verbose'], env: { B: '3' } };
    expect(await installedCommand(npx, options, { emptyFolder, platform: 'linux' })).toEqual({
      command: 'npx',
      args: ['--prefix', emptyFolder, '--yes', 'rosalind@1.0.0', '--verbose'],
      env: { A: '1', B: '3' },
    });
  });

  test('keeps npx from packages and settings of the folder where it is started', async () => {
    using root = temporaryFolder();
    const emptyFolder = join(root.path, 'data', 'npx');
    const { args } = await installedCommand(npx, {}, { emptyFolder });
    expect(args.slice(0, 2)).toEqual(['--prefix', emptyFolder]);
    expect(readdirSync(emptyFolder)).toEqual([]);
    const unwritable = join(root.path, 'file', 'npx');
    writeFileSync(join(root.path, 'file'), '');
    expect((await installedCommand(npx, {}, { emptyFolder: unwritable })).args).toContain(unwritable);
  });

  test('is npx.cmd on Windows, and uvx stays uvx', async () => {
    using root = temporaryFolder();
    const windows = { emptyFolder: join(root.path, 'npx'), platform: 'win32' } as const;
    expect((await installedCommand(npx, {}, windows)).command).toBe('npx.cmd');
    const uvx: InstalledAgent = { ...npx, distribution: 'uvx', start: { ...npx.start, command: 'uvx' } };
    expect((await installedCommand(uvx, {}, windows)).command).toBe('uvx');
  });
});

describe('the command of a binary', () => {
  function place(root: string): InstalledAgent {
    const folder = join(root, 'agent');
    mkdirSync(folder);
    writeFileSync(join(folder, 'rosalind'), '', { mode: 0o700 });
    return {
      ...npx,
      distribution: 'binary',
      folder,
      start: { command: join(folder, 'rosalind'), args: ['acp'], env: {} },
    };
  }

  test('is its program', async () => {
    using root = temporaryFolder();
    const agent = place(root.path);
    expect(await installedCommand(agent, {}, nowhere)).toEqual(agent.start);
  });

  test('is refused if the program is missing or a folder', async () => {
    using root = temporaryFolder();
    const agent = place(root.path);
    const refusal = { code: 'damaged', message: 'The program of rosalind is missing; install rosalind again.' };
    rmSync(agent.start.command);
    await expect(installedCommand(agent, {}, nowhere)).rejects.toMatchObject(refusal);
    mkdirSync(agent.start.command);
    await expect(installedCommand(agent, {}, nowhere)).rejects.toMatchObject(refusal);
    rmSync(agent.folder ?? '', { recursive: true });
    await expect(installedCommand(agent, {}, nowhere)).rejects.toMatchObject(refusal);
  });

  test('is refused if it leads out of its folder, also through a link', async () => {
    using root = temporaryFolder();
    const agent = place(root.path);
    const refusal = {
      code: 'damaged',
      message: 'The program of rosalind is outside of its folder; install rosalind again.',
    };
    const elsewhere = join(root.path, 'elsewhere');
    writeFileSync(elsewhere, '', { mode: 0o700 });
    await expect(
      installedCommand({ ...agent, start: { ...agent.start, command: elsewhere } }, {}, nowhere),
    ).rejects.toMatchObject(refusal);
    rmSync(agent.start.command);
    symlinkSync(elsewhere, agent.start.command);
    await expect(installedCommand(agent, {}, nowhere)).rejects.toMatchObject(refusal);
  });

  test('is refused without a folder', async () => {
    const { folder: _, ...agent } = { ...npx, folder: '', distribution: 'binary' as const };
    await expect(installedCommand(agent, {}, nowhere)).rejects.toMatchObject({ code: 'damaged' });
  });
});

describe('the program of a binary', () => {
  test('is refused if its checksum is not that of the install', async () => {
    using root = temporaryFolder();
    const command = join(root.path, 'rosalind');
    writeFileSync(command, 'the installed one');
    const programSha256 = createHash('sha256').update('the installed one').digest('hex');
    const start = { command, args: [], env: {} };
    const agent: InstalledAgent = { ...npx, distribution: 'binary', folder: root.path, programSha256, start };
    expect(await installedCommand(agent, {}, nowhere)).toEqual(start);
    writeFileSync(command, 'another one');
    await expect(installedCommand(agent, {}, nowhere)).rejects.toMatchObject({
      code: 'damaged',
      message: 'The program of rosalind was changed since its install; install rosalind again.',
    });
  });
});
