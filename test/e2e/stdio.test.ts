/** Standard input and output, with real programs at both ends: what reaches whom, and how it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import type { Channel } from '@acp-stack/rpc';
import { client } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { findRequirement, verifies } from '../requirements/requirement.ts';
import { program, untilGone } from './stdio-programs/processes.ts';

const me = { name: 'test', version: '1.0.0' };
const chatty = (manner: string): string[] => [process.execPath, program('chatty-agent.mjs'), manner];

/** What an agent wrote until it ended. */
interface Spoken {
  readonly lines: readonly string[];
  readonly stderr: string;
  readonly exitCode: number | null;
}

const initialize = { id: 0, method: 'initialize', params: { protocolVersion: 2, info: me, capabilities: {} } };

/** Talks to an agent line by line; `next` gives its next message, the input ends when the talk is over. */
async function talk(
  argv: readonly string[],
  conversation: (say: (message: object) => void, until: (text: string) => Promise<string>) => Promise<void>,
): Promise<Spoken> {
  const [command = '', ...args] = argv;
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let stderr = '';
  let wake = (): void => undefined;
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // `readline` of Node 24 also breaks lines at U+2028, which may stand in a message.
  let unfinished = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (unfinished + text).split('\n');
    unfinished = parts.pop() ?? '';
    lines.push(...parts);
    wake();
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const until = async (text: string): Promise<string> => {
    for (;;) {
      const found = lines.find((line) => line.includes(text));
      if (found !== undefined) return found;
      await Promise.race([
        new Promise<void>((resolve) => (wake = resolve)),
        closed.then(() => {
          throw new Error(`the agent ended without ${text}: ${lines.join('\n')}`);
        }),
      ]);
    }
  };
  try {
    await conversation(
      (message) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
      until,
    );
  } finally {
    child.stdin.end();
  }
  const [exitCode] = await closed;
  return { lines, stderr, exitCode };
}

/** Has an agent work on a prompt. */
const work = (argv: readonly string[], text = 'hello'): Promise<Spoken> =>
  talk(argv, async (say, until) => {
    say(initialize);
    say({ id: 1, method: 'session/new', params: { cwd: '/garden' } });
    const { result } = JSON.parse(await until('sessionId')) as { result: { sessionId: string } };
    const prompt = [{ type: 'text', text }];
    say({ id: 2, method: 'session/prompt', params: { sessionId: result.sessionId, prompt } });
    await until('end_turn');
  });

const isMessage = (line: string): boolean => {
  try {
    return (JSON.parse(line) as { jsonrpc?: unknown }).jsonrpc === '2.0';
  } catch {
    return false;
  }
};

/** Declares that `verify` holds for what is real and does not for `sabotaged`, which breaks this rule alone. */
function provesOfProcess<T>(
  id: string,
  { real, sabotaged, verify }: { real: T; sabotaged: T; verify: (subject: T) => Promise<void> },
): void {
  test(verifies(id, findRequirement(id).text), async () => {
    await verify(real);
    const verdict = await verify(sabotaged).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(verdict, `${id} is not proved: its check passes although the rule is broken`).toBeDefined();
    expect(verdict).toMatchObject({ name: 'AssertionError' });
  });
}

