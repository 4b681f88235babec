import { ConnectionError, lineChannel, memoryPair, Peer, RpcError, type Clock, type PeerOptions } from '@acp-stack/rpc';
import { describe, expect, test } from 'vitest';

import { bytePipe } from '../byte-pipe/byte-pipe.ts';
import { settled, VirtualClock } from '../clock/virtual-clock.ts';
import { mockPeer, type MockPeer, type MockPeerOptions } from './mock-peer.ts';
import { MockPeerError } from './mock-peer-error.ts';
import { mockAgent, mockClient } from './mock-agent-and-client.ts';

/** A mock peer, and a real peer at the other end. */
function against(
  handlers: PeerOptions['handlers'] = () => undefined,
  options: MockPeerOptions = {},
): { peer: Peer; other: MockPeer; clock: VirtualClock } {
  const [left, right] = memoryPair();
  const clock = new VirtualClock();
  return { peer: new Peer(left, { handlers }), other: mockPeer(right, { clock, ...options }), clock };
}

const failure = (promise: Promise<unknown>): Promise<MockPeerError> =>
  promise.then(
    () => {
      throw new Error('it resolved');
    },
    (error: unknown) => error as MockPeerError,
  );

describe('mockPeer', () => {
  test('responds to requests in order, with results and errors', async () => {
    const { peer, other } = against();
    other
      .expectRequest('session/new', { cwd: '/w' })
      .respond({ sessionId: 's1' })
      .expectRequest('session/prompt')
      .respondError(-32_000, 'Log in first', { reason: 'auth_required' });
    expect(await peer.request('session/new', { cwd: '/w', mcpServers: [] })).toEqual({ sessionId: 's1' });
    await expect(peer.request('session/prompt', {})).rejects.toEqual(
      new RpcError(-32_000, 'Log in first', { data: { reason: 'auth_required' } }),
    );
    await other.done();
  });

  test('sends requests, and checks the responses', async () => {
    const { other } = against((method) => ({
      kind: 'request',
      run: () => {
        if (method === 'fail') throw new RpcError(-32_602, 'Invalid params');
        return { sum: 5 };
      },
    }));
    other
      .request('add', { a: 2, b: 3 })
      .expectResponse({ sum: 5 })
      .request('fail')
      .expectError(-32_602, { message: /valid/.exec.bind(/valid/) });
    await other.done();
  });

  test('makes params and results from earlier messages', async () => {
    const seen: unknown[] = [];
    const { peer, other } = against((method) =>
      method === 'open'
        ? { kind: 'request', run: () => ({ id: 7 }) }
        : { kind: 'notification', run: (params: never) => void seen.push(params) },
    );
    other
      .request('open')
      .expectResponse()
      .notify('use', ({ result }) => result)
      .expectRequest('double')
      .respond(({ params }) => (params as { n: number }).n * 2);
    await settled();
    expect(await peer.request('double', { n: 21 })).toBe(42);
    await other.done();
    expect(seen).toEqual([{ id: 7 }]);
  });

  test('responds to an older request when its method is named', async () => {
    const { peer, other } = against();
    other.expectRequest('slow').expectRequest('fast').respond('f').respond('s', { to: 'slow' });
    const order: unknown[] = [];
    await Promise.all([
      peer.request('slow').then((result) => order.push(result)),
      peer.request('fast').then((result) => order.push(result)),
    ]);
    expect(order).toEqual(['f', 's']);
  });

  test('responds to a method at any time, and skips ignored methods', async () => {
    const { peer, other } = against(undefined, { ignore: ['$/progress'] });
    other.whenever('ping', (params: unknown) => ({ pong: params })).expectNotification('done');
    expect(await peer.request('ping', { n: 1 })).toEqual({ pong: { n: 1 } });
    await peer.notify('$/progress', {});
    expect(await peer.request('ping', { n: 2 })).toEqual({ pong: { n: 2 } });
    await peer.notify('done');
    await other.done();
  });

  test('sends raw text and raw messages', async () => {
    const [left, right] = bytePipe();
    const other = mockPeer(lineChannel(left.source, left.sink));
    const peer = new Peer(lineChannel(right.source, right.sink), { handlers: () => undefined });
    other
      .send('{"jsonrpc":"2.0",')
      .expectMessage({ id: null, error: { code: -32_700 } })
      .send({ jsonrpc: '2.0', id: 1 })
      .expectMessage({ id: null, error: { code: -32_600 } });
    await other.done();
    peer.destroy();
  });

  test('ends its side, and notices the end of the other', async () => {
    const { peer, other } = against();
    other.close().expectEnd();
    await other.done();
    expect(await peer.closed).toEqual({ by: 'them', error: undefined });
  });

  test('runs a function of the test between two steps', async () => {
    const { peer, other } = against();
    const order: string[] = [];
    other
      .expectNotification('one')
      .run(async () => {
        await settled();
        order.push('work');
      })
      .expectNotification('two', () => void order.push('two'));
    await peer.notify('one');
    await peer.notify('two');
    await other.done();
    expect(order).toEqual(['work', 'two']);
  });

  test('is done again after more steps', async () => {
    const { peer, other } = against();
    other.expectNotification('one');
    await peer.notify('one');
    await other.done();
    other.expectNotification('two');
    await peer.notify('two');
    await other.done();
  });
});

