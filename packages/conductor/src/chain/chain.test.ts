import { wrapChannel } from '@acp-stack/rpc';
import { agent, client, memoryPair, proxy, type AcpProxy, type ClientConnection } from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import {
  answersInitialize,
  initializeParams,
  initializesByItself,
  RawEnd,
  rawAgent,
  rawProxy,
  request,
} from '../raw-component.test-support.ts';
import { chain } from './chain.ts';

const info = { name: 'tester', version: '1.0.0' };

const greeter = () =>
  agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
    await turn.message.append('Hello, world!');
  });

/** Puts a sign before each message of the agent. */
const sign = (text: string): AcpProxy =>
  proxy({ name: `sign ${text}`, version: '1.0.0' }).onAgentNotification(
    'session/update',
    async ({ update, ...params }, next) => {
      if (update.sessionUpdate !== 'agent_message_chunk' || update.content.type !== 'text') return next();
      return next({
        ...params,
        update: { ...update, content: { ...update.content, text: text + update.content.text } },
      });
    },
  );

async function said(connection: ClientConnection): Promise<string> {
  const session = await connection.newSession({ cwd: '/' });
  let text = '';
  for await (const update of session.prompt('Hi'))
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') text += update.content.text;
  return text;
}

describe('a chain that ends with an agent', () => {
  test.each([0, 1, 2, 8])('is an agent behind %i proxies', async (count) => {
    const proxies = Array.from({ length: count }, (_, index) => sign(String(index)));
    await using connection = await client(info).connect(chain(...proxies, greeter()));
    expect(connection.agentInfo.name).toBe('greeter');
    const signs = Array.from({ length: count }, (_, index) => index).join('');
    expect(await said(connection)).toBe(`${signs}Hello, world!`);
  });

  test('holds chains of proxies to any depth, empty ones too', async () => {
    const inner = chain(sign('b'), chain(chain(sign('c')), chain()), sign('d'));
    await using connection = await client(info).connect(chain(sign('a'), inner, chain(chain(greeter()))));
    expect(await said(connection)).toBe('abcdHello, world!');
  });

  test('is wrapped towards its client, however it is started, and the chain itself is not', async () => {
    const seen: string[] = [];
    const made = chain(sign('>'), greeter());
    const wrapped = made.wrapChannel((channel) =>
      wrapChannel(channel, {
        receive: (message, text, receiver) => {
          seen.push((message as { readonly method: string }).method);
          receiver.receive(message, text);
        },
      }),
    );
    const [ours, theirs] = memoryPair();
    wrapped.connect(theirs);
    for (const channel of [wrapped, ours, made]) {
      await using connection = await client(info).connect(channel);
      expect(await said(connection)).toBe('>Hello, world!');
    }
    const once = ['initialize', 'session/new', 'session/prompt'];
    expect(seen).toEqual([...once, ...once]);
  });

  test('serves any number of clients, each with components of its own', async () => {
    const made = chain(sign('>'), greeter());
    await using first = await client(info).connect(made);
    await using second = await client(info).connect(made);
    await first.close();
    expect(await said(second)).toBe('>Hello, world!');
  });

  test('passes cancelling on, and the prompt ends', async () => {
    const waiting = agent(info).onPrompt(
      ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    );
    await using connection = await client(info).connect(chain(sign('>'), chain(sign('>')), waiting));
    const session = await connection.newSession({ cwd: '/' });
    const run = session.prompt('Wait');
    session.cancel();
    expect(await run).toMatchObject({ stopReason: 'cancelled' });
  });

  test('passes questions of the agent to the client', async () => {
    const asking = agent(info).onPrompt(async (turn) => {
      const answer = await turn.requestPermission({
        title: 'May I?',
        options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
      });
      await turn.message.append(JSON.stringify(answer));
    });
    const asked = client(info).onPermission(() => 'yes');
    await using connection = await asked.connect(chain(sign(''), sign(''), asking));
    expect(await said(connection)).toContain('yes');
  });
});

