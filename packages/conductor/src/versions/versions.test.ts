/** Chains whose components speak different versions. */
import { agent, client, memoryPair, proxy, type AgentComponent, type Component } from '@acp-stack/sdk';
import { describe, expect, test } from 'vitest';

import { chain } from '../chain/chain.ts';
import type { ChainEvent } from '../observe/chain-event.ts';
import {
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

const info = { name: 'tester', version: '1.0.0' };
const paramsV1 = { protocolVersion: 1, clientInfo: info, clientCapabilities: { fs: { readTextFile: true } } };
const resultV1 = { protocolVersion: 1, agentInfo: info, agentCapabilities: {}, authMethods: [] };
const resultV2 = { protocolVersion: 2, info, capabilities: { session: {} } };
const unsupported = (supported: readonly number[]) => ({
  code: -32_022,
  message: 'Unsupported.',
  data: { requested: 0, supported },
});

/** An agent of one version: another one is refused, or answered with its own. */
function agentOf(version: 1 | 2, refuses = false): RawComponent<'agent'> {
  const made = rawAgent(`agent of ${version}`);
  made.onStart = (end) => {
    end.onMessage(({ id, method, params }) => {
      if (method !== 'initialize') return;
      const isOther = (params as Fields)['protocolVersion'] !== version;
      if (isOther && refuses) end.channel.send({ jsonrpc: '2.0', id, error: unsupported([version]) });
      else end.channel.send(result(id, version === 1 ? resultV1 : resultV2));
    });
  };
  return made;
}

/** A proxy of version 1, as the released ones are: it knows only the fields of version 1. */
function proxyOf1(name: string): RawComponent<'proxy'> {
  const made = rawProxy(name);
  made.onStart = (end) => {
    end.onMessage((message) => {
      const { id, method, params, result: answer } = message;
      if (method === 'proxy/initialize') {
        const { clientInfo, clientCapabilities } = params as Fields;
        end.channel.send(wrap('initialize', { protocolVersion: 1, clientInfo, clientCapabilities }, `i${String(id)}`));
      }
      if (method !== undefined || typeof id !== 'string' || !id.startsWith('i') || answer === undefined) return;
      end.channel.send(result(id.slice(1), answer));
    });
  };
  return made;
}

/** Where there is a bridge, by the component behind it. */
const bridges = (events: readonly ChainEvent[]): unknown[] =>
  events.flatMap((event) => (event.kind === 'life' && event.details?.['isBridged'] === true ? [event.component] : []));

async function stand(components: readonly Component[], params: object, id: unknown = 1) {
  const events: ChainEvent[] = [];
  const made = chain.from(() => components, { onEvent: (event) => void events.push(event) });
  const end = new RawEnd(made.start());
  await end.send(request(id, 'initialize', params));
  // The bridge is loaded when it is needed.
  await end.until(({ id: answered }) => answered === id);
  return { client: end, events };
}

const chunkV1 = {
  sessionId: 's',
  update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x' } },
};

describe('there is no bridge', () => {
  test.each([
    [1, paramsV1, 0],
    [1, paramsV1, 3],
    [2, initializeParams, 0],
    [2, initializeParams, 3],
  ] as const)('where all speak version %i', async (version, params, count) => {
    const proxies = Array.from({ length: count }, (_, index) => {
      const made = rawProxy(`p${index}`);
      initializesByItself(made);
      return made;
    });
    const last = agentOf(version);
    const { client: end, events } = await stand([...proxies, last], params);
    expect(end.received).toEqual([result(1, version === 1 ? resultV1 : resultV2)]);
    expect(bridges(events)).toEqual([]);
    const unknown = { ...chunkV1, unknown: [1] };
    await last.end.send(notification('session/update', unknown));
    const next = proxies.at(-1)?.end.last ?? end.last;
    expect(next).toEqual(count === 0 ? notification('session/update', unknown) : wrap('session/update', unknown));
  });

  test('between a client that speaks both versions and an agent of version 1', async () => {
    const both = { ...initializeParams, clientInfo: info, clientCapabilities: paramsV1.clientCapabilities };
    const last = agentOf(1);
    const { client: end, events } = await stand([last], both);
    expect(last.end.last).toMatchObject({ params: both });
    expect(end.received).toEqual([result(1, resultV1)]);
    expect(bridges(events)).toEqual([]);
  });
});

describe('there is one bridge', () => {
  test.each([true, false])(
    'before an agent of version 1, behind a client and proxies of version 2 (refuses: %s)',
    async (refuses) => {
      const [first, last] = [rawProxy('p'), agentOf(1, refuses)];
      initializesByItself(first);
      const { client: end, events } = await stand([first, last], initializeParams);
      expect(end.received).toMatchObject([{ id: 1, result: { protocolVersion: 2, info } }]);
      expect(bridges(events)).toEqual(['agent of 1']);
      await first.end.send(wrap('auth/login', { methodId: 'key' }, 'l'));
      expect(last.end.last).toMatchObject({ method: 'authenticate', params: { methodId: 'key' } });
      await last.end.send(result(last.end.last['id'], {}));
      expect(first.end.last).toEqual(result('l', {}));
    },
  );

  test.each([true, false])(
    'before an agent of version 2, behind a client and a proxy of version 1 (refuses: %s)',
    async (refuses) => {
      const [first, last] = [proxyOf1('p'), agentOf(2, refuses)];
      const { client: end, events } = await stand([first, last], paramsV1);
      expect(end.received).toMatchObject([{ id: 1, result: { protocolVersion: 1, agentInfo: info } }]);
      expect(bridges(events)).toEqual(['agent of 2']);
      await first.end.send(wrap('authenticate', { methodId: 'key' }, 'l'));
      expect(last.end.last).toMatchObject({ method: 'auth/login' });
    },
  );

  test('which is marked on the messages of its hop, each as the one that was asked has it, and on no other hop', async () => {
    const [first, last] = [rawProxy('p'), agentOf(1)];
    initializesByItself(first);
    const { client: end, events } = await stand([first, last], initializeParams);
    events.length = 0;
    await end.send(request(2, 'auth/login', { methodId: 'key' }));
    await first.end.send(wrap('auth/login', { methodId: 'key' }, 'l'));
    await last.end.send(result(last.end.last['id'], { old: true }));
    await last.end.send(notification('session/update', chunkV1));
    const messages = events.flatMap((event) => (event.kind === 'message' ? [event] : []));
    expect(messages).toMatchObject([
      { from: 'client', to: 'p', message: { method: 'auth/login' } },
      { from: 'p', to: 'agent of 1', message: { method: 'authenticate' }, isBridged: true },
      { from: 'agent of 1', to: 'p', message: { result: { old: true } }, isBridged: true },
      { from: 'agent of 1', to: 'p', message: { method: 'session/update' }, isBridged: true },
    ]);
    expect(messages[0]).not.toHaveProperty('isBridged');
  });

  test('before the first of two proxies and an agent of version 1', async () => {
    const [first, second, last] = [proxyOf1('p'), proxyOf1('q'), agentOf(1)];
    const { client: end, events } = await stand([first, second, last], initializeParams);
    expect(end.received).toMatchObject([{ id: 1, result: { protocolVersion: 2 } }]);
    expect(bridges(events)).toEqual(['p']);
    await end.send(request(2, 'auth/login', { methodId: 'key' }));
    expect(first.end.last).toMatchObject({ method: 'authenticate' });
  });
});

test('there are two bridges around a proxy of version 1 in a chain of version 2', async () => {
  const [first, last] = [proxyOf1('p'), agentOf(2, true)];
  const { client: end, events } = await stand([first, last], initializeParams);
  expect(end.received).toMatchObject([{ id: 1, result: { protocolVersion: 2, info } }]);
  expect(new Set(bridges(events))).toEqual(new Set(['agent of 2', 'p']));
  await end.send(request(2, 'auth/login', { methodId: 'key' }));
  expect(first.end.last).toMatchObject({ method: 'authenticate' });
  await first.end.send(wrap('authenticate', { methodId: 'key' }, 'l'));
  expect(last.end.last).toMatchObject({ method: 'auth/login' });
  await last.end.send(result(last.end.last['id'], {}));
  await first.end.send(result(first.end.of('authenticate')[0]?.['id'], {}));
  expect(end.last).toEqual(result(2, {}));
});

test('a component that refuses what its successor refused is not asked again', async () => {
  const [first, last] = [rawProxy('p'), rawAgent('agent')];
  last.onStart = (end) => {
    end.onMessage(({ id }) => {
      end.channel.send({ jsonrpc: '2.0', id, error: { code: -32_602, message: 'No.' } });
    });
  };
  first.onStart = (end) => {
    end.onMessage(({ id, method, params, error }) => {
      if (method === 'proxy/initialize') end.channel.send(wrap('initialize', params, `i${String(id)}`));
      else if (error !== undefined) end.channel.send({ jsonrpc: '2.0', id: (id as string).slice(1), error });
    });
  };
  const { client: end } = await stand([first, last], initializeParams);
  expect(end.received).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32_602, message: 'No.' } }]);
  // Both forms of the agent's own.
  expect([first.end.of('proxy/initialize').length, last.end.received.length]).toEqual([1, 2]);
});

