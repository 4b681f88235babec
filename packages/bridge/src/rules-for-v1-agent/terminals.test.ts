import { describe, expect, test } from 'vitest';

import type { WireMessage, RawPeers } from '../raw-peers.test-support.ts';
import type { TerminalCommand, TerminalEvents, TerminalRunner } from '../options/terminal-runner.ts';
import { brief, meet, meetInSession, openSession, promptTaken, takeUpdates } from './bridged-agent.test-support.ts';

const create = { sessionId: 's1', command: 'make', args: ['all', 'a b', "it's"], env: [{ name: 'A', value: '1' }] };
const named = { sessionId: 's1', terminalId: 'x' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const shown = {
  sessionUpdate: 'terminal_update',
  terminalId: 'x',
  command: String.raw`make all 'a b' 'it'\''s'`,
  cwd: '/work',
};

describe('fs and terminal requests', () => {
  const requests: readonly (readonly [method: string, params: object])[] = [
    ['fs/read_text_file', { sessionId: 's1', path: '/work/a' }],
    ['fs/write_text_file', { sessionId: 's1', path: '/work/a', content: 'x' }],
    ['terminal/create', create],
    ['terminal/output', named],
    ['terminal/wait_for_exit', named],
    ['terminal/kill', named],
    ['terminal/release', named],
  ];

  test.each(requests)('%s is refused where the client does not serve it', async (method, params) => {
    await using ends = await meetInSession();
    ends.agent.request(method, params);
    await ends.settle();
    expect(ends.agent.takeOne().error).toMatchObject({ code: -32_601 });
    expect(ends.client.take()).toEqual([]);
  });

  test.each(requests)('%s crosses as it is with extras', async (method, params) => {
    await using ends = await meetInSession({ extras: true });
    const id = ends.agent.request(method, params);
    await ends.settle();
    expect(ends.client.takeOne()).toEqual({ jsonrpc: '2.0', id, method, params });
    ends.client.refuse(id, { code: -32_002, message: 'Unknown.' });
    await ends.settle();
    expect(ends.agent.takeOne().error).toEqual({ code: -32_002, message: 'Unknown.' });
  });

  test('the answers cross as they are too', async () => {
    await using ends = await meetInSession({ extras: true });
    const id = ends.agent.request('fs/read_text_file', { sessionId: 's1', path: '/work/a' });
    await ends.settle();
    ends.client.answer(id, { content: 'x', _meta: { a: 1 } });
    await ends.settle();
    expect(ends.agent.takeOne().result).toEqual({ content: 'x', _meta: { a: 1 } });
  });
});

describe('display terminals', () => {
  /** Asks and answers something about the terminal `x`, and says what the client is shown. */
  async function exchange(ends: RawPeers, method: string, result: object, params: object = named): Promise<unknown[]> {
    const id = ends.agent.request(method, params);
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ id, method });
    ends.client.answer(id, result);
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id, result });
    return takeUpdates(ends);
  }

  const created = async (terminalBytes = 1000): Promise<RawPeers> => {
    const ends = await meetInSession({ extras: true, limits: { terminalBytes } });
    expect(await exchange(ends, 'terminal/create', { terminalId: 'x' }, create)).toEqual([shown]);
    return ends;
  };

  test('one that the client runs is shown when it has been created', async () => {
    await using ends = await created();
    ends.agent.update('s1', {
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'Make',
      content: [{ type: 'terminal', terminalId: 'x' }],
    });
    await ends.settle();
    expect(takeUpdates(ends)).toMatchObject([{ content: [{ type: 'terminal', terminalId: 'x' }] }]);
    expect(ends.reports).toEqual([]);
  });

  test('its own directory is shown where it has one', async () => {
    await using ends = await meetInSession({ extras: true });
    const params = { sessionId: 's1', command: 'ls', cwd: '/tmp' };
    expect(await exchange(ends, 'terminal/create', { terminalId: 'y' }, params)).toMatchObject([
      { command: 'ls', cwd: '/tmp' },
    ]);
  });

  test('what is new in its output is shown, and nothing when nothing is', async () => {
    await using ends = await created();
    const chunk = { sessionUpdate: 'terminal_output_chunk', terminalId: 'x' };
    expect(await exchange(ends, 'terminal/output', { output: 'on', truncated: false })).toEqual([
      { ...chunk, data: base64('on') },
    ]);
    expect(await exchange(ends, 'terminal/output', { output: 'one', truncated: false })).toEqual([
      { ...chunk, data: base64('e') },
    ]);
    expect(await exchange(ends, 'terminal/output', { output: 'one', truncated: false })).toEqual([]);
  });

  test('output whose beginning was cut off is shown as a whole', async () => {
    await using ends = await created();
    await exchange(ends, 'terminal/output', { output: 'one two', truncated: false });
    expect(await exchange(ends, 'terminal/output', { output: 'two three', truncated: true })).toEqual([
      { sessionUpdate: 'terminal_update', terminalId: 'x', output: { data: base64('two three') } },
    ]);
  });

  test('output that is longer than what is remembered of it still goes on', async () => {
    await using ends = await created(4);
    await exchange(ends, 'terminal/output', { output: 'one two', truncated: false });
    expect(await exchange(ends, 'terminal/output', { output: 'one two three', truncated: false })).toEqual([
      { sessionUpdate: 'terminal_output_chunk', terminalId: 'x', data: base64(' three') },
    ]);
  });

  test('its end is shown once, however often it is told', async () => {
    await using ends = await created();
    const exit = { sessionUpdate: 'terminal_update', terminalId: 'x', exitStatus: { exitCode: 2, signal: null } };
    expect(await exchange(ends, 'terminal/wait_for_exit', { exitCode: 2, signal: null })).toEqual([exit]);
    const status = { output: '', truncated: false, exitStatus: { exitCode: 2, signal: null } };
    expect(await exchange(ends, 'terminal/output', status)).toEqual([]);
  });

  test('before it is released the bridge looks at its output once more', async () => {
    await using ends = await created();
    await exchange(ends, 'terminal/output', { output: 'on', truncated: false });
    const id = ends.agent.request('terminal/release', named);
    await ends.settle();
    const look = ends.client.takeOne();
    expect(look).toMatchObject({ method: 'terminal/output', params: named });
    ends.client.answer(look.id, { output: 'one', truncated: false, exitStatus: { exitCode: 0 } });
    await ends.settle();
    const [chunk, exit, release] = ends.client.take();
    expect(chunk?.params).toMatchObject({ update: { sessionUpdate: 'terminal_output_chunk', data: base64('e') } });
    expect(exit?.params).toMatchObject({ update: { exitStatus: { exitCode: 0 } } });
    expect(release).toMatchObject({ id, method: 'terminal/release', params: named });
    ends.client.answer(id, {});
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id, result: {} });
    expect(takeUpdates(ends)).toEqual([]);
  });

  test('one that ran until its release has ended somehow', async () => {
    await using ends = await created();
    const id = ends.agent.request('terminal/release', named);
    await ends.settle();
    ends.client.refuse(ends.client.takeOne().id, { code: -32_002, message: 'Unknown.' });
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ id, method: 'terminal/release' });
    ends.client.answer(id, {});
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([{ sessionUpdate: 'terminal_update', terminalId: 'x', exitStatus: {} }]);
  });

  test('a malformed answer of the client is an error for the agent and shows nothing', async () => {
    await using ends = await meetInSession({ extras: true });
    const id = ends.agent.request('terminal/create', create);
    await ends.settle();
    ends.client.take();
    ends.client.answer(id, { terminal: 3 });
    await ends.settle();
    expect(ends.agent.takeOne().error).toMatchObject({ code: -32_603 });
    expect(takeUpdates(ends)).toEqual([]);
  });

  test('the client cannot cancel what it runs itself', async () => {
    await using ends = await created();
    ends.client.request('terminal/cancel', named);
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_602 });
  });
});

