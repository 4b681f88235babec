/** What the user has open in the editor, where the client tells: what is asked about is mostly there. */
import { text, type AgentSession } from '@acp-stack/sdk';
import { WorkspaceError } from '@acp-stack/workspace';
import { fileURLToPath } from 'node:url';

import type { Tool } from '../model/tool.ts';
import { objectSchema } from './input.ts';
import { shownPath } from './shown-path.ts';
import type { Workbench } from './workbench.ts';

/** Files of the workspace by what they are to the user; absolute paths. */
export interface EditorState {
  /** The one with the focus. */
  readonly active: string | undefined;
  readonly open: readonly string[];
  /** Newest first. */
  readonly recent: readonly string[];
}

const mostRecent = 20;

/** Whether the client tells anything about its documents. */
export const hasEditorState = ({ connection }: AgentSession): boolean =>
  ['openDocuments', 'recentDocuments', 'activeDocument'].some((each) => connection.supports(`workspace.${each}`));

/** Asks the client for everything that it offers to tell (EDIT-01); documents outside of the workspace are left out. */
export async function editorState({ session, workspace }: Workbench): Promise<EditorState> {
  const { id: sessionId, connection } = session;
  const [active, open, recent] = await Promise.all([
    connection.supports('workspace.activeDocument')
      ? connection
          .request('workspace/active_document', { sessionId })
          .then(({ document }) => (document ? [document] : []))
      : [],
    connection.supports('workspace.openDocuments')
      ? connection.request('workspace/open_documents', { sessionId }).then(({ documents }) => documents)
      : [],
    connection.supports('workspace.recentDocuments')
      ? connection
          .request('workspace/recent_documents', { sessionId, limit: mostRecent })
          .then(({ documents }) => documents)
      : [],
  ]);
  const paths = async (documents: readonly { readonly uri: string }[]): Promise<readonly string[]> => {
    const found = await Promise.all(documents.map(({ uri }) => pathInside(workspace, uri)));
    return found.filter((path) => path !== undefined);
  };
  const [[activePath], openPaths, recentPaths] = await Promise.all([paths(active), paths(open), paths(recent)]);
  return { active: activePath, open: openPaths, recent: recentPaths };
}

async function pathInside({ roots }: Workbench['workspace'], uri: string): Promise<string | undefined> {
  try {
    return await roots.resolve(fileURLToPath(uri));
  } catch (error) {
    // A document that is none of this session's, or no file at all.
    if (error instanceof WorkspaceError || error instanceof TypeError) return undefined;
    throw error;
  }
}

export const editorStateTool = (bench: Workbench): Tool => ({
  name: 'editor_state',
  description:
    'Tells which files the user has open in the editor, which one has the focus, and which were open lately. ' +
    'Use it when the user speaks of “this file” or “here”.',
  kind: 'read',
  inputSchema: objectSchema({}, []),
  describe: () => ({ title: 'Look at the open files' }),
  run: async () => {
    const state = await editorState(bench);
    const shown = (paths: readonly string[]): string =>
      paths.length === 0 ? 'none' : paths.map((path) => shownPath(bench.session.cwd, path)).join(', ');
    const words = [
      `Focus: ${shown(state.active === undefined ? [] : [state.active])}`,
      `Open: ${shown(state.open)}`,
      `Lately: ${shown(state.recent)}`,
    ].join('\n');
    return {
      content: [{ type: 'content', content: text(words) }],
      rawOutput: { active: state.active ?? null, open: state.open, recent: state.recent },
    };
  },
});
