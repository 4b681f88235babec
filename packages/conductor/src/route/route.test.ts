/** What a conductor does with each message, on the wire. */
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { chain } from '../chain/chain.ts';
import type { ChainEvent } from '../observe/chain-event.ts';
import {
  answersInitialize,
  initializeParams,
  initializesByItself,
  notification,
  rawAgent,
  RawEnd,
  rawProxy,
  request,
  result,
  wrap,
  type Fields,
  type RawComponent,
} from '../raw-component.test-support.ts';

interface Stand {
  readonly client: RawEnd;
  readonly first: RawEnd;
  readonly second: RawEnd;
  readonly agent: RawEnd;
  readonly events: ChainEvent[];
}

/** A client, two proxies and an agent, initialized; what was received until then is forgotten. */
async function stand(prepare: (proxy: RawComponent<'proxy'>) => void = initializesByItself): Promise<Stand> {
  const [first, second, end] = [rawProxy('first'), rawProxy('second'), rawAgent('agent')] as const;
  prepare(first);
  prepare(second);
  answersInitialize(end);
  const events: ChainEvent[] = [];
  const made = chain.with({ onEvent: (event) => void events.push(event) })(first, second, end);
  const client = new RawEnd(made.start());
  await client.send(request('start', 'initialize', initializeParams));
  expect(client.last).toMatchObject({ id: 'start', result: { protocolVersion: 2 } });
  const ends = { client, first: first.end, second: second.end, agent: end.end };
  for (const each of Object.values(ends)) each.received.length = 0;
  events.length = 0;
  return { ...ends, events };
}

const params = { sessionId: 's', deep: [{ any: null }], _meta: { trace: 1 } };

describe('starting', () => {
  test('proxies get proxy/initialize, the agent initialize, with the same params (rules 2 to 4)', async () => {
    const [first, end] = [rawProxy('first'), rawAgent('agent')];
    initializesByItself(first);
    answersInitialize(end);
    const client = new RawEnd(chain(first, end).start());
    const given = { ...initializeParams, clientInfo: initializeParams.info, _meta: { x: 1 }, unknown: true };
    await client.send(request(1, 'initialize', given));
    expect(first.end.received[0]).toMatchObject({ method: 'proxy/initialize', params: given });
    expect(end.end.received[0]).toMatchObject({ method: 'initialize', params: given });
  });

  test('the result of a proxy is not waited for before initialize is passed on (rule 8)', async () => {
    const [first, end] = [rawProxy('first'), rawAgent('agent')];
    const client = new RawEnd(chain(first, end).start());
    await client.send(request(1, 'initialize', initializeParams));
    await first.end.send(wrap('initialize', initializeParams, 7));
    expect(end.end.received).toHaveLength(1);
    expect(client.received).toEqual([]);
  });

  test.each(['proxy/initialize', '_proxy/initialize'])(
    '%s of a client or a proxy is refused (rule 5)',
    async (method) => {
      const { client, first } = await stand();
      const error = { code: -32_600, data: 'initialize/proxy requests are only sent by the conductor' };
      await client.send(request(1, method, {}));
      expect(client.last).toMatchObject({ id: 1, error });
      await first.send(request(2, method, {}), wrap(method, {}, 3));
      expect(first.received).toMatchObject([
        { id: 2, error },
        { id: 3, error },
      ]);
    },
  );
});

