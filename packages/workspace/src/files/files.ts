/**
 * The files of a workspace. Every path is checked against the roots, and used through the folder that was checked.
 *
 * Links are followed if they stay inside the roots; `delete` and `move` act on the link itself.
 */
import { lstat, mkdir, opendir, rmdir, unlink } from 'node:fs/promises';
import type { Stats } from 'node:fs';

import type { Folder } from '../paths/folder.ts';
import type { WorkspaceLimits } from '../contract/limits.ts';
import { findLines, lineEndingOf, withEnding, type LineEnding, type LineRange } from './lines.ts';
import { removeTree } from './remove-tree.ts';
import { renameOver } from './rename-over.ts';
import { replaceFile, type PreservedAttributes } from './replace-file.ts';
import type { AnchoredEntry, Roots } from '../paths/roots.ts';
import { readBytes, readLines, checkText, startsWithMark, versionOf, withFile } from './text-file.ts';
import { errorCode, WorkspaceError } from '../contract/workspace-error.ts';

/** Which lines of a file to read; all by default. */
export interface ReadOptions {
  /** The first line, counted from 1. */
  readonly line?: number;
  /** The maximum number of lines. */
  readonly limit?: number;
  /** Stops reading; the call rejects with the reason of the abort. */
  readonly signal?: AbortSignal;
}

/** The text of a file, and information about the file. */
export interface ReadFile {
  /** The requested lines with their line endings, without a byte order mark. */
  readonly text: string;
  /** The real path. */
  readonly path: string;
  /** The size of the file. */
  readonly bytes: number;
  /** Whether the file has more lines after `text`. */
  readonly isTruncated: boolean;
  /** Undefined if the file is too large to count them. */
  readonly totalLines: number | undefined;
  /** The line ending; `mixed` if they differ. For a part of a large file, that of the lines read. */
  readonly lineEnding: LineEnding;
  /** Whether the file starts with a byte order mark; `write` keeps it. */
  readonly hasByteOrderMark: boolean;
  /** Identifies the content of the whole file, for `write`; empty if the file is too large, which matches no file. */
  readonly version: string;
}

/** Conditions of a write, and what it preserves. */
export interface WriteOptions {
  /** Writes only if the content is still that of this `version`; otherwise rejects with `changed`. */
  readonly ifVersion?: string;
  /** Writes only if the file does not exist; otherwise rejects with `exists`. */
  readonly ifAbsent?: boolean;
  /** `keep` (default) keeps the byte order mark of the old file, and its line endings if they are uniform. */
  readonly lineEndings?: 'keep' | 'as-given';
  /** Stops before the file is replaced; the old content stays. */
  readonly signal?: AbortSignal;
}

/** The result of `write`. */
export interface WrittenFile {
  /** The real path. */
  readonly path: string;
  /** The size of the file, with the preserved line endings and byte order mark. */
  readonly bytes: number;
  /** Identifies the new content, for the `ifVersion` of the next `write`. */
  readonly version: string;
  /** Whether the file did not exist before. */
  readonly isNew: boolean;
}

/** The type of a directory entry; `other` is a device, a pipe or a socket. */
export type EntryKind = 'file' | 'directory' | 'link' | 'other';

/** An entry of a directory listing. */
export interface FolderEntry {
  /** The name without the directory. */
  readonly name: string;
  /** The type; a link is `link`, wherever it leads. */
  readonly kind: EntryKind;
}

/** The entries of a directory, not recursive. */
export interface FolderListing {
  /** The real path. */
  readonly path: string;
  /** Sorted by name. */
  readonly entries: readonly FolderEntry[];
  /** Whether entries were left out because of the limit `entries`. */
  readonly isTruncated: boolean;
}

/** Information about a path; links are followed. */
export interface FileInfo {
  /** The real path. */
  readonly path: string;
  /** The type; never `link`, because links are followed. */
  readonly kind: EntryKind;
  /** The size that the operating system reports; for a directory, not the size of its content. */
  readonly bytes: number;
  /** The time of the last change of the content. */
  readonly modifiedAt: Date;
  /** The permission bits. */
  readonly mode: number;
}

interface Existing extends PreservedAttributes {
  readonly bytes: Buffer;
  readonly version: string | undefined;
}

/** Reads and changes files inside the roots; a path that leads out of them rejects with `outside`. */
export class Files {
  readonly #roots: Roots;
  readonly #limits: WorkspaceLimits;

