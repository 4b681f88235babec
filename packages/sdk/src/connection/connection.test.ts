import { describe, expect, test } from 'vitest';

import { memoryPair } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';

import { agent } from '../agent/agent.ts';
import { info, initialize, wire } from '../agent/raw-client.test-support.ts';
import { Connection } from './connection.ts';

const batch = [
  { jsonrpc: '2.0', id: 'one', method: 'session/list', params: {} },
  { jsonrpc: '2.0', id: 'two', method: '_unknown' },
];

describe('an array of messages', () => {
  const sessions = (): ReturnType<typeof agent> => agent(info).onPrompt(() => undefined);

  test('is handled entry by entry [GEN-12b, X-24]', async () => {
    const { call, raw, sent } = wire(sessions());
    await call('initialize', initialize);
    raw.send(batch);
    await settled();
    expect(sent.at(-1)).toMatchObject([
      { id: 'two', error: { code: -32_601 } },
      { id: 'one', result: { sessions: [] } },
    ]);
  });

  test('is refused whole where that is wished [GEN-12b, X-24]', async () => {
    const { call, raw, sent } = wire(sessions(), { batches: 'refuse' });
    await call('initialize', initialize);
    raw.send(batch);
    await settled();
    expect(sent.slice(1)).toMatchObject([{ id: null, error: { code: -32_600 } }]);
  });
});

describe('a report', () => {
  test('says of a notification before initialize that it came too early [INIT-13]', async () => {
    const { call, tell, reports } = wire(agent(info).onPrompt(() => undefined));
    tell('session/cancel', { sessionId: 's' });
    tell('_custom', {});
    await settled();
    expect(reports).toEqual([
      { kind: 'early-notification', method: 'session/cancel' },
      { kind: 'early-notification', method: '_custom' },
    ]);
    expect((await call('initialize', initialize)).result).toBeDefined();
  });

  test('about an invalid message holds no credentials [GEN-24]', async () => {
    const { raw, reports } = wire(agent(info));
    raw.send({ jsonrpc: '1.0', id: 7, method: 'session/new', params: { mcpServers: [{ env: { KEY: 'hunter2' } }] } });
    await settled();
    expect(reports).toMatchObject([{ kind: 'invalid-message', message: { method: 'session/new' } }]);
    expect(JSON.stringify(reports)).not.toContain('hunter2');
  });
});

describe('checking what is sent', () => {
  test('covers paths in params and in answers [GEN-04]', async () => {
    const [left, right] = memoryPair();
    const reports: unknown[] = [];
    const ours = new Connection('agent', left, {
      checkOutgoing: true,
      onReport: (report) => void reports.push(report),
    });
    const theirs = new Connection('client', right);
    theirs.setAdvertised({ capabilities: { session: {} } });
    const terminal = { sessionUpdate: 'terminal_update', terminalId: 't', cwd: 'garden' } as const;
    await expect(ours.notify('session/update', { sessionId: 's', update: terminal })).rejects.toThrow(TypeError);
    ours.onRequest('session/list', () => ({ sessions: [{ sessionId: 's', cwd: 'garden' }] }));
    await expect(theirs.request('session/list', {})).rejects.toMatchObject({ code: -32_603 });
    expect(reports).toMatchObject([{ kind: 'handler-failed', method: 'session/list' }]);
  });
});

test('what was not handled because something is wrong with it is heard of, as far as it could be read', async () => {
  const [left, right] = memoryPair();
  const connection = new Connection('agent', left);
  const dropped: unknown[] = [];
  const alsoDropped: unknown[] = [];
  connection.onDropped((message) => dropped.push(message));
  connection.onDropped((message) => alsoDropped.push(message));
  connection.onNotification('session/cancel', () => undefined);
  right.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
  const cancel = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 7 } };
  const old = { ...cancel, jsonrpc: '1.0' };
  for (const message of [cancel, { ...cancel, id: 1 }, old, { ...cancel, params: { sessionId: 's' } }])
    right.send(message);
  await settled();
  const { method, params } = cancel;
  expect(dropped).toEqual([{ method, params }, { method, params }, old]);
  expect(alsoDropped).toEqual(dropped);
});
