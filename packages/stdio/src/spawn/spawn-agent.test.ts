/** Agents as real processes; each is a few lines of JavaScript. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ChannelProblem } from '@acp-stack/rpc';
import { VirtualClock } from '@acp-stack/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';

import type { AgentProcess } from './agent-process.ts';
import { spawnAgent } from './spawn-agent.ts';

interface Followed {
  readonly agent: AgentProcess;
  readonly messages: unknown[];
  readonly problems: ChannelProblem[];
  /** Resolves with the error that the channel ends with. */
  readonly ended: Promise<Error | undefined>;
}

const agents: AgentProcess[] = [];

afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.kill()));
});

/** Starts `script`, and opens the channel to it. */
function follow(
  script: string | Parameters<typeof spawnAgent>[0],
  options: Parameters<typeof spawnAgent>[1] = {},
): Followed {
  const agent = spawnAgent(typeof script === 'string' ? [process.execPath, '-e', script] : script, options);
  agents.push(agent);
  const messages: unknown[] = [];
  const problems: ChannelProblem[] = [];
  const ended = new Promise<Error | undefined>((resolve) => {
    agent.open({
      receive: (message) => void messages.push(message),
      reject: (problem) => void problems.push(problem),
      ended: resolve,
    });
  });
  return { agent, messages, problems, ended };
}

/** Sends back every line. */
const echo = 'process.stdin.pipe(process.stdout)';
const ask = { jsonrpc: '2.0', id: 1, method: 'initialize' };

describe('an agent', () => {
  test('is spoken to in lines, and ends when its input does', async () => {
    const { agent, messages, ended } = follow(echo);
    agent.send(ask);
    agent.send({ text: 'grün\n' });
    await agent.end();
    expect(await ended).toBeUndefined();
    expect(messages).toEqual([ask, { text: 'grün\n' }]);
    expect(await agent.exited).toEqual({ code: 0, signal: null, error: undefined });
  });

  test('gets its arguments as they are, without a shell', async () => {
    const words = ['$HOME', 'a b', '"; exit 1', '*'];
    const { messages, ended } = follow([
      process.execPath,
      '-e',
      'console.log(JSON.stringify(process.argv.slice(1)))',
      ...words,
    ]);
    await ended;
    expect(messages).toEqual([words]);
  });

  test('runs where it is told to, with the variables it is given', async () => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'acp-')));
    const script = 'console.log(JSON.stringify([process.cwd(), process.env.MODEL, process.env.SECRET ?? null]))';
    vi.stubEnv('SECRET', 'rose');
    const command = { command: process.execPath, args: ['-e', script], cwd, env: { MODEL: 'tulip' } };
    const open = follow(command);
    await open.ended;
    const closed = follow(command, { passEnv: ['PATH'] });
    await closed.ended;
    vi.unstubAllEnvs();
    rmSync(cwd, { recursive: true });
    expect(open.messages).toEqual([[cwd, 'tulip', 'rose']]);
    expect(closed.messages).toEqual([[cwd, 'tulip', null]]);
  });

  test('that writes a lot and ends at once loses nothing', async () => {
    const script = 'for (let n = 0; n < 20000; n += 1) process.stdout.write(`{"n":${n},"x":"${"x".repeat(100)}"}\\n`)';
    const { messages, ended } = follow(script);
    expect(await ended).toMatchObject({ code: 'exited', exitCode: 0 });
    expect(messages).toHaveLength(20_000);
  });
});

