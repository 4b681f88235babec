/** Every call ends; `official-sdk.ts` says how the two are compared. */
import * as versionOne from '@agentclientprotocol/sdk';
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test, vi } from 'vitest';

import { settled, VirtualClock } from '@acp-stack/testing';

import type { RawPeer } from '../support/raw-peer.ts';
import { anHourLater, failure, isPending, ourPeer, closeAfterEach, stopTime, theirClient, theirs } from './setup.ts';
import { officialSdk } from './official-sdk.ts';

const complaints = closeAfterEach();

describe('a call that is not answered', () => {
  test('ends after the time that it may take', async () => {
    const clock = new VirtualClock();
    const { peer } = ourPeer({ handlers: () => undefined, clock });
    const call = failure(peer.request('_ask', {}, { timeout: 60_000 }));
    await clock.advance(60_000);
    expect(await call).toMatchObject({ name: 'ConnectionError', code: 'timeout' });
  });

  officialSdk('ends never, and has no time that it may take', async () => {
    const { connection } = await theirClient(official.client());
    stopTime();
    const call = connection.agent.request('_ask', {}, { timeout: 60_000 } as object);
    await anHourLater();
    expect(await isPending(call)).toBe(true);
  });
});

describe('a call that was given up', () => {
  test('leaves room for the next, and its late answer is no surprise', async () => {
    const { peer, raw, reports } = ourPeer({ handlers: () => undefined, limits: { outgoingRequests: 1 } });
    for (let index = 0; index < 100; index += 1) {
      const controller = new AbortController();
      const call = failure(peer.request('_wait', { index }, { signal: controller.signal }));
      controller.abort(new Error('enough'));
      expect(await call).toMatchObject({ name: 'AbortError', cause: { message: 'enough' } });
    }
    await settled();
    expect(raw.received.filter(({ method }) => method === '_wait')).toHaveLength(100);
    for (const { id, method } of raw.received) if (method === '_wait') raw.send({ id, result: {} });
    await settled();
    expect(reports).toEqual([]);
  });

  test('was given up by a timeout, or not even sent', async () => {
    const clock = new VirtualClock();
    const { peer, raw } = ourPeer({ handlers: () => undefined, clock });
    const late = failure(peer.request('_wait', {}, { timeout: 50 }));
    await clock.advance(50);
    expect(await late).toMatchObject({ name: 'ConnectionError', code: 'timeout' });
    expect(await failure(peer.request('_never', {}, { signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortError',
    });
    await settled();
    expect(raw.received.map(({ method }) => method)).toEqual(['_wait', '$/cancel_request']);
  });

  officialSdk('stays in its table', async () => {
    const { connection } = await theirClient(official.client());
    for (let index = 0; index < 100; index += 1) {
      const call = connection.agent.request(
        '_wait',
        {},
        { cancellationSignal: AbortSignal.abort(), stopWaitingOnCancel: true },
      );
      await failure(call);
    }
    const { pendingResponses } = (connection as unknown as { connection: { pendingResponses: Map<unknown, unknown> } })
      .connection;
    expect(pendingResponses.size).toBe(100);
  });

  officialSdk('does not even reject when its signal aborts', async () => {
    const { connection, raw } = await theirClient(official.client());
    const call = connection.agent.request('_wait', {}, { cancellationSignal: AbortSignal.abort() });
    expect(await isPending(call)).toBe(true);
    expect(raw.received.slice(1).map(({ method }) => method)).toEqual(['_wait', '$/cancel_request']);
  });
});

describe('an error for a request that the other side could not read', () => {
  const refuse = (raw: RawPeer): void => {
    raw.send({ id: null, error: { code: -32_700, message: 'Parse error' } });
  };

  test('is reported, and rejects the call that alone can be meant', async () => {
    const { peer, raw, reports } = ourPeer({ handlers: () => undefined });
    const call = failure(peer.request('_ask'));
    await settled();
    refuse(raw);
    expect(await call).toMatchObject({ name: 'RpcError', code: -32_700 });
    expect(reports).toMatchObject([{ kind: 'unreadable-message', method: '_ask' }]);
  });

  test('is reported when more than one can be meant, and a call with a timeout does not wait for ever', async () => {
    const clock = new VirtualClock();
    const { peer, raw, reports } = ourPeer({ handlers: () => undefined, clock });
    const call = failure(peer.request('_ask', {}, { timeout: 100 }));
    await peer.notify('_tell');
    await settled();
    refuse(raw);
    await settled();
    expect(reports).toMatchObject([{ kind: 'unreadable-message', method: undefined }]);
    await clock.advance(100);
    expect(await call).toMatchObject({ name: 'ConnectionError', code: 'timeout' });
  });

  officialSdk('is written to the console, and the call waits for ever', async () => {
    const { connection, raw } = await theirClient(official.client());
    const call = connection.agent.request('_ask');
    await settled();
    refuse(raw);
    expect(await isPending(call)).toBe(true);
    expect(complaints()).toHaveBeenCalledWith('Got response to unknown request', null);
  });
});

describe('an answer with the wrong type of id', () => {
  /** Answers the first request, with text for an id that was a number. */
  const answer = (raw: RawPeer): void => {
    const { id } = raw.find('_ask');
    expect(typeof id).toBe('number');
    raw.send({ id: String(id), result: {} });
  };

  test('is the answer', async () => {
    const { peer, raw, reports } = ourPeer({ handlers: () => undefined });
    const call = peer.request('_ask', {});
    await settled();
    answer(raw);
    expect(await call).toEqual({});
    expect(reports).toEqual([]);
    expect(complaints()).not.toHaveBeenCalled();
  });

  officialSdk('is a line on stderr, and the call waits for ever', async () => {
    const { connection, raw } = theirs(versionOne.client());
    stopTime();
    const call = connection.agent.request('_ask', {});
    await vi.advanceTimersByTimeAsync(0);
    answer(raw);
    await anHourLater();
    expect(await isPending(call)).toBe(true);
    expect(complaints()).toHaveBeenCalledWith('Got response to unknown request', '0');
  });
});

describe('a response to no request, or that is not a response', () => {
  const talk = async (raw: RawPeer): Promise<void> => {
    raw.send({ id: 'unknown', result: {} });
    raw.send({ id: 'unknown', error: 'broken' });
    await settled();
  };

  test('is told to the program', async () => {
    const { raw, reports } = ourPeer({ handlers: () => undefined });
    await talk(raw);
    expect(reports).toMatchObject([{ kind: 'unexpected-response', id: 'unknown' }, { kind: 'invalid-message' }]);
    expect(complaints()).not.toHaveBeenCalled();
  });

  officialSdk('is told to stderr', async () => {
    const { raw } = await theirClient(official.client());
    await talk(raw);
    expect(complaints()).toHaveBeenCalledTimes(2);
  });
});
