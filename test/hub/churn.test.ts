/** Clients and sessions that come and go, thousands of times: nothing of them stays in the process. */
import { join } from 'node:path';

import { http, webSocket } from '@acp-stack/http/node';
import { sqliteJournal } from '@acp-stack/journal';
import { expect, test } from 'vitest';

import { temporaryFolder } from '../support/checkout.ts';
import { usedMemory } from '../support/used-memory.ts';
import { cwd, ServedHub } from './served-hub.ts';

const isLong = process.env['ACP_LONG'] === '1';
/** How often before the first look, and between the looks. */
const rounds = isLong ? { first: 300, more: 3000 } : { first: 6, more: 20 };
const mebibyte = 1024 * 1024;

/** A client that opens a session, works in it, leaves, comes back and deletes it. */
async function visit(setting: ServedHub, transport: typeof http | typeof webSocket): Promise<void> {
  const connection = await setting.connect(transport);
  const { id: sessionId, prompt } = await connection.newSession({ cwd }).then((session) => ({
    id: session.id,
    prompt: session.prompt('1'),
  }));
  expect((await prompt).stopReason).toBe('end_turn');
  await connection.close();
  const again = await setting.connect(transport);
  await again.resume({ sessionId, cwd, replayFrom: { type: 'start' } });
  await again.request('session/delete', { sessionId });
  await again.close();
}

async function visits(setting: ServedHub, count: number): Promise<void> {
  for (let round = 0; round < count; round += 2) await Promise.all([visit(setting, webSocket), visit(setting, http)]);
}

/** How many timers, sockets and other things keep the process running. */
const resources = (): number => process.getActiveResourcesInfo().length;

test(`${rounds.more} visits leave no session, client, timer or memory behind`, async () => {
  // What is stored for long, such as the audit log, is no memory of the hub.
  using folder = temporaryFolder();
  await using journal = await sqliteJournal(join(folder.path, 'hub.db'));
  await using setting = await ServedHub.open({}, journal);
  await visits(setting, rounds.first);
  const [before, memory] = [resources(), usedMemory()];
  await visits(setting, rounds.more);
  const { liveSessions, clients, attachments } = setting.hub.status();
  expect({ liveSessions, clients, attachments }).toEqual({ liveSessions: 0, clients: 0, attachments: 0 });
  // Sockets that wait for another request are closed after some seconds.
  await expect.poll(resources).toBeLessThanOrEqual(before + 4);
  expect(usedMemory() - memory).toBeLessThan(20 * mebibyte);
});
