/**
 * A repository as git may see it: a temporary folder with settings that we wrote and links to the data of the
 * repository.
 *
 * Git is given this folder as its `GIT_DIR`. It therefore never reads a setting, a hook or an attribute file of the
 * repository, its work trees, its submodules or what they include, so none of them can make it start a program.
 */
import { copyFile, lstat, mkdir, mkdtemp, readdir, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

import { findRepository, readSmallFile, type Repository } from './find-repository.ts';
import { readSettings, usedSettings, type Settings } from './repository-settings.ts';
import { findGit, runGit, type GitResult, type GitRun } from './run-git.ts';

export interface RepositoryView extends AsyncDisposable {
  readonly repository: Repository;
  readonly settings: Settings;
  /** Runs git in `cwd`, a folder of the work tree. */
  run(args: readonly string[], cwd: string): Promise<GitResult>;
}

/** Opens the repository of `folder`; undefined if there is none. */
export async function viewRepository(
  folder: string,
  signal: AbortSignal | undefined,
): Promise<RepositoryView | undefined> {
  const repository = await findRepository(folder);
  if (repository === undefined) return undefined;
  const git = await findGit(repository.workTree);
  if (git === undefined) throw new Error('The program git was not found in the PATH; install git.');
  const view = await mkdtemp(join(tmpdir(), 'acp-git-'));
  const remove = (): Promise<void> => rm(view, { recursive: true, force: true });
  try {
    // Git takes a folder for a repository only if it has these.
    await mkdir(join(view, 'info'));
    await link(join(repository.commonFolder, 'objects'), join(view, 'objects'));
    await link(join(repository.commonFolder, 'refs'), join(view, 'refs'));
    const head = await headOf(repository);
    await writeFile(join(view, 'HEAD'), head);
    await writeFile(join(view, 'config'), usedSettings(new Map(), undefined));
    const settings = await readSettings(git, repository, { settings: view, cwd: view, signal });
    const references = settings.get('extensions.refstorage') ?? 'files';
    if (references !== 'files') throw new Error(`References in the format ${references} are not read.`);
    await writeFile(join(view, 'config'), usedSettings(settings, branchIn(head)));
    await linkData(repository, view);
    const ignored = await userIgnoreFile(git, { settings: view, cwd: view, signal });
    const index = join(repository.gitFolder, 'index');
    await requireFile(index);
    const env = { GIT_WORK_TREE: repository.workTree, GIT_INDEX_FILE: index };
    return {
      repository,
      settings,
      run: (args, cwd) =>
        runGit(git, ['-c', `core.excludesFile=${ignored}`, ...args], { settings: view, cwd, env, signal }),
      [Symbol.asyncDispose]: remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const headPattern = /^(?:ref: refs\/[^\0\r\n]{1,1000}|[\da-f]{40}|[\da-f]{64})$/u;

/** What `HEAD` says; a link instead of a file is the old form of a symbolic reference. */
async function headOf({ gitFolder }: Repository): Promise<string> {
  const path = join(gitFolder, 'HEAD');
  const isLink = (await lstat(path)).isSymbolicLink();
  const head = (isLink ? `ref: ${await readlink(path)}` : await readSmallFile(path))?.trim() ?? '';
  if (headPattern.test(head)) return `${head}\n`;
  throw new Error(`${path} names neither a branch nor a commit.`);
}

const branchIn = (head: string): string | undefined => /^ref: refs\/heads\/(.+)\n$/u.exec(head)?.[1];

/** Throws if something else than a file is at `path`, such as a pipe, which git would read without an end. */
async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !found.isFile()) throw new Error(`${path} is not a file.`);
}

/** Links everything else that is data, as far as it exists. */
async function linkData({ gitFolder, commonFolder }: Repository, view: string): Promise<void> {
  for (const name of ['packed-refs', 'shallow', join('info', 'exclude')]) {
    await link(join(commonFolder, name), join(view, name));
  }
  const shared = (await readdir(gitFolder)).filter((name) => /^sharedindex\.[\da-f]{40,64}$/u.test(name));
  for (const name of shared) await link(join(gitFolder, name), join(view, name));
}

/** Where links of files are not permitted, a copy is made. */
async function link(from: string, to: string): Promise<void> {
  const found = await stat(from).catch(() => undefined);
  if (found === undefined) return;
  if (!found.isDirectory()) await requireFile(from);
  try {
    await symlink(from, to, 'junction');
  } catch (error) {
    if (!found.isFile()) throw error;
    await copyFile(from, to);
  }
}

/** The ignore file of the user, whose settings are outside of any repository. */
async function userIgnoreFile(git: string, run: GitRun): Promise<string> {
  const { XDG_CONFIG_HOME = '', GIT_CONFIG_GLOBAL } = process.env;
  const home = homedir();
  const folder = XDG_CONFIG_HOME === '' ? join(home, '.config') : XDG_CONFIG_HOME;
  const env = { HOME: home, XDG_CONFIG_HOME: folder, GIT_CONFIG_GLOBAL };
  const args = ['config', '--global', '--includes', '--type=path', '--get', 'core.excludesFile'];
  const { exitCode, output } = await runGit(git, args, { ...run, env });
  return exitCode === 0 ? output.trimEnd() : join(folder, 'git', 'ignore');
}
