/**
 * Agents and clients as processes, killed at their work and started many times.
 *
 * Short here; `npm run test:long` does it hundreds of times.
 */
import { existsSync } from 'node:fs';

import { client, type ClientConnection, type ClientSession } from '@acp-stack/sdk';
import { AgentProcessError, spawnAgent, type AgentProcess } from '@acp-stack/stdio';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import { openDescriptors, ownChildren, program, running, startClient, untilGone } from './stdio-programs/processes.ts';

const isLong = process.env['ACP_LONG'] === '1';
const rounds = isLong ? 200 : 10;
const spawns = isLong ? 10_000 : 40;
const longTime = isLong ? 1_800_000 : 300_000;
/** What is not gone by then stays: a process that ignores SIGTERM is killed a second later. */
const forGood = 50_000;

const node = process.execPath;
const busyAgent = (...manner: readonly string[]): string[] => [node, program('busy-agent.mjs'), ...manner];
/** `npx`-like launchers of various kinds around a command. */
const wrappers = {
  node: (command: readonly string[]) => [node, program('wrapper.mjs'), ...command],
  shell: (command: readonly string[]) => ['sh', '-c', '"$@"; exit $?', 'sh', ...command],
  'two levels': (command: readonly string[]) => wrappers.node(wrappers.shell(command)),
};

const agents: AgentProcess[] = [];

afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.kill()));
});

beforeAll(() => {
  // The programs use what a user installs.
  expect(existsSync(new URL('../../packages/stdio/dist/index.js', import.meta.url))).toBe(true);
});

interface Work {
  readonly agent: AgentProcess;
  readonly connection: ClientConnection;
  readonly session: ClientSession;
  readonly run: ReturnType<ClientSession['prompt']>;
  /** The agent and what it started; the process that we started may be a wrapper of it. */
  readonly pids: readonly number[];
}

function start(command: readonly string[], options: Parameters<typeof spawnAgent>[1] = {}): AgentProcess {
  const agent = spawnAgent(command, options);
  agents.push(agent);
  return agent;
}

/** An agent in the middle of a turn. */
async function atWork(agent: AgentProcess, words = 'stream'): Promise<Work> {
  const connection = await client({ name: 'test', version: '1.0.0' }).connect(agent);
  const session = await connection.newSession({ cwd: process.cwd() });
  const run = session.prompt(words);
  for await (const update of run) {
    if (update.sessionUpdate !== 'agent_message_chunk' || update.content.type !== 'text') continue;
    return { agent, connection, session, run, pids: JSON.parse(update.content.text) as number[] };
  }
  throw new Error('the agent did not work');
}

const outcome = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).catch((error: unknown) => error);

function end(pid: number | undefined): void {
  if (pid === undefined) throw new Error('it has not been started');
  process.kill(pid, 'SIGKILL');
}

describe.each(['ours', 'official'])('an agent that is killed in the middle of a turn (%s)', (making) => {
  test(
    'is known to be dead, every time, and nothing of it is left',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { agent, connection, run, pids } = await atWork(start(busyAgent(making)));
        end(pids[0]);
        await outcome(run);
        const { error } = await connection.closed;
        expect(error).toMatchObject({ name: 'AgentProcessError', code: 'exited', signal: 'SIGKILL' });
        expect(await agent.exited).toMatchObject({ code: null, signal: 'SIGKILL' });
        await untilGone(pids, forGood);
      }
    },
    longTime,
  );

  test('is started again on the same connection, and its sessions go on', async () => {
    const first = await atWork(start(busyAgent(making)));
    const heard: string[] = [];
    end(first.pids[0]);
    await first.connection.closed;
    first.session.onUpdate((update) => {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        heard.push(update.content.text);
    });
    heard.length = 0;
    const { restored, lost } = await first.connection.reconnect(start(busyAgent(making)));
    expect(restored).toEqual([first.session]);
    expect(lost).toEqual([]);
    expect(heard).not.toContain('what was said before');
    expect(await first.session.prompt('once')).toMatchObject({ stopReason: 'end_turn' });
    expect(heard.at(-1)).toMatch(/^\[\d+\]$/u);
    await first.connection.close();
  });
});

