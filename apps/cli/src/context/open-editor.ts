/**
 * The documents that agents may ask for: the files given to the command, and those that an editor describes in a file.
 */
import { EditorStateFile, OpenedFiles, joinEditorStates, type EditorState } from '@acp-stack/workspace/client';

import type { Log } from '../log/log.ts';

export interface EditorSources {
  /** The files in the order in which they were given. */
  readonly files: OpenedFiles;
  /** The file in which an editor describes what is open. */
  readonly editorState: string | undefined;
  readonly log: Pick<Log, 'warn'>;
}

/** Returns the documents of the editor, then the given files. */
export function openEditor({ files, editorState, log }: EditorSources): EditorState {
  if (editorState === undefined) return files;
  const written = new EditorStateFile(editorState, {
    onProblem: (sentence) => {
      log.warn(sentence);
    },
  });
  return joinEditorStates(written, files);
}

/** The same for files that are known at the start. */
export const editorOf = (paths: readonly string[], sources: Omit<EditorSources, 'files'>): EditorState =>
  openEditor({ ...sources, files: new OpenedFiles(paths) });
