/**
 * The files that a client lets version 1 agents read and write: only those in the directories of their session.
 *
 * An agent reads unsaved changes of the user. Requests for the same path are handled in order.
 */
import { resolve } from 'node:path';

import type { ReadTextFileRequest, WriteTextFileRequest } from '@acp-stack/schema/v1';

import { isAbsolutePath } from '../../paths/path-rules.ts';
import { findLines } from '../../files/lines.ts';
import { checkLines } from '../../files/files.ts';
import { WorkspaceError } from '../../contract/workspace-error.ts';
import { KeyedQueue } from './keyed-queue.ts';
import type { MachineContext, SessionWorkspaces } from './session-workspaces.ts';
import { withWireErrors } from './wire-error.ts';

/** A file that an agent requests, inside the directories of its session. */
export interface AskedFile {
  /** As the agent wrote it. */
  readonly path: string;
  /** Without links. */
  readonly realPath: string;
}

/** The unsaved changes of an editor. */
export interface EditorBuffers {
  /** The text of a file with unsaved changes; undefined if there are none. */
  unsaved(file: AskedFile): string | undefined | Promise<string | undefined>;
  /** Called when an agent has written a file, so that the editor can show the new content. */
  written?(file: AskedFile, text: string): void | Promise<void>;
}

/** For `client().onFiles()`. */
export interface MachineFiles {
  /** Returns the requested lines, with unsaved changes. */
  readonly readText: (request: ReadTextFileRequest, context: MachineContext) => Promise<string>;
  /** Replaces or creates a file, and tells the editor. */
  readonly writeText: (request: WriteTextFileRequest, context: MachineContext) => Promise<void>;
}

export function fileHandlers(workspaces: SessionWorkspaces, buffers: EditorBuffers | undefined): MachineFiles {
  const queue = new KeyedQueue();
  const inTurn = <T>(path: string, work: () => Promise<T>): Promise<T> =>
    withWireErrors(() => {
      requireAbsolute(path);
      return queue.run(resolve(path), work);
    });
  return {
    readText: ({ path, line, limit }, { session, signal }) =>
      inTurn(path, async () => {
        const { roots, files } = await workspaces.of(session);
        const range = checkLines(path, line ?? 1, limit ?? Infinity);
        // Check the path first: an editor may have any file open.
        const realPath = await roots.resolve(path);
        const unsaved = await buffers?.unsaved({ path, realPath });
        if (unsaved === undefined) return (await files.read(path, { ...range, signal })).text;
        const bytes = Buffer.from(unsaved);
        const { start, end } = findLines(bytes, range);
        return bytes.toString('utf8', start, end);
      }),
    writeText: ({ path, content }, { session, signal }) =>
      inTurn(path, async () => {
        const { files } = await workspaces.of(session);
        const { path: realPath } = await files.write(path, content, { signal });
        await buffers?.written?.({ path, realPath }, content);
      }),
  };
}

function requireAbsolute(path: string): void {
  if (isAbsolutePath(path)) return;
  throw new WorkspaceError('invalid', `path must be absolute, not ${JSON.stringify(path)}.`, {
    path,
  });
}