describe('a mock peer whose step fails', () => {
  test('says which step failed, what was expected, what arrived, and the messages before', async () => {
    const { peer, other } = against();
    other.expectRequest('initialize').respond({ protocolVersion: 2 }).expectRequest('session/new', { cwd: '/w' });
    await peer.request('initialize', { protocolVersion: 2 });
    void peer.request('session/new', { cwd: '/x' });
    const error = await failure(other.done());
    expect(error).toBeInstanceOf(MockPeerError);
    expect(error.step).toBe(3);
    expect(error.message).toBe(
      [
        'Step 3: expected request session/new {"cwd":"/w"}',
        'but found request 1 session/new {"cwd":"/x"} (params.cwd: expected "/w", found "/x")',
        'Messages so far:',
        '  <- request 0 initialize {"protocolVersion":2}',
        '  -> response to 0 {"protocolVersion":2}',
        '  <- request 1 session/new {"cwd":"/x"}',
      ].join('\n'),
    );
  });

  test('does not leave the other side waiting', async () => {
    const { peer, other } = against();
    other.expectRequest('a');
    const call = peer.request('b');
    await failure(other.done());
    await expect(call).rejects.toThrow(/The mock peer failed\. Step 1: expected request a/);
    expect((await peer.closed).error).toBeInstanceOf(ConnectionError);
  });

  test('has a timeout for every step', async () => {
    const { other, clock } = against();
    other.expectRequest('never');
    const done = failure(other.done());
    await clock.advance(2000);
    expect((await done).message).toMatch(/^Step 1: expected request never\nbut found nothing within 2000 ms/);
    expect(clock.pending).toBe(0);
  });

  test('keeps the program alive until it has failed', async () => {
    const clock = new VirtualClock();
    const needed: (boolean | undefined)[] = [];
    const watched: Clock = {
      now: () => clock.now(),
      schedule: (ms, work, isNeeded) => {
        needed.push(isNeeded);
        return clock.schedule(ms, work);
      },
    };
    const { other } = against(undefined, { clock: watched });
    other.expectRequest('never');
    const done = failure(other.done());
    await clock.advance(2000);
    expect((await done).found).toBe('nothing within 2000 ms');
    expect(needed).toEqual([true]);
  });

  test('has a timeout for functions of the test too', async () => {
    const { other, clock } = against(undefined, { timeout: 10 });
    other.run(() => new Promise(() => undefined));
    const done = failure(other.done());
    await clock.advance(10);
    expect((await done).found).toBe('nothing within 10 ms');
  });

  test('refuses what arrives after the last step', async () => {
    const { peer, other } = against();
    other.expectNotification('one');
    await peer.notify('one');
    await peer.notify('two');
    await settled();
    const error = await failure(other.done());
    expect(error.message).toMatch(/^After the last step: expected nothing more\nbut found notification two/);
  });

  test.each([
    ['a notification where a request was expected', (other: MockPeer) => other.expectRequest('m'), 'not a request'],
    ['another params', (other: MockPeer) => other.expectNotification('m', { n: 2 }), 'params.n: expected 2, found 1'],
    [
      'a list of another length',
      (other: MockPeer) => other.expectNotification('m', { l: [1] }),
      'params.l: expected [1], found [1,2]',
    ],
    [
      'what a function refuses',
      (other: MockPeer) => other.expectNotification('m', { n: (value: unknown) => value === 3 || 'three' }),
      'params.n: expected three, found 1',
    ],
    ['a response where there was no request', (other: MockPeer) => other.expectResponse(), 'not a response'],
  ])('on %s', async (_, expectation, reason) => {
    const { peer, other } = against();
    expectation(other);
    await peer.notify('m', { n: 1, l: [1, 2] });
    expect((await failure(other.done())).found).toBe(`notification m {"n":1,"l":[1,2]} (${reason})`);
  });

  test('on an error where a result was expected', async () => {
    const { other } = against();
    other.request('unknown').expectResponse();
    expect((await failure(other.done())).found).toMatch(/^error for "mock-1" .*-32601.*\(not a result\)$/);
  });

  test('on the end where a message was expected', async () => {
    const { peer, other } = against();
    other.expectNotification('m');
    peer.destroy();
    expect((await failure(other.done())).found).toBe('the end');
  });

  test('on a response without a request', async () => {
    const { other } = against();
    other.respond({});
    expect((await failure(other.done())).found).toMatch(/no request waits/);
  });

  test('fails when it is disposed, and ends the connection', async () => {
    const { peer, other } = against();
    other.expectNotification('one');
    await peer.notify('two');
    expect((await failure(other[Symbol.asyncDispose]())).step).toBe(1);
    await peer.closed;
  });
});

