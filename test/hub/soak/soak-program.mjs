/**
 * A hub on SQLite that tells its parent what it holds: `soak-program.mjs <options>`, started with an IPC channel and
 * `--expose-gc`.
 *
 * Sends `{ url }` when it serves, and answers every message with what it holds now. What it keeps on purpose for a
 * while, such as a session without work or the connection of a client that was lost, it keeps for `keep` milliseconds.
 */
import { ChildProcess } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { queryObjects } from 'node:v8';

import { command } from '@acp-stack/conductor/node';
import { openHub, serveHub } from '@acp-stack/hub';
import { sqliteJournal } from '@acp-stack/journal';

const { database, notes, agent, brief, root, keep } = JSON.parse(process.argv[2]);
const many = 1_000_000;

const component = command([process.execPath, agent], { env: { ACP_GIVEN: notes, ACP_HUB_LABEL: 'soak' } });
/** Its processes, and what they leave behind, can be found by this variable. */
const briefly = command(['/bin/sh', brief], { env: { ACP_SOAK: root } });
const journal = await sqliteJournal(database);
const hub = await openHub({
  journal,
  roots: [root],
  isAlone: true,
  agents: {
    shared: { component, share: 'all' },
    own: { component, share: 'session' },
    brief: { component: briefly, share: 'session' },
  },
  quotas: { sessions: Infinity, storedBytes: Infinity, requestsPerSecond: many, attachments: many },
  agentLimits: { idleTime: keep, endTime: keep, failures: many },
  sleepAfter: keep,
  log: { write: () => undefined },
});
const serving = await serveHub(hub, {
  withoutCredentials: true,
  limits: {
    connections: many,
    sockets: many,
    socketsPerAddress: many,
    postsPerSecond: many,
    idleTimeout: keep,
    resumeTimeout: keep,
  },
});

/** Counts of the same word. */
function counted(words) {
  const counts = {};
  for (const word of words.toSorted()) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** What an open file is: a socket, a pipe, or a path. */
function kindOf(descriptor) {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).replace(/:\[.*|^\/.*\//u, '');
  } catch {
    // The one that has listed the others.
    return 'closed';
  }
}

const timers = setTimeout(() => undefined, 0).constructor;
const classes = { timers, sockets: Socket, processes: ChildProcess, signals: AbortSignal };

/** What is reachable, also what does not keep the process running. */
const objects = () =>
  Object.fromEntries(Object.entries(classes).map(([name, each]) => [name, queryObjects(each, { format: 'count' })]));

async function holdings() {
  for (let round = 0; round < 3; round += 1) {
    await new Promise(setImmediate);
    globalThis.gc();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return {
    status: hub.status(),
    counts: {
      descriptors: counted(readdirSync('/proc/self/fd').map(kindOf)),
      handles: counted(process.getActiveResourcesInfo()),
      objects: objects(),
    },
    memory: heapUsed + external,
    rss,
  };
}

async function close() {
  await serving.close({ drain: 0 });
  await hub.close();
  await journal.close();
  process.exit(0);
}

process.on('message', () => void holdings().then((held) => process.send(held)));
process.once('disconnect', () => void close());
process.send({ url: serving.url });