describe('envelopes', () => {
  test('from the client to the agent: plain to each component, in an envelope from each proxy (rules 9, 12)', async () => {
    const { client, first, second, agent } = await stand();
    await client.send(notification('session/cancel', params));
    expect(first.last).toEqual(notification('session/cancel', params));
    await first.send(wrap('session/cancel', params));
    expect(second.last).toEqual(notification('session/cancel', params));
    await second.send(wrap('session/cancel', params));
    expect(agent.last).toEqual(notification('session/cancel', params));
  });

  test('from the agent to the client: plain from each component, in an envelope to each proxy', async () => {
    const { client, first, second, agent } = await stand();
    await agent.send(notification('session/update', params));
    expect(second.last).toEqual(wrap('session/update', params));
    await second.send(notification('session/update', params));
    expect(first.last).toEqual(wrap('session/update', params));
    await first.send(notification('session/update', params));
    expect(client.last).toEqual(notification('session/update', params));
  });

  test('params that are null or absent are absent outside, and null in the older dialect (rules 10, 11)', async () => {
    const { client, first, second } = await stand();
    await first.send(wrap('_a'), { jsonrpc: '2.0', method: 'proxy/successor', params: { method: '_b', params: null } });
    expect(second.received).toEqual([notification('_a'), notification('_b')]);
    await second.send(notification('_c'));
    expect(first.last).toEqual(wrap('_c'));
    await client.send(notification('_d'));
    const older = await stand((proxy) => {
      initializesByItself(proxy, '_proxy/successor', 'proxy/initialize');
    });
    await older.second.send(notification('_c'));
    expect(older.first.last).toEqual({
      jsonrpc: '2.0',
      method: '_proxy/successor',
      params: { method: '_c', params: null },
    });
  });

  test('metadata of an envelope concerns one hop; fields of the message itself are kept (rule 14)', async () => {
    const { first, second, agent } = await stand();
    for (const name of ['_meta', 'meta']) {
      await first.send({
        jsonrpc: '2.0',
        method: 'proxy/successor',
        params: { method: '_a', params, [name]: { hop: 1 } },
        extra: { x: 1 },
      });
      expect(second.last).toEqual({ jsonrpc: '2.0', method: '_a', params, extra: { x: 1 } });
    }
    await agent.send({ ...notification('_b', params), extra: 2 });
    expect(second.last).toEqual({ ...wrap('_b', params), extra: 2 });
  });

  test('an envelope of the client is refused (rule 16)', async () => {
    const { client, first } = await stand();
    await client.send(wrap('_a', params, 1), wrap('_a', params));
    expect(client.received).toMatchObject([{ id: 1, error: { code: -32_600 } }]);
    expect(first.received).toEqual([]);
  });

  test.each([
    ['another envelope', { method: 'proxy/successor', params: { method: '_a' } }],
    ['nothing', {}],
    ['a method that is a number', { method: 5 }],
    ['params that are a string', { method: '_a', params: 'x' }],
  ])('an envelope with %s is refused (rule 15)', async (_, inside) => {
    const { first, second } = await stand();
    await first.send({ jsonrpc: '2.0', id: 1, method: 'proxy/successor', params: inside });
    await first.send({ jsonrpc: '2.0', method: 'proxy/successor', params: inside });
    expect(first.received).toMatchObject([{ id: 1, error: { code: -32_602 } }]);
    expect(second.received).toEqual([]);
  });
});

