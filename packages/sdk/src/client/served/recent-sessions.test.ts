import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { agent } from '../../agent/agent.ts';
import { client } from '../client.ts';
import type { ClientSession } from '../session/client-session.ts';
import { RecentSessions } from './recent-sessions.ts';

const info = { name: 'gardener', version: '1.0.0' };

interface Bed {
  readonly name: string;
  readonly session: ClientSession;
  readonly isBusy: boolean;
}

test('closes the sessions that were used least recently beyond the limit, and no busy one', async () => {
  const connection = await client(info).connect(agent(info).onPrompt(() => undefined));
  const bed = async (name: string, isBusy = false): Promise<Bed> => ({
    name,
    isBusy,
    session: await connection.newSession({ cwd: '/' }),
  });
  const closing: string[] = [];
  const beds = new RecentSessions<Bed>({
    limit: 3,
    isBusy: ({ isBusy }) => isBusy,
    onClosing: ({ name, session }) => void closing.push(`${name} ${session.isClosed ? 'closed' : 'open'}`),
  });
  const [busy, roses, tulips, daisies] = await Promise.all([
    bed('busy', true),
    bed('roses'),
    bed('tulips'),
    bed('daisies'),
  ]);
  for (const each of [busy, roses, tulips, roses, daisies]) beds.use(each);
  await settled();
  expect(closing).toEqual(['tulips open']);
  expect(beds.all.map(({ name }) => name)).toEqual(['busy', 'roses', 'daisies']);
  expect([busy, roses, tulips, daisies].map(({ session }) => session.isClosed)).toEqual([false, false, true, false]);
  await daisies.session.close();
  beds.use(busy);
  expect(beds.all).toEqual([roses, busy]);
});
