/** A hub whose journal has lost events: the log says so, and no position from before is used. */
import { memoryJournal } from '@acp-stack/journal';
import { agent, client, memoryPair, type ClientConnection } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { hubKey } from '../attach/hub-meta.ts';
import { openHub, type Hub } from './hub.ts';

const cwd = process.cwd();

/** A client that knows of the hub. */
async function connect(hub: Hub): Promise<ClientConnection> {
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs);
  const capabilities = { _meta: { [hubKey]: {} } };
  return client({ name: 'test', version: '1.0.0' }, { capabilities }).connect(ours);
}

const metaOf = (opened: unknown): { readonly cursor: string } =>
  (opened as { readonly _meta: Readonly<Record<string, { readonly cursor: string }>> })._meta[hubKey] ?? { cursor: '' };

test('after a loss, positions from before are refused and the loss is logged', async () => {
  const echo = agent({ name: 'echo', version: '1.0.0' }).onPrompt(async (turn) => {
    await turn.message.append('Yes.');
  });
  const lines: string[] = [];
  const options = {
    journal: memoryJournal(),
    agents: { echo },
    roots: [cwd],
    log: { write: (line: string) => void lines.push(line) },
  };
  let sessionId = '';
  let cursor = '';
  {
    await using hub = await openHub(options);
    await using connection = await connect(hub);
    const session = await connection.newSession({ cwd });
    await session.prompt('Are you there?');
    sessionId = session.id;
    cursor = metaOf(await connection.request('session/resume', { sessionId, cwd })).cursor;
  }
  const resumed = async (hub: Hub): Promise<unknown> => {
    await using connection = await connect(hub);
    return connection.request('session/resume', { sessionId, cwd, _meta: { [hubKey]: { after: cursor } } });
  };
  {
    await using hub = await openHub(options);
    await resumed(hub);
    expect(lines.join('')).not.toContain('events-lost');
  }
  await using hub = await openHub({ ...options, loss: new Error('The journal x has lost events.') });
  await expect(resumed(hub)).rejects.toMatchObject({ code: -32_602, data: { reason: 'generation_changed' } });
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ level: 'error', event: 'events-lost', message: 'The journal x has lost events.' }),
  );
});
