import { memoryPair, type Channel, type ChannelProblem, type Receiver } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { bridge } from '../bridge.ts';
import type { BridgeReport } from '../loss/report.ts';
import { negotiate, type NegotiatedChannel, type NegotiationOptions } from './negotiated-channel.ts';
import type { Role } from '../protocol/role.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Met {
  /** What our program gets. */
  readonly inside: Fields[];
  /** What the peer gets. */
  readonly outside: Fields[];
  readonly bridged: NegotiatedChannel;
  readonly peer: Channel;
  readonly ends: unknown[];
  readonly reports: BridgeReport[];
}

function meet(
  peer: Role,
  load = () => Promise.resolve(bridge),
  options: Pick<NegotiationOptions, 'versions'> = {},
): Met {
  const [near, far] = memoryPair();
  const reports: BridgeReport[] = [];
  const onReport = (report: BridgeReport): void => void reports.push(report);
  const bridged = negotiate(near, { peer, extras: true, onReport, ...options }, load);
  const inside: Fields[] = [];
  const outside: Fields[] = [];
  const ends: unknown[] = [];
  const into = (list: Fields[], channel: Channel, onEnd: (error?: Error) => void): void => {
    channel.open({ receive: (message) => void list.push(message as Fields), reject: () => undefined, ended: onEnd });
  };
  into(inside, bridged, (error) => void ends.push(error));
  into(outside, far, () => undefined);
  return { inside, outside, bridged, peer: far, ends, reports };
}

const info = { name: 'tester', version: '1.0.0' };
const askV2 = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 2, info, capabilities: {} } };
const answer = (id: unknown, result: unknown): Fields => ({ jsonrpc: '2.0', id, result });
const refusal = (id: unknown, code: number): Fields => ({ jsonrpc: '2.0', id, error: { code, message: 'No.' } });
const v1Result = { protocolVersion: 1, agentCapabilities: { loadSession: true }, agentInfo: info, authMethods: [] };
const v2Result = { protocolVersion: 2, info, capabilities: { session: {} } };

