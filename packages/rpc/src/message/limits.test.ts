/** Each limit has an error that a program can tell from the others. */
import { expect, test } from 'vitest';

import { bytePipe } from '@acp-stack/testing';

import { ConnectionError, RpcError } from './errors.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { lineChannel } from '../framing/line-channel.ts';
import { Peer } from '../peer/peer.ts';
import type { PeerOptions } from '../peer/peer-options.ts';

/** One side under a limit, the side it talks to, and the bytes in between. */
interface Sides {
  readonly near: Peer;
  readonly far: Peer;
  /** Says to the near side what no peer would say. */
  readonly say: (text: string) => void;
  readonly toFar: { pause(): void };
}

function sides(limits: Partial<Limits>, handlers: PeerOptions['handlers'] = () => undefined): Sides {
  const [left, right] = bytePipe();
  const near = new Peer(lineChannel(left.source, left.sink, limits), { handlers, limits });
  const far = new Peer(lineChannel(right.source, right.sink), {
    handlers: (method) => ({
      kind: 'request',
      run: () =>
        method === 'large' ? 'x'.repeat(5000) : method === 'deep' ? [[[[[[1]]]]]] : new Promise(() => undefined),
    }),
  });
  return { near, far, say: (text) => right.sink.write(text, () => undefined), toFar: right.source };
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  );

/** Reaches the limit, and answers with the error that says so. */
const reached: Readonly<
  Record<
    string,
    { readonly limit: keyof Limits; readonly most: number; readonly error: (most: number) => Promise<unknown> }
  >
> = {
  'a message of ours that is too long': {
    limit: 'messageBytes',
    most: 1000,
    error: (messageBytes) => failure(sides({ messageBytes }).near.request('m', 'x'.repeat(2000))),
  },
  'an answer that is too long': {
    limit: 'messageBytes',
    most: 1000,
    error: (messageBytes) => failure(sides({ messageBytes }).near.request('large')),
  },
  'an answer that is nested too deep': {
    limit: 'depth',
    most: 4,
    error: (depth) => failure(sides({ depth }).near.request('deep')),
  },
  'a line without an end': {
    limit: 'messageBytes',
    most: 100,
    error: async (messageBytes) => {
      const { near, say } = sides({ messageBytes });
      for (let index = 0; index < 50; index += 1) say('x'.repeat(100));
      return (await near.closed).error;
    },
  },
  'lines that are no messages': {
    limit: 'noiseLines',
    most: 3,
    error: async (noiseLines) => {
      const { near, say } = sides({ noiseLines });
      say('npm warn\n'.repeat(5));
      return (await near.closed).error;
    },
  },
  'more calls than may be queued': {
    limit: 'waitingRequests',
    most: 2,
    error: (waitingRequests) => {
      const { near } = sides({ outgoingRequests: 1, waitingRequests });
      for (let index = 0; index < 3; index += 1) void near.request('m');
      return failure(near.request('m'));
    },
  },
  'more than handlers keep up with': {
    limit: 'unhandledBytes',
    most: 1000,
    error: (unhandledBytes) =>
      new Promise((resolve) => {
        const { far } = sides({ unhandledBytes }, () => ({
          kind: 'notification',
          run: async (_: never, context) => resolve(await failure(context.request('never'))),
        }));
        for (let index = 0; index < 100; index += 1) void far.notify('n', 'x'.repeat(100));
      }),
  },
  'more than the other side reads': {
    limit: 'unsentBytes',
    most: 1000,
    error: (unsentBytes) => {
      const { near, toFar } = sides({ unsentBytes });
      toFar.pause();
      for (let index = 0; index < 100; index += 1) void near.notify('n', 'x'.repeat(100));
      return failure(near.notify('n'));
    },
  },
  'answers that the other side does not read': {
    limit: 'unsentBytes',
    most: 1000,
    error: async (unsentBytes) => {
      const { near, toFar, say } = sides({ unsentBytes }, () => ({ kind: 'request', run: () => 'x'.repeat(100) }));
      toFar.pause();
      for (let id = 0; id < 100; id += 1) say(`{"jsonrpc":"2.0","id":${id},"method":"m"}\n`);
      return (await near.closed).error;
    },
  },
};

test.each(Object.entries(reached))('%s: the error names the limit', async (_, { limit, most, error }) => {
  const found = (await error(most)) as ConnectionError;
  expect(found).toBeInstanceOf(ConnectionError);
  expect(found.limit).toBe(limit);
  expect(found.message).toMatch(/[.;]/u);
});

test('more requests than may be handled at once: the other side is told which limit it met', async () => {
  const { far } = sides({ incomingRequests: 1 }, () => ({ kind: 'request', run: () => new Promise(() => undefined) }));
  void far.request('m');
  const error = (await failure(far.request('m'))) as RpcError;
  expect(error).toBeInstanceOf(RpcError);
  expect(error.data).toEqual({ limit: 1, name: 'incomingRequests' });
});

test('every limit is among these, but for the one that only makes calls wait', () => {
  const named = new Set<string>(Object.values(reached).map(({ limit }) => limit));
  expect([...named, 'incomingRequests', 'outgoingRequests'].toSorted()).toEqual(Object.keys(defaultLimits).toSorted());
});

test('an error that has nothing to do with a limit names none', () => {
  expect(new ConnectionError('closed', 'The connection is closed.').limit).toBeUndefined();
});