test('cancelling passes a bridge', async () => {
  const last = agentOf(1);
  const { client: end } = await stand([last], initializeParams);
  await end.send(request(2, '_a', {}), notification('$/cancel_request', { requestId: 2 }));
  const { id } = last.end.of('_a')[0] ?? {};
  expect(last.end.last).toEqual(notification('$/cancel_request', { requestId: id }));
  await last.end.send(result(id, 'late'));
  expect(end.last).toEqual(result(2, 'late'));
});

describe('with programs of this SDK', () => {
  const versions = [[1], [2], [1, 2]] as const;

  const greeter = (
    spoken: readonly [1] | readonly [2] | readonly [1, 2],
  ): AgentComponent & { readonly role: 'agent' } => {
    const made = agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
      await turn.message.append('Hello!');
    });
    return {
      name: 'greeter',
      role: 'agent',
      start: () => {
        const [ours, theirs] = memoryPair();
        made.connect(theirs, { versions: spoken });
        return ours;
      },
    };
  };

  /** Has a handler, so that it reads and writes updates in version 2. */
  const counted = () =>
    proxy({ name: 'reader', version: '1.0.0' }).onAgentNotification('session/update', (_, next) => next());

  test.each(versions.flatMap((one) => versions.map((other) => [one, other] as const)))(
    'a client of %j reaches an agent of %j through proxies',
    async (mine, theirs) => {
      const made = chain(counted(), chain(counted()), greeter(theirs));
      await using connection = await client(info).connect(made, { versions: mine });
      const session = await connection.newSession({ cwd: '/' });
      let text = '';
      for await (const update of session.prompt('Hi'))
        if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
          text += update.content.text;
      expect(text).toBe('Hello!');
    },
  );
});

