/** Common context providers: the state of the git repository, the active file, and the selection in it. */
import { relative } from 'node:path';

import type { RuntimeContext } from '@acp-stack/schema/v2/unstable';

import type { Workspace } from '../../workspace.ts';
import { readGitStatus } from '../../git/git-status.ts';
import { WorkspaceError } from '../../contract/workspace-error.ts';
import type { ContextProvider } from './context.ts';
import type { EditorState } from '../editor/editor-state.ts';

/** Lines of a file that are read; `collectContext` limits the characters that are sent. */
const maxLines = 2000;

/** Provides the branch and the changed files; nothing outside a repository. No program of the repository runs. */
export const gitContext = (workspace: () => Promise<Workspace>): ContextProvider => ({
  name: 'git',
  collect: async (signal) => {
    const { roots } = await workspace();
    const text = await readGitStatus(roots.cwd, { signal });
    return text === undefined ? undefined : { title: 'git status', text };
  },
});

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
