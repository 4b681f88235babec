/** The copy of the repository that is released: what is committed, with the versions and changelogs of the release. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readWorkspace } from '../workspace.mjs';
import { run } from './run.mjs';

/** Clones the last commit into `folder` and installs what builds it; resolves with a function that runs the pinned pnpm there. */
export async function prepareCopy(root, folder) {
  await run(['git', 'clone', '--quiet', '--no-hardlinks', root, folder]);
  const tools = join(root, '.tools');
  if (existsSync(tools))
    cpSync(tools, join(folder, '.tools'), { recursive: true, filter: (path) => !path.includes('node-linux') });
  const pnpm = (...words) => run([process.execPath, 'scripts/pnpm.mjs', ...words], { cwd: folder });
  const setUp = "import { setup } from './scripts/setup.mjs'; await setup();";
  await run([process.execPath, '--input-type=module', '--eval', setUp], { cwd: folder });
  return pnpm;
}

/** Applies the pending changes: new versions, changelogs, and no change files any more. Resolves with the plan in words. */
export async function applyVersions(pnpm) {
  const printed = await pnpm('version', '-r', '--no-git-checks', '--yes');
  return printed.split('\n').filter((line) => /^(?:@acp-stack\/|create-acp-agent\b)/u.test(line));
}

/** What is published, as the copy says it after its versions were set. */
export function publishedOf(folder) {
  return readWorkspace(folder)
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ home, manifest }) => ({ home: join(folder, home), folder: home, manifest }));
}

/** The newest section of a changelog, or undefined. */
export function newestChanges(home) {
  const file = join(home, 'CHANGELOG.md');
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8').split(/^## /mu)[1];
}
