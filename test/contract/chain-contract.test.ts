/** The contract of chains, for chains of every length, in this process and as processes, in both versions. */
import { fileURLToPath } from 'node:url';

import { chain } from '@acp-stack/conductor';
import { command } from '@acp-stack/conductor/node';
import { proxy, type AcpProxy, type ProxyComponent } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { rawAgent } from '../../packages/conductor/src/raw-component.test-support.ts';
import { connected, exchange, expectWhole } from './chains/chain-contract.ts';
import { contractCases, methodsOf } from './chains/contract-case.ts';

const program = fileURLToPath(new URL('chains/component-program.mjs', import.meta.url));
const versions = ['v1', 'v2'] as const;
const cases = { v1: contractCases('v1', 'all'), v2: contractCases('v2', 'all') } as const;
const fewer = { v1: contractCases('v1', 'one of each'), v2: contractCases('v2', 'one of each') } as const;
/** The longest chain, and those that differ in more than their length, get all cases. */
const wholeLengths = new Set([0, 1, 8]);

const passing = (index: number): AcpProxy => proxy({ name: `proxy ${index}`, version: '1.0.0' });
const processOf = (index: number): ReturnType<typeof command> =>
  command([process.execPath, program, 'proxy', `proxy ${index}`], { name: `proxy ${index}` });
const several = (count: number, make: (index: number) => ProxyComponent): ProxyComponent[] =>
  Array.from({ length: count }, (_, index) => make(index));

async function keepsContract(
  proxies: readonly ProxyComponent[],
  version: (typeof versions)[number],
  sent = cases[version],
): Promise<void> {
  const agent = rawAgent('agent');
  const [client, end] = await connected(chain(...proxies, agent), agent, version);
  try {
    expectWhole(await exchange(client, end, sent), sent);
  } finally {
    await client.channel.end();
    await end.channel.end();
  }
}

describe.each(versions)('every message of %s arrives unchanged, once, and every request is answered', (version) => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('through %i proxies in this process', async (count) => {
    await keepsContract(several(count, passing), version, (wholeLengths.has(count) ? cases : fewer)[version]);
  });

  test('through chains of chains, empty ones too', async () => {
    const inner = chain(passing(1), chain(chain(), passing(2)));
    await keepsContract([chain(), inner, chain(chain(chain()))], version);
  });

  test.each([1, 3])('through %i processes', async (count) => {
    await keepsContract(several(count, processOf), version, (count === 1 ? cases : fewer)[version]);
  });

  test('through processes and proxies in this process in turn', async () => {
    await keepsContract([passing(1), chain(passing(2), processOf(3))], version, fewer[version]);
  });
});

test('the contract notices what is lost, changed or repeated', async () => {
  const agent = rawAgent('agent');
  const [client, end] = await connected(chain(agent), agent, 'v2');
  const all = cases.v2;
  const outcome = await exchange(client, end, all);
  expectWhole(outcome, all);
  const [[mark, message] = [0, {}]] = outcome.arrived;
  const { _meta: _, ...params } = message['params'] as Readonly<Record<string, unknown>>;
  outcome.arrived.set(mark, { ...message, params });
  expect(() => {
    expectWhole(outcome, all);
  }).toThrow();
  outcome.arrived.set(mark, message);
  await client.send(message);
  expect(() => {
    expectWhole(outcome, all);
  }).toThrow();
  await client.channel.end();
  await end.channel.end();
});

test('the contract has each method of both versions, from each side that may send it', () => {
  for (const version of versions)
    expect(new Set(cases[version].map(({ method }) => method))).toEqual(new Set(methodsOf(version)));
});
