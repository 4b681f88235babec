/** What is worth knowing on most machines: what git says about the folder, the file in focus, and what is selected in it. */
import { relative } from 'node:path';

import type { RuntimeContext } from '@acp-stack/schema/v2/unstable';

import type { Workspace } from '../../workspace.ts';
import { WorkspaceError } from '../../contract/workspace-error.ts';
import type { ContextProvider } from './context.ts';
import type { EditorState } from '../editor/editor-state.ts';

/** Lines of a file that are read; how many characters are sent is up to whoever collects. */
const mostLines = 2000;
const mostGitBytes = 256 * 1024;

/** Settings of a repository by which `git status` runs programs that whoever made the repository has chosen. */
const running = /^(?:local|worktree)\t(?:filter\..*\.(?:clean|process|smudge)|include\.path|includeif\..*)$/imu;

/** The branch, and what has changed; nothing outside of a repository. Nothing is locked, and no program of the repository is run. */
export const gitContext = (workspace: () => Promise<Workspace>): ContextProvider => ({
  name: 'git',
  collect: async (signal) => {
    const { terminals } = await workspace();
    const settings = await git(terminals, ['config', '--list', '--name-only', '--show-scope'], signal);
    // A git that cannot say what it would run is not let run.
    if (settings.exitCode !== 0) throw new Error(settings.words);
    const [setting] = running.exec(settings.words) ?? [];
    if (setting !== undefined) {
      throw new Error(`the repository has git run programs of its own (${setting.split('\t')[1] ?? ''})`);
    }
    const status = ['status', '--short', '--branch', '--ignore-submodules=dirty'];
    const { words, exitCode } = await git(terminals, ['--no-optional-locks', ...status], signal);
    // A folder without a repository has nothing to say.
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
    outputByteLimit: mostGitBytes,
    signal,
  });
  try {
    const { exitCode } = await terminal.waitForExit({ signal });
    return { words: terminal.output().text.trimEnd(), exitCode };
  } finally {
    await terminal.release();
  }
}

/** The text of the file in focus, if it lies inside of the roots: an editor does not decide what is read elsewhere. */
export const activeFileContext = (state: EditorState, workspace: () => Promise<Workspace>): ContextProvider => ({
  name: 'active-file',
  collect: async (signal) => {
    const document = state.active();
    if (document === undefined) return undefined;
    const { files, roots } = await workspace();
    try {
      const { text, path } = await files.read(document.path, { line: 1, limit: mostLines, signal });
      return { title: `Active file: ${shown(roots.cwd, path)}`, text };
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error;
      throw new Error(`${shown(roots.cwd, document.path)} cannot be read here (${error.code})`, { cause: error });
    }
  },
});

/** What is selected in the file in focus. */
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

/** As people write it: from the working directory, where it lies in there. */
function shown(cwd: string, path: string): string {
  const short = relative(cwd, path);
  return short === '' || short.startsWith('..') ? path : short;
}
