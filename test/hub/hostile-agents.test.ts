/** Agents that harm the hub: what they can take is bounded, their sessions say what happened, others go on. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { command } from '@acp-stack/conductor/node';
import { openHub, type Hub } from '@acp-stack/hub';
import { memoryJournal, type Journal } from '@acp-stack/journal';
import { agent, client, memoryPair, type ClientConnection, type ClientSession } from '@acp-stack/sdk';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { updateText } from './power/update-text.ts';

const isLong = process.env['ACP_LONG'] === '1';
if (isLong) vi.setConfig({ testTimeout: 600_000 });
const program = fileURLToPath(new URL('hostile-agent.mjs', import.meta.url));
const manners = ['exits', 'endless-line', 'flood', 'binary', 'foreign', 'same-id', 'deaf'] as const;
type Manner = (typeof manners)[number];
const mebibyte = 1024 * 1024;
const cwd = process.cwd();

let folder = '';
let journal: Journal;
let hub: Hub;
let connection: ClientConnection;
let good: ClientSession;
/** What the appends to logs wait for. */
let gate: Promise<void> | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acp-hostile-'));
  journal = memoryJournal();
  const hostile = Object.fromEntries(
    manners.map((manner) => {
      const env = { ACP_MEBIBYTES: manner === 'flood' ? (isLong ? '1000' : '32') : isLong ? '1100' : '70' };
      return [manner, command([process.execPath, program, manner, join(folder, manner)], { name: manner, env })];
    }),
  );
  const echo = agent({ name: 'echo', version: '1.0.0' }).onPrompt(async (turn) => {
    await turn.message.append('Here I am.');
  });
  hub = await openHub({
    journal,
    agents: { echo, ...hostile },
    roots: [cwd],
    isAlone: true,
    agentLimits: { endTime: 500 },
  });
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs);
  connection = await client({ name: 'test', version: '1.0.0' }).connect(ours);
  good = await connection.newSession({ cwd });
});
afterAll(async () => {
  await connection.close();
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A session with a hostile agent; `shown` is all that its client has been told. */
async function open(manner: Manner): Promise<{ readonly session: ClientSession; shown: string[] }> {
  const shown: string[] = [];
  const session = await connection.newSession(
    { cwd, _meta: { 'acp-stack.dev/hub': { agent: manner } } },
    { onUpdate: (update) => void shown.push(updateText(update) || JSON.stringify(update)) },
  );
  return { session, shown };
}

/** How a prompt ends, well or not. */
const outcomeOf = async (prompt: PromiseLike<unknown>): Promise<unknown> => {
  try {
    return await prompt;
  } catch (error) {
    return error;
  }
};

const othersWork = async (): Promise<void> => {
  expect((await good.prompt('Are you there?')).stopReason).toBe('end_turn');
};

test('an agent that exits in initialize: the session is refused with its last line', async () => {
  await expect(open('exits')).rejects.toThrow(
    'The agent exits could not be started: it exited with code 4 before it said anything: Error: no licence.',
  );
  await othersWork();
});

test('a line over the limit is dropped as it comes, and an agent whose line never ends is ended', async () => {
  const { session, shown } = await open('endless-line');
  await outcomeOf(session.prompt('Go'));
  if (isLong) await expect.poll(() => shown.join('\n')).toContain('The agent endless-line has ended: ');
  else expect(shown.filter((text) => !text.startsWith('{'))).toEqual(['Go', 'mine']);
  await othersWork();
});

test('an agent that writes no messages but bytes is ended, and its session says why', async () => {
  const { session, shown } = await open('binary');
  await outcomeOf(session.prompt('Go'));
  await expect.poll(() => shown.join('\n')).toContain('The agent binary has ended: ');
  await othersWork();
});

test('an agent that sends as fast as it can is read no faster than its updates are stored', async () => {
  const { session, shown } = await open('flood');
  const append = journal.append.bind(journal);
  let openGate = (): void => undefined;
  gate = new Promise((resolve) => (openGate = resolve));
  journal.append = async (stream, events, options) => {
    if (stream === `log/${session.id}` && JSON.stringify(events[0]).includes('yyy')) await gate;
    return append(stream, events, options);
  };
  const prompt = session.prompt('Go');
  const taken = (): number => {
    try {
      return Number(readFileSync(join(folder, 'flood'), 'utf8'));
    } catch {
      return 0;
    }
  };
  await expect.poll(taken).toBeGreaterThan(12 * mebibyte);
  await othersWork();
  await othersWork();
  // 16 MiB wait to be handled, 1 MiB to be stored; the rest is in pipes and buffers.
  expect(taken()).toBeLessThan(24 * mebibyte);
  openGate();
  journal.append = append;
  expect(await outcomeOf(prompt)).toMatchObject({ stopReason: 'end_turn' });
  expect(taken()).toBeGreaterThan(30 * mebibyte);
  const texts = shown.filter((text) => text.startsWith('y'));
  expect(new Set(texts.map((text) => text.length)).size).toBe(1);
});

test('updates and questions for unknown sessions reach no client, and are not kept', async () => {
  const { session, shown } = await open('foreign');
  await session.prompt('Go');
  expect(shown.filter((text) => !text.startsWith('{'))).toEqual(['Go', 'mine']);
  expect(shown.join('')).not.toContain('zzz');
  await othersWork();
});

test('an agent that gives two sessions one id: the second is refused, the first stays', async () => {
  const { session } = await open('same-id');
  await expect(open('same-id')).rejects.toThrow('The agent same-id gave two sessions the id "s".');
  expect((await connection.request('session/list', {})).sessions.map((each) => each.sessionId)).toContain(session.id);
  await othersWork();
});

test('an agent that never reads: its session waits, and cancelling or deleting it does not', async () => {
  const { session } = await open('deaf');
  const prompt = outcomeOf(session.prompt('z'.repeat(mebibyte)));
  await othersWork();
  await connection.request('session/delete', { sessionId: session.id });
  await prompt;
  await othersWork();
});