describe('mockAgent', () => {
  test('responds to initialize and session/new of version 2 by itself', async () => {
    const [left, right] = memoryPair();
    const peer = new Peer(left, { handlers: () => undefined });
    const agent = mockAgent(right, { capabilities: { session: { fork: {} } }, sessionIds: ['a'] });
    expect(await peer.request('initialize', { protocolVersion: 2 })).toMatchObject({
      protocolVersion: 2,
      capabilities: { session: { fork: {} } },
    });
    expect(await peer.request('session/new', { cwd: '/w' })).toEqual({ sessionId: 'a' });
    expect(await peer.request('session/new', { cwd: '/w' })).toEqual({ sessionId: 'session-2' });
    await agent.done();
  });
});

describe('mockClient', () => {
  test('initializes, opens a session and continues with its steps', async () => {
    const [left, right] = memoryPair();
    const asked: unknown[] = [];
    const results: Readonly<Record<string, unknown>> = {
      initialize: { protocolVersion: 2 },
      'session/new': { sessionId: 's' },
      'session/prompt': { messageId: 'm' },
    };
    const peer = new Peer(left, {
      handlers: (method) => ({
        kind: 'request',
        run: (params: never) => {
          asked.push([method, params]);
          return results[method];
        },
      }),
    });
    const client = mockClient(right, { capabilities: { elicitation: { form: {} } }, cwd: '/w' });
    client
      .request('session/prompt', ({ result }) => ({ ...(result as object), prompt: [] }))
      .expectResponse({ messageId: 'm' });
    await client.done();
    expect(asked).toEqual([
      [
        'initialize',
        {
          protocolVersion: 2,
          info: { name: 'mock-client', version: '1.0.0' },
          capabilities: { elicitation: { form: {} } },
        },
      ],
      ['session/new', { cwd: '/w' }],
      ['session/prompt', { sessionId: 's', prompt: [] }],
    ]);
    peer.destroy();
  });
});
