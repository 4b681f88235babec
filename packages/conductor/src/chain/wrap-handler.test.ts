import { RpcError, type Handler } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect, test, vi } from 'vitest';

import type { ChainEvent } from '../observe/chain-event.ts';
import type { HandlerWrapper } from '../route/handler-wrapper.ts';
import {
  answersInitialize,
  initializeParams,
  notification,
  rawAgent,
  RawEnd,
  request,
  result,
} from '../raw-component.test-support.ts';
import { chain } from './chain.ts';
import { wrapHandler } from './wrap-handler.ts';

async function stand(...wrappers: readonly HandlerWrapper[]) {
  const last = rawAgent('agent');
  answersInitialize(last);
  const events: ChainEvent[] = [];
  const made = chain.with({ onEvent: (event) => void events.push(event) })(
    ...wrappers.map((each, index) => wrapHandler(`w${index}`, each)),
    last,
  );
  const end = new RawEnd(made.start());
  await end.send(request('start', 'initialize', initializeParams));
  end.received.length = 0;
  events.length = 0;
  return { end, agent: last.end, events };
}

/** Wraps one method; the others pass. */
const only =
  (wanted: string, run: (params: Readonly<Record<string, unknown>>, next: (params: unknown) => unknown) => unknown) =>
  (next: Handler, method: string): Handler =>
    method === wanted
      ? ({
          ...next,
          run: (params: never, context: never) => run(params, (given) => next.run(given as never, context)),
        } as Handler)
      : next;

describe('a wrapper of handlers', () => {
  test('changes params and results, and costs no message of its own', async () => {
    const {
      end,
      agent: last,
      events,
    } = await stand({
      fromClient: only('_add', async ({ n }, next) => Number(await next({ n: Number(n) + 1 })) * 10),
    });
    await end.send(request(1, '_add', { n: 1 }));
    expect(last.last).toMatchObject({ method: '_add', params: { n: 2 } });
    await last.send(result(last.last['id'], 5));
    expect(end.last).toEqual(result(1, 50));
    expect(events.filter(({ kind }) => kind === 'message')).toHaveLength(2);
  });

  test('answers itself, or refuses', async () => {
    const { end, agent: last } = await stand({
      fromClient: (next, method) => {
        if (method === '_mine') return { kind: 'request', run: () => ({ by: 'wrapper' }) };
        if (method === '_no')
          return {
            kind: 'request',
            run: () => {
              throw new RpcError(-32_000, 'Not now.', { data: 1 });
            },
          };
        return next;
      },
    });
    last.received.length = 0;
    await end.send(request(1, '_mine', {}), request(2, '_no', {}));
    expect(end.received).toEqual([
      result(1, { by: 'wrapper' }),
      { jsonrpc: '2.0', id: 2, error: { code: -32_000, message: 'Not now.', data: 1 } },
    ]);
    expect(last.received).toEqual([]);
  });

  test('changes and drops notifications of the agent, in order with those that pass', async () => {
    const { end, agent: last } = await stand({
      fromAgent: only('session/update', ({ n }, next) => (n === 2 ? undefined : next({ n: Number(n) * 10 }))),
    });
    for (const n of [1, 2, 3]) await last.send(notification('session/update', { n }), notification('_other', { n }));
    expect(end.received.map(({ params }) => params)).toEqual([{ n: 10 }, { n: 1 }, { n: 2 }, { n: 30 }, { n: 3 }]);
  });

  test('lets everything else pass as it came, text and unknown fields included', async () => {
    const { end, agent: last } = await stand({}, { fromClient: (next) => next });
    const text = '{"jsonrpc":"2.0","method":"_a","params":{"n":1.0},"extra":1}';
    await end.sendText(text);
    expect(last.texts.at(-1)).toBe(text);
  });

  test('passes cancelling on, and the response is still delivered', async () => {
    const { end, agent: last } = await stand({ fromClient: only('_slow', (params, next) => next(params)) });
    await end.send(request(1, '_slow', {}), notification('$/cancel_request', { requestId: 1 }));
    const { id } = last.of('_slow')[0] ?? {};
    expect(last.last).toEqual(notification('$/cancel_request', { requestId: id }));
    await last.send({ jsonrpc: '2.0', id, error: { code: -32_800, message: 'Cancelled.' } });
    expect(end.last).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32_800, message: 'Cancelled.' } });
  });

  test('asks its sender, and tells it something', async () => {
    const { end, agent: last } = await stand({
      fromAgent: (next, method) =>
        method === '_ask'
          ? {
              kind: 'request',
              run: async (_: never, context) => {
                await context.notify('_soon', { a: 1 });
                return context.request('_back', { b: 1 });
              },
            }
          : next,
    });
    await last.send(request(7, '_ask', {}));
    expect(last.received.slice(-2)).toMatchObject([{ method: '_soon' }, { method: '_back', params: { b: 1 } }]);
    await last.send(result(last.last['id'], 'yes'));
    expect(last.last).toEqual(result(7, 'yes'));
    expect(end.received).toEqual([]);
  });

  test('that fails with a notification is told to the observer of the chain', async () => {
    const fails = only('_news', () => {
      throw new Error('no paper');
    });
    const failsLater = only('_later', () => Promise.reject(new Error('no ink')));
    const { agent: last, events } = await stand({
      fromAgent: (next, method) => failsLater(fails(next, method), method),
    });
    await last.send(notification('_news', {}), notification('_later', {}));
    await settled();
    expect(events.filter(({ kind }) => kind === 'refused')).toMatchObject([
      { from: 'agent', reason: 'The handler of _news in w0 has failed: no paper' },
      { from: 'agent', reason: 'The handler of _later in w0 has failed: no ink' },
    ]);
  });

  test('that throws something else is an internal error', async () => {
    const { end } = await stand({
      fromClient: only('_bad', () => {
        throw new Error('A defect.');
      }),
    });
    await end.send(request(1, '_bad', {}), notification('_bad', {}));
    await settled();
    expect(end.received).toMatchObject([{ id: 1, error: { code: -32_603 } }]);
  });
});

