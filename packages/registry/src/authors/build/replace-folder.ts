/**
 * Replaces a folder at once: the files are written into a new one beside it, which then takes its place.
 *
 * A folder with files that no build wrote is never replaced.
 */
import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { renameOver } from '@acp-stack/workspace/user-folders';

const ownNames = /^(?:registry\.json|(?:agent|registry)\.schema\.json|index\.html|[a-z][a-z0-9-]*\.svg)$/u;

/** Writes `files` as the whole content of `folder`. Rejects with a sentence if the folder has other files. */
export async function replaceFolder(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const existing = await namesIn(folder);
  const foreign = existing?.find((name) => !ownNames.test(name));
  if (foreign !== undefined) {
    throw new Error(
      `${folder} has ${foreign}, which no build wrote; choose an empty folder, or one of an earlier build.`,
    );
  }
  const suffix = randomBytes(4).toString('hex');
  const beside = (kind: string): string => join(dirname(folder), `.${basename(folder)}.${kind}-${suffix}`);
  const [next, previous] = [beside('new'), beside('old')];
  await mkdir(dirname(folder), { recursive: true });
  try {
    await mkdir(next);
    for (const [name, text] of files) await writeFile(join(next, name), text);
    if (existing === undefined) await renameOver(next, folder);
    else await exchange({ folder, next, previous });
    await removeEarlier(folder);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

/** Removes what a build that was killed has left: the folder that it was about to replace. */
async function removeEarlier(folder: string): Promise<void> {
  const prefix = `.${basename(folder)}.old-`;
  const names = (await readdir(dirname(folder))).filter(
    (name) => name.startsWith(prefix) && /-[0-9a-f]{8}$/u.test(name),
  );
  for (const name of names) await rm(join(dirname(folder), name), { recursive: true, force: true });
}

/** The names in a folder; undefined if it does not exist. */
export async function namesIn(folder: string): Promise<readonly string[] | undefined> {
  try {
    if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is not a folder; choose another one.`);
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function exchange({ folder, next, previous }: { folder: string; next: string; previous: string }): Promise<void> {
  await renameOver(folder, previous);
  try {
    await renameOver(next, folder);
  } catch (error) {
    await renameOver(previous, folder);
    throw error;
  }
  await rm(previous, { recursive: true, force: true });
}