  /** Called by `openWorkspace`. */
  constructor(roots: Roots, limits: WorkspaceLimits) {
    this.#roots = roots;
    this.#limits = limits;
  }

  /** Reads a text file, or some lines of it. */
  async read(path: string, { line = 1, limit = Infinity, signal }: ReadOptions = {}): Promise<ReadFile> {
    const range = checkLines(path, line, limit);
    signal?.throwIfAborted();
    return this.#roots.withEntry(path, { follow: true }, (entry) =>
      withFile(entry, 'read', async (handle, size) => {
        const maxBytes = this.#limits.fileBytes;
        if (size > maxBytes && limit === Infinity) throw tooLarge(path, size, maxBytes);
        if (size > maxBytes) {
          const part = await readLines(handle, { ...range, maxBytes, signal });
          const { content, hasByteOrderMark } = checkText(part.bytes, path);
          return {
            text: content.toString('utf8'),
            path: entry.path,
            bytes: size,
            lineEnding: lineEndingOf(content),
            hasByteOrderMark,
            isTruncated: part.isTruncated,
            totalLines: undefined,
            version: '',
          };
        }
        const bytes = await readBytes(handle, { size, signal });
        return { path: entry.path, ...readWhole(bytes, range, path) };
      }),
    );
  }

  /**
   * Writes a text file atomically; creates missing directories. An existing file keeps its mode, and its line endings
   * if they are uniform.
   */
  async write(path: string, text: string, options: WriteOptions = {}): Promise<WrittenFile> {
    const { signal } = options;
    signal?.throwIfAborted();
    const maxBytes = this.#limits.fileBytes;
    const size = Buffer.byteLength(text);
    if (size > maxBytes) throw tooLarge(path, size, maxBytes);
    return this.#roots.withEntry(path, { follow: true, create: makeFolder }, async (entry) => {
      const existing = await this.#existing(entry, signal);
      checkExpectation(path, existing, options);
      const bytes = encode(text, options.lineEndings === 'as-given' ? undefined : existing);
      await replaceFile(entry, {
        bytes,
        keep: existing,
        check: async () => {
          signal?.throwIfAborted();
          if (options.ifAbsent === true || options.ifVersion !== undefined) {
            checkExpectation(path, await this.#existing(entry, signal), options);
          }
        },
      });
      return { path: entry.path, bytes: bytes.length, version: versionOf(bytes), isNew: existing === undefined };
    });
  }

  /**
   * Deletes a file, a link or an empty directory; with `recursive` also a directory with its content. Links are not
   * followed.
   */
  async delete(
    path: string,
    options: { readonly recursive?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    const { recursive = false, signal } = options;
    signal?.throwIfAborted();
    return this.#roots.withEntry(path, { follow: false }, async ({ folder, name, path: realPath }) => {
      this.#refuseRoot(path, realPath);
      const stats = await lstat(folder.address(name));
      if (!stats.isDirectory()) await unlink(folder.address(name));
      else if (recursive) await removeTree(folder, name, signal);
      else await rmdir(folder.address(name));
    });
  }

  /**
   * Moves a file, a link or a directory; creates missing directories. An existing target is replaced only if
   * `overwrite` is set.
   */
  async move(
    from: string,
    to: string,
    { overwrite = false, signal }: { readonly overwrite?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    signal?.throwIfAborted();
    return this.#roots.withEntry(from, { follow: false }, async (source) => {
      this.#refuseRoot(from, source.path);
      const sourceAddress = source.folder.address(source.name);
      await lstat(sourceAddress);
      await this.#roots.withEntry(to, { follow: false, create: makeFolder }, async (target) => {
        this.#refuseRoot(to, target.path);
        const targetAddress = target.folder.address(target.name);
        if (!overwrite && (await lstatOrUndefined(targetAddress)) !== undefined) {
          throw new WorkspaceError('exists', `${to} exists already; choose another name.`, { path: to });
        }
        await renameOver(sourceAddress, targetAddress);
      });
    });
  }

  /** Lists a directory; links are not followed. */
  async list(path: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<FolderListing> {
    signal?.throwIfAborted();
    return this.#roots.withEntry(path, { follow: true }, async (entry) => {
      if (entry.name === '.') return this.#list(entry.folder, signal);
      const folder = await entry.folder.enter(entry.name);
      try {
        return await this.#list(folder, signal);
      } finally {
        await folder.close();
      }
    });
  }

  /** Returns information about a path; links are followed. */
  async stat(path: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<FileInfo> {
    signal?.throwIfAborted();
    return this.#roots.withEntry(path, { follow: true }, async ({ folder, name, path: realPath }) => {
      const stats = await lstat(folder.address(name));
      const { size, mtime, mode } = stats;
      return { path: realPath, kind: kindOf(stats), bytes: size, modifiedAt: mtime, mode: mode & 0o7777 };
    });
  }

  async #list(folder: Folder, signal: AbortSignal | undefined): Promise<FolderListing> {
    const entries: FolderEntry[] = [];
    let isTruncated = false;
    for await (const entry of await opendir(folder.address('.'))) {
      signal?.throwIfAborted();
      if (entries.length === this.#limits.entries) {
        isTruncated = true;
        break;
      }
      entries.push({ name: entry.name, kind: kindOf(entry) });
    }
    return { path: folder.realPath, entries: entries.toSorted(byName), isTruncated };
  }

  /** The file that a write would replace; undefined if there is none. */
  async #existing(entry: AnchoredEntry, signal: AbortSignal | undefined): Promise<Existing | undefined> {
    try {
      return await withFile(entry, 'replace', async (handle, size) => {
        const { mode, uid, gid } = await handle.stat();
        const maxBytes = this.#limits.fileBytes;
        const bytes = await readBytes(handle, { size: Math.min(size, maxBytes), signal });
        return { mode, uid, gid, bytes, version: size > maxBytes ? undefined : versionOf(bytes) };
      });
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  #refuseRoot(path: string, realPath: string): void {
    if (!this.#roots.holdsRoot(realPath)) return;
    throw new WorkspaceError('denied', `${path} is a root of this session, or holds one, and has to stay.`, { path });
  }
}

