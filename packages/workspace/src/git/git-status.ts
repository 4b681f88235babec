/** The state of a git repository, without running a program that the repository names. */
import { realpath } from 'node:fs/promises';

import { viewRepository } from './repository-view.ts';

/** How the state of a repository is read. */
export interface GitStatusOptions {
  /** Ends git when it aborts. */
  readonly signal?: AbortSignal;
}

/**
 * Returns the branch and the changed files as `git status --short --branch` prints them; undefined outside a
 * repository. Submodules are ignored. The filters of the repository are not run, so a file that would be equal only
 * after a filter counts as changed.
 */
export async function readGitStatus(folder: string, { signal }: GitStatusOptions = {}): Promise<string | undefined> {
  signal?.throwIfAborted();
  const cwd = await realpath(folder);
  const view = await viewRepository(cwd, signal);
  if (view === undefined) return undefined;
  try {
    // Comparing the content of renamed files would need objects that a partial clone does not have.
    const isPartial = view.settings.has('extensions.partialclone');
    const args = ['status', '--short', '--branch', '--ignore-submodules=all', isPartial ? '--no-renames' : '--renames'];
    const { exitCode, output, errors, isCut } = await view.run(args, cwd);
    if (exitCode !== 0) throw new Error(errors.trim().split('\n')[0] || 'git status failed.');
    return isCut ? `${output.slice(0, output.lastIndexOf('\n'))}\n[the rest was left out]` : output.trimEnd();
  } finally {
    await view[Symbol.asyncDispose]();
  }
}
