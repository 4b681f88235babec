/** How our SDK treats sessions and what belongs to them; `official-sdk.ts` says how the two are compared. */
import * as versionOne from '@agentclientprotocol/sdk';
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';

import { memoryPair } from '@acp-stack/rpc';
import { agent, client, type EditorTerminal } from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';

import type { RawPeer } from '../support/raw-peer.ts';
import {
  any,
  anHourLater,
  atEnd,
  chunk,
  failure,
  hello,
  info,
  introduction,
  isPending,
  never,
  ourAgent,
  ourAgentOnOne,
  ourClient,
  ourEnds,
  closeAfterEach,
  stopTime,
  theirAgent,
  theirApp,
  theirClient,
  theirs,
} from './setup.ts';
import { officialSdk } from './official-sdk.ts';

closeAfterEach();

const textOf = (update: unknown): string => (update as ReturnType<typeof chunk>).content.text;

const methodsOf = ({ received }: RawPeer): unknown[] => received.map(({ method }) => method);

describe('updates before the answer to session/new', () => {
  const talk = async (raw: RawPeer): Promise<void> => {
    raw.update('s', chunk('welcome'));
    await settled();
    raw.send({ id: raw.find('session/new').id, result: { sessionId: 's' } });
    raw.update('s', chunk('later'));
  };

  test('are there when the session is', async () => {
    const [channel, raw] = ourEnds();
    raw.whenever('initialize', () => introduction);
    const connection = await client(info).connect(channel, { checkOutgoing: true });
    atEnd(() => {
      connection.destroy();
    });
    const opening = connection.newSession({ cwd: '/' });
    await settled();
    await talk(raw);
    const session = await opening;
    const words: unknown[] = [];
    session.onUpdate((update) => {
      if (update.sessionUpdate === 'agent_message_chunk') words.push(update.content);
    });
    await settled();
    expect(words).toMatchObject([{ text: 'welcome' }, { text: 'later' }]);
  });

  officialSdk('loses them', async () => {
    const { connection, raw } = await theirClient(official.client());
    const opening = connection.agent.buildSession('/').start();
    await settled();
    await talk(raw);
    const session = await opening;
    const { update } = await session.nextUpdate();
    expect(update).toMatchObject({ content: { text: 'later' } });
  });
});

