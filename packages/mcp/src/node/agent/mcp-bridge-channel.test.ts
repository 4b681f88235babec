import {
  memoryPair,
  RpcError,
  unparsedMessageOf,
  type Channel,
  type Receiver,
  type UnparsedMessage,
} from '@acp-stack/rpc';
import { describe, expect, test } from 'vitest';

import { bridgeMcp } from '../bridge-mcp.ts';
import { connectMcp, gardenPair } from '../garden.test-support.ts';
import { bridgedPair, declaredServers, initializedPair, initializeResults } from '../raw-side.test-support.ts';

const acp = (serverId: string): object => ({ type: 'acp', name: serverId, serverId });
const open = { cwd: '/', mcpServers: [acp('roses')] };

test.each([1, 2] as const)('MCP over ACP is advertised for an agent of version %i without it', async (version) => {
  const { client } = bridgedPair(initializeResults[version]({ stdio: {} }));
  const { result } = await client.ask('initialize', { protocolVersion: version });
  expect(result).toEqual(initializeResults[version]({ stdio: {}, acp: version === 1 ? true : {} }));
  client.channel.destroy();
});

test('everything passes unchanged to an agent that supports MCP over ACP itself', async () => {
  const { client, agent } = await initializedPair(initializeResults[2]({ acp: {}, http: {} }));
  await client.ask('session/new', open);
  expect(declaredServers(agent)).toEqual([acp('roses')]);
  client.on('mcp/connect', () => ({ connectionId: 'c1' }));
  expect((await agent.ask('mcp/connect', { serverId: 'roses' })).result).toEqual({ connectionId: 'c1' });
  agent.on('mcp/message', () => ({ roots: [] }));
  const answer = await client.ask('mcp/message', { connectionId: 'c1', method: 'roots/list' });
  expect(answer.result).toEqual({ roots: [] });
  client.channel.destroy();
});

test('an agent that can use no MCP server is not said to support MCP over ACP, and declarations are refused', async () => {
  const { client, agent } = bridgedPair(initializeResults[2]());
  const { result } = await client.ask('initialize', { protocolVersion: 2 });
  expect(result).toEqual(initializeResults[2]());
  const { error } = await client.ask('session/new', open);
  expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining('can use no MCP server') });
  expect(agent.all('session/new')).toEqual([]);
  expect((await client.ask('session/new', { cwd: '/' })).result).toEqual({ sessionId: 's1' });
  client.channel.destroy();
});

test('the ways that are not preferred are not used, as for an agent on another machine', async () => {
  const { client } = await initializedPair(initializeResults[1]({ http: true }), { prefer: ['native'] });
  expect((await client.ask('session/new', open)).error?.code).toBe(-32_602);
  client.channel.destroy();
});

test('MCP over ACP is not advertised for an agent that has it, if that way is not permitted and no other works', async () => {
  const { client } = bridgedPair(initializeResults[2]({ acp: {} }), { prefer: ['http', 'stdio'] });
  const { result } = await client.ask('initialize', { protocolVersion: 2 });
  expect(result).toEqual(initializeResults[2]());
  client.channel.destroy();
});

test('a server of the kind acp without an id is refused', async () => {
  const { client } = await initializedPair(initializeResults[1]());
  const { error } = await client.ask('session/new', { cwd: '/', mcpServers: [{ type: 'acp', name: 'x' }] });
  expect(error).toMatchObject({ code: -32_602, message: 'An MCP server of the type acp needs an id; set serverId.' });
  client.channel.destroy();
});

test.each(['session/new', 'session/load', 'session/resume', 'session/fork'])(
  'declarations in %s are replaced by the transport that the agent supports, in both versions',
  async (method) => {
    for (const version of [1, 2] as const) {
      const params = { ...open, sessionId: 'old' };
      const stdio = await initializedPair(initializeResults[version]({ stdio: {} }));
      await stdio.client.ask(method, params);
      const [program] = declaredServers(stdio.agent);
      expect(program).toMatchObject({ name: 'roses', command: process.execPath });
      expect(program['type']).toBe(version === 1 ? undefined : 'stdio');
      expect(program['args']).toEqual([expect.stringMatching(/stdio-program\.js$/u)]);
      stdio.client.channel.destroy();
      const http = await initializedPair(initializeResults[version]({ http: version === 1 ? true : {} }));
      await http.client.ask(method, params);
      expect(declaredServers(http.agent)).toMatchObject([
        { type: 'http', name: 'roses', headers: [{ name: 'Authorization' }] },
      ]);
      http.client.channel.destroy();
    }
  },
);