/** Work that does not end before the test says so. */
function held(): { readonly until: Promise<void>; readonly release: () => void } {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release };
}

const inSession = (sessionId: string, n: number): object => ({ sessionId, n });
const said = (end: RawEnd): readonly string[] =>
  end.received.map(({ method, id, params }) => {
    const { sessionId = '', n = '' } = Object(params) as { readonly sessionId?: string; readonly n?: number };
    const what = typeof method === 'string' ? method : `response ${String(id)}`;
    return `${what} ${sessionId}${n}`.trim();
  });

describe('a wrapped handler that takes its time', () => {
  /** Wraps updates: those of session `a` wait. */
  const slow = (until: Promise<void>): HandlerWrapper => ({
    fromAgent: only('session/update', async (params, next) => {
      if (params['sessionId'] === 'a') await until;
      next(params);
    }),
  });

  test('holds up what follows in its session, responses included, and no other session', async () => {
    const { until, release } = held();
    const { end, agent: last } = await stand(slow(until));
    await end.send(request(1, 'session/prompt', inSession('a', 0)), request(2, 'session/prompt', inSession('b', 0)));
    const [first, second] = last.of('session/prompt').map(({ id }) => id);
    await last.send(
      notification('session/update', inSession('a', 1)),
      notification('session/update', inSession('b', 2)),
      notification('_other', inSession('a', 3)),
      request(9, 'session/request_permission', inSession('a', 4)),
      result(first, {}),
      result(second, {}),
      notification('session/update', inSession('a', 5)),
    );
    expect(said(end)).toEqual(['session/update b2', 'response 2']);
    release();
    await settled();
    expect(said(end).slice(2)).toEqual([
      'session/update a1',
      '_other a3',
      'session/request_permission a4',
      'response 1',
      'session/update a5',
    ]);
  });

  test('holds up the result of a request that another handler passes on', async () => {
    const { until, release } = held();
    const { end, agent: last } = await stand({
      ...slow(until),
      fromClient: only('session/prompt', (params, next) => next(params)),
    });
    await end.send(request(1, 'session/prompt', inSession('a', 0)));
    await last.send(notification('session/update', inSession('a', 1)), result(last.last['id'], {}));
    expect(said(end)).toEqual([]);
    release();
    await settled();
    expect(said(end)).toEqual(['session/update a1', 'response 1']);
  });

  test('keeps the order of a burst, whatever each message takes', async () => {
    const { end, agent: last } = await stand({
      fromAgent: only('session/update', async (params, next) => {
        for (let turn = Number(params['n']) % 4; turn > 0; turn -= 1) await Promise.resolve();
        next(params);
      }),
    });
    const count = 200;
    for (let n = 0; n < count; n += 1) last.channel.send(notification('session/update', inSession(`s${n % 3}`, n)));
    await settled();
    for (const session of [0, 1, 2]) {
      const expected = Array.from({ length: count }, (_, n) => n).filter((n) => n % 3 === session);
      expect(
        end.received.map(({ params }) => (params as { readonly n: number }).n).filter((n) => n % 3 === session),
      ).toEqual(expected);
    }
  });

  test('does not hold up the cancelling of a turn, and a prompt that waits is cancelled with it', async () => {
    const { until, release } = held();
    const { end, agent: last } = await stand({
      fromClient: only('_slow', async (params, next) => {
        await until;
        next(params);
      }),
    });
    last.received.length = 0;
    await end.send(
      notification('_slow', inSession('a', 1)),
      request(1, 'session/prompt', inSession('a', 2)),
      notification('session/cancel', inSession('a', 3)),
    );
    expect(said(last)).toEqual(['session/cancel a3']);
    expect(end.received).toMatchObject([{ id: 1, error: { code: -32_800 } }]);
    release();
    await settled();
    expect(said(last)).toEqual(['session/cancel a3', '_slow a1']);
  });

  test('a request that waits can be cancelled, once', async () => {
    const { until, release } = held();
    const { end, agent: last } = await stand({ fromClient: only('_slow', () => until) });
    last.received.length = 0;
    await end.send(notification('_slow', inSession('a', 1)), request(1, '_ask', inSession('a', 2)));
    const cancel = notification('$/cancel_request', { requestId: 1 });
    await end.send(cancel, cancel);
    release();
    await settled();
    expect(end.received).toMatchObject([{ id: 1, error: { code: -32_800 } }]);
    expect(last.received).toEqual([]);
  });

  test('may ask its sender and await the answer: requests of its session pass meanwhile', async () => {
    const { end, agent: last } = await stand({
      fromAgent: (next, method) =>
        method === 'session/update'
          ? {
              kind: 'notification',
              run: async (params: never, context) => {
                await context.request('_why', {});
                next.run(params, context as never);
              },
            }
          : next,
    });
    await last.send(notification('session/update', inSession('a', 1)), notification('_later', inSession('a', 2)));
    const { id } = last.last;
    // The agent asks the client before it answers.
    await last.send(request(5, 'session/request_permission', inSession('a', 3)));
    expect(said(end)).toEqual(['session/request_permission a3']);
    await last.send(result(id, {}));
    expect(said(end).slice(1)).toEqual(['session/update a1', '_later a2']);
  });

  test('pauses the sender when too much waits, and loses nothing', async () => {
    const { until, release } = held();
    const { end, agent: last } = await stand(slow(until));
    const count = 5000;
    for (let n = 0; n < count; n += 1) {
      last.channel.send(notification('session/update', inSession('a', n)));
      if (n % 100 === 0) await settled(1);
    }
    // About a thousand have been read.
    expect(last.channel.unsentBytes / 256).toBeGreaterThan(count / 2);
    release();
    await end.until(({ params }) => (params as { readonly n: number }).n === count - 1);
    expect(end.received.map(({ params }) => (params as { readonly n: number }).n)).toEqual(
      Array.from({ length: count }, (_, n) => n),
    );
  });
});