describe('display terminals that the bridge runs', () => {
  interface Run {
    readonly command: TerminalCommand;
    readonly events: TerminalEvents;
    kills: number;
  }

  /** Runs nothing; the test says what the command does. */
  class Runs {
    readonly all: Run[] = [];
    readonly start: TerminalRunner = (command, events) => {
      const run: Run = { command, events, kills: 0 };
      this.all.push(run);
      return {
        kill: () => {
          run.kills += 1;
        },
      };
    };

    get last(): Run {
      const run = this.all.at(-1);
      if (run === undefined) throw new Error('Nothing was started.');
      return run;
    }
  }

  interface Started {
    readonly ends: RawPeers;
    readonly run: Run;
    readonly terminalId: string;
    readonly params: { readonly sessionId: string; readonly terminalId: string };
    /** Asks about the terminal and takes the answer. */
    readonly ask: (method: string) => Promise<WireMessage>;
  }

  async function start(others: object = {}): Promise<Started> {
    const runs = new Runs();
    const ends = await meetInSession({ terminals: runs.start });
    ends.agent.request('terminal/create', { ...create, ...others });
    await ends.settle();
    const { terminalId } = ends.agent.takeOne().result as { readonly terminalId: string };
    const params = { sessionId: 's1', terminalId };
    const ask = async (method: string): Promise<WireMessage> => {
      ends.agent.request(method, params);
      await ends.settle();
      return ends.agent.takeOne();
    };
    return { ends, run: runs.last, terminalId, params, ask };
  }

  test('a command is started as the agent asks and shown as one that can be cancelled', async () => {
    const { ends, run, terminalId } = await start();
    await using _ = ends;
    expect(run.command).toEqual({ command: 'make', args: create.args, env: create.env, cwd: '/work' });
    expect(takeUpdates(ends)).toEqual([{ ...shown, terminalId, capabilities: { cancel: {} } }]);
  });

  test('its output is shown while it runs and told when the agent asks', async () => {
    const { ends, run, terminalId, ask } = await start();
    await using _ = ends;
    ends.client.take();
    run.events.output(bytes('on'));
    run.events.output(bytes('e'));
    await ends.settle();
    const chunk = { sessionUpdate: 'terminal_output_chunk', terminalId };
    expect(takeUpdates(ends)).toEqual([
      { ...chunk, data: base64('on') },
      { ...chunk, data: base64('e') },
    ]);
    expect((await ask('terminal/output')).result).toEqual({ output: 'one', truncated: false });
  });

  test('more than the agent wants is cut off at the beginning, at a character', async () => {
    const { ends, run, ask } = await start({ outputByteLimit: 4 });
    await using _ = ends;
    run.events.output(bytes('aéé'));
    expect((await ask('terminal/output')).result).toEqual({ output: 'éé', truncated: true });
    run.events.output(bytes('x'));
    expect((await ask('terminal/output')).result).toEqual({ output: 'éx', truncated: true });
  });

  test('its end is shown, and ends the requests that wait for it', async () => {
    const { ends, run, terminalId, params, ask } = await start();
    await using _ = ends;
    const wait = ends.agent.request('terminal/wait_for_exit', params);
    await ends.settle();
    expect(ends.agent.take()).toEqual([]);
    ends.client.take();
    run.events.exit({ exitCode: -1, signal: null });
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([
      { sessionUpdate: 'terminal_update', terminalId, exitStatus: { exitCode: -1, signal: null }, capabilities: null },
    ]);
    // Version 1 has no negative exit codes.
    expect(ends.agent.takeOne()).toMatchObject({ id: wait, result: { exitCode: 4_294_967_295, signal: null } });
    expect((await ask('terminal/wait_for_exit')).result).toEqual({ exitCode: 4_294_967_295, signal: null });
    expect((await ask('terminal/output')).result).toMatchObject({ exitStatus: { exitCode: 4_294_967_295 } });
  });

  test('waiting for its end can be given up', async () => {
    const { ends, params } = await start();
    await using _ = ends;
    const requestId = ends.agent.request('terminal/wait_for_exit', params);
    ends.agent.notify('$/cancel_request', { requestId });
    await ends.settle();
    expect(ends.agent.takeOne().error).toMatchObject({ code: -32_800 });
  });

  test('a killed one can still be asked, a released one cannot', async () => {
    const { ends, run, ask } = await start();
    await using _ = ends;
    run.events.output(bytes('one'));
    expect((await ask('terminal/kill')).result).toEqual({});
    expect(run.kills).toBe(1);
    run.events.exit({ exitCode: null, signal: 'SIGTERM' });
    expect((await ask('terminal/output')).result).toEqual({
      output: 'one',
      truncated: false,
      exitStatus: { exitCode: null, signal: 'SIGTERM' },
    });
    expect((await ask('terminal/release')).result).toEqual({});
    for (const method of ['terminal/output', 'terminal/wait_for_exit', 'terminal/kill', 'terminal/release']) {
      expect((await ask(method)).error).toMatchObject({ code: -32_002 });
    }
    expect(run.kills).toBe(1);
  });

  test('one that runs is killed by its release, and its end is still shown and told', async () => {
    const { ends, run, terminalId, params, ask } = await start();
    await using _ = ends;
    const wait = ends.agent.request('terminal/wait_for_exit', params);
    await ask('terminal/release');
    expect(run.kills).toBe(1);
    ends.client.take();
    run.events.exit({ exitCode: null, signal: 'SIGTERM' });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id: wait, result: { signal: 'SIGTERM' } });
    expect(takeUpdates(ends)).toMatchObject([{ terminalId, exitStatus: { signal: 'SIGTERM' } }]);
  });

  test('the client can cancel one that runs, and none that has ended', async () => {
    const { ends, run, params } = await start();
    await using _ = ends;
    ends.client.take();
    ends.client.request('terminal/cancel', params);
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual({});
    expect(run.kills).toBe(1);
    run.events.exit({ exitCode: 1, signal: null });
    await ends.settle();
    ends.client.take();
    ends.client.request('terminal/cancel', params);
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_602 });
  });

  test('a command that cannot be started is refused with the reason', async () => {
    await using ends = await meetInSession({
      terminals: () => {
        throw new Error('There is no program make.');
      },
    });
    ends.agent.request('terminal/create', create);
    await ends.settle();
    expect(ends.agent.takeOne().error).toEqual({ code: -32_603, message: 'There is no program make.' });
    expect(ends.client.take()).toEqual([]);
  });

  test('a command that has ended at once is shown with all it said', async () => {
    await using ends = await meetInSession({
      terminals: (_, events) => {
        events.output(bytes('done'));
        events.exit({ exitCode: 0, signal: null });
        return { kill: () => undefined };
      },
    });
    ends.agent.request('terminal/create', create);
    await ends.settle();
    expect(takeUpdates(ends)).toMatchObject([
      { command: shown.command, output: { data: base64('done') }, exitStatus: { exitCode: 0 } },
    ]);
  });

  test('a relative directory is refused', async () => {
    const runs = new Runs();
    await using ends = await meetInSession({ terminals: runs.start });
    ends.agent.request('terminal/create', { ...create, cwd: 'sub' });
    await ends.settle();
    expect(ends.agent.takeOne().error).toMatchObject({ code: -32_602 });
    expect(runs.all).toEqual([]);
  });

  test('only so many can be open in a session', async () => {
    const runs = new Runs();
    await using ends = await meetInSession({ terminals: runs.start, limits: { remembered: 2 } });
    for (let index = 0; index < 3; index += 1) ends.agent.request('terminal/create', create);
    await ends.settle();
    expect(ends.agent.take().map(({ error }) => error?.code)).toEqual([undefined, undefined, -32_603]);
  });

  test('closing a session kills what runs in it, and no other', async () => {
    const runs = new Runs();
    await using ends = await meet({ terminals: runs.start, agentCapabilities: {} });
    await openSession(ends, 's1');
    await openSession(ends, 's2');
    ends.agent.request('terminal/create', create);
    ends.agent.request('terminal/create', { ...create, sessionId: 's2' });
    await ends.settle();
    ends.client.take();
    ends.client.request('session/close', { sessionId: 's1' });
    await ends.settle();
    expect(runs.all.map(({ kills }) => kills)).toEqual([1, 0]);
    ends.client.take();
    runs.all[0]?.events.output(bytes('too late'));
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
  });

  test('the end of the connection kills everything', async () => {
    const { ends, run } = await start();
    await using _ = ends;
    ends.client.close();
    await ends.settle();
    expect(run.kills).toBe(1);
    run.events.exit({ exitCode: null, signal: 'SIGKILL' });
  });

  test('a client that has terminals itself is asked first', async () => {
    const runs = new Runs();
    await using ends = await meet({ terminals: runs.start, extras: true, capabilities: { terminal: true } });
    await openSession(ends);
    ends.agent.request('terminal/create', create);
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['terminal/create']);
    expect(runs.all).toEqual([]);
  });

  test('a terminal of the bridge is known in the content of a tool call, after its release too', async () => {
    const { ends, terminalId, ask } = await start();
    await using _ = ends;
    await promptTaken(ends);
    await ask('terminal/release');
    ends.agent.update('s1', {
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'Make',
      content: [{ type: 'terminal', terminalId }],
    });
    await ends.settle();
    expect(ends.reports).toEqual([]);
  });
});
