/** Compares the folder of a version with its record: content, permissions, links, and what is missing or was added. */
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { printable } from '../manifest/printable.ts';
import { fileChecksum } from '../download/file-checksum.ts';
import type { RecordedFile, RecordedFiles } from './record.ts';

/**
 * Returns a line for each difference, sorted by path. `agent` is the folder of the agent, in which the record is.
 *
 * On Windows permissions are not compared: it derives the bits from the name and one attribute.
 */
export async function compareFiles(
  agent: string,
  recorded: RecordedFiles,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly string[]> {
  const hasModes = platform !== 'win32';
  const isExposed = (mode: number): boolean => hasModes && isWritableByOthers(mode, recorded);
  const path = join(agent, recorded.folder);
  const files = new Map(recorded.files.map((file) => [file.path, file]));
  const folders = new Set(recorded.folders);
  const problems: string[] = [];
  const report = (name: string, problem: string): void => {
    problems.push(`${printable(name)}: ${problem}`);
  };
  const visit = async (below: string): Promise<void> => {
    for (const name of (await readdir(join(path, below))).toSorted()) {
      const each = below === '' ? name : `${below}/${name}`;
      const facts = await lstat(join(path, each));
      const file = files.get(each);
      const isKnown = files.delete(each) || folders.delete(each);
      if (facts.isSymbolicLink()) report(each, 'is a symbolic link');
      else if (!isKnown) report(each, 'was not installed');
      else if (file === undefined && !facts.isDirectory()) report(each, 'is no folder any more');
      else if (file === undefined) {
        if (isExposed(facts.mode)) report(each, 'can be changed by other users');
        await visit(each);
      } else {
        for (const problem of await compareFile(join(path, each), file, hasModes)) report(each, problem);
      }
    }
  };
  try {
    const root = await lstat(path);
    if (root.isSymbolicLink()) return ['The folder of the version is a symbolic link.'];
    if (isExposed(root.mode)) problems.push('The folder of the version can be changed by other users.');
    // Who can change the folder above can replace the record, and the folder of the version with it.
    if (isExposed((await stat(agent)).mode)) problems.push('The folder of the agent can be changed by other users.');
    await visit('');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code !== 'ENOENT') return [`The folder ${path} cannot be read (${code}).`];
  }
  for (const missing of [...folders, ...files.keys()]) report(missing, 'is missing');
  return problems.toSorted();
}

/** On file systems without permissions, files have these bits from the beginning. */
function isWritableByOthers(mode: number, { files }: RecordedFiles): boolean {
  return (mode & 0o022) !== 0 && files.every((file) => (file.mode & 0o022) === 0);
}

async function compareFile(path: string, file: RecordedFile, hasModes: boolean): Promise<readonly string[]> {
  const facts = await lstat(path);
  if (!facts.isFile()) return ['is no file any more'];
  const problems: string[] = [];
  if (facts.nlink > 1) problems.push('has a hard link, so it can be changed under another name');
  if (hasModes && (facts.mode & 0o7777) !== file.mode) {
    problems.push(`has the permissions ${octal(facts.mode & 0o7777)} instead of ${octal(file.mode)}`);
  }
  const isSame = facts.size === file.size && (await fileChecksum(path)) === file.sha256;
  if (!isSame) problems.push('has another content than at the install');
  return problems;
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}
