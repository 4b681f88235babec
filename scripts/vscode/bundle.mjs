/**
 * Writes the folder of the extension: the bundle for the extension host, the pages, and the `acp` program.
 *
 * Everything is inside, also the database of sessions, whose native part is that of this machine. Native parts that the
 * extension can do without are left out. The code is in a folder of its own, because `vsce` leaves out `node_modules` at
 * the top of an extension.
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Native code, and what is only for a database server: loaded on demand, and a program says what is missing. */
const leftOut = ['@lydell/node-pty', 'libsql', 'pg', 'pg-native'];

/** The folder of the code, with the packages that it loads. */
export const codeFolder = 'program';

/** The name that VS Code has for this machine: the database of sessions is native code. */
export const target = `${process.platform}-${process.arch}`;

/** Builds the extension of the checkout at `root` in `folder`, which is emptied; returns its manifest. */
export async function bundleExtension(root, folder) {
  const home = join(root, 'apps', 'vscode');
  const code = join(folder, codeFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await write({ input: { extension: join(home, 'src', 'binding', 'extension.ts') }, external: ['vscode'] }, code);
  await write({ input: { main: join(root, 'apps', 'cli', 'src', 'main.ts') }, external: [] }, join(code, 'acp'));
  // Each part finds the name and the version of the program in the folder above it.
  const { name: program, version: programVersion } = JSON.parse(
    readFileSync(join(root, 'apps', 'cli', 'package.json'), 'utf8'),
  );
  const about = { name: program, version: programVersion, type: 'module' };
  for (const place of [code, join(code, 'acp')])
    writeFileSync(join(place, 'package.json'), `${JSON.stringify(about)}\n`);
  await writeWorker(root, code);
  copyDatabase(root, join(code, 'node_modules'));
  copyTerminal(root, join(code, 'node_modules'));
  cpSync(join(root, 'apps', 'web', 'dist', 'page'), join(folder, 'page'), { recursive: true });
  cpSync(join(home, 'extension'), folder, { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE.txt'));
  cpSync(join(home, 'README.md'), join(folder, 'README.md'));
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const manifest = { ...JSON.parse(readFileSync(join(home, 'extension', 'package.json'), 'utf8')), version };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return manifest;
}

/** The thread of the database is a program of its own, beside each bundle that starts it. */
async function writeWorker(root, folder) {
  const input = { 'sqlite-worker': join(root, 'packages', 'journal', 'src', 'sqlite-worker.ts') };
  for (const place of ['.', 'chunks', join('acp', 'chunks')]) await write({ input, external: [] }, join(folder, place));
}

/** Copies the database with what it needs: the package itself, and the native part for this machine. */
function copyDatabase(root, modules) {
  const from = createRequire(realpathSync(join(root, 'packages', 'journal', 'package.json')));
  const copy = (resolve, name) => {
    const home = homeOf(resolve.resolve(name), name);
    cpSync(home, join(modules, name), { recursive: true, dereference: true });
    return home;
  };
  const home = copy(from, 'libsql');
  const own = createRequire(join(home, 'index.js'));
  copy(own, '@neon-rs/load');
  copy(own, 'detect-libc');
  for (const name of readdirSync(join(home, '..', '@libsql'))) copy(own, `@libsql/${name}`);
}

/** Copies the pseudo-terminal, which logins run on, with its native part for this machine. */
function copyTerminal(root, modules) {
  const from = createRequire(join(root, 'package.json'));
  const name = '@lydell/node-pty';
  const home = homeOf(from.resolve(name), name);
  cpSync(home, join(modules, name), { recursive: true, dereference: true });
  const native = `${name}-${target}`;
  const own = createRequire(join(home, 'index.js'));
  cpSync(dirname(own.resolve(`${native}/package.json`)), join(modules, native), { recursive: true, dereference: true });
}

/** The folder of a package, from one of its files. */
function homeOf(file, name) {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (folder.replaceAll('\\', '/').endsWith(`node_modules/${name}`)) return folder;
  }
  throw new Error(`${file} is not in the package ${name}.`);
}

async function write({ input, external }, folder) {
  // Not at the top: a checkout that is set up by this command does not have it before.
  const { rolldown } = await import('rolldown');
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
