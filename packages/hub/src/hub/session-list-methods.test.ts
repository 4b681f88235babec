/** What clients may do with the sessions of their list: rename, archive, bring back, delete. */
import { memoryJournal } from '@acp-stack/journal';
import { agent, client, memoryPair, type ClientConnection } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { openHub, type Hub } from './hub.ts';

const cwd = process.cwd();
const silent = agent({ name: 'silent', version: '1.0.0' }).onPrompt(() => undefined);

async function connect(hub: Hub, version: 1 | 2): Promise<ClientConnection> {
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs);
  return client({ name: 'test', version: '1.0.0' }).connect(ours, { versions: version === 1 ? [1] : [2] });
}

describe.each([1, 2] as const)('a client of version %d', (version) => {
  test('renames, archives, brings back and deletes sessions, open or not', async () => {
    await using hub = await openHub({ journal: memoryJournal(), agents: { silent }, roots: [cwd] });
    await using connection = await connect(hub, version);
    const [open, closed] = [await connection.newSession({ cwd }), await connection.newSession({ cwd })];
    await closed.close();
    const ids = async (archived?: 'only' | 'include' | 'exclude'): Promise<readonly string[]> => {
      const { sessions } = await connection.listPage(archived === undefined ? {} : { archived });
      return sessions.map(({ sessionId }) => sessionId).toSorted();
    };
    const both = [open.id, closed.id].toSorted();
    expect(await ids()).toEqual(both);
    for (const { id } of [open, closed]) {
      const title = `Title of ${id}`;
      expect(await connection.setTitle(id, title)).toBe(title);
      const { sessions } = await connection.listPage();
      expect(sessions.find(({ sessionId }) => sessionId === id)).toMatchObject({ title, archived: false });
      await connection.archive(id);
      await connection.archive(id);
      expect(await ids()).toEqual(both.filter((each) => each !== id));
      expect(await ids('only')).toEqual([id]);
      expect(await ids('include')).toEqual(both);
      await connection.unarchive(id);
      await connection.unarchive(id);
      expect(await ids()).toEqual(both);
      expect(await ids('only')).toEqual([]);
    }
    await connection.delete(open.id);
    expect(await ids('include')).toEqual([closed.id]);
    await connection.delete(closed.id);
    expect(await ids('include')).toEqual([]);
    for (const method of ['session/archive', 'session/unarchive'] as const)
      await expect(connection.request(method, { sessionId: open.id })).rejects.toMatchObject({ code: -32_002 });
  });
});
