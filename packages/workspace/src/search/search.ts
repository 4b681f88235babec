/**
 * Finds text and files below the roots.
 *
 * Binary files, `.git`, `node_modules`, files that `.gitignore` or `.ignore` exclude, and unreadable files are skipped;
 * links are not followed. Results are sorted by path, the same on every system.
 */
import { closeSync, constants, fstatSync, open, read } from 'node:fs';
import { promisify } from 'node:util';

import { ExpressionSearch } from './expression-search.ts';
import { walkFiles, type WalkedFile } from './file-walk.ts';
import { noWait } from '../paths/regular-file.ts';
import { noFollowFlag } from '../paths/open-without-link.ts';
import { best, FileIndex, scorer, type IndexedFile } from './file-index.ts';
import { pathGlob, type Matcher } from '../patterns/glob.ts';
import type { WorkspaceLimits } from '../contract/limits.ts';
import type { LineMatch } from './line-match.ts';
import { findLiteral } from './literal-search.ts';
import { inOrder } from './ordered-results.ts';
import type { Roots } from '../paths/roots.ts';
import { looksBinary } from '../files/text-file.ts';
import { WorkspaceError } from '../contract/workspace-error.ts';

/** Which files to search, and how many matches to return. */
export interface ContentSearchOptions {
  /**
   * Only files that match one of these patterns; `*.ts` matches in every folder, `src/**` from a root on, and a pattern
   * after `!` excludes.
   */
  readonly glob?: string | readonly string[];
  /** Only for a string; true by default. A regular expression has its own flag. */
  readonly caseSensitive?: boolean;
  /** The maximum number of matches, within the limit of the workspace. */
  readonly limit?: number;
  /**
   * The maximum number of matches in one file; further ones are skipped, and the search continues with the next file.
   */
  readonly perFile?: number;
  /** Also search `node_modules` and files that `.gitignore` or `.ignore` exclude. */
  readonly includeIgnored?: boolean;
  /** Ends the search, also during a slow regular expression; the iteration throws the reason of the abort. */
  readonly signal?: AbortSignal;
}

/** A line that matches. */
export interface ContentMatch extends LineMatch {
  /** Absolute, below the root as it was passed. */
  readonly path: string;
}

/** The progress of a search. */
export interface SearchSummary {
  /** Text files that were searched. */
  readonly files: number;
  /** Their total size in bytes. */
  readonly bytes: number;
  /** Lines that were returned. */
  readonly matches: number;
  /** Files that were skipped because they are larger than the limit. */
  readonly tooLarge: number;
  /** Whether a limit ended the search. */
  readonly isTruncated: boolean;
}

/** The matches of a search, which runs while they are consumed. */
export interface ContentSearch extends AsyncIterable<ContentMatch> {
  /** Updated during the search; final when the iteration has ended. */
  readonly summary: SearchSummary;
}

/** Which files to consider, and how many to return. */
export interface FileSearchOptions {
  /** The maximum number of files, within the limit for matches of the workspace. */
  readonly limit?: number;
  /** Also consider `node_modules` and files that `.gitignore` or `.ignore` exclude. */
  readonly includeIgnored?: boolean;
  /** Ends the search; the call rejects with the reason of the abort. */
  readonly signal?: AbortSignal;
}

/** The files whose path matches, best first. */
export interface FoundFiles {
  /** Absolute, below the roots as they were passed. */
  readonly paths: readonly string[];
  /** Whether there may be more: the limit was reached, or not every file was considered. */
  readonly isTruncated: boolean;
}

/** Files that are read at the same time, enough to keep the four threads of Node's pool busy. */
const concurrency = 32;
const firstBuffer = 64 * 1024;

const openFile = promisify(open);
const readFile = promisify(read);

/** Finds files, and lines in files, below all roots; binary files are skipped, and links are not followed. */
export class Search {
  readonly #roots: Roots;
  readonly #limits: WorkspaceLimits;

  /** Called by `openWorkspace`. */
  constructor(roots: Roots, limits: WorkspaceLimits) {
    this.#roots = roots;
    this.#limits = limits;
  }

