/**
 * Walks the files below the roots, sorted by name, without following links.
 *
 * A folder is entered from its parent, which is held open, so a concurrent change cannot lead out of the roots. It
 * stays open while one of its files is in use.
 */
import { readdir, readFile } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';

import type { Folder } from '../paths/folder.ts';
import { IgnoreRules } from '../patterns/ignore-rules.ts';
import type { Root, Roots } from '../paths/roots.ts';
import { withFile } from '../files/text-file.ts';
import { errorCode, explain, WorkspaceError } from '../contract/workspace-error.ts';

/** A file of the walk; its user has to call `done`. */
export interface WalkedFile {
  readonly root: Root;
  /** Relative to the root, with `/`. */
  readonly relativePath: string;
  /** Absolute, below the root as it was passed. */
  readonly path: string;
  /** The path for `node:fs`, valid until `done`. */
  readonly address: string;
  done(): Promise<void> | undefined;
}

export interface WalkOptions {
  /** Whether to include files that `.gitignore`, `.ignore` or the name `node_modules` exclude. */
  readonly includeIgnored: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Skipped even with `includeIgnored`. */
const neverEntered = new Set(['.git']);
const ignoredByDefault = new Set(['node_modules']);
/** Later files take precedence. */
const ignoreFiles = ['.gitignore', '.ignore'];
const maxIgnoreFileBytes = 1024 * 1024;

/** Walks every file below every root; each root separately, also if it is inside another. */
export async function* walkFiles(roots: Roots, options: WalkOptions): AsyncGenerator<WalkedFile, void, void> {
  const walk = new FileWalk(roots, options);
  for (const root of roots.list) yield* walk.root(root);
}

class FileWalk {
  readonly #options: WalkOptions;
  readonly #roots: Roots;
  readonly #rootPaths: ReadonlySet<string>;

  constructor(roots: Roots, options: WalkOptions) {
    this.#roots = roots;
    this.#rootPaths = new Set(roots.list.map(({ realPath }) => realPath));
    this.#options = options;
  }

  /** A root may have been deleted since it was checked. */
  async #openRoot(root: Root): Promise<Folder> {
    try {
      return await this.#roots.open(root);
    } catch (error) {
      throw explain(error, root.path);
    }
  }

  async *root(root: Root): AsyncGenerator<WalkedFile, void, void> {
    // A stack instead of nested generators, each of which would have to pass on every file.
    const levels: Level[] = [];
    try {
      levels.push(await this.#openLevel(await this.#openRoot(root), '', undefined));
      for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
        const entry = level.entries[level.next];
        level.next += 1;
        if (entry === undefined) {
          levels.pop();
          await level.shared.release();
          continue;
        }
        const relativePath = level.below === '' ? entry.name : `${level.below}/${entry.name}`;
        const isFolder = entry.isDirectory();
        if (!isFolder && !entry.isFile()) continue;
        if (this.#isExcluded(entry.name, { relativePath, isFolder, rules: level.rules })) continue;
        if (!isFolder) yield walkedFile(level.shared, { root, relativePath, name: entry.name });
        else {
          const inner = await this.#enter(level.shared.folder, entry.name);
          if (inner !== undefined) levels.push(await this.#openLevel(inner, relativePath, level.rules));
        }
      }
    } finally {
      for (const { shared } of levels) await shared.release();
    }
  }

  async #openLevel(folder: Folder, below: string, above: IgnoreRules | undefined): Promise<Level> {
    const shared = new SharedFolder(folder);
    try {
      this.#options.signal?.throwIfAborted();
      const entries = await readEntries(folder);
      const rules = this.#options.includeIgnored ? undefined : await readRules(folder, { entries, below, above });
      return { shared, entries, next: 0, below, rules };
    } catch (error) {
      await shared.release();
      throw error;
    }
  }

  /** The folder `name`, unless it is a root itself or cannot be entered. */
  async #enter(folder: Folder, name: string): Promise<Folder | undefined> {
    if (this.#rootPaths.has(join(folder.realPath, name))) return undefined;
    try {
      return await folder.enter(name);
    } catch (error) {
      if (isSkipped(error)) return undefined;
      throw error;
    }
  }

  #isExcluded(
    name: string,
    { relativePath, isFolder, rules }: { relativePath: string; isFolder: boolean; rules: IgnoreRules | undefined },
  ): boolean {
    if (neverEntered.has(name)) return true;
    if (this.#options.includeIgnored) return false;
    return ignoredByDefault.has(name) || rules?.ignores(relativePath, isFolder) === true;
  }
}

/** A folder on the stack. */
interface Level {
  readonly shared: SharedFolder;
  readonly entries: readonly Dirent[];
  next: number;
  /** Its path relative to the root. */
  readonly below: string;
  readonly rules: IgnoreRules | undefined;
}

function walkedFile(
  shared: SharedFolder,
  { root, relativePath, name }: { root: Root; relativePath: string; name: string },
): WalkedFile {
  shared.retain();
  return {
    root,
    relativePath,
    path: join(root.path, relativePath),
    address: shared.folder.address(name),
    done: () => shared.release(),
  };
}

/** A folder that is closed when its last user is done; the walk is the first user. */
class SharedFolder {
  readonly folder: Folder;
  #users = 1;

  constructor(folder: Folder) {
    this.folder = folder;
  }

  /** Adds a user. */
  retain(): void {
    this.#users += 1;
  }

  /** Removes a user. */
  release(): Promise<void> | undefined {
    this.#users -= 1;
    return this.#users === 0 ? this.folder.close() : undefined;
  }
}

async function readEntries(folder: Folder): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder.address('.'), { withFileTypes: true });
    return entries.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  } catch (error) {
    if (isSkipped(error)) return [];
    throw error;
  }
}

/** Whether an error is skipped: no permission, deleted meanwhile, or outside the roots. */
function isSkipped(error: unknown): boolean {
  if (error instanceof WorkspaceError) return error.code === 'outside' || error.code === 'not-a-directory';
  return ['ENOENT', 'EACCES', 'EPERM', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '');
}

async function readRules(
  folder: Folder,
  { entries, below, above }: { entries: readonly Dirent[]; below: string; above: IgnoreRules | undefined },
): Promise<IgnoreRules | undefined> {
  const present = ignoreFiles.filter((name) => entries.some((entry) => entry.name === name && entry.isFile()));
  const texts = await Promise.all(present.map((name) => readRuleFile(folder, name)));
  return texts.length === 0 ? above : new IgnoreRules(texts.join('\n'), below, above);
}

async function readRuleFile(folder: Folder, name: string): Promise<string> {
  try {
    return await withFile({ folder, name, path: join(folder.realPath, name) }, 'read', async (handle, size) =>
      size > maxIgnoreFileBytes ? '' : await readFile(handle, 'utf8'),
    );
  } catch {
    return '';
  }
}
