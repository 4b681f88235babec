/**
 * Finds the git repository of a folder by reading files; git is not started.
 *
 * Only an entry named `.git` makes a folder a work tree: a folder that merely looks like a bare repository is data.
 * What `core.worktree` says is ignored.
 */
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { readRegularFile } from '../paths/regular-file.ts';

/** Where the parts of a repository are. */
export interface Repository {
  /** The folder that contains `.git`. */
  readonly workTree: string;
  /** The folder with `HEAD` and the index. */
  readonly gitFolder: string;
  /** The folder with objects, references and settings; differs from `gitFolder` in a linked work tree. */
  readonly commonFolder: string;
}

const maxBytes = 64 * 1024;
/** The maximum size of a file with settings. */
export const maxConfigBytes: number = 1024 * 1024;

/** The repository whose work tree contains `folder`, the innermost one; undefined if there is none. */
export async function findRepository(folder: string): Promise<Repository | undefined> {
  for (let workTree = resolve(folder); ; workTree = dirname(workTree)) {
    const gitFolder = await gitFolderOf(workTree);
    const found = gitFolder === undefined ? undefined : await repositoryIn(workTree, gitFolder);
    if (found !== undefined || dirname(workTree) === workTree) return found;
  }
}

/** `.git`, or the folder that a file of this name points to: the one of a linked work tree or of a submodule. */
async function gitFolderOf(workTree: string): Promise<string | undefined> {
  const path = join(workTree, '.git');
  if (await isFolder(path)) return path;
  const [, target] = /^gitdir: (.+?)[\r\n]*$/su.exec((await readSmallFile(path)) ?? '') ?? [];
  return target === undefined ? undefined : resolve(workTree, target);
}

async function repositoryIn(workTree: string, gitFolder: string): Promise<Repository | undefined> {
  if ((await readSmallFile(join(gitFolder, 'HEAD'))) === undefined) return undefined;
  const common = (await readSmallFile(join(gitFolder, 'commondir')))?.replace(/[\r\n]+$/u, '');
  const commonFolder = common === undefined ? gitFolder : resolve(gitFolder, common);
  return (await isFolder(join(commonFolder, 'objects'))) ? { workTree, gitFolder, commonFolder } : undefined;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** The text of a file of a repository; undefined if it cannot be read or is too large. */
export async function readSmallFile(path: string, limit: number = maxBytes): Promise<string | undefined> {
  const bytes = await readRegularFile(path, { maxBytes: limit }).catch(() => undefined);
  return bytes?.toString('utf8');
}
