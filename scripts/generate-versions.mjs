/** Part of `npm run generate`: writes the conversion table of packages/bridge into docs/concepts/versions.md. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { setup } from './setup.mjs';
import { versionsPage } from './versions-page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiled = join(root, '.tools', 'generate-versions');
const page = join(root, 'docs/concepts/versions.md');

try {
  await setup({ build: false });
  compile();
  const { conversionTable } = await import(pathToFileURL(join(compiled, 'conversion-table.js')).href);
  writeFileSync(page, versionsPage(readFileSync(page, 'utf8'), conversionTable));
  console.log('docs/concepts/versions.md written');
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** The table imports only types; it is compiled on its own, so that nothing has to be built. */
function compile() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const table = join(root, 'packages/bridge/src/loss/conversion-table.ts');
  const options = [
    '--ignoreConfig',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--rewriteRelativeImportExtensions',
    '--outDir',
    compiled,
  ];
  const { status } = spawnSync(process.execPath, [tsc, table, ...options], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The conversion table does not compile; see the messages above.');
}
