/**
 * Paths that are never changed because of an earlier answer: files that make other programs run something, and the
 * settings and data of this program.
 *
 * A path is looked at as it is written and as it is without links, and what a protected name links to is protected too.
 */
import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';

import { readPath } from '../paths/path-rules.ts';
import { resolveLinks } from '../paths/real-path.ts';
import { isWithin, type Roots } from '../paths/roots.ts';
import { gitPlaces } from './git-places.ts';
import { areProtectedNames } from './protected-names.ts';

export interface ProtectedPlaces {
  /** Folders and files that are protected with everything in them. */
  readonly folders: readonly string[];
  /** The home folder, whose protected files may be links into a root. */
  readonly home: string;
}

/** Entries of a folder that are looked at; in a larger one something protected is assumed. */
const maxEntries = 20_000;

/** Recognizes paths that are protected; the guide to the chat names them. */
export class ProtectedPaths {
  readonly #roots: Roots;
  readonly #places: ProtectedPlaces;

  /** Called by `openWorkspace`. */
  constructor(roots: Roots, places: ProtectedPlaces) {
    this.#roots = roots;
    this.#places = places;
  }

  /** Whether the file at `path` is protected. A path that cannot be resolved is. */
  async has(path: string): Promise<boolean> {
    const isProtected = await this.#test();
    const forms = await this.#formsOf(path);
    return forms === undefined || forms.some(isProtected);
  }

  /**
   * Whether the file or folder at `path`, or something in it, is protected; also whether something in it would be at
   * `target`, where it is moved to.
   */
  async hasAnyIn(path: string, target?: string): Promise<boolean> {
    const isProtected = await this.#test({ holders: true });
    const [from, to] = [await this.#formsOf(path), target === undefined ? [] : await this.#formsOf(target)];
    if (from === undefined || to === undefined) return true;
    const places = [...from, ...to];
    if (places.some(isProtected)) return true;
    const [entry = ''] = from;
    for await (const inner of contentOf(entry)) {
      if (inner === undefined || places.some((place) => isProtected(join(place, inner)))) return true;
    }
    return false;
  }

  /** The path as it is written, with only its folder resolved, and completely resolved; undefined if that fails. */
  async #formsOf(path: string): Promise<readonly string[] | undefined> {
    try {
      const written = readPath(path, this.#roots.cwd);
      const folder = await resolveLinks(dirname(written));
      const real = await resolveLinks(written);
      return [
        join(folder.existing, ...folder.missing, basename(written)),
        join(real.existing, ...real.missing),
        written,
      ];
    } catch {
      return undefined;
    }
  }

  /** A test of absolute paths; with `holders`, a folder that contains a protected one is protected too. */
  async #test({ holders = false } = {}): Promise<(path: string) => boolean> {
    const folders = (await this.#protectedFolders()).map(folded);
    return (path) => {
      const place = folded(path);
      if (folders.some((folder) => isWithin(place, folder) || (holders && isWithin(folder, place)))) return true;
      return areProtectedNames(this.#namesOf(path));
    };
  }

  /**
   * The names of a path that count. Of the folders above a root only the nearest do: a project may be kept somewhere
   * inside a folder with a protected name.
   */
  #namesOf(path: string): readonly string[] {
    const root = this.#roots.rootOf(path);
    return (root === undefined ? path : relative(dirname(dirname(root.realPath)), path)).split(sep);
  }

  /** The protected folders and files that have no protected name: given ones, those of git, and targets of links. */
  async #protectedFolders(): Promise<readonly string[]> {
    const { folders, home } = this.#places;
    const roots = this.#roots.list.map(({ realPath }) => realPath);
    const found = await Promise.all([
      ...folders.map((folder) => withRealPath(folder)),
      ...roots.map(async (root) => withRealPaths(await gitPlaces(root, home))),
      ...[home, ...roots].map((folder) => linkTargets(folder)),
    ]);
    return [...new Set(found.flat())];
  }
}

const folded = (path: string): string => path.normalize('NFC').toLowerCase();

async function withRealPath(path: string): Promise<readonly string[]> {
  const real = await resolveLinks(path).catch(() => undefined);
  return real === undefined ? [path] : [path, join(real.existing, ...real.missing)];
}

const withRealPaths = async (paths: readonly string[]): Promise<readonly string[]> =>
  (await Promise.all(paths.map((path) => withRealPath(path)))).flat();

/** What links with protected names lead to, of the names directly in `folder` and in its `.config`. */
async function linkTargets(folder: string): Promise<readonly string[]> {
  const parents = [folder, join(folder, '.config')];
  const found = await Promise.all(
    parents.map(async (parent) => {
      const links = (await entriesOf(parent)).filter((entry) => entry.isSymbolicLink());
      const named = links.map(({ name }) => join(parent, name)).filter((path) => isNamed(folder, path));
      return Promise.all(named.map((path) => realpath(path).catch(() => path)));
    }),
  );
  return found.flat();
}

const isNamed = (folder: string, path: string): boolean => areProtectedNames(relative(folder, path).split(sep));

const entriesOf = (folder: string): Promise<readonly Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);

/** Relative paths of what is in `folder`, without following links; undefined when there is too much. */
async function* contentOf(folder: string): AsyncGenerator<string | undefined, void, void> {
  const waiting = [''];
  let seen = 0;
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const entry of await entriesOf(join(folder, below))) {
      seen += 1;
      if (seen > maxEntries) {
        yield undefined;
        return;
      }
      const path = join(below, entry.name);
      yield path;
      if (entry.isDirectory()) waiting.push(path);
    }
  }
}
