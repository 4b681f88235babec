/**
 * A folder that is known to be inside of the roots, and stays known however paths change afterwards.
 *
 * On Linux it is an open handle, and whatever is done in it is done by way of the handle (`/proc/self/fd`): who puts a link in the place of the folder
 * changes where its path leads, not where we work. Where the system has no such way, the real path is looked up again after each opening; there a moment is
 * left between the look and the act.
 */
import { constants, existsSync, readFileSync, readlinkSync } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { errorCode, WorkspaceError } from '../contract/workspace-error.ts';

/** Who says what is inside. */
export interface Boundary {
  /** Throws when something at `realPath`, on the mounted file system `mount`, is not inside of the roots. */
  check(realPath: string, mount: string): void;
}

export interface Folder {
  /** Where it is, or was when it was opened. */
  readonly realPath: string;
  /** What `node:fs` is given for `name` in this folder; `.` is the folder. */
  address(name: string): string;
  /** Opens the folder `name` in this one, and never through a link. */
  enter(name: string): Promise<Folder>;
  /** Throws unless `handle` is what stands at `name` here, inside of the roots. */
  confirm(name: string, handle: FileHandle): Promise<void>;
  /** Puts the names in this folder on the disk, where that can be done. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** How folders are held. */
export type Anchoring = 'handle' | 'path';

/** The safest way that this system has. */
export const bestAnchoring: Anchoring =
  process.platform === 'linux' && existsSync('/proc/self/fd/0') && existsSync('/proc/self/fdinfo/0')
    ? 'handle'
    : 'path';

/** Links are not followed in the last part of a path; Windows has no such flag. */
export const noFollow: number = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0;

const { O_DIRECTORY, O_RDONLY } = constants as Partial<typeof constants> & typeof constants;

/** Opens the folder at `realPath`, which has no links in it. */
export function openFolder(realPath: string, boundary: Boundary, anchoring: Anchoring): Promise<Folder> {
  return anchoring === 'handle'
    ? openByHandle(realPath, { boundary, shown: realPath })
    : openByPath(realPath, boundary);
}

/** On which mounted file system the folder at `realPath` is. */
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
    // The system itself says where the handle is; neither of these files waits for a disk.
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
    return await open(path, O_RDONLY | O_DIRECTORY | noFollow);
  } catch (error) {
    if (errorCode(error) !== 'ENOTDIR') throw error;
    // A link in the place of a folder is reported as this, too.
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

/** The number of the mount: that of a folder which is mounted a second time differs, although its device is the same. */
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

/** Throws unless `path` has no link in it, is inside, and leads to what was found there before. */
async function checkPath(path: string, found: Identity, boundary: Boundary): Promise<void> {
  const realPath = await realpath(path);
  boundary.check(realPath, String(found.dev));
  const now = await stat(realPath, { bigint: true });
  if (realPath === path && now.dev === found.dev && now.ino === found.ino) return;
  throw new WorkspaceError('outside', `${path} became a link while it was used.`, { path });
}
