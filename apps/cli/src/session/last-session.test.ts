import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { AgentServer } from '../config/agent-server.ts';
import { LastSessions } from './last-session.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-stack-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const florist = { kind: 'url', name: 'florist', url: 'ws://127.0.0.1:1/acp' } as unknown as AgentServer;
const gardener = { kind: 'url', name: 'gardener', url: 'ws://127.0.0.1:2/acp' } as unknown as AgentServer;

test('the last session is found by agent and folder', () => {
  const sessions = new LastSessions(join(folder, 'new', 'last.json'));
  sessions.remember(florist, '/a', 's1');
  sessions.remember(florist, '/a', 's2');
  sessions.remember(florist, '/b', 's3');
  expect([sessions.find(florist, '/a'), sessions.find(florist, '/b')]).toEqual(['s2', 's3']);
  expect(sessions.find(gardener, '/a')).toBeUndefined();
});

test('a file that is not JSON counts as empty, and the number of sessions is limited', () => {
  const file = join(folder, 'last.json');
  writeFileSync(file, 'no json');
  const sessions = new LastSessions(file);
  expect(sessions.find(florist, '/a')).toBeUndefined();
  for (let index = 0; index < 210; index += 1) sessions.remember(florist, `/${index}`, `s${index}`);
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toHaveLength(200);
  expect([sessions.find(florist, '/0'), sessions.find(florist, '/209')]).toEqual([undefined, 's209']);
});
