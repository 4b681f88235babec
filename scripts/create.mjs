/**
 * `npm run create -- ../my-agent`: the project that `npm create acp-agent` makes, installed, with the packages of this checkout in
 * place of those of npm.
 *
 * The packages that the project uses are packed into its folder `tarballs`, so it does not need the checkout any more.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { setup } from './setup.mjs';
import { readWorkspace } from './workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Where the command was typed; npm runs it at the top of the checkout. */
const typedIn = process.env.INIT_CWD ?? process.cwd();
const words = process.argv.slice(2);

try {
  await create();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function create() {
  const { positionals } = parseArgs({
    args: words,
    strict: false,
    options: { template: { type: 'string', short: 't' } },
  });
  const [place] = positionals;
  if (place === undefined && !words.some((word) => /^(?:-h|--help|-v|--version)$/u.test(word)))
    throw new Error('Say which folder to create: npm run create -- ../my-agent');
  await setup();
  const main = join(root, 'apps', 'create-acp-agent', 'dist', 'main.js');
  const created = spawnSync(process.execPath, [main, ...words], {
    cwd: typedIn,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (place === undefined || created.status !== 0) {
    process.stdout.write(created.stdout);
    process.exitCode = created.status ?? 1;
    return;
  }
  const folder = resolve(typedIn, place);
  process.stderr.write('Packing the packages that it uses, and installing, about a minute …\n');
  await addPackages(folder);
  process.stdout.write(created.stdout.replace(/^ {2}\w+ install\n/mu, ''));
}

/** Gives a project our packages, and installs it. */
async function addPackages(folder) {
  const { npm } = await import('./setup/prepare.mjs');
  const used = packagesOf(folder);
  const filters = used.map(({ home }) => `--filter=./${home}`);
  // What is packed was built by set-up.
  const options = ['--config.ignore-scripts=true', '--pack-destination', join(folder, 'tarballs')];
  const pnpm = join(root, 'scripts', 'pnpm.mjs');
  mustSucceed([process.execPath, pnpm, '--recursive', ...filters, 'pack', ...options], root);
  const files = used.map(
    ({ manifest: { name, version } }) => `./tarballs/${name.replace('@', '').replace('/', '-')}-${version}.tgz`,
  );
  mustSucceed([...npm(), 'install', '--no-audit', '--no-fund', '--prefer-offline', ...files], folder);
}

/** Our packages that a project uses, with those that they use. */
function packagesOf(folder) {
  const ours = new Map(readWorkspace(root).map((each) => [each.manifest.name, each]));
  const found = new Set();
  const add = ({ dependencies, devDependencies }, withDevelopment) => {
    for (const name of Object.keys({ ...dependencies, ...(withDevelopment ? devDependencies : {}) })) {
      const each = ours.get(name);
      if (each === undefined || found.has(each)) continue;
      found.add(each);
      add(each.manifest, false);
    }
  };
  add(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), true);
  return [...found];
}

function mustSucceed([file, ...args], cwd) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(
    `${error?.message ?? `${stdout}${stderr}`}\nThe project is there, but not installed: the last command failed.`,
  );
}
