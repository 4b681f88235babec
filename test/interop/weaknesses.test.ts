/**
 * Where the official SDK 2.4.0 is weak, ours is not.
 *
 * Each part shows our behaviour, and beside it, named after it, that the official SDK really behaves as we say; a release that does better
 * makes that test fail, and the claim goes.
 */
import { spawnSync } from 'node:child_process';

import * as versionOne from '@agentclientprotocol/sdk';
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';

import { lineChannel, Peer, type Channel, type PeerOptions } from '@acp-stack/rpc';
import { agent, client, type Turn } from '@acp-stack/sdk';
import { bytePipe, settled, VirtualClock } from '@acp-stack/testing';

import { verifies } from '../requirements/requirement.ts';
import { byteLink } from './official-stream.ts';
import { RawEnd } from './raw-end.ts';
import type { WireMessage } from './traffic.ts';
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
  never,
  ourAgent,
  ourClient,
  ourEnds,
  ourPeer,
  standForEach,
  theirAgent,
  theirApp,
  theirClient,
} from './weakness-stand.ts';

const complaints = standForEach();

describe('updates, then the answer, in one chunk', () => {
  const talk = (raw: RawEnd): void => {
    raw.update('s', chunk('one'));
    raw.update('s', chunk('two'));
    raw.send({ id: raw.find('session/prompt').id, result: { messageId: 'u' } });
  };

  test(verifies('GEN-23', 'are handled before the answer is'), async () => {
    const events: string[] = [];
    const app = client(info).on('session/update', ({ update }) => {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        events.push(update.content.text);
    });
    const { connection, raw } = await ourClient(app);
    const { id: sessionId } = await connection.newSession({ cwd: '/' });
    const answer = connection.request('session/prompt', { sessionId, prompt: hello }).then(() => events.push('answer'));
    await settled();
    talk(raw);
    await answer;
    expect(events).toEqual(['one', 'two', 'answer']);
  });

  test(verifies('GEN-23', 'are handled before the answer is, however long that takes'), async () => {
    const events: string[] = [];
    const app = client(info).on('session/update', async ({ update }) => {
      await settled(2);
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        events.push(update.content.text);
    });
    const { connection, raw } = await ourClient(app);
    const { id: sessionId } = await connection.newSession({ cwd: '/' });
    const answer = connection.request('session/prompt', { sessionId, prompt: hello }).then(() => events.push('answer'));
    await settled();
    talk(raw);
    await answer;
    expect(events).toEqual(['one', 'two', 'answer']);
  });

  test('the official SDK: hands over the answer first when other handlers were registered before', async () => {
    const events: string[] = [];
    const { connection, raw } = await theirClient(busyClient(events));
    const answer = connection.agent
      .request('session/prompt', { sessionId: 's', prompt: hello })
      .then(() => events.push('answer'));
    await settled();
    talk(raw);
    await answer;
    await settled();
    expect(events).toHaveLength(3);
    expect(events.indexOf('answer')).toBeLessThan(2);
  });

  test('the official SDK: never waits for a handler that takes its time', async () => {
    const events: string[] = [];
    const app = official.client().onNotification('session/update', async ({ params }) => {
      await settled(2);
      events.push((params.update as ReturnType<typeof chunk>).content.text);
    });
    const { connection, raw } = await theirClient(app);
    const answer = connection.agent
      .request('session/prompt', { sessionId: 's', prompt: hello })
      .then(() => events.push('answer'));
    await settled();
    talk(raw);
    await answer;
    expect(events).toEqual(['answer']);
  });
});

describe('updates, then a question of the agent, in one chunk', () => {
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
  const talk = (raw: RawEnd): void => {
    raw.update('s', chunk('one'));
    raw.update('s', chunk('two'));
    void raw.request('session/request_permission', { sessionId: 's', title: 'Dig?', options });
  };

  test(verifies('GEN-23', 'are handled in that order, whatever was registered first'), async () => {
    const events: string[] = [];
    const app = client(info)
      .onPermission(() => {
        events.push('question');
        return 'yes';
      })
      .onUpdate((update) => {
        if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
          events.push(update.content.text);
      });
    const { connection, raw } = await ourClient(app);
    await connection.newSession({ cwd: '/' });
    talk(raw);
    await settled();
    expect(events).toEqual(['one', 'two', 'question']);
  });

  test('the official SDK: asks first when that handler was registered first', async () => {
    const events: string[] = [];
    const app = official
      .client()
      .onRequest('session/request_permission', () => {
        events.push('question');
        return { outcome: { outcome: 'selected', optionId: 'yes' } };
      })
      .onRequest('_a', any, any)
      .onRequest('_b', any, any)
      .onRequest('_c', any, any)
      .onRequest('_d', any, any)
      .onNotification('session/update', ({ params }) => {
        events.push((params.update as ReturnType<typeof chunk>).content.text);
      });
    const { raw } = await theirClient(app);
    talk(raw);
    await settled();
    expect(events).toHaveLength(3);
    expect(events.indexOf('question')).toBeLessThan(2);
  });
});

