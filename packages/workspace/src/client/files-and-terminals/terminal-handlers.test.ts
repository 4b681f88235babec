/** The `terminal/*` requests with real commands. */
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { createSampleProject, type SampleProject } from '../../sample-project.test-support.ts';
import { clientMachine, type ClientMachine, type ClientMachineOptions } from './client-machine.ts';
import { asking, createSession, failure, type TestSession } from './machine.test-support.ts';
import type { MachineTerminals } from './terminal-handlers.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

interface Stage extends AsyncDisposable {
  readonly project: SampleProject;
  readonly machine: ClientMachine;
  readonly session: TestSession;
  /** Runs a program of Node. */
  readonly start: (program: string, params?: object) => Promise<string>;
  readonly terminals: {
    readonly [K in Exclude<keyof MachineTerminals, 'create'>]: (id: string) => ReturnType<MachineTerminals[K]>;
  };
}

function stage(options: ClientMachineOptions = {}): Stage {
  const project = createSampleProject();
  const machine = clientMachine({ killGrace: 100, ...options });
  const session = createSession(project.root);
  const context = asking(session);
  const { create, output, waitForExit, kill, release } = machine.terminals;
  return {
    project,
    machine,
    session,
    start: (program, params = {}) =>
      create({ sessionId: 's1', command: process.execPath, args: ['-e', program], ...params }, context),
    terminals: {
      output: (id) => output(id, context),
      waitForExit: (id) => waitForExit(id, context),
      kill: (id) => kill(id, context),
      release: (id) => release(id, context),
    },
    [Symbol.asyncDispose]: async () => {
      await machine[Symbol.asyncDispose]();
      project[Symbol.dispose]();
    },
  };
}

const forever = 'console.log("ready"); setInterval(() => undefined, 1000)';

/** Resolves when the command of a terminal has printed something. */
async function hasPrinted(machine: ClientMachine, id: string): Promise<void> {
  for await (const _ of machine.terminal(id) ?? []) return;
}