describe('a client that does not know its agent', () => {
  test('sends initialize with the fields of both versions at once', async () => {
    const { bridged, outside } = meet('agent');
    const capabilities = { elicitation: { form: {} }, fs: { readTextFile: true }, terminal: true };
    bridged.send({ ...askV2, params: { ...askV2.params, capabilities } });
    await settled();
    const { params } = outside[0] as { readonly params: Fields };
    expect(params).toMatchObject({
      protocolVersion: 2,
      info,
      clientInfo: info,
      clientCapabilities: { elicitation: { form: {} }, fs: { readTextFile: true }, terminal: true },
    });
    const mark = { 'acp-stack.dev/version1Methods': {} };
    expect(params['capabilities']).toEqual({ elicitation: { form: {} }, _meta: mark });
  });

  test.each([{}, { fs: {} }, { fs: { readTextFile: false }, terminal: false }])(
    'says nothing of files and terminals of version 1 if it has none: %j',
    async (capabilities) => {
      const { bridged, outside } = meet('agent');
      bridged.send({ ...askV2, params: { ...askV2.params, capabilities } });
      await settled();
      expect(outside[0]).toMatchObject({ params: { capabilities: {} } });
      expect(JSON.stringify(outside[0])).not.toContain('version1Methods');
    },
  );

  test('takes files and terminals of version 1 from an agent of version 2 only if it says that it stands before one', async () => {
    for (const isMarked of [false, true]) {
      const { bridged, inside, peer } = meet('agent');
      bridged.send({ ...askV2, params: { ...askV2.params, capabilities: { terminal: true } } });
      const capabilities = { session: {}, ...(isMarked ? { _meta: { 'acp-stack.dev/version1Methods': {} } } : {}) };
      peer.send(answer(1, { ...v2Result, capabilities }));
      await settled();
      expect(inside).toHaveLength(1);
      expect([bridged.version, bridged.hasVersion1Methods]).toEqual([2, isMarked]);
    }
  });

  test('speaks version 2 directly with an agent that does', async () => {
    const { bridged, inside, outside, peer } = meet('agent');
    bridged.send(askV2);
    peer.send(answer(1, v2Result));
    await settled();
    expect(bridged.version).toBe(2);
    expect(inside).toEqual([answer(1, v2Result)]);
    const next = { jsonrpc: '2.0', method: '_anything', params: { deep: [1] } };
    bridged.send(next);
    await settled();
    expect(outside.at(-1)).toBe(next);
  });

  test('sees version 2 when the agent answers with version 1', async () => {
    const { bridged, inside, outside, peer } = meet('agent');
    bridged.send(askV2);
    peer.send(answer(1, v1Result));
    await settled();
    expect(bridged.version).toBe(1);
    expect(outside).toHaveLength(1);
    expect(inside).toMatchObject([{ id: 1, result: { protocolVersion: 2, info, capabilities: { session: {} } } }]);
    bridged.send({ jsonrpc: '2.0', id: 2, method: 'auth/login', params: { methodId: 'key' } });
    await settled();
    expect(outside.at(-1)).toMatchObject({ method: 'authenticate' });
  });

  test.each([
    ['repeats the version of the request', { ...v1Result, protocolVersion: 2 }],
    ['repeats it and says nothing else', { protocolVersion: 2 }],
    ['names a version that does not exist', { ...v1Result, protocolVersion: 99 }],
    ['names its version in words', { ...v1Result, protocolVersion: '1.0' }],
    ['names no version', { agentCapabilities: {} }],
  ])('sees an agent of version 1 when the agent %s, in the form of version 1', async (_, result) => {
    const { bridged, inside, peer, reports } = meet('agent');
    bridged.send(askV2);
    peer.send(answer(1, result));
    await settled();
    expect(bridged.version).toBe(1);
    expect(inside).toMatchObject([{ id: 1, result: { protocolVersion: 2, capabilities: { session: {} } } }]);
    expect(reports[0]).toMatchObject({ kind: 'repaired-by-bridge', repairs: [{ path: '/protocolVersion' }] });
  });

  test.each([1, '2', undefined])(
    'sees an agent of version 2 when the agent answers %j in the form of version 2',
    async (protocolVersion) => {
      const { bridged, inside, peer, reports } = meet('agent');
      bridged.send(askV2);
      peer.send(answer(1, { ...v2Result, protocolVersion }));
      await settled();
      expect(bridged.version).toBe(2);
      expect(inside).toEqual([answer(1, v2Result)]);
      expect(reports).toMatchObject([{ kind: 'repaired-by-bridge', repairs: [{ path: '/protocolVersion' }] }]);
    },
  );

  test.each([
    ['a version above 2', { ...v2Result, protocolVersion: 3 }],
    ['a version above 2 and nothing else', { protocolVersion: 3 }],
    ['something that is not an answer', 7],
  ])('believes %s', async (_, result) => {
    const { bridged, inside, peer } = meet('agent');
    bridged.send(askV2);
    peer.send(answer(1, result));
    await settled();
    expect(inside).toEqual([answer(1, result)]);
  });

  test('asks for version 1, in its form, where only that is spoken', async () => {
    const { bridged, inside, outside, peer } = meet('agent', undefined, { versions: [1] });
    bridged.send(askV2);
    bridged.send({ jsonrpc: '2.0', method: '_soon' });
    await settled();
    expect(outside).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: 1, clientInfo: info, clientCapabilities: expect.any(Object) as object },
      },
      { jsonrpc: '2.0', method: '_soon' },
    ]);
    peer.send(answer(1, v1Result));
    await settled();
    expect(bridged.version).toBe(1);
    expect(inside).toMatchObject([{ id: 1, result: { protocolVersion: 2, info } }]);
  });

  test('asks once more in the shape of version 1 when the agent bears no other', async () => {
    const { bridged, inside, outside, peer } = meet('agent');
    bridged.send(askV2);
    peer.send(refusal(1, -32_602));
    await settled();
    expect(outside).toHaveLength(2);
    const { id, params } = outside[1] as { readonly id: unknown; readonly params: Fields };
    expect(params).toMatchObject({ protocolVersion: 1, clientInfo: info });
    expect(params).not.toHaveProperty('info');
    expect(inside).toEqual([]);
    peer.send(answer(id, v1Result));
    await settled();
    expect(inside).toMatchObject([{ id: 1, result: { protocolVersion: 2 } }]);
  });

  test('asks for version 1 when the agent refuses version 2 and says that it speaks version 1', async () => {
    const { bridged, inside, outside, peer } = meet('agent');
    bridged.send(askV2);
    const error = { code: -32_022, message: 'Unsupported.', data: { requested: 2, supported: [1] } };
    peer.send({ jsonrpc: '2.0', id: 1, error });
    await settled();
    const { id, params } = outside[1] as { readonly id: unknown; readonly params: Fields };
    expect(params).toMatchObject({ protocolVersion: 1, clientInfo: info });
    peer.send(answer(id, v1Result));
    await settled();
    expect(inside).toMatchObject([{ id: 1, result: { protocolVersion: 2 } }]);
    expect(bridged.version).toBe(1);
  });

  test('hears that an agent speaks neither version', async () => {
    const { bridged, inside, peer } = meet('agent');
    bridged.send(askV2);
    const error = { code: -32_022, message: 'Unsupported.', data: { requested: 2, supported: [3] } };
    peer.send({ jsonrpc: '2.0', id: 1, error });
    await settled();
    expect(inside).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
    expect(bridged.version).toBeUndefined();
  });

  test('hears any other refusal as it is', async () => {
    const { bridged, inside, peer } = meet('agent');
    bridged.send(askV2);
    peer.send(refusal(1, -32_603));
    await settled();
    expect(inside).toEqual([refusal(1, -32_603)]);
    expect(bridged.version).toBeUndefined();
  });

  test('gets what came while the bridge was loaded, in order', async () => {
    let loaded = (): void => undefined;
    const gate = new Promise<void>((resolve) => (loaded = resolve));
    const { bridged, inside, peer } = meet('agent', () => gate.then(() => bridge));
    bridged.send(askV2);
    peer.send(answer(1, v1Result));
    peer.send({ jsonrpc: '2.0', method: '_first' });
    peer.send({ jsonrpc: '2.0', method: '_second' });
    await settled();
    expect(inside).toEqual([]);
    loaded();
    await settled();
    expect(inside.map((message) => message['method'] ?? message['id'])).toEqual([1, '_first', '_second']);
  });

  test('hears that the agent ended while the bridge was loaded', async () => {
    let loaded = (): void => undefined;
    const gate = new Promise<void>((resolve) => (loaded = resolve));
    const { bridged, peer, ends } = meet('agent', () => gate.then(() => bridge));
    bridged.send(askV2);
    peer.send(answer(1, v1Result));
    await settled();
    await peer.end();
    loaded();
    await settled();
    expect(ends).toEqual([undefined]);
  });

  test('ends when the bridge cannot be loaded', async () => {
    const { bridged, peer, ends } = meet('agent', () => Promise.reject(new Error('no such module')));
    bridged.send(askV2);
    peer.send(answer(1, v1Result));
    await settled();
    expect(ends).toMatchObject([{ message: 'The bridge to version 1 could not be loaded.' }]);
  });
});