describe('requests and responses', () => {
  test('each hop has an id of its own, and the response comes back with the old one (rules 13, 17)', async () => {
    const { client, first, second, agent } = await stand();
    await client.send(request(0, 'session/prompt', params));
    const one = first.last['id'];
    await first.send(wrap('session/prompt', params, 'p1'));
    const two = second.last['id'];
    await second.send(wrap('session/prompt', params, 5));
    const three = agent.last['id'];
    expect(new Set([0, one, 'p1', two, 5, three]).size).toBe(6);
    expect(agent.last).toEqual(request(three, 'session/prompt', params));
    const answer = { stopReason: 'end_turn', _meta: { y: 2 } };
    await agent.send(result(three, answer));
    expect(second.last).toEqual(result(5, answer));
    await second.send(result(two, answer));
    expect(first.last).toEqual(result('p1', answer));
    await first.send(result(one, answer));
    expect(client.last).toEqual(result(0, answer));
  });

  test('requests of the agent travel to the client, and errors and unknown fields come back unchanged', async () => {
    const { client, first, second, agent } = await stand();
    await agent.send(request(9, 'session/request_permission', params));
    expect(second.last).toEqual(wrap('session/request_permission', params, second.last['id']));
    await second.send(request('x', 'session/request_permission', params));
    await first.send(request('x', 'session/request_permission', params));
    const error = { code: -32_000, message: 'No.', data: { why: [1] } };
    await client.send({ jsonrpc: '2.0', id: client.last['id'], error, extra: 1 });
    expect(first.last).toEqual({ jsonrpc: '2.0', id: 'x', error, extra: 1 });
    await first.send({ jsonrpc: '2.0', id: first.received[0]?.['id'], error });
    await second.send({ jsonrpc: '2.0', id: second.received[0]?.['id'], error });
    expect(agent.last).toEqual({ jsonrpc: '2.0', id: 9, error });
  });

  test.each([null, 0, -1, 'x', '', '0'])('an id may be %j (rule 18)', async (id) => {
    const { client, first } = await stand();
    await client.send(request(id, '_a', params));
    await first.send(result(first.last['id'], 1));
    expect(client.received).toEqual([result(id, 1)]);
  });

  test('the same id on two connections means two requests (rule 19)', async () => {
    const { client, agent, first, second } = await stand();
    await client.send(request(1, '_a', {}));
    await agent.send(request(1, '_b', {}));
    await second.send(result(second.last['id'], 'b'));
    await first.send(result(first.last['id'], 'a'));
    expect([client.last, agent.last]).toEqual([result(1, 'a'), result(1, 'b')]);
  });

  test('a response with an unknown id is dropped, and so is an error without one (rules 20, 35)', async () => {
    const { client, first, agent, events } = await stand();
    await agent.send(result('nothing', 1), result(null, 1), {
      jsonrpc: '2.0',
      id: null,
      error: { code: 1, message: '' },
    });
    expect([client.received, first.received]).toEqual([[], []]);
    expect(events.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'refused']);
  });

  test('what no component knows is passed on, to the end of the chain (rule 21)', async () => {
    const { client, first } = await stand();
    await client.send(request(1, 'never/heard_of', [1]), notification('never/heard_of', [2]));
    expect(first.received).toMatchObject([
      { method: 'never/heard_of', params: [1] },
      { method: 'never/heard_of', params: [2] },
    ]);
  });

  test('a malformed response becomes an error of the request that names the component', async () => {
    const { client, first } = await stand();
    await client.send(request(1, '_a', {}));
    await first.send({ jsonrpc: '2.0', id: first.last['id'], result: 1, error: { code: 1, message: '' } });
    expect(client.last).toMatchObject({ id: 1, error: { message: expect.stringContaining('first sent a') as string } });
  });
});

describe('order', () => {
  test('is kept both ways, for notifications, requests and responses (rules 22, 23)', async () => {
    const { client, first, second, agent } = await stand();
    await client.send(request('r', '_start', {}));
    await first.send(wrap('_start', {}, 'r'));
    await second.send(wrap('_start', {}, 'r'));
    const { id } = agent.last;
    await agent.send(notification('_1'), request('q', '_2', {}), result(id, 3), notification('_4'));
    expect(second.received.slice(1).map(nameOf)).toEqual(['_1', '_2', 3, '_4']);
  });

  test('a component that does not answer holds up nothing (rule 24)', async () => {
    const { client, first } = await stand();
    await client.send(request(1, '_never', {}), request(2, '_soon', {}));
    await first.send(result(first.last['id'], 'done'));
    expect(client.received).toEqual([result(2, 'done')]);
  });
});

describe('arrays of messages', () => {
  test('are passed on one by one and answered by one array (rule 25)', async () => {
    const { client, first } = await stand();
    await client.send([request(1, '_a', {}), notification('_b', {}), request(2, '_c', {}), 'x', { jsonrpc: '2.0' }]);
    expect(first.received.map(nameOf)).toEqual(['_a', '_b', '_c']);
    await first.send(result(first.received[2]?.['id'], 'c'));
    expect(client.received).toEqual([]);
    await first.send(result(first.received[0]?.['id'], 'a'));
    expect(client.received).toEqual([
      [
        expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32_600 }) as object }),
        expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32_600 }) as object }),
        result(2, 'c'),
        result(1, 'a'),
      ],
    ]);
  });

  test('are not answered without requests, and refused if they are empty (rules 25, 32)', async () => {
    const { client, first } = await stand();
    await client.send([notification('_a', {}), notification('_b', {})]);
    expect([first.received.length, client.received.length]).toEqual([2, 0]);
    await client.send([]);
    expect(client.last).toMatchObject({ id: null, error: { code: -32_600 } });
  });
});

