/** `acp bridge`, started the way a user starts it, with agents that are programs of their own. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test, vi } from 'vitest';

// The first start may have to build, and three processes take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const olderAgent = ['node', 'test/e2e/fixtures/v1-agent.mjs'];
const newerAgent = ['node', 'test/e2e/fixtures/v2-agent.mjs'];

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly update?: Readonly<Record<string, unknown>> };
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A running `acp bridge` with a client that writes lines and reads them. */
class Bridged implements AsyncDisposable {
  readonly received: Message[] = [];
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #closed: Promise<unknown>;
  readonly #waiting = new Set<() => void>();
  #err = '';
  #rest = '';
  #asked = 0;

  constructor(...args: readonly string[]) {
    this.#child = spawn(join(root, 'bin/acp'), ['bridge', ...args], {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1' },
    });
    this.#child.stdin.on('error', () => undefined);
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop() ?? '';
      this.received.push(...lines.map((line) => JSON.parse(line) as Message));
      this.#look();
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#err += text;
      this.#look();
    });
    this.#closed = once(this.#child, 'close').finally(() => {
      this.#look();
    });
  }

  /** What the bridge has said on stderr, without what the agent has. */
  get said(): readonly string[] {
    return this.#err.split('\n').filter((line) => line.startsWith('acp'));
  }

  get process(): ChildProcessWithoutNullStreams {
    return this.#child;
  }

  get updates(): readonly (Readonly<Record<string, unknown>> | undefined)[] {
    return this.received.filter(({ method }) => method === 'session/update').map(({ params }) => params?.update);
  }

  write(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  async ask(method: string, params: object): Promise<Message> {
    this.#asked += 1;
    const id = `client-${this.#asked}`;
    this.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return this.until(() => this.received.find((message) => message.id === id));
  }

  /** Introduces the client, opens a session, and answers with its id. */
  async open(version: 1 | 2): Promise<string> {
    await this.introduce(version);
    const { result } = await this.ask('session/new', { cwd: root, ...(version === 1 ? { mcpServers: [] } : {}) });
    return String(result?.['sessionId']);
  }

  introduce(version: 1 | 2): Promise<Message> {
    const info = { name: 'tester', version: '1' };
    return this.ask('initialize', { protocolVersion: version, ...(version === 1 ? { clientInfo: info } : { info }) });
  }

  prompt(sessionId: string, text: string): Promise<Message> {
    return this.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  }

  /** The number of a process that has said `name` and its number on stderr. */
  async pidOf(name: string): Promise<number> {
    return Number(await this.until(() => new RegExp(`^${name} (\\d+)$`, 'mu').exec(this.#err)?.[1]));
  }

  /** What `find` finds, as soon as it does; a failure when the bridge has ended and it did not. */
  until<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find();
        if (found === undefined && this.#child.exitCode === null && this.#child.signalCode === null) return;
        this.#waiting.delete(look);
        if (found === undefined) reject(new Error(`The bridge has ended too early: ${this.#err}`));
        else resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  hangUp(): void {
    this.#child.stdin.end();
  }

  /** Waits for the end; the answer is the exit code. */
  async ended(): Promise<number | null> {
    await this.#closed;
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.hangUp();
    await this.#closed;
  }

  #look(): void {
    for (const look of this.#waiting) look();
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const says = (text: string): object => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

describe('acp bridge --to 1', () => {
  test('shows a version 2 agent to a client of version 1, and ends with its exit code', async () => {
    await using bridged = new Bridged('--to', '1', '--', ...newerAgent);
    const sessionId = await bridged.open(1);
    expect(await bridged.prompt(sessionId, 'hello')).toMatchObject({ result: { stopReason: 'end_turn' } });
    expect(bridged.updates).toMatchObject([says('You said: hello')]);
    bridged.hangUp();
    expect(await bridged.ended()).toBe(3);
    expect(bridged.said).toEqual([]);
  });

  test('says each loss once, and at the end how often it happened', async () => {
    await using bridged = new Bridged('--to', '1', '--', ...newerAgent);
    const sessionId = await bridged.open(1);
    await bridged.prompt(sessionId, 'show');
    expect(JSON.stringify(bridged.updates)).toContain('first output');
    bridged.hangUp();
    await bridged.ended();
    const loss = 'session/update of the agent: The client does not show compactions; one was dropped.';
    expect(bridged.said).toContain(`acp bridge: ${loss}`);
    expect(bridged.said.at(-1)).toMatch(/^acp bridge: \d+ times: /u);
    expect(bridged.said.at(-1)).toContain(loss);
    expect(new Set(bridged.said).size).toBe(bridged.said.length);
  });

  test('says nothing with --quiet', async () => {
    await using bridged = new Bridged('--to', '1', '--quiet', '--', ...newerAgent);
    await bridged.prompt(await bridged.open(1), 'show');
    bridged.hangUp();
    await bridged.ended();
    expect(bridged.said).toEqual([]);
  });

  test('shows nothing that loses something with --strict', async () => {
    await using bridged = new Bridged('--to', '1', '--strict', '--', ...newerAgent);
    expect(await bridged.prompt(await bridged.open(1), 'show')).toMatchObject({ result: { stopReason: 'end_turn' } });
    expect(JSON.stringify(bridged.updates)).not.toContain('output');
    expect(bridged.said.join('\n')).toMatch(/became text/u);
  });
});

describe('acp bridge --to 2', () => {
  test('shows a version 1 agent to a client of version 2', async () => {
    await using bridged = new Bridged('--to', '2', '--', ...olderAgent);
    const { result } = await bridged.prompt(await bridged.open(2), 'hello');
    const { messageId } = result ?? {};
    const idle = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' };
    await bridged.until(() => bridged.updates.find((update) => update?.['state'] === 'idle'));
    expect(bridged.updates).toMatchObject([
      { sessionUpdate: 'user_message', messageId },
      { sessionUpdate: 'state_update', state: 'running' },
      says('You said: hello'),
      idle,
    ]);
    // What every agent of version 2 can do and this one cannot.
    expect(bridged.said).toHaveLength(1);
  });

  test('runs the terminals of the agent, and shows what they print while they run', async () => {
    await using bridged = new Bridged('--to', '2', '--quiet', '--', ...olderAgent);
    await bridged.prompt(await bridged.open(2), 'run');
    await bridged.until(() => bridged.updates.find((update) => update?.['state'] === 'idle'));
    const printed = bridged.updates
      .filter((update) => update?.['sessionUpdate'] === 'terminal_output_chunk')
      .map((update) => Buffer.from(String(update?.['data']), 'base64').toString());
    expect(printed.join('')).toContain('one ');
    expect(printed.join('')).toContain('two\n');
    expect(bridged.updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: 'terminal_update', exitStatus: { exitCode: 4, signal: null } }),
    );
    expect(bridged.updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: 'tool_call_update', title: 'Run' }),
    );
    expect(bridged.updates.at(-2)).toMatchObject({ content: { text: expect.stringMatching(/^4: /u) as string } });
  });

  test('offers no terminals with --no-terminals, and refuses them', async () => {
    await using bridged = new Bridged('--to', '2', '--quiet', '--no-terminals', '--', ...olderAgent);
    const { result } = await bridged.introduce(2);
    expect(result).toMatchObject({ capabilities: { _meta: { sawTerminals: false } } });
    const { result: opened } = await bridged.ask('session/new', { cwd: root });
    await bridged.prompt(String(opened?.['sessionId']), 'run');
    const idle = await bridged.until(() => bridged.updates.find((update) => update?.['state'] === 'idle'));
    expect(idle).toMatchObject({ stopReason: 'error', error: { code: -32_601 } });
  });
});

describe('when one side ends', () => {
  test('an agent that dies in the middle of its work ends the bridge with its exit code', async () => {
    await using bridged = new Bridged('--to', '1', '--', ...newerAgent);
    const sessionId = await bridged.open(1);
    bridged.prompt(sessionId, 'die').catch(() => undefined);
    expect(await bridged.ended()).toBe(7);
    expect(bridged.updates).toMatchObject([says('You said: die')]);
  });

  test('a client that hangs up ends the agent, also one that works', async () => {
    await using bridged = new Bridged('--to', '2', '--quiet', '--', ...olderAgent);
    const sessionId = await bridged.open(2);
    await bridged.prompt(sessionId, 'start');
    const update = await bridged.until(() =>
      bridged.updates.find((each) => each?.['sessionUpdate'] === 'terminal_output_chunk'),
    );
    const command = Number(/command (\d+)/u.exec(Buffer.from(String(update['data']), 'base64').toString())?.[1]);
    const agent = await bridged.pidOf('agent');
    expect([isRunning(agent), isRunning(command)]).toEqual([true, true]);
    bridged.hangUp();
    expect(await bridged.ended()).toBe(3);
    expect([isRunning(agent), isRunning(command)]).toEqual([false, false]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the agent too, and nothing is left', async (signal) => {
    await using bridged = new Bridged('--to', '1', '--', ...newerAgent);
    const sessionId = await bridged.open(1);
    bridged.prompt(sessionId, 'hang').catch(() => undefined);
    await bridged.until(() => bridged.updates[0]);
    const agent = await bridged.pidOf('agent');
    bridged.process.kill(signal);
    expect(await bridged.ended()).toBe(143);
    expect(isRunning(agent)).toBe(false);
  });

  test('a client that reads no more ends the agent', async () => {
    await using bridged = new Bridged('--to', '1', '--', ...newerAgent);
    const sessionId = await bridged.open(1);
    const agent = await bridged.pidOf('agent');
    bridged.process.stdout.destroy();
    bridged.prompt(sessionId, 'hello').catch(() => undefined);
    expect(await bridged.ended()).toBe(3);
    expect(isRunning(agent)).toBe(false);
  });
});

test('a line that is no JSON is answered with -32700, and the next one as usual', async () => {
  await using bridged = new Bridged('--to', '1', '--', ...newerAgent);
  bridged.write('{"jsonrpc":');
  expect(await bridged.introduce(1)).toMatchObject({ result: { protocolVersion: 1 } });
  expect(bridged.received[0]).toMatchObject({ id: null, error: { code: -32_700 } });
});

test.each([
  ['no-such-agent', 'acp: no-such-agent could not be started: command not found; check its name and path'],
  ['./README.md', 'acp: ./README.md could not be started: it may not be run; check its name and path'],
])('says why %s cannot be started, with exit code 7', async (command, sentence) => {
  await using bridged = new Bridged('--to', '1', '--', command);
  expect(await bridged.ended()).toBe(7);
  expect(bridged.said).toEqual([sentence]);
});

test.each([
  [
    ['--to', '3', '--', 'agent'],
    "acp bridge: option '--to <number>' argument '3' is invalid. Allowed choices are 1, 2; see acp bridge --help",
  ],
  [['--', 'agent'], "acp bridge: required option '--to <number>' not specified; see acp bridge --help"],
  [['--to', '1'], "acp bridge: missing required argument 'command'; see acp bridge --help"],
])('refuses %j with one sentence and exit code 2', async (args, sentence) => {
  await using bridged = new Bridged(...args);
  expect(await bridged.ended()).toBe(2);
  expect(bridged.said).toEqual([sentence]);
});
