/**
 * Kills `acp agent` during a turn: nothing that a client has seen is lost, the turn is shown as interrupted, and
 * nothing is done twice.
 *
 * A few rounds here; `npm run test:long` does 40.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { modelServer } from '@acp-stack/testing/model-server';
import { describe, expect, test, vi } from 'vitest';

import { AgentProgram, processesWith, textOf, type Fields, type Update } from '../support/agent-program.ts';
import { eachProjectFolder } from '../support/project-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

const isLong = process.env['ACP_LONG'] === '1';
const rounds = isLong ? 40 : 4;

let cwd: string;
let data: string;

eachProjectFolder((garden) => {
  ({ cwd, data } = garden);
});

/** What a client knows of a session after these updates: each text by what it belongs to. */
function knowledge(updates: readonly Update[]): Map<string, string> {
  const known = new Map<string, string>();
  const add = (key: string, text: string): void => void known.set(key, (known.get(key) ?? '') + text);
  for (const { sessionUpdate: kind, ...rest } of updates) {
    const { messageId, toolCallId, terminalId, title, content, data: bytes } = rest as Record<string, unknown>;
    const isChunk = kind.endsWith('_chunk');
    if (typeof messageId === 'string' && !kind.startsWith('user')) {
      if (!isChunk) known.delete(messageId);
      add(messageId, textOf([{ sessionUpdate: isChunk ? 'agent_message_chunk' : 'agent_message', content }]));
    }
    if (kind === 'terminal_output_chunk')
      add(String(terminalId), Buffer.from(String(bytes), 'base64').toString('latin1'));
    if (typeof toolCallId === 'string' && !isChunk) {
      if (typeof title === 'string') known.set(`${toolCallId} title`, title);
      // In version 1 the output of a command is the content of its call; the beginning of earlier output may be
      // missing.
      const [first] = (Array.isArray(content) ? content : []) as readonly Fields[];
      if (first?.['type'] === 'content') {
        const meta = first['_meta'] as Readonly<Record<string, { readonly bytes: number }>> | undefined;
        const { bytes: earlier = 0 } = meta?.['_acp-stack.dev/earlier'] ?? {};
        const text = String((first['content'] as Fields)['text']).replace(/^\[Earlier output was left out\.\]\n/u, '');
        const key = `${toolCallId} text`;
        known.set(key, (known.get(key) ?? '').slice(0, earlier) + text);
      }
    }
  }
  return known;
}

/** Everything that was known is known again, perhaps with more behind it. */
function expectNothingLost(seen: readonly Update[], loaded: readonly Update[]): void {
  const [before, after] = [knowledge(seen), knowledge(loaded)];
  expect(before.size).toBeGreaterThan(0);
  for (const [key, text] of before) expect((after.get(key) ?? `nothing of ${key}`).slice(0, text.length)).toBe(text);
}

/** No tool call is left open. */
function expectEnded(loaded: readonly Update[]): void {
  const status = new Map<unknown, unknown>();
  for (const update of loaded) {
    if (update['status'] !== undefined && update['toolCallId'] !== undefined)
      status.set(update['toolCallId'], update['status']);
  }
  expect([...status.values()].filter((each) => each !== 'completed' && each !== 'failed')).toEqual([]);
}

/** How the session stands after it was loaded; version 1 has no words for it. */
function expectInterrupted(agent: AgentProgram, sessionId: string): void {
  if (agent.version === 1) return;
  const state = agent.updates(sessionId).findLast(({ sessionUpdate }) => sessionUpdate === 'state_update');
  expect(state).toMatchObject({
    state: 'idle',
    stopReason: 'error',
    error: { message: 'The agent was interrupted while it worked. Prompt again to go on.' },
  });
}

/** The same numbers every time, from 1 to `most`. */
function* spread(most: number): Generator<number, never> {
  for (let state = 4711; ; state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) yield ((state >> 8) % most) + 1;
}

