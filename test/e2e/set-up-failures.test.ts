/**
 * Set-up of a checkout that worked before: a failed or killed install, another version of Node, no network.
 *
 * The checkout is a small one with the real `scripts/setup`. Its pnpm, npm and build are scripts of the test that do
 * what the file `orders` says, so nothing is downloaded.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

import { repository, run, temporaryFolder, type Outcome } from '../support/checkout.ts';

test('a failed install leaves the packages that were there, and the checkout works again with its old lock file', async () => {
  using checkout = smallCheckout();
  expect(await checkout.start()).toMatchObject({ code: 0, stdout: 'works with lock 1\n' });
  checkout.write('pnpm-lock.yaml', 'lock 2');
  checkout.order('fail');
  const failed = await checkout.start();
  expect(failed.stderr).toMatch(/The dependencies could not be installed, because the npm registry cannot be reached/);
  expect(failed.code).toBe(1);
  checkout.write('pnpm-lock.yaml', 'lock 1');
  expect(await checkout.start()).toMatchObject({ code: 0, stdout: 'works with lock 1\n', stderr: '' });
});

test('an install that was killed is repaired at the next start', async () => {
  using checkout = smallCheckout();
  await checkout.start();
  checkout.write('pnpm-lock.yaml', 'lock 2');
  checkout.order('hang');
  await checkout.startAndKill();
  expect(existsSync(checkout.path('node_modules/dependency'))).toBe(false);
  checkout.order('install');
  expect(await checkout.start()).toMatchObject({ code: 0, stdout: 'works with lock 2\n' });
  expect(readdirSync(checkout.path('.tools')).toSorted()).toEqual(['npm-cli.js', 'pnpm-1.0.0']);
});

test('an install that was killed costs nothing when the old lock file is back and there is no network', async () => {
  using checkout = smallCheckout();
  await checkout.start();
  checkout.write('pnpm-lock.yaml', 'lock 2');
  checkout.order('hang');
  await checkout.startAndKill();
  checkout.write('pnpm-lock.yaml', 'lock 1');
  checkout.order('fail');
  const repaired = await checkout.start();
  expect(repaired).toMatchObject({ code: 0, stdout: 'works with lock 1\n' });
  expect(repaired.stderr).not.toContain('Installing');
});

test('no tool of a set-up that was killed goes on working', async () => {
  using checkout = smallCheckout();
  checkout.order('hang');
  await checkout.startAndKill();
  const pid = Number(readFileSync(checkout.path('pnpm-is-running'), 'utf8'));
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('another version of Node uses the packages that are installed', async () => {
  using checkout = smallCheckout();
  await checkout.start();
  checkout.order('fail');
  const other = 'process.versions.modules = "999";';
  checkout.write(
    'other-node.cjs',
    `Object.defineProperty(process, 'versions', { value: { ...process.versions } }); ${other}`,
  );
  const outcome = await checkout.start({ NODE_OPTIONS: `--require=${checkout.path('other-node.cjs')}` });
  expect(outcome).toMatchObject({ code: 0, stdout: 'works with lock 1\n', stderr: '' });
});

test('a home folder that cannot be written is not needed: downloads are kept in the checkout', async () => {
  using checkout = smallCheckout();
  // A file: nothing can be made below it, whatever the user may do.
  const home = checkout.path('pnpm-lock.yaml');
  expect(await checkout.start({ HOME: home })).toMatchObject({ code: 0 });
  const used = JSON.parse(readFileSync(checkout.path('pnpm-folders'), 'utf8')) as unknown[];
  expect(used).toEqual(
    ['.npm', '.cache', '.local/share', '.local/state'].map((name) => checkout.path(join('.tools/home', name))),
  );
});

test('packages that are gone are installed again, whatever the stamp says', async () => {
  using checkout = smallCheckout();
  await checkout.start();
  rmSync(checkout.path('packages/one/node_modules/dependency'), { recursive: true });
  expect(await checkout.start()).toMatchObject({ code: 0, stderr: expect.stringContaining('Installing') as string });
  expect(existsSync(checkout.path('packages/one/node_modules/dependency'))).toBe(true);
});

test('a build that was stopped is made again', async () => {
  using checkout = smallCheckout();
  await checkout.start();
  rmSync(checkout.path('packages/one/dist'), { recursive: true });
  checkout.order('build half');
  expect(await checkout.start()).toMatchObject({ code: 1 });
  checkout.order('install');
  expect(await checkout.start()).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Building/) as string });
});

test('every native module of the dependencies is of Node-API, so one install serves all versions of Node', () => {
  const store = join(repository, 'node_modules', '.pnpm');
  const natives = filesBelow(store).filter((file) => file.endsWith('.node'));
  expect(natives.length).toBeGreaterThan(2);
  for (const file of natives) {
    const text = readFileSync(file, 'latin1');
    expect({ file, usesNodeApi: text.includes('napi_'), usesV8: /node_register_module_v\d|_ZN2v8/.test(text) }).toEqual(
      {
        file,
        usesNodeApi: true,
        usesV8: false,
      },
    );
  }
});

/** The files of a folder, without following links: some versions of Node follow them when they read a whole tree. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

interface SmallCheckout extends Disposable {
  path(name: string): string;
  write(name: string, text: string): void;
  /** What pnpm and the build do from now on. */
  order(order: 'install' | 'fail' | 'hang' | 'build half'): void;
  start(env?: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Starts the program and kills it with SIGKILL once pnpm has removed what was installed. */
  startAndKill(): Promise<void>;
}