describe('a prompt, then its cancel, in one chunk', () => {
  const talk = (raw: RawEnd, sessionId: string): void => {
    void raw.request('session/prompt', { sessionId, prompt: hello });
    raw.notify('session/cancel', { sessionId });
  };

  test(verifies('CANCEL-06', 'cancels the turn'), async () => {
    const app = agent(info).onPrompt(
      (turn) =>
        new Promise<void>((resolve) => {
          if (turn.signal.aborted) resolve();
          turn.signal.addEventListener('abort', () => {
            resolve();
          });
        }),
    );
    const { raw } = await ourAgent(app);
    const { result } = await raw.request('session/new', { cwd: '/' });
    talk(raw, String(result?.['sessionId']));
    await settled();
    expect(raw.received.at(-1)?.params?.['update']).toMatchObject({ state: 'idle', stopReason: 'cancelled' });
  });

  test('the official SDK: hears of the cancel before the prompt, so that it is lost', async () => {
    const events: string[] = [];
    const app = theirApp()
      .onNotification('session/cancel', () => {
        events.push('cancel');
      })
      .onRequest('_a', any, any)
      .onRequest('_b', any, any)
      .onRequest('_c', any, any)
      .onRequest('_d', any, any)
      .onRequest('session/prompt', () => {
        events.push('prompt');
        return { messageId: 'm' };
      });
    const { raw } = await theirAgent(app);
    talk(raw, 's');
    await settled();
    expect(events).toEqual(['cancel', 'prompt']);
  });

  test('the official SDK: ties session/cancel to nothing, so that the signal of the prompt does not abort', async () => {
    let signal: AbortSignal | undefined;
    const app = theirApp().onRequest('session/prompt', (context) => {
      ({ signal } = context);
      return never();
    });
    const { raw } = await theirAgent(app);
    void raw.request('session/prompt', { sessionId: 's', prompt: hello });
    await settled();
    raw.notify('session/cancel', { sessionId: 's' });
    await settled();
    expect(signal?.aborted).toBe(false);
  });
});

describe('updates before the answer to session/new', () => {
  const talk = async (raw: RawEnd): Promise<void> => {
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

  test('the official SDK: loses them', async () => {
    const { connection, raw } = await theirClient(official.client());
    const opening = connection.agent.buildSession('/').start();
    await settled();
    await talk(raw);
    const session = await opening;
    const { update } = await session.nextUpdate();
    expect(update).toMatchObject({ content: { text: 'later' } });
  });
});

describe('closing', () => {
  test('reaches the other side', async () => {
    const { peer, raw } = ourPeer({ handlers: () => undefined });
    const closing = peer.close();
    await settled();
    expect(raw.hasEnded).toBe(true);
    await raw.channel.end();
    await closing;
    await expect(peer.closed).resolves.toEqual({ by: 'us', error: undefined });
  });

  test('the official SDK: does not tell the other side', async () => {
    const { connection, raw } = await theirClient(official.client());
    connection.close();
    await connection.closed;
    await settled();
    expect(raw.hasEnded).toBe(false);
  });

  test('the official SDK: leaves the request of the other side unanswered for ever', async () => {
    const { connection, raw } = await theirAgent(theirApp().onRequest('_wait', any, never));
    const answer = raw.request('_wait');
    await settled();
    connection.close();
    await settled();
    expect([await isPending(answer), raw.hasEnded]).toEqual([true, false]);
  });
});

describe('the end of the input', () => {
  test('lets what is being handled finish, and its answer go out', async () => {
    let finish: (value: string) => void = () => undefined;
    const { raw, peer } = ourPeer({
      handlers: () => ({ kind: 'request', run: () => new Promise((resolve) => (finish = resolve)) }),
    });
    const answer = raw.request('_work');
    await settled();
    await raw.channel.end();
    await settled();
    finish('done');
    await expect(answer).resolves.toMatchObject({ result: 'done' });
    await expect(peer.closed).resolves.toEqual({ by: 'them', error: undefined });
    expect(raw.hasEnded).toBe(true);
  });

  test('rejects what waits with an error that says why', async () => {
    const { peer, raw } = ourPeer({ handlers: () => undefined });
    const call = failure(peer.request('_wait'));
    await settled();
    await raw.channel.end();
    expect(await call).toMatchObject({
      name: 'ConnectionError',
      code: 'closed',
      message: expect.stringContaining('other side') as string,
    });
  });

  test('the official SDK: drops what is being handled', async () => {
    let finish: (value: string) => void = () => undefined;
    const app = theirApp().onRequest('_work', any, () => new Promise((resolve) => (finish = resolve)));
    const { raw } = await theirAgent(app);
    const answer = raw.request('_work');
    await settled();
    await raw.channel.end();
    await settled();
    finish('done');
    expect(await isPending(answer)).toBe(true);
  });

  test('the official SDK: rejects what waits with a plain error', async () => {
    const { connection, raw } = await theirClient(official.client());
    const call = failure(connection.agent.request('_wait'));
    await settled();
    await raw.channel.end();
    expect(await call).toMatchObject({ name: 'Error', message: 'ACP connection closed' });
  });
});

describe('a value that cannot be written as JSON', () => {
  const handlers: PeerOptions['handlers'] = (method) => ({
    kind: 'request',
    run: () => (method === '_big' ? 10n : never()),
  });

  test('as a result costs that request only', async () => {
    const { raw, reports, peer } = ourPeer({ handlers });
    const other = raw.request('_wait');
    await expect(raw.request('_big')).resolves.toMatchObject({ error: { code: -32_603 } });
    expect(reports).toMatchObject([{ kind: 'unsendable-answer', method: '_big' }]);
    expect([await isPending(other), await isPending(peer.closed)]).toEqual([true, true]);
  });

  test('as params costs that call only', async () => {
    const { peer, raw } = ourPeer({ handlers });
    raw.whenever('_echo', any);
    expect(await failure(peer.request('_echo', { value: 1n }))).toMatchObject({
      name: 'ConnectionError',
      code: 'unserializable',
    });
    expect(await failure(peer.notify('_note', { value: 1n }))).toMatchObject({ code: 'unserializable' });
    await expect(peer.request('_echo', { value: 1 })).resolves.toEqual({ value: 1 });
  });

  test('the official SDK: as a result closes the connection without an answer', async () => {
    const { raw, connection } = await theirAgent(theirApp().onRequest('_big', any, () => 10n));
    const answer = raw.request('_big');
    await connection.closed;
    expect([await isPending(answer), raw.hasEnded]).toEqual([true, false]);
  });

  test('the official SDK: as params rejects every other request too', async () => {
    const { connection } = await theirClient(official.client());
    const other = failure(connection.agent.request('_wait'));
    await settled();
    await failure(connection.agent.notify('_note', { value: 1n }));
    expect((await other).message).toContain('BigInt');
    await connection.closed;
  });
});

/** What nobody has handled while `work` ran; the test runner does not hear of it. */
async function unhandledIn(work: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => void unhandled.push(reason));
  try {
    await work();
    await settled();
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
  }
  return unhandled;
}

