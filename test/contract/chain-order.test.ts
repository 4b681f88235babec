/** Order and ids in chains: whatever both ends send through whatever chain, nothing is lost, repeated or mixed up. */
import { chain } from '@acp-stack/conductor';
import { proxy, type ProxyComponent } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { rawAgent } from '../../packages/conductor/src/raw-component.test-support.ts';
import { connected } from './chains/chain-contract.ts';
import { ProgramEnd, type Move } from './chains/random-program.ts';
import { RelayProxy, type RelayDialect } from './chains/relay-proxy.ts';

/** What a chain consists of: the dialects of its proxies, and chains within it. */
type Shape = readonly (RelayDialect | Shape)[];

const dialect = fc.constantFrom<RelayDialect>('current', 'current', 'prefixed', 'handshake');
const shapes: fc.Arbitrary<Shape> = fc.letrec<{ shape: Shape; part: RelayDialect | Shape }>((tie) => ({
  shape: fc.array(tie('part'), { maxLength: 4 }),
  part: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    { arbitrary: dialect, weight: 4 },
    { arbitrary: tie('shape'), weight: 1 },
  ),
})).shape;

const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.record({
    side: fc.constantFrom('client', 'agent'),
    act: fc.constantFrom('request', 'request', 'notify', 'cancel', 'answer', 'answer', 'refuse', 'wait'),
    pick: fc.nat(20),
  }),
  { minLength: 5, maxLength: 60 },
);

function build(shape: Shape, relays: RelayProxy[]): ProxyComponent[] {
  return shape.map((part) => {
    if (typeof part !== 'string') return chain(...(build(part, relays) as []));
    const relay = new RelayProxy(`relay ${relays.length}`, part);
    relays.push(relay);
    return relay;
  });
}

const versions = fc.constantFrom<'v1' | 'v2'>('v1', 'v2');

async function run(shape: Shape, program: readonly Move[], version: 'v1' | 'v2') {
  const relays: RelayProxy[] = [];
  const agent = rawAgent('agent');
  const made = chain(...build(shape, relays), agent);
  const [clientEnd, agentEnd] = await connected(made, agent, version);
  const ends = { client: new ProgramEnd(clientEnd, 'client'), agent: new ProgramEnd(agentEnd, 'agent') };
  for (const move of program) {
    if (move.act === 'wait') await settled(1);
    else ends[move.side].act(move);
  }
  const both = Object.values(ends);
  // Every request that arrives is answered now; each hop takes a bounded number of macrotasks.
  for (let rounds = 0; rounds < 1000 && !both.every(({ isDone }) => isDone); rounds += 1) {
    for (const each of both) while (each.hasOpen) each.act({ act: 'answer', pick: 0 });
    await settled(1);
  }
  for (let rounds = 0; rounds < 1000 && !isQuiet(ends); rounds += 1) await settled(1);
  await clientEnd.channel.end();
  await agentEnd.channel.end();
  return { ...ends, relays };
}

const isQuiet = ({ client, agent }: Record<'client' | 'agent', ProgramEnd>): boolean =>
  client.sent.length === agent.received.length && agent.sent.length === client.received.length;

test('what an end sends arrives at the other one in its order, and each request is answered exactly once', async () => {
  const property = fc.asyncProperty(shapes, moves, versions, async (shape, program, version) => {
    const { client, agent } = await run(shape, program, version);
    expect(agent.received).toEqual(client.sent);
    expect(client.received).toEqual(agent.sent);
    for (const end of [client, agent]) {
      expect(end.cancelled).not.toContain(-1);
      expect(new Set(end.cancelled).size).toBe(end.cancelled.length);
    }
  });
  await fc.assert(property, { numRuns: 60 });
});

test('no id is used twice by a conductor, and no id of one connection is seen on another', async () => {
  const property = fc.asyncProperty(shapes, moves, versions, async (shape, program, version) => {
    const { client, agent, relays } = await run(shape, program, version);
    const all = [client.ids, agent.ids, ...relays.map(({ ids }) => ids)].flat();
    // The ids of the ends and of the relays are numbers.
    expect(all.filter((id) => typeof id !== 'string')).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });
  await fc.assert(property, { numRuns: 20 });
});

test('a proxy of the SDK keeps the order of each session', async () => {
  const order = fc.array(fc.record({ from: fc.constantFrom('client', 'agent'), session: fc.nat(2) }), {
    maxLength: 60,
  });
  const property = fc.asyncProperty(fc.nat(3), order, async (count, sent) => {
    const agent = rawAgent('agent');
    const proxies = Array.from({ length: count }, (_, index) => proxy({ name: `proxy ${index}`, version: '1.0.0' }));
    const ends = await connected(chain(...proxies, agent), agent, 'v2');
    const [client, far] = ends;
    for (const end of ends) end.received.length = 0;
    for (const [number, { from, session }] of sent.entries()) {
      const end = from === 'client' ? client : far;
      const method = from === 'client' ? 'session/cancel' : '_later';
      end.channel.send({ jsonrpc: '2.0', method, params: { sessionId: String(session), number } });
    }
    const wanted = (from: string, session: number) =>
      [...sent.entries()].flatMap(([number, each]) => (each.from === from && each.session === session ? [number] : []));
    while (client.received.length + far.received.length < sent.length) await settled(1);
    for (const session of [0, 1, 2])
      for (const [from, end] of [
        ['client', far],
        ['agent', client],
      ] as const) {
        const seen = end.received.map(
          ({ params }) => params as { readonly sessionId: string; readonly number: number },
        );
        const numbers = seen.filter(({ sessionId }) => sessionId === String(session)).map(({ number }) => number);
        expect(numbers).toEqual(wanted(from, session));
      }
    await client.channel.end();
    await far.channel.end();
  });
  await fc.assert(property, { numRuns: 20 });
});