describe('files and terminals of the client, for an agent of version 1 behind proxies of version 2', () => {
  const passing = (name: string) =>
    proxy({ name, version: '1.0.0' }).onClientRequest('session/prompt', (_, next) => next());
  const reader = () => agentOf(1);

  test.each([0, 1, 3])('are those of a client without proxies, behind %i of them', async (count) => {
    const asked: unknown[] = [];
    const last = reader();
    const proxies = Array.from({ length: count }, (_, index) => passing(`p${index}`));
    await using connection = await client(info, { capabilities: {} })
      .on('fs/read_text_file', (params) => {
        asked.push(params.path);
        return { content: 'A rose is red.' };
      })
      .on('terminal/create', () => ({ terminalId: 't' }))
      .connect(chain(...proxies, last));
    expect(connection.agentInfo).toMatchObject(info);
    const [initialize] = last.end.received;
    expect(initialize).toMatchObject({ params: { clientCapabilities: { fs: { readTextFile: true } } } });
    await last.end.send(request('r', 'fs/read_text_file', { sessionId: 's', path: '/garden/rose.md' }));
    expect(await last.end.until(({ id }) => id === 'r')).toMatchObject({ result: { content: 'A rose is red.' } });
    await last.end.send(request('t', 'terminal/create', { sessionId: 's', command: 'ls' }));
    expect(await last.end.until(({ id }) => id === 't')).toMatchObject({ result: { terminalId: 't' } });
    expect(asked).toEqual(['/garden/rose.md']);
    await last.end.channel.end();
  });

  test('are not offered for a client that passes on fields of version 1 and would refuse them', async () => {
    const first = rawProxy('p');
    initializesByItself(first);
    const last = reader();
    const both = { ...initializeParams, clientInfo: info, clientCapabilities: paramsV1.clientCapabilities };
    const { client: end } = await stand([first, last], both);
    expect(last.end.received[0]).toMatchObject({ params: { clientInfo: info, clientCapabilities: {} } });
    expect(last.end.received[0]).not.toMatchObject({ params: { clientCapabilities: { fs: {} } } });
    expect(JSON.stringify(end.received)).not.toContain('version1Methods');
  });

  test('do not exist on a connection of version 2, whatever the agent asks for', async () => {
    const last = agentOf(2);
    await using connection = await client(info)
      .on('fs/read_text_file', () => ({ content: 'secret' }))
      .connect(chain(passing('p'), last));
    expect(connection.agentInfo).toMatchObject(info);
    await last.end.send(request('r', 'fs/read_text_file', { sessionId: 's', path: '/x' }));
    expect(await last.end.until(({ id }) => id === 'r')).toMatchObject({ error: { code: -32_601 } });
    await last.end.channel.end();
  });

  test('are refused if only the agent says that it means them', async () => {
    const last = rawAgent('liar');
    last.onStart = (end) => {
      const capabilities = { session: {}, _meta: { 'acp-stack.dev/version1Methods': {} } };
      end.onMessage(({ id, method }) => {
        if (method === 'initialize') end.channel.send(result(id, { ...resultV2, capabilities }));
      });
    };
    await using connection = await client(info)
      .on('fs/read_text_file', () => ({ content: 'secret' }))
      .connect(last, { versions: [2] });
    expect(connection.agentInfo).toMatchObject(info);
    await last.end.send(request('r', 'fs/read_text_file', { sessionId: 's', path: '/x' }));
    expect(await last.end.until(({ id }) => id === 'r')).toMatchObject({ error: { code: -32_601 } });
    await last.end.channel.end();
  });
});