describe('an agent', () => {
  provesOfProcess('STDIO-01', {
    real: chatty('guarded'),
    sabotaged: chatty('pretty'),
    verify: async (argv) => {
      const { lines } = await talk(argv, async (say, until) => {
        say(initialize);
        await until('protocolVersion');
      });
      expect(lines.filter((line) => !isMessage(line))).toEqual([]);
    },
  });

  provesOfProcess('STDIO-02', {
    real: chatty('guarded'),
    sabotaged: chatty('unguarded'),
    verify: async (argv) => {
      const { lines } = await work(argv);
      expect(lines.filter((line) => !isMessage(line))).toEqual([]);
    },
  });

  test(verifies('STDIO-03', 'prints to stderr whatever it likes, and what it meant for stdout too'), async () => {
    const { stderr } = await work(chatty('guarded'));
    for (const words of [
      'console.log',
      'console.info',
      "{ console: 'dir' }",
      'process.stdout.write',
      'fs.writeSync',
      'fs.writeFileSync',
      'fs.write\n',
      'a stream of fs',
      'process.stdout.end',
      'grün ✓ \u001B[31mred\u001B[0m',
    ])
      expect(stderr).toContain(words);
  });

  test('starts children and threads that print, and none of it reaches stdout', async () => {
    const { lines, stderr } = await work(chatty('guarded'), 'children');
    for (const words of ['by spawnSync', 'by execSync', 'by spawn\n', 'by fork', 'a worker'])
      expect(stderr).toContain(words);
    expect(lines.filter((line) => !isMessage(line))).toEqual([]);
  });

  test('ends with its input, after it has answered what it was asked, whatever else is left in it', async () => {
    const { lines, exitCode } = await talk(chatty('guarded'), async (say, until) => {
      say(initialize);
      await until('protocolVersion');
      say({ id: 7, method: '_slow', params: {} });
    });
    expect(lines.map((line) => JSON.parse(line) as unknown).at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { done: true },
    });
    expect(exitCode).toBe(0);
  });
});

describe('a client', () => {
  /** Our channel, or one that never tells the agent that it is over. */
  type Wrap = (channel: Channel) => Channel;
  const ours: Wrap = (channel) => channel;
  const endless: Wrap = (channel) => ({
    open: (receiver) => channel.open(receiver),
    send: (message, text) => channel.send(message, text),
    drained: () => channel.drained(),
    unsentBytes: 0,
    pause: () => channel.pause(),
    resume: () => channel.resume(),
    end: () => Promise.resolve(),
    destroy: () => undefined,
  });

  provesOfProcess('STDIO-04', {
    real: ours,
    sabotaged: endless,
    verify: async (wrap) => {
      const agent = spawnAgent(chatty('guarded'));
      const pid = agent.pid as number;
      try {
        const connection = await client(me).connect(wrap(agent));
        const session = await connection.newSession({ cwd: '/garden' });
        const call = connection.request('_slow', {}).catch((error: unknown) => error);
        void session;
        connection.destroy();
        expect(await call).toMatchObject({ name: 'ConnectionError', code: 'closed' });
        // Ours has as long as a busy machine may need; the other never ends.
        await untilGone([pid], wrap === ours ? 50_000 : 500);
      } finally {
        await agent.kill();
      }
    },
  });

  provesOfProcess('STDIO-05', {
    real: [
      { argv: [process.execPath, program('busy-agent.mjs'), 'ours'], version: 2 },
      { argv: [process.execPath, program('busy-agent.mjs'), 'official'], version: 1 },
    ],
    sabotaged: [{ argv: [process.execPath, '-e', ''], version: 2 }],
    verify: async (agents) => {
      for (const { argv, version } of agents) {
        const connection = await client(me)
          .connect(spawnAgent(argv))
          .catch(() => undefined);
        expect(connection?.version).toBe(version);
        const session = await connection?.newSession({ cwd: process.cwd() });
        expect(await session?.prompt('once')).toMatchObject({ stopReason: 'end_turn' });
        await connection?.close();
      }
    },
  });

  test('that leaves without a word takes its agent with it', async () => {
    const script = `
      import { spawnAgent } from '@acp-stack/stdio';
      const agent = spawnAgent(${JSON.stringify([process.execPath, program('busy-agent.mjs'), 'ours', 'stubborn'])});
      agent.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 2 } });
      agent.open({ receive: () => { console.log(agent.pid); process.exit(); }, reject: () => undefined, ended: () => undefined });
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    await once(child, 'close');
    expect(out).toMatch(/^\d+\n$/u);
    await untilGone([Number(out)], 50_000);
    await settled();
  });
});
