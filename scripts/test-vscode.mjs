/**
 * `npm run test:vscode`: the extension, packaged and installed, in a real editor in a real browser.
 *
 * `code-server` and `vsce` are installed below `.tools` at the first run, which takes some minutes; nothing but the
 * registry is contacted. The pictures that the scenarios take are in `apps/vscode/dist/pictures`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { packageExtension } from './vscode/package.mjs';
import { prepareCodeServer } from './vscode/tools.mjs';
import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  await setup();
  prepareCodeServer(root);
  const vsix = await packageExtension(root);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const words = ['run', '--config', join('test', 'vscode', 'vitest.config.ts'), '--reporter=verbose'];
  const { status, error } = spawnSync(process.execPath, [vitest, ...words], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ACP_VSIX: vsix },
  });
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