describe('sending without awaiting', () => {
  test('into a broken pipe leaves no rejection unhandled', async () => {
    const unhandled = await unhandledIn(async () => {
      const broken = lineChannel(
        { start: () => undefined, pause: () => undefined, resume: () => undefined },
        {
          write: (_, onTaken) => {
            onTaken(new Error('EPIPE'));
          },
          end: () => Promise.reject(new Error('EPIPE')),
          destroy: () => undefined,
        },
      );
      const peer = new Peer(broken, { handlers: () => undefined });
      void peer.notify('_note', {});
      void peer.request('_ask', {});
      await settled();
      void peer.notify('_note', {});
      void peer.request('_ask', {});
      await peer.closed;
    });
    expect(unhandled).toEqual([]);
  });

  test('to a client that has gone leaves no rejection unhandled', async () => {
    const unhandled = await unhandledIn(async () => {
      const { connection, raw } = await ourAgent(agent(info));
      await raw.channel.end();
      await connection.closed;
      void connection.raw.notify('_note', {});
      void connection.raw.request('_ask', {});
    });
    expect(unhandled).toEqual([]);
  });

  test('after a turn is over leaves no rejection unhandled', async () => {
    const unhandled = await unhandledIn(async () => {
      let turn: Turn | undefined;
      const { raw } = await ourAgent(agent(info).onPrompt((each) => void (turn = each)));
      const { result } = await raw.request('session/new', { cwd: '/' });
      await raw.request('session/prompt', { sessionId: result?.['sessionId'], prompt: hello });
      await settled();
      void turn?.message.append('too late');
      void turn?.toolCall({ title: 'Too late' });
    });
    expect(unhandled).toEqual([]);
  });

  test('after a session was closed leaves no rejection unhandled', async () => {
    const unhandled = await unhandledIn(async () => {
      const { raw, connection } = await ourAgent(agent(info).onPrompt(() => undefined));
      const { result } = await raw.request('session/new', { cwd: '/' });
      const [session] = connection.sessions;
      await raw.request('session/close', { sessionId: result?.['sessionId'] });
      void session?.notice('info', 'Too late');
      session?.setCommands([]);
    });
    expect(unhandled).toEqual([]);
  });

  test('the official SDK: into a broken pipe ends the program', () => {
    const program = `
      import { client } from '@agentclientprotocol/sdk/experimental/v2';
      const answer = { jsonrpc: '2.0', id: 0, result: ${JSON.stringify(introduction)} };
      let reader;
      let writes = 0;
      const stream = {
        readable: new ReadableStream({ start: (controller) => void (reader = controller) }),
        writable: new WritableStream({
          write: () => {
            writes += 1;
            if (writes > 1) throw new Error('EPIPE');
            reader.enqueue(answer);
          },
        }),
      };
      const { agent } = client().connect(stream);
      await agent.request('initialize', { protocolVersion: 2, info: ${JSON.stringify(info)} });
      void agent.notify('_note', {});
      await new Promise((resolve) => setImmediate(resolve));
    `;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('EPIPE');
    expect(status).toBe(1);
  });
});

