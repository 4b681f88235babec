import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { expect, test } from 'vitest';

import { createProgram } from '../../program.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { completionScript } from './completion-script.ts';

const program = await createProgram(captureTerminal(), {
  finish: () => undefined,
  printHelp: () => undefined,
  args: [],
});
const lineOf = (command: string): string =>
  completionScript('bash', program)
    .split('\n')
    .find((line) => line.startsWith(`    '${command}') `) && line.includes('_acp_options')) ?? '';

test('acp call completes agents and methods, acp inspect agents and files', () => {
  expect(lineOf('call')).toContain('acp agents list');
  expect(lineOf('call')).toContain("'session/list'");
  expect(lineOf('call')).not.toContain('_acp_files');
  expect(lineOf('inspect')).toContain('acp agents list');
  expect(lineOf('inspect')).toContain('_acp_files');
});

test('an option that is not for users is not offered', () => {
  expect(lineOf('inspect')).toContain('--listen');
  expect(lineOf('inspect')).not.toContain('--connect');
});

/** What bash offers for the last of `words`; `acp` is a stand-in that lists agents and sessions. */
function offered(...words: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'acp-completion-'));
  try {
    const list = (field: string, values: readonly string[]): string =>
      `printf '%s\\n' ${values.map((value) => `'    "${field}": "${value}",'`).join(' ')}`;
    writeFileSync(
      join(folder, 'acp'),
      `#!/bin/sh\ncase "$1" in agents) ${list('name', ['florist', 'my $(touch x) agent'])} ;; sessions) ${list('sessionId', ['3f2a-1', '77-2'])} ;; esac\n`,
    );
    chmodSync(join(folder, 'acp'), 0o755);
    writeFileSync(join(folder, 'red pic.png'), '');
    writeFileSync(join(folder, 'script.bash'), completionScript('bash', program));
    const line = `source ./script.bash; COMP_WORDS=(acp "$@"); COMP_CWORD=$#; _acp; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
    const out = execFileSync('bash', ['--norc', '-c', line, 'bash', ...words], { cwd: folder, env, encoding: 'utf8' });
    return out.split('\n').filter((each) => each !== '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('bash offers agents, sessions, methods and formats by their beginning', () => {
  expect(offered('exec', '--agent', 'fl')).toEqual(['florist']);
  expect(offered('agents', 'info', 'my')).toEqual(['my $(touch x) agent']);
  expect(offered('sessions', 'show', '3')).toEqual(['3f2a-1']);
  expect(offered('chat', '--resume', '')).toEqual(['3f2a-1', '77-2']);
  expect(offered('protocol', 'session/pr')).toEqual(['session/prompt']);
  expect(offered('exec', '--format', '')).toEqual(['text', 'json', 'ndjson', 'quiet', 'markdown', 'html']);
  expect(offered('completion', 'f')).toEqual(['fish']);
});

test('options are offered where one begins to type one, or where there is nothing else', () => {
  expect(offered('sessions', 'show', '')).toEqual(['3f2a-1', '77-2']);
  expect(offered('sessions', 'show', '--for')).toEqual(['--format']);
  expect(offered('agents', '').filter((word) => word.startsWith('-'))).toEqual([]);
  expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  expect(offered('agents', 'list', '')).toContain('--format');
});

test('a file with a space is one word, which bash quotes', () => {
  expect(offered('exec', '--attach', 'red')).toEqual(['red pic.png']);
  expect(completionScript('bash', program)).toMatch(/^complete -o filenames -F _acp acp$/mu);
});

test('zsh uses the same words, and fish has a line for each', () => {
  const zsh = completionScript('zsh', program);
  expect(zsh).toMatch(/^#compdef acp\n/u);
  for (const table of [/^ {4}'exec:--format'\).*$/mu, /^ {4}'sessions show'\).*$/mu])
    expect(table.exec(zsh)?.[0]).toBe(table.exec(completionScript('bash', program))?.[0]);
  const lines = completionScript('fish', program).split('\n');
  expect(lines.some((line) => line.includes('acp sessions list') && line.includes('seen_subcommand_from show'))).toBe(
    true,
  );
  expect(lines.some((line) => line.includes('-l resume -x') && line.includes('acp sessions list'))).toBe(true);
  expect(lines.some((line) => line.includes("-l format -x -a 'text json ndjson quiet markdown html'"))).toBe(true);
});

test('zsh keeps its search path of programs, and does not see arithmetic without its sign', () => {
  const zsh = completionScript('zsh', program);
  expect(zsh).not.toMatch(/\bpath=/u);
  expect(zsh).not.toContain('COMP_');
});

test('fish expands nothing in a listing before it runs it', () => {
  for (const line of completionScript('fish', program).split('\n')) {
    const outside = line.replaceAll(/'(?:\\.|[^'\\])*'/gu, '');
    expect(outside).not.toMatch(/["$()\\]/u);
  }
  expect(completionScript('fish', program)).toContain(String.raw`sed -n \'s/^ *"name": "\\(.*\\)",*$/\\1/p\')'`);
});
