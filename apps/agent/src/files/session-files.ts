/**
 * The text files of a session: the buffers of the editor if the client offers them, the disk otherwise.
 *
 * A path is always checked against the roots first.
 */
import { describeError, RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type { EditorFiles } from '@acp-stack/sdk';
import { WorkspaceError, type Workspace } from '@acp-stack/workspace';

export interface TextRange {
  /** The first line, from 1. */
  readonly line?: number;
  /** How many lines. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

export interface TextFile {
  /** Absolute, with symbolic links resolved. */
  readonly path: string;
  readonly text: string;
  /** How many lines the whole file has; undefined if they were not counted. */
  readonly totalLines: number | undefined;
  /** The version of the file when it was read; undefined for an editor buffer. */
  readonly version: string | undefined;
}

export class SessionFiles {
  readonly #workspace: Workspace;
  readonly #editor: EditorFiles;

  constructor(workspace: Workspace, editor: EditorFiles) {
    this.#workspace = workspace;
    this.#editor = editor;
  }

  /** Resolves `path` to an absolute path; rejects if it is outside the roots. */
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
    const text = await this.#askEditor(path, () => this.#editor.readText(realPath, options));
    return { path: realPath, text, totalLines: undefined, version: undefined };
  }

  /** The whole text; undefined if the file does not exist. */
  async readIfThere(path: string, signal?: AbortSignal): Promise<TextFile | undefined> {
    try {
      return await this.read(path, signal === undefined ? {} : { signal });
    } catch (error) {
      if (error instanceof WorkspaceError && error.code === 'missing') return undefined;
      throw error;
    }
  }

  /** Writes the whole text. `before` is the file as it was read: if it has changed since, nothing is written. */
  async write(
    path: string,
    text: string,
    { before, signal }: { readonly before?: TextFile | undefined; readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    if (this.#editor.canWrite) {
      const realPath = await this.resolve(path);
      await this.#requireUnchanged(path, before);
      await this.#askEditor(path, () => this.#editor.writeText(realPath, text));
      return;
    }
    // What was read was an editor buffer; the disk may differ from it.
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

  /** Turns an error of the editor into a `WorkspaceError`. */
  async #askEditor<T>(path: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const isMissing = error.code === errorCodes.resource_not_found;
      const words = isMissing ? `${path} does not exist.` : `The editor failed for ${path}: ${describeError(error)}`;
      throw new WorkspaceError(isMissing ? 'missing' : 'failed', words, { path, cause: error });
    }
  }
}