/** Whether a process runs; one that has ended and was not collected does not. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /u.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

describe('a command', () => {
  test.each<[string, ClientMachineOptions]>([
    ['pipes', {}],
    ['a pseudo-terminal', { pty: { columns: 80, rows: 24 } }],
  ])('that is a whole line without arguments is run by the shell, on %s', async (_, options) => {
    await using env = stage(options);
    const id = await env.start('', { command: 'echo one && echo "two three" | tr a-z A-Z', args: [] });
    await env.terminals.waitForExit(id);
    expect((await env.terminals.output(id)).output.replaceAll('\r', '')).toBe('one\nTWO THREE\n');
    expect(env.machine.terminal(id)?.command).toBe('echo one && echo "two three" | tr a-z A-Z');
  });

  test('that is a program with a space in its name is run as it is', async () => {
    await using env = stage();
    const program = join(env.project.root, 'echo one');
    writeFileSync(program, '#!/bin/sh\necho program\n', { mode: 0o755 });
    const id = await env.start('', { command: program, args: [] });
    await env.terminals.waitForExit(id);
    expect((await env.terminals.output(id)).output).toBe('program\n');
  });

  test.each([
    ['a name alone', 'no-such-program', []],
    ['a line with arguments', 'no such && program', ['x']],
  ])('that does not exist is refused if it is %s', async (_, command, args) => {
    await using env = stage();
    expect(await failure(env.start('', { command, args }))).toMatchObject({
      message: expect.stringContaining('program not found') as string,
    });
  });

  test('does not run with a variable that would make the command run other code', async () => {
    await using on = stage();
    const error = await failure(on.start('', { env: [{ name: 'NODE_OPTIONS', value: '--require=/tmp/x.cjs' }] }));
    expect(error).toMatchObject({
      code: -32_602,
      message: expect.stringMatching(/^The variable NODE_OPTIONS .* where the user sees it\.$/u) as string,
    });
  });

  test('runs in the folder of the session, with what the request adds to the environment, and without our secrets', async () => {
    vi.stubEnv('MY_API_KEY', 'secret');
    await using on = stage();
    const id = await on.start('console.log(process.cwd(), process.env.PLANT, process.env.MY_API_KEY)', {
      env: [{ name: 'PLANT', value: 'tulip' }],
    });
    await on.terminals.waitForExit(id);
    expect(await on.terminals.output(id)).toEqual({
      output: `${realpathSync(on.project.root)} tulip undefined\n`,
      truncated: false,
      exitStatus: { exitCode: 0, signal: null },
    });
  });

  test('runs in the folder that is asked for, if that is inside [TERM-04]', async () => {
    await using on = stage();
    on.project.write({ 'beds/a.txt': '' });
    const id = await on.start('console.log(process.cwd())', { cwd: on.project.at('beds') });
    await on.terminals.waitForExit(id);
    expect((await on.terminals.output(id)).output).toBe(`${on.project.at('beds')}\n`);
    for (const cwd of [on.project.outside, 'beds', on.project.at('nothing'), on.project.at('beds/a.txt')])
      expect(await failure(on.start('', { cwd })), cwd).toMatchObject({ name: 'RpcError' });
    expect(await failure(on.start('', { cwd: on.project.outside }))).toMatchObject({ code: -32_602 });
    expect(await failure(on.start('', { cwd: 'beds' }))).toMatchObject({ code: -32_602 });
  });

  test('has a terminal while it runs, and no exit status until it has ended [TERM-02, TERM-05]', async () => {
    await using on = stage();
    const id = await on.start(forever);
    await hasPrinted(on.machine, id);
    expect(await on.terminals.output(id)).toEqual({ output: 'ready\n', truncated: false });
  });

  test('that does not exist is refused', async () => {
    await using on = stage();
    const starting = on.machine.terminals.create(
      { sessionId: 's1', command: 'no-such-program-here' },
      asking(on.session),
    );
    expect(await failure(starting)).toMatchObject({ code: -32_602, data: { reason: 'not-started' } });
  });

  test('tells how it ended [TERM-06]', async () => {
    await using on = stage();
    const id = await on.start('process.exit(3)');
    expect(await on.terminals.waitForExit(id)).toEqual({ exitCode: 3, signal: null });
    expect(await on.terminals.waitForExit(id)).toEqual({ exitCode: 3, signal: null });
  });

  test('that is killed has ended, and its terminal can still be asked [TERM-07, TERM-11]', async () => {
    await using on = stage();
    const id = await on.start(forever);
    await hasPrinted(on.machine, id);
    const waiting = on.terminals.waitForExit(id);
    await on.terminals.kill(id);
    expect(await waiting).toEqual({ exitCode: null, signal: 'SIGTERM' });
    expect(await on.terminals.output(id)).toMatchObject({ output: 'ready\n', exitStatus: { signal: 'SIGTERM' } });
  });

  test('whose request was cancelled does not run', async () => {
    await using on = stage();
    const taken = new AbortController();
    const starting = on.machine.terminals.create(
      { sessionId: 's1', command: process.execPath, args: ['-e', forever] },
      { session: on.session, signal: taken.signal },
    );
    taken.abort();
    expect(await failure(starting)).toMatchObject({ name: 'AbortError' });
    expect((await on.machine.workspace(on.session)).terminals.list).toEqual([]);
  });

  test('has a real terminal where the client wants that', async () => {
    await using on = stage({ pty: { columns: 91, rows: 20 } });
    const id = await on.start('console.log(process.stdout.isTTY + " " + process.stdout.columns)');
    await on.terminals.waitForExit(id);
    expect((await on.terminals.output(id)).output).toContain('true 91');
  });
});

describe('output beyond the limit', () => {
  test('loses its beginning, at every limit and never half a character [TERM-03]', async () => {
    await using on = stage();
    const text = 'aé→🌷z';
    const size = Buffer.byteLength(text);
    for (let limit = 0; limit <= size + 1; limit += 1) {
      const id = await on.start(`process.stdout.write(${JSON.stringify(text)})`, { outputByteLimit: limit });
      await on.terminals.waitForExit(id);
      const { output, truncated } = await on.terminals.output(id);
      expect(truncated, `${limit} bytes`).toBe(limit < size);
      expect(text.endsWith(output), `${limit} bytes`).toBe(true);
      expect(Buffer.byteLength(output), `${limit} bytes`).toBeLessThanOrEqual(limit);
      // No more is left out than the rest of one character.
      expect(Buffer.byteLength(output), `${limit} bytes`).toBeGreaterThan(Math.min(limit, size) - 4);
      await on.terminals.release(id);
    }
  }, 60_000);

  test('is the same however it was printed in pieces', async () => {
    await using on = stage();
    const pieces = fc.array(fc.constantFrom('a', 'é', '→', '🌷', '\n'), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 0, max: 20 }), async (all, outputByteLimit) => {
        const text = all.join('');
        const bytes = JSON.stringify([...Buffer.from(text)]);
        const program = `for (const byte of ${bytes}) require('fs').writeSync(1, Buffer.of(byte))`;
        const id = await on.start(program, { outputByteLimit });
        await on.terminals.waitForExit(id);
        const { output } = await on.terminals.output(id);
        expect(text.endsWith(output)).toBe(true);
        expect(Buffer.byteLength(output)).toBeLessThanOrEqual(outputByteLimit);
        await on.terminals.release(id);
      }),
      { numRuns: 12 },
    );
  }, 60_000);
});

describe('a terminal that is released', () => {
  test('ends its command, is unknown to the agent, and stays for display [TERM-09, TERM-10]', async () => {
    await using on = stage();
    const id = await on.start(forever);
    await hasPrinted(on.machine, id);
    const waiting = on.terminals.waitForExit(id);
    const pid = on.machine.terminal(id)?.pid ?? 0;
    await on.terminals.release(id);
    expect(isAlive(pid)).toBe(false);
    expect(await waiting).toMatchObject({ signal: 'SIGTERM' });
    for (const ask of Object.values(on.terminals))
      expect(await failure(ask(id))).toMatchObject({ code: -32_002, data: { terminalId: id } });
    expect(on.machine.terminal(id)?.output()).toMatchObject({ text: 'ready\n', exitStatus: { signal: 'SIGTERM' } });
  });

  test('is kept as long as there is room', async () => {
    await using on = stage({ shown: { terminals: 2, bytes: 10 } });
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) {
      const id = await on.start(`process.stdout.write(${JSON.stringify(text)})`);
      await on.terminals.waitForExit(id);
      await on.terminals.release(id);
      ids.push(id);
    }
    expect(ids.map((id) => on.machine.terminal(id)?.output().text)).toEqual([undefined, 'two', 'three']);
    const long = await on.start('process.stdout.write("far too long")');
    await on.terminals.waitForExit(long);
    await on.terminals.release(long);
    expect([...ids, long].map((id) => on.machine.terminal(id)?.output().text)).toEqual(Array(4).fill(undefined));
  });
});

describe('the commands of a session', () => {
  test('are unknown to another session', async () => {
    await using on = stage();
    const id = await on.start(forever);
    const other = asking(createSession(on.project.root));
    expect(await failure(on.machine.terminals.output(id, other))).toMatchObject({ code: -32_002 });
    expect(await failure(on.machine.terminals.kill(id, other))).toMatchObject({ code: -32_002 });
  });

  test('end with it, and everything that they started; what they printed can be shown', async () => {
    await using on = stage();
    const program = `
      const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
      console.log(child.pid);
      setInterval(() => undefined, 1000);`;
    const id = await on.start(program);
    await hasPrinted(on.machine, id);
    const terminal = on.machine.terminal(id);
    const pids = [terminal?.pid ?? 0, Number(terminal?.output().text)];
    expect(pids.map(isAlive)).toEqual([true, true]);
    on.session.end();
    await terminal?.release();
    expect(pids.map(isAlive)).toEqual([false, false]);
    expect(on.machine.terminal(id)?.output().text).toBe(`${pids[1]}\n`);
    expect(await failure(on.terminals.output(id))).toMatchObject({ data: { reason: 'closed' } });
  });

  test('end with the machine, also those that are being released', async () => {
    await using on = stage();
    const stubborn = 'process.on("SIGTERM", () => undefined); console.log("ready"); setInterval(() => undefined, 1000)';
    const ids = [await on.start(stubborn), await on.start(stubborn)];
    for (const id of ids) await hasPrinted(on.machine, id);
    const pids = ids.map((id) => on.machine.terminal(id)?.pid ?? 0);
    void on.terminals.release(ids[0] ?? '');
    await on.machine[Symbol.asyncDispose]();
    expect(pids.map(isAlive)).toEqual([false, false]);
  });
});
