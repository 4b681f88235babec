import { describe, expect, test } from 'vitest';

import { bytePipe, settled, VirtualClock } from '@acp-stack/testing';

import type { Channel } from '../channel/channel.ts';
import { ConnectionError, isAbortError, RpcError } from '../message/errors.ts';
import type { Handler } from '../receive/handler.ts';
import { lineChannel } from '../framing/line-channel.ts';
import { memoryPair } from '../channel/memory-channel.ts';
import { Peer } from './peer.ts';
import type { PeerOptions } from './peer-options.ts';
import type { PeerReport } from '../observe/peer-report.ts';
import type { TappedMessage } from '../observe/message-taps.ts';

type Answer = { id: unknown; result?: unknown; error?: { code: number; message: string; data?: unknown } };

/** A peer under test and the raw other end: what it sends is collected, what is sent to it is up to the test. */
function against(
  handlers: Record<string, Handler> = {},
  options: Partial<PeerOptions> = {},
): { peer: Peer; raw: Channel; sent: Answer[]; reports: PeerReport[]; ended: () => boolean } {
  const [left, raw] = memoryPair();
  const sent: Answer[] = [];
  const reports: PeerReport[] = [];
  let hasEnded = false;
  const peer = new Peer(left, {
    handlers: (method) => handlers[method],
    onReport: (report) => void reports.push(report),
    ...options,
  });
  raw.open({
    receive: (message) => void sent.push(message as Answer),
    reject: () => undefined,
    ended: () => {
      hasEnded = true;
    },
  });
  return { peer, raw, sent, reports, ended: () => hasEnded };
}

const request = (id: unknown, method: string, params?: unknown): object => ({ jsonrpc: '2.0', id, method, params });
const never = new Promise<never>(() => undefined);
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('it resolved'),
    (error: unknown) => error,
  );

describe('an incoming request', () => {
  test('is answered with what the handler returns, and with null for nothing', async () => {
    const { raw, sent } = against({
      add: { kind: 'request', run: ({ a, b }: { a: number; b: number }) => a + b },
      nothing: { kind: 'request', run: () => undefined },
    });
    raw.send(request(1, 'add', { a: 2, b: 3 }));
    raw.send(request('two', 'nothing'));
    await settled();
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 1, result: 5 },
      { jsonrpc: '2.0', id: 'two', result: null },
    ]);
  });

  test('for an unknown method is answered with -32601', async () => {
    const { raw, sent } = against();
    raw.send(request(1, 'nope'));
    raw.send(request(2, 'constructor'));
    raw.send(request(3, '__proto__'));
    await settled();
    expect(sent.map((answer) => answer.error?.code)).toEqual([-32_601, -32_601, -32_601]);
  });

  test('gets the error that its handler throws on purpose, as it is', async () => {
    const { raw, sent } = against({
      fail: {
        kind: 'request',
        run: () => {
          throw new RpcError(-32_000, 'Log in first', { data: { reason: 'auth_required' } });
        },
      },
    });
    raw.send(request(1, 'fail'));
    await settled();
    expect(sent[0]?.error).toEqual({ code: -32_000, message: 'Log in first', data: { reason: 'auth_required' } });
  });

  test.each([[new Error('secret path /home/mira')], ['a string'], [undefined], [{ toJSON: () => 'x' }]])(
    'tells nothing about what its handler threw by accident (%o), and reports it with its stack',
    async (thrown) => {
      const { raw, sent, reports } = against({
        fail: {
          kind: 'request',
          run: () => {
            throw thrown; // oxlint-disable-line only-throw-error -- programs do throw such things
          },
        },
        failLater: { kind: 'request', run: () => Promise.reject(thrown) },
      });
      raw.send(request(1, 'fail'));
      raw.send(request(2, 'failLater'));
      await settled();
      for (const answer of sent) expect(answer.error).toEqual({ code: -32_603, message: 'Internal error' });
      expect(reports).toEqual([
        { kind: 'handler-failed', method: 'fail', error: thrown },
        { kind: 'handler-failed', method: 'failLater', error: thrown },
      ]);
    },
  );

  test('with a result that has no JSON is answered with an error, and the connection goes on', async () => {
    const [left, right] = bytePipe();
    const server = new Peer(lineChannel(left.source, left.sink), {
      handlers: () => ({ kind: 'request', run: ({ big }: { big: boolean }) => (big ? { n: 1n } : 'fine') }),
    });
    const caller = new Peer(lineChannel(right.source, right.sink), { handlers: () => undefined });
    expect(await rejection(caller.request('m', { big: true }))).toMatchObject({ code: -32_603 });
    expect(await caller.request('m', { big: false })).toBe('fine');
    server.destroy();
  });

  test('with an id that is still being handled is reported and not answered', async () => {
    const { raw, sent, reports } = against({ wait: { kind: 'request', run: () => never } });
    raw.send(request(1, 'wait'));
    raw.send(request(1, 'wait'));
    await settled();
    expect(sent).toEqual([]);
    expect(reports).toEqual([{ kind: 'duplicate-request', id: 1, method: 'wait' }]);
  });

  test('can have something sent right after its response', async () => {
    const { raw, sent } = against({
      open: {
        kind: 'request',
        run: (_: never, context) => {
          context.afterResponse(() => void context.notify('opened', {}));
          return 'id';
        },
      },
    });
    raw.send(request(1, 'open'));
    await settled();
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'id' },
      { jsonrpc: '2.0', method: 'opened', params: {} },
    ]);
  });
});