function readWhole(bytes: Buffer, range: LineRange, path: string): Omit<ReadFile, 'path'> {
  const { content, hasByteOrderMark } = checkText(bytes, path);
  const { start, end, total } = findLines(content, range);
  return {
    text: content.toString('utf8', start, end),
    bytes: bytes.length,
    isTruncated: end < content.length,
    totalLines: total,
    lineEnding: lineEndingOf(content),
    hasByteOrderMark,
    version: versionOf(bytes),
  };
}

function encode(text: string, existing: Existing | undefined): Buffer {
  if (existing === undefined) return Buffer.from(text);
  const ending = lineEndingOf(existing.bytes);
  const mark = startsWithMark(existing.bytes) && !text.startsWith('\u{FEFF}') ? '\u{FEFF}' : '';
  return Buffer.from(mark + withEnding(text, ending));
}

function checkExpectation(path: string, existing: Existing | undefined, options: WriteOptions): void {
  if (options.ifAbsent === true && existing !== undefined) {
    throw new WorkspaceError('exists', `${path} exists already; read it before you change it.`, { path });
  }
  if (options.ifVersion !== undefined && existing?.version !== options.ifVersion) {
    throw new WorkspaceError('changed', `${path} has been changed since it was read; read it again.`, { path });
  }
}

/** Validates the requested lines of a file. */
export function checkLines(path: string, line: number, limit: number): LineRange {
  if (!Number.isInteger(line) || line < 1) {
    throw new WorkspaceError('invalid', `Lines are counted from 1; there is no line ${line}.`, { path });
  }
  if (limit !== Infinity && (!Number.isInteger(limit) || limit < 0)) {
    throw new WorkspaceError('invalid', `limit must be a number of lines, not ${limit}.`, { path });
  }
  return { line, limit };
}

function tooLarge(path: string, size: number, maxBytes: number): WorkspaceError {
  const words = `has ${size} bytes, and no more than ${maxBytes} are taken at once; use a part of it (line and limit)`;
  return new WorkspaceError('too-large', `${path} ${words}.`, { path });
}

async function makeFolder(folder: Folder, name: string): Promise<void> {
  try {
    await mkdir(folder.address(name));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

async function lstatOrUndefined(address: string): Promise<Stats | undefined> {
  try {
    return await lstat(address);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function kindOf(entry: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

const byName = (left: FolderEntry, right: FolderEntry): number => (left.name < right.name ? -1 : 1);
