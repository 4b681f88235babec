/** What becomes of a chain whose components end by themselves. */
import { agent, client, proxy, type Component, type ExitPolicy } from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { chain } from '../chain/chain.ts';
import { managed } from '../components/managed.ts';
import type { ChainEvent } from '../observe/chain-event.ts';
import {
  answersInitialize,
  initializeParams,
  initializeResult,
  initializesByItself,
  notification,
  rawAgent,
  RawEnd,
  rawProxy,
  request,
  result,
  wrap,
} from '../raw-component.test-support.ts';

const crash = Object.assign(new Error('It exited with code 3.'), { exitCode: 3 });

async function stand(
  policies: { readonly proxy?: ExitPolicy; readonly agent?: ExitPolicy; readonly mayBypass?: boolean } = {},
) {
  const [first, last] = [rawProxy('guard'), rawAgent('agent')];
  initializesByItself(first);
  answersInitialize(last);
  const clock = new VirtualClock();
  const events: ChainEvent[] = [];
  const made = chain.with({ clock, restart: { attempts: 2, delay: 100 }, onEvent: (event) => void events.push(event) })(
    managed(first, { onExit: policies.proxy ?? 'restart', mayBypass: policies.mayBypass ?? false }),
    managed(last, { onExit: policies.agent ?? 'restart' }),
  );
  const end = new RawEnd(made.start());
  await end.send(request('start', 'initialize', initializeParams));
  end.received.length = 0;
  const steps = (): unknown[] => events.flatMap((event) => (event.kind === 'life' ? [event.step] : []));
  return { end, first, last, clock, events, steps };
}

const die = async (component: { readonly end: RawEnd }, error?: Error): Promise<void> => {
  component.end.channel.destroy(error);
  await settled();
};

const named = (name: string) => ({
  code: -32_603,
  message: expect.stringContaining(`The component ${name} has failed: `) as string,
  data: expect.objectContaining({ component: name }) as object,
});

describe('whatever dies', () => {
  test.each(['restart', 'fail'] as const)(
    'its requests are answered with its name and last words (%s)',
    async (policy) => {
      const { end, first } = await stand({ proxy: policy });
      await end.send(request(1, 'session/prompt', {}), request(2, 'session/list', {}));
      first.starts[0]?.onOutput?.('Segmentation fault');
      await die(first, crash);
      expect(end.received).toMatchObject([
        { id: 1, error: named('guard') },
        { id: 2, error: named('guard') },
      ]);
      expect(end.received[0]).toMatchObject({
        error: {
          message: 'The component guard has failed: It exited with code 3: Segmentation fault',
          data: { exitCode: 3, lastWords: ['Segmentation fault'] },
        },
      });
      expect(end.hasEnded).toBe(false);
    },
  );

  test('an end without an error has one too', async () => {
    const { first, last } = await stand({ agent: 'fail' });
    await first.end.send(wrap('_a', {}, 'x'));
    await last.end.channel.end();
    await settled();
    expect(first.end.last).toMatchObject({
      id: 'x',
      error: { message: 'The component agent has failed: it ended the connection.' },
    });
  });

  test('its own requests are cancelled, and their responses are dropped', async () => {
    const { first, last } = await stand();
    await first.end.send(wrap('_work', {}, 'w'));
    const { id } = last.end.last;
    await die(first, crash);
    expect(last.end.last).toEqual(notification('$/cancel_request', { requestId: id }));
    await last.end.send(result(id, 'late'));
    expect(first.ends).toHaveLength(1);
  });
});

describe('fail', () => {
  test('answers every later request in the same way, and the others go on', async () => {
    const { end, first, last, steps } = await stand({ agent: 'fail' });
    await die(last, crash);
    await first.end.send(wrap('_a', {}, 'x'), wrap('_b', {}));
    expect(first.end.last).toMatchObject({ id: 'x', error: named('agent') });
    await first.end.send(notification('_up', {}));
    expect(end.last).toEqual(notification('_up', {}));
    expect(steps().slice(-2)).toEqual(['ended', 'failed']);
  });
});