describe('cancelling', () => {
  test('is made anew for the next hop, once, and the response is still delivered (rules 26, 29)', async () => {
    const { client, first, agent, second } = await stand();
    await client.send(request(1, '_a', {}));
    const cancel = notification('$/cancel_request', { requestId: 1 });
    await client.send(cancel, cancel);
    expect(first.of('$/cancel_request')).toEqual([
      notification('$/cancel_request', { requestId: first.received[0]?.['id'] }),
    ]);
    expect([second.received, agent.received]).toEqual([[], []]);
    await first.send(result(first.received[0]?.['id'], 'late'));
    expect(client.last).toEqual(result(1, 'late'));
  });

  test('is understood in an envelope and outside, and never put into one (rule 27)', async () => {
    const { first, second, agent } = await stand();
    await first.send(wrap('_a', {}, 'one'), wrap('_b', {}, 'two'));
    await first.send(
      wrap('$/cancel_request', { requestId: 'one' }),
      notification('$/cancel_request', { requestId: 'two' }),
    );
    expect(second.received.slice(2)).toEqual(
      second.received.slice(0, 2).map(({ id }) => notification('$/cancel_request', { requestId: id })),
    );
    await agent.send(request(4, '_c', {}), notification('$/cancel_request', { requestId: 4 }));
    expect(second.last).toEqual(notification('$/cancel_request', { requestId: second.received.at(-2)?.['id'] }));
  });

  test('concerns initialize and session/new too (rule 28)', async () => {
    const [first, end] = [rawProxy('first'), rawAgent('agent')];
    const client = new RawEnd(chain(first, end).start());
    await client.send(request(1, 'initialize', initializeParams), notification('$/cancel_request', { requestId: 1 }));
    expect(first.end.last).toEqual(notification('$/cancel_request', { requestId: first.end.received[0]?.['id'] }));
  });

  test.each([{ requestId: 'unknown' }, {}, [], null, { requestId: { a: 1 } }])(
    'is ignored if its params are %j (rule 30)',
    async (given) => {
      const { client, first } = await stand();
      await client.send({ jsonrpc: '2.0', method: '$/cancel_request', params: given });
      expect([client.received, first.received]).toEqual([[], []]);
    },
  );

  test('a request that was answered is not cancelled', async () => {
    const { client, first } = await stand();
    await client.send(request(1, '_a', {}));
    await first.send(result(first.last['id'], 1));
    await client.send(notification('$/cancel_request', { requestId: 1 }));
    expect(first.of('$/cancel_request')).toEqual([]);
  });
});

describe('what is not a message', () => {
  test.each([
    ['no method', { jsonrpc: '2.0', id: 4 }],
    ['another jsonrpc', { jsonrpc: '1.0', id: 4, method: '_a' }],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: '_a' }],
    ['params that are a number', { jsonrpc: '2.0', id: 4, method: '_a', params: 5 }],
    ['a number', 5],
  ])('%s gets an error and is not passed on (rules 32, 33)', async (_, message) => {
    const { client, first } = await stand();
    await client.send(message);
    expect(client.received).toMatchObject([{ error: { code: -32_600 } }]);
    expect(first.received).toEqual([]);
  });

  test.each([
    ['a response without a result', { jsonrpc: '2.0', id: 'x', error: 5 }],
    ['a response that nothing waits for', result('x', 1)],
    ['a notification whose params are a string', { jsonrpc: '2.0', method: '_a', params: 'x' }],
  ])('%s gets no answer (rules 31, 32)', async (_, message) => {
    const { client } = await stand();
    await client.send(message);
    expect(client.received).toEqual([]);
  });
});

