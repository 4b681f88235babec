import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { expect, test, vi } from 'vitest';

import { ToolCallChanges } from './tool-call-changes.ts';

const update = (status: string, path = '/garden'): SessionUpdate =>
  ({
    sessionUpdate: 'tool_call_update',
    toolCallId: 'edit',
    status,
    content: [{ type: 'diff', changes: [{ operation: 'modify', path }] }],
  }) as SessionUpdate;

/** The changes that are found while a tool call is done, in which `texts` are what the file has at each reading. */
async function found(updates: readonly SessionUpdate[], ...texts: readonly (string | undefined)[]): Promise<unknown[]> {
  const changes: unknown[] = [];
  const left = [...texts];
  const read = vi.fn(() => Promise.resolve(left.shift()));
  const review = { has: () => false, changed: (...change: readonly unknown[]) => void changes.push(change) };
  const seen = new ToolCallChanges(read, review, () => []);
  for (const each of updates) seen.update(each);
  await vi.waitFor(() => {
    expect(left).toEqual([]);
  });
  await Promise.resolve();
  return changes;
}

test('a file that has another text when its tool call is completed is under review', async () => {
  expect(await found([update('pending'), update('in_progress'), update('completed')], 'red', 'white')).toEqual([
    ['/garden', 'red'],
  ]);
  expect(await found([update('pending'), update('completed')], undefined, 'new')).toEqual([['/garden', undefined]]);
});

test('a tool call that changed nothing, or has failed, is not', async () => {
  expect(await found([update('pending'), update('completed')], 'red', 'red')).toEqual([]);
  expect(await found([update('pending'), update('failed'), update('completed', 'relative')], 'red')).toEqual([]);
});

test('a file that could not be read before is not: rejecting its change would delete it', async () => {
  const changes: unknown[] = [];
  let readings = 0;
  const read = (): Promise<string> => {
    readings += 1;
    return readings === 1 ? Promise.reject(new Error('It is no text.')) : Promise.resolve('text');
  };
  const seen = new ToolCallChanges(read, { has: () => false, changed: (path) => void changes.push(path) }, () => []);
  seen.update(update('pending'));
  seen.update(update('completed'));
  await new Promise((done) => {
    setImmediate(done);
  });
  expect(changes).toEqual([]);
});
