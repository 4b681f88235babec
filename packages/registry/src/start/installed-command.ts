/** The command that starts an installed agent. */
import { mkdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';

import type { AgentCommand, InstalledAgent } from '../contract/agents.ts';
import { RegistryError } from '../contract/registry-error.ts';
import type { CommandOptions } from '../contract/registry.ts';
import { fileChecksum } from '../download/file-checksum.ts';

/** Where a command is started. */
export interface StartPlace {
  /** A folder without packages and settings, for npx; created if it is missing. */
  readonly emptyFolder: string;
  readonly platform?: NodeJS.Platform;
}

/**
 * Returns the command as the platform starts it. Throws if the program of a binary is not in its folder, or is not the
 * one that was installed.
 */
export async function installedCommand(
  agent: InstalledAgent,
  { args = [], env = {} }: CommandOptions,
  { emptyFolder, platform = process.platform }: StartPlace,
): Promise<AgentCommand> {
  const { start } = agent;
  if (agent.distribution === 'binary') await requireProgram(agent);
  const isolation = agent.distribution === 'npx' ? await npxIsolation(emptyFolder) : [];
  // On Windows npx is a script, which a program finds by its whole name only.
  const command = platform === 'win32' && start.command === 'npx' ? 'npx.cmd' : start.command;
  return { command, args: [...isolation, ...start.args, ...args], env: { ...start.env, ...env } };
}

/**
 * npx prefers a package of the same name in `node_modules` of the folder where it is started, and reads the `.npmrc`
 * there, so a project could replace the agent. With another prefix it looks into neither.
 */
async function npxIsolation(emptyFolder: string): Promise<readonly string[]> {
  // Where nothing can be written, npx takes a folder that does not exist as an empty one.
  await mkdir(emptyFolder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  return ['--prefix', emptyFolder];
}

/** A link in place of the program could lead anywhere, so the real paths are compared. */
async function requireProgram({ manifest, folder, start, programSha256 }: InstalledAgent): Promise<void> {
  const again = `install ${manifest.id} again`;
  if (folder === undefined) throw new RegistryError('damaged', `The record of ${manifest.id} has no folder; ${again}.`);
  const [home, program] = await Promise.all(
    [folder, start.command].map((path) => realpath(path).catch(() => undefined)),
  );
  if (home === undefined || program === undefined || !(await stat(program)).isFile()) {
    throw new RegistryError('damaged', `The program of ${manifest.id} is missing; ${again}.`);
  }
  const path = relative(home, program);
  if (path === '' || path.startsWith('..') || isAbsolute(path)) {
    throw new RegistryError('damaged', `The program of ${manifest.id} is outside of its folder; ${again}.`);
  }
  if (programSha256 !== undefined && (await fileChecksum(program)) !== programSha256) {
    throw new RegistryError('damaged', `The program of ${manifest.id} was changed since its install; ${again}.`);
  }
}
