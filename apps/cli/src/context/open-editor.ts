/** The documents that a command tells agents of: the files that it was given, and what an editor has written down. */
import { EditorStateFile, OpenedFiles, joinEditorStates, type EditorState } from '@acp-stack/workspace/client';

import type { Log } from '../log/log.ts';

export interface EditorSources {
  /** In the order in which they were given. */
  readonly files: OpenedFiles;
  /** The file that an editor writes. */
  readonly editorState: string | undefined;
  readonly log: Pick<Log, 'warn'>;
}

/** What an editor shows goes before what was given. */
export function openEditor({ files, editorState, log }: EditorSources): EditorState {
  if (editorState === undefined) return files;
  const written = new EditorStateFile(editorState, {
    onProblem: (sentence) => {
      log.warn(sentence);
    },
  });
  return joinEditorStates(written, files);
}

/** The same for files that are known from the start. */
export const editorOf = (paths: readonly string[], sources: Omit<EditorSources, 'files'>): EditorState =>
  openEditor({ ...sources, files: new OpenedFiles(paths) });
