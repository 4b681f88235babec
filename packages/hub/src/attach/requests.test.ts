/** Requests of clients: each is stored once, in order, and answered at its place. */
import { describe, expect, test } from 'vitest';

import { JournalError } from '@acp-stack/journal';
import { settled, VirtualClock } from '@acp-stack/testing';

import type { InboxItem, LogRecord, PendingMessage } from '../store/records.ts';
import { hubKey } from './hub-meta.ts';
import { ItemSender } from './item-sender.ts';
import { requestKey } from './request-key.ts';
import { cwd, fromStart, message, scriptedHub } from './scripted-hub.test-support.ts';
import { WaitingResults } from './waiting-results.ts';

const prompt = [{ type: 'text', text: 'go' }] as const;

describe('the key of an item', () => {
  const from = { client: 'c1', principal: 'ada' };
  const params = { sessionId: 's', prompt };

  test('is the same if a request is delivered again, and differs for every other request', () => {
    const key = requestKey({ id: 1, method: 'session/prompt', params }, from);
    expect(requestKey({ id: 1, method: 'session/prompt', params: { ...params } }, from)).toBe(key);
    expect(requestKey({ id: '1', method: 'session/prompt', params }, from)).not.toBe(key);
    expect(requestKey({ id: 2, method: 'session/prompt', params }, from)).not.toBe(key);
    expect(requestKey({ id: 1, method: 'session/prompt', params }, { ...from, client: 'c2' })).not.toBe(key);
  });

  test('differs if a client uses an id again for something else', () => {
    const other = { ...params, prompt: [{ type: 'text', text: 'stop' }] };
    expect(requestKey({ id: 1, method: 'session/prompt', params }, from)).not.toBe(
      requestKey({ id: 1, method: 'session/prompt', params: other }, from),
    );
  });

  test('that a client has chosen is the same over its connections, and never that of another principal', () => {
    const chosen = { ...params, _meta: { [hubKey]: { key: 'order-7' } } };
    const key = requestKey({ id: 1, method: 'session/prompt', params: chosen }, from);
    expect(requestKey({ id: 9, method: 'session/prompt', params: chosen }, { ...from, client: 'c2' })).toBe(key);
    expect(requestKey({ id: 1, method: 'session/prompt', params: chosen }, { ...from, principal: 'eve' })).not.toBe(
      key,
    );
  });
});

describe('storing items', () => {
  const item = (key: string): { key: string; method: string; params: object } => ({
    key,
    method: 'session/prompt',
    params: {},
  });

  test('stores only the fields that the protocol defines, and of _meta only the trace', async () => {
    const stored: InboxItem[] = [];
    const sender = new ItemSender(
      's',
      { principal: 'ada', client: 'c' },
      { submit: async (_, each) => stored.push(each) },
    );
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const evil = { extra: { command: 'x' }, _meta: { evil: 1, traceparent } };
    await sender.send({
      key: 'k',
      method: 'session/prompt',
      params: { sessionId: 's', prompt: [{ ...prompt[0], ...evil }], ...evil },
    });
    expect(stored[0]?.params).toEqual({ prompt: [{ ...prompt[0], _meta: {} }], _meta: { traceparent } });
  });

  test('keeps the order of the client, although an item takes long', async () => {
    const stored: string[] = [];
    let goOn = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const submit = async (_: string, { key }: InboxItem): Promise<number> => {
      if (key === 'a') await first;
      return stored.push(key);
    };
    const sender = new ItemSender('s', { principal: 'ada', client: 'c' }, { submit });
    const sent = [sender.send(item('a')), sender.send(item('b')), sender.send(item('c'))];
    await settled();
    expect(stored).toEqual([]);
    goOn();
    await Promise.all(sent);
    expect(stored).toEqual(['a', 'b', 'c']);
  });

  test('tries again with the same key if the journal does not know whether an item was stored', async () => {
    const tried: string[] = [];
    const submit = (_: string, { key }: InboxItem): Promise<number> => {
      tried.push(key);
      if (tried.length < 3) return Promise.reject(new JournalError('interrupted', 'The disk failed.'));
      return Promise.resolve(1);
    };
    await new ItemSender('s', { principal: 'ada', client: 'c' }, { submit }).send(item('a'));
    expect(tried).toEqual(['a', 'a', 'a']);
  });

  test('that fails is told in one sentence, and the next item is stored all the same', async () => {
    const failures = [new JournalError('full', 'ENOSPC /secret/path'), new JournalError('missing', 'no log/s')];
    const submit = (): Promise<number> => {
      const error = failures.shift();
      return error === undefined ? Promise.resolve(1) : Promise.reject(error);
    };
    const sender = new ItemSender('s', { principal: 'ada', client: 'c' }, { submit });
    await expect(sender.send(item('a'))).rejects.toMatchObject({
      message: 'The hub has no space left and did not store the request; send it again when there is room.',
      data: { reason: 'store_full' },
    });
    await expect(sender.send(item('b'))).rejects.toMatchObject({ code: -32_002, message: 'Session not found.' });
    await sender.send(item('c'));
  });
});

