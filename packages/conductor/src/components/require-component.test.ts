/** What plain JavaScript passes by mistake: each is refused at once, with what to pass instead. */
import { agent, client, memoryPair, proxy } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { chain } from '../chain/chain.ts';
import { address, command } from '../node/index.ts';
import { initializeParams, RawEnd, request } from '../raw-component.test-support.ts';
import { managed } from './managed.ts';

const info = { name: 'one', version: '1.0.0' };
const loose = chain as unknown as (...components: readonly unknown[]) => unknown;
const guard = proxy({ name: 'guard', version: '1.0.0' });

describe('a chain refuses', () => {
  test.each<[string, readonly unknown[], RegExp]>([
    [
      'a channel',
      [guard, memoryPair()[0]],
      /^Component 2 of the chain is a channel.*pass command\(\[program.*spawnAgent/u,
    ],
    ['an array', [[guard, agent(info)]], /^Component 1 .* an array; .* chain\(\.\.\.components\)\.$/u],
    ['a command line', ['node x.js'], /pass command\(\[program, \.\.\.args\]\) of @acp-stack\/conductor\/node/u],
    ['a url', ['ws://x/acp'], /pass address\(url\)/u],
    ['a function', [() => guard], /pass what it returns, or wrapHandler/u],
    ['a promise', [Promise.resolve(guard)], /await it first/u],
    ['nothing', [undefined], /is undefined; pass an agent\(\), a proxy\(\)/u],
    ['options', [{ name: 'x' }], /is not a component; pass an agent\(\)/u],
    ['a client', [client(info)], /is not a component/u],
  ])('%s', (_, components, words) => {
    expect(() => loose(...components)).toThrow(TypeError);
    expect(() => loose(...components)).toThrow(words);
  });

  test('the same where a function chooses the components, in the response to initialize', async () => {
    const end = new RawEnd(chain.from(() => [memoryPair()[0]] as never).start());
    await end.send(request(1, 'initialize', initializeParams));
    expect(await end.until(({ id }) => id === 1)).toMatchObject({
      error: { message: expect.stringContaining('Component 1 of the chain is a channel') as string },
    });
    expect(() => chain.from([guard] as never)).toThrow('chain.from takes a function');
  });
});

test('managed refuses what is not a component', () => {
  expect(() => managed('node x.js' as never, {})).toThrow(/managed\(\) is given is a string; pass command/u);
});

describe('a proxy without an agent', () => {
  test.each([
    ['one', guard, 'guard'],
    ['a chain', chain(guard), 'chain'],
  ])('is refused by a client: %s', async (_, component, name) => {
    const connected = client(info).connect(component as never);
    await expect(connected).rejects.toThrow(TypeError);
    await expect(connected).rejects.toThrow(`connect to chain(${name}, myAgent)`);
  });

  test('tells a program that is its client what it needs', async () => {
    const end = new RawEnd(chain(guard).start());
    await end.send(request(1, 'initialize', initializeParams));
    expect(await end.until(({ id }) => id === 1)).toMatchObject({
      error: { code: -32_600, message: expect.stringContaining('put an agent at its end') as string },
    });
  });
});

test.each([['node agent.mjs'], [[agent(info)]], [undefined], [{}]])(
  'a client refuses to connect to %j',
  async (what) => {
    await expect(client(info).connect(what as never)).rejects.toThrow(
      /A client connects to an agent\(\), a chain\(\)/u,
    );
  },
);

describe('a command', () => {
  test.each<[unknown, string]>([
    ['node x.js', 'such as command(["node","x.js"]).'],
    [undefined, 'is not a list of strings'],
    [['node', 7], 'is not a list of strings'],
    [{}, 'is not a list of strings'],
  ])('is not %j', (given, words) => {
    expect(() => command(given as never)).toThrow(TypeError);
    expect(() => command(given as never)).toThrow(words);
  });
});

test.each(['127.0.0.1:8420/acp', 'localhost:8420', '/acp', 'ftp://x/acp'])('%s is not an address', (url) => {
  expect(() => address(url)).toThrow(`"${url}" is not an address; write one such as`);
});
