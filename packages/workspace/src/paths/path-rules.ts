/**
 * What may be written as a path at all, before anybody looks at the disk.
 *
 * A path that the system would read as another one than it says is refused: a NUL byte ends it early, half a character is replaced, and on Windows
 * names of devices, streams and trailing dots or spaces lead elsewhere. A path is normalised once, by its text, and only the result is used.
 */
import { posix, win32 } from 'node:path';

import { WorkspaceError } from '../contract/workspace-error.ts';

/** The absolute, normalised form of `path`; a relative one starts at `cwd`. */
export function readPath(path: string, cwd: string, platform: NodeJS.Platform = process.platform): string {
  const problem = problemOf(path, platform);
  if (problem !== undefined) {
    throw new WorkspaceError('invalid', `The path ${JSON.stringify(path)} ${problem}.`, { path });
  }
  return (platform === 'win32' ? win32 : posix).resolve(cwd, path);
}

/** Whether `path` says by itself where it starts. */
export function isAbsolutePath(path: string, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/iu.test(path) : posix.isAbsolute(path);
}

function problemOf(path: unknown, platform: NodeJS.Platform): string | undefined {
  if (typeof path !== 'string') return 'is not a text';
  if (path === '') return 'is empty; "." is the working directory';
  if (path.includes('\0')) return 'has a NUL byte in it, which no file name can have';
  if (!isWellFormed(path)) return 'has half a character in it, which no file name can have';
  return platformRules[platform]?.(path);
}

const platformRules: Partial<Record<NodeJS.Platform, (path: string) => string | undefined>> = {
  win32: windowsProblem,
  darwin: (path) =>
    path.split('/').includes('..namedfork') ? 'names a fork of a file; name the file itself' : undefined,
};

/** Names that Windows gives to devices, whatever their ending. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:[ .:]|$)/iu;

function windowsProblem(path: string): string | undefined {
  if (/^[\\/]{2}[?.][\\/]/u.test(path)) return 'names a device; write it with a drive';
  const [, drive = '', rest = ''] = /^([a-z]:)?(.*)$/isu.exec(path) ?? [];
  if (drive !== '' && !/^[\\/]/u.test(rest)) return `depends on the folder that drive ${drive} is in; write it in full`;
  for (const name of rest.split(/[\\/]/u)) {
    if (name === '' || name === '.' || name === '..') continue;
    if (name.includes(':')) return 'names a stream of a file; name the file itself';
    if (/[ .]$/u.test(name)) return 'has a name that ends in a dot or a space, which Windows leaves out';
    if (device.test(name)) return `names the device ${name}; choose another name`;
  }
  return undefined;
}

/** `String.prototype.isWellFormed`, which the types do not know yet. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
