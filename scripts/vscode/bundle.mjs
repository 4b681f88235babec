/**
 * Writes the folder of the extension: the bundle for the extension host, the pages, and the `acp` program.
 *
 * Everything is inside: an installed extension has no `node_modules`. Native parts that it can do without are left out.
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Native code, and what is only for a database server: loaded on demand, and a program says what is missing. */
const leftOut = ['@lydell/node-pty', 'libsql', 'pg', 'pg-native'];

/** Builds the extension of the checkout at `root` in `folder`, which is emptied; returns its manifest. */
export async function bundleExtension(root, folder) {
  const home = join(root, 'apps', 'vscode');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await write({ input: { extension: join(home, 'src', 'binding', 'extension.ts') }, external: ['vscode'] }, folder);
  await write({ input: { main: join(root, 'apps', 'cli', 'src', 'main.ts') }, external: [] }, join(folder, 'acp'));
  writeFileSync(join(folder, 'acp', 'package.json'), '{ "type": "module" }\n');
  cpSync(join(root, 'apps', 'web', 'dist', 'page'), join(folder, 'page'), { recursive: true });
  cpSync(join(home, 'extension'), folder, { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE.txt'));
  cpSync(join(home, 'README.md'), join(folder, 'README.md'));
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const manifest = { ...JSON.parse(readFileSync(join(home, 'extension', 'package.json'), 'utf8')), version };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return manifest;
}

async function write({ input, external }, folder) {
  const build = await rolldown({
    input,
    external: (id) => external.includes(id) || leftOut.some((name) => id === name || id.startsWith(`${name}/`)),
    platform: 'node',
    resolve: { conditionNames: ['@acp-stack/source', 'node', 'import', 'default'] },
    transform: { target: 'es2022' },
    tsconfig: false,
    logLevel: 'warn',
  });
  try {
    await build.write({
      dir: folder,
      format: 'es',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      comments: { legal: true, annotation: false, jsdoc: false },
      minify: 'dce-only',
      sourcemap: false,
    });
  } finally {
    await build.close();
  }
}

/** The files of a folder with their sizes, sorted by path. */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted();
}