describe('an agent that does not know its client', () => {
  const askV1 = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1, clientInfo: info } };

  test('sees version 2 when the client asks for version 1', async () => {
    const { bridged, inside, outside, peer } = meet('client');
    peer.send(askV1);
    await settled();
    expect(bridged.version).toBe(1);
    expect(inside).toMatchObject([{ method: 'initialize', params: { protocolVersion: 2, info } }]);
    bridged.send(answer(inside[0]?.['id'], v2Result));
    await settled();
    expect(outside).toMatchObject([{ id: 0, result: { protocolVersion: 1, agentInfo: info } }]);
  });

  test.each([2, 3, 99])('speaks version 2 directly with a client that asks for %i', async (protocolVersion) => {
    const { bridged, inside, peer } = meet('client');
    const ask = { ...askV2, params: { ...askV2.params, protocolVersion } };
    peer.send(ask);
    await settled();
    expect(bridged.version).toBe(2);
    expect(inside).toEqual([ask]);
  });

  test('treats a client that asks for version 0 as one of version 2, the latest [INIT-05]', async () => {
    const { inside, peer } = meet('client');
    peer.send({ ...askV1, params: { protocolVersion: 0 } });
    await settled();
    expect(inside).toMatchObject([{ id: 0, params: { protocolVersion: 0 } }]);
  });

  test('answers every client with version 1 where only that is spoken', async () => {
    for (const protocolVersion of [0, 1, 2, 7]) {
      const { bridged, inside, outside, peer } = meet('client', undefined, { versions: [1] });
      peer.send({ ...askV2, params: { ...askV2.params, protocolVersion } });
      await settled();
      expect(inside).toMatchObject([{ params: { protocolVersion: 2 } }]);
      bridged.send(answer(1, v2Result));
      await settled();
      expect(bridged.version).toBe(1);
      expect(outside).toMatchObject([{ id: 1, result: { protocolVersion: 1, agentInfo: info } }]);
    }
  });

  test('leaves it to the program to refuse what is no version', async () => {
    const { inside, peer } = meet('client');
    const ask = { ...askV1, params: { protocolVersion: 'one' } };
    peer.send(ask);
    await settled();
    expect(inside).toEqual([ask]);
  });

  test.each([1, 2])('starts over after it has refused a client that asked for %i', async (protocolVersion) => {
    const { bridged, inside, peer } = meet('client');
    peer.send(protocolVersion === 1 ? askV1 : askV2);
    await settled();
    bridged.send(refusal(inside[0]?.['id'], -32_603));
    await settled();
    expect(bridged.version).toBeUndefined();
    peer.send({ ...askV2, id: 7 });
    await settled();
    expect(bridged.version).toBe(2);
    expect(inside.at(-1)).toMatchObject({ id: 7, params: { protocolVersion: 2 } });
  });
});

