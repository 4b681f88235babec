/** The script of the GitHub action calls the program as its inputs say, and tells the result to GitHub. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createProgram } from '../../apps/cli/src/program.ts';
import { captureTerminal } from '../../apps/cli/src/terminal/captured-terminal.ts';

const action = new URL('../../apps/conformance/action/', import.meta.url);
const manifest = readFileSync(new URL('action.yml', action), 'utf8');
const script = readFileSync(new URL('run.mjs', action), 'utf8');

const report = {
  name: 'small | 1',
  summary: { failed: 1, warned: 0, passed: 3 },
  verdicts: [
    { rule: 'TURN-02', version: 1, level: 'MUST', outcome: 'failed', text: 'It ends.', found: 'It `said` <b>.' },
    { rule: 'GEN-01', version: 1, level: 'MUST', outcome: 'passed', text: 'It speaks.', found: '' },
  ],
};

/** Stands for `acp`: notes its words, and writes a report where it is told to. */
const program = `
const { appendFileSync, writeFileSync } = require('node:fs');
const words = process.argv.slice(2);
appendFileSync(process.env.CALLS, JSON.stringify(words) + '\\n');
const output = words[words.indexOf('--output') + 1];
if (words[1] === 'agent') writeFileSync(output, ${JSON.stringify(JSON.stringify(report))});
process.exitCode = words[1] === 'agent' ? 1 : 0;
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-action-'));
  writeFileSync(join(folder, 'acp.cjs'), program);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('the action judges, and writes every form, a summary and outputs', () => {
  const file = (name: string): string => join(folder, name);
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL('run.mjs', action))], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      CALLS: file('calls'),
      GITHUB_STEP_SUMMARY: file('summary'),
      GITHUB_OUTPUT: file('outputs'),
      ACP_CONFORMANCE_PROGRAM: file('acp.cjs'),
      ACP_CONFORMANCE_COMMAND: "my-agent --name 'a b'",
      ACP_CONFORMANCE_VERSION: '2',
      ACP_CONFORMANCE_SET: 'stable draft',
      ACP_CONFORMANCE_SKIP: ' http ',
      ACP_CONFORMANCE_BASELINE: 'known failures.json',
      ACP_CONFORMANCE_ONLY: '',
      ACP_CONFORMANCE_OUTPUT: 'out',
    },
  });
  expect(status).toBe(1);
  const calls = readFileSync(file('calls'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as readonly string[]).join(' '));
  expect(calls).toEqual([
    'conformance agent --version 2 --set stable --set draft --skip http --baseline known failures.json --format json ' +
      "--output out/report.json --badge out/badge.svg -- sh -c my-agent --name 'a b'",
    'conformance show out/report.json',
    'conformance show out/report.json --format html --output out/report.html',
    'conformance show out/report.json --format junit --output out/junit.xml',
  ]);
  expect(readFileSync(file('outputs'), 'utf8')).toBe('report=out/report.json\nfailed=1\n');
  const summary = readFileSync(file('summary'), 'utf8');
  expect(summary).toContain(String.raw`## ACP conformance of small \| 1`);
  expect(summary).toContain(String.raw`| TURN-02 | 1 | MUST | It ends. | It \`said\` \<b\>. |`);
  expect(summary).not.toContain('GEN-01');
});

test('the workflow of the guide uses the action and inputs that it has', () => {
  const guide = readFileSync(new URL('../../docs/guides/test-your-agent.md', import.meta.url), 'utf8');
  const step = /uses: \.\/acp-stack\/(apps\/conformance\/action)\n +with:\n((?: {10}\w+: .*\n)+)/u.exec(guide);
  expect(step?.[1]).toBe('apps/conformance/action');
  const used = Array.from(step?.[2]?.matchAll(/^ +(\w+):/gmu) ?? [], ([, name = '']) => name);
  for (const name of used) expect(manifest).toContain(`inputs.${name} }}`);
  expect(used).toEqual(['command', 'baseline']);
});

test('every input reaches the script, and every option exists', async () => {
  const inputs = Array.from(manifest.matchAll(/inputs\.(\w+)/gu), ([, name = '']) => name);
  const declared = manifest.slice(manifest.indexOf('inputs:'), manifest.indexOf('outputs:'));
  expect(inputs.toSorted()).toEqual(
    Array.from(declared.matchAll(/^ {2}(\w+):$/gmu), ([, name = '']) => name).toSorted(),
  );
  for (const name of inputs) {
    expect(manifest).toContain(`ACP_CONFORMANCE_${name.toUpperCase()}: \${{ inputs.${name} }}`);
    expect(script).toContain(`'${name.toUpperCase()}'`);
  }
  const ignore = (): void => undefined;
  const acp = await createProgram(captureTerminal(), { finish: ignore, printHelp: ignore, args: ['conformance'] });
  const known = acp.commands[0]?.commands.flatMap(({ options }) => options.map(({ long }) => long)) ?? [];
  const used = Array.from(script.matchAll(/'(--[\w-]+)'/gu), ([, option]) => option);
  expect(used.filter((option) => !known.includes(option))).toEqual([]);
  expect(used.length).toBeGreaterThan(8);
});
