/** Opens a file of a session in the editor of the user. */
import type { HubMethodContext } from '@acp-stack/hub';
import { RpcError, rpcCodes } from '@acp-stack/rpc';

import { absoluteCommand } from '../files/find-program.ts';
import { startProgram } from '../terminal/start-program.ts';
import { chooseEditor, editorCommand } from './editor-command.ts';
import type { HostParams, HostResults } from '@acp-stack/web';
import { inSession } from './session-files.ts';

/** Opens a file, by its absolute path, at a line that counts from 1. */
export type OpenFile = (path: string, line: number | undefined) => Promise<void>;

/** Where the editor is set. */
export interface EditorSettings {
  /** Opens a file in the editor that this program runs in; absent if it runs in none. */
  readonly openFile?: OpenFile | undefined;
  /** `editor` of the config file. */
  readonly editor: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `open_in_editor`: starts the editor with the file, without a shell. */
export async function openInEditor(
  { sessionId, path, line }: HostParams['openInEditor'],
  context: HubMethodContext,
  { editor, env, openFile }: EditorSettings,
): Promise<HostResults['openInEditor']> {
  const file = await inSession(sessionId, { context, role: 'observer' }, async ({ files }) => {
    // The path without links, which is absolute.
    return await files.stat(path);
  });
  if (file.kind !== 'file') throw refused(`${path} is not a file; name a file.`, 'not-a-file');
  if (openFile !== undefined) {
    await openFile(file.path, line);
    return {};
  }
  const chosen = chooseEditor(editor, env);
  if ('problem' in chosen) throw refused(chosen.problem, 'no_editor');
  const [name, ...args] = chosen.words;
  const program = absoluteCommand(name, env);
  if (program === undefined) throw refused(`The editor ${name} was not found; check its name and PATH.`, 'no_editor');
  const [, ...rest] = editorCommand([name, ...args], { path: file.path, line });
  try {
    await startProgram([program, ...rest]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refused(`The editor ${name} could not be started: ${reason}.`, 'no_editor');
  }
  return {};
}

const refused = (message: string, reason: string): RpcError =>
  new RpcError(rpcCodes.invalidParams, message, { data: { reason } });
