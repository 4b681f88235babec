/** How connections end; `official-sdk.ts` says how the two are compared. */
import { spawnSync } from 'node:child_process';

import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';

import { lineChannel, Peer, type PeerOptions } from '@acp-stack/rpc';
import { agent, type Turn } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';

import {
  any,
  failure,
  hello,
  info,
  introduction,
  isPending,
  never,
  ourAgent,
  ourPeer,
  closeAfterEach,
  theirAgent,
  theirApp,
  theirClient,
} from './setup.ts';
import { officialSdk } from './official-sdk.ts';

closeAfterEach();

/** The rejections that were not handled while `work` ran; the test runner is not told. */
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

  officialSdk('does not tell the other side', async () => {
    const { connection, raw } = await theirClient(official.client());
    connection.close();
    await connection.closed;
    await settled();
    expect(raw.hasEnded).toBe(false);
  });

  officialSdk('leaves the request of the other side unanswered for ever', async () => {
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

  officialSdk('drops what is being handled', async () => {
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

  officialSdk('rejects what waits with a plain error', async () => {
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
    expect(reports).toMatchObject([{ kind: 'unsendable-response', method: '_big' }]);
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

  officialSdk('as a result closes the connection without an answer', async () => {
    const { raw, connection } = await theirAgent(theirApp().onRequest('_big', any, () => 10n));
    const answer = raw.request('_big');
    await connection.closed;
    expect([await isPending(answer), raw.hasEnded]).toEqual([true, false]);
  });

  officialSdk('as params rejects every other request too', async () => {
    const { connection } = await theirClient(official.client());
    const other = failure(connection.agent.request('_wait'));
    await settled();
    await failure(connection.agent.notify('_note', { value: 1n }));
    expect((await other).message).toContain('BigInt');
    await connection.closed;
  });
});

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

  officialSdk('into a broken pipe ends the program', () => {
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
