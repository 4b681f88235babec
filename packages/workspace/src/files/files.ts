/**
 * The files of a workspace. Every path is checked against the roots, and used through the folder that was checked.
 *
 * Links are followed as long as they stay inside of the roots; `delete` and `move` mean the link itself.
 */
import { lstat, mkdir, opendir, rename, rmdir, unlink } from 'node:fs/promises';
import type { Stats } from 'node:fs';

import type { Folder } from '../paths/folder.ts';
import type { WorkspaceLimits } from '../contract/limits.ts';
import { findLines, lineEndingOf, withEnding, type LineEnding, type LineRange } from './lines.ts';
import { removeTree } from './remove-tree.ts';
import { replaceFile, type Keepsakes } from './replace-file.ts';
import type { Place, Roots } from '../paths/roots.ts';
import { readBytes, readLines, readText, startsWithMark, versionOf, withFile } from './text-file.ts';
import { errorCode, WorkspaceError } from '../contract/workspace-error.ts';

/** Which lines of a file to read; all of them when nothing is said. */
export interface ReadOptions {
  /** The first line, counted from 1. */
  readonly line?: number;
  /** How many lines at most. */
  readonly limit?: number;
  /** Stops reading; the call rejects with the reason of the abort. */
  readonly signal?: AbortSignal;
}

/** Text of a file, and what is known about the file. */
export interface ReadFile {
  /** The lines that were asked for, with their endings, without a byte order mark. */
  readonly text: string;
  /** The real path. */
  readonly path: string;
  /** The size of the file. */
  readonly bytes: number;
  /** Whether lines of the file come after `text`. */
  readonly isTruncated: boolean;
  /** Undefined when the file is too large to be counted. */
  readonly totalLines: number | undefined;
  /** How the lines end; `mixed` when not all alike. Of a part of a large file, those that were read. */
  readonly lineEnding: LineEnding;
  /** Whether the file begins with a byte order mark; `write` keeps it. */
  readonly hasByteOrderMark: boolean;
  /** Names the content of the whole file, for `write`; empty when that is too large, which fits no file. */
  readonly version: string;
}

/** What has to hold for a file to be written, and what of it stays as it was. */
export interface WriteOptions {
  /** Writes only if the content is still that of this `version`; otherwise rejects with `changed`. */
  readonly ifVersion?: string;
  /** Writes only if there is no file yet; otherwise rejects with `exists`. */
  readonly ifAbsent?: boolean;
  /** Whether a file whose lines all end alike keeps that, and its byte order mark; `keep` when absent. */
  readonly lineEndings?: 'keep' | 'as-given';
  /** Stops before the file is replaced; what stood there stays whole. */
  readonly signal?: AbortSignal;
}

/** What stands on the disk after a `write`. */
export interface WrittenFile {
  /** The real path. */
  readonly path: string;
  /** The size of the file, with the line endings and the byte order mark that it kept. */
  readonly bytes: number;
  /** Names the new content, for the `ifVersion` of the next `write`. */
  readonly version: string;
  /** Whether there was no file before. */
  readonly isNew: boolean;
}

/** What a name in a folder stands for; `other` is a device, a pipe or a socket. */
export type EntryKind = 'file' | 'directory' | 'link' | 'other';

/** One name in a folder that was listed. */
export interface FolderEntry {
  /** The name alone, without the folder. */
  readonly name: string;
  /** What it stands for; a link is `link`, wherever it leads. */
  readonly kind: EntryKind;
}

/** What is in a folder, itself and not what is below. */
export interface FolderListing {
  /** The real path. */
  readonly path: string;
  /** By name. */
  readonly entries: readonly FolderEntry[];
  /** Whether the folder has more entries than the limit `entries`; these are left out. */
  readonly isTruncated: boolean;
}

/** What the file system knows of a path, links followed. */
export interface FileFacts {
  /** The real path. */
  readonly path: string;
  /** What stands there; never `link`, which is followed. */
  readonly kind: EntryKind;
  /** The size, as the system tells it; of a folder it says nothing about what is inside. */
  readonly bytes: number;
  /** When the content was last changed. */
  readonly modifiedAt: Date;
  /** The permission bits. */
  readonly mode: number;
}

interface Existing extends Keepsakes {
  readonly bytes: Buffer;
  readonly version: string | undefined;
}

/** Reads and changes the files inside of the roots; whatever leads out of them rejects with `outside`. */
export class Files {
  readonly #roots: Roots;
  readonly #limits: WorkspaceLimits;

  /** Made by `openWorkspace`. */
  constructor(roots: Roots, limits: WorkspaceLimits) {
    this.#roots = roots;
    this.#limits = limits;
  }