describe('text', () => {
  const text = '{"jsonrpc":"2.0","id":1,"method":"_a","params":{"n":1.0,"u":"\\u00e9"}}';

  test('that arrived is passed on, with another id and envelope, and not serialized again', async () => {
    const { client, first, second } = await stand();
    await client.sendText(text);
    const { id } = first.last;
    expect(first.texts.at(-1)).toBe(text.replace('"id":1', `"id":"${String(id)}"`));
    const inside = '"method":"_a","params":{"n":1.0,"u":"\\u00e9"}';
    await first.sendText(`{"jsonrpc":"2.0","id":"p","method":"proxy/successor","params":{${inside}}}`);
    expect(second.texts.at(-1)).toBe(`{"jsonrpc":"2.0","id":"${String(second.last['id'])}",${inside}}`);
    await second.sendText(`{"jsonrpc":"2.0",${inside}}`);
    expect(first.texts.at(-1)).toBe(`{"jsonrpc":"2.0","method":"proxy/successor","params":{${inside}}}`);
    await second.sendText(`{"jsonrpc":"2.0","id":9,${inside}}`);
    expect(first.texts.at(-1)).toBe(
      `{"jsonrpc":"2.0","id":"${String(first.last['id'])}","method":"proxy/successor","params":{${inside}}}`,
    );
    await second.sendText(`{"jsonrpc":"2.0","id":"${String(second.received[0]?.['id'])}","result":{"n":1.0}}`);
    expect(first.texts.at(-1)).toBe('{"jsonrpc":"2.0","id":"p","result":{"n":1.0}}');
  });

  test.each([
    '{"id":1,"jsonrpc":"2.0","method":"_a","params":{"n":1}}',
    '{"jsonrpc":"2.0","id":1,"params":{"n":1},"method":"_a"}',
    '{ "jsonrpc": "2.0", "id": 1, "method": "_a", "params": {"n":1} }',
    '{"jsonrpc":"2.0","id":1,"method":"_a","params":{"n":1}} ',
    '{"jsonrpc":"2.0","id":1,"method":"_a","params":{"n":1},"extra":{"id":2}}',
    '{"jsonrpc":"2.0","id":1,"method":"_a"}',
  ])('in any order and with any fields means the same: %s', async (given) => {
    const { client, first, agent, second } = await stand();
    await client.sendText(given);
    const { id: _, ...expected } = JSON.parse(given) as Fields;
    const seen = first.texts.at(-1);
    const { id, ...message } = seen === undefined ? first.last : (JSON.parse(seen) as Fields);
    expect(id).toEqual(first.last['id']);
    expect(message).toEqual(expected);
    await agent.sendText(given);
    const wrapped = second.texts.at(-1);
    if (wrapped !== undefined) expect(JSON.parse(wrapped)).toEqual(second.last);
    expect(second.last).toEqual({
      ...(expected['extra'] === undefined ? {} : { extra: expected['extra'] }),
      ...wrap('_a', expected['params'], second.last['id']),
    });
  });
});

test('every message on every hop is one event, in order; the response has the id of its request', async () => {
  const { client, first, events } = await stand();
  await client.send(request(1, '_a', {}));
  await first.send(notification('_b', {}), result(first.last['id'], 2));
  await settled();
  const { id } = (events[0] as { readonly message: Fields }).message;
  expect(events).toEqual([
    { kind: 'message', from: 'client', to: 'first', message: request(id, '_a', {}) },
    { kind: 'message', from: 'first', to: 'client', message: notification('_b', {}) },
    { kind: 'message', from: 'first', to: 'client', message: result(id, 2) },
  ]);
});

test('the successor of a chain that is a proxy has a name of its own in events', async () => {
  const events: ChainEvent[] = [];
  const end = new RawEnd(
    chain
      .with({ onEvent: (event) => void events.push(event) })()
      .start(),
  );
  await end.send(request(1, 'proxy/initialize', initializeParams));
  await end.send(result(end.last['id'], {}), notification('_down', {}), wrap('_up', {}));
  const ways = events.flatMap((event) => (event.kind === 'message' ? [`${event.from} ${event.to}`] : []));
  expect(ways).toEqual(['client successor', 'successor client', 'client successor', 'successor client']);
});

const nameOf = ({ method, params: given, result: value }: Fields): unknown =>
  value ?? (method === 'proxy/successor' ? (given as Fields)['method'] : method);