describe('an error that a handler throws by accident', () => {
  const secret = new Error('cannot read /home/rose/.ssh/id_rsa');
  const throwing = (thrown: unknown): never => {
    throw thrown;
  };

  test(verifies('GEN-24', 'tells the other side nothing, and the program everything'), async () => {
    const app = agent(info).on('_fall', any, () => throwing(secret));
    const { raw, reports } = await ourAgent(app);
    const { error } = await raw.request('_fall');
    expect(error).toEqual({ code: -32_603, message: 'Internal error' });
    expect(reports).toEqual([{ kind: 'handler-failed', method: '_fall', error: secret }]);
  });

  test('reaches the program whatever it is', async () => {
    const { raw, reports } = await ourAgent(agent(info).on('_fall', any, () => throwing('only words')));
    await expect(raw.request('_fall')).resolves.toMatchObject({ error: { message: 'Internal error' } });
    expect(reports).toEqual([{ kind: 'handler-failed', method: '_fall', error: 'only words' }]);
  });

  test('in a notification reaches the program as well', async () => {
    const { connection, raw, reports } = await ourAgent(agent(info));
    connection.raw.onNotification('_note', any, () => throwing(secret));
    raw.notify('_note', {});
    await settled();
    expect(reports).toEqual([{ kind: 'handler-failed', method: '_note', error: secret }]);
  });

  test('the official SDK: sends its words to the other side', async () => {
    const { raw } = await theirAgent(theirApp().onRequest('_fall', any, () => throwing(secret)));
    expect((await raw.request('_fall')).error).toMatchObject({ code: -32_603, data: { details: secret.message } });
  });

  test('the official SDK: sends words that are JSON as data of their own', async () => {
    const { raw } = await theirAgent(
      theirApp().onRequest('_fall', any, () => throwing(new Error('{"token":"hunter2"}'))),
    );
    expect((await raw.request('_fall')).error).toMatchObject({ data: { token: 'hunter2' } });
  });

  test('the official SDK: loses it when it is no error but only words', async () => {
    const { raw } = await theirAgent(theirApp().onRequest('_fall', any, () => throwing('only words')));
    expect((await raw.request('_fall')).error).toEqual({ code: -32_603, message: 'Internal error', data: {} });
    expect(complaints()).not.toHaveBeenCalled();
  });

  test('the official SDK: says of a notification only that there was an error', async () => {
    const { raw } = await theirAgent(theirApp().onNotification('_note', any, () => throwing(secret)));
    raw.notify('_note', {});
    await settled();
    expect(complaints().mock.calls).toEqual([
      ['Error handling notification', { method: '_note', code: -32_603, message: 'Internal error' }],
    ]);
  });
});

describe('an invalid message with an id that can be read', () => {
  const message = { jsonrpc: '1.0', id: 7, method: 'session/new', params: { env: { TOKEN: 'hunter2' } } };

  test(
    verifies('GEN-11', verifies('GEN-24', 'is refused without it, and nothing of it is repeated anywhere')),
    async () => {
      const { raw, reports } = await ourAgent(agent(info));
      raw.send(message);
      await settled();
      expect(raw.answers.at(-1)).toMatchObject({ id: null, error: { code: -32_600 } });
      expect(reports).toMatchObject([{ kind: 'invalid-message', message: { id: 7, method: 'session/new' } }]);
      expect(JSON.stringify([raw.received, reports])).not.toContain('hunter2');
    },
  );

  test('the official SDK: is refused with the id null and repeated whole', async () => {
    const { raw } = await theirAgent(theirApp());
    raw.send(message);
    await settled();
    expect(raw.answers.at(-1)).toMatchObject({
      id: null,
      error: { code: -32_600, data: { params: { env: { TOKEN: 'hunter2' } } } },
    });
  });
});

