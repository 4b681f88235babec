/**
 * A hub that is measured, in a process of its own: `hub-program.mjs <database>`, a file of SQLite or an address of
 * PostgreSQL.
 *
 * Sends the parent `{ url }` when it listens, and answers `usage` with its CPU seconds and its memory in bytes. Its
 * agent is one process for all sessions (`ticking-agent.mjs`), which counts neither here nor there.
 */
import { fileURLToPath } from 'node:url';

import { command } from '@acp-stack/conductor/node';

import { openHub, serveHub } from '@acp-stack/hub';

import { openJournal } from './open-journal.mjs';

const [database] = process.argv.slice(2);
const ticker = fileURLToPath(new URL('ticking-agent.mjs', import.meta.url));
const many = 1_000_000;

const hub = await openHub({
  journal: await openJournal(database),
  isAlone: !database.startsWith('postgres'),
  agents: { ticker: { component: command([process.execPath, ticker]), share: 'all' } },
  roots: ['/'],
  quotas: { sessions: Infinity, storedBytes: Infinity, requestsPerSecond: many, attachments: many },
  agentLimits: { sessionsPerAgent: many },
  log: { write: (line) => process.stderr.write(line), level: 'warn' },
});
const { url } = await serveHub(hub, {
  withoutCredentials: true,
  limits: { connections: many, sockets: many, socketsPerAddress: many, postsPerSecond: many },
});

process.on('message', (message) => {
  if (message === 'usage') {
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    process.send({ usage: { cpu: (user + system) / 1e6, memory: process.memoryUsage().rss } });
  } else if (message === 'close') {
    void hub.close().then(() => process.exit());
  }
});
process.on('disconnect', () => process.exit());
process.send({ url });
