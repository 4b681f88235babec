/** An error without an id: the other side could not read something, and does not know what. */
import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import type { Channel } from '../channel/channel.ts';
import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from './peer.ts';
import type { PeerReport } from '../observe/peer-report.ts';

const error = { code: -32_700, message: 'Parse error' };
const unreadable = { jsonrpc: '2.0', id: null, error };

/** A peer and the raw other end; a call that has not settled is `'waits'`. */
function caller(): { peer: Peer; raw: Channel; reports: PeerReport[]; state: (call: Promise<unknown>) => unknown } {
  const [left, raw] = memoryPair();
  const reports: PeerReport[] = [];
  const peer = new Peer(left, { handlers: () => undefined, onReport: (report) => void reports.push(report) });
  raw.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
  const state = (call: Promise<unknown>): unknown =>
    Promise.race([call.catch((reason: unknown) => reason), settled().then(() => 'waits')]);
  return { peer, raw, reports, state };
}

describe('an error without an id', () => {
  test('rejects the call that alone can be meant, and is reported with its method', async () => {
    const { peer, raw, reports, state } = caller();
    const call = peer.request('ask');
    raw.send(unreadable);
    expect(await state(call)).toMatchObject({ name: 'RpcError', ...error });
    expect(reports).toEqual([{ kind: 'unreadable-message', error, method: 'ask' }]);
  });

  test('spares a call that was read: a later one has been answered', async () => {
    const { peer, raw, reports, state } = caller();
    const [early, late] = [peer.request('early'), peer.request('late')];
    raw.send({ jsonrpc: '2.0', id: 1, result: 'late' });
    expect(await state(late)).toBe('late');
    raw.send(unreadable);
    expect(await state(early)).toBe('waits');
    const last = peer.request('last');
    raw.send(unreadable);
    expect(await state(last)).toMatchObject(error);
    expect(await state(early)).toBe('waits');
    expect(reports).toEqual([
      { kind: 'unreadable-message', error, method: undefined },
      { kind: 'unreadable-message', error, method: 'last' },
    ]);
  });

  test('is only reported when a notification may be meant as well', async () => {
    const { peer, raw, reports, state } = caller();
    const call = peer.request('ask');
    await peer.notify('note');
    raw.send(unreadable);
    expect(await state(call)).toBe('waits');
    expect(reports).toEqual([{ kind: 'unreadable-message', error, method: undefined }]);
    raw.send({ jsonrpc: '2.0', id: 0, result: 'answer' });
    expect(await state(call)).toBe('answer');
  });

  test('is only reported when more than one call may be meant', async () => {
    const { peer, raw, reports, state } = caller();
    const calls = [peer.request('one'), peer.request('two')];
    raw.send(unreadable);
    for (const call of calls) expect(await state(call)).toBe('waits');
    expect(reports).toEqual([{ kind: 'unreadable-message', error, method: undefined }]);
  });

  test('is only reported when nothing was asked', async () => {
    const { raw, reports } = caller();
    raw.send(unreadable);
    raw.send({ jsonrpc: '2.0', id: null, result: 1 });
    await settled();
    expect(reports).toEqual([
      { kind: 'unreadable-message', error, method: undefined },
      { kind: 'unexpected-response', id: null },
    ]);
  });
});