  /** Reads a text file, or some lines of it. */
  async read(path: string, { line = 1, limit = Infinity, signal }: ReadOptions = {}): Promise<ReadFile> {
    const range = checkLines(path, line, limit);
    signal?.throwIfAborted();
    return this.#roots.place(path, { follow: true }, (place) =>
      withFile(place, 'read', async (handle, size) => {
        const most = this.#limits.fileBytes;
        if (size > most && limit === Infinity) throw tooLarge(path, size, most);
        if (size > most) {
          const part = await readLines(handle, { ...range, most, signal });
          const { content, hasByteOrderMark } = readText(part.bytes, path);
          const facts = { isTruncated: part.isTruncated, totalLines: undefined, version: '' };
          return {
            text: content.toString('utf8'),
            path: place.path,
            bytes: size,
            lineEnding: lineEndingOf(content),
            hasByteOrderMark,
            ...facts,
          };
        }
        const bytes = await readBytes(handle, { size, signal });
        return { path: place.path, ...readWhole(bytes, range, path) };
      }),
    );
  }

  /** Writes a text file, atomically; makes the folders on the way. An old file keeps its mode, and its line endings if these are all alike. */
  async write(path: string, text: string, options: WriteOptions = {}): Promise<WrittenFile> {
    const { signal } = options;
    signal?.throwIfAborted();
    const most = this.#limits.fileBytes;
    const size = Buffer.byteLength(text);
    if (size > most) throw tooLarge(path, size, most);
    return this.#roots.place(path, { follow: true, create: makeFolder }, async (place) => {
      const existing = await this.#existing(place, signal);
      checkExpectation(path, existing, options);
      const bytes = encode(text, options.lineEndings === 'as-given' ? undefined : existing);
      await replaceFile(place, {
        bytes,
        keep: existing,
        check: async () => {
          signal?.throwIfAborted();
          if (options.ifAbsent === true || options.ifVersion !== undefined) {
            checkExpectation(path, await this.#existing(place, signal), options);
          }
        },
      });
      return { path: place.path, bytes: bytes.length, version: versionOf(bytes), isNew: existing === undefined };
    });
  }

  /** Deletes a file, a link or an empty folder; with `recursive` also a folder with everything in it, following no link. */
  async delete(
    path: string,
    options: { readonly recursive?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    const { recursive = false, signal } = options;
    signal?.throwIfAborted();
    return this.#roots.place(path, { follow: false }, async ({ folder, name, path: realPath }) => {
      this.#refuseRoot(path, realPath);
      const stats = await lstat(folder.address(name));
      if (!stats.isDirectory()) await unlink(folder.address(name));
      else if (recursive) await removeTree(folder, name, signal);
      else await rmdir(folder.address(name));
    });
  }

  /** Gives a file, a link or a folder another place; makes the folders on the way. Refuses to replace anything unless `overwrite` is set. */
  async move(
    from: string,
    to: string,
    { overwrite = false, signal }: { readonly overwrite?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    signal?.throwIfAborted();
    return this.#roots.place(from, { follow: false }, async (source) => {
      this.#refuseRoot(from, source.path);
      const sourceAddress = source.folder.address(source.name);
      await lstat(sourceAddress);
      await this.#roots.place(to, { follow: false, create: makeFolder }, async (target) => {
        this.#refuseRoot(to, target.path);
        const targetAddress = target.folder.address(target.name);
        if (!overwrite && (await lstatOrUndefined(targetAddress)) !== undefined) {
          throw new WorkspaceError('exists', `${to} exists already; choose another name.`, { path: to });
        }
        await rename(sourceAddress, targetAddress);
      });
    });
  }

  /** What is in a folder; links are named, not followed. */
  async list(path: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<FolderListing> {
    signal?.throwIfAborted();
    return this.#roots.place(path, { follow: true }, async (place) => {
      if (place.name === '.') return this.#list(place.folder, signal);
      const folder = await place.folder.enter(place.name);
      try {
        return await this.#list(folder, signal);
      } finally {
        await folder.close();
      }
    });
  }

  /** What stands at `path`, or at the end of the link there. */
  async stat(path: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<FileFacts> {
    signal?.throwIfAborted();
    return this.#roots.place(path, { follow: true }, async ({ folder, name, path: realPath }) => {
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

  /** The file that is to be replaced. */
  async #existing(place: Place, signal: AbortSignal | undefined): Promise<Existing | undefined> {
    try {
      return await withFile(place, 'replace', async (handle, size) => {
        const { mode, uid, gid } = await handle.stat();
        const most = this.#limits.fileBytes;
        const bytes = await readBytes(handle, { size: Math.min(size, most), signal });
        return { mode, uid, gid, bytes, version: size > most ? undefined : versionOf(bytes) };
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
  const { content, hasByteOrderMark } = readText(bytes, path);
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

/** The lines that are wanted of a file; throws when there can be none such. */
export function checkLines(path: string, line: number, limit: number): LineRange {
  if (!Number.isInteger(line) || line < 1) {
    throw new WorkspaceError('invalid', `Lines are counted from 1; there is no line ${line}.`, { path });
  }
  if (limit !== Infinity && (!Number.isInteger(limit) || limit < 0)) {
    throw new WorkspaceError('invalid', `A limit is a number of lines, not ${limit}.`, { path });
  }
  return { line, limit };
}

function tooLarge(path: string, size: number, most: number): WorkspaceError {
  const words = `has ${size} bytes, and no more than ${most} are taken at once; use a part of it (line and limit)`;
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
