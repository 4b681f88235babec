/** Messages as claude-agent-acp sends them to clients that say `_meta.terminal_output`. */
import { describe, expect, test } from 'vitest';

import { RawPeers, type RawPeer, type WireMessage } from '../raw-peers.test-support.ts';
import { idle, opened, outgoing, text } from '../rules-for-v1-client/open-session.test-support.ts';

const capabilities = { _meta: { terminal_output: true } };
const terminal = (terminalId = 'x'): object => ({ type: 'terminal', terminalId });
const item = (words: string): object => ({ type: 'content', content: text(words) });
const call = (fields: object): object => ({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields });
const base64 = (data: string | Uint8Array): string => Buffer.from(data).toString('base64');
const output = (data: string | Uint8Array, terminalId = 'x'): object => ({
  sessionUpdate: 'terminal_output_chunk',
  terminalId,
  data: base64(data),
});
const started = (fields: object = {}, terminalId = 'x'): object => ({
  sessionUpdate: 'terminal_update',
  terminalId,
  ...fields,
});
const printed = (data: string, terminal_id = 'x'): object =>
  call({ _meta: { terminal_output: { terminal_id, data } } });
const ended = (exit_code: number | null, signal: string | null = null): object =>
  call({ _meta: { terminal_exit: { terminal_id: 'x', exit_code, signal } } });
const info = (terminal_id = 'x', others: object = {}): object => ({ terminal_info: { terminal_id, ...others } });

/** Sends a message that another bridge has made. */
function pass(peer: RawPeer, message: WireMessage): void {
  const { id, method, params } = message;
  if (method === undefined || id === undefined) peer.send(message);
  else peer.request(method, params, id);
}

async function sentFor(updates: readonly object[], options: object = {}): Promise<[unknown[], RawPeers]> {
  const ends = await opened({ capabilities, ...options });
  for (const update of updates) ends.agent.update('s', update);
  await ends.advance(1000);
  return [outgoing(ends), ends];
}

