/** `npm run generate`: writes every generated file from the definitions in packages/schema. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiled = join(root, '.tools', 'generate');

try {
  await setup({ build: false });
  compile();
  const { generate } = await import(pathToFileURL(join(compiled, 'generate', 'generate.js')).href);
  write(generate(root));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** The generator is TypeScript and must run before anything is built, so it is compiled on its own. */
function compile() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'packages/schema/tsconfig.generate.json')], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('The generator does not compile; see the messages above.');
}

function write(files) {
  for (const folder of ['packages/schema/json-schema', 'docs/reference']) {
    const path = join(root, folder);
    if (!existsSync(path)) continue;
    for (const name of readdirSync(path)) if (!files.has(`${folder}/${name}`)) rmSync(join(path, name));
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  console.log(`${files.size} files written`);
}
