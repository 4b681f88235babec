/** Commands as real processes, with pipes and on pseudo-terminals. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { defaultLimits, type WorkspaceLimits } from '../contract/limits.ts';
import { openRoots } from '../paths/roots.ts';
import type { Terminal } from './terminal.ts';
import { Terminals, type TerminalsOptions } from './terminals.ts';

const node = process.execPath;
const size = { columns: 80, rows: 24 };
const kinds = [
  ['with pipes', {}],
  ['on a pseudo-terminal', { pty: size }],
] as const;

let project: SampleProject;
const opened: Terminals[] = [];

beforeEach(() => {
  project = createSampleProject();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((terminals) => terminals[Symbol.asyncDispose]()));
  project[Symbol.dispose]();
  vi.unstubAllEnvs();
});

async function open({
  limits,
  ...options
}: Partial<Omit<TerminalsOptions, 'limits'>> & { limits?: Partial<WorkspaceLimits> } = {}): Promise<Terminals> {
  const roots = await openRoots({ cwd: project.root }, 'handle');
  const terminals = new Terminals(roots, {
    environment: {},
    killGrace: 2000,
    ...options,
    limits: { ...defaultLimits, ...limits },
  });
  opened.push(terminals);
  return terminals;
}

/** Waits until the command has printed `words`. */
async function until(terminal: Terminal, words: string | RegExp): Promise<string> {
  let text = '';
  for await (const chunk of terminal) {
    text += chunk.text;
    if (typeof words === 'string' ? text.includes(words) : words.test(text)) return text;
  }
  throw new Error(`the command ended with ${text}`);
}

/** Whether a process runs; one that has ended and was not collected does not. */
function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat[stat.lastIndexOf(')') + 2] !== 'Z';
  } catch {
    return false;
  }
}