describe('terminals of a version 2 agent for a client that shows them', () => {
  test('are opened by the tool call, and their output and exit follow as they come', async () => {
    const [sent, ends] = await sentFor([
      started({ cwd: '/g' }),
      call({ title: 'ls', kind: 'execute', status: 'in_progress', content: [terminal()] }),
      output('\u001B[32mröses.txt\u001B[0m\r\n'),
      output('more\r\n'),
      started({ exitStatus: { exitCode: 0, signal: null } }),
      call({ status: 'completed' }),
    ]);
    await using _ = ends;
    expect(sent).toEqual([
      {
        ...call({ title: 'ls', kind: 'execute', status: 'in_progress', content: [terminal()] }),
        sessionUpdate: 'tool_call',
        _meta: info('x', { cwd: '/g' }),
      },
      printed('\u001B[32mröses.txt\u001B[0m\r\n'),
      printed('more\r\n'),
      ended(0),
      call({ status: 'completed' }),
    ]);
    expect(ends.reports).toEqual([]);
  });

  test('have their earlier output and exit sent once a tool call shows them', async () => {
    const [sent, ends] = await sentFor([
      output('one\n'),
      started({ output: { data: base64('two\n') } }),
      started({ exitStatus: { signal: 'SIGTERM' } }),
      call({ title: 'make', content: [item('before'), terminal()], _meta: { own: 1 } }),
    ]);
    await using _ = ends;
    expect(sent).toEqual([
      {
        ...call({ title: 'make', content: [item('before'), terminal()] }),
        sessionUpdate: 'tool_call',
        _meta: { own: 1, ...info() },
      },
      printed('two\n'),
      ended(null, 'SIGTERM'),
    ]);
    expect(ends.reports).toEqual([]);
  });

  test('announce a known tool call again with all of it, because clients look for new terminals only there', async () => {
    const [sent, ends] = await sentFor([
      call({ title: 'Run', kind: 'execute', rawInput: { command: 'make' } }),
      call({ status: 'in_progress' }),
      { sessionUpdate: 'tool_call_content_chunk', toolCallId: 't', content: terminal() },
      output('a'),
      call({ title: 'Run make' }),
    ]);
    await using _ = ends;
    expect(sent.slice(2)).toEqual([
      {
        sessionUpdate: 'tool_call',
        toolCallId: 't',
        title: 'Run',
        kind: 'execute',
        status: 'in_progress',
        rawInput: { command: 'make' },
        content: [terminal()],
        _meta: info(),
      },
      printed('a'),
      call({ title: 'Run make' }),
    ]);
    expect(ends.reports).toEqual([]);
  });

  test('are opened by an update if the tool call is too long to be announced again', async () => {
    const [sent, ends] = await sentFor([
      call({ title: 'Run', rawInput: 'x'.repeat(20_000) }),
      call({ content: [terminal()] }),
    ]);
    await using _ = ends;
    expect(sent[1]).toEqual(call({ content: [terminal()], _meta: info() }));
  });

  test('are opened one by one, and none is shown before it is', async () => {
    const [sent, ends] = await sentFor([
      call({ title: 'Run', content: [terminal('x'), terminal('y')] }),
      output('1', 'y'),
    ]);
    await using _ = ends;
    const announced = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Run' };
    expect(sent).toEqual([
      { ...announced, content: [terminal('x')], _meta: info('x') },
      { ...announced, content: [terminal('x'), terminal('y')], _meta: info('y') },
      printed('1', 'y'),
    ]);
  });

  test('are opened before a question that shows them', async () => {
    await using ends = await opened({ capabilities });
    const toolCall = { toolCallId: 't', title: 'Run', content: [terminal()] };
    const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }];
    const subject = { type: 'tool_call', toolCall };
    ends.agent.request('session/request_permission', { sessionId: 's', title: 'Run', subject, options }, 'q');
    await ends.settle();
    const [announced, question] = ends.client.take();
    expect(announced?.params).toMatchObject({ update: { sessionUpdate: 'tool_call', ...toolCall, _meta: info() } });
    expect(question?.params).toMatchObject({ toolCall: { toolCallId: 't', content: [terminal()] } });
  });

  test('get characters whole, although their bytes come in pieces', async () => {
    const bytes = Buffer.from('ö€');
    const [sent, ends] = await sentFor([
      call({ title: 'Run', content: [terminal()] }),
      ...[...bytes].map((byte) => output(Uint8Array.of(byte))),
      output(Uint8Array.of(0xc3)),
      started({ exitStatus: { exitCode: 1 } }),
    ]);
    await using _ = ends;
    expect(sent.slice(1)).toEqual([printed('ö'), printed('€'), printed('\uFFFD'), ended(1)]);
    expect(ends.losses).toMatchObject([{ row: 'display terminals', reason: expect.stringContaining('not UTF-8') }]);
  });

  test('get what a snapshot adds, and are cleared by one that differs', async () => {
    const [sent, ends] = await sentFor([
      call({ title: 'Run', content: [terminal()] }),
      output('ab'),
      started({ output: { data: base64('abc') } }),
      started({ output: { data: base64('abc') } }),
      output('d'),
      started({ output: { data: base64('new') } }),
      started({ output: { data: base64('newer') } }),
    ]);
    await using _ = ends;
    expect(sent.slice(1)).toEqual([
      printed('ab'),
      printed('c'),
      printed('d'),
      printed('\u001B[H\u001B[2J\u001B[3J'),
      printed('new'),
      printed('er'),
    ]);
    expect(ends.losses).toMatchObject([{ reason: expect.stringContaining('has replaced its output') }]);
  });

  test('keep their order with the other updates, and cost no more than their output', async () => {
    await using ends = await opened({ capabilities });
    ends.agent.update('s', call({ title: 'Run', content: [terminal()] }));
    let said = 0;
    for (let index = 0; index < 500; index += 1) {
      const words = `${index} `.padEnd(1000, '.');
      said += words.length;
      ends.agent.update('s', output(words));
      if (index % 2 === 0)
        ends.agent.update('s', {
          sessionUpdate: 'tool_call_content_chunk',
          toolCallId: 'u',
          content: item(`${index}`),
        });
    }
    await ends.advance(1000);
    const data = outgoing(ends).flatMap((update) => {
      const { _meta: meta } = update as { readonly _meta?: { readonly terminal_output?: { readonly data: string } } };
      return meta?.terminal_output?.data ?? [];
    });
    expect(data.map((words) => Number.parseInt(words, 10))).toEqual(Array.from({ length: 500 }, (_, index) => index));
    expect(data.join('')).toHaveLength(said);
  });

  test('lose the beginning of long output that no tool call shows yet, and say so', async () => {
    const [sent, ends] = await sentFor(
      [...Array.from({ length: 100 }, (_, index) => output(`line ${index}\n`)), call({ content: [terminal()] })],
      { limits: { terminalBytes: 100 } },
    );
    await using _ = ends;
    expect(JSON.stringify(sent[1])).toMatch(/\[Earlier output was left out\.\]\\r\\n.*line 99\\n/);
    expect(ends.lostRows).toEqual(['terminal content']);
  });

  test('report what the client does not get', async () => {
    await using ends = await opened({ capabilities });
    for (const update of [
      started({ command: 'ls', cwd: '/g', size: { cols: 80, rows: 24 } }),
      call({ title: 'Run', content: [terminal()] }),
      started({ cwd: '/h' }),
      started({ exitStatus: { exitCode: 0 } }, 'unshown'),
      idle,
    ])
      ends.agent.update('s', update);
    await ends.settle();
    expect(ends.losses.filter(({ row }) => row === 'display terminals').map(({ reason }) => reason)).toEqual([
      expect.stringContaining('command, size'),
      expect.stringContaining('cwd'),
      'No tool call shows the terminal unshown; its output was left out.',
    ]);
  });

  test('are shown in strict mode too', async () => {
    const [sent, ends] = await sentFor([call({ title: 'Run', content: [terminal()] }), output('a')], { strict: true });
    await using _ = ends;
    expect(sent).toMatchObject([{ content: [terminal()] }, printed('a')]);
    expect(ends.reports).toEqual([]);
  });

  test('are opened again when the session is loaded again', async () => {
    await using ends = await opened({ capabilities });
    const updates = [call({ title: 'Run', content: [terminal()] }), output('a')];
    for (const update of updates) ends.agent.update('s', update);
    await ends.settle();
    const first = outgoing(ends);
    ends.client.request('session/load', { sessionId: 's', cwd: '/work', mcpServers: [] });
    await ends.settle();
    const { id } = ends.agent.takeOne();
    for (const update of updates) ends.agent.update('s', update);
    ends.agent.answer(id, {});
    await ends.settle();
    expect(
      ends.client.take().flatMap(({ params }) => (params as { update?: unknown } | undefined)?.update ?? []),
    ).toEqual(first);
  });
});

