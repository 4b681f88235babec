/**
 * The project file, `.acp.json`: agents and settings of a folder.
 *
 * It can start programs, so it is used only after the user has trusted this file with this content. A changed file has
 * to be trusted again.
 */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isJsonObject } from '@acp-stack/schema/json-object';
import { type Environment, configFolder, homeFolder, keepAside } from '@acp-stack/workspace/user-folders';

import { UsageError } from '../errors/usage-error.ts';
import { parseConfig, type Config } from './config.ts';
import { readTextFile, replaceFile } from './json-file.ts';

const projectFileName = '.acp.json';

export interface ProjectFile {
  readonly path: string;
  readonly config: Config;
  readonly isTrusted: boolean;
  /** Where the list of trusted files was kept, if it was damaged. */
  readonly keptList?: string;
  /** Stores that the user trusts the file with its current content. */
  readonly trust: () => void;
}

/**
 * Finds the project file of `cwd`: in that folder, or in the nearest one above it. The home folder is not a project.
 */
export async function findProjectFile(cwd: string, env: Environment): Promise<ProjectFile | undefined> {
  const home = homeFolder(env);
  for (let folder = cwd; folder !== home; folder = dirname(folder)) {
    const path = join(folder, projectFileName);
    requireRegularFile(path);
    const text = readTextFile(path);
    if (text !== undefined) return describe(path, text, env);
    if (dirname(folder) === folder) return undefined;
  }
  return undefined;
}

/** A repository may hold a link to a device or a pipe, which is read without an end. */
function requireRegularFile(path: string): void {
  if (!existsSync(path)) return;
  const stats = statSync(path);
  if (stats.isFile() || stats.isDirectory()) return;
  throw new UsageError(`${path} is not a regular file; remove it, or work in another folder`);
}

async function describe(path: string, text: string, env: Environment): Promise<ProjectFile> {
  // Loading it takes longer than most commands do, and most folders have no project file.
  const { createHash } = await import('node:crypto');
  const key = realpathSync(path);
  const digest = createHash('sha256').update(text).digest('hex');
  const trustPath = join(configFolder(env), 'trusted-projects.json');
  const { digests, keptList } = readTrust(trustPath);
  return {
    path,
    config: parseConfig(text, path),
    isTrusted: digests[key] === digest,
    ...(keptList === undefined ? {} : { keptList }),
    trust: () => {
      replaceFile(trustPath, `${JSON.stringify({ ...readTrust(trustPath).digests, [key]: digest }, undefined, 2)}\n`);
    },
  };
}

/** The trusted files: the digest of each file by its path. A damaged list is kept aside, and nothing is trusted. */
function readTrust(path: string): { readonly digests: Readonly<Record<string, unknown>>; readonly keptList?: string } {
  const text = readTextFile(path);
  const digests = text === undefined ? {} : parsedOrUndefined(text);
  if (isJsonObject(digests)) return { digests };
  const keptList = keepAside(path);
  return { digests: {}, ...(keptList === undefined ? {} : { keptList }) };
}

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
