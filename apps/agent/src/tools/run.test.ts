import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';

import { commandTool, plain } from './run.ts';
import { isRunning, toolStand, type ToolStand } from './tool-stand.test-support.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A number of seconds that are over when the test says so. */
class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #timeouts: Disposable;

  constructor(seconds: number) {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    this.#timeouts = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === seconds * 1000 ? this.#controller.signal : timeout(ms)));
  }

  pass(): void {
    this.#controller.abort();
  }

  [Symbol.dispose](): void {
    this.#timeouts[Symbol.dispose]();
  }
}

/** Resolves when a command has printed something, so many bytes at least. */
function hasOutput(stand: ToolStand, bytes = 1): Promise<void> {
  let seen = 0;
  return new Promise((resolve) => {
    stand.session.onUpdate((update) => {
      if (update.sessionUpdate !== 'terminal_output_chunk') return;
      seen += atob(update.data).length;
      if (seen >= bytes) resolve();
    });
  });
}

test('gives the output and the exit code, and shows a terminal', async () => {
  await using stand = await toolStand();
  const { isError, forModel, updates, call } = await stand.run(commandTool, { command: 'echo petals; exit 3' });
  expect(isError).toBe(true);
  expect(forModel).toBe('petals\nExit code 3.');
  expect(call).toMatchObject({ status: 'failed', rawOutput: { exitCode: 3, signal: null, isTruncated: false } });
  expect(updates).toContainEqual(expect.objectContaining({ sessionUpdate: 'terminal_output_chunk' }));
});

test('runs in a folder of the workspace, and in no other', async () => {
  await using stand = await toolStand();
  await mkdir(join(stand.cwd, 'bed'));
  expect((await stand.run(commandTool, { command: 'basename "$PWD"', cwd: 'bed' })).forModel).toContain('bed');
  expect(await stand.run(commandTool, { command: 'pwd', cwd: '/' })).toMatchObject({ isError: true });
  expect(stand.questions).toHaveLength(1);
});

describe('what was allowed for good', () => {
  const command = 'sh go.sh';
  const answers = (): ((question: unknown) => string) => {
    const all = ['allow_always_0'];
    return () => all.shift() ?? 'reject_once';
  };

  test('is the command in its folder, and in no other', async () => {
    await using stand = await toolStand({ answer: answers() });
    await mkdir(join(stand.cwd, 'bed'));
    await symlink('bed', join(stand.cwd, 'link'));
    await writeFile(join(stand.cwd, 'go.sh'), 'echo roses');
    await writeFile(join(stand.cwd, 'bed', 'go.sh'), 'touch weeds');
    await stand.run(commandTool, { command });
    expect(await stand.run(commandTool, { command, cwd: '.' })).toMatchObject({ isError: false });
    expect(stand.questions).toHaveLength(1);
    const { isError, call } = await stand.run(commandTool, { command, cwd: 'link' });
    expect(isError).toBe(true);
    expect(call['title']).toBe('sh go.sh in bed');
    expect(stand.questions.at(-1)?.title).toBe('Run “sh go.sh” in bed?');
    await expect(readFile(join(stand.cwd, 'bed', 'weeds'))).rejects.toThrow('ENOENT');
  });

  test('does not go on to a folder that gets the name of another', async () => {
    await using stand = await toolStand({ answer: answers() });
    for (const name of ['bed', 'weeds']) await mkdir(join(stand.cwd, name));
    await stand.run(commandTool, { command: 'true', cwd: 'bed' });
    expect(await stand.run(commandTool, { command: 'true', cwd: 'bed' })).toMatchObject({ isError: false });
    await rename(join(stand.cwd, 'bed'), join(stand.cwd, 'old'));
    await rename(join(stand.cwd, 'weeds'), join(stand.cwd, 'bed'));
    expect(await stand.run(commandTool, { command: 'true', cwd: 'bed' })).toMatchObject({ isError: true });
    expect(stand.questions).toHaveLength(2);
  });
});

test('a command that takes too long is ended, with everything that it started', async () => {
  await using stand = await toolStand();
  using deadline = new Deadline(7);
  const begun = hasOutput(stand);
  const running = stand.run(commandTool, {
    command: 'sleep 300 & echo $! > child; echo begun; sleep 300',
    timeout: 7,
  });
  await begun;
  deadline.pass();
  const { forModel, call } = await running;
  expect(forModel).toMatch(/^begun\s+It was ended after 7 seconds\.$/u);
  expect(call).toMatchObject({ status: 'failed', rawOutput: { timedOut: true } });
  const child = Number(await readFile(join(stand.cwd, 'child'), 'utf8'));
  await expect.poll(() => isRunning(child)).toBe(false);
});

test('a command that prints for ever is kept short', async () => {
  await using stand = await toolStand();
  using deadline = new Deadline(7);
  const long = hasOutput(stand, 3_000_000);
  const command = 'head -c 3000000 /dev/zero | tr "\\0" x; yes abcdefghij';
  const running = stand.run(commandTool, { command, timeout: 7 });
  await long;
  deadline.pass();
  const { forModel, call } = await running;
  expect(call).toMatchObject({ rawOutput: { isTruncated: true, timedOut: true } });
  expect(forModel.startsWith('(The beginning is missing.)')).toBe(true);
  expect(forModel.length).toBeLessThan(1_100_000);
});

test('cancelling ends the command, and the call is cancelled', async () => {
  await using stand = await toolStand();
  const begun = hasOutput(stand);
  const running = stand.run(commandTool, { command: 'sleep 300 & echo $! > child; echo begun; sleep 300' });
  await begun;
  stand.session.cancel();
  expect((await running).call).toMatchObject({ status: 'cancelled' });
  const child = Number(await readFile(join(stand.cwd, 'child'), 'utf8'));
  await expect.poll(() => isRunning(child)).toBe(false);
});

test('nothing is run when the user says no', async () => {
  await using stand = await toolStand({ answer: () => 'reject_once' });
  expect(await stand.run(commandTool, { command: 'touch was-here' })).toMatchObject({
    isError: true,
    forModel: 'Permission was refused.',
  });
  await expect(readFile(join(stand.cwd, 'was-here'))).rejects.toThrow('ENOENT');
});

test('what the user reads before it runs cannot be hidden by signs that turn text around', async () => {
  await using stand = await toolStand({ answer: () => 'reject_once' });
  const { call } = await stand.run(commandTool, { command: 'echo hi\r\u{202E}# rm -rf .' });
  expect(stand.questions.map(({ title }) => title)).toEqual(['Run “echo hi\\r\\u{202e}# rm -rf .”?']);
  expect(call['title']).toBe('echo hi\\r\\u{202e}# rm -rf .');
});

test('secrets of the environment are not handed on', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'a-secret');
  await using stand = await toolStand();
  expect((await stand.run(commandTool, { command: 'env' })).forModel).not.toContain('a-secret');
  vi.unstubAllEnvs();
});

test('plain text has no colours and no titles', () => {
  expect(plain('\u{1B}[31mred\u{1B}[0m\r\n\u{1B}]0;title\u{7}end')).toBe('red\nend');
});
