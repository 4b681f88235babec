/** Archives beside a manifest: files that a registry in a folder can name instead of addresses. */
import { lstat } from 'node:fs/promises';
import { join, posix } from 'node:path';

import { isPathBeside } from '../../manifest/read-manifest.ts';
import { objectField, stringField } from '../folder/fields.ts';
import type { Entry } from '../folder/read-folder.ts';
import type { ReportProblem } from '../report/problems.ts';

/** Checks that the archives which are paths are files of the agent's folder. */
export async function checkLocalArchives({ value, path: folder }: Entry, report: ReportProblem): Promise<void> {
  const binary = objectField(objectField(value, 'distribution'), 'binary') ?? {};
  for (const [target, build] of Object.entries(binary)) {
    const archive = stringField(build, 'archive');
    if (archive === undefined || !isPathBeside(archive)) continue;
    const path = `/distribution/binary/${target.replaceAll('~', '~0').replaceAll('/', '~1')}/archive`;
    const name = posix.normalize(archive);
    const isInside = name !== '..' && !name.startsWith('../');
    const isFile = isInside && (await lstat(join(folder, name)).catch(() => undefined))?.isFile() === true;
    if (!isFile)
      report('address', path, 'The archive is neither an https address nor a file in the folder of the agent.');
    else {
      const where = 'only where this folder itself is the source';
      report(
        'archive-published',
        path,
        `The archive is a file beside the manifest, which works ${where}; build needs its https address.`,
      );
    }
  }
}
