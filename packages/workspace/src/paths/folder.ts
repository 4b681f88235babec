/**
 * A folder that was checked to be inside the roots, and stays so even if paths change afterwards.
 *
 * On Linux it is an open handle, and all operations go through the handle (`/proc/self/fd`): replacing the folder by a
 * link changes where its path leads, but not where the operations happen. On other systems the real path is checked
 * again after each opening, which leaves a short race.
 */
import { constants, existsSync, readFileSync, readlinkSync } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { errorCode, WorkspaceError } from '../contract/workspace-error.ts';
import { noFollowFlag } from './open-without-link.ts';

/** Decides what is inside the roots. */
export interface Boundary {
  /** Throws if `realPath`, on the mounted file system `mount`, is not inside the roots. */
  check(realPath: string, mount: string): void;
}

export interface Folder {
  /** Its real path when it was opened. */
  readonly realPath: string;
  /** The path of `name` in this folder for `node:fs`; `.` is the folder itself. */
  address(name: string): string;
  /** Opens the folder `name` in this one, never through a link. */
  enter(name: string): Promise<Folder>;
  /** Throws unless `handle` is what `name` refers to, inside the roots. */
  confirm(name: string, handle: FileHandle): Promise<void>;
  /** Syncs the directory to disk, where that is possible. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** How a folder is held: by an open handle, or by its path. */
export type Anchoring = 'handle' | 'path';

/** The safest way that this system supports. */
export const bestAnchoring: Anchoring =
  process.platform === 'linux' && existsSync('/proc/self/fd/0') && existsSync('/proc/self/fdinfo/0')
    ? 'handle'
    : 'path';

const { O_DIRECTORY, O_RDONLY } = constants as Partial<typeof constants> & typeof constants;

/** Opens the folder at `realPath`, which must not contain links. */
export function openFolder(realPath: string, boundary: Boundary, anchoring: Anchoring): Promise<Folder> {
  return anchoring === 'handle'
    ? openByHandle(realPath, { boundary, shown: realPath })
    : openByPath(realPath, boundary);
}

/** The mounted file system of the folder at `realPath`. */
export async function mountOf(realPath: string, anchoring: Anchoring): Promise<string> {
  let mount = '';
  const remember: Boundary = {
    check: (_path, found) => {
      mount = found;
    },
  };
  const folder = await openFolder(realPath, remember, anchoring);
  await folder.close();
  return mount;
}

// -------------------------------------------------------------------------------------------- by handle

async function openByHandle(path: string, { boundary, shown }: { boundary: Boundary; shown: string }): Promise<Folder> {
  const handle = await openDirectory(path, shown);
  try {
    // The kernel reports the path of the handle; reading these files does not wait for a disk.
    const realPath = readlinkSync(`/proc/self/fd/${handle.fd}`);
    boundary.check(realPath, mountOfHandle(handle));
    return handleFolder(handle, realPath, boundary);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openDirectory(path: string, shown: string): Promise<FileHandle> {
  try {
    return await open(path, O_RDONLY | O_DIRECTORY | noFollowFlag);
  } catch (error) {
    if (errorCode(error) !== 'ENOTDIR') throw error;
    // This code is also reported for a link instead of a folder.
    throw new WorkspaceError('not-a-directory', `${shown} is not a directory, or is a link to one.`, { cause: error });
  }
}

function handleFolder(handle: FileHandle, realPath: string, boundary: Boundary): Folder {
  const home = `/proc/self/fd/${handle.fd}`;
  return {
    realPath,
    address: (name) => `${home}/${name}`,
    enter: (name) => openByHandle(`${home}/${name}`, { boundary, shown: join(realPath, name) }),
    confirm: async (name, file) => {
      boundary.check(join(realPath, name), mountOfHandle(file));
    },
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** The id of the mount. A folder that is mounted a second time has another id, although its device is the same. */
function mountOfHandle({ fd }: FileHandle): string {
  const [, mount] = /^mnt_id:\s*(\d+)$/mu.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1')) ?? [];
  if (mount === undefined) throw new WorkspaceError('outside', 'The system does not say where an opened file is.');
  return mount;
}

// -------------------------------------------------------------------------------------------- by path

async function openByPath(path: string, boundary: Boundary): Promise<Folder> {
  const found = await stat(path, { bigint: true });
  if (!found.isDirectory()) throw new WorkspaceError('not-a-directory', `${path} is not a directory.`, { path });
  await checkPath(path, found, boundary);
  return {
    realPath: path,
    address: (name) => join(path, name),
    enter: (name) => openByPath(join(path, name), boundary),
    confirm: async (name, handle) => {
      await checkPath(join(path, name), await handle.stat({ bigint: true }), boundary);
    },
    sync: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** Throws unless `path` has no links, is inside the roots, and leads to the same file as before. */
async function checkPath(path: string, found: Identity, boundary: Boundary): Promise<void> {
  const realPath = await realpath(path);
  boundary.check(realPath, String(found.dev));
  const now = await stat(realPath, { bigint: true });
  if (realPath === path && now.dev === found.dev && now.ino === found.ino) return;
  throw new WorkspaceError('outside', `${path} became a link while it was used.`, { path });
}