describe('waiting for results', () => {
  test('ends for all requests when nothing more will come, also for one whose response was not sent yet', async () => {
    const waiting = new WaitingResults();
    const never = { afterResponse: () => undefined };
    const [first, second] = [waiting.wait('a', never), waiting.wait('b', never)];
    const settling = waiting.settle({ key: 'a', result: {} });
    await expect(first).resolves.toEqual({});
    waiting.failAll(new Error('gone'));
    await settling;
    await expect(second).rejects.toThrow('gone');
    expect(waiting.size).toBe(0);
  });

  test('ignores results that no request waits for', async () => {
    await new WaitingResults().settle({ key: 'a', result: {} });
  });
});

test('an error of the owner reaches the client as it is, at its place', async () => {
  await using hub = await scriptedHub();
  const session = await hub.session();
  const { sessionId } = session;
  const { connection } = await hub.raw();
  await connection.request('session/resume', { sessionId, cwd });
  session.onItem = ({ item, request: { key } }) =>
    session.append({ kind: 'result', item, key, error: { code: -32_010, message: 'No', data: { reason: 'x' } } });
  await expect(connection.request('session/prompt', { sessionId, prompt })).rejects.toMatchObject({
    code: -32_010,
    message: 'No',
    data: { reason: 'x' },
  });
});

test('a request that waits gets its result although the client opens the session again meanwhile', async () => {
  await using hub = await scriptedHub();
  const session = await hub.session();
  const { sessionId } = session;
  const { connection, texts } = await hub.raw();
  await connection.request('session/resume', { sessionId, cwd });
  const prompted = connection.request('session/prompt', { sessionId, prompt });
  await expect.poll(async () => (await session.items()).length).toBe(1);
  const [stored] = await session.items();
  const again = connection.request('session/resume', fromStart(session));
  const key = stored?.request.key ?? '';
  await session.append({ kind: 'update', update: message('work') }, { kind: 'result', item: 1, key, result: {} });
  await again;
  expect(await prompted).toEqual({});
  // Once live, or once in the replay, or both: the client has asked for the history.
  expect(new Set(texts)).toEqual(new Set(['work']));
});

test('prompts and a cancellation of one client are stored in the order in which it sent them', async () => {
  await using hub = await scriptedHub();
  const session = await hub.session();
  const { sessionId } = session;
  const { connection } = await hub.raw();
  await connection.request('session/resume', { sessionId, cwd });
  const sent = ['a', 'b'].map((text) =>
    connection.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }).catch(() => undefined),
  );
  await connection.notify('session/cancel', { sessionId });
  await expect.poll(async () => (await session.items()).length).toBe(3);
  expect((await session.items()).map(({ request }) => request.method)).toEqual([
    'session/prompt',
    'session/prompt',
    'session/cancel',
  ]);
  connection.destroy();
  await Promise.all(sent);
});