describe.each(kinds)('a command %s', (_kind, kind) => {
  test('runs at once, prints, and ends (TERM-02, TERM-05, TERM-06)', async () => {
    const terminals = await open();
    const terminal = await terminals.start({
      command: node,
      args: ['-e', 'console.log("grün"); process.exitCode = 3'],
      ...kind,
    });
    expect(terminals.get(terminal.id)).toBe(terminal);
    expect(await terminal.waitForExit()).toEqual({ exitCode: 3, signal: null });
    const { text, truncated, exitStatus } = terminal.output();
    expect(text.trim()).toBe('grün');
    expect(truncated).toBe(false);
    expect(exitStatus).toEqual({ exitCode: 3, signal: null });
    expect(terminal.isPty).toBe('pty' in kind);
  });

  test('has no exit status while it runs, and can be waited for in vain', async () => {
    const terminals = await open();
    const terminal = await terminals.start({ command: 'sh', args: ['-c', 'echo up; sleep 60'], ...kind });
    await until(terminal, 'up');
    expect(terminal.output()).not.toHaveProperty('exitStatus');
    await expect(terminal.waitForExit({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    const controller = new AbortController();
    const waiting = terminal.waitForExit({ signal: controller.signal });
    controller.abort(new Error('too long'));
    await expect(waiting).rejects.toThrow('too long');
    expect(isRunning(terminal.pid)).toBe(true);
  });

  test('is killed with everything that it started, and can still be read (TERM-07, TERM-11)', async () => {
    const terminals = await open();
    const script = `const { spawn } = require('node:child_process');
      const child = spawn('sleep', ['60']);
      const stray = spawn('sleep', ['60'], { detached: true });
      console.log(JSON.stringify([process.pid, child.pid, stray.pid]));`;
    const terminal = await terminals.start({
      command: 'sh',
      args: ['-c', `"$0" -e "$1"; exit $?`, node, script],
      ...kind,
    });
    const [, numbers = ''] = /(\[[\d,]+\])/u.exec(await until(terminal, ']')) ?? [];
    const pids = [terminal.pid, ...(JSON.parse(numbers) as number[])];
    expect(pids.filter(isRunning)).toEqual(pids);
    const waiting = terminal.waitForExit();
    await terminal.kill();
    expect(pids.filter(isRunning)).toEqual([]);
    expect((await waiting).exitCode === 0).toBe(false);
    expect(terminal.output().text).toContain(numbers);
    expect(terminals.get(terminal.id)).toBe(terminal);
  });

  test('is killed also when it does not want to be', async () => {
    const terminals = await open({ killGrace: 50 });
    const terminal = await terminals.start({
      command: 'sh',
      args: ['-c', 'trap "" TERM HUP; echo up; while :; do sleep 1; done'],
      ...kind,
    });
    await until(terminal, 'up');
    await terminal.kill();
    expect(await terminal.waitForExit()).toEqual({ exitCode: null, signal: 'SIGKILL' });
    await terminal.kill();
  });

  test('takes along what it left running when it ends', async () => {
    const terminals = await open();
    const terminal = await terminals.start({ command: 'sleep 60 & echo "[$!]"', shell: true, ...kind });
    await terminal.waitForExit();
    await terminal.kill();
    const [, pid = ''] = /\[(\d+)\]/u.exec(terminal.output().text) ?? [];
    expect(isRunning(Number(pid))).toBe(false);
  });

  test('is forgotten when it is released, and its output is not (TERM-09, TERM-10)', async () => {
    const terminals = await open();
    const terminal = await terminals.start({ command: 'echo kept; sleep 60', shell: true, ...kind });
    await until(terminal, 'kept');
    await terminal.release();
    expect(isRunning(terminal.pid)).toBe(false);
    expect(terminals.get(terminal.id)).toBeUndefined();
    expect(terminals.list).toEqual([]);
    expect(terminal.output()).toMatchObject({ text: expect.stringContaining('kept'), exitStatus: expect.anything() });
    await terminal.release();
  });

  test('ends with the workspace', async () => {
    const terminals = await open();
    const running = await Promise.all(
      Array.from({ length: 3 }, () => terminals.start({ command: 'echo up; sleep 60', shell: true, ...kind })),
    );
    await Promise.all(running.map((terminal) => until(terminal, 'up')));
    await terminals[Symbol.asyncDispose]();
    expect(running.filter(({ pid }) => isRunning(pid))).toEqual([]);
    await expect(terminals.start({ command: 'true' })).rejects.toMatchObject({ code: 'closed' });
  });

  test('ends with the workspace also when it is only being started', async () => {
    const terminals = await open();
    const starting = terminals.start({ command: 'sleep', args: ['60'], ...kind });
    await terminals[Symbol.asyncDispose]();
    await expect(starting).rejects.toMatchObject({ code: 'closed' });
    expect(terminals.list).toEqual([]);
  });

  test('ends when it is called off', async () => {
    const terminals = await open();
    const controller = new AbortController();
    const terminal = await terminals.start({ command: 'sleep', args: ['60'], signal: controller.signal, ...kind });
    controller.abort(new Error('enough'));
    expect(await terminal.waitForExit()).toMatchObject({ exitCode: null });
    await expect(terminals.start({ command: 'true', signal: controller.signal })).rejects.toThrow('enough');
  });

  test('runs where it is told to, inside of the roots only (TERM-04)', async () => {
    mkdirSync(project.at('sub'));
    const terminals = await open();
    const here = await terminals.start({ command: 'pwd', ...kind });
    const there = await terminals.start({ command: 'pwd', cwd: project.at('sub'), ...kind });
    await Promise.all([here.waitForExit(), there.waitForExit()]);
    expect(here.output().text.trim()).toBe(project.root);
    expect(there.output().text.trim()).toBe(project.at('sub'));
    const start = (cwd: string): Promise<Terminal> => terminals.start({ command: 'pwd', cwd, ...kind });
    await expect(start(project.outside)).rejects.toMatchObject({ code: 'outside' });
    await expect(start('sub')).rejects.toMatchObject({ code: 'invalid' });
    await expect(start(project.at('nothing'))).rejects.toMatchObject({ code: 'missing' });
    expect(terminals.list).toHaveLength(2);
  });

  test('sees the variables that it is given, and not our secrets', async () => {
    vi.stubEnv('GARDEN_TOKEN', 'secret');
    vi.stubEnv('ALLOWED_TOKEN', 'allowed');
    vi.stubEnv('GARDEN_NAME', 'ours');
    const terminals = await open({ environment: { allow: ['ALLOWED_TOKEN'] } });
    const terminal = await terminals.start({ command: 'env', env: { MY_KEY: 'given', LANG: undefined }, ...kind });
    await terminal.waitForExit();
    const { text } = terminal.output();
    for (const line of ['ALLOWED_TOKEN=allowed', 'GARDEN_NAME=ours', 'MY_KEY=given']) expect(text).toContain(line);
    expect(text).not.toMatch(/GARDEN_TOKEN|^LANG=/mu);
  });

  test.each([
    ['no-such-program-here', 'program not found'],
    ['./nothing', 'program not found'],
    ['./plain.txt', 'it may not be executed'],
    ['./folder', 'it may not be executed'],
  ])('that is %s says why it does not start', async (command, reason) => {
    project.write({ 'plain.txt': 'echo up', 'folder/a.txt': '' });
    const terminals = await open();
    await expect(terminals.start({ command, ...kind })).rejects.toMatchObject({
      code: 'not-started',
      message: expect.stringContaining(reason) as string,
    });
    expect(terminals.list).toEqual([]);
  });

  test('gets its arguments as they are, without a shell', async () => {
    const args = ['$HOME', 'a b', '"; exit 1', '*', ''];
    const terminals = await open();
    const terminal = await terminals.start({
      command: node,
      args: ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...args],
      ...kind,
    });
    await terminal.waitForExit();
    expect(JSON.parse(terminal.output().text)).toEqual(args);
  });

  test('that prints very much keeps the end, at a character (TERM-03)', async () => {
    const terminals = await open();
    const script =
      'const line = "🌷".repeat(20) + "\\n"; for (let i = 0; i < 20000; i += 1) process.stdout.write(line); console.log("end")';
    const terminal = await terminals.start({ command: node, args: ['-e', script], outputByteLimit: 101, ...kind });
    await terminal.waitForExit();
    const { text, truncated } = terminal.output();
    expect(truncated).toBe(true);
    expect(text.trim().endsWith('end')).toBe(true);
    expect(text).not.toContain('\u{FFFD}');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(101);
    expect(Buffer.byteLength(text)).toBeGreaterThan(97);
  });

  test('is followed from its beginning, and a late reader learns what it missed', async () => {
    const terminals = await open();
    const terminal = await terminals.start({ command: 'seq 1 5000', shell: true, outputByteLimit: 1000, ...kind });
    await terminal.waitForExit();
    const chunks = [];
    for await (const chunk of terminal) chunks.push(chunk);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]?.bytes).toHaveLength(1000);
    expect(chunks[0]?.text.trim().endsWith('5000')).toBe(true);
    expect(chunks[0]?.missed).toBeGreaterThan(20_000);
  });
});

