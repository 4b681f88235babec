/** Where the official SDK 2.4.0 is weak about sessions, the rest of the order, and the start; see `weaknesses.test.ts`. */
import * as versionOne from '@agentclientprotocol/sdk';
import * as nextEdits from '@agentclientprotocol/sdk/experimental/nes';
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';

import { lineChannel, memoryPair } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';
import { bytePipe, settled } from '@acp-stack/testing';

import { verifies } from '../requirements/requirement.ts';
import { byteLink } from './official-stream.ts';
import { RawEnd } from './raw-end.ts';
import {
  any,
  atEnd,
  busyClient,
  chunk,
  failure,
  hello,
  info,
  introduction,
  isPending,
  ourAgent,
  ourClient,
  standForEach,
  theirAgent,
  theirApp,
  theirClient,
} from './weakness-stand.ts';

standForEach();

const textOf = (update: unknown): string => (update as ReturnType<typeof chunk>).content.text;

describe('updates, then the answer, in chunks of their own', () => {
  const talk = async (raw: RawEnd): Promise<void> => {
    for (const words of ['one', 'two', 'three']) {
      raw.update('s', chunk(words));
      await Promise.resolve();
    }
    raw.send({ id: raw.find('session/prompt').id, result: { messageId: 'u' } });
  };

  test(verifies('GEN-23', 'are handled before the answer is, when each comes alone as well'), async () => {
    const events: string[] = [];
    const app = client(info).on('session/update', ({ update }) => void events.push(textOf(update)));
    const { connection, raw } = await ourClient(app);
    await connection.newSession({ cwd: '/' });
    const answer = connection
      .request('session/prompt', { sessionId: 's', prompt: hello })
      .then(() => events.push('answer'));
    await settled();
    await talk(raw);
    await answer;
    expect(events).toEqual(['one', 'two', 'three', 'answer']);
  });

  test('the official SDK: hands over the answer before the last of them', async () => {
    const events: string[] = [];
    const { connection, raw } = await theirClient(busyClient(events));
    const answer = connection.agent
      .request('session/prompt', { sessionId: 's', prompt: hello })
      .then(() => events.push('answer'));
    await settled();
    await talk(raw);
    await answer;
    await settled();
    expect(events).toHaveLength(4);
    expect(events.at(-1)).not.toBe('answer');
  });
});

describe('notifications of two methods', () => {
  const talk = (raw: RawEnd): void => {
    raw.update('s', chunk('one'));
    raw.notify('_done', {});
  };

  test(verifies('GEN-23', 'are handled in the order in which they came, not in that of their handlers'), async () => {
    const events: string[] = [];
    const { connection, raw } = await ourClient(client(info));
    connection.raw.onNotification('_done', any, () => void events.push('done'));
    const session = await connection.newSession({ cwd: '/' });
    session.onUpdate((update) => void events.push(textOf(update)));
    talk(raw);
    await settled();
    expect(events).toEqual(['one', 'done']);
  });

  test('the official SDK: are handled in the order of their handlers', async () => {
    const events: string[] = [];
    const app = ['_a', '_b', '_c', '_d']
      .reduce(
        (each, method) => each.onRequest(method, any, any),
        official.client().onNotification('_done', any, () => void events.push('done')),
      )
      .onNotification('session/update', ({ params }) => void events.push(textOf(params.update)));
    const { raw } = await theirClient(app);
    talk(raw);
    await settled();
    expect(events).toEqual(['done', 'one']);
  });
});

describe('an answer, then an update, in one chunk', () => {
  const talk = (raw: RawEnd): void => {
    raw.send({ id: raw.find('session/new').id, result: { sessionId: 's' } });
    raw.update('s', chunk('update'));
  };
  /** A call as programs wrap it. */
  const wrapped = async (call: Promise<unknown>): Promise<unknown> => {
    const inner = async (): Promise<unknown> => await call;
    return await inner();
  };

  test(verifies('GEN-23', 'are seen in that order, however the call is wrapped'), async () => {
    const events: string[] = [];
    const app = client(info).on('session/update', () => void events.push('update'));
    const [left, right] = bytePipe();
    const raw = new RawEnd(lineChannel(right.source, right.sink)).whenever('initialize', () => introduction);
    const connection = await app.connect(lineChannel(left.source, left.sink));
    atEnd(() => {
      connection.destroy();
    });
    const opened = wrapped(connection.request('session/new', { cwd: '/' })).then(() => events.push('answer'));
    await settled();
    talk(raw);
    await opened;
    await settled();
    expect(events).toEqual(['answer', 'update']);
  });

  test('the official SDK: are seen the other way round by a caller who wraps the call', async () => {
    const events: string[] = [];
    const app = official.client().onNotification('session/update', () => void events.push('update'));
    const { connection, raw } = await theirClient(app);
    const opened = wrapped(wrapped(wrapped(connection.agent.request('session/new', { cwd: '/' })))).then(() =>
      events.push('answer'),
    );
    await settled();
    talk(raw);
    await opened;
    await settled();
    expect(events).toEqual(['update', 'answer']);
  });
});

