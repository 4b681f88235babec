/**
 * The script of the GitHub action: judges an agent, writes the report in every form, a summary of the job, and outputs.
 *
 * Inputs are environment variables, so that nothing in them is expanded by a shell but the command itself. It ends with
 * the exit code of `acp conformance agent`.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const input = (name) => env[`ACP_CONFORMANCE_${name}`]?.trim() ?? '';
const words = (name) =>
  input(name)
    .split(/\s+/u)
    .filter((word) => word !== '');

/** The program of the checkout that the action is in; a test names another one. */
const acp = env['ACP_CONFORMANCE_PROGRAM'] ?? fileURLToPath(new URL('../../../bin/acp', import.meta.url));
const run = (args) => spawnSync(execPath, [acp, 'conformance', ...args], { stdio: 'inherit' }).status ?? 2;

const folder = input('OUTPUT') || 'conformance';
mkdirSync(folder, { recursive: true });
const report = join(folder, 'report.json');
const named = (option, name) => (input(name) === '' ? [] : [option, input(name)]);
const repeated = (option, name) => words(name).flatMap((word) => [option, word]);

const target = input('URL') === '' ? ['--', 'sh', '-c', input('COMMAND')] : ['--url', input('URL')];
const code = run([
  'agent',
  ...named('--version', 'VERSION'),
  ...repeated('--set', 'SET'),
  ...repeated('--only', 'ONLY'),
  ...repeated('--skip', 'SKIP'),
  ...named('--baseline', 'BASELINE'),
  ...named('--prompts', 'PROMPTS'),
  '--format',
  'json',
  '--output',
  report,
  '--badge',
  join(folder, 'badge.svg'),
  ...target,
]);
if (!existsSync(report)) exit(code === 0 ? 2 : code);

run(['show', report]);
run(['show', report, '--format', 'html', '--output', join(folder, 'report.html')]);
run(['show', report, '--format', 'junit', '--output', join(folder, 'junit.xml')]);

const { name, summary, verdicts } = JSON.parse(readFileSync(report, 'utf8'));
const broken = verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned');
const cell = (text) => text.replaceAll(/[\\|<>`]/gu, (character) => `\\${character}`).replaceAll(/\s+/gu, ' ');
const rows = broken.map(
  ({ rule, version, level, text, found }) => `| ${rule} | ${version} | ${level} | ${cell(text)} | ${cell(found)} |`,
);
const table =
  rows.length === 0
    ? []
    : ['| rule | version | level | what it says | found |', '| --- | --- | --- | --- | --- |', ...rows];
const counts = `${summary.failed} failed, ${summary.warned} warned, ${summary.passed} passed`;
if (env['GITHUB_STEP_SUMMARY'])
  appendFileSync(
    env['GITHUB_STEP_SUMMARY'],
    [`## ACP conformance of ${cell(name)}`, '', counts, '', ...table, ''].join('\n'),
  );
if (env['GITHUB_OUTPUT']) appendFileSync(env['GITHUB_OUTPUT'], `report=${report}\nfailed=${summary.failed}\n`);
exit(code);