test('messages that follow the first declaration keep their order while the bridge begins to listen', async () => {
  const { client, agent } = await initializedPair(initializeResults[1]({ http: true }));
  const opened = client.ask('session/new', open);
  client.send({ method: 'session/cancel', params: { sessionId: 'other' } });
  const second = client.ask('session/new', { cwd: '/second', mcpServers: [acp('lilies')] });
  await Promise.all([opened, second]);
  expect(agent.messages.map(({ method }) => method)).toEqual([
    'initialize',
    'session/new',
    'session/cancel',
    'session/new',
  ]);
  client.channel.destroy();
});

test('a channel that is ended while the bridge begins to listen still sends what it has taken', async () => {
  const { client, agent } = await initializedPair(initializeResults[1]({ http: true }));
  client.send({ id: 9, method: 'session/new', params: open });
  await client.channel.end();
  await agent.until(() => agent.hasEnded);
  expect(agent.all('session/new')).toHaveLength(1);
  client.channel.destroy();
});

test('a client that has ended is asked nothing more', async () => {
  const { client, server } = await gardenPair(initializeResults[1]({ http: true }));
  const mcp = await connectMcp(server);
  const count = client.messages.length;
  await client.channel.end();
  await expect(mcp.listTools()).rejects.toThrow();
  expect(client.messages).toHaveLength(count);
  client.channel.destroy();
  await mcp.close();
});

test('what is left of the agent can be awaited, where its channel says so', async () => {
  const [end, other] = memoryPair();
  let isGone = false;
  const agent = Object.assign(end, {
    [Symbol.asyncDispose]: () => {
      isGone = true;
      return Promise.resolve();
    },
  });
  await (bridgeMcp(agent) as Channel & AsyncDisposable)[Symbol.asyncDispose]();
  expect(isGone).toBe(true);
  await (bridgeMcp(other) as Channel & AsyncDisposable)[Symbol.asyncDispose]();
});

test('messages on an unknown MCP connection are refused, because the agent does not know any', async () => {
  const { client, agent } = await initializedPair(initializeResults[1]());
  client.send({ method: 'mcp/message', params: { connectionId: 'gone', method: 'notifications/message' } });
  const { error } = await client.ask('mcp/message', { connectionId: 'gone', method: 'ping' });
  expect(error).toMatchObject({ code: -32_602, data: { reason: 'unknown MCP connection', connectionId: 'gone' } });
  expect(agent.all('mcp/message')).toEqual([]);
  client.channel.destroy();
});

test('a session that is opened again keeps the address of a server, and another session has its own', async () => {
  const { client, agent } = await initializedPair(initializeResults[1]({ http: true }));
  const addresses: unknown[] = [];
  for (const sessionId of ['s1', 's2', 's1']) {
    await client.ask('session/load', { ...open, sessionId });
    addresses.push(declaredServers(agent)[0]['url']);
  }
  expect(addresses[2]).toBe(addresses[0]);
  expect(addresses[1]).not.toBe(addresses[0]);
  client.channel.destroy();
});

/** The status of a request with the right token. */
async function status(server: Readonly<Record<string, unknown>>): Promise<number> {
  const { url, headers } = server as { url: string; headers: { name: string; value: string }[] };
  return (await fetch(url, { headers: { authorization: headers[0]?.value ?? '' } })).status;
}

test.each(['session/close', 'session/delete'])('the addresses of a session end with %s', async (method) => {
  const { client, agent } = await initializedPair(initializeResults[1]({ http: true }));
  await client.ask('session/new', open);
  const [first] = declaredServers(agent);
  await client.ask('session/new', open);
  const [second] = declaredServers(agent);
  await client.ask(method, { sessionId: 's1' });
  expect(await status(first)).toBe(404);
  expect(await status(second)).not.toBe(404);
  client.channel.destroy();
});