  /**
   * Finds the lines that match `query`, a string or a regular expression applied to each line; each line once. Starts
   * when it is iterated.
   */
  content(query: string | RegExp, options: ContentSearchOptions = {}): ContentSearch {
    if (query === '') throw new WorkspaceError('invalid', 'The text to search for is empty.');
    if (typeof query === 'string' && /[\r\n]/u.test(query)) {
      throw new WorkspaceError('invalid', 'The text to search for contains a line break; search for one line of it.');
    }
    return new RunningSearch(this.#roots, { query, options, limits: this.#limits });
  }

  /** Finds files whose path matches: a glob such as `src/*.ts`, or characters in this order, best first. */
  async files(pattern: string, options: FileSearchOptions = {}): Promise<FoundFiles> {
    const { includeIgnored = false, signal } = options;
    const limit = Math.min(options.limit ?? Infinity, this.#limits.matches);
    const score = scorer(pattern);
    const found: { readonly path: string; readonly score: number }[] = [];
    let seen = 0;
    for await (const file of walkFiles(this.#roots, { includeIgnored, signal })) {
      const points = score(file.relativePath);
      await file.done();
      if (points !== undefined) found.push({ path: file.path, score: points });
      seen += 1;
      if (seen === this.#limits.searchFiles) break;
    }
    const isTruncated = found.length > limit || seen === this.#limits.searchFiles;
    return { paths: best(found, limit).map(({ path }) => path), isTruncated };
  }

  /** Reads the paths of all files once, for several searches; `limit` is the maximum number of files to keep. */
  async index(options: FileSearchOptions = {}): Promise<FileIndex> {
    const { includeIgnored = false, signal } = options;
    const limit = Math.min(options.limit ?? Infinity, this.#limits.searchFiles);
    const files: IndexedFile[] = [];
    for await (const file of walkFiles(this.#roots, { includeIgnored, signal })) {
      await file.done();
      if (files.length === limit) return new FileIndex(files, true);
      files.push({ path: file.path, relativePath: file.relativePath });
    }
    return new FileIndex(files, false);
  }
}

interface RunningSearchOptions {
  readonly query: string | RegExp;
  readonly options: ContentSearchOptions;
  readonly limits: WorkspaceLimits;
}

interface Finder extends AsyncDisposable {
  find(bytes: Buffer, path: string, maxMatches: number): Promise<LineMatch[]>;
}

class RunningSearch implements ContentSearch {
  readonly #roots: Roots;
  readonly #search: RunningSearchOptions;
  readonly #matchesGlobs: Matcher;
  readonly #limit: number;
  readonly #buffers: Buffer[] = [];
  #summary: SearchSummary = { files: 0, bytes: 0, matches: 0, tooLarge: 0, isTruncated: false };

  constructor(roots: Roots, search: RunningSearchOptions) {
    this.#roots = roots;
    this.#search = search;
    this.#matchesGlobs = globsOf(search.options.glob);
    this.#limit = Math.min(search.options.limit ?? Infinity, search.limits.matches);
  }

  get summary(): SearchSummary {
    return this.#summary;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ContentMatch, void, void> {
    const { includeIgnored = false, signal } = this.#search.options;
    const finder = this.#finder();
    const files = this.#selected(walkFiles(this.#roots, { includeIgnored, signal }));
    const results = inOrder(files, (file) => this.#searchFile(file, finder), concurrency);
    // Terminates a running regular expression.
    const stop = (): void => void finder[Symbol.asyncDispose]();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      for await (const { path, matches } of results) {
        for (const match of matches) {
          signal?.throwIfAborted();
          if (this.#summary.matches === this.#limit) {
            this.#count({ isTruncated: true });
            return;
          }
          this.#count({ matches: this.#summary.matches + 1 });
          yield { path, ...match };
        }
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      await finder[Symbol.asyncDispose]();
    }
  }

  async *#selected(files: AsyncIterable<WalkedFile>): AsyncGenerator<WalkedFile, void, void> {
    let seen = 0;
    for await (const file of files) {
      if (seen === this.#search.limits.searchFiles) {
        this.#count({ isTruncated: true });
        await file.done();
        return;
      }
      seen += 1;
      if (this.#matchesGlobs(file.relativePath)) yield file;
      else await file.done();
    }
  }

  async #searchFile(file: WalkedFile, finder: Finder): Promise<{ path: string; matches: readonly LineMatch[] }> {
    const buffer = this.#buffers.pop() ?? Buffer.allocUnsafe(firstBuffer);
    let used = buffer;
    try {
      const content = await readContent(file.address, buffer, this.#search.limits.searchFileBytes);
      if (content.kind === 'too-large') this.#count({ tooLarge: this.#summary.tooLarge + 1 });
      if (content.kind !== 'text') return { path: file.path, matches: [] };
      const { bytes } = content;
      used = content.buffer;
      this.#count({ files: this.#summary.files + 1, bytes: this.#summary.bytes + bytes.length });
      // One more than is returned, to know whether there are more.
      const maxMatches = Math.min(this.#limit + 1, this.#search.options.perFile ?? Infinity);
      return { path: file.path, matches: await finder.find(bytes, file.path, maxMatches) };
    } finally {
      // A buffer that had to grow is not kept for the following small files.
      this.#buffers.push(used.length > firstBuffer * 16 ? Buffer.allocUnsafe(firstBuffer) : used);
      await file.done();
    }
  }

  #finder(): Finder {
    const { query, options, limits } = this.#search;
    const shown = limits.matchText;
    if (typeof query === 'string' && options.caseSensitive !== false) {
      const needle = Buffer.from(query);
      return {
        find: async (bytes, _path, maxMatches) => findLiteral(bytes, needle, { maxMatches, shown }),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      };
    }
    const expression = typeof query === 'string' ? new RegExp(escape(query), 'iu') : query;
    return new ExpressionSearch(expression, { shown, ms: limits.expressionMs });
  }

  #count(change: Partial<SearchSummary>): void {
    this.#summary = { ...this.#summary, ...change };
  }
}

type Content =
  | { readonly kind: 'text'; readonly bytes: Buffer; readonly buffer: Buffer }
  | { readonly kind: 'binary' | 'too-large' | 'unreadable' };

/** Reads a text file into `buffer`, or into a larger one. */
async function readContent(address: string, buffer: Buffer, maxBytes: number): Promise<Content> {
  let descriptor: number | undefined;
  try {
    descriptor = await openFile(address, constants.O_RDONLY | noWait | noFollowFlag);
    const { bytesRead } = await readFile(descriptor, buffer, 0, buffer.length, 0);
    const first = buffer.subarray(0, bytesRead);
    if (looksBinary(first)) return { kind: 'binary' };
    // A read returns fewer bytes than requested only at the end of a file.
    if (bytesRead < buffer.length) return { kind: 'text', bytes: first, buffer };
    const { size } = fstatSync(descriptor);
    if (size > maxBytes) return { kind: 'too-large' };
    const larger =
      buffer.length > size ? buffer : Buffer.allocUnsafe(Math.ceil((size + 1) / firstBuffer) * firstBuffer);
    first.copy(larger);
    let filled = bytesRead;
    while (filled < size) {
      const more = await readFile(descriptor, larger, filled, size - filled, filled);
      if (more.bytesRead === 0) break;
      filled += more.bytesRead;
    }
    return { kind: 'text', bytes: larger.subarray(0, filled), buffer: larger };
  } catch {
    return { kind: 'unreadable' };
  } finally {
    // Synchronous, because closing a file that was only read does not wait.
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function globsOf(glob: string | readonly string[] = []): Matcher {
  const all = typeof glob === 'string' ? [glob] : glob;
  const wanted = all.filter((each) => !each.startsWith('!')).map(pathGlob);
  const unwanted = all.filter((each) => each.startsWith('!')).map((each) => pathGlob(each.slice(1)));
  return (path) => (wanted.length === 0 || wanted.some((fits) => fits(path))) && !unwanted.some((fits) => fits(path));
}

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);
