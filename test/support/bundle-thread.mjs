/**
 * `node bundle-thread.mjs <url of a module>`: writes the module and our own ones that it imports as one file of
 * JavaScript, and prints its URL.
 *
 * The file is below `node_modules` of the same package, so that it finds the same dependencies. Its name is made of its
 * text: the processes of several runs never read a file that another one writes.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const program = fileURLToPath(process.argv[2]);
const build = await rolldown({
  input: program,
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('@acp-stack/'),
  platform: 'node',
  resolve: { conditionNames: ['@acp-stack/source', 'import', 'default'] },
  transform: { target: 'es2022' },
  tsconfig: false,
});
const { output } = await build.generate({ codeSplitting: false });
const [{ code }] = output;
const folder = join(packageOf(program), 'node_modules', '.cache', 'threads');
const file = join(folder, `${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`);
if (!existsSync(file)) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
}
process.stdout.write(pathToFileURL(file).href);

/** The folder of the package that a file belongs to. */
function packageOf(path) {
  const home = dirname(path);
  return existsSync(join(home, 'package.json')) ? home : packageOf(home);
}