describe('restart', () => {
  test('starts an agent again with the params that it had, after a while', async () => {
    const { end, last, clock, steps } = await stand();
    const [before] = last.end.received;
    await die(last, crash);
    expect(last.ends).toHaveLength(1);
    await clock.advance(100);
    expect(last.ends).toHaveLength(2);
    expect(last.end.received).toEqual([{ ...before, id: last.end.received[0]?.['id'] }]);
    expect(steps().slice(-4)).toEqual(['ended', 'restarting', 'started', 'restarted']);
    expect(end.received).toEqual([]);
  });

  test('starts a proxy again without its successor, which is initialized already', async () => {
    const { first, last, clock } = await stand();
    await die(first, crash);
    await clock.advance(100);
    expect(first.end.received).toMatchObject([
      { method: 'proxy/initialize' },
      { id: expect.stringContaining('init:') as string, result: initializeResult },
    ]);
    expect(last.end.of('initialize')).toHaveLength(1);
    await first.end.send(wrap('_again', {}));
    expect(last.end.last).toEqual(notification('_again', {}));
  });

  test('what is sent meanwhile waits, in order, and can be cancelled', async () => {
    const { end, first, last, clock } = await stand();
    await die(first, crash);
    await end.send(request(1, '_a', {}), notification('_b', {}), request(2, '_c', {}));
    await last.end.send(notification('_d', {}));
    await end.send(notification('$/cancel_request', { requestId: 1 }));
    expect(end.received).toMatchObject([{ id: 1, error: { code: -32_800 } }]);
    await clock.advance(100);
    expect(first.end.received.slice(2)).toEqual([
      notification('_b', {}),
      request(first.end.received[3]?.['id'], '_c', {}),
      wrap('_d', {}),
    ]);
    await first.end.send(result(first.end.received[3]?.['id'], 'done'));
    expect(end.last).toEqual(result(2, 'done'));
  });

  test('opens sessions again with what opened them', async () => {
    const { first, last, clock, events } = await stand();
    const setup = { cwd: '/w', mcpServers: [{ name: 'x' }], _meta: { k: 1 } };
    await first.end.send(wrap('session/new', setup, 'n'));
    await last.end.send(result(last.end.last['id'], { sessionId: 'one' }));
    await first.end.send(wrap('session/resume', { sessionId: 'two', cwd: '/v', replayFrom: { type: 'start' } }, 'r'));
    await last.end.send(result(last.end.last['id'], {}));
    await first.end.send(wrap('session/new', setup, 'c'));
    await last.end.send(result(last.end.last['id'], { sessionId: 'closed' }));
    await first.end.send(wrap('session/close', { sessionId: 'closed' }, 'd'));
    await last.end.send(result(last.end.last['id'], {}));
    await die(last, crash);
    const count = first.end.received.length;
    await clock.advance(100);
    const resumes = last.end.of('session/resume');
    expect(resumes.map(({ params }) => params)).toEqual([
      { ...setup, sessionId: 'one' },
      { sessionId: 'two', cwd: '/v' },
    ]);
    // What is told again is not for the client, and neither are the responses.
    await last.end.send(notification('session/update', { sessionId: 'one', update: {} }));
    await last.end.send(result(resumes[0]?.['id'], {}));
    await last.end.send({ jsonrpc: '2.0', id: resumes[1]?.['id'], error: { code: -32_002, message: 'Unknown.' } });
    expect(first.end.received).toHaveLength(count);
    expect(events.at(-1)).toMatchObject({ step: 'restarted', details: { resumed: 1, lost: 1 } });
    await last.end.send(notification('session/update', { sessionId: 'one', update: {} }));
    expect(first.end.last).toEqual(wrap('session/update', { sessionId: 'one', update: {} }));
  });

  test.each([
    [{ protocolVersion: 1, agentCapabilities: { loadSession: true } }, 'session/load'],
    [{ protocolVersion: 1, agentCapabilities: { sessionCapabilities: { resume: {} } } }, 'session/resume'],
    [{ protocolVersion: 1, agentCapabilities: {} }, undefined],
  ])('opens sessions as the agent can: %j', async (offered, method) => {
    const last = rawAgent('agent');
    answersInitialize(last, offered);
    const clock = new VirtualClock();
    const end = new RawEnd(chain.with({ clock })(last).start());
    await end.send(request(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} }));
    await end.send(request(2, 'session/new', { cwd: '/', mcpServers: [] }));
    await last.end.send(result(last.end.last['id'], { sessionId: 's' }));
    await die(last);
    await clock.advance(100);
    expect(last.end.received.slice(1).map((each) => each['method'])).toEqual(method === undefined ? [] : [method]);
  });

  test('gives up after a number of attempts, each later than the one before', async () => {
    const { end, first, last, clock, steps } = await stand();
    last.onStart = (again) => {
      again.channel.destroy(crash);
    };
    await die(last, crash);
    await first.end.send(wrap('_a', {}, 'x'));
    await clock.advance(100);
    expect(last.ends).toHaveLength(2);
    await clock.advance(199);
    expect(last.ends).toHaveLength(2);
    await clock.advance(1);
    expect(last.ends).toHaveLength(3);
    expect(steps().at(-1)).toBe('failed');
    expect(first.end.last).toMatchObject({ id: 'x', error: named('agent') });
    expect(end.hasEnded).toBe(false);
  });

  test('counts from the beginning once the component has run for a while', async () => {
    const { last, clock } = await stand();
    for (let index = 0; index < 5; index += 1) {
      await die(last, crash);
      await clock.advance(400);
      await clock.advance(60_000);
    }
    expect(last.ends).toHaveLength(6);
  });

  test('stops one that does not initialize in time, or refuses', async () => {
    const { first, last, clock } = await stand();
    last.onStart = () => undefined;
    await die(last, crash);
    await first.end.send(wrap('_a', {}, 'x'));
    await clock.advance(100);
    await clock.advance(60_000);
    expect(last.end.hasEnded).toBe(true);
    last.onStart = (again) => {
      again.onMessage(({ id }) => again.channel.send({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'No.' } }));
    };
    await clock.advance(200);
    expect(first.end.last).toMatchObject({
      id: 'x',
      error: { ...named('agent'), message: 'The component agent has failed: it refused to initialize again: No.' },
    });
  });
});