describe('a bad message', () => {
  test.each([
    ['not an object', 5, { code: -32_600, id: null }],
    ['no jsonrpc, readable id', { id: 4, method: 'm' }, { code: -32_600, id: 4 }],
    ['a method that is not a string', { jsonrpc: '2.0', id: 4, method: 4 }, { code: -32_600, id: null }],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'm' }, { code: -32_600, id: null }],
    ['a batch where none are used', [{ jsonrpc: '2.0', id: 1, method: 'ok' }], { code: -32_600, id: null }],
  ])('%s is answered and does no harm', async (_, message, { code, id }) => {
    const { raw, sent } = against({ ok: { kind: 'request', run: () => 'ok' } });
    raw.send(message);
    raw.send(request(9, 'ok'));
    await settled();
    expect(sent).toMatchObject([
      { id, error: { code } },
      { id: 9, result: 'ok' },
    ]);
  });

  test('that cannot be parsed is answered with -32700', async () => {
    const [left, right] = bytePipe();
    const answers: string[] = [];
    const peer = new Peer(lineChannel(left.source, left.sink), { handlers: () => ({ kind: 'request', run: () => 1 }) });
    right.source.start(
      (chunk) => void answers.push(new TextDecoder().decode(chunk)),
      () => undefined,
    );
    right.sink.write('{oops\n{"jsonrpc":"2.0","id":1,"method":"m"}\n', () => undefined);
    await settled();
    expect(
      answers
        .join('')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { id: null, error: { code: -32_700 } },
      { id: 1, result: 1 },
    ]);
    peer.destroy();
  });

  test('never gets a response when it is one itself, nor when it is a notification', async () => {
    const { raw, sent, reports } = against({
      note: {
        kind: 'notification',
        run: () => {
          throw new Error('no');
        },
      },
    });
    raw.send({ jsonrpc: '2.0', id: 77, result: 1 });
    raw.send({ jsonrpc: '2.0', id: 78, error: 'shapeless' });
    raw.send({ jsonrpc: '2.0', method: 'unknown' });
    raw.send({ jsonrpc: '2.0', method: 'note' });
    await settled();
    expect(sent).toEqual([]);
    expect(reports.map((report) => report.kind)).toEqual([
      'unexpected-response',
      'invalid-message',
      'unknown-notification',
      'handler-failed',
    ]);
  });
});

