/** Opens a file unless the last part of its path is a link. */
import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';

/** The flag that makes the system refuse a link; 0 on Windows, which has none. */
export const noFollowFlag: number = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0;

/**
 * Returns the descriptor of the existing file at `path`; throws an error with the code `ELOOP` if that is a link.
 *
 * Where the system has no flag for it, the name is looked at before the file is opened, and again afterwards: it must
 * still be no link, and be the file that was opened. `noFollow` is the flag; tests pass 0.
 */
export function openWithoutLink(path: string, flags: number, noFollow: number = noFollowFlag): number {
  if (noFollow !== 0) return openSync(path, flags | noFollow);
  if (lstatSync(path).isSymbolicLink()) throw isLink(path);
  const file = openSync(path, flags);
  try {
    const [opened, named] = [fstatSync(file, { bigint: true }), lstatSync(path, { bigint: true })];
    if (named.isSymbolicLink() || named.ino !== opened.ino || named.dev !== opened.dev) throw isLink(path);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

const isLink = (path: string): Error =>
  Object.assign(new Error(`ELOOP: ${path} is a symbolic link`), { code: 'ELOOP', path });