describe('two requests with the same id at once', () => {
  const ask = (raw: RawEnd): void => {
    raw.send({ id: 'twin', method: '_work', params: { n: 1 } });
    raw.send({ id: 'twin', method: '_work', params: { n: 2 } });
  };
  const twins = ({ answers }: RawEnd): WireMessage[] => answers.filter(({ id }) => id === 'twin');

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

  test('the official SDK: give two answers', async () => {
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

describe('an id that JavaScript cannot hold', () => {
  const line = '{"jsonrpc":"2.0","id":12345678901234567890,"method":"_work"}';

  test(verifies('GEN-14', 'is refused rather than answered as another one'), async () => {
    const { raw } = await ourAgent(agent(info).on('_work', any, () => 'done'));
    raw.sendText(line);
    await settled();
    expect(raw.answers.at(-1)).toMatchObject({ id: null, error: { code: -32_600 } });
  });

  test('the official SDK: is answered with another one', async () => {
    const { raw } = await theirAgent(theirApp().onRequest('_work', any, () => 'done'));
    raw.sendText(line);
    await settled();
    expect(raw.answers.at(-1)).toMatchObject({ id: 12_345_678_901_234_567_000, result: 'done' });
  });
});

describe('fields that nobody knows yet', () => {
  const update = {
    ...chunk('hello'),
    later: { nested: [1, null] },
    content: { type: 'text', text: 'hello', later: true },
  };

  test(verifies('GEN-22', 'are kept'), async () => {
    const heard: unknown[] = [];
    const { connection, raw } = await ourClient(client(info).onUpdate((each) => void heard.push(each)));
    await connection.newSession({ cwd: '/' });
    raw.update('s', update);
    await settled();
    expect(heard).toEqual([update]);
  });

  test('the official SDK: are dropped', async () => {
    const heard: unknown[] = [];
    const app = official.client().onNotification('session/update', ({ params }) => void heard.push(params.update));
    const { raw } = await theirClient(app);
    raw.update('s', update);
    await settled();
    expect(heard).toEqual([chunk('hello')]);
  });
});

describe('kinds that nobody knows yet', () => {
  const update = { sessionUpdate: 'weather_update', sky: 'grey' };

  test(verifies('GEN-19', 'are kept whole'), async () => {
    const heard: unknown[] = [];
    const { connection, raw } = await ourClient(client(info).onUpdate((each) => void heard.push(each)));
    await connection.newSession({ cwd: '/' });
    raw.update('s', update);
    await settled();
    expect(heard).toEqual([update]);
  });

  test('the official SDK: on version 1 are dropped, and not even the handler for everything hears of them', async () => {
    const heard: unknown[] = [];
    const link = byteLink();
    const raw = new RawEnd(link.channel);
    const connection = versionOne
      .client()
      .onNotification('session/update', ({ params }) => void heard.push(params))
      .onNotification('*', ({ params }) => void heard.push(params))
      .connect(link.stream);
    atEnd(() => {
      connection.close();
    });
    raw.update('s', update);
    await settled();
    expect(heard).toEqual([]);
    expect(complaints()).toHaveBeenCalledWith(
      'Error handling notification',
      expect.objectContaining({ code: -32_602 }),
    );
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

  test('the official SDK: on version 1 is taken as it is', async () => {
    const link = byteLink();
    const raw = new RawEnd(link.channel).whenever('initialize', () => 'garbage').whenever('session/new', () => ({}));
    const connection = versionOne.client().connect(link.stream);
    atEnd(() => {
      connection.close();
    });
    await expect(connection.agent.request('initialize', { protocolVersion: 1 })).resolves.toBe('garbage');
    const session = await connection.agent.buildSession('/').start();
    expect(session.sessionId).toBeUndefined();
    expect(raw.hasEnded).toBe(false);
  });

  test('the official SDK: on version 2 is an error of its validator', async () => {
    const { connection, raw } = await theirClient(official.client());
    raw.whenever('session/new', () => ({}));
    expect((await failure(connection.agent.request('session/new', { cwd: '/' }))).name).toBe('ZodError');
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

  test('the official SDK: are sent as they are', async () => {
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

describe('more than a handler can take', () => {
  const count = 2000;

  test('of notifications wait their turn, and reading pauses', async () => {
    let running = 0;
    let most = 0;
    const releases: (() => void)[] = [];
    const limits = { unhandledBytes: 10_000 };
    const { raw } = ourPeer({
      limits,
      lane: () => 'one',
      handlers: () => ({
        kind: 'notification',
        run: async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise<void>((resolve) => void releases.push(resolve));
          running -= 1;
        },
      }),
    });
    for (let index = 0; index < count; index += 1) raw.notify('_work', { index, padding: 'x'.repeat(1000) });
    await settled();
    expect(most).toBe(1);
    expect(raw.channel.unsentBytes).toBeGreaterThan((count * 1000) / 2);
  });

  test('of requests are refused, and cancelling still gets through', async () => {
    const signals: AbortSignal[] = [];
    const { raw } = ourPeer({
      limits: { incomingRequests: 10 },
      handlers: () => ({
        kind: 'request',
        run: (_, { signal }) => {
          signals.push(signal);
          return never();
        },
      }),
    });
    for (let id = 0; id < count; id += 1) raw.send({ id, method: '_work' });
    await settled();
    expect(signals).toHaveLength(10);
    expect(raw.answers).toHaveLength(count - 10);
    expect(raw.answers[0]).toMatchObject({ id: 10, error: { code: -32_603, data: { limit: 10 } } });
    raw.notify('$/cancel_request', { requestId: 3 });
    await settled();
    expect(signals.map(({ aborted }) => aborted)).toEqual(Array.from({ length: 10 }, (_, index) => index === 3));
  });

  test('the official SDK: all run at once', async () => {
    let running = 0;
    const app = theirApp()
      .onNotification('_note', any, () => {
        running += 1;
        return never();
      })
      .onRequest('_work', any, () => {
        running += 1;
        return never();
      });
    const { raw } = await theirAgent(app);
    for (let id = 0; id < count; id += 1) {
      raw.notify('_note', {});
      raw.send({ id, method: '_work' });
    }
    await settled(20);
    expect(running).toBe(2 * count);
  });
});

describe('more than the other side reads', () => {
  const large = { padding: 'x'.repeat(10_000) };

  /** A channel whose other end never takes anything. */
  const stalled = (): Channel =>
    lineChannel(
      { start: () => undefined, pause: () => undefined, resume: () => undefined },
      { write: () => undefined, end: () => Promise.resolve(), destroy: () => undefined },
    );

  test('is refused beyond a limit, whether or not anybody awaits', async () => {
    const channel = stalled();
    const peer = new Peer(channel, { handlers: () => undefined, limits: { unsentBytes: 1_000_000 } });
    atEnd(() => {
      peer.destroy();
    });
    for (let index = 0; index < 1000; index += 1) void peer.notify('_note', large);
    expect(channel.unsentBytes).toBeLessThan(1_100_000);
    expect(await failure(peer.notify('_note', large))).toMatchObject({ name: 'ConnectionError', code: 'limit' });
  });

  test('makes whoever awaits wait', async () => {
    const peer = new Peer(stalled(), { handlers: () => undefined });
    atEnd(() => {
      peer.destroy();
    });
    let sent = 0;
    const sending = (async () => {
      for (; sent < 1000; sent += 1) await peer.notify('_note', large);
    })();
    expect(await isPending(sending)).toBe(true);
    expect(sent).toBeLessThan(200);
  });

  test('the official SDK: piles up without a limit', async () => {
    const stream = {
      readable: new ReadableStream<official.AnyMessage>(),
      writable: new WritableStream({ write: never }),
    };
    const connection = versionOne.client().connect(stream);
    atEnd(() => {
      connection.close();
    });
    const sent = Array.from({ length: 1000 }, () => connection.agent.notify('_note', large));
    for (const each of sent) each.catch(() => undefined);
    expect(await Promise.all([isPending(Promise.race(sent)), isPending(Promise.any(sent))])).toEqual([true, true]);
  });
});

describe('a call that nobody waits for any longer', () => {
  test('leaves room for the next, and its late answer is no surprise', async () => {
    const { peer, raw, reports } = ourPeer({ handlers: () => undefined, limits: { outgoingRequests: 1 } });
    for (let index = 0; index < 100; index += 1) {
      const controller = new AbortController();
      const call = failure(peer.request('_wait', { index }, { signal: controller.signal, abandon: true }));
      controller.abort(new Error('enough'));
      expect(await call).toMatchObject({ name: 'AbortError', cause: { message: 'enough' } });
    }
    await settled();
    expect(raw.received.filter(({ method }) => method === '_wait')).toHaveLength(100);
    for (const { id, method } of raw.received) if (method === '_wait') raw.send({ id, result: {} });
    await settled();
    expect(reports).toEqual([]);
  });

  test('was given up by a timeout, or not even sent', async () => {
    const clock = new VirtualClock();
    const { peer, raw } = ourPeer({ handlers: () => undefined, clock });
    const late = failure(peer.request('_wait', {}, { timeout: 50 }));
    await clock.advance(50);
    expect(await late).toMatchObject({ name: 'ConnectionError', code: 'timeout' });
    expect(await failure(peer.request('_never', {}, { signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortError',
    });
    await settled();
    expect(raw.received.map(({ method }) => method)).toEqual(['_wait', '$/cancel_request']);
  });

  test('the official SDK: stays in its table', async () => {
    const { connection } = await theirClient(official.client());
    for (let index = 0; index < 100; index += 1) {
      const call = connection.agent.request(
        '_wait',
        {},
        { cancellationSignal: AbortSignal.abort(), stopWaitingOnCancel: true },
      );
      await failure(call);
    }
    const { pendingResponses } = (connection as unknown as { connection: { pendingResponses: Map<unknown, unknown> } })
      .connection;
    expect(pendingResponses.size).toBe(100);
  });

  test('the official SDK: does not even reject when its signal aborts', async () => {
    const { connection, raw } = await theirClient(official.client());
    const call = connection.agent.request('_wait', {}, { cancellationSignal: AbortSignal.abort() });
    expect(await isPending(call)).toBe(true);
    expect(raw.received.slice(1).map(({ method }) => method)).toEqual(['_wait', '$/cancel_request']);
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

  test('the official SDK: is accepted and never called', async () => {
    const app = theirApp()
      .onRequest('_x', any, () => 'first')
      .onRequest('_x', any, () => 'second');
    const { raw } = await theirAgent(app);
    await expect(raw.request('_x')).resolves.toMatchObject({ result: 'first' });
  });
});

describe('a line that is too long', () => {
  const limits = { messageBytes: 1000, depth: 1000 };

  test('is refused, and the connection goes on', async () => {
    const [left, right] = bytePipe();
    const raw = new RawEnd(lineChannel(right.source, right.sink));
    const peer = new Peer(lineChannel(left.source, left.sink, limits), {
      handlers: () => ({ kind: 'request', run: any }),
    });
    atEnd(() => {
      peer.destroy();
    });
    void raw.request('_echo', 'x'.repeat(2000));
    await settled();
    expect(raw.answers).toMatchObject([{ id: 'raw-1', error: { code: -32_600 } }]);
    await expect(raw.request('_echo', 'short')).resolves.toMatchObject({ result: 'short' });
  });

  test('is not sent in the first place', async () => {
    const [left] = bytePipe();
    const peer = new Peer(lineChannel(left.source, left.sink, limits), { handlers: () => undefined });
    atEnd(() => {
      peer.destroy();
    });
    expect(await failure(peer.request('_echo', 'x'.repeat(2000)))).toMatchObject({
      name: 'ConnectionError',
      code: 'limit',
    });
  });

  test('the official SDK: ends the connection without an answer', async () => {
    const toTheirs = new TransformStream<Uint8Array, Uint8Array>();
    const toRaw = new TransformStream<Uint8Array, Uint8Array>();
    const connection = theirApp().connect(
      official.ndJsonStream(toRaw.writable, toTheirs.readable, { maxMessageBytes: 1000 }),
    );
    const sent: Uint8Array[] = [];
    const reader = toRaw.readable.getReader();
    const reading = reader.read().then(({ value }) => value !== undefined && sent.push(value));
    const writer = toTheirs.writable.getWriter();
    writer
      .write(new TextEncoder().encode(`{"jsonrpc":"2.0","id":1,"method":"_echo","params":"${'x'.repeat(2000)}"}\n`))
      .catch(() => undefined);
    await connection.closed;
    expect(await isPending(reading)).toBe(true);
    expect(sent).toEqual([]);
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

  test('the official SDK: is handed to the program', async () => {
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

  test('the official SDK: are changed without a word', async () => {
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

describe('saying something right after an answer', () => {
  test('is possible, and arrives after it', async () => {
    const app = agent(info).on('_open', any, (_, context) => {
      context.afterAnswer(() => void context.connection.notify('_opened', {}));
      return 'open';
    });
    const { raw } = await ourAgent(app);
    await raw.request('_open');
    await settled();
    expect(raw.received.slice(-2)).toMatchObject([{ result: 'open' }, { method: '_opened' }]);
  });
});

describe('a notification before initialize', () => {
  test(verifies('INIT-13', 'is ignored'), async () => {
    const [channel, raw] = ourEnds();
    const heard: unknown[] = [];
    const connection = agent(info).connect(channel, { checkOutgoing: true });
    connection.raw.onNotification('_note', any, (params) => void heard.push(params));
    atEnd(() => {
      connection.raw.destroy();
    });
    raw.notify('_note', { early: true });
    await settled();
    expect(heard).toEqual([]);
  });

  test('the official SDK: on version 1 is handed to the program', async () => {
    const link = byteLink();
    const raw = new RawEnd(link.channel);
    const heard: unknown[] = [];
    const connection = versionOne
      .agent()
      .onRequest('initialize', () => ({ protocolVersion: 1 }))
      .onNotification('_note', any, ({ params }) => void heard.push(params))
      .connect(link.stream);
    atEnd(() => {
      connection.close();
    });
    raw.notify('_note', { early: true });
    await settled();
    expect(heard).toEqual([{ early: true }]);
  });
});

describe('the words of an error', () => {
  const wrong = {
    sessionId: 's',
    update: { sessionUpdate: 'tool_call_update', toolCallId: 5, content: [{ type: 'content' }] },
  };

  test('name the place and are short', async () => {
    const { connection, raw, reports } = await ourClient(client(info));
    await connection.newSession({ cwd: '/' });
    const answer = await raw.request('session/request_permission', {
      sessionId: 's',
      title: 'Dig?',
      options: [{ optionId: 5 }],
    });
    expect(answer.error?.message).toContain('/options/0/optionId');
    expect(JSON.stringify(answer).length).toBeLessThan(1000);
    const subject = { type: 'tool_call', toolCall: { toolCallId: 5 } };
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
    const nested = await raw.request('session/request_permission', { sessionId: 's', title: 'Dig?', options, subject });
    expect(nested.error?.message).toContain('/subject/toolCall/toolCallId');
    raw.notify('session/update', wrong);
    await settled();
    expect(String((reports[0] as { error?: Error }).error?.message)).toContain('/update/toolCallId');
  });

  test('the official SDK: put quotes around the wrong ones', async () => {
    const { raw } = await theirAgent(theirApp());
    expect((await raw.request('_nothing')).error?.message).toBe('"Method not found": _nothing');
  });

  test('the official SDK: name the kind of a value and not the field that is wrong', async () => {
    const app = official
      .client()
      .onRequest('session/request_permission', () => ({ outcome: { outcome: 'cancelled' } }));
    const { raw } = await theirClient(app);
    const { error } = await raw.request('session/request_permission', {
      sessionId: 's',
      title: 'Dig?',
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
      subject: { type: 'tool_call', toolCall: { toolCallId: 5 } },
    });
    expect(error).toMatchObject({ code: -32_602 });
    expect(JSON.stringify(error)).not.toContain('toolCallId');
  });
});

describe('handlers that take their time', () => {
  const words = ['slow', 'quick'];
  const talk = (raw: RawEnd): void => {
    for (const each of words) raw.update('s', chunk(each));
  };

  test(verifies('GEN-23', 'finish in order within a session, and never hold up another one'), async () => {
    const done: string[] = [];
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    const app = client(info).on('session/update', async ({ sessionId, update }) => {
      const { text } = (update as ReturnType<typeof chunk>).content;
      if (text === 'slow') await slow;
      done.push(`${sessionId} ${text}`);
    });
    const { raw } = await ourClient(app);
    talk(raw);
    raw.update('other', chunk('meanwhile'));
    await settled();
    expect(done).toEqual(['other meanwhile']);
    release();
    await settled();
    expect(done).toEqual(['other meanwhile', 's slow', 's quick']);
  });

  test('the official SDK: finish in any order', async () => {
    const done: string[] = [];
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    const app = official.client().onNotification('session/update', async ({ params }) => {
      const { text } = (params.update as ReturnType<typeof chunk>).content;
      if (text === 'slow') await slow;
      done.push(text);
    });
    const { raw } = await theirClient(app);
    talk(raw);
    await settled();
    release();
    await settled();
    expect(done).toEqual(['quick', 'slow']);
  });
});

describe('an error for a request that the other side could not read', () => {
  const refuse = (raw: RawEnd): void => {
    raw.send({ id: null, error: { code: -32_700, message: 'Parse error' } });
  };

  test('is reported, and rejects the call that alone can be meant', async () => {
    const { peer, raw, reports } = ourPeer({ handlers: () => undefined });
    const call = failure(peer.request('_ask'));
    await settled();
    refuse(raw);
    expect(await call).toMatchObject({ name: 'RpcError', code: -32_700 });
    expect(reports).toMatchObject([{ kind: 'unreadable-message', method: '_ask' }]);
  });

  test('is reported when more than one can be meant, and a call with a timeout does not wait for ever', async () => {
    const clock = new VirtualClock();
    const { peer, raw, reports } = ourPeer({ handlers: () => undefined, clock });
    const call = failure(peer.request('_ask', {}, { timeout: 100 }));
    await peer.notify('_tell');
    await settled();
    refuse(raw);
    await settled();
    expect(reports).toMatchObject([{ kind: 'unreadable-message', method: undefined }]);
    await clock.advance(100);
    expect(await call).toMatchObject({ name: 'ConnectionError', code: 'timeout' });
  });

  test('the official SDK: is written to the console, and the call waits for ever', async () => {
    const { connection, raw } = await theirClient(official.client());
    const call = connection.agent.request('_ask');
    await settled();
    refuse(raw);
    expect(await isPending(call)).toBe(true);
    expect(complaints()).toHaveBeenCalledWith('Got response to unknown request', null);
  });
});

describe('an agent of another version', () => {
  const older = { protocolVersion: 1, agentCapabilities: {} };

  test(verifies('INIT-05', 'is met in its own version when that is 1'), async () => {
    const [channel, raw] = ourEnds();
    raw.whenever('initialize', () => older);
    const connection = await client(info).connect(channel);
    expect(connection.version).toBe(1);
    connection.destroy();
  });

  test(verifies('INIT-07', 'is told apart, with words that say what to do, and the connection is closed'), async () => {
    const [channel, raw] = ourEnds();
    raw.whenever('initialize', () => older);
    expect(await failure(client(info).connect(channel, { versions: [2] }))).toMatchObject({
      name: 'ProtocolVersionError',
      message: expect.stringContaining('version 1') as string,
    });
    await settled();
    expect(raw.hasEnded).toBe(true);
  });

  test('the official SDK: is an error of its validator', async () => {
    const link = byteLink();
    const raw = new RawEnd(link.channel).whenever('initialize', () => older);
    const connection = official.client().connect(link.stream);
    const error = await failure(connection.agent.request('initialize', { protocolVersion: 2, info }));
    expect(error.name).toBe('ZodError');
    await connection.closed;
    await settled();
    expect(raw.hasEnded).toBe(false);
  });

  test('the official SDK: on version 1 is not told apart', async () => {
    const link = byteLink();
    const raw = new RawEnd(link.channel).whenever('initialize', () => ({ protocolVersion: 2 }));
    const connection = versionOne.client().connect(link.stream);
    atEnd(() => {
      connection.close();
    });
    await expect(connection.agent.request('initialize', { protocolVersion: 1 })).resolves.toEqual({
      protocolVersion: 2,
    });
    expect(raw.hasEnded).toBe(false);
  });
});

describe('a method that the other side did not advertise', () => {
  test(verifies('INIT-09', 'is refused here, with the capability that is missing'), async () => {
    const { connection, raw } = await ourClient(client(info));
    const before = raw.received.length;
    expect(await failure(connection.delete('s'))).toMatchObject({
      name: 'CapabilityError',
      capability: 'session.delete',
    });
    await settled();
    expect(raw.received).toHaveLength(before);
  });

  test('the official SDK: is sent', async () => {
    const { connection, raw } = await theirClient(official.client());
    void connection.agent.request('session/delete', { sessionId: 's' }).catch(() => undefined);
    await settled();
    expect(raw.find('session/delete')).toBeDefined();
  });
});

describe('updates that nobody reads', () => {
  const count = 3000;
  const talk = (raw: RawEnd): void => {
    for (let index = 0; index < count; index += 1) raw.update('s', chunk(String(index)));
  };

  test('are kept up to a limit, and what is missing is said', async () => {
    const { connection, raw, reports } = await ourClient(client(info), { updates: { unread: 100, unheard: 100 } });
    const session = await connection.newSession({ cwd: '/' });
    talk(raw);
    await settled();
    expect(reports).toEqual([{ kind: 'updates-dropped', sessionId: 's', where: 'session', limit: 100 }]);
    const run = session.prompt('hello');
    talk(raw);
    await settled();
    const first = await run[Symbol.asyncIterator]().next();
    expect(first.value).toMatchObject({ content: { text: String(count - 100) } });
    expect(run.missed).toBe(count - 100);
  });

  test('the official SDK: are all kept', async () => {
    const { connection, raw } = await theirClient(official.client());
    raw.whenever('session/new', () => ({ sessionId: 's' }));
    const session = await connection.agent.buildSession('/').start();
    talk(raw);
    await settled(20);
    for (let index = 0; index < count; index += 1) {
      const { update } = await session.nextUpdate();
      if (index % 1000 === 0) expect(update).toMatchObject({ content: { text: String(index) } });
    }
  });
});
