/** Lists the folders in which sessions may work, for the choice of a folder. */
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { openWorkspace, type Files, type FolderEntry } from '@acp-stack/workspace';
import { withWireErrors } from '@acp-stack/workspace/client';

import type { HostFolder, HostParams, HostResults } from '@acp-stack/web';

/** How many folders are listed. */
const maxFolders = 1000;

/** `folders`: the roots, or the folders in a folder below them. Hidden folders are left out. */
export async function listFolders(
  { path }: HostParams['folders'],
  allRoots: readonly string[],
  signal: AbortSignal,
): Promise<HostResults['folders']> {
  // A root may be created, or removed, while the hub runs.
  const existing = await Promise.all(allRoots.map(isFolder));
  const roots = allRoots.filter((_root, index) => existing[index] === true);
  const [cwd, ...additionalDirectories] = roots;
  if (path === undefined || cwd === undefined) return { roots, folders: roots.map(folderAt) };
  return withWireErrors(async () => {
    const { files } = await openWorkspace({ cwd, additionalDirectories, mounts: 'allow' });
    const { path: folder, entries } = await files.list(path, { signal });
    const shown = entries.filter(
      ({ name, kind }) => !name.startsWith('.') && (kind === 'directory' || kind === 'link'),
    );
    const folders: HostFolder[] = [];
    for (const entry of shown) {
      if (folders.length === maxFolders) break;
      const at = join(folder, entry.name);
      if (await leadsToFolder(at, entry, files)) folders.push({ path: at, name: entry.name });
    }
    return { roots, folders };
  });
}

/** Links count if they lead to a folder inside the roots. */
async function leadsToFolder(path: string, { kind }: FolderEntry, files: Files): Promise<boolean> {
  if (kind === 'directory') return true;
  return files.stat(path).then(
    (info) => info.kind === 'directory',
    () => false,
  );
}

const folderAt = (path: string): HostFolder => ({ path, name: basename(path) || path });

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
