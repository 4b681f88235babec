import { RpcError, type Handler } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import type { ChainEvent } from '../observe/chain-event.ts';
import type { HandlerWrapper } from '../route/wrap-stage.ts';
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