describe('a pseudo-terminal', () => {
  test('loses nothing of what the command prints at its end', async () => {
    const terminals = await open();
    const length = [...Array.from({ length: 20_000 }).keys()].map((index) => `${index + 1}\r\n`).join('').length;
    for (let round = 0; round < 20; round += 1) {
      const terminal = await terminals.start({ command: 'seq', args: ['1', '20000'], pty: size });
      await terminal.waitForExit();
      expect(terminal.output().text).toHaveLength(length);
      await terminal.release();
    }
  });

  test('is one to the command, has a size, and takes input', async () => {
    const terminals = await open();
    const script = `console.log(\`\${process.stdout.isTTY} \${process.stdout.columns} \${process.stdout.rows}\`);
      process.stdout.on('resize', () => console.log('now ' + process.stdout.columns));
      process.stdin.on('data', (data) => { console.log('got ' + String(data).trim()); });`;
    const terminal = await terminals.start({ command: node, args: ['-e', script], pty: { columns: 91, rows: 7 } });
    await until(terminal, 'true 91 7');
    terminal.resize({ columns: 50, rows: 5 });
    await until(terminal, 'now 50');
    terminal.write('tulip\r');
    await until(terminal, 'got tulip');
    await terminal.kill();
    expect(() => {
      terminal.write('more');
    }).toThrow(/has ended/u);
  });

  test('ends an interactive shell without waiting for the grace period', async () => {
    const terminals = await open({ killGrace: 60_000 });
    const terminal = await terminals.start({ command: 'sh', args: ['-i'], env: { PS1: 'ready> ' }, pty: size });
    await until(terminal, 'ready>');
    terminal.write('sleep 600 & echo "[$!]"\r');
    const [, pid = ''] = /\[(\d+)\]/u.exec(await until(terminal, /\[\d+\]\r?\n/u)) ?? [];
    // Until it is that program, it ignores what the shell ignores.
    await expect.poll(() => readFileSync(`/proc/${pid}/comm`, 'utf8')).toBe('sleep\n');
    await terminal.kill();
    expect(isRunning(terminal.pid)).toBe(false);
    expect(isRunning(Number(pid))).toBe(false);
  });

  test('is replaced by pipes, with a note, where there is none', async () => {
    const terminals = await open({ loadPty: () => Promise.reject(new Error('no binary for this system')) });
    const terminal = await terminals.start({ command: 'echo', args: ['up'], pty: size });
    await terminal.waitForExit();
    expect(terminal.isPty).toBe(false);
    expect(terminal.note).toMatch(/runs with pipes: no binary for this system/u);
    expect(terminal.output().text).toBe('up\n');
    expect((await terminals.start({ command: 'true' })).note).toBeUndefined();
  });
});

