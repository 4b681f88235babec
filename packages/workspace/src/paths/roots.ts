/**
 * The roots of a session: its working directory and the additional directories.
 *
 * A path that is not certainly inside a root, by its real path and on the same mounted file system, is outside. A list
 * of roots is accepted completely or refused.
 */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { mountOf, openFolder, type Anchoring, type Boundary, type Folder } from './folder.ts';
import { isAbsolutePath, readPath } from './path-rules.ts';
import { resolveLinks } from './real-path.ts';
import { errorCode, explain, WorkspaceError } from '../contract/workspace-error.ts';

/** A directory of a session. */
export interface Root {
  /** As it was passed. */
  readonly path: string;
  /** Without links. */
  readonly realPath: string;
}

/** A name in a folder that is held open. */
export interface AnchoredEntry {
  readonly folder: Folder;
  /** `.` for the folder itself, if it is a root. */
  readonly name: string;
  /** The real path, for messages. */
  readonly path: string;
}

export interface AnchorOptions {
  /** Whether a link in the last part of the path is followed. */
  readonly follow: boolean;
  /** Creates missing folders. */
  readonly create?: (folder: Folder, name: string) => Promise<void>;
}

interface MountedRoot extends Root {
  readonly mount: string;
}

/** The directories of a workspace; checks whether a path is inside them. */
export class Roots {
  /** The working directory first, then the others in the order passed, without duplicates. */
  readonly list: readonly Root[];
  readonly #mounted: readonly MountedRoot[];
  readonly #boundary: Boundary;
  readonly #anchoring: Anchoring;

  /** Called by `openRoots`. */
  constructor(
    roots: readonly MountedRoot[],
    { anchoring, mounts }: { anchoring: Anchoring; mounts: 'refuse' | 'allow' },
  ) {
    this.#mounted = roots;
    this.list = roots.map(({ path, realPath }) => ({ path, realPath }));
    this.#anchoring = anchoring;
    this.#boundary = {
      check: (realPath, mount) => {
        const holders = this.#mounted.filter((root) => isWithin(realPath, root.realPath));
        if (holders.length === 0) throw outside(realPath);
        if (mounts === 'allow' || holders.some((root) => root.mount === mount)) return;
        throw new WorkspaceError(
          'outside',
          `${realPath} is on a file system that is mounted inside the roots; add it as a root, or allow mounts.`,
          { path: realPath },
        );
      },
    };
  }

  /** The working directory, at which relative paths start. */
  get cwd(): string {
    return this.list[0]?.path ?? '';
  }

  /** Returns the real path of `path`, whether it exists or not; rejects with `outside` if it is not inside a root. */
  resolve(path: string): Promise<string> {
    return this.#withDeepestFolder(path, true, (folder, names) =>
      closeAfter(folder, async () => join(folder.realPath, ...names)),
    );
  }

  /** Returns the real path of the directory at `path`. */
  directory(path: string): Promise<string> {
    return this.withEntry(path, { follow: true }, async ({ folder, name, path: realPath }) => {
      if (name !== '.') await (await folder.enter(name)).close();
      return name === '.' ? folder.realPath : realPath;
    });
  }

  /** The innermost root that contains `realPath`. */
  rootOf(realPath: string): Root | undefined {
    return this.list
      .filter((root) => isWithin(realPath, root.realPath))
      .toSorted((left, right) => right.realPath.length - left.realPath.length)[0];
  }

  /** Whether a root is at `realPath` or below. */
  holdsRoot(realPath: string): boolean {
    return this.list.some((root) => isWithin(root.realPath, realPath));
  }

  /** Opens a root. */
  open(root: Root): Promise<Folder> {
    return openFolder(root.realPath, this.#boundary, this.#anchoring);
  }

  /** Calls `work` with the folder that contains `path`, held open, and the name in it. */
  withEntry<T>(
    path: string,
    { follow, create }: AnchorOptions,
    work: (entry: AnchoredEntry) => Promise<T>,
  ): Promise<T> {
    return this.#withDeepestFolder(path, follow, (deepest, names) => {
      const name = names.at(-1) ?? '.';
      return this.#descend(deepest, names.slice(0, -1), {
        create,
        work: (folder) => work({ folder, name, path: join(folder.realPath, name) }),
      });
    });
  }

  /** Calls `work` with the deepest existing folder of `path`, which it has to close, and the names below it. */
  async #withDeepestFolder<T>(
    path: string,
    follow: boolean,
    work: (folder: Folder, names: readonly string[]) => Promise<T>,
  ): Promise<T> {
    const written = readPath(path, this.cwd);
    try {
      const { deepest, names } = await this.#locate(written, follow);
      if (!this.#isInside(deepest)) throw outside(path);
      return await work(await openFolder(deepest, this.#boundary, this.#anchoring), names);
    } catch (error) {
      // Do not reveal whether a path outside the roots exists.
      if (errorCode(error) !== undefined && !this.#isInsideAsWritten(written)) throw outside(path, error);
      throw explain(error, path);
    }
  }

  /** The deepest existing folder of `path`, and the names below it. */
  async #locate(path: string, follow: boolean): Promise<{ deepest: string; names: readonly string[] }> {
    const isTop = dirname(path) === path;
    const { existing, missing } = await resolveLinks(follow || isTop ? path : dirname(path));
    const names = follow || isTop ? missing : [...missing, basename(path)];
    const fullPath = join(existing, ...names);
    if (this.#isRoot(fullPath)) return { deepest: fullPath, names: [] };
    return names.length > 0
      ? { deepest: existing, names }
      : { deepest: dirname(fullPath), names: [basename(fullPath)] };
  }

  async #descend<T>(
    folder: Folder,
    parents: readonly string[],
    { create, work }: { create: AnchorOptions['create']; work: (folder: Folder) => Promise<T> },
  ): Promise<T> {
    return closeAfter(folder, async () => {
      const [name, ...rest] = parents;
      if (name === undefined) return work(folder);
      if (create !== undefined) await create(folder, name);
      return this.#descend(await folder.enter(name), rest, { create, work });
    });
  }

  #isRoot(realPath: string): boolean {
    return this.list.some((root) => root.realPath === realPath);
  }

  #isInside(realPath: string): boolean {
    return this.list.some((root) => isWithin(realPath, root.realPath));
  }

  /** Whether `path` is inside the roots as it is written. */
  #isInsideAsWritten(path: string): boolean {
    return this.list.some((root) => isWithin(path, root.realPath) || isWithin(path, root.path));
  }
}

