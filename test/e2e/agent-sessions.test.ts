/** Sessions of `acp agent` outlive its process: both versions, on the wire. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test, vi } from 'vitest';

import { AgentProgram, textOf, type Fields, type Update } from '../support/agent-program.ts';
import { repository } from '../support/checkout.ts';
import { eachProjectFolder } from '../support/project-folder.ts';

// Several processes take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let cwd: string;
let data: string;

eachProjectFolder(
  (garden) => {
    ({ folder, cwd, data } = garden);
  },
  { rose: 'A rose is red.\nIt has thorns.\n' },
);

type Session = Fields & { readonly sessionId: string };

async function listed(agent: AgentProgram, params: object = {}): Promise<readonly Session[]> {
  await agent.initialized;
  return (await agent.call('session/list', params))['sessions'] as readonly Session[];
}

/** The ids of the messages and tool calls, in the order in which they begin. */
function idsOf(updates: readonly Update[]): readonly unknown[] {
  return [...new Set(updates.map((update) => update['messageId'] ?? update['toolCallId']))].filter(
    (id) => id !== undefined,
  );
}

const kindsOf = (updates: readonly Update[]): readonly string[] => updates.map(({ sessionUpdate }) => sessionUpdate);

/** The code and message of the error that a call is answered with. */
const refusal = (call: Promise<unknown>): Promise<{ readonly code: unknown; readonly message: string }> =>
  call.then(
    () => Promise.reject(new Error('it succeeded')),
    ({ code, message }: { readonly code: unknown; readonly message: string }) => ({ code, message }),
  );

