/** How our SDK treats values that are odd, wrong or unknown; `official-sdk.ts` says how the two are compared. */
import * as versionOne from '@agentclientprotocol/sdk';
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';

import { lineChannel, memoryPair, Peer } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';

import { verifies } from '../requirements/requirement.ts';
import { referenceLink } from '../interop/official-stream.ts';
import { RawPeer } from '../support/raw-peer.ts';
import type { WireMessage } from '../interop/traffic.ts';
import {
  any,
  atEnd,
  chunk,
  failure,
  heardByOurs,
  info,
  introduction,
  never,
  ourAgent,
  ourClient,
  ourEnds,
  ourPeer,
  closeAfterEach,
  theirAgent,
  theirApp,
  theirClient,
  theirs,
} from './setup.ts';
import { officialSdk } from './official-sdk.ts';

closeAfterEach();

describe('two requests with the same id at once', () => {
  const ask = (raw: RawPeer): void => {
    raw.send({ id: 'twin', method: '_work', params: { n: 1 } });
    raw.send({ id: 'twin', method: '_work', params: { n: 2 } });
  };
  const twins = ({ answers }: RawPeer): WireMessage[] => answers.filter(({ id }) => id === 'twin');

  test(verifies('GEN-16', 'give one answer, and the second is reported'), async () => {
    const ran: unknown[] = [];
    const { raw, reports } = ourPeer({
      handlers: () => ({
        kind: 'request',
        run: async (params: unknown) => {
          ran.push(params);
          await settled(1);
          return params;
        },
      }),
    });
    ask(raw);
    await settled(6);
    expect(ran).toEqual([{ n: 1 }]);
    expect(twins(raw)).toMatchObject([{ result: { n: 1 } }]);
    expect(reports).toEqual([{ kind: 'duplicate-request', id: 'twin', method: '_work' }]);
  });

  officialSdk('give two answers', async () => {
    const app = theirApp().onRequest('_work', any, async ({ params }) => {
      await settled(1);
      return params;
    });
    const { raw } = await theirAgent(app);
    ask(raw);
    await settled(6);
    expect(twins(raw)).toMatchObject([{ result: { n: 1 } }, { result: { n: 2 } }]);
  });
});

describe('a cancel for two requests with the same id', () => {
  const signals: AbortSignal[] = [];
  const wait = (signal: AbortSignal): Promise<never> => {
    signals.push(signal);
    return never();
  };
  const talk = async (raw: RawPeer): Promise<boolean[]> => {
    signals.length = 0;
    raw.send({ id: 'twin', method: '_work', params: {} });
    raw.send({ id: 'twin', method: '_work', params: {} });
    await settled();
    raw.notify('$/cancel_request', { requestId: 'twin' });
    await settled();
    return signals.map(({ aborted }) => aborted);
  };

  test('reaches the only one that runs', async () => {
    const { raw } = ourPeer({ handlers: () => ({ kind: 'request', run: (_, { signal }) => wait(signal) }) });
    expect(await talk(raw)).toEqual([true]);
  });

  officialSdk('reaches one of them', async () => {
    const { raw } = await theirAgent(theirApp().onRequest('_work', any, ({ signal }) => wait(signal)));
    expect(await talk(raw)).toEqual([false, true]);
  });
});

describe('an id that JavaScript cannot hold', () => {
  const line = '{"jsonrpc":"2.0","id":12345678901234567890,"method":"_work"}';

  test(verifies('GEN-14', 'is refused rather than answered as another one'), async () => {
    const { raw } = await ourAgent(agent(info).on('_work', any, () => 'done'));
    raw.sendText(line);
    await settled();
    expect(raw.answers.at(-1)).toMatchObject({ id: null, error: { code: -32_600 } });
  });

  officialSdk('is answered with another one', async () => {
    const { raw } = await theirAgent(theirApp().onRequest('_work', any, () => 'done'));
    raw.sendText(line);
    await settled();
    expect(raw.answers.at(-1)).toMatchObject({ id: 12_345_678_901_234_567_000, result: 'done' });
  });
});

describe('fields that are not known yet', () => {
  const update = {
    ...chunk('hello'),
    later: { nested: [1, null] },
    content: { type: 'text', text: 'hello', later: true },
  };

  test(verifies('GEN-22', 'are kept'), async () => {
    expect(await heardByOurs(update)).toEqual([update]);
  });

  officialSdk('are dropped', async () => {
    const heard: unknown[] = [];
    const app = official.client().onNotification('session/update', ({ params }) => void heard.push(params.update));
    const { raw } = await theirClient(app);
    raw.update('s', update);
    await settled();
    expect(heard).toEqual([chunk('hello')]);
  });
});

describe('an update', () => {
  /** An update that counts how often its text is looked at. */
  const counted = (): { readonly update: object; readonly looks: () => number } => {
    let looks = 0;
    const content = {
      type: 'text',
      get text() {
        looks += 1;
        return 'hello';
      },
    };
    return { update: { ...chunk('hello'), content }, looks: () => looks };
  };

  test('is checked once', async () => {
    const [ours, others] = memoryPair();
    const raw = new RawPeer(others)
      .whenever('initialize', () => introduction)
      .whenever('session/new', () => ({ sessionId: 's' }));
    const connection = await client(info)
      .onUpdate(() => undefined)
      .connect(ours);
    atEnd(() => {
      connection.destroy();
    });
    await connection.newSession({ cwd: '/' });
    const { update, looks } = counted();
    raw.update('s', update);
    await settled();
    expect(looks()).toBe(1);
  });

  officialSdk('is checked for every client that receives it', async () => {
    const link = referenceLink();
    const raw = new RawPeer(link.channel)
      .whenever('initialize', () => introduction)
      .whenever('session/new', () => ({ sessionId: 's' }));
    const connection = official
      .client()
      .onNotification('session/update', () => undefined)
      .connect(link.stream);
    atEnd(() => {
      connection.close();
    });
    await connection.agent.request('initialize', { protocolVersion: 2, info });
    await connection.agent.buildSession('/').start();
    const { update, looks } = counted();
    raw.update('s', update);
    await settled();
    expect(looks()).toBeGreaterThan(3);
  });
});

