/** The files that the user has open in the editor, if the client reports them. */
import { text } from '@acp-stack/sdk';
import { WorkspaceError } from '@acp-stack/workspace';
import { fileURLToPath } from 'node:url';

import type { Tool } from '../model/tool.ts';
import { shownPath } from '../text/shown-path.ts';
import { objectSchema } from './tool-arguments.ts';
import type { SessionResources } from './session-resources.ts';

/** Files of the workspace by their state in the editor; absolute paths. */
export interface EditorState {
  /** The file with the focus. */
  readonly active: string | undefined;
  readonly open: readonly string[];
  /** Newest first. */
  readonly recent: readonly string[];
  /** How many documents outside of the workspace were left out. */
  readonly outside: number;
}

const maxOpen = 100;
const maxRecent = 20;

/** Requests everything that the client offers (EDIT-01); documents outside of the workspace are left out. */
export async function editorState(
  { session, workspace }: Pick<SessionResources, 'session' | 'workspace'>,
  signal?: AbortSignal,
): Promise<EditorState> {
  const { editor } = session;
  const waiting = signal === undefined ? {} : { signal };
  const [active, open, recent] = await Promise.all([
    editor.active(waiting),
    editor.open(waiting),
    editor.recent({ ...waiting, limit: maxRecent }),
  ]);
  const outside = new Set<string>();
  const paths = async (documents: readonly { readonly uri: string }[]): Promise<readonly string[]> => {
    const found = await Promise.all(
      documents.map(async ({ uri }) => {
        const path = await pathInside(workspace, uri);
        if (path === undefined) outside.add(uri);
        return path;
      }),
    );
    return found.filter((path) => path !== undefined);
  };
  const [activePath] = await paths(active === undefined ? [] : [active]);
  const [openPaths, recentPaths] = [await paths(open.slice(0, maxOpen)), await paths(recent)];
  return { active: activePath, open: openPaths, recent: recentPaths, outside: outside.size };
}

async function pathInside({ roots }: SessionResources['workspace'], uri: string): Promise<string | undefined> {
  try {
    return await roots.resolve(fileURLToPath(uri));
  } catch (error) {
    // A document outside of the roots, or not a file.
    if (error instanceof WorkspaceError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The names of the files in three lines, for a model. */
export function stateInWords(cwd: string, { active, open, recent }: EditorState): string {
  const shown = (paths: readonly string[]): string =>
    paths.length === 0 ? 'none' : paths.map((path) => shownPath(cwd, path)).join(', ');
  return [
    `Focus: ${shown(active === undefined ? [] : [active])}`,
    `Open: ${shown(open)}`,
    `Recent: ${shown(recent)}`,
  ].join('\n');
}

export const editorStateTool = (resources: SessionResources): Tool => ({
  name: 'editor_state',
  description:
    'Returns which files the user has open in the editor, which one has the focus, and which were open recently. ' +
    'Use it when the user mentions “this file” or “here”.',
  kind: 'read',
  inputSchema: objectSchema({}, []),
  describe: () => ({ title: 'Look at the open files' }),
  run: async (_, { signal }) => {
    const state = await editorState(resources, signal);
    return {
      content: [{ type: 'content', content: text(stateInWords(resources.session.cwd, state)) }],
      rawOutput: { active: state.active ?? null, open: state.open, recent: state.recent },
    };
  },
});