describe.each([1, 2] as const)('with a client of version %i', (version) => {
  const start = (): AgentProgram => new AgentProgram({ version, data });

  test('a session is loaded by a later process, in whole messages, with the ids that it had', async () => {
    let sessionId: string;
    let lived: readonly Update[];
    {
      await using agent = start();
      sessionId = await agent.open(cwd);
      const asked = await agent.prompt(sessionId, 'Does the rose have thorns?');
      const edited = await agent.prompt(sessionId, '/edit rose.md "red" "white"');
      expect([asked.stopReason, edited.stopReason]).toEqual(['end_turn', 'end_turn']);
      lived = agent.updates(sessionId);
    }
    await using agent = start();
    const loaded = await agent.load(sessionId, cwd);
    expect(textOf(loaded)).toBe(textOf(lived));
    expect(textOf(loaded)).toContain('It has thorns.');
    // In version 1 the client itself has said what the user said.
    const live = idsOf(lived);
    expect(idsOf(loaded).filter((id) => !String(id).startsWith('user_'))).toEqual(
      live.filter((id) => !String(id).startsWith('user_')),
    );
    if (version === 2) {
      expect(idsOf(loaded)).toEqual(live);
      expect(kindsOf(loaded).filter((kind) => kind.endsWith('message_chunk'))).toEqual([]);
      expect(kindsOf(loaded).filter((kind) => kind === 'agent_message')).toHaveLength(2);
    }
    // What is told again is what was told, not a new story each time.
    await agent.call('session/close', { sessionId });
    expect(idsOf(await agent.load(sessionId, cwd))).toEqual(idsOf(loaded));
    expect(JSON.stringify(loaded)).toContain('+A rose is white.'.slice(1));
  });

  test('a resumed session tells nothing again, and goes on', async () => {
    let sessionId: string;
    {
      await using agent = start();
      sessionId = await agent.open(cwd);
      await agent.prompt(sessionId, '/plan dig\nwater');
    }
    await using agent = start();
    await agent.initialized;
    await agent.call('session/resume', { sessionId, cwd, mcpServers: [] });
    expect(idsOf(agent.updates(sessionId))).toEqual([]);
    expect((await agent.prompt(sessionId, '/read rose.md:2')).text).toContain('It has thorns.');
    expect((await agent.prompt(sessionId, '/plan done 2')).text).toBe('1. [ ] dig\n2. [x] water\n');
    const loaded = await agent.load(sessionId, cwd);
    expect(textOf(loaded)).toMatch(/1\. \[ \] dig[^]*It has thorns\./u);
  });

  test('the list has pages, filters by directory, and knows titles', async () => {
    const other = join(folder, 'orchard');
    mkdirSync(other);
    const created: string[] = [];
    {
      await using agent = start();
      for (let count = 0; count < 52; count += 1) created.push(await agent.open(cwd));
      created.push(await agent.open(other));
      await agent.prompt(created[0] ?? '', '/help');
    }
    await using agent = start();
    await agent.initialized;
    const first = await agent.call('session/list', { cwd });
    expect(first['sessions']).toHaveLength(50);
    // The one that was used last comes first.
    expect(first['sessions']).toMatchObject({ 0: { sessionId: created[0], title: '/help', cwd } });
    const second = await agent.call('session/list', { cwd, cursor: first['nextCursor'] });
    expect(second['sessions']).toHaveLength(2);
    expect(second['nextCursor'] ?? undefined).toBeUndefined();
    const ids = [first, second].flatMap((page) =>
      (page['sessions'] as readonly Session[]).map((each) => each.sessionId),
    );
    expect(new Set(ids)).toEqual(new Set(created.slice(0, 52)));
    expect(await listed(agent, { cwd: other })).toMatchObject([{ sessionId: created[52], cwd: other }]);
    expect(await refusal(agent.call('session/list', { cursor: 'never issued' }))).toMatchObject({
      code: -32_602,
    });
  });

  test('a title that the user gives stays, and the first prompt gives one where there is none', async () => {
    let sessionId: string;
    {
      await using agent = start();
      sessionId = await agent.open(cwd);
      const { updates } = await agent.prompt(sessionId, 'Where are the thorns of this rose?');
      expect(updates).toContainEqual(
        expect.objectContaining({ sessionUpdate: 'session_info_update', title: 'Where are the thorns of this rose?' }),
      );
      await agent.call('session/set_title', { sessionId, title: 'Thorns' });
    }
    await using agent = start();
    await agent.load(sessionId, cwd);
    await agent.prompt(sessionId, '/help');
    expect(await listed(agent)).toMatchObject([{ sessionId, title: 'Thorns' }]);
  });

  test('a mode that the user has set holds in a later process', async () => {
    let sessionId: string;
    const type = version === 2 ? { type: 'id' } : {};
    {
      await using agent = start();
      sessionId = await agent.open(cwd);
      await agent.call('session/set_config_option', { sessionId, configId: 'mode', ...type, value: 'read-only' });
    }
    await using agent = start();
    await agent.load(sessionId, cwd);
    const { text } = await agent.prompt(sessionId, '/edit rose.md "red" "white"');
    expect(text).toContain('which does not allow this');
  });

  test('a fork has what was said before, and goes its own way', async () => {
    let [sessionId, forked]: string[] = [];
    {
      await using agent = start();
      sessionId = await agent.open(cwd);
      await agent.prompt(sessionId, '/read rose.md:1-1');
      forked = (await agent.call('session/fork', { sessionId, cwd, mcpServers: [] }))['sessionId'] as string;
      await agent.prompt(forked, '/read rose.md:2');
      await agent.prompt(sessionId, '/help');
    }
    await using agent = start();
    expect(textOf(await agent.load(forked, cwd))).toMatch(/A rose is red[^]*It has thorns/u);
    const original = textOf(await agent.load(sessionId, cwd));
    expect(original).toContain('A rose is red.');
    expect(original).not.toContain('It has thorns.');
  });

  test('a deleted session is gone for good, and deleting it again is no mistake', async () => {
    await using agent = start();
    const sessionId = await agent.open(cwd);
    const kept = await agent.open(cwd);
    await agent.prompt(sessionId, '/help');
    await agent.call('session/delete', { sessionId });
    await agent.call('session/delete', { sessionId });
    expect(await listed(agent)).toMatchObject([{ sessionId: kept }]);
    expect(await refusal(agent.load(sessionId, cwd))).toMatchObject({ code: -32_002 });
    expect(await refusal(agent.begin(sessionId, 'hello'))).toMatchObject({ code: -32_002 });
  });

  test('a closed session ends its work and can be loaded again', async () => {
    await using agent = start();
    const sessionId = await agent.open(cwd);
    const ended = agent.prompt(sessionId, '/run echo begun; sleep 600').catch((error: unknown) => error);
    await agent.hears((update) =>
      JSON.stringify(update).includes(version === 1 ? 'begun\\n' : '"terminal_output_chunk"'),
    );
    await agent.call('session/close', { sessionId });
    expect(await agent.call('session/status', { sessionId })).toMatchObject({ status: 'saved' });
    if (version === 1) expect(await ended).toMatchObject({ stopReason: 'cancelled' });
    const loaded = await agent.load(sessionId, cwd);
    expect(loaded).toContainEqual(expect.objectContaining({ status: version === 1 ? 'failed' : 'cancelled' }));
    expect((await agent.prompt(sessionId, '/read rose.md')).text).toContain('red');
  });

  test('a session in another directory than its own is refused', async () => {
    await using agent = start();
    const sessionId = await agent.open(cwd);
    await agent.call('session/close', { sessionId });
    expect(await refusal(agent.load(sessionId, folder))).toMatchObject({ code: -32_602 });
    expect(await refusal(agent.open(join(cwd, 'no such folder')))).toMatchObject({
      code: -32_602,
      message: expect.stringContaining('no such folder') as string,
    });
  });

  test('two processes share a data folder', async () => {
    await using left = start();
    await using right = start();
    const ids = await Promise.all([left.open(cwd), right.open(cwd), left.open(cwd), right.open(cwd)]);
    await Promise.all([
      left.prompt(ids[0], '/read rose.md:1-1'),
      right.prompt(ids[1], '/read rose.md:2'),
      left.prompt(ids[2], '/run seq 1 300'),
      right.prompt(ids[3], '/run seq 1 300'),
    ]);
    for (const agent of [left, right]) {
      expect(new Set((await listed(agent)).map(({ sessionId }) => sessionId))).toEqual(new Set(ids));
    }
    // Each sees what the other wrote.
    expect(textOf(await right.load(ids[0], cwd))).toContain('A rose is red.');
    expect(textOf(await left.load(ids[1], cwd))).toContain('It has thorns.');
  });

  test('a session that works in one process is taken over by another that loads it, and nothing is lost or written twice', async () => {
    await using left = start();
    await using right = start();
    const sessionId = await left.open(cwd);
    const working = left.prompt(sessionId, '/run echo begun; while [ ! -e go ]; do sleep 0.01; done; echo went').then(
      ({ updates }) => (updates.at(-1)?.['error'] as Fields | undefined)?.['message'],
      (error: Error) => error.message,
    );
    await left.hears((update) =>
      JSON.stringify(update).includes(version === 1 ? 'begun\\n' : '"terminal_output_chunk"'),
    );
    expect(JSON.stringify(await right.load(sessionId, cwd))).toContain('echo begun');
    const words = 'This session was opened by another program; load it again to continue here.';
    writeFileSync(join(cwd, 'go'), '');
    expect(await working).toBe(words);
    expect(await refusal(left.begin(sessionId, 'Hello?'))).toMatchObject({ message: words });
    expect((await right.prompt(sessionId, '/read rose.md')).text).toContain('A rose is red.');
    // Who was refused has everything when it loads the session again, and goes on.
    const loaded = await left.load(sessionId, cwd);
    expect(textOf(loaded)).toContain('A rose is red.');
    expect(JSON.stringify(loaded)).not.toContain('Hello?');
    expect(loaded.filter(({ status }) => status === 'failed')).toHaveLength(1);
    expect((await left.prompt(sessionId, '/read rose.md')).text).toContain('A rose is red.');
    expect(left.process.stderr.tail(50).join('\n')).not.toContain('    at ');
  });

  test('an edit is written, and what it changed can be loaded as a difference', async () => {
    let sessionId: string;
    {
      await using agent = start();
      sessionId = await agent.open(cwd);
      await agent.prompt(sessionId, '/edit rose.md "red" "white"');
    }
    expect(readFileSync(join(cwd, 'rose.md'), 'utf8')).toBe('A rose is white.\nIt has thorns.\n');
    await using agent = start();
    const [diff] = (await agent.load(sessionId, cwd))
      .flatMap(({ content = [] }) => content as Fields | readonly Fields[])
      .filter(({ type }) => type === 'diff');
    if (version === 1) {
      expect(diff).toMatchObject({
        path: join(cwd, 'rose.md'),
        oldText: 'A rose is red.\nIt has thorns.\n',
        newText: 'A rose is white.\nIt has thorns.\n',
      });
    } else expect(diff).toMatchObject({ changes: [{ operation: 'modify', path: join(cwd, 'rose.md') }] });
  });
});

test('`./bin/acp agent` is the same program', async () => {
  // A client that leaves at once; the first start may have to build.
  const lines = execFileSync(join(repository, 'bin', 'acp'), ['agent', '--data', data], {
    input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } })}\n`,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  expect(JSON.parse(lines)).toMatchObject({ id: 1, result: { protocolVersion: 1, agentInfo: { name: 'acp-agent' } } });
});
