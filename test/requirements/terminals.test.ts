/**
 * The rules of terminals for the side that runs them: here the bridge, for an agent of version 1 whose client has none.
 */
import { bridge, type TerminalCommand, type TerminalEvents } from '@acp-stack/bridge';
import { memoryPair } from '@acp-stack/rpc';
import { settled, VirtualClock } from '@acp-stack/testing';
import { assert, expect, test } from 'vitest';

import { verifies } from './requirement.ts';
import { WireTester, type Fields } from './wire-tester.ts';

/** A command that runs until the test lets it end, or until it is killed. */
interface Running {
  readonly command: TerminalCommand;
  readonly events: TerminalEvents;
  isKilled: boolean;
}

interface Stage {
  readonly agent: WireTester;
  readonly client: WireTester;
  readonly commands: readonly Running[];
  /** Has the agent start a command; answers with what names the terminal in requests. */
  readonly create: (params?: object) => Promise<{ readonly sessionId: string; readonly terminalId: unknown }>;
}

async function stage(): Promise<Stage> {
  const commands: Running[] = [];
  const [near, far] = memoryPair();
  const face = bridge(near, {
    peer: 'agent',
    speaks: 1,
    clock: new VirtualClock(),
    terminals: (command, events) => {
      const running: Running = { command, events, isKilled: false };
      commands.push(running);
      return {
        kill: () => {
          running.isKilled = true;
          events.exit({ exitCode: null, signal: 'SIGKILL' });
        },
      };
    },
  });
  const agent = new WireTester(far);
  agent.whenever('initialize', () => ({ protocolVersion: 1, agentCapabilities: {} }));
  agent.whenever('session/new', () => ({ sessionId: 's1' }));
  const client = new WireTester(face);
  const sessionId = await client.open();
  return {
    agent,
    client,
    commands,
    create: async (params = {}) => {
      const { result } = await agent.ask('terminal/create', { sessionId, command: 'make', ...params });
      return { sessionId, terminalId: result?.['terminalId'] };
    },
  };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function only(commands: readonly Running[]): Running {
  const [running] = commands;
  assert(running !== undefined, 'no command was started');
  return running;
}

test(verifies('TERM-02', 'a terminal is there while its command runs'), async () => {
  const { create, commands, agent } = await stage();
  const terminal = await create();
  expect(terminal.terminalId).toBeTypeOf('string');
  expect(only(commands)).toMatchObject({ command: { command: 'make', cwd: '/work' }, isKilled: false });
  expect((await agent.ask('terminal/output', terminal)).result).not.toHaveProperty('exitStatus');
});

test(verifies('TERM-03', 'long output loses its beginning, and never half a character'), async () => {
  const { create, commands, agent } = await stage();
  const terminal = await create({ outputByteLimit: 4 });
  only(commands).events.output(bytes('aébc'));
  expect((await agent.ask('terminal/output', terminal)).result).toEqual({ output: 'ébc', truncated: true });
  only(commands).events.output(bytes('d'));
  expect((await agent.ask('terminal/output', terminal)).result).toEqual({ output: 'bcd', truncated: true });
});

test(verifies('TERM-05', 'what was printed is told at once, and how it ended once it has'), async () => {
  const { create, commands, agent } = await stage();
  const terminal = await create();
  const { events } = only(commands);
  events.output(bytes('so far'));
  expect((await agent.ask('terminal/output', terminal)).result).toEqual({ output: 'so far', truncated: false });
  events.exit({ exitCode: 2, signal: null });
  expect((await agent.ask('terminal/output', terminal)).result).toEqual({
    output: 'so far',
    truncated: false,
    exitStatus: { exitCode: 2, signal: null },
  });
});

test(verifies('TERM-06', 'a wait for the exit ends when the process exits'), async () => {
  const { create, commands, agent } = await stage();
  const terminal = await create();
  const waiting = await agent.begin('terminal/wait_for_exit', terminal);
  expect(agent.isAnswered(waiting)).toBe(false);
  only(commands).events.exit({ exitCode: 0, signal: null });
  await settled();
  expect(agent.answerTo(waiting).result).toEqual({ exitCode: 0, signal: null });
  expect((await agent.ask('terminal/wait_for_exit', terminal)).result).toEqual({ exitCode: 0, signal: null });
});

test(verifies('TERM-07', 'a killed command has ended, and its terminal can still be asked'), async () => {
  const { create, commands, agent } = await stage();
  const terminal = await create();
  only(commands).events.output(bytes('before'));
  await agent.ask('terminal/kill', terminal);
  expect(only(commands).isKilled).toBe(true);
  const ended = { exitCode: null, signal: 'SIGKILL' };
  expect((await agent.ask('terminal/output', terminal)).result).toMatchObject({ output: 'before', exitStatus: ended });
  expect((await agent.ask('terminal/wait_for_exit', terminal)).result).toEqual(ended);
});

test(verifies('TERM-09', 'a released terminal ends its command and is known no more'), async () => {
  const { create, commands, agent } = await stage();
  const terminal = await create();
  await agent.ask('terminal/release', terminal);
  expect(only(commands).isKilled).toBe(true);
  for (const method of ['terminal/output', 'terminal/wait_for_exit', 'terminal/kill', 'terminal/release'])
    expect((await agent.ask(method, terminal)).error?.code, method).toBe(-32_002);
});

test(verifies('TERM-10', 'what a tool call shows of a terminal stays when it is released'), async () => {
  const { create, commands, agent, client } = await stage();
  const terminal = await create();
  const { terminalId } = terminal;
  await agent.update('s1', 'tool_call', {
    toolCallId: 'c',
    title: 'Make',
    content: [{ type: 'terminal', terminalId }],
  });
  only(commands).events.output(bytes('made'));
  await agent.ask('terminal/release', terminal);
  const cleared = client.updates('terminal_update').filter((update: Fields) => 'output' in update);
  expect(cleared).toEqual([]);
  expect(client.updates('terminal_output_chunk')).toMatchObject([{ terminalId, data: btoa('made') }]);
});

test.each(['terminal/kill', 'terminal/release'])(
  verifies('TERM-11', 'who waits for the end is answered by %s'),
  async (method) => {
    const { create, agent } = await stage();
    const terminal = await create();
    const waiting = await agent.begin('terminal/wait_for_exit', terminal);
    await agent.ask(method, terminal);
    expect(agent.answerTo(waiting).result).toEqual({ exitCode: null, signal: 'SIGKILL' });
  },
);