describe('an answer that makes no sense', () => {
  test('is an error of the connection, and the caller never sees it', async () => {
    const { connection, raw } = await ourClient(client(info));
    raw.whenever('session/new', () => ({}));
    expect(await failure(connection.newSession({ cwd: '/' }))).toMatchObject({
      name: 'ConnectionError',
      code: 'malformed',
    });
    const [channel, garbage] = ourEnds();
    garbage.whenever('initialize', () => 'garbage');
    expect(await failure(client(info).connect(channel))).toMatchObject({ name: 'ConnectionError', code: 'malformed' });
  });

  officialSdk('on version 1 is taken as it is', async () => {
    const { connection, raw } = theirs(versionOne.client());
    raw.whenever('initialize', () => 'garbage').whenever('session/new', () => ({}));
    await expect(connection.agent.request('initialize', { protocolVersion: 1 })).resolves.toBe('garbage');
    const session = await connection.agent.buildSession('/').start();
    expect(session.sessionId).toBeUndefined();
    expect(raw.hasEnded).toBe(false);
  });

  officialSdk('on version 2 is an error of its validator', async () => {
    const { connection, raw } = await theirClient(official.client());
    raw.whenever('session/new', () => ({}));
    expect((await failure(connection.agent.request('session/new', { cwd: '/' }))).name).toBe('ZodError');
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

  officialSdk('on version 1 is an accident', async () => {
    const { connection, raw } = theirs(versionOne.client());
    raw.whenever('session/new', () => null);
    expect(await failure(connection.agent.buildSession('/').start())).toBeInstanceOf(TypeError);
  });
});

describe('wrong values of our own program', () => {
  test('as params are refused before they are sent, in tests', async () => {
    const { connection, raw } = await ourAgent(agent(info));
    const wrong = { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk' } } as unknown as Parameters<
      typeof connection.raw.notify<'session/update'>
    >[1];
    expect(await failure(connection.raw.notify('session/update', wrong))).toBeInstanceOf(TypeError);
    await settled();
    expect(raw.received).toHaveLength(1);
  });

  test('as results are refused before they are sent, in tests', async () => {
    const app = agent(info).on('auth/status', () => ({ nope: true }) as never);
    const { raw } = await ourAgent(app);
    expect(await raw.request('auth/status', {})).toMatchObject({ error: { code: -32_603 } });
  });

  officialSdk('are sent as they are', async () => {
    const { connection, raw } = await theirAgent(theirApp().onRequest('auth/status', () => ({ nope: true }) as never));
    await connection.client.notify('session/update', { sessionId: 1, update: {} } as never);
    await expect(raw.request('auth/status', {})).resolves.toMatchObject({ result: { nope: true } });
    expect(raw.received).toContainEqual({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 1, update: {} },
    });
  });
});

describe('a value that is nested too deep', () => {
  const line = `{"jsonrpc":"2.0","id":"deep","method":"_echo","params":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;

  test('is refused, and the connection goes on', async () => {
    const { raw } = await ourAgent(agent(info).on('_echo', any, any));
    raw.sendText(line);
    await settled();
    expect(raw.answers.at(-1)).toMatchObject({ id: 'deep', error: { code: -32_600 } });
    await expect(raw.request('_echo', [1])).resolves.toMatchObject({ result: [1] });
  });

  officialSdk('is handed to the program', async () => {
    const { raw } = await theirAgent(theirApp().onRequest('_echo', any, () => 'taken'));
    raw.sendText(line);
    await settled();
    expect(raw.answers.at(-1)).toMatchObject({ id: 'deep', result: 'taken' });
  });
});

describe('bytes that are not UTF-8', () => {
  const head = new TextEncoder().encode('{"jsonrpc":"2.0","id":"bad","method":"_echo","params":"gr');
  const line = new Uint8Array([...head, 0xfc, ...new TextEncoder().encode('n"}\n')]);

  test(verifies('GEN-10', 'are refused, not changed'), async () => {
    let feed: (chunk: Uint8Array) => void = () => undefined;
    const written: string[] = [];
    const channel = lineChannel(
      { start: (onData) => void (feed = onData), pause: () => undefined, resume: () => undefined },
      {
        write: (words, onTaken) => {
          written.push(words);
          onTaken();
        },
        end: () => Promise.resolve(),
        destroy: () => undefined,
      },
    );
    const peer = new Peer(channel, { handlers: () => ({ kind: 'request', run: any }) });
    atEnd(() => {
      peer.destroy();
    });
    feed(line);
    await settled();
    expect(JSON.parse(written.join(''))).toMatchObject({ id: null, error: { code: -32_700 } });
  });

  officialSdk('are changed without a word', async () => {
    const toTheirs = new TransformStream<Uint8Array, Uint8Array>();
    const toRaw = new TransformStream<Uint8Array, Uint8Array>();
    const seen: unknown[] = [];
    const connection = versionOne
      .agent()
      .onRequest('_echo', any, ({ params }) => void seen.push(params))
      .connect(official.ndJsonStream(toRaw.writable, toTheirs.readable));
    atEnd(() => {
      connection.close();
    });
    await toTheirs.writable.getWriter().write(line);
    await settled();
    expect(seen).toEqual(['gr\u{FFFD}n']);
  });
});