describe.each([1, 2] as const)('killed while a client of version %i listens', (version) => {
  test(
    `has lost nothing of the output of a command, in ${rounds} rounds, and runs it once`,
    async () => {
      const numbers = spread(25);
      let sessionId: string | undefined;
      let seen: readonly Update[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const mark = `mark-${round}-${process.pid}`;
        const command = `echo ${mark} >> runs; i=0; while [ $i -lt 1000 ]; do i=$((i+1)); echo ${mark} $i; sleep 0.01; done`;
        const agent = new AgentProgram({ version, data });
        if (sessionId === undefined) sessionId = await agent.open(cwd);
        else seen = await agent.load(sessionId, cwd);
        const from = agent.heard.items.length;
        void agent.begin(sessionId, `/run ${command}`).catch(() => undefined);
        await agent.heard.reaches(from + 6 + numbers.next().value);
        await agent.kill();
        seen = [...seen, ...agent.updates(sessionId, from)];
        await using next = new AgentProgram({ version, data });
        const loaded = await next.load(sessionId, cwd);
        expectNothingLost(seen, loaded);
        expectEnded(loaded);
        expectInterrupted(next, sessionId);
        const runs = existsSync(join(cwd, 'runs')) ? readFileSync(join(cwd, 'runs'), 'utf8').split('\n') : [];
        expect(runs.filter((each) => each === mark).length).toBeLessThanOrEqual(1);
        expect(next.updates(sessionId).filter(({ state }) => state === 'running')).toEqual([]);
        await expect.poll(() => processesWith(mark)).toEqual([]);
        seen = loaded;
      }
    },
    rounds * 60_000,
  );

  test('has lost nothing of what a model said, and does not ask it again', async () => {
    await using server = await modelServer({
      turns: [{ text: ['One ', 'two ', 'three ', 'four'], hold: 4 }, { text: 'Five.' }],
    });
    const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'key', ACP_AGENT_MODEL: 'openai/scripted' };
    const agent = new AgentProgram({ version, data, env });
    const sessionId = await agent.open(cwd);
    void agent.begin(sessionId, 'Count.').catch(() => undefined);
    await agent.hears(({ content }) => (content as Fields | undefined)?.['text'] === 'two ');
    await agent.kill();
    await using next = new AgentProgram({ version, data, env });
    const loaded = await next.load(sessionId, cwd);
    expectNothingLost(agent.updates(sessionId), loaded);
    expect(textOf(loaded)).toMatch(/^One two /u);
    expectInterrupted(next, sessionId);
    expect(server.requests).toHaveLength(1);
    expect((await next.prompt(sessionId, 'Go on.')).text).toBe('Five.');
    // The model hears what was said before.
    const { messages } = (await server.request(2)).body as { readonly messages: readonly Fields[] };
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(JSON.stringify(messages[2])).toContain('One two ');
  });

  test('while it waits for a permission has done nothing, and does nothing later', async () => {
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const agent = new AgentProgram({
      version,
      data,
      answers: {
        'session/request_permission': () => {
          asked();
          return new Promise(() => undefined);
        },
      },
    });
    const sessionId = await agent.open(cwd);
    void agent.begin(sessionId, '/edit rose.md "red" "white"').catch(() => undefined);
    await isAsked;
    await agent.kill();
    await using next = new AgentProgram({ version, data });
    const loaded = await next.load(sessionId, cwd);
    expectNothingLost(agent.updates(sessionId), loaded);
    expectEnded(loaded);
    expectInterrupted(next, sessionId);
    expect(readFileSync(join(cwd, 'rose.md'), 'utf8')).toBe('A rose is red.\n');
    // What was interrupted is over: the next prompt is answered as ever.
    expect((await next.prompt(sessionId, '/edit rose.md "red" "white"')).text).toContain('Done.');
  });

  test('has not forgotten what it may undo, nor what the user always allows', async () => {
    const always = { outcome: { outcome: 'selected', optionId: 'allow_always_1' } };
    const agent = new AgentProgram({ version, data, answers: { 'session/request_permission': () => always } });
    const sessionId = await agent.open(cwd);
    await agent.prompt(sessionId, '/edit rose.md "red" "white"');
    await agent.kill();
    const refuse = (): never => expect.unreachable('It was always allowed.');
    await using next = new AgentProgram({ version, data, answers: { 'session/request_permission': refuse } });
    await next.load(sessionId, cwd);
    expect((await next.prompt(sessionId, '/undo')).text).toBe('Done. rose.md is as it was before the change.\n');
    expect(readFileSync(join(cwd, 'rose.md'), 'utf8')).toBe('A rose is red.\n');
  });

  test('is listed and loaded by a process that was there already', async () => {
    await using other = new AgentProgram({ version, data });
    await other.initialized;
    const agent = new AgentProgram({ version, data });
    const sessionId = await agent.open(cwd);
    void agent.begin(sessionId, '/run echo begun; sleep 600').catch(() => undefined);
    await agent.hears((update) =>
      JSON.stringify(update).includes(version === 1 ? 'begun\\n' : 'terminal_output_chunk'),
    );
    await agent.kill();
    expect((await other.call('session/list', {}))['sessions']).toMatchObject([{ sessionId }]);
    const loaded = await other.load(sessionId, cwd);
    expectNothingLost(agent.updates(sessionId), loaded);
    expectInterrupted(other, sessionId);
  });
});