describe('saying something right after an answer', () => {
  test('the official SDK: is not possible: what a handler says comes before its answer', async () => {
    const app = theirApp().onRequest('_open', any, (context) => {
      expect(Object.keys(context)).not.toContain('afterAnswer');
      void context.client.notify('_opened', {});
      return 'open';
    });
    const { raw } = await theirAgent(app);
    await raw.request('_open');
    await settled();
    expect(raw.received.slice(-2)).toMatchObject([{ method: '_opened' }, { result: 'open' }]);
  });
});

describe('the object of a session', () => {
  test('can be cancelled, closed, iterated, and is there for every way to open one', async () => {
    const { connection, raw } = await ourClient(client(info));
    raw.whenever('session/resume', () => ({})).whenever('session/close', () => ({}));
    for (const session of [
      await connection.newSession({ cwd: '/' }),
      await connection.load({ sessionId: 'l', cwd: '/' }),
      await connection.resume({ sessionId: 'r', cwd: '/' }),
    ]) {
      const run = session.prompt('hello');
      expect(Symbol.asyncIterator in run).toBe(true);
      session.cancel({ grace: 0 });
      await session.close();
    }
    const sent = raw.received.map(({ method }) => method);
    expect(sent.filter((method) => method === 'session/cancel')).toHaveLength(3);
    expect(sent.filter((method) => method === 'session/close')).toHaveLength(3);
  });

  test('the official SDK: has neither cancel nor close nor an iterator', async () => {
    const { connection, raw } = await theirClient(official.client());
    raw.whenever('session/new', () => ({ sessionId: 's' }));
    const session: object = await connection.agent.buildSession('/').start();
    expect(['cancel', 'close', 'setMode', Symbol.asyncIterator].filter((key) => key in session)).toEqual([]);
  });

  test('the official SDK: is there for new sessions only', async () => {
    const { connection } = await theirClient(official.client());
    const { agent: theirs } = connection;
    const offered = Object.getOwnPropertyNames(Object.getPrototypeOf(theirs)).filter((name) => /session/iu.test(name));
    expect(offered.filter((name) => /load|resume|fork/iu.test(name))).toEqual([]);
    expect(offered).toContain('buildSession');
  });

  test('the official SDK: is there for clients only', async () => {
    const seen: string[] = [];
    const app = theirApp().onRequest('session/prompt', (context) => {
      seen.push(...Object.keys(context));
      return { messageId: 'm' };
    });
    const { raw } = await theirAgent(app);
    await raw.request('session/prompt', { sessionId: 's', prompt: hello });
    expect(seen).toContain('params');
    expect(seen.filter((key) => /session|turn/iu.test(key))).toEqual([]);
  });
});

describe('handlers for one session, for a while', () => {
  test('are added and removed', async () => {
    const { connection, raw } = await ourClient(client(info));
    const session = await connection.newSession({ cwd: '/' });
    const heard: string[] = [];
    const listening = session.onUpdate((update) => void heard.push(textOf(update)));
    raw.update('s', chunk('one'));
    await settled();
    listening[Symbol.dispose]();
    raw.update('s', chunk('two'));
    await settled();
    expect(heard).toEqual(['one']);
  });

  test('the official SDK: are not: a connection takes no handlers', async () => {
    const { connection } = await theirClient(official.client());
    const names = [connection, connection.agent].flatMap((each: object) => [
      ...Object.keys(each),
      ...Object.getOwnPropertyNames(Object.getPrototypeOf(each)),
    ]);
    expect(names).toContain('request');
    expect(names.filter((name) => /^(on|add|intercept|use|tap)/u.test(name))).toEqual([]);
  });
});

describe('agents and clients with and without drafts in one process', () => {
  test('get along', async () => {
    const [left, right] = memoryPair();
    agent(info, { runtimeContext: true, inject: { modes: ['queue'] } })
      .onPrompt(() => undefined)
      .connect(left);
    const connection = await client(info).connect(right);
    const session = await connection.newSession({ cwd: '/' });
    expect(await session.prompt('hello')).toMatchObject({ stopReason: 'end_turn' });
    connection.destroy();
  });

  test('the official SDK: are of different classes', () => {
    const drafts = official.client() as unknown as { connect: (other: unknown) => unknown };
    expect(() => drafts.connect(versionOne.agent())).toThrow(TypeError);
  });
});

describe('a session with null for an answer', () => {
  test('is malformed', async () => {
    const { connection, raw } = await ourClient(client(info));
    raw.whenever('session/new', () => null);
    expect(await failure(connection.newSession({ cwd: '/' }))).toMatchObject({
      name: 'ConnectionError',
      code: 'malformed',
    });
  });

  test('the official SDK: on version 1 is an accident', async () => {
    const link = byteLink();
    new RawEnd(link.channel).whenever('session/new', () => null);
    const connection = versionOne.client().connect(link.stream);
    atEnd(() => {
      connection.close();
    });
    expect(await failure(connection.agent.buildSession('/').start())).toBeInstanceOf(TypeError);
  });
});

