/**
 * The files of the editor, unsaved changes included.
 *
 * Only clients of version 1 offer them; with others every call rejects with a `CapabilityError`. `canRead` and
 * `canWrite` tell whether they do.
 */
import type { EditorCalls } from './editor-calls.ts';

/** Which part of a file is read. */
export interface ReadOptions {
  /** The first line, counted from 1. */
  readonly line?: number;
  /** How many lines. */
  readonly limit?: number;
}

/** Reads and writes files through the editor, if it offers that. */
export class EditorFiles {
  readonly #calls: EditorCalls;
  readonly #sessionId: string;

  constructor(calls: EditorCalls, sessionId: string) {
    this.#calls = calls;
    this.#sessionId = sessionId;
  }

  /** Whether the editor can read files. */
  get canRead(): boolean {
    return this.#calls.supports('fs.readTextFile');
  }

  /** Whether the editor can write files. */
  get canWrite(): boolean {
    return this.#calls.supports('fs.writeTextFile');
  }

  /** The text of the file at an absolute path, unsaved changes included. */
  async readText(path: string, options: ReadOptions = {}): Promise<string> {
    const { content } = await this.#calls.request('fs/read_text_file', {
      sessionId: this.#sessionId,
      path,
      ...options,
    });
    return content;
  }

  /** Writes the file at an absolute path, or creates it. */
  async writeText(path: string, content: string): Promise<void> {
    await this.#calls.request('fs/write_text_file', { sessionId: this.#sessionId, path, content });
  }
}