describe('pipes', () => {
  test('give a command no input unless they are asked to', async () => {
    const terminals = await open();
    const quiet = await terminals.start({ command: 'cat' });
    expect(await quiet.waitForExit()).toEqual({ exitCode: 0, signal: null });
    const cat = await terminals.start({ command: 'cat', stdin: 'pipe' });
    cat.write('tulip\n');
    await until(cat, 'tulip');
    const deaf = await terminals.start({ command: 'sleep', args: ['60'] });
    expect(() => {
      deaf.write('x');
    }).toThrow(/takes no input/u);
  });

  test('keep a limited amount of input for a command that does not read', async () => {
    const terminals = await open();
    const deaf = await terminals.start({ command: 'sleep', args: ['60'], stdin: 'pipe' });
    const part = 'x'.repeat(1024 * 1024);
    const write = (): void => {
      for (let n = 0; n < 18; n += 1) deaf.write(part);
    };
    expect(write).toThrow(/More than 16777216 bytes of input wait for the command/u);
  });

  test('keep what is written to both', async () => {
    const terminals = await open();
    const terminal = await terminals.start({ command: 'echo out; echo err >&2', shell: true });
    await terminal.waitForExit();
    expect(terminal.output().text.split('\n').toSorted()).toEqual(['', 'err', 'out']);
  });
});

describe('terminals', () => {
  test('are limited in number', async () => {
    const terminals = await open({ limits: { terminals: 2 } });
    const first = await terminals.start({ command: 'true' });
    await terminals.start({ command: 'true' });
    await expect(terminals.start({ command: 'true' })).rejects.toMatchObject({ code: 'limit' });
    await first.release();
    await terminals.start({ command: 'true' });
  });

  test.each([
    [{ command: '' }],
    [{ command: 'a\0b' }],
    [{ command: 'echo', args: ['a'], shell: true }],
    [{ command: 'echo', outputByteLimit: -1 }],
    [{ command: 'echo', outputByteLimit: 1.5 }],
    [{ command: 'echo', pty: { columns: 0, rows: 24 } }],
    [{ command: 'echo', pty: { columns: 80, rows: NaN } }],
  ])('refuse %j', async (options) => {
    await expect((await open()).start(options)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('show the command as a line', async () => {
    const terminals = await open();
    const terminal = await terminals.start({ command: 'echo', args: ['a b', '--flag=x'] });
    expect(terminal.command).toBe('echo "a b" --flag=x');
    expect(terminal.cwd).toBe(join(project.root));
  });
});