describe('a malformed response', () => {
  test('rejects the call it belongs to, instead of letting it wait', async () => {
    const { peer, raw } = against();
    const calls = [peer.request('a'), peer.request('b'), peer.request('c')];
    raw.send({ jsonrpc: '2.0', id: 0, result: 1, error: { code: 1, message: 'both' } });
    raw.send({ jsonrpc: '2.0', id: 1, error: 'shapeless' });
    raw.send({ jsonrpc: '1.0', id: 2, result: 1 });
    for (const call of calls)
      expect(await rejection(call)).toMatchObject({ name: 'ConnectionError', code: 'malformed' });
  });
});

describe('a response that comes twice', () => {
  test('settles its call once, and the second is reported', async () => {
    const { peer, raw, reports } = against();
    const call = peer.request('a');
    raw.send({ jsonrpc: '2.0', id: 0, result: 'first' });
    raw.send({ jsonrpc: '2.0', id: 0, error: { code: -32_603, message: 'second' } });
    expect(await call).toBe('first');
    await settled();
    expect(reports).toEqual([{ kind: 'unexpected-response', id: 0 }]);
    const next = peer.request('b');
    raw.send({ jsonrpc: '2.0', id: 1, result: 'goes on' });
    expect(await next).toBe('goes on');
  });
});

describe('batches, where the protocol has them', () => {
  const handlers: Record<string, Handler> = {
    echo: { kind: 'request', run: (params: unknown) => params },
    later: { kind: 'request', run: () => Promise.resolve('later') },
    note: { kind: 'notification', run: () => undefined },
  };

  test('are answered together, one response for each request and each invalid entry', async () => {
    const { raw, sent } = against(handlers, { batches: 'process' });
    raw.send([request(1, 'later'), { jsonrpc: '2.0', method: 'note' }, request(2, 'echo', [2]), 7, request(3, 'nope')]);
    await settled();
    expect(sent.length).toBe(1);
    expect(sent[0]).toMatchObject([
      { id: 2, result: [2] },
      { id: null, error: { code: -32_600 } },
      { id: 3, error: { code: -32_601 } },
      { id: 1, result: 'later' },
    ]);
  });

  test('of notifications get no response, and an empty one gets an error', async () => {
    const { raw, sent } = against(handlers, { batches: 'process' });
    raw.send([{ jsonrpc: '2.0', method: 'note' }]);
    raw.send([]);
    await settled();
    expect(sent).toMatchObject([{ id: null, error: { code: -32_600 } }]);
  });

  test('settle the calls that their responses belong to, also when a response makes no sense', async () => {
    const { peer, raw, sent, reports } = against(handlers, { batches: 'process' });
    const calls = [peer.request('a'), peer.request('b')];
    await settled();
    sent.length = 0;
    raw.send([
      { jsonrpc: '2.0', id: 0, result: 'first' },
      { jsonrpc: '2.0', id: 1, error: 'shapeless' },
    ]);
    expect(await calls[0]).toBe('first');
    expect(await rejection(calls[1] ?? never)).toMatchObject({ name: 'ConnectionError', code: 'malformed' });
    await settled();
    expect(sent).toEqual([]);
    expect(reports).toMatchObject([{ kind: 'invalid-message' }]);
  });

  test('are allowed and refused as the negotiated version says', async () => {
    const { peer, raw, sent } = against(handlers);
    raw.send([request(1, 'echo', {})]);
    await settled();
    peer.configure({ batches: 'process' });
    raw.send([request(2, 'echo', {})]);
    await settled();
    expect(sent).toMatchObject([{ error: { code: -32_600 } }, [{ id: 2 }]]);
  });
});