describe('a client that is killed in the middle of a turn', () => {
  test(
    'leaves no agent behind, every time',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { kill, pids } = await startClient('stream', busyAgent(round % 2 === 0 ? 'ours' : 'official'));
        kill();
        await untilGone(pids, forGood);
      }
    },
    longTime,
  );

  test.each(Object.entries(wrappers))('leaves nothing of a tree behind: %s', async (_, wrap) => {
    const { kill, pids } = await startClient('stream', wrap(busyAgent('ours', 'stubborn')));
    kill();
    await untilGone(pids, forGood);
  });

  test('leaves nothing behind that has a session of its own', async () => {
    const { kill, pids } = await startClient('tree', wrappers.node(busyAgent('ours', 'stubborn')));
    expect(pids).toHaveLength(4);
    kill();
    await untilGone(pids, forGood);
  });
});

describe('a tree of processes', () => {
  const grace = { end: 200, terminate: 200 };

  test.each(Object.entries(wrappers))('ends when its wrapper is killed: %s', async (_, wrap) => {
    const { agent, connection, run, pids } = await atWork(start(wrap(busyAgent('ours', 'stubborn')), { grace }));
    end(agent.pid);
    await outcome(run);
    expect(await connection.closed).toMatchObject({ by: 'them', error: { code: 'exited', signal: 'SIGKILL' } });
    await untilGone(pids, forGood);
  });

  test.each(Object.entries(wrappers))('ends when the connection is closed: %s', async (_, wrap) => {
    const { agent, connection, pids } = await atWork(start(wrap(busyAgent('ours', 'stubborn')), { grace }));
    await connection.close();
    await agent[Symbol.asyncDispose]();
    await untilGone([agent.pid as number, ...pids], forGood);
  });

  test('ends whole when its root does, those with a group and a session of their own included', async () => {
    const { agent, pids } = await atWork(start(busyAgent('ours'), { grace: { end: 500, terminate: 200 } }), 'tree');
    expect(pids).toHaveLength(3);
    await agent[Symbol.asyncDispose]();
    await untilGone(pids, forGood);
  });

  test('ends by force when it does not otherwise', async () => {
    const command = busyAgent('ours', 'stubborn');
    const { agent, pids } = await atWork(start(command, { grace }), 'tree');
    await agent[Symbol.asyncDispose]();
    expect(await agent.exited).toMatchObject({ signal: 'SIGKILL', error: undefined });
    await untilGone(pids, forGood);
  });
});

describe('many agents, one after the other', () => {
  test(
    'leave no process and no descriptor behind',
    async () => {
      const script = 'process.stdin.resume(); console.error("here"); process.stdout.write("{}\\n")';
      const once = async (round: number): Promise<void> => {
        const agent = spawnAgent(manners[round % manners.length] ?? ['true']);
        agent.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
        if (round % 10 === 2) await agent.kill();
        else await agent[Symbol.asyncDispose]();
      };
      // Of ten, one leaves a child behind, and another one is killed while its child runs.
      const child = `987${process.pid}`;
      const parent = ['sh', '-c', `sleep ${child} & cat`];
      const manners = [['true'], parent, parent, [node, '-e', script], ...Array.from({ length: 6 }, () => ['cat'])];
      // The first one also starts the watchdog.
      await once(1);
      const [children, descriptors] = [ownChildren(), openDescriptors()];
      for (let round = 0; round < spawns; round += 10) {
        await Promise.all(Array.from({ length: 10 }, (_, index) => once(round + index)));
      }
      // Other children may be about to end, and other files be open for a moment; what is left behind stays.
      await expect.poll(() => ownChildren().filter((pid) => !children.includes(pid))).toEqual([]);
      await expect.poll(openDescriptors).toBeLessThanOrEqual(descriptors);
      await expect.poll(() => running(`sleep\0${child}`)).toEqual([]);
    },
    longTime,
  );
});

describe('a program that is no agent', () => {
  test('is told from one by what it prints', async () => {
    const error = await outcome(client({ name: 'test', version: '1.0.0' }).connect(start(['yes', 'no'])));
    expect(error).toMatchObject({ cause: { code: 'not-acp' } });
    expect((error as Error).cause).toBeInstanceOf(AgentProcessError);
  });

  test('cannot fill the memory with a line that never ends', async () => {
    const script =
      'const x = "x".repeat(65536); const go = () => { while (process.stdout.write(x)); }; process.stdout.on("drain", go); go()';
    const agent = start([node, '-e', script], { messageBytes: 1024 * 1024 });
    const before = process.memoryUsage().rss;
    const error = await outcome(client({ name: 'test', version: '1.0.0' }).connect(agent));
    expect(error).toMatchObject({ cause: { code: 'not-acp' } });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});
