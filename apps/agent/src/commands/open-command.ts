/** `/open`: the files that the user has open in the editor, each with a link. */
import { describeError, RpcError } from '@acp-stack/rpc';
import { resourceLink, type Turn } from '@acp-stack/sdk';
import { pathToFileURL } from 'node:url';

import { shownPath } from '../text/shown-path.ts';
import { editorState, type EditorState } from '../tools/editor-state.ts';
import type { SessionResources } from '../tools/session-resources.ts';

/** The most files of one list. */
const maxShown = 50;

export async function openFiles(resources: SessionResources, turn: Turn): Promise<void> {
  const state = await stateOr(resources, turn);
  if (typeof state === 'string') {
    await turn.message.append(`${state}\n`);
    return;
  }
  const { active, open, recent, outside } = state;
  const isShown = new Set([...open, ...(active === undefined ? [] : [active])]);
  const older = recent.filter((path) => !isShown.has(path));
  await list(resources, turn, 'In focus', active === undefined ? [] : [active]);
  await list(resources, turn, 'Open', open);
  await list(resources, turn, 'Recent', older);
  if (isShown.size + older.length === 0) await turn.message.append('No file of this workspace is open.\n');
  if (outside > 0) {
    const many = outside === 1 ? 'One more file is' : `${outside} more files are`;
    await turn.message.append(`${many} outside of this workspace and not listed.\n`);
  }
}

/** The state of the editor, or the reason why it is not known. */
async function stateOr(resources: SessionResources, turn: Turn): Promise<EditorState | string> {
  try {
    return await editorState(resources, turn.signal);
  } catch (error) {
    if (!(error instanceof RpcError) || turn.signal.aborted) throw error;
    return `The editor did not report its open files: ${describeError(error)}`;
  }
}

async function list({ session }: SessionResources, turn: Turn, title: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await turn.message.append(`**${title}**\n`);
  for (const path of paths.slice(0, maxShown)) {
    const name = shownPath(session.cwd, path);
    await turn.message.append(`- ${name} `);
    await turn.message.append(resourceLink(pathToFileURL(path).href, name));
    await turn.message.append('\n');
  }
  if (paths.length > maxShown) await turn.message.append(`- and ${paths.length - maxShown} more\n`);
}