describe('clients that do not show terminals', () => {
  test.each([{}, { _meta: { terminal_output: false } }, { _meta: { terminal_output: 'yes' } }, { _meta: null }])(
    'get text: %j',
    async (said) => {
      const [sent, ends] = await sentFor([call({ title: 'Run', content: [terminal()] }), output('a')], {
        capabilities: said,
      });
      await using _ = ends;
      expect(sent.at(-1)).toEqual(call({ content: [item('a')] }));
    },
  );
});

describe('from a version 2 agent by version 1 to a version 2 client', () => {
  test('terminals keep their directory, output and exit', async () => {
    await using near = new RawPeers({ client: 1 });
    await using far = new RawPeers({ client: 2 });
    /** Passes on what has arrived in between, until nothing is left. */
    const settle = async (): Promise<void> => {
      for (let isBusy = true; isBusy;) {
        for (const ends of [far, near]) {
          await ends.settle();
          await ends.advance(100);
        }
        const up = far.agent.take();
        const down = near.client.take();
        for (const message of up) pass(near.client, message);
        for (const message of down) pass(far.agent, message);
        isBusy = up.length + down.length > 0;
      }
    };
    const info2 = { name: 'x', version: '1' };
    far.client.request('initialize', { protocolVersion: 2, info: info2, capabilities: {} });
    await settle();
    near.agent.answer(near.agent.takeOne().id, {
      protocolVersion: 2,
      info: info2,
      capabilities: { session: { mcp: { stdio: {} } } },
    });
    await settle();
    far.client.request('session/new', { cwd: '/work' });
    await settle();
    near.agent.answer(near.agent.takeOne().id, { sessionId: 's' });
    await settle();
    far.client.take();
    for (const update of [
      started({ cwd: '/g' }),
      call({ title: 'make', status: 'in_progress' }),
      call({ content: [terminal()] }),
      output('\u001B[1mröses\u001B[0m\r\n'),
      output('two'),
      started({ exitStatus: { exitCode: 2, signal: null } }),
      call({ status: 'failed' }),
    ])
      near.agent.update('s', update);
    await settle();
    const updates = far.client.updates('s') as { readonly sessionUpdate: string; readonly terminalId?: string }[];
    expect(updates.filter(({ terminalId }) => terminalId === 'x')).toEqual([
      started({ cwd: '/g', command: 'make' }),
      output('\u001B[1mröses\u001B[0m\r\n'),
      output('two'),
      started({ exitStatus: { exitCode: 2, signal: null } }),
    ]);
    const calls = updates.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call_update');
    expect(Object.assign({}, ...calls)).toMatchObject({ title: 'make', status: 'failed' });
    expect(calls.some((each) => JSON.stringify(each).includes('"terminalId":"x"'))).toBe(true);
    expect([...near.losses, ...far.losses].filter(({ row }) => row.includes('terminal'))).toEqual([]);
  });
});