describe('ids', () => {
  test('of a response may have the other form, and a late one is still of no consequence', async () => {
    const { peer, raw, reports } = against();
    const call = peer.request('work');
    raw.send({ jsonrpc: '2.0', id: '0', result: 'done' });
    expect(await call).toBe('done');
    const cancelled = rejection(peer.request('work', {}, { signal: AbortSignal.timeout(0) }));
    await cancelled;
    raw.send({ jsonrpc: '2.0', id: '1', result: 'late' });
    await settled();
    expect(reports).toEqual([]);
    raw.send({ jsonrpc: '2.0', id: 'x', result: 'for nobody' });
    await settled();
    expect(reports).toEqual([{ kind: 'unexpected-response', id: 'x' }]);
  });

  test('that are none are refused without one, and a request with a wrong version with its own', async () => {
    const { raw, sent } = against({ work: { kind: 'request', run: () => 'never' } }, { ids: 'or-null' });
    raw.send(JSON.parse('{"jsonrpc":"2.0","id":1e400,"method":"work"}') as object);
    raw.send({ jsonrpc: '1.0', id: 7, method: 'work' });
    await settled();
    expect(sent).toMatchObject([
      { id: null, error: { code: -32_600 } },
      { id: 7, error: { code: -32_600, message: 'Invalid request: "jsonrpc" must be "2.0"' } },
    ]);
  });
});

describe('cancelling', () => {
  test('a call rejects at once, whether or not the other side answers, which is told', async () => {
    const { peer, sent } = against();
    const controller = new AbortController();
    const call = peer.request('work', {}, { signal: controller.signal });
    controller.abort(new Error('enough'));
    expect(await rejection(call)).toMatchObject({ name: 'AbortError', cause: { message: 'enough' } });
    expect(sent).toMatchObject([
      { id: 0, method: 'work' },
      { method: '$/cancel_request', params: { requestId: 0 } },
    ]);
  });

  test('a call that is not to be abandoned tells the other side, and settles with its response', async () => {
    const { peer, raw, sent } = against();
    const controller = new AbortController();
    const call = peer.request('work', {}, { signal: controller.signal, abandon: false });
    controller.abort(new Error('enough'));
    await settled();
    expect(sent).toMatchObject([
      { id: 0, method: 'work' },
      { method: '$/cancel_request', params: { requestId: 0 } },
    ]);
    raw.send({ jsonrpc: '2.0', id: 0, result: 'done already' });
    expect(await call).toBe('done already');
  });

  test('a call that is answered with -32800 rejects with an AbortError that knows the cause', async () => {
    const { peer, raw } = against();
    const call = peer.request('work');
    raw.send({ jsonrpc: '2.0', id: 0, error: { code: -32_800, message: 'Request cancelled' } });
    const error = await rejection(call);
    expect(isAbortError(error)).toBe(true);
    expect((error as Error).cause).toMatchObject({ code: -32_800 });
  });

  test('the late response to a cancelled call is not reported', async () => {
    const { peer, raw, reports } = against();
    const controller = new AbortController();
    const call = peer.request('work', {}, { signal: controller.signal });
    controller.abort(new Error('enough'));
    expect(await rejection(call)).toMatchObject({ name: 'AbortError', cause: { message: 'enough' } });
    raw.send({ jsonrpc: '2.0', id: 0, result: 1 });
    await settled();
    expect(reports).toEqual([]);
  });

  test('a call whose signal has aborted before is never sent', async () => {
    const { peer, sent } = against();
    expect(await rejection(peer.request('work', {}, { signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortError',
    });
    await settled();
    expect(sent).toEqual([]);
  });

  test('by the other side aborts the signal; a handler that throws then answers with -32800', async () => {
    const { raw, sent } = against({
      work: {
        kind: 'request',
        run: (_: never, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(signal.reason as Error);
            });
          }),
      },
    });
    raw.send(request(1, 'work'));
    raw.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 1 } });
    raw.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'unknown' } });
    await settled();
    expect(sent).toMatchObject([{ id: 1, error: { code: -32_800 } }]);
  });

  test('by the other side leaves the response alone when the handler finishes normally', async () => {
    const { raw, sent } = against({ work: { kind: 'request', run: () => settled(1).then(() => 'partial') } });
    raw.send(request(1, 'work'));
    raw.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 1 } });
    await settled(8);
    expect(sent).toMatchObject([{ id: 1, result: 'partial' }]);
  });

  test('reaches the calls that were made while handling', async () => {
    const { raw, sent } = against({
      work: { kind: 'request', run: (_: never, context) => context.request('nested', {}) },
    });
    raw.send(request(1, 'work'));
    raw.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 1 } });
    await settled();
    expect(sent).toMatchObject([
      { method: 'nested', id: 0 },
      { method: '$/cancel_request', params: { requestId: 0 } },
    ]);
    raw.send({ jsonrpc: '2.0', id: 0, error: { code: -32_800, message: 'Request cancelled' } });
    await settled();
    expect(sent[2]).toMatchObject({ id: 1, error: { code: -32_800 } });
  });

  test('makes no controller until the signal is read', async () => {
    const RealController = globalThis.AbortController;
    let made = 0;
    globalThis.AbortController = class extends RealController {
      constructor() {
        super();
        made += 1;
      }
    };
    try {
      const { raw, sent } = against({ work: { kind: 'request', run: () => 'done' } });
      for (let id = 0; id < 100; id += 1) raw.send(request(id, 'work'));
      await settled();
      expect(sent.length).toBe(100);
      expect(made).toBe(0);
    } finally {
      globalThis.AbortController = RealController;
    }
  });
});