describe('saying something right after an answer', () => {
  test('is possible, and arrives after it', async () => {
    const app = agent(info).on('_open', any, (_, context) => {
      context.afterResponse(() => void context.connection.notify('_opened', {}));
      return 'open';
    });
    const { raw } = await ourAgent(app);
    await raw.request('_open');
    await settled();
    expect(raw.received.slice(-2)).toMatchObject([{ result: 'open' }, { method: '_opened' }]);
  });

  officialSdk('is not possible: what a handler says comes before its answer', async () => {
    const app = theirApp().onRequest('_open', any, (context) => {
      expect(Object.keys(context)).not.toContain('afterResponse');
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

  officialSdk('has neither cancel nor close nor an iterator', async () => {
    const { connection, raw } = await theirClient(official.client());
    raw.whenever('session/new', () => ({ sessionId: 's' }));
    const session: object = await connection.agent.buildSession('/').start();
    expect(['cancel', 'close', 'setMode', Symbol.asyncIterator].filter((key) => key in session)).toEqual([]);
  });

  officialSdk('is there for new sessions only', async () => {
    const { connection } = await theirClient(official.client());
    const offered = Object.getOwnPropertyNames(Object.getPrototypeOf(connection.agent)).filter((name) =>
      /session/iu.test(name),
    );
    expect(offered.filter((name) => /load|resume|fork/iu.test(name))).toEqual([]);
    expect(offered).toContain('buildSession');
  });

  officialSdk('is there for clients only', async () => {
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

describe('waiting for the next update of a session', () => {
  test('ends with the signal of the prompt', async () => {
    const { connection, raw } = await ourClient(client(info));
    raw.whenever('session/prompt', () => ({ messageId: 'u' }));
    const session = await connection.newSession({ cwd: '/' });
    const controller = new AbortController();
    const run = session.prompt('wait', { signal: controller.signal });
    const next = run[Symbol.asyncIterator]().next();
    await settled();
    controller.abort();
    await settled();
    expect(methodsOf(raw)).toContain('session/cancel');
    raw.update('s', { sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' });
    await next;
    expect(await run).toMatchObject({ stopReason: 'cancelled' });
  });

  officialSdk('on version 1 knows no signal', async () => {
    const { connection, raw } = theirs(versionOne.client());
    raw.whenever('session/new', () => ({ sessionId: 's' }));
    const session = await connection.agent.buildSession('/').start();
    const next = (session.nextUpdate as (signal: AbortSignal) => Promise<unknown>).call(session, AbortSignal.abort());
    expect(await isPending(next)).toBe(true);
    expect(
      ['cancel', 'close', 'setMode', 'setConfigOption', Symbol.asyncIterator].filter((key) => key in session),
    ).toEqual([]);
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

  officialSdk('are not: a connection takes no handlers', async () => {
    const { connection } = await theirClient(official.client());
    const names = [connection, connection.agent].flatMap((each: object) => [
      ...Object.keys(each),
      ...Object.getOwnPropertyNames(Object.getPrototypeOf(each)),
    ]);
    expect(names).toContain('request');
    expect(names.filter((name) => /^(on|add|intercept|use|tap)/u.test(name))).toEqual([]);
  });
});

describe('a second handler for the same method', () => {
  test('is refused where it is registered', async () => {
    expect(() => agent(info).on('_x', any, any).on('_x', any, any)).toThrow('_x already has a handler');
    expect(() => client(info).on('_x', any, any).on('_x', any, any)).toThrow('_x already has a handler');
    expect(() =>
      client(info)
        .onPermission(() => 'a')
        .onPermission(() => 'b'),
    ).toThrow('already has a handler');
    const { connection } = await ourAgent(agent(info));
    const first = connection.raw.onRequest('_x', any, any);
    expect(() => connection.raw.onRequest('_x', any, any)).toThrow('already has a handler');
    first[Symbol.dispose]();
    expect(() => connection.raw.onRequest('_x', any, any)).not.toThrow();
  });

  test('is refused for prompts as well', () => {
    const once = agent(info).onPrompt(() => undefined);
    expect(() => once.onPrompt(() => undefined)).toThrow('already has a handler');
  });

  officialSdk('is accepted and never called', async () => {
    const app = theirApp()
      .onRequest('_x', any, () => 'first')
      .onRequest('_x', any, () => 'second');
    const { raw } = await theirAgent(app);
    await expect(raw.request('_x')).resolves.toMatchObject({ result: 'first' });
  });
});

describe('a terminal of the editor', () => {
  test('can be given up while it is waited for, and asked within a time', async () => {
    let terminal: EditorTerminal | undefined;
    const app = agent(info).onPrompt(async (turn) => {
      terminal = await turn.editorTerminal({ command: 'rake' });
      await never();
    });
    const clock = new VirtualClock();
    const { raw } = await ourAgentOnOne(app, { terminal: true }, { clock });
    raw.whenever('terminal/create', () => ({ terminalId: 't' }));
    const { result } = await raw.request('session/new', { cwd: '/', mcpServers: [] });
    void raw.request('session/prompt', { sessionId: result?.['sessionId'], prompt: hello });
    await settled();
    const controller = new AbortController();
    const waiting = failure(terminal?.waitForExit({ signal: controller.signal }) ?? never());
    await settled();
    controller.abort();
    expect(await waiting).toMatchObject({ name: 'AbortError' });
    for (const ask of [
      () => terminal?.output({ timeout: 1000 }),
      () => terminal?.kill({ timeout: 1000 }),
      () => terminal?.release({ timeout: 1000 }),
    ]) {
      const asking = failure(ask() ?? never());
      await clock.advance(1000);
      expect(await asking).toMatchObject({ name: 'ConnectionError', code: 'timeout' });
    }
    expect(methodsOf(raw).filter((method) => method === '$/cancel_request')).toHaveLength(4);
  });

  officialSdk('is waited for, whatever is said', async () => {
    let terminal: versionOne.TerminalHandle | undefined;
    const app = versionOne.agent().onRequest('session/prompt', async (context) => {
      terminal = await context.client.createTerminal({ sessionId: 's', command: 'rake' });
      return never();
    });
    const { raw } = theirs(app);
    raw.whenever('terminal/create', () => ({ terminalId: 't' }));
    void raw.request('session/prompt', { sessionId: 's', prompt: hello });
    await settled();
    const handle = terminal as unknown as Record<string, (options: object) => Promise<unknown>>;
    stopTime();
    const asked = ['waitForExit', 'currentOutput', 'kill', 'release'].map((name) =>
      handle[name]?.({ signal: AbortSignal.abort(), cancellationSignal: AbortSignal.abort(), timeout: 1000 }),
    );
    await anHourLater();
    expect(await Promise.all(asked.map((each) => isPending(each ?? Promise.resolve())))).toEqual(asked.map(() => true));
    expect(methodsOf(raw)).not.toContain('$/cancel_request');
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

  officialSdk('are of different classes', () => {
    const drafts = official.client() as unknown as { connect: (other: unknown) => unknown };
    expect(() => drafts.connect(versionOne.agent())).toThrow(TypeError);
  });
});
