/**
 * Validates paths by their text, before the disk is accessed.
 *
 * A path that the operating system would interpret differently is refused: a NUL byte ends it, a lone surrogate is
 * replaced, and on Windows device names, streams and trailing dots or spaces lead elsewhere. A path is normalized once,
 * and only the result is used.
 */
import { posix, win32 } from 'node:path';

import { WorkspaceError } from '../contract/workspace-error.ts';

/** Returns the absolute, normalized form of `path`; a relative path starts at `cwd`. */
export function readPath(path: string, cwd: string, platform: NodeJS.Platform = process.platform): string {
  const problem = problemOf(path, platform);
  if (problem !== undefined) {
    throw new WorkspaceError('invalid', `The path ${shown(path)} ${problem}.`, { path });
  }
  return (platform === 'win32' ? win32 : posix).resolve(cwd, path);
}

/** The path in quotation marks, without its end if it is very long. */
function shown(path: unknown): string {
  const text = JSON.stringify(path) ?? String(path);
  return text.length <= 1000 ? text : `${text.slice(0, 200)}…"`;
}

/** Whether `path` is absolute. */
export function isAbsolutePath(path: string, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/iu.test(path) : posix.isAbsolute(path);
}

function problemOf(path: unknown, platform: NodeJS.Platform): string | undefined {
  if (typeof path !== 'string') return 'is not a string';
  if (path === '') return 'is empty; "." is the working directory';
  if (path.includes('\0')) return 'contains a NUL byte, which no file name can have';
  const longest = platform === 'win32' ? 32_767 : 4096;
  if (path.length > longest) return `has ${path.length} characters; the limit is ${longest}`;
  if (!isWellFormed(path)) return 'contains a lone surrogate, which no file name can have';
  return platformRules[platform]?.(path);
}

const platformRules: Partial<Record<NodeJS.Platform, (path: string) => string | undefined>> = {
  win32: windowsProblem,
  darwin: (path) =>
    path.split('/').includes('..namedfork') ? 'names a fork of a file; name the file itself' : undefined,
};

/** Device names of Windows, with any extension. */
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

/** `String.prototype.isWellFormed`, which the types do not have yet. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
