import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';

import { commandTool, plain } from './run.ts';
import { isRunning, toolFixture, type ToolFixture } from './tool-fixture.test-support.ts';

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
function hasOutput(fixture: ToolFixture, bytes = 1): Promise<void> {
  let seen = 0;
  return new Promise((resolve) => {
    fixture.session.onUpdate((update) => {
      if (update.sessionUpdate !== 'terminal_output_chunk') return;
      seen += atob(update.data).length;
      if (seen >= bytes) resolve();
    });
  });
}

test('gives the output and the exit code, and shows a terminal', async () => {
  await using fixture = await toolFixture();
  const { isError, forModel, updates, call } = await fixture.run(commandTool, { command: 'echo petals; exit 3' });
  expect(isError).toBe(true);
  expect(forModel).toBe('petals\nExit code 3.');
  expect(call).toMatchObject({ status: 'failed', rawOutput: { exitCode: 3, signal: null, isTruncated: false } });
  expect(updates).toContainEqual(expect.objectContaining({ sessionUpdate: 'terminal_output_chunk' }));
});

test('runs in a folder of the workspace, and in no other', async () => {
  await using fixture = await toolFixture();
  await mkdir(join(fixture.cwd, 'bed'));
  expect((await fixture.run(commandTool, { command: 'basename "$PWD"', cwd: 'bed' })).forModel).toContain('bed');
  expect(await fixture.run(commandTool, { command: 'pwd', cwd: '/' })).toMatchObject({ isError: true });
  expect(fixture.questions).toHaveLength(1);
});

describe('what was allowed for good', () => {
  const command = 'sh go.sh';
  const answers = (): ((question: unknown) => string) => {
    const all = ['allow_always_0'];
    return () => all.shift() ?? 'reject_once';
  };

  test('is the command in its folder, and in no other', async () => {
    await using fixture = await toolFixture({ answer: answers() });
    await mkdir(join(fixture.cwd, 'bed'));
    await symlink('bed', join(fixture.cwd, 'link'));
    await writeFile(join(fixture.cwd, 'go.sh'), 'echo roses');
    await writeFile(join(fixture.cwd, 'bed', 'go.sh'), 'touch weeds');
    await fixture.run(commandTool, { command });
    expect(await fixture.run(commandTool, { command, cwd: '.' })).toMatchObject({ isError: false });
    expect(fixture.questions).toHaveLength(1);
    const { isError, call } = await fixture.run(commandTool, { command, cwd: 'link' });
    expect(isError).toBe(true);
    expect(call['title']).toBe('sh go.sh in bed');
    expect(fixture.questions.at(-1)?.title).toBe('Run “sh go.sh” in bed?');
    await expect(readFile(join(fixture.cwd, 'bed', 'weeds'))).rejects.toThrow('ENOENT');
  });

  test('does not go on to a folder that gets the name of another', async () => {
    await using fixture = await toolFixture({ answer: answers() });
    for (const name of ['bed', 'weeds']) await mkdir(join(fixture.cwd, name));
    await fixture.run(commandTool, { command: 'true', cwd: 'bed' });
    expect(await fixture.run(commandTool, { command: 'true', cwd: 'bed' })).toMatchObject({ isError: false });
    await rename(join(fixture.cwd, 'bed'), join(fixture.cwd, 'old'));
    await rename(join(fixture.cwd, 'weeds'), join(fixture.cwd, 'bed'));
    expect(await fixture.run(commandTool, { command: 'true', cwd: 'bed' })).toMatchObject({ isError: true });
    expect(fixture.questions).toHaveLength(2);
  });
});

test('a command that takes too long is ended, with everything that it started', async () => {
  await using fixture = await toolFixture();
  using deadline = new Deadline(7);
  const begun = hasOutput(fixture);
  const running = fixture.run(commandTool, {
    command: 'sleep 300 & echo $! > child; echo begun; sleep 300',
    timeout: 7,
  });
  await begun;
  deadline.pass();
  const { forModel, call } = await running;
  expect(forModel).toMatch(/^begun\s+It was killed after 7 seconds\.$/u);
  expect(call).toMatchObject({ status: 'failed', rawOutput: { timedOut: true } });
  const child = Number(await readFile(join(fixture.cwd, 'child'), 'utf8'));
  await expect.poll(() => isRunning(child)).toBe(false);
});

test('a command that prints for ever is kept short', async () => {
  await using fixture = await toolFixture();
  using deadline = new Deadline(7);
  const long = hasOutput(fixture, 3_000_000);
  const command = 'head -c 3000000 /dev/zero | tr "\\0" x; yes abcdefghij';
  const running = fixture.run(commandTool, { command, timeout: 7 });
  await long;
  deadline.pass();
  const { forModel, call } = await running;
  expect(call).toMatchObject({ rawOutput: { isTruncated: true, timedOut: true } });
  expect(forModel.startsWith('(The beginning is missing.)')).toBe(true);
  expect(forModel.length).toBeLessThan(1_100_000);
});

test('cancelling ends the command, and the call is cancelled', async () => {
  await using fixture = await toolFixture();
  const begun = hasOutput(fixture);
  const running = fixture.run(commandTool, { command: 'sleep 300 & echo $! > child; echo begun; sleep 300' });
  await begun;
  fixture.session.cancel();
  expect((await running).call).toMatchObject({ status: 'cancelled' });
  const child = Number(await readFile(join(fixture.cwd, 'child'), 'utf8'));
  await expect.poll(() => isRunning(child)).toBe(false);
});

test('nothing is run when the user says no', async () => {
  await using fixture = await toolFixture({ answer: () => 'reject_once' });
  expect(await fixture.run(commandTool, { command: 'touch was-here' })).toMatchObject({
    isError: true,
    forModel: 'Permission was refused.',
  });
  await expect(readFile(join(fixture.cwd, 'was-here'))).rejects.toThrow('ENOENT');
});

test('what the user reads before it runs cannot be hidden by signs that turn text around', async () => {
  await using fixture = await toolFixture({ answer: () => 'reject_once' });
  const { call } = await fixture.run(commandTool, { command: 'echo hi\r\u{202E}# rm -rf .' });
  expect(fixture.questions.map(({ title }) => title)).toEqual(['Run “echo hi\\r\\u{202e}# rm -rf .”?']);
  expect(call['title']).toBe('echo hi\\r\\u{202e}# rm -rf .');
});

test('secrets of the environment are not handed on', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'a-secret');
  await using fixture = await toolFixture();
  expect((await fixture.run(commandTool, { command: 'env' })).forModel).not.toContain('a-secret');
  vi.unstubAllEnvs();
});

test('plain text has no colours and no titles', () => {
  expect(plain('\u{1B}[31mred\u{1B}[0m\r\n\u{1B}]0;title\u{7}end')).toBe('red\nend');
});