describe('what it prints besides', () => {
  test('on stderr is read as lines with their time', async () => {
    const { agent, ended } = follow('console.error("one\\ntwo"); console.error("three")');
    await ended;
    const lines: string[] = [];
    for await (const { text, at, from } of agent.stderr) {
      expect(at).toBeInstanceOf(Date);
      expect(from).toBe('stderr');
      lines.push(text);
    }
    expect(lines).toEqual(['one', 'two', 'three']);
  });

  test('never makes it wait, however much it is', async () => {
    const { agent, ended } = follow('const x = "x".repeat(99); for (let n = 0; n < 50000; n += 1) console.error(x)');
    expect(await ended).toMatchObject({ exitCode: 0 });
    expect(agent.stderr.lines.length).toBeLessThan(2000);
  });

  test('on stdout is kept too, and is not a problem of the connection', async () => {
    const { agent, messages, problems, ended } = follow(
      'console.log("Welcome!"); process.stdout.write(Buffer.from([0xff, 0xfe, 10])); console.log("{\\"n\\":1}"); console.log("{broken")',
    );
    await ended;
    expect(messages).toEqual([{ n: 1 }]);
    expect(problems).toMatchObject([{ kind: 'unparsable', text: '{broken' }]);
    expect(agent.stderr.lines).toMatchObject([{ text: 'Welcome!', from: 'stdout' }, { from: 'stdout' }]);
  });

  test('and nothing else is not the protocol', async () => {
    const { ended } = follow('setInterval(() => console.log("tick"), 1)', { noiseLines: 20 });
    expect(await ended).toMatchObject({ code: 'not-acp', message: expect.stringContaining('tick') as string });
  });
});

describe('an agent that fails', () => {
  test('says how, with its last lines', async () => {
    const { agent, ended } = follow('console.error("no key"); process.exitCode = 3');
    const error = await ended;
    expect(error).toMatchObject({ name: 'AgentProcessError', code: 'exited', exitCode: 3, lines: ['no key'] });
    expect(error?.message).toBe(`The agent ${process.execPath} exited with code 3 before it said anything.\n  no key`);
    expect((await agent.exited).error).toBe(error);
  });

  test('is read to its end when the channel is opened afterwards', async () => {
    const agent = spawnAgent([process.execPath, '-e', 'console.log("{}\\nhello")']);
    agents.push(agent);
    await agent.exited;
    // Node.js drops in the next macrotask what is not read.
    await nextTurn();
    const messages: unknown[] = [];
    await new Promise<unknown>((ended) => {
      agent.open({ receive: (message) => void messages.push(message), reject: () => undefined, ended });
    });
    expect(messages).toEqual([{}]);
    expect(agent.stderr.tail(10)).toEqual(['hello']);
  });

  test('by a signal says which', async () => {
    const { agent, ended } = follow(`console.log("{}"); ${echo}`);
    if (agent.pid !== undefined) process.kill(agent.pid, 'SIGKILL');
    expect(await ended).toMatchObject({ code: 'exited', signal: 'SIGKILL', exitCode: undefined });
  });

  test.each([
    ['is not there', ['no-such-agent-here'], /^no-such-agent-here could not be started: command not found/u],
    ['may not be run', [import.meta.filename], /could not be started: it may not be run; check its name and path\.$/u],
    ['runs nowhere', { command: 'node', cwd: '/no/such/folder' }, /the folder \/no\/such\/folder does not exist\.$/u],
  ])('to start because it %s says so in one sentence', async (_, command, words) => {
    const { agent, ended } = follow(command);
    const error = await ended;
    expect(error).toMatchObject({ code: 'not-started' });
    expect(error?.message).toMatch(words);
    expect(agent.pid).toBeUndefined();
    expect(await agent.exited).toEqual({ code: null, signal: null, error });
    await agent.kill();
  });

  test('before the channel is opened is reported when it is', async () => {
    const agent = spawnAgent(['no-such-agent-here']);
    await agent.exited;
    const error = await new Promise((resolve) => {
      agent.open({ receive: () => undefined, reject: () => undefined, ended: resolve });
    });
    expect(error).toMatchObject({ code: 'not-started' });
    expect(() => agent.send(ask)).toThrow('no-such-agent-here could not be started');
  });

  test('to listen is left', async () => {
    const { agent, ended } = follow('require("node:fs").closeSync(0); setInterval(() => undefined, 1000)');
    const sending = setInterval(() => agent.send(ask), 5);
    expect(await ended.finally(() => clearInterval(sending))).toMatchObject({ code: 'closed-input' });
  });
});

