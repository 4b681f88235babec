import { memoryJournal } from '@acp-stack/journal';
import { memoryStore, type SessionStore } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { storedSessions } from '../session-data/stored-sessions.ts';
import { storeSettings, readSettings } from './stored-settings.ts';

const stores: readonly [string, () => SessionStore][] = [
  ['in memory', memoryStore],
  ['in a journal', () => storedSessions(memoryJournal())],
];

async function opened(make: () => SessionStore): Promise<SessionStore> {
  const store = make();
  const [cwd, updatedAt] = ['/garden', new Date().toISOString()];
  await store.create({ sessionId: 'one', cwd, updatedAt, additionalDirectories: [], archived: false });
  return store;
}

test.each(stores)('settings come back from a store %s, and stay when other things change', async (_, make) => {
  const store = await opened(make);
  expect(await readSettings(store, 'one')).toEqual({});
  const settings = {
    mode: 'read-only',
    model: 'local/rose',
    tier: 'flex',
    verbosity: 'low',
    effort: 'max',
    speed: 'fast',
    thought: 'high',
    steer: 'interrupt',
    web: true,
  } as const;
  await storeSettings(store, 'one', settings);
  await store.patch('one', { title: 'Roses' });
  expect(await readSettings(store, 'one')).toEqual(settings);
  expect(await store.get('one')).toMatchObject({ title: 'Roses' });
});

test.each([
  ['a mode that is not known', { mode: 'everything' }],
  ['values of other types', { mode: 1, model: {}, thought: 'endless', steer: 'never', web: 'yes' }],
  ['no object', 'nonsense'],
  ['nothing', null],
])('%s is as if it had never been set', async (_, settings) => {
  const store = await opened(memoryStore);
  await storeSettings(store, 'one', settings as never);
  expect(await readSettings(store, 'one')).toEqual({});
});
