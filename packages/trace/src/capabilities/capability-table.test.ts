import { describe, expect, test } from 'vitest';

import { schemas } from '../load-schema.test-support.ts';
import { CapabilityTracker, type CapabilityRow } from './capability-table.ts';

const version1 = [
  { id: 0, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: { fs: { readTextFile: true } } } },
  {
    id: 0,
    result: {
      protocolVersion: 1,
      agentInfo: { name: 'florist' },
      agentCapabilities: { loadSession: false, promptCapabilities: { image: true } },
    },
  },
];
const version2 = [
  {
    id: 'a',
    method: 'initialize',
    params: { protocolVersion: 2, info: { name: 'me' }, capabilities: { elicitation: { form: {} } } },
  },
  { id: 'a', result: { protocolVersion: 2, info: { name: 'florist' }, capabilities: { session: { fork: {} } } } },
];

function rowsOf(messages: readonly object[]): (path: string, side?: string) => Partial<CapabilityRow> | undefined {
  const tracker = new CapabilityTracker(schemas);
  for (const message of messages) tracker.note({ ...message });
  const { rows } = tracker.table();
  return (path, side = 'agent') => rows.find((row) => row.path === path && row.side === side);
}

describe('a capability', () => {
  test('is offered, with the methods that need it and how often they were called', () => {
    const row = rowsOf([...version2, { id: 1, method: 'session/fork', params: {} }])('session.fork');
    expect(row).toMatchObject({ isOffered: true, used: 1, methods: ['session/fork'], stability: 'unstable' });
  });

  test('is missing if it is absent or false, and its use is still counted', () => {
    const row = rowsOf([...version1, { id: 1, method: 'session/load', params: {} }]);
    expect(row('loadSession')).toMatchObject({ isOffered: false, used: 1, value: false });
    expect(row('promptCapabilities.audio')).toMatchObject({ isOffered: false, used: 0 });
  });

  test('of the client is in the same table', () => {
    const read = { id: 1, method: 'fs/read_text_file', params: { path: '/x' } };
    const row = rowsOf([...version1, read]);
    expect(row('fs.readTextFile', 'client')).toMatchObject({ isOffered: true, used: 1 });
    expect(row('fs.writeTextFile', 'client')).toMatchObject({ isOffered: false, used: 0 });
  });

  test('of content is used by blocks of a prompt, servers of a session and modes of an elicitation', () => {
    const prompt = { id: 1, method: 'session/prompt', params: { prompt: [{ type: 'image' }, { type: 'resource' }] } };
    const opened = { id: 2, method: 'session/new', params: { mcpServers: [{ type: 'http' }] } };
    const first = rowsOf([...version1, prompt, opened]);
    expect(first('promptCapabilities.image')?.used).toBe(1);
    expect(first('promptCapabilities.embeddedContext')?.used).toBe(1);
    expect(first('mcpCapabilities.http')?.used).toBe(1);
    const asked = rowsOf([...version2, { id: 1, method: 'elicitation/create', params: { mode: 'form' } }]);
    expect(asked('elicitation.form', 'client')).toMatchObject({ isOffered: true, used: 1 });
    expect(asked('elicitation.url', 'client')).toMatchObject({ isOffered: false, used: 0 });
  });
});

test('the table names the version and both programs', () => {
  const tracker = new CapabilityTracker(schemas);
  for (const message of version2) tracker.note({ ...message });
  expect(tracker.table()).toMatchObject({ version: 2, client: { name: 'me' }, agent: { name: 'florist' } });
});

test('the table has all rows before anything was sent', () => {
  const { rows, version } = new CapabilityTracker(schemas).table();
  expect(version).toBeUndefined();
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.every(({ isOffered, used }) => !isOffered && (used ?? 0) === 0)).toBe(true);
});
