/**
 * The files that a client lets agents of version 1 read and write: those in the folders of their session, and nothing else.
 *
 * What the user has changed and not saved is what an agent reads. Requests for the same path are answered in the order in which they came.
 */
import { resolve } from 'node:path';

import type { ReadTextFileRequest, WriteTextFileRequest } from '@acp-stack/schema/v1';

import { isAbsolutePath } from '../../paths/path-rules.ts';
import { findLines } from '../../files/lines.ts';
import { checkLines } from '../../files/files.ts';
import { WorkspaceError } from '../../contract/workspace-error.ts';
import { KeyedQueue } from './keyed-queue.ts';
import type { MachineContext, SessionWorkspaces } from './session-workspaces.ts';
import { answering } from './wire-error.ts';

/** A file that an agent asks for, inside of the folders of its session. */
export interface AskedFile {
  /** As the agent wrote it. */
  readonly path: string;
  /** Without links. */
  readonly realPath: string;
}

/** What an editor holds of files besides the disk. */
export interface EditorBuffers {
  /** The text of a file with the changes that were not saved; undefined when there are none, and the disk is right. */
  unsaved(file: AskedFile): string | undefined | Promise<string | undefined>;
  /** Hears that an agent has written a file, so that the editor shows that. */
  written?(file: AskedFile, text: string): void | Promise<void>;
}

/** For `client().onFiles()`. */
export interface MachineFiles {
  /** Answers with the lines that were asked for, with what the user has not saved. */
  readonly readText: (request: ReadTextFileRequest, context: MachineContext) => Promise<string>;
  /** Replaces a file, or makes it, and tells the editor. */
  readonly writeText: (request: WriteTextFileRequest, context: MachineContext) => Promise<void>;
}

export function fileHandlers(workspaces: SessionWorkspaces, buffers: EditorBuffers | undefined): MachineFiles {
  const queue = new KeyedQueue();
  const inTurn = <T>(path: string, work: () => Promise<T>): Promise<T> =>
    answering(() => {
      requireAbsolute(path);
      return queue.run(resolve(path), work);
    });
  return {
    readText: ({ path, line, limit }, { session, signal }) =>
      inTurn(path, async () => {
        const { roots, files } = await workspaces.of(session);
        const range = checkLines(path, line ?? 1, limit ?? Infinity);
        // Whether it is inside comes first: an editor may have anything open.
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
  throw new WorkspaceError('invalid', `A file is asked for by its absolute path, not by ${JSON.stringify(path)}.`, {
    path,
  });
}
