/**
 * The file of a project, `.acp.json`: agents and settings that come with a folder.
 *
 * It can start programs, so it is used only when the user has said so: for this file with this content, and never by itself. A file
 * that was changed is a new one.
 */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { type Environment, configFolder, homeFolder } from '@acp-stack/workspace/user-folders';

import { parseConfig, type Config } from './config.ts';
import { isFields } from './checked-fields.ts';
import { parseSettings, readTextFile, replaceFile } from './json-file.ts';

const projectFileName = '.acp.json';

export interface ProjectFile {
  readonly path: string;
  readonly config: Config;
  readonly isTrusted: boolean;
  /** Remembers that the user trusts the file as it is now. */
  readonly trust: () => void;
}

/** The file of the project that `cwd` belongs to: in that folder, or the nearest above it. The home folder is no project. */
export async function findProjectFile(cwd: string, env: Environment): Promise<ProjectFile | undefined> {
  const home = homeFolder(env);
  for (let folder = cwd; folder !== home; folder = dirname(folder)) {
    const path = join(folder, projectFileName);
    const text = readTextFile(path);
    if (text !== undefined) return describe(path, text, env);
    if (dirname(folder) === folder) return undefined;
  }
  return undefined;
}

async function describe(path: string, text: string, env: Environment): Promise<ProjectFile> {
  // Loading it takes longer than most commands do, and most folders have no such file.
  const { createHash } = await import('node:crypto');
  const key = realpathSync(path);
  const digest = createHash('sha256').update(text).digest('hex');
  const trustPath = join(configFolder(env), 'trusted-projects.json');
  return {
    path,
    config: parseConfig(text, path),
    isTrusted: readTrust(trustPath)[key] === digest,
    trust: () => {
      replaceFile(trustPath, `${JSON.stringify({ ...readTrust(trustPath), [key]: digest }, undefined, 2)}\n`);
    },
  };
}

/** What is trusted: the digest of each file by its path. */
function readTrust(path: string): Readonly<Record<string, unknown>> {
  const text = readTextFile(path);
  if (text === undefined) return {};
  const value = parseSettings(text, path);
  return isFields(value) ? value : {};
}