describe('the end of a connection', () => {
  test('rejects every waiting call and settles every signal when the other side dies', async () => {
    let signal: AbortSignal | undefined;
    const { peer, raw } = against({
      work: {
        kind: 'request',
        run: (_: never, context) => {
          signal = context.signal;
          return never;
        },
      },
    });
    raw.send(request(1, 'work'));
    await settled();
    const calls = [peer.request('a'), peer.request('b')];
    raw.destroy(new Error('the process exited'));
    for (const call of calls) {
      expect(await rejection(call)).toMatchObject({
        name: 'ConnectionError',
        code: 'closed',
        message: 'The connection failed: the process exited',
      });
    }
    expect(signal?.aborted).toBe(true);
    expect(await peer.closed).toMatchObject({ by: 'them', error: { message: 'the process exited' } });
  });

  test('lets running handlers answer when the other side has only stopped sending', async () => {
    const { raw, sent, ended } = against({ work: { kind: 'request', run: () => settled(1).then(() => 'answered') } });
    raw.send(request(1, 'work'));
    await raw.end();
    await settled(8);
    expect(sent).toMatchObject([{ id: 1, result: 'answered' }]);
    expect(ended()).toBe(true);
  });

  test('does not wait forever for a handler that does not finish', async () => {
    const clock = new VirtualClock();
    let signal: AbortSignal | undefined;
    const { peer, raw } = against(
      {
        work: {
          kind: 'request',
          run: (_: never, context) => {
            signal = context.signal;
            return never;
          },
        },
      },
      { clock, drainTime: 1000 },
    );
    raw.send(request(1, 'work'));
    await raw.end();
    await settled();
    expect(signal?.aborted).toBe(false);
    await clock.advance(1000);
    expect(signal?.aborted).toBe(true);
    expect(await peer.closed).toMatchObject({ by: 'them' });
  });

  test('when we close, flushes, tells the other side, and takes the responses that still come', async () => {
    const { peer, raw, sent, ended } = against({}, { clock: new VirtualClock() });
    const call = peer.request('last');
    void peer.notify('bye', {});
    const closing = peer.close();
    await settled();
    expect(sent.length).toBe(2);
    expect(ended()).toBe(true);
    raw.send({ jsonrpc: '2.0', id: 0, result: 'in time' });
    expect(await call).toBe('in time');
    await raw.end();
    await closing;
    expect(await peer.closed).toEqual({ by: 'us', error: undefined });
  });

  test('when we close and the other side does not, comes after the grace period', async () => {
    const clock = new VirtualClock();
    const { peer } = against({}, { clock });
    const call = peer.request('never answered');
    const closing = peer.close({ grace: 500 });
    await clock.advance(500);
    await closing;
    expect(await rejection(call)).toBeInstanceOf(ConnectionError);
  });

  test('keeps requests from beginning that still waited for their order key', async () => {
    const begun: string[] = [];
    const releases: (() => void)[] = [];
    const { peer, raw } = against(
      {
        slow: { kind: 'notification', run: () => new Promise<void>((resolve) => releases.push(resolve)) },
        prompt: { kind: 'request', run: () => void begun.push('prompt') },
        note: { kind: 'notification', run: () => void begun.push('note') },
      },
      { orderKey: () => 'a' },
    );
    raw.send({ jsonrpc: '2.0', method: 'slow' });
    raw.send({ jsonrpc: '2.0', method: 'note' });
    raw.send(request(1, 'prompt'));
    await settled();
    peer.destroy();
    releases[0]?.();
    await settled();
    // There is no side left to respond to.
    expect(begun).toEqual(['note']);
  });

  test('refuses further calls with an error that says so', async () => {
    const { peer } = against();
    peer.destroy();
    expect(await rejection(peer.request('late'))).toMatchObject({ code: 'closed' });
    expect(await rejection(peer.notify('late'))).toMatchObject({ code: 'closed' });
  });

  test('leaves no unhandled rejection behind', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', listen);
    const { peer, raw } = against({ work: { kind: 'request', run: () => never } });
    raw.send(request(1, 'work'));
    void peer.request('not awaited');
    void peer.notify('n');
    await settled();
    peer.destroy(new Error('gone'));
    void peer.request('not awaited');
    void peer.notify('not awaited');
    await settled(8);
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
  });
});