describe('bypass', () => {
  test('lets the neighbours of a proxy talk to each other', async () => {
    const { end, first, last, steps } = await stand({ proxy: 'bypass', mayBypass: true });
    await end.send(request(1, '_a', {}));
    await die(first, crash);
    expect(end.last).toMatchObject({ id: 1, error: named('guard') });
    await end.send(request(2, '_b', { x: 1 }));
    expect(last.end.last).toEqual(request(last.end.last['id'], '_b', { x: 1 }));
    await last.end.send(notification('_c', {}), result(last.end.last['id'], 'b'));
    expect(end.received.slice(1)).toEqual([notification('_c', {}), result(2, 'b')]);
    expect(steps().at(-1)).toBe('bypassed');
  });

  test('is refused for a component that does not say that it is safe, and for an agent', () => {
    const guard = managed(proxy({ name: 'policy', version: '1' }), { onExit: 'bypass' });
    const last = agent({ name: 'agent', version: '1' });
    expect(() => chain(guard, last)).toThrow('policy may not be passed by');
    expect(() => chain(managed(last, { onExit: 'bypass', mayBypass: true }))).toThrow('agent is an agent');
  });
});

describe('before a chain is initialized', () => {
  test('initialize gets the error of the component that died, and may be sent again', async () => {
    const [first, last] = [rawProxy('guard'), rawAgent('agent')];
    initializesByItself(first);
    const end = new RawEnd(chain(first, last).start());
    await end.send(request(1, 'initialize', initializeParams));
    await die(last, crash);
    expect(end.received).toMatchObject([{ id: 1, error: named('agent') }]);
    expect(first.end.hasEnded).toBe(true);
    answersInitialize(last);
    await end.send(request(2, 'initialize', initializeParams));
    expect(end.last).toMatchObject({ id: 2, result: initializeResult });
  });

  test.each([0, 1])('it does not matter which one dies at once (%i)', async (index) => {
    const components = [rawProxy('guard'), rawAgent('agent')] as const;
    initializesByItself(components[0]);
    const victim = components[index] as Component & { onStart: (end: RawEnd) => void };
    victim.onStart = (end) => {
      end.channel.destroy(crash);
    };
    const end = new RawEnd(chain(...components).start());
    await end.send(request(1, 'initialize', initializeParams));
    expect(end.received).toMatchObject([{ id: 1, error: named(victim.name) }]);
  });
});

describe('with programs of this SDK', () => {
  test('a session goes on after its agent and its proxy were restarted', async () => {
    const clock = new VirtualClock();
    const channels: { destroy: (error?: Error) => void }[] = [];
    const kept = <T extends Component>(component: T): T =>
      ({
        ...managed(component, {}),
        start: () => {
          const channel = component.start();
          channels.push(channel);
          return channel;
        },
      }) as unknown as T;
    const greeter = agent({ name: 'greeter', version: '1' }).onPrompt(async (turn) => {
      await turn.message.append('Hello!');
    });
    const reader = proxy({ name: 'reader', version: '1' }).onAgentNotification('session/update', (_, next) => next());
    await using connection = await client({ name: 'c', version: '1' }).connect(
      chain.with({ clock })(kept(reader), kept(greeter)),
    );
    const session = await connection.newSession({ cwd: '/' });
    for (const index of [0, 1]) {
      channels[index]?.destroy(crash);
      await settled();
      await clock.advance(100);
      const seen: string[] = [];
      for await (const update of session.prompt('Hi')) seen.push(update.sessionUpdate);
      expect(seen).toContain('agent_message_chunk');
    }
    expect(channels).toHaveLength(4);
  });
});