const pnpm = `
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
const homes = ['.', 'packages/one'];
const orders = readFileSync('orders', 'utf8');
const { npm_config_cache, XDG_CACHE_HOME, XDG_DATA_HOME, XDG_STATE_HOME } = process.env;
writeFileSync('pnpm-folders', JSON.stringify([npm_config_cache, XDG_CACHE_HOME, XDG_DATA_HOME, XDG_STATE_HOME]));
for (const home of homes) rmSync(home + '/node_modules/dependency', { recursive: true, force: true });
if (orders === 'fail') { console.error('ERR_PNPM_NO_OFFLINE_TARBALL'); process.exit(1); }
if (orders === 'hang') {
  writeFileSync('pnpm-is-running', String(process.pid));
  setInterval(() => {}, 1000);
} else {
  for (const home of homes) {
    mkdirSync(home + '/node_modules/dependency', { recursive: true });
    writeFileSync(home + '/node_modules/dependency/index.js', readFileSync('pnpm-lock.yaml'));
  }
}
`;

const build = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
mkdirSync('packages/one/dist', { recursive: true });
if (readFileSync('orders', 'utf8') === 'build half') process.exit(1);
`;

const program = `
import { readFileSync } from 'node:fs';
import { setup } from './scripts/setup.mjs';
try {
  await setup();
  console.log('works with ' + readFileSync('packages/one/node_modules/dependency/index.js', 'utf8'));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
`;

function smallCheckout(): SmallCheckout {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder.path, name);
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  for (const name of ['setup', 'setup.mjs', 'workspace.mjs']) {
    cpSync(join(repository, 'scripts', name), path(`scripts/${name}`), { recursive: true });
  }
  const dependencies = { dependency: '1.0.0' };
  write('package.json', JSON.stringify({ name: 'small', type: 'module', packageManager: 'pnpm@1.0.0', dependencies }));
  write('packages/one/package.json', JSON.stringify({ name: 'one', dependencies }));
  write('pnpm-workspace.yaml', '');
  write('pnpm-lock.yaml', 'lock 1');
  write('.tools/pnpm-1.0.0/node_modules/pnpm/bin/pnpm.mjs', pnpm);
  // `npm ping` succeeds without a network.
  write('.tools/npm-cli.js', '');
  write('scripts/build.mjs', build);
  write('main.mjs', program);
  write('orders', 'install');
  const environment = { PATH: dirname(process.execPath), npm_execpath: path('.tools/npm-cli.js') };
  return {
    path,
    write,
    order: (order) => write('orders', order),
    start: (env = {}) => run([process.execPath, 'main.mjs'], { cwd: folder.path, env: { ...environment, ...env } }),
    startAndKill: async () => {
      rmSync(path('pnpm-is-running'), { force: true });
      const child = spawn(process.execPath, ['main.mjs'], { cwd: folder.path, env: environment, stdio: 'ignore' });
      const closed = new Promise((resolve) => child.once('close', resolve));
      await expect.poll(() => existsSync(path('pnpm-is-running'))).toBe(true);
      child.kill('SIGKILL');
      await closed;
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
