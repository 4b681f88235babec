/** Cancelling, closing and working side by side, in `acp agent` as a process. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { modelServer } from '@acp-stack/testing/model-server';
import { describe, expect, test, vi } from 'vitest';

import { AgentProgram, processesWith } from '../support/agent-program.ts';
import { eachProjectFolder } from '../support/project-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

let cwd: string;
let data: string;
/** A word that only the commands of this test have. */
let mark: string;

eachProjectFolder((garden) => {
  ({ cwd, data } = garden);
  mark = `86400.${process.pid}${garden.folder.length}`;
});

/** Processes behind processes, which all have to end. */
const tree = (): string => `(sleep ${mark} & sh -c 'sleep ${mark} & echo begun; wait' & wait)`;

const untilGone = (): Promise<void> => expect.poll(() => processesWith(`sleep ${mark}`)).toEqual([]);

/** Begins the tree of processes; resolves when all of it runs. */
async function begin(agent: AgentProgram, sessionId: string): Promise<{ readonly ended: Promise<unknown> }> {
  const ended = agent.prompt(sessionId, `/run ${tree()}`).catch((error: unknown) => error);
  await agent.hears((update) => {
    const words = update.sessionUpdate === 'terminal_output_chunk' ? atob(String(update['data'])) : '';
    return words.includes('begun') || JSON.stringify(update['content'] ?? '').includes('begun\\n');
  });
  expect(await processesWith(`sleep ${mark}`)).not.toEqual([]);
  return { ended };
}

describe.each([1, 2] as const)('for a client of version %i', (version) => {
  test('cancelling ends a command with everything that it started', async () => {
    await using agent = new AgentProgram({ version, data });
    const sessionId = await agent.open(cwd);
    const { ended } = await begin(agent, sessionId);
    await agent.peer.notify('session/cancel', { sessionId });
    expect(await ended).toMatchObject({ stopReason: 'cancelled' });
    await untilGone();
    expect((await agent.prompt(sessionId, '/read rose.md')).stopReason).toBe('end_turn');
  });

  test('closing a session ends its commands, and those of other sessions go on', async () => {
    await using agent = new AgentProgram({ version, data });
    const [closed, other] = [await agent.open(cwd), await agent.open(cwd)];
    const running = agent.prompt(other, '/run while [ ! -e go ]; do sleep 0.01; done; exit 7');
    const { ended } = await begin(agent, closed);
    await agent.call('session/close', { sessionId: closed });
    await ended;
    await untilGone();
    writeFileSync(join(cwd, 'go'), 'go\n');
    expect((await running).text).toContain('Exit code 7.');
  });

  test('the end of the client ends every command', async () => {
    {
      await using agent = new AgentProgram({ version, data });
      await begin(agent, await agent.open(cwd));
    }
    await untilGone();
  });

  test('cancelling while the user is asked leaves everything as it is', async () => {
    const agent: AgentProgram = new AgentProgram({
      version,
      data,
      answers: {
        'session/request_permission': async ({ sessionId }) => {
          await agent.peer.notify('session/cancel', { sessionId });
          return { outcome: { outcome: 'cancelled' } };
        },
      },
    });
    await using _ = agent;
    const sessionId = await agent.open(cwd);
    expect((await agent.prompt(sessionId, '/edit rose.md "red" "white"')).stopReason).toBe('cancelled');
    expect(readFileSync(join(cwd, 'rose.md'), 'utf8')).toBe('A rose is red.\n');
  });

  test('cancelling a search that takes long ends it', async () => {
    mkdirSync(join(cwd, 'many'));
    const lines = 'nothing to see here\n'.repeat(20_000);
    for (let count = 0; count < 200; count += 1) writeFileSync(join(cwd, 'many', `${count}.txt`), lines);
    await using agent = new AgentProgram({ version, data });
    const sessionId = await agent.open(cwd);
    const searched = agent.prompt(sessionId, 'Where is the unfindable needle, the haystack, the thimble, the thread?');
    await agent.hears(({ kind }) => kind === 'search');
    await agent.peer.notify('session/cancel', { sessionId });
    expect((await searched).stopReason).toBe('cancelled');
  });

  test('cancelling an answer of a model ends the request', async () => {
    await using server = await modelServer({ turns: [{ text: ['One ', 'two'], hang: 2 }] });
    const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'key', ACP_AGENT_MODEL: 'openai/scripted' };
    await using agent = new AgentProgram({ version, data, env });
    const sessionId = await agent.open(cwd);
    const prompted = agent.prompt(sessionId, 'Count.');
    const request = await server.request(1);
    await agent.hears(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk');
    await agent.peer.notify('session/cancel', { sessionId });
    expect((await prompted).stopReason).toBe('cancelled');
    expect(await request.ended).toBe('broken');
  });

  test('two sessions work at the same time, and neither hears the other', async () => {
    await using agent = new AgentProgram({ version, data });
    const [left, right] = [await agent.open(cwd), await agent.open(cwd)];
    // Each waits for the other: one after the other they would never end.
    const works = await Promise.all([
      agent.prompt(left, '/run mkfifo a b 2>/dev/null; echo left-said > a; cat b'),
      agent.prompt(right, '/run while [ ! -p b ]; do sleep 0.01; done; cat a; echo right-said > b'),
    ]);
    expect(works.map(({ stopReason }) => stopReason)).toEqual(['end_turn', 'end_turn']);
  });
});
