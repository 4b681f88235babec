/** Common context providers: the state of the git repository, the active file, and the selection in it. */
import { relative } from 'node:path';

import type { RuntimeContext } from '@acp-stack/schema/v2/unstable';

import type { Workspace } from '../../workspace.ts';
import { WorkspaceError } from '../../contract/workspace-error.ts';
import type { ContextProvider } from './context.ts';
import type { EditorState } from '../editor/editor-state.ts';

/** Lines of a file that are read; `collectContext` limits the characters that are sent. */
const maxLines = 2000;
const maxGitBytes = 256 * 1024;

/** Repository settings by which `git status` would run programs chosen by the author of the repository. */
const running = /^(?:local|worktree)\t(?:filter\..*\.(?:clean|process|smudge)|include\.path|includeif\..*)$/imu;

/**
 * Provides the branch and the changed files; nothing outside a repository. It takes no locks and runs no program of the
 * repository.
 */
export const gitContext = (workspace: () => Promise<Workspace>): ContextProvider => ({
  name: 'git',
  collect: async (signal) => {
    const { terminals } = await workspace();
    const settings = await git(terminals, ['config', '--list', '--name-only', '--show-scope'], signal);
    // If git cannot list its settings, it is not run.
    if (settings.exitCode !== 0) throw new Error(settings.words);
    const [setting] = running.exec(settings.words) ?? [];
    if (setting !== undefined) {
      throw new Error(`the repository has git run programs of its own (${setting.split('\t')[1] ?? ''})`);
    }
    const status = ['status', '--short', '--branch', '--ignore-submodules=dirty'];
    const { words, exitCode } = await git(terminals, ['--no-optional-locks', ...status], signal);
    // Outside a repository there is no context.
    if (exitCode === 128 && /not a git repository/iu.test(words)) return undefined;
    if (exitCode !== 0) throw new Error(words);
    return { title: 'git status', text: words };
  },
});

async function git(
  terminals: Workspace['terminals'],
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly words: string; readonly exitCode: number | null }> {
  const terminal = await terminals.start({
    command: 'git',
    args: ['-c', 'core.fsmonitor=false', ...args],
    env: { LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' },
    outputByteLimit: maxGitBytes,
    signal,
  });
  try {
    const { exitCode } = await terminal.waitForExit({ signal });
    return { words: terminal.output().text.trimEnd(), exitCode };
  } finally {
    await terminal.release();
  }
}

/** Provides the text of the active file if it is inside the roots: an editor must not decide what is read elsewhere. */
export const activeFileContext = (state: EditorState, workspace: () => Promise<Workspace>): ContextProvider => ({
  name: 'active-file',
  collect: async (signal) => {
    const document = state.active();
    if (document === undefined) return undefined;
    const { files, roots } = await workspace();
    try {
      const { text, path } = await files.read(document.path, { line: 1, limit: maxLines, signal });
      return { title: `Active file: ${shown(roots.cwd, path)}`, text };
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error;
      throw new Error(`${shown(roots.cwd, document.path)} cannot be read here (${error.code})`, { cause: error });
    }
  },
});

/** Provides the selection in the active file. */
export const selectionContext = (state: EditorState, cwd: string): ContextProvider => ({
  name: 'selection',
  collect: async (): Promise<RuntimeContext | undefined> => {
    const [document, selection] = [state.active(), state.selection?.()];
    if (document === undefined || selection === undefined || selection.text === '') return undefined;
    const { startLine, endLine = startLine, text } = selection;
    const lines = startLine === undefined ? '' : startLine === endLine ? `:${startLine}` : `:${startLine}-${endLine}`;
    return { title: `Selection: ${shown(cwd, document.path)}${lines}`, text };
  },
});

/** The path relative to the working directory, if it is inside. */
function shown(cwd: string, path: string): string {
  const short = relative(cwd, path);
  return short === '' || short.startsWith('..') ? path : short;
}
