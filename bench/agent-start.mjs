/**
 * How long `acp agent` takes to answer: `initialize` after its start, against a Node that does nothing; and a session
 * of 50,000 events that is loaded.
 *
 * It is started from `dist` with a data folder, as an editor starts it. The best of several starts counts, because
 * whatever else runs on a machine only makes a start slower.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { row } from './support/rounds.mjs';

const program = fileURLToPath(new URL('../apps/cli/dist/main.js', import.meta.url));
const events = 50_000;
const chunksInMessage = 500;

/** Rows for the table; `processes` says how many rounds there are, `samples` how many starts in each. */
export async function benchAgentStart({ processes, samples, isShort, journalShare = 1 }) {
  const folder = mkdtempSync(join(tmpdir(), 'acp-bench-'));
  try {
    // The first start creates the file, which later ones find.
    await start(folder);
    const ratios = [];
    for (let round = 0; round < processes; round += 1)
      ratios.push(await compare(folder, isShort ? 2 : Math.max(5, samples)));
    const loads = await load(folder, Math.round((events * journalShare) / 1000) * 1000, processes);
    return [
      row(
        {
          group: 'agent-start',
          name: 'from the start of acp agent to its answer to initialize',
          unit: '× node -e 0',
          better: 'lower',
        },
        ratios,
        2.5,
      ),
      ...loads,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many times longer a good start of the agent takes than a good one of Node alone. */
async function compare(folder, starts) {
  const [bare, ours] = [[], []];
  for (let count = 0; count < starts; count += 1) {
    bare.push(bareStart());
    ours.push(await start(folder));
  }
  return Math.min(...ours) / Math.min(...bare);
}

/** Milliseconds of a Node that does nothing. */
function bareStart() {
  const started = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - started;
}

/** Milliseconds until the agent has introduced itself. */
async function start(folder) {
  const started = performance.now();
  const client = talk(folder);
  await client.introduced;
  const wall = performance.now() - started;
  await client.end();
  return wall;
}

/** An agent, and a client that looks at no more than it has to. */
function talk(folder) {
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'no-config') };
  const child = spawn(process.execPath, [program, 'agent', '--data', folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  });
  const closed = once(child, 'close');
  const waiting = new Map();
  const told = { lines: 0 };
  createInterface({ input: child.stdout }).on('line', (line) => {
    told.lines += 1;
    if (line.includes('"method":"session/update"')) return;
    const { id, result, error } = JSON.parse(line);
    const { resolve, reject } = waiting.get(id) ?? {};
    if (error === undefined) resolve?.(result);
    else reject?.(new Error(error.message));
  });
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      const id = waiting.size + 1;
      waiting.set(id, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  return {
    ask,
    told,
    introduced: ask('initialize', { protocolVersion: 2, info: { name: 'bench', version: '1.0.0' }, capabilities: {} }),
    end: async () => {
      child.stdin.end();
      await closed;
    },
  };
}

/** A session of messages in many chunks, loaded by a fresh process each time. */
async function load(folder, count, rounds) {
  await fill(folder, count);
  const [times, told] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const client = talk(folder);
    await client.introduced;
    const before = client.told.lines;
    const started = performance.now();
    await client.ask('session/resume', { sessionId: 'long', cwd: folder, replayFrom: { type: 'start' } });
    times.push(performance.now() - started);
    told.push(client.told.lines - before);
    await client.end();
  }
  const about = { group: 'agent-start', better: 'lower' };
  return [
    row({ ...about, name: `the load of a session of ${count} events by a fresh process`, unit: 'ms' }, times),
    row({ ...about, name: `what is told of a session of ${count} events`, unit: 'messages' }, told),
  ];
}

/** An event as the agent keeps it. */
const chunk = (index) => ({
  type: 'update',
  update: {
    sessionUpdate: 'agent_message_chunk',
    messageId: `message_${Math.floor(index / chunksInMessage)}`,
    content: { type: 'text', text: `word ${index} ` },
  },
});

/** Writes the session as the agent keeps it. */
async function fill(folder, count) {
  const { sqliteJournal } = await import('@acp-stack/journal');
  const journal = await sqliteJournal(join(folder, 'sessions.db'));
  await journal.create('long', { metadata: { cwd: folder, title: 'Long', updatedAt: Date.now() } });
  for (let from = 0; from < count; from += 1000)
    await journal.append(
      'long',
      Array.from({ length: 1000 }, (_, index) => chunk(from + index)),
    );
  await journal.close();
}