describe('a wrapper that is wrong', () => {
  const notAHandler = (() => () => undefined) as never;

  test('is refused when it is made, if it returns a function in place of a handler', () => {
    expect(() => wrapHandler('odd', { fromAgent: notAHandler })).toThrow(
      'The wrapper odd must return a handler, { kind, run }, or next for',
    );
    expect(() => wrapHandler('odd', { fromClient: (() => null) as never })).toThrow('it returned null.');
    expect(() => wrapHandler('odd', { fromClient: {} as never })).toThrow('must be functions');
  });

  test('only for a method that the protocol does not know refuses those messages, and says so', async () => {
    const {
      end,
      agent: last,
      events,
    } = await stand({
      fromClient: (next, method) => (method === '_x' ? notAHandler : next),
    });
    last.received.length = 0;
    await end.send(request(1, '_x', {}), notification('_x', {}), notification('_y', {}));
    const words =
      'The wrapper w0 must return a handler, { kind, run }, or next for _x; it returned a value of type function.';
    expect(end.received).toMatchObject([{ id: 1, error: { code: -32_603, message: words } }]);
    expect(last.received).toMatchObject([{ method: '_y' }]);
    const reasons = events.flatMap((event) => (event.kind === 'refused' ? [event.reason] : []));
    expect(reasons).toEqual(Array.from({ length: 2 }, () => `The handler of _x in w0 has failed: ${words}`));
  });
});

test('errors of wrapped handlers are logged if the chain has no observer', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const fails = only('_news', () => {
    throw new Error('no paper');
  });
  const last = rawAgent('agent');
  answersInitialize(last);
  const end = new RawEnd(chain(wrapHandler('press', { fromClient: fails }), last).start());
  await end.send(request('start', 'initialize', initializeParams));
  await end.send(notification('_news', {}), request(1, '_news', {}));
  const words = 'The handler of _news in press has failed: no paper; pass onEvent to receive this error instead.';
  expect(logged.mock.calls.map(([given]) => given as string)).toEqual([words, words]);
  logged.mockRestore();
  expect(end.last).toMatchObject({ id: 1, error: { code: -32_603 } });
});

test('wrappers stand anywhere before the agent, and alone in a chain that is a proxy', async () => {
  const loud = wrapHandler('loud', {
    fromAgent: only('session/update', ({ update, ...params }, next) => {
      const { content, ...rest } = update as { readonly content?: { readonly text?: string } };
      return next({
        ...params,
        update: content?.text === undefined ? update : { ...rest, content: { ...content, text: `${content.text}!` } },
      });
    }),
  });
  const greeter = agent({ name: 'greeter', version: '1' }).onPrompt(async (turn) => {
    await turn.message.append('Hello');
  });
  await using connection = await client({ name: 'c', version: '1' }).connect(chain(loud, chain(loud), loud, greeter));
  const session = await connection.newSession({ cwd: '/' });
  let text = '';
  for await (const update of session.prompt('Hi'))
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') text += update.content.text;
  expect(text).toBe('Hello!!!');
});