describe('limits', () => {
  test('refuse requests beyond those that may be handled at once, while cancellations get through', async () => {
    const { raw, sent } = against(
      {
        wait: {
          kind: 'request',
          run: (_: never, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => {
                reject(new Error('x'));
              });
            }),
        },
      },
      { limits: { incomingRequests: 2 } },
    );
    for (const id of [1, 2, 3]) raw.send(request(id, 'wait'));
    raw.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 1 } });
    await settled();
    expect(sent).toMatchObject([
      { id: 3, error: { code: -32_603, data: { limit: 2 } } },
      { id: 1, error: { code: -32_800 } },
    ]);
  });

  test('make calls are queued, in order', async () => {
    const { peer, raw, sent } = against({}, { limits: { outgoingRequests: 2 } });
    const calls = ['a', 'b', 'c', 'd'].map((method) => peer.request(method));
    await settled();
    expect(sent.length).toBe(2);
    raw.send({ jsonrpc: '2.0', id: 1, result: 'b' });
    await settled();
    expect(sent.map((message) => (message as unknown as { method: string }).method)).toEqual(['a', 'b', 'c']);
    raw.send({ jsonrpc: '2.0', id: 0, result: 'a' });
    await settled();
    for (const id of [2, 3]) raw.send({ jsonrpc: '2.0', id, result: id });
    expect(await Promise.all(calls)).toEqual(['a', 'b', 2, 3]);
  });

  test('refuse a call when too many wait', async () => {
    const { peer } = against({}, { limits: { outgoingRequests: 1, waitingRequests: 1 } });
    void peer.request('a');
    void peer.request('b');
    expect(await rejection(peer.request('c'))).toMatchObject({ name: 'ConnectionError', code: 'limit' });
  });

  test('pause reading while too much is unhandled, and resume', async () => {
    const releases: (() => void)[] = [];
    const [left, raw] = memoryPair();
    const peer = new Peer(left, {
      handlers: () => ({ kind: 'notification', run: () => new Promise<void>((resolve) => releases.push(resolve)) }),
      orderKey: () => 'a',
      limits: { unhandledBytes: 256 * 10 },
    });
    raw.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
    for (let index = 0; index < 100; index += 1) raw.send({ jsonrpc: '2.0', method: 'n', params: {} });
    await settled();
    expect(raw.unsentBytes).toBeGreaterThan(256 * 80);
    for (let index = 0; index < 100; index += 1) {
      releases[index]?.();
      await settled(1);
    }
    expect(raw.unsentBytes).toBe(0);
    expect(releases.length).toBe(100);
    peer.destroy();
  });

  test('bound what waits to be sent, also when it is not awaited', async () => {
    const [left, raw] = memoryPair();
    const peer = new Peer(left, { handlers: () => undefined, limits: { unsentBytes: 256 * 1000 } });
    raw.pause();
    raw.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
    const results = await Promise.allSettled(
      Array.from({ length: 900 }, () => Promise.race([peer.notify('n', {}), settled()])),
    );
    expect(results.every((result) => result.status === 'fulfilled')).toBe(true);
    for (let index = 0; index < 1000; index += 1) void peer.notify('n', {});
    expect(await rejection(peer.notify('n', {}))).toMatchObject({ name: 'ConnectionError', code: 'limit' });
    peer.destroy();
  });

  test('leave a peer that keeps asking and does not read', async () => {
    const [left, raw] = memoryPair();
    const peer = new Peer(left, {
      handlers: () => ({ kind: 'request', run: () => 'ok' }),
      limits: { unsentBytes: 256 * 100 },
    });
    raw.pause();
    raw.open({ receive: () => undefined, reject: () => undefined, ended: () => undefined });
    for (let id = 0; id < 1000; id += 1) raw.send({ jsonrpc: '2.0', id, method: 'm' });
    const { by, error } = await peer.closed;
    expect(by).toBe('us');
    expect(error?.message).toBe('The other side asks and does not read: more than 51200 bytes wait to be sent.');
  });

  test('give up a call that is not answered in time, and cancel it', async () => {
    const clock = new VirtualClock();
    const { peer, sent } = against({}, { clock });
    const call = peer.request('slow', {}, { timeout: 50 });
    await clock.advance(50);
    expect(await rejection(call)).toMatchObject({ code: 'timeout', message: 'slow got no response within 50 ms.' });
    expect(sent).toMatchObject([{ method: 'slow' }, { method: '$/cancel_request' }]);
    expect(clock.pending).toBe(0);
  });

  test('refuse to send a message that is too long, and go on', async () => {
    const [left, right] = bytePipe();
    const limits = { messageBytes: 200, depth: 100 };
    const sender = new Peer(lineChannel(left.source, left.sink, limits), { handlers: () => undefined });
    const receiver = new Peer(lineChannel(right.source, right.sink, limits), {
      handlers: () => ({ kind: 'request', run: () => 'ok' }),
    });
    expect(await rejection(sender.request('m', { text: 'x'.repeat(300) }))).toMatchObject({ code: 'limit' });
    expect(await sender.request('m', {})).toBe('ok');
    receiver.destroy();
  });
});

describe('a tap', () => {
  test('sees both directions in order, with both times, and the text of what came as text', async () => {
    const [left, right] = bytePipe();
    const seen: TappedMessage[] = [];
    const clock = new VirtualClock();
    const peer = new Peer(lineChannel(left.source, left.sink), { handlers: () => undefined, clock });
    const other = new Peer(lineChannel(right.source, right.sink), {
      handlers: () => ({ kind: 'request', run: () => 1 }),
    });
    const tap = peer.tap((message) => void seen.push(message));
    const before = Date.now();
    await clock.advance(5);
    await peer.request('m', { a: 1 });
    tap[Symbol.dispose]();
    await peer.request('m', { a: 2 });
    expect(seen.map(({ direction, text }) => [direction, text])).toEqual([
      ['out', undefined],
      ['in', '{"jsonrpc":"2.0","id":0,"result":1}'],
    ]);
    for (const { monotonic, wall } of seen) {
      expect(monotonic).toBe(clock.now());
      expect(wall).toBeGreaterThanOrEqual(before);
    }
    other.destroy();
  });
});
