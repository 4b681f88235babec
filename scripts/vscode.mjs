/**
 * `npm run vscode -- package`: makes `apps/vscode/dist/acp-stack-….vsix`, which VS Code installs.
 * `npm run vscode -- serve folder`: opens a folder in `code-server` on a free port of this machine, with the extension.
 */
import { fileURLToPath } from 'node:url';

import { packageExtension } from './vscode/package.mjs';
import { serveEditor } from './vscode/serve.mjs';
import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [word = '', folder = '.'] = process.argv.slice(2);

try {
  if (word !== 'package' && word !== 'serve') throw new Error('Say npm run vscode -- package, or -- serve folder.');
  await setup();
  const vsix = await packageExtension(root);
  process.stdout.write(`${vsix}\n`);
  if (word === 'serve') {
    const editor = await serveEditor(root, { vsix, folder });
    process.stdout.write(`${editor.url}\n`);
    process.once('SIGINT', () => void editor.close());
    process.once('SIGTERM', () => void editor.close());
    await editor.ended;
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