describe('a prompt that waits for its turn', () => {
  const added = (key: string): LogRecord => {
    const waiting: PendingMessage = {
      messageId: 'm1',
      mode: 'queue',
      content: prompt,
      principal: 'ada',
      client: 'c',
      item: 1,
      key,
      from: 'prompt',
    };
    return { kind: 'pending', change: 'added', message: waiting };
  };

  for (const when of ['before', 'after'] as const) {
    test(`is taken back when its client cancels the request ${when} it is seen to wait`, async () => {
      await using hub = await scriptedHub();
      const session = await hub.session();
      const { sessionId } = session;
      const { connection } = await hub.raw();
      await connection.request('session/resume', { sessionId, cwd });
      const cancelling = new AbortController();
      const prompted = connection
        .request('session/prompt', { sessionId, prompt }, { signal: cancelling.signal, abandon: false })
        .catch((error: Error) => error.name);
      await expect.poll(async () => (await session.items()).length).toBe(1);
      const [{ request } = { request: { key: '' } }] = await session.items();
      if (when === 'after') {
        await session.append(added(request.key));
        await settled();
      }
      cancelling.abort();
      await settled();
      if (when === 'before') await session.append(added(request.key));
      await expect.poll(async () => (await session.items()).length).toBe(2);
      expect((await session.items()).at(-1)?.request).toMatchObject({
        method: 'session/revoke_inject',
        params: { messageId: 'm1' },
      });
      const error = { code: -32_800, message: 'The prompt was cancelled.' };
      await session.append({ kind: 'result', item: 1, key: request.key, error });
      expect(await prompted).toBe('AbortError');
    });
  }

  test('stays when the connection of its client ends', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    const { sessionId } = session;
    const { connection } = await hub.raw();
    await connection.request('session/resume', { sessionId, cwd });
    const prompted = connection.request('session/prompt', { sessionId, prompt }).catch(() => undefined);
    await expect.poll(async () => (await session.items()).length).toBe(1);
    const [{ request } = { request: { key: '' } }] = await session.items();
    await session.append(added(request.key));
    await settled();
    connection.destroy(new Error('cut'));
    await prompted;
    await expect.poll(() => hub.app.clients).toBe(0);
    await settled();
    expect((await session.items()).map(({ request: { method } }) => method)).toEqual(['session/prompt']);
  });
});

describe('a store that fails', () => {
  test('is told in one sentence without details, and works again with the next request', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    const { connection } = await hub.raw();
    const get = hub.store.get.bind(hub.store);
    hub.store.get = () => Promise.reject(new JournalError('unavailable', 'connect ECONNREFUSED 10.0.0.7:5432'));
    const failed = connection.request('session/resume', fromStart(session));
    await expect(failed).rejects.toMatchObject({
      code: -32_603,
      message: 'This hub cannot reach its database; try again in a moment.',
      data: { reason: 'store_unavailable' },
    });
    hub.store.get = get;
    await connection.request('session/resume', fromStart(session));
  });

  test('does not detach clients while it is away', async () => {
    const clock = new VirtualClock();
    await using hub = await scriptedHub({ clock });
    const session = await hub.session();
    const { connection, texts } = await hub.raw();
    await connection.request('session/resume', fromStart(session));
    session.disown();
    // Another node has stored something, and then the store cannot be read for a while.
    const { token } = await hub.store.fence(session.sessionId);
    await hub.store.append(session.sessionId, [{ kind: 'update', update: message('one') }], { token });
    const read = hub.store.read.bind(hub.store);
    let failures = 0;
    hub.store.read = () => {
      failures += 1;
      throw new JournalError('interrupted', 'terminating connection due to administrator command');
    };
    await clock.advance(1000);
    expect(failures).toBeGreaterThan(0);
    hub.store.read = read;
    await clock.advance(2000);
    await expect.poll(() => texts).toEqual(['one']);
  });
});