describe('a peer that is gone before the bridge is there', () => {
  test('ends the connection, and what was sent meanwhile does not throw', async () => {
    let finish: (make: typeof bridge) => void = () => undefined;
    const { bridged, peer, ends } = meet(
      'client',
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    peer.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } });
    await settled();
    bridged.send(refusal(null, -32_700));
    peer.destroy();
    await settled();
    finish(bridge);
    await settled();
    expect(ends).toHaveLength(1);
  });
});

describe('a channel that can be redirected', () => {
  const silent: Receiver = { receive: () => undefined, reject: () => undefined, ended: () => undefined };

  /** A negotiation over a channel that notes where it is to deliver. */
  function negotiateNoting(peer: Role): { bridged: NegotiatedChannel; far: Channel; targets: unknown[] } {
    const [near, far] = memoryPair();
    const targets: unknown[] = [];
    const noting = Object.assign(near, { redirect: (receiver: unknown) => void targets.push(receiver) });
    far.open(silent);
    return { bridged: negotiate(noting, { peer, extras: true }, () => Promise.resolve(bridge)), far, targets };
  }

  test('delivers straight to the program once the peer speaks version 2', async () => {
    const { bridged, far, targets } = negotiateNoting('agent');
    bridged.open(silent);
    bridged.send(askV2);
    await settled();
    expect(targets).toEqual([]);
    far.send(answer(1, v2Result));
    await settled();
    expect(targets).toEqual([silent]);
  });

  test('delivers straight to the bridge once the peer speaks version 1', async () => {
    const { bridged, far, targets } = negotiateNoting('agent');
    bridged.open(silent);
    bridged.send(askV2);
    await settled();
    far.send(answer(1, v1Result));
    await settled();
    expect(targets).toHaveLength(1);
    expect(targets).not.toContain(silent);
    expect(targets).not.toContain(bridged);
  });

  test('delivers to the negotiation again when nothing was agreed on', async () => {
    const { bridged, far, targets } = negotiateNoting('client');
    bridged.open(silent);
    far.send(askV2);
    await settled();
    bridged.send(refusal(1, -32_603));
    expect(targets).toEqual([silent, bridged]);
  });
});

describe('an answer of version 1 that was not read', () => {
  test('is an error for its caller, and the request of a peer is refused by its id', async () => {
    const [near, far] = memoryPair();
    let reject: ((problem: ChannelProblem) => void) | undefined;
    const open = near.open.bind(near);
    near.open = (receiver: Receiver) => {
      reject = (problem) => {
        receiver.reject(problem);
      };
      open(receiver);
    };
    const bridged = negotiate(near, { peer: 'agent', extras: true }, () => Promise.resolve(bridge));
    const inside: Fields[] = [];
    const outside: Fields[] = [];
    bridged.open({
      receive: (message) => void inside.push(message as Fields),
      reject: () => undefined,
      ended: () => undefined,
    });
    far.open({
      receive: (message) => void outside.push(message as Fields),
      reject: () => undefined,
      ended: () => undefined,
    });
    bridged.send(askV2);
    await settled();
    far.send(answer(1, v1Result));
    await settled();
    bridged.send({ jsonrpc: '2.0', id: 2, method: 'session/new', params: { cwd: '/', mcpServers: [] } });
    await settled();
    inside.length = 0;
    reject?.({ kind: 'too-large', message: 'Too long.', partial: { id: 2, isResponse: true } });
    reject?.({ kind: 'too-large', message: 'Too long.', partial: { id: 'x', isResponse: false } });
    await settled();
    expect(inside).toMatchObject([{ id: 2, error: { message: 'Too long.' } }]);
    expect(outside.at(-1)).toMatchObject({ id: 'x', error: { code: -32_600 } });
  });
});