describe('an agent that does not speak', () => {
  test('is given up when it is silent: it hangs', async () => {
    const clock = new VirtualClock();
    const { agent, ended } = follow(['sleep', '1000'], { clock });
    agent.send(ask);
    await clock.advance(119_000);
    await clock.advance(2000);
    expect(await ended).toMatchObject({ code: 'hanging' });
    await clock.advance(10_000);
    expect(await agent.exited).toMatchObject({ signal: 'SIGTERM' });
  });

  test('has more time while it prints, and is given up as installing', async () => {
    const clock = new VirtualClock();
    const { agent, ended } = follow('setInterval(() => console.error("installing"), 1)', { clock });
    agent.send(ask);
    const printed = (): number => agent.stderr.lines.at(-1)?.index ?? -1;
    for (let minute = 0; minute < 10; minute += 1) {
      const before = printed();
      // Each minute it has printed something.
      await expect.poll(printed).toBeGreaterThan(before);
      await clock.advance(60_000);
    }
    expect(await ended).toMatchObject({ code: 'installing', message: expect.stringContaining('installing') as string });
    await clock.advance(10_000);
  });
});

describe('ending an agent', () => {
  test('begins with the end of its input, and goes on with SIGTERM and SIGKILL', async () => {
    const clock = new VirtualClock();
    const script = `
      process.stdin.on('end', () => console.error('input')).resume();
      process.on('SIGTERM', () => console.error('term'));
      setInterval(() => undefined, 1000);
      console.log('{}');
    `;
    const { agent, messages } = follow(script, { clock });
    const said = (): string[] => agent.stderr.lines.map(({ text }) => text);
    await expect.poll(() => messages).toHaveLength(1);
    const gone = agent[Symbol.asyncDispose]();
    await expect.poll(said).toEqual(['input']);
    await clock.advance(4900);
    expect(said()).toEqual(['input']);
    await clock.advance(200);
    await expect.poll(said).toEqual(['input', 'term']);
    await clock.advance(2000);
    const exit = await agent.exited;
    expect(exit).toMatchObject({ signal: 'SIGKILL', error: undefined });
    await gone;
    expect(clock.pending).toBe(0);
  });

  test('is over when the channel was never opened', async () => {
    const agent = spawnAgent([process.execPath, '-e', 'console.log("{}"); process.stdin.resume()']);
    await agent[Symbol.asyncDispose]();
    expect(await agent.exited).toMatchObject({ code: 0, error: undefined });
  });

  test('at once is not an error of the agent', async () => {
    const { agent, ended } = follow(echo);
    expect(await agent.kill()).toEqual({ code: null, signal: 'SIGTERM', error: undefined });
    expect(await ended).toBeUndefined();
  });
});

describe('a very long line', () => {
  const megabyte = 1024 * 1024;
  /** Writes a string of so many megabytes, and then one message more. */
  const long = (megabytes: number): string =>
    `process.stdout.write('"' + 'x'.repeat(${megabytes * megabyte}) + '"\\n{"next":true}\\n')`;

  test('is a message as long as it is within the limit', async () => {
    const { messages, problems, ended } = follow(long(60));
    await ended;
    expect(problems).toEqual([]);
    expect(messages.map((message) => (typeof message === 'string' ? message.length : message))).toEqual([
      60 * megabyte,
      { next: true },
    ]);
  }, 60_000);

  test('beyond the limit fails alone: the next message arrives', async () => {
    const { messages, problems, ended } = follow(long(65));
    await ended;
    expect(problems).toMatchObject([{ kind: 'too-large' }]);
    expect(messages).toEqual([{ next: true }]);
  }, 60_000);
});
