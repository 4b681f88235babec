/**
 * Makes a project: copies the files of a template into a new or empty folder.
 *
 * No file is overwritten, and what was written is removed again if not all of it can be.
 */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import { CreateError } from './create-error.ts';
import { dependencyVersions } from './dependency-versions.ts';

/** What is made from what. */
export interface Project {
  /** The folder of the project; it may exist if it is empty. */
  readonly folder: string;
  /** The name of its package. */
  readonly name: string;
  /** The folders whose files it gets; a later one replaces files of an earlier one. */
  readonly sources: readonly string[];
  /** The version of our packages that it uses. */
  readonly version: string;
}

/** Makes the project; returns its files, relative to its folder. */
export function createProject({ folder, name, sources, version }: Project): string[] {
  requireEmpty(folder);
  const files = new Map(sources.flatMap((source) => filesOf(source).map((file) => [nameIn(source, file), file])));
  const made: { readonly path: string; readonly remove: (path: string) => void }[] = [];
  try {
    for (const [file, source] of files) {
      const path = join(folder, file);
      makeFolder(dirname(path), (each) => made.push({ path: each, remove: rmdirSync }));
      const text = readFileSync(source, 'utf8').replaceAll('PROJECT_NAME', name);
      made.push({ path, remove: rmSync });
      writeFileSync(path, file === 'package.json' ? withVersions(text, version) : text, { flag: 'wx' });
    }
  } catch (error) {
    for (const { path, remove } of made.toReversed()) quietly(() => remove(path));
    throw readable(error, folder);
  }
  return [...files.keys()];
}

/** A folder with nothing but an empty repository counts as empty: a host of repositories makes such folders. */
function requireEmpty(folder: string): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    if (code === 'ENOTDIR')
      throw new CreateError(`${folder} is not a folder, or is below a file. Take another name.`, { cause: error });
    throw readable(error, folder);
  }
  const found = names.find((name) => name !== '.git');
  if (found !== undefined)
    throw new CreateError(`${folder} is not empty: it has ${found}. Take another name, or an empty folder.`);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[/\\](?:node_modules|dist)[/\\]/u.test(file.slice(folder.length)))
    .toSorted();
}

/** npm leaves a `.gitignore` out of what it packs, so it has another name in a template. */
function nameIn(source: string, file: string): string {
  return relative(source, file)
    .split(sep)
    .map((part) => part.replace(/^_(?=gitignore$)/u, '.'))
    .join('/');
}

function makeFolder(folder: string, onMade: (folder: string) => void): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  makeFolder(dirname(folder), onMade);
  mkdirSync(folder);
  onMade(folder);
}

/** Replaces the `*` of each dependency by the version that the template was tested with. */
function withVersions(text: string, version: string): string {
  return text.replaceAll(/"(@?[\w./-]+)": "\*"/gu, (_, name: string) => {
    const found = name.startsWith('@acp-stack/') ? version : dependencyVersions.get(name);
    if (found === undefined) throw new Error(`${name} has no version.`);
    return `${JSON.stringify(name)}: ${JSON.stringify(found)}`;
  });
}

function quietly(action: () => void): void {
  try {
    action();
  } catch {
    // The reason for the failure is told; what could not be removed is in a folder that was empty before.
  }
}

const reasons = new Map([
  ['ENOSPC', 'no space is left on the device'],
  ['EDQUOT', 'your quota of disk space is used up'],
  ['EFBIG', 'a file may not be that large there'],
  ['EACCES', 'you may not write there'],
  ['EPERM', 'you may not write there'],
  ['EROFS', 'the file system is read-only'],
  ['EEXIST', 'another program has just made this file'],
  ['ENOTDIR', 'a part of the path is a file'],
  ['ENAMETOOLONG', 'the path is too long'],
]);

function readable(error: unknown, folder: string): unknown {
  const { code, path = folder } = error as NodeJS.ErrnoException;
  const reason = reasons.get(code ?? '');
  if (reason === undefined) return error;
  return new CreateError(`${path} cannot be written: ${reason} (${code}). Nothing was created.`, { cause: error });
}
