/**
 * `npm run create -- ../my-agent`: the project that `npm create acp-agent` makes, installed, with the packages of this checkout in
 * place of those of npm.
 *
 * The packages that the project uses are packed into its folder `tarballs`, so it does not need the checkout any more. If
 * they cannot be installed, the project is removed again.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { npmCommand } from './setup/npm-command.mjs';
import { setup } from './setup.mjs';
import { readWorkspace } from './workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Where the command was typed; npm runs it at the top of the checkout. */
const typedIn = process.env.INIT_CWD ?? process.cwd();
const words = process.argv.slice(2);

/** What the output of npm and pnpm says, in words. */
const reasons = [
  [/ENOSPC|EDQUOT|no space left on device/iu, 'no space is left on the device'],
  [
    /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT/u,
    'the registry of npm cannot be reached',
  ],
  // On a full disk npm leaves the file empty, and reads it again.
  [/EJSONPARSE/u, 'package.json could not be written, perhaps because no space is left on the device'],
  [/EACCES|EPERM|EROFS/u, 'a file cannot be written there'],
];

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
  const remove = remover(resolve(typedIn, place ?? '.'));
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
  try {
    await addPackages(folder);
  } catch (error) {
    remove();
    throw new Error(`${error.message} Nothing was created.`, { cause: error });
  }
  process.stdout.write(created.stdout.replace(/^ {2}\w+ install\n/mu, ''));
}

/** Gives a project our packages, and installs it. */
async function addPackages(folder) {
  const used = packagesOf(folder);
  const filters = used.map(({ home }) => `--filter=./${home}`);
  // What is packed was built by set-up.
  const options = ['--config.ignore-scripts=true', '--pack-destination', join(folder, 'tarballs')];
  const pnpm = join(root, 'scripts', 'pnpm.mjs');
  mustSucceed('packed', [process.execPath, pnpm, '--recursive', ...filters, 'pack', ...options], root);
  const files = used.map(
    ({ manifest: { name, version } }) => `./tarballs/${name.replace('@', '').replace('/', '-')}-${version}.tgz`,
  );
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...files];
  mustSucceed('installed', [...npmCommand(), ...install], folder);
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

/** Returns a function that removes what is made in `folder` from now on; a folder that exists has nothing but `.git`. */
function remover(folder) {
  let top = folder;
  while (!existsSync(top) && !existsSync(dirname(top))) top = dirname(top);
  if (!existsSync(top)) return () => rmSync(top, { recursive: true, force: true });
  const before = new Set(statSync(folder).isDirectory() ? readdirSync(folder) : []);
  return () => {
    for (const name of readdirSync(folder))
      if (!before.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  };
}

function mustSucceed(done, [file, ...args], cwd) {
  const { status, error, stdout, stderr } = spawnSync(file, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  const output = error?.message ?? `${stdout}${stderr}`;
  const [, reason] = reasons.find(([pattern]) => pattern.test(output)) ?? [];
  if (reason === undefined) process.stderr.write(`${output}\n`);
  throw new Error(`The packages were not ${done}: ${reason ?? 'the reason is above'}.`);
}