describe('a chain starts its components', () => {
  test('with the first message, and not before', async () => {
    const raw = rawAgent('late');
    answersInitialize(raw);
    const end = new RawEnd(chain(raw).start());
    await settled();
    expect(raw.ends).toHaveLength(0);
    await end.send(request(1, 'initialize', initializeParams));
    expect(raw.ends).toHaveLength(1);
    expect(end.received).toMatchObject([{ id: 1, result: { protocolVersion: 2 } }]);
  });

  test.each(['session/new', 'proxy/initialize', '_proxy/initialize'])(
    'and refuses %s before initialize, and goes on',
    async (method) => {
      const raw = rawAgent('late');
      answersInitialize(raw);
      const end = new RawEnd(chain(raw).start());
      await end.send(request('x', method, {}), { jsonrpc: '2.0', method: 'session/cancel', params: {} });
      expect(end.received).toMatchObject([
        { id: 'x', error: { code: -32_600, data: 'expected `initialize` request' } },
      ]);
      expect(raw.ends).toHaveLength(0);
      await end.send(request('y', 'initialize', initializeParams));
      expect(end.last).toMatchObject({ id: 'y', result: {} });
    },
  );

  test('and a chain of proxies refuses initialize before proxy/initialize', async () => {
    const end = new RawEnd(chain(sign('>')).start());
    await end.send(request(1, 'initialize', initializeParams));
    expect(end.last).toMatchObject({ id: 1, error: { code: -32_600, data: 'expected `initialize` request' } });
  });

  test('that a function chooses from the params of initialize', async () => {
    const chosen = chain.from(({ info: given }) => {
      const { name } = given as { readonly name: string };
      return name === 'plain' ? [greeter()] : [sign(`${name} `), greeter()];
    });
    await using plain = await client({ name: 'plain', version: '1' }).connect(chosen);
    await using other = await client({ name: 'other', version: '1' }).connect(chosen);
    expect([await said(plain), await said(other)]).toEqual(['Hello, world!', 'other Hello, world!']);
  });

  test('that a function chooses later; what is sent meanwhile waits in order', async () => {
    const raw = rawAgent('chosen');
    answersInitialize(raw);
    let choose: () => void = () => undefined;
    const made = chain.from(() => new Promise((resolve) => (choose = () => resolve([raw]))));
    const end = new RawEnd(made.start());
    await end.send(request(1, 'initialize', initializeParams), request(2, '_a'), { jsonrpc: '2.0', method: '_b' });
    expect(raw.ends).toHaveLength(0);
    choose();
    await settled();
    expect(raw.end.received.map(({ method }) => method)).toEqual(['initialize', '_a', '_b']);
  });

  test.each([
    ['throws', () => Promise.reject(new Error('No such team.')), 'No such team.'],
    ['returns nothing', () => [], 'The chain has no agent.'],
  ])('unless the function %s: then initialize is refused, and may be sent again', async (_, choose, message) => {
    const end = new RawEnd(chain.from(choose).start());
    for (const id of [1, 2]) {
      await end.send(request(id, 'initialize', initializeParams));
      expect(end.last).toMatchObject({
        id,
        error: { code: -32_603, message: expect.stringContaining(message) as string },
      });
    }
  });

  test('unless one of them cannot be started: the error names it, and the others are stopped', async () => {
    const raw = rawAgent('fine');
    const broken = {
      name: 'broken',
      role: 'proxy' as const,
      start: () => {
        throw new Error('No such file.');
      },
    };
    const end = new RawEnd(chain(broken, raw).start());
    await end.send(request(1, 'initialize', initializeParams));
    expect(end.last).toMatchObject({
      error: { message: 'The component broken could not be started: No such file.', data: { component: 'broken' } },
    });
  });
});

test('an agent has no successor', () => {
  // @ts-expect-error the types say so too
  expect(() => chain(greeter(), sign('>'))).toThrow('greeter is an agent and has no successor');
});

test('everything ends with the client', async () => {
  const raw = rawAgent('raw');
  answersInitialize(raw);
  const end = new RawEnd(chain(sign('>'), raw).start());
  await end.send(request(1, 'initialize', initializeParams));
  await end.channel.end();
  await settled();
  expect(raw.end.hasEnded).toBe(true);
  expect(end.hasEnded).toBe(false);
  await raw.end.channel.end();
  await settled();
  expect(end.hasEnded).toBe(true);
});

test('what a component of an inner chain writes besides its messages reaches the outer one, with its name', async () => {
  const [inner, last] = [rawProxy('inner'), rawAgent('agent')];
  initializesByItself(inner);
  answersInitialize(last);
  const lines: string[] = [];
  const made = chain.with({
    onEvent: (event) => {
      if (event.kind === 'output') lines.push(`${event.component} | ${event.line}`);
    },
  })(chain.with({ name: 'team' })(inner), last);
  const end = new RawEnd(made.start());
  await end.send(request(1, 'initialize', initializeParams));
  inner.starts[0]?.onOutput?.('Watering.');
  expect(lines).toEqual(['team | inner: Watering.']);
});

describe('closing', () => {
  test('answers what is still open, so that the client never sees a bare end', async () => {
    const raw = rawAgent('raw');
    answersInitialize(raw);
    const [ours, theirs] = memoryPair();
    const running = chain(raw).connect(theirs);
    const end = new RawEnd(ours);
    await end.send(request(1, 'initialize', initializeParams), request(2, '_slow', {}));
    const closing = running.close();
    await settled();
    expect(raw.end.hasEnded).toBe(true);
    await raw.end.channel.end();
    await closing;
    await settled();
    expect(end.last).toMatchObject({ id: 2, error: { message: 'The chain is being closed.' } });
    expect(end.hasEnded).toBe(true);
    expect(await running.closed).toMatchObject({ by: 'us' });
  });

  test('starts nothing that is chosen too late', async () => {
    const raw = rawAgent('late');
    let choose: () => void = () => undefined;
    const made = chain.from(
      () =>
        new Promise((resolve) => {
          choose = () => {
            resolve([raw]);
          };
        }),
    );
    const [ours, theirs] = memoryPair();
    const running = made.connect(theirs);
    const end = new RawEnd(ours);
    await end.send(request(1, 'initialize', initializeParams));
    running.destroy();
    choose();
    await settled();
    expect(raw.ends).toHaveLength(0);
  });

  test('stops components that do not end by themselves after the grace period', async () => {
    const raw = rawAgent('stubborn');
    answersInitialize(raw);
    const clock = new VirtualClock();
    const [ours, theirs] = memoryPair();
    const running = chain.with({ clock })(raw).connect(theirs);
    await new RawEnd(ours).send(request(1, 'initialize', initializeParams));
    const closing = running.close({ grace: 500 });
    await clock.advance(500);
    await closing;
    expect(raw.starts[0]?.signal?.aborted).toBe(true);
  });
});