describe('the words about values of the wrong form', () => {
  const prompt = Array.from({ length: 20 }, () => ({ type: 'text' }));
  const lengthOf = ({ error }: { error?: unknown }): number => JSON.stringify(error).length;

  test('are few', async () => {
    const { raw } = await ourAgent(agent(info).onPrompt(() => undefined));
    const { result } = await raw.request('session/new', { cwd: '/' });
    const answer = await raw.request('session/prompt', { sessionId: result?.['sessionId'], prompt });
    expect(answer.error).toMatchObject({ code: -32_602, message: expect.stringContaining('/prompt/0/text') as string });
    expect(lengthOf(answer)).toBeLessThan(2500);
  });

  test('the official SDK: on version 1 are many thousands', async () => {
    const link = byteLink();
    const raw = new RawEnd(link.channel);
    const connection = versionOne
      .agent()
      .onRequest('session/prompt', () => ({ stopReason: 'end_turn' }))
      .connect(link.stream);
    atEnd(() => {
      connection.close();
    });
    expect(lengthOf(await raw.request('session/prompt', { sessionId: 's', prompt }))).toBeGreaterThan(10_000);
  });
});

describe('a second initialize', () => {
  const again = { protocolVersion: 1, clientCapabilities: {} };

  test(verifies('INIT-14', 'is refused once the session has begun, also on version 1'), async () => {
    const [left, right] = bytePipe();
    const raw = new RawEnd(lineChannel(right.source, right.sink));
    const connection = agent(info)
      .onPrompt(() => undefined)
      .connect(lineChannel(left.source, left.sink));
    atEnd(() => {
      connection.raw.destroy();
    });
    await raw.request('initialize', again);
    await raw.request('session/new', { cwd: '/', mcpServers: [] });
    expect(await raw.request('initialize', again)).toMatchObject({ error: { code: -32_600 } });
  });

  test('the official SDK: on version 1 is served like the first', async () => {
    const link = byteLink();
    const raw = new RawEnd(link.channel);
    let times = 0;
    const connection = versionOne
      .agent()
      .onRequest('initialize', () => {
        times += 1;
        return { protocolVersion: 1 };
      })
      .onRequest('session/new', () => ({ sessionId: 's' }))
      .connect(link.stream);
    atEnd(() => {
      connection.close();
    });
    await raw.request('initialize', again);
    await raw.request('session/new', { cwd: '/', mcpServers: [] });
    await raw.request('initialize', again);
    expect(times).toBe(2);
  });
});

describe('a request before initialize, to an agent with next edit suggestions', () => {
  test(verifies('INIT-13', 'is refused'), async () => {
    const [left, right] = bytePipe();
    const raw = new RawEnd(lineChannel(right.source, right.sink));
    const connection = agent(info)
      .onPrompt(() => undefined)
      .on('nes/start', () => ({ sessionId: 'n' }))
      .on('nes/suggest', () => ({ suggestions: [] }))
      .on('nes/close', () => ({}))
      .connect(lineChannel(left.source, left.sink));
    atEnd(() => {
      connection.raw.destroy();
    });
    expect(await raw.request('session/new', { cwd: '/' })).toMatchObject({ error: { code: -32_600 } });
  });

  test('the official SDK: is served', async () => {
    const link = byteLink();
    const raw = new RawEnd(link.channel);
    const connection = nextEdits
      .agent()
      .onRequest('initialize', () => ({ protocolVersion: 1 }))
      .onRequest('session/new', () => ({ sessionId: 's' }))
      .connect(link.stream);
    atEnd(() => {
      connection.close();
    });
    expect(await raw.request('session/new', { cwd: '/', mcpServers: [] })).toMatchObject({
      result: { sessionId: 's' },
    });
  });
});

describe('a line on the output of an agent that is no message', () => {
  const line = 'Debugger attached.';

  test('is told to the program; how `spawnAgent` shows it is tested beside it', async () => {
    const { raw, reports } = await ourClient(client(info));
    raw.sendText(line);
    await settled();
    expect(reports).toMatchObject([{ kind: 'invalid-message' }]);
  });

  test('the official SDK: is answered, and no program hears of it', async () => {
    const heard: unknown[] = [];
    const app = official.client().onNotification('*', (context) => void heard.push(context));
    const { raw } = await theirClient(app);
    raw.sendText(line);
    await settled();
    expect(raw.received.at(-1)).toMatchObject({ id: null, error: { code: -32_700 } });
    expect(heard).toEqual([]);
  });
});

describe('a message that is longer than the other side takes', () => {
  test('the official SDK: is sent all the same', async () => {
    const toTheirs = new TransformStream<Uint8Array, Uint8Array>();
    const toRaw = new TransformStream<Uint8Array, Uint8Array>();
    const connection = versionOne
      .client()
      .connect(versionOne.ndJsonStream(toRaw.writable, toTheirs.readable, { maxMessageBytes: 1000 }));
    atEnd(() => {
      connection.close();
    });
    const reading = toRaw.readable.getReader().read();
    connection.agent.notify('_note', 'x'.repeat(2000)).catch(() => undefined);
    expect((await reading).value?.length).toBeGreaterThan(2000);
    expect(await isPending(connection.closed)).toBe(true);
  });
});
