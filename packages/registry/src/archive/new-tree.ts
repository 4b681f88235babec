/**
 * The new folder that an archive is unpacked into.
 *
 * It has plain files and folders only, each written once and readable only by the user. No file can be executed until
 * `markCommand` has named the command.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

import { clashKey, entrySegments, shownName } from './entry-path.ts';
import type { ArchiveBudget } from './limits.ts';
import { refusal } from './refusal.ts';

/** A file that was unpacked. */
export interface UnpackedFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly size: number;
  /** In lower-case hexadecimal. */
  readonly sha256: string;
}

/** Hands the bytes of a file to `write`. */
export type FileContent = (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>;

interface TakenName {
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

const { O_CREAT, O_EXCL, O_WRONLY } = constants;
// Windows has no such flag.
const noFollow = constants.O_NOFOLLOW ?? 0;

export class NewTree {
  readonly #root: string;
  readonly #budget: ArchiveBudget;
  readonly #beforeWrite: () => void | Promise<void>;
  /** Files and folders by `clashKey`. */
  readonly #taken = new Map<string, TakenName>();
  readonly #files = new Map<string, UnpackedFile>();

  /** `root` must be a new, empty folder. */
  constructor(root: string, budget: ArchiveBudget, beforeWrite: () => void | Promise<void>) {
    this.#root = root;
    this.#budget = budget;
    this.#beforeWrite = beforeWrite;
  }

  get files(): readonly UnpackedFile[] {
    return [...this.#files.values()];
  }

  /** The paths of all folders, with slashes. */
  get folders(): readonly string[] {
    return [...this.#taken.values()].filter(({ kind }) => kind === 'folder').map(({ path }) => path);
  }

  /** Creates a folder and those above it; one that exists already is not an error. */
  async addFolder(name: Uint8Array): Promise<void> {
    this.#budget.addEntry();
    await this.#createFolders(entrySegments(name, this.#budget.limits));
  }

  /** Creates a file with the bytes that `content` hands over. */
  async addFile(name: Uint8Array, content: FileContent): Promise<void> {
    this.#budget.addEntry();
    const segments = entrySegments(name, this.#budget.limits);
    if (segments.length === 0) throw refusal('one of its files has no name');
    await this.#createFolders(segments.slice(0, -1));
    const path = segments.join('/');
    this.#take(path, 'file');
    const hash = createHash('sha256');
    let size = 0;
    const file = await open(join(this.#root, ...segments), O_CREAT | O_EXCL | O_WRONLY | noFollow, 0o600);
    try {
      await content(async (chunk) => {
        await this.#beforeWrite();
        hash.update(chunk);
        size += chunk.length;
        await file.writeFile(chunk);
      });
      await file.datasync();
    } finally {
      await file.close();
    }
    this.#files.set(path, { path, size, sha256: hash.digest('hex') });
  }

  /**
   * Makes the command executable and returns its path: the file at `command`, or else the only one in a folder below
   * with that path, for archives with a folder around everything.
   */
  async markCommand(command: string): Promise<string> {
    const found = this.#files.has(command)
      ? [command]
      : [...this.#files.keys()].filter((path) => path.endsWith(`/${command}`));
    const [path] = found;
    if (path === undefined) throw refusal(`it has no file ${shownName(command)}, which is the command of the agent`);
    if (found.length > 1) throw refusal(`it has several files ${shownName(command)}, and one is the command`);
    await chmod(join(this.#root, ...path.split('/')), 0o700);
    return path;
  }

  async #createFolders(segments: readonly string[]): Promise<void> {
    for (let depth = 1; depth <= segments.length; depth += 1) {
      const path = segments.slice(0, depth);
      if (!this.#take(path.join('/'), 'folder')) continue;
      await this.#beforeWrite();
      await mkdir(join(this.#root, ...path), { mode: 0o700 });
    }
  }

  /** Returns false for a folder that exists already. */
  #take(path: string, kind: TakenName['kind']): boolean {
    const key = clashKey(path);
    const other = this.#taken.get(key);
    if (other === undefined) {
      this.#taken.set(key, { path, kind });
      return true;
    }
    if (other.path !== path) {
      const names = `${shownName(other.path)} and ${shownName(path)}`;
      throw refusal(`${names} are the same file on systems that ignore case or the form of letters`);
    }
    if (kind === 'file' && other.kind === 'file') throw refusal(`it has the file ${shownName(path)} twice`);
    if (kind !== other.kind) throw refusal(`${shownName(path)} is both a file and a folder`);
    return false;
  }
}