/** The roots of a session. */
export interface RootsOptions {
  /** The working directory: the absolute path of an existing directory. */
  readonly cwd: string;
  /** Absolute paths of more existing directories; if one is not valid, all are refused. */
  readonly additionalDirectories?: readonly string[];
  /** Whether file systems mounted inside a root belong to it; `refuse` by default, as the protocol requires. */
  readonly mounts?: 'refuse' | 'allow';
}

/** Validates and opens the roots of a session: absolute paths of existing directories. Duplicates count once. */
export async function openRoots(
  { cwd, additionalDirectories = [], mounts = 'refuse' }: RootsOptions,
  anchoring: Anchoring,
): Promise<Roots> {
  if (!Array.isArray(additionalDirectories)) {
    throw new WorkspaceError('invalid', 'additionalDirectories must be a list of absolute paths.');
  }
  const namedPaths = [
    ['cwd', cwd] as const,
    ...additionalDirectories.map((path, index) => [`additionalDirectories[${index}]`, path] as const),
  ];
  // All paths are validated before the disk is accessed.
  const written = namedPaths.map(([name, path]) => [name, readRoot(name, path)] as const);
  const roots: MountedRoot[] = [];
  for (const [name, path] of written) {
    const realPath = await realDirectory(name, path);
    if (roots.some((root) => root.realPath === realPath)) continue;
    roots.push({ path, realPath, mount: await mountOf(realPath, anchoring) });
  }
  return new Roots(roots, { anchoring, mounts });
}

function readRoot(name: string, path: unknown): string {
  if (typeof path === 'string' && path !== '' && isAbsolutePath(path)) return readPath(path, path);
  throw new WorkspaceError('invalid', `${name} must be an absolute path, not ${JSON.stringify(path)}.`);
}

async function realDirectory(name: string, path: string): Promise<string> {
  try {
    const realPath = await realpath(path);
    if ((await stat(realPath)).isDirectory()) return realPath;
  } catch (error) {
    const code = errorCode(error) === 'EACCES' ? 'denied' : 'missing';
    const words = code === 'denied' ? 'may not be opened by this user' : 'does not exist';
    throw new WorkspaceError(code, `${name} ${words}: ${path}.`, { path, cause: error });
  }
  throw new WorkspaceError('not-a-directory', `${name} is not a directory: ${path}.`, { path });
}

async function closeAfter<T>(folder: Folder, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await folder.close();
  }
}

/** Whether `path` is `folder` or below it; both are real paths, so that they have the same spelling on every system. */
export function isWithin(path: string, folder: string, platform: NodeJS.Platform = process.platform): boolean {
  if (path === folder) return true;
  const separator = platform === 'win32' ? '\\' : '/';
  return path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}

function outside(path: string, cause?: unknown): WorkspaceError {
  return new WorkspaceError('outside', `${path} is not inside the directories of this session; use a path that is.`, {
    path,
    ...(cause === undefined ? {} : { cause }),
  });
}
