/** Sessions belong to the principal that made them; for another principal they do not exist. */
import { http, webSocket } from '@acp-stack/http/node';
import { serveHttp } from '@acp-stack/http/server';

import { memoryJournal } from '@acp-stack/journal';
import { agent, client, memoryStore, type ClientConnection, type SessionStore } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { journalStore } from '@acp-stack/journal/session-store';

const transports = [
  ['WebSocket', webSocket],
  ['HTTP', http],
] as const;

async function listed(connection: ClientConnection): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { sessionId } of connection.list()) ids.push(sessionId);
  return ids;
}

/** What a client learns: a result, or an error with all its parts. */
const outcome = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    (answer) => `answered ${JSON.stringify(answer)}`,
    (error: Error) => `${error.message} ${JSON.stringify(error)}`,
  );

describe.each(transports)('over %s', (_, connect) => {
  test('a session is found by the principal that made it, on any connection, and by no other', async () => {
    const store: SessionStore = memoryStore();
    const app = agent({ name: 'garden', version: '1.0.0' }, { store }).onPrompt(async ({ message }) => {
      await message.append('A secret.');
    });
    await using serving = await serveHttp(app, { authenticate: (request) => request.header('x-user') });
    const as = (user: string): Promise<ClientConnection> =>
      client({ name: 'c', version: '1.0.0' }).connect(connect(serving.url, { headers: { 'x-user': user } }));
    await using ann = await as('ann');
    await using bob = await as('bob');
    const session = await ann.newSession({ cwd: '/' });
    await session.prompt('Hello');
    const own = await bob.newSession({ cwd: '/' });
    expect([await listed(ann), await listed(bob)]).toEqual([[session.id], [own.id]]);

    const ways = [
      (sessionId: string) => bob.load({ sessionId, cwd: '/' }),
      (sessionId: string) => bob.fork({ sessionId, cwd: '/' }),
      (sessionId: string) => bob.status(sessionId),
      (sessionId: string) => bob.setTitle(sessionId, 'Mine'),
      (sessionId: string) => bob.archive(sessionId),
      (sessionId: string) => bob.delete(sessionId),
      (sessionId: string) => bob.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Tell' }] }),
    ];
    const never = crypto.randomUUID();
    for (const way of ways) {
      const [foreign, unknown] = [await outcome(way(session.id)), await outcome(way(never))];
      expect(foreign.replaceAll(session.id, never)).toBe(unknown);
    }

    await using again = await as('ann');
    let told = '';
    await again.load(
      { sessionId: session.id, cwd: '/' },
      { onUpdate: (update) => void (told += JSON.stringify(update)) },
    );
    expect(told).toContain('A secret.');
    expect(await store.get(session.id)).toMatchObject({ owner: 'ann', archived: false });
  });
});

test('a journal knows whose a session is after a restart', async () => {
  const journal = memoryJournal();
  const serveAgain = (): ReturnType<typeof serveHttp> =>
    serveHttp(
      agent({ name: 'garden', version: '1.0.0' }, { store: journalStore(journal) }).onPrompt(() => Promise.resolve()),
      { authenticate: (request) => request.header('x-user') },
    );
  const listFor = async (url: string, user: string): Promise<readonly string[]> => {
    await using connection = await client({ name: 'c', version: '1.0.0' }).connect(
      webSocket(url, { headers: { 'x-user': user } }),
    );
    if (user === 'ann') await connection.newSession({ cwd: '/' });
    return listed(connection);
  };
  {
    await using serving = await serveAgain();
    expect(await listFor(serving.url, 'ann')).toHaveLength(1);
  }
  await using serving = await serveAgain();
  expect(await listFor(serving.url, 'bob')).toEqual([]);
  expect(await listFor(serving.url, 'ann')).toHaveLength(2);
});