test('the addresses of a session that the agent does not open end, and those of servers that are not declared again', async () => {
  const { client, agent } = await initializedPair(initializeResults[1]({ http: true }));
  await client.ask('session/load', { ...open, sessionId: 's1' });
  const [first] = declaredServers(agent);
  agent.on('session/new', () => {
    throw new RpcError(-32_000, 'Log in first.');
  });
  await client.ask('session/new', open);
  const [refused] = declaredServers(agent);
  expect(await status(refused)).toBe(404);
  expect(await status(first)).not.toBe(404);
  await client.ask('session/resume', { cwd: '/', sessionId: 's1' });
  expect(await status(first)).toBe(404);
  client.channel.destroy();
});

test('there is a limit for the servers that sessions use at once', async () => {
  const { client } = await initializedPair(initializeResults[1](), { limits: { endpoints: 1 } });
  expect((await client.ask('session/new', open)).error).toBeUndefined();
  expect((await client.ask('session/new', open)).error?.code).toBe(-33_000);
  await client.ask('session/close', { sessionId: 's1' });
  expect((await client.ask('session/new', open)).error).toBeUndefined();
  client.channel.destroy();
});

describe('messages that are not parsed', () => {
  const update = '{"jsonrpc":"2.0","method":"session/update","params":{"n":1.0}}';

  /** A bridge before an agent whose channel takes and delivers text; `told` is what the receiver of the bridge got. */
  function textBridge(): {
    readonly bridge: Channel;
    readonly agent: Required<Pick<Receiver, 'receive' | 'receiveUnparsed'>>;
    readonly sent: unknown[];
    readonly told: unknown[];
  } {
    const [inner] = memoryPair();
    const sent: unknown[] = [];
    const told: unknown[] = [];
    let agent: Receiver | undefined;
    const channel: Channel = {
      ...inner,
      open: (receiver) => void (agent = receiver),
      send: (message) => sent.push(message) > 0,
      sendUnparsed: ({ text }) => sent.push(text) > 0,
      pause: () => undefined,
      resume: () => undefined,
    };
    const bridge = bridgeMcp(channel);
    bridge.open({
      receive: (message) => void told.push(message),
      receiveUnparsed: ({ text }) => void told.push(text),
      reject: () => undefined,
      ended: () => undefined,
    });
    return { bridge, agent: agent as never, sent, told };
  }

  const say = ({ agent }: ReturnType<typeof textBridge>, text: string): void => {
    agent.receiveUnparsed(unparsedMessageOf(text) as UnparsedMessage);
  };
  const ask = ({ bridge }: ReturnType<typeof textBridge>, text: string): void => {
    bridge.sendUnparsed?.(unparsedMessageOf(text) as UnparsedMessage);
  };

  test('of the agent pass, except the responses that the bridge looks at', () => {
    const stand = textBridge();
    ask(stand, '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":2}}');
    say(stand, update);
    const result = initializeResults[2]({ stdio: {} });
    say(stand, JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    say(stand, update);
    expect(stand.told).toEqual([
      update,
      { jsonrpc: '2.0', id: 1, result: initializeResults[2]({ stdio: {}, acp: {} }) },
      update,
    ]);
  });

  test('wait in order while the receiver pauses', async () => {
    const stand = textBridge();
    stand.bridge.pause();
    say(stand, update);
    stand.agent.receive({ jsonrpc: '2.0', method: '_b', params: {} });
    expect(stand.told).toEqual([]);
    stand.bridge.resume();
    await Promise.resolve();
    expect(stand.told).toEqual([JSON.parse(update), { jsonrpc: '2.0', method: '_b', params: {} }]);
  });

  test('of the client pass to an agent that needs no bridge, and are looked at for one that does', () => {
    const asking = '{"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/","mcpServers":[]}}';
    const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":2}}';
    for (const [servers, expected] of [
      [{ acp: {} }, asking],
      [{ stdio: {} }, JSON.parse(asking)],
    ] as const) {
      const stand = textBridge();
      ask(stand, initialize);
      say(stand, JSON.stringify({ jsonrpc: '2.0', id: 1, result: initializeResults[2](servers) }));
      ask(stand, asking);
      expect(stand.sent).toEqual([JSON.parse(initialize), expected]);
    }
  });

  test('are not taken for a channel that needs the message itself', () => {
    const [channel] = memoryPair();
    expect(bridgeMcp(channel).sendUnparsed).toBeUndefined();
  });
});
