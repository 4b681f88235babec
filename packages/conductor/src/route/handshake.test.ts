/** Proxies of every age, without a flag. */
import { describe, expect, test } from 'vitest';

import { chain } from '../chain/chain.ts';
import {
  answersInitialize,
  initializeParams,
  initializeResult,
  notification,
  rawAgent,
  RawEnd,
  rawProxy,
  request,
  result,
  wrap,
  type Fields,
} from '../raw-component.test-support.ts';

const unknownMethod = (id: unknown): Fields => ({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Unknown.' } });

function stand() {
  const [first, end] = [rawProxy('old'), rawAgent('agent')];
  answersInitialize(end);
  const client = new RawEnd(chain(first, end).start());
  return { client, first, end };
}

/** What is the same for every dialect once it is known: envelopes both ways. */
async function expectsEnvelopes(
  { client, first, end }: ReturnType<typeof stand>,
  [requests, notifications]: readonly [string, string],
): Promise<void> {
  await end.end.send(notification('session/update', { a: 1 }), request(3, '_ask', {}));
  expect(first.end.received.slice(-2)).toEqual([
    wrap('session/update', { a: 1 }, undefined, notifications),
    wrap('_ask', {}, first.end.last['id'], requests),
  ]);
  await first.end.send(wrap('session/cancel', { b: 1 }, undefined, notifications), wrap('_b', {}, 'q', requests));
  expect(end.end.received.slice(-2)).toEqual([
    notification('session/cancel', { b: 1 }),
    request(end.end.last['id'], '_b', {}),
  ]);
  expect(client.received).toMatchObject([{ id: 1, result: { protocolVersion: 2 } }]);
}

describe('a proxy of before the specification', () => {
  test('that refuses proxy/initialize is asked again with _proxy/initialize', async () => {
    const all = stand();
    const { client, first } = all;
    await client.send(request(1, 'initialize', initializeParams));
    expect(first.end.last).toMatchObject({ method: 'proxy/initialize' });
    await first.end.send(unknownMethod(first.end.last['id']));
    expect(first.end.last).toMatchObject({ method: '_proxy/initialize', params: initializeParams });
    const { id } = first.end.last;
    await first.end.send(wrap('initialize', initializeParams, 'i', '_proxy/successor'));
    expect(first.end.last).toMatchObject({ id: 'i', result: { protocolVersion: 2 } });
    await first.end.send(result(id, initializeResult));
    await expectsEnvelopes(all, ['_proxy/successor', '_proxy/successor']);
  });

  test('that passes proxy/initialize on is asked again, and nothing of it travels on', async () => {
    const all = stand();
    const { client, first, end } = all;
    await client.send(request(1, 'initialize', initializeParams));
    const { id: early } = first.end.last;
    await first.end.send(wrap('proxy/initialize', initializeParams, 'u', '_proxy/successor'));
    expect(end.end.received).toEqual([]);
    expect(first.end.received.slice(1)).toMatchObject([
      { id: 'u', error: { code: -32_601 } },
      { method: '_proxy/initialize', params: initializeParams },
    ]);
    const { id } = first.end.last;
    // What it makes of the refusal is not for the client.
    await first.end.send(unknownMethod(early));
    expect(client.received).toEqual([]);
    await first.end.send(wrap('initialize', initializeParams, 'i', '_proxy/successor'));
    await first.end.send(result(id, initializeResult));
    await expectsEnvelopes(all, ['_proxy/successor', '_proxy/successor']);
  });

  test('that understands proxy/initialize, and has the older envelopes, gets these', async () => {
    const all = stand();
    const { client, first } = all;
    await client.send(request(1, 'initialize', initializeParams));
    const { id } = first.end.last;
    await first.end.send(wrap('initialize', initializeParams, 'i', '_proxy/successor'));
    await first.end.send(result(id, initializeResult));
    await expectsEnvelopes(all, ['_proxy/successor', '_proxy/successor']);
  });

  test('of the oldest kind is started by initialize with a mark, and has two envelopes', async () => {
    const all = stand();
    const { client, first } = all;
    await client.send(request(1, 'initialize', { ...initializeParams, _meta: { mine: 1 } }));
    await first.end.send(unknownMethod(first.end.last['id']));
    await first.end.send(unknownMethod(first.end.last['id']));
    expect(first.end.last).toMatchObject({
      method: 'initialize',
      params: { ...initializeParams, _meta: { mine: 1, symposium: { proxy: true } } },
    });
    const { id } = first.end.last;
    await first.end.send(wrap('initialize', initializeParams, 'i', '_proxy/successor/request'));
    await first.end.send(result(id, initializeResult));
    await expectsEnvelopes(all, ['_proxy/successor/request', '_proxy/successor/notification']);
  });
});

describe('what is not a proxy', () => {
  test('but an agent, gets initialize refused with the code of its first error, and is named as an agent', async () => {
    const { client, first } = stand();
    await client.send(request(1, 'initialize', initializeParams));
    await first.end.send(unknownMethod(first.end.last['id']));
    await first.end.send(unknownMethod(first.end.last['id']));
    // An agent answers initialize, and does not say that it is a proxy.
    await first.end.send(result(first.end.last['id'], initializeResult));
    const { code } = unknownMethod(1)['error'] as { readonly code: number };
    const message = 'old is an agent, not a proxy; put it at the end of the chain.';
    const error = { code, message, data: { component: 'old', reason: 'agent' } };
    expect(client.received).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
  });

  test('and refuses initialize too, gets its own first error', async () => {
    const { client, first } = stand();
    await client.send(request(1, 'initialize', initializeParams));
    for (let index = 0; index < 3; index += 1) await first.end.send(unknownMethod(first.end.last['id']));
    expect(client.received).toEqual([unknownMethod(1)]);
  });

  test('is not asked again if it refuses for a reason of its own', async () => {
    const { client, first } = stand();
    await client.send(request(1, 'initialize', initializeParams));
    const error = { code: -32_000, message: 'Log in first.' };
    await first.end.send({ jsonrpc: '2.0', id: first.end.last['id'], error });
    expect(first.end.received).toHaveLength(1);
    expect(client.received).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
  });

  test('and passes every start on, is told that only the conductor sends them', async () => {
    const { client, first } = stand();
    await client.send(request(1, 'initialize', initializeParams));
    for (let index = 0; index < 4; index += 1)
      await first.end.send(wrap('proxy/initialize', initializeParams, `u${index}`, '_proxy/successor'));
    expect(first.end.last).toMatchObject({ id: 'u3', error: { code: -32_600 } });
  });
});

test('a chain as a proxy speaks the dialect of the conductor above it, and takes MCP servers as a proxy does', async () => {
  const end = new RawEnd(chain().start());
  await end.send(request(1, '_proxy/initialize', initializeParams));
  expect(end.last).toEqual(wrap('initialize', initializeParams, end.last['id'], '_proxy/successor'));
  await end.send(result(end.last['id'], initializeResult));
  expect(end.last).toEqual(result(1, { ...initializeResult, capabilities: { session: { mcp: { acp: {} } } } }));
  await end.send(notification('_a', {}), wrap('_b', {}, undefined, '_proxy/successor'));
  expect(end.received.slice(-2)).toEqual([wrap('_a', {}, undefined, '_proxy/successor'), notification('_b', {})]);
});
