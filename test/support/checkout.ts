/**
 * A fresh copy of the repository on a bare machine: an empty HOME, and a PATH with Node, npm and the basic tools only.
 *
 * The copy is a `git clone` plus what is not committed yet, so the tests say the truth before a commit too.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository under test. */
export const repository: string = fileURLToPath(new URL('../..', import.meta.url));

/** How a command ended. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder that is removed when its user is done with it. */
export interface TemporaryFolder extends Disposable {
  readonly path: string;
}

/** A machine on which nothing of ours was ever installed. */
export interface Machine extends Disposable {
  /** Clones the repository into an empty folder. */
  clone(): string;
  /** Runs a command and waits for its end; it gets no stdin. */
  run(command: readonly [string, ...string[]], options: RunOptions): Promise<Outcome>;
}

/** Where a command runs, and what its environment has beyond the machine's own. */
interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Sends SIGTERM once stderr says this. */
  readonly stopAt?: string;
}

const basicTools = [
  'sh',
  'env',
  'basename',
  'cat',
  'cp',
  'dirname',
  'ls',
  'mkdir',
  'mv',
  'readlink',
  'rm',
  'sed',
  'uname',
];

/** What reaching the registry may need on the machine that runs the tests. */
const networkVariables = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|npm_config_registry|(https?|no)_proxy)$/i;

/** Makes an empty folder under the system's temporary folder. */
export function temporaryFolder(): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'acp-stack-')));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Makes a machine with an empty HOME. */
export function bareMachine(): Machine {
  const folder = temporaryFolder();
  const home = join(folder.path, 'home');
  const bin = join(folder.path, 'bin');
  mkdirSync(home);
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  for (const tool of ['npm', ...basicTools]) symlinkSync(findInPath(tool), join(bin, tool));
  const network = Object.entries(process.env).filter(([name]) => networkVariables.test(name));
  const env = { ...Object.fromEntries(network), HOME: home, PATH: bin, TMPDIR: tmpdir() };
  let clones = 0;
  return {
    clone: () => cloneRepository(join(folder.path, `clone-${(clones += 1)}`)),
    run: (command, options) => run(command, { ...options, env: { ...env, ...options.env } }),
    // An installed checkout is many files, which `rm` removes in half of the time that Node takes.
    [Symbol.dispose]: () => void execFileSync('rm', ['-rf', folder.path]),
  };
}

function findInPath(tool: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const path = folders.map((folder) => join(folder, tool)).find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error(`${tool} is not in PATH; the tests need it.`);
  // npm finds its own files beside the real path.
  return realpathSync(path);
}

function cloneRepository(target: string): string {
  git('clone', '--quiet', repository, target);
  for (const file of filesInGit('--cached', '--others')) {
    const from = join(repository, file);
    rmSync(join(target, file), { force: true });
    if (!existsSync(from)) continue;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(from, join(target, file));
  }
  return target;
}

/** The files of the working tree that belong to the repository: `--cached` those in git, `--others` those not yet. */
export function filesInGit(...kinds: readonly ('--cached' | '--others')[]): string[] {
  const output = git('-C', repository, 'ls-files', '-z', '--exclude-standard', ...kinds);
  return output.split('\0').filter((file) => file !== '');
}

/** A checkout may belong to another user than the one who runs the tests. */
function git(...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'safe.directory=*', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Runs a command with exactly the given environment and waits for its end. */
export function run(
  [command, ...args]: readonly [string, ...string[]],
  { cwd, env, stopAt }: Omit<RunOptions, 'env'> & { readonly env: Readonly<Record<string, string | undefined>> },
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (data: string) => (stdout += data));
    child.stderr.setEncoding('utf8').on('data', (data: string) => {
      stderr += data;
      if (stopAt !== undefined && !child.killed && stderr.includes(stopAt)) child.kill('SIGTERM');
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
