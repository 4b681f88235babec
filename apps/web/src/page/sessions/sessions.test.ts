import type { ListedSession } from '@acp-stack/react';
import { expect, test } from 'vitest';

import { addRecentFolder, recentFolders } from './recent-folders.ts';
import { relativeTime } from './relative-time.ts';
import { folderName, matchesSearch, sessionGroups, titleOf } from './session-groups.ts';
import { shownState } from './session-state.ts';
import { busyIds } from './use-busy-sessions.ts';

const session = (sessionId: string, changes: Partial<ListedSession> = {}): ListedSession => ({
  sessionId,
  cwd: '/work/roses',
  hub: {},
  isLive: false,
  isBusy: false,
  state: undefined,
  questions: 0,
  ...changes,
});

test('times are said as people say them', () => {
  const now = Date.parse('2026-03-20T12:00:00Z');
  const ago = (milliseconds: number): string => relativeTime(new Date(now - milliseconds).toISOString(), now);
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  expect([ago(5000), ago(5 * minute), ago(3 * hour), ago(30 * hour), ago(3 * day)]).toEqual([
    'now',
    '5 min',
    '3 h',
    'yesterday',
    '3 days',
  ]);
  expect(ago(40 * day)).toMatch(/Feb/u);
  expect(ago(400 * day)).toMatch(/2025/u);
  expect([relativeTime(undefined, now), relativeTime('soon', now)]).toEqual(['', '']);
});

test('sessions are grouped by folder in the order of their newest session', () => {
  const groups = sessionGroups([session('1'), session('2', { cwd: '/work/lilies' }), session('3')]);
  expect(groups.map(({ name, sessions }) => [name, sessions.map(({ sessionId }) => sessionId)])).toEqual([
    ['roses', ['1', '3']],
    ['lilies', ['2']],
  ]);
});

test('two folders with the same name are told apart', () => {
  const names = sessionGroups([session('1', { cwd: '/a/web' }), session('2', { cwd: '/b/web/' })]).map(
    ({ name }) => name,
  );
  expect(names).toEqual(['a/web', 'b/web']);
  expect([folderName('/'), folderName('C:\\work\\web')]).toEqual(['/', 'web']);
});

test('a search finds all its words in the title or the folder', () => {
  const found = session('1', { title: 'Mend the parser' });
  expect(['mend', 'PARSER roses', ''].map((search) => matchesSearch(found, search))).toEqual([true, true, true]);
  expect(matchesSearch(found, 'mend lilies')).toBe(false);
  expect(titleOf(session('1', { title: ' ' }))).toBe('Untitled session');
});

test('a question comes before work in what a session shows', () => {
  expect(shownState(session('1', { isBusy: true, questions: 1 }))).toBe('waiting');
  expect(shownState(session('1', { isBusy: true, state: 'requires_action' }))).toBe('waiting');
  expect(shownState(session('1', { isBusy: true }))).toBe('working');
  expect(shownState(session('1', { isLive: true }))).toBe('idle');
});

test('the newest busy sessions are followed, and no more than six', () => {
  const sessions = Array.from({ length: 9 }, (_, index) => session(String(index), { isBusy: index !== 1 }));
  expect(busyIds(sessions)).toEqual(['0', '2', '3', '4', '5', '6']);
});

test('the folder that was used last comes first, and what is stored otherwise is ignored', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  for (const path of ['/a', '/b', '/a']) addRecentFolder(path, storage);
  expect(recentFolders(storage)).toEqual(['/a', '/b']);
  stored.set('acp-recent-folders', '{"x":1}');
  expect(recentFolders(storage)).toEqual([]);
  stored.set('acp-recent-folders', '["/c",3]');
  expect(recentFolders(storage)).toEqual(['/c']);
});
