/**
 * The text files of a session as the user sees them: the editor's buffers where it offers them, the disk otherwise.
 *
 * A path is always checked against the roots first, whoever reads or writes the file then.
 */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type { EditorFiles } from '@acp-stack/sdk';
import { WorkspaceError, type Workspace } from '@acp-stack/workspace';

export interface TextRange {
  /** The first line, counted from 1. */
  readonly line?: number;
  /** How many lines. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

export interface TextFile {
  /** Absolute, without links. */
  readonly path: string;
  readonly text: string;
  /** How many lines the whole file has; undefined when that was not counted. */
  readonly totalLines: number | undefined;
  /** What the file was when it was read; undefined for a buffer of the editor. */
  readonly version: string | undefined;
}

export class SessionFiles {
  readonly #workspace: Workspace;
  readonly #editor: EditorFiles;

  constructor(workspace: Workspace, editor: EditorFiles) {
    this.#workspace = workspace;
    this.#editor = editor;
  }

  /** The absolute path that `path` means; rejects when it leads out of the roots. */
  resolve(path: string): Promise<string> {
    return this.#workspace.roots.resolve(path);
  }

  async read(path: string, range: TextRange = {}): Promise<TextFile> {
    if (!this.#editor.canRead) {
      const { text, path: realPath, totalLines, version } = await this.#workspace.files.read(path, range);
      return { path: realPath, text, totalLines, version };
    }
    const realPath = await this.resolve(path);
    const { line, limit } = range;
    const options = { ...(line === undefined ? {} : { line }), ...(limit === undefined ? {} : { limit }) };
    const text = await this.#asked(path, () => this.#editor.readText(realPath, options));
    return { path: realPath, text, totalLines: undefined, version: undefined };
  }

  /** The whole text; undefined when there is no such file. */
  async readIfThere(path: string, signal?: AbortSignal): Promise<TextFile | undefined> {
    try {
      return await this.read(path, signal === undefined ? {} : { signal });
    } catch (error) {
      if (error instanceof WorkspaceError && error.code === 'missing') return undefined;
      throw error;
    }
  }

  /** Writes the whole text. `before` is what was read: a file that has changed since is left alone. */
  async write(
    path: string,
    text: string,
    { before, signal }: { readonly before?: TextFile | undefined; readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    if (this.#editor.canWrite) {
      const realPath = await this.resolve(path);
      await this.#requireUnchanged(path, before);
      await this.#asked(path, () => this.#editor.writeText(realPath, text));
      return;
    }
    // What was read was a buffer, of which the disk knows nothing.
    if (this.#editor.canRead) await this.#requireUnchanged(path, before);
    await this.#workspace.files.write(path, text, {
      ...(signal === undefined ? {} : { signal }),
      ...(before === undefined ? { ifAbsent: true } : {}),
      ...(before?.version === undefined ? {} : { ifVersion: before.version }),
    });
  }

  /** A buffer has no version; its text is compared instead. */
  async #requireUnchanged(path: string, before: TextFile | undefined): Promise<void> {
    const now = await this.readIfThere(path);
    if (now?.text === before?.text) return;
    throw new WorkspaceError('changed', `${path} has changed since it was read; read it again first.`, { path });
  }

  /** An editor's error in the words that everything else here uses. */
  async #asked<T>(path: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const isMissing = error.code === errorCodes.resource_not_found;
      const words = isMissing
        ? `${path} does not exist.`
        : `The editor could not do that with ${path}: ${error.message}`;
      throw new WorkspaceError(isMissing ? 'missing' : 'failed', words, { path, cause: error });
    }
  }
}
