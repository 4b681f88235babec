/** Messages are handled in the order in which they arrive; `official-sdk.ts` says how the two are compared. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { describe, expect, test } from 'vitest';

import { lineChannel } from '@acp-stack/rpc';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { agent, client } from '@acp-stack/sdk';
import { bytePipe, settled } from '@acp-stack/testing';

import { verifies } from '../requirements/requirement.ts';
import { RawPeer } from '../support/raw-peer.ts';
import {
  any,
  atEnd,
  busyClient,
  chunk,
  hello,
  info,
  introduction,
  never,
  ourAgent,
  ourClient,
  closeAfterEach,
  theirAgent,
  theirApp,
  theirClient,
} from './setup.ts';
import { officialSdk } from './official-sdk.ts';

closeAfterEach();

const textOf = (update: unknown): string => (update as ReturnType<typeof chunk>).content.text;

describe('updates, then the answer, in one chunk', () => {
  const talk = (raw: RawPeer): void => {
    raw.update('s', chunk('one'));
    raw.update('s', chunk('two'));
    raw.send({ id: raw.find('session/prompt').id, result: { messageId: 'u' } });
  };

  type Handle = (params: { readonly update: SessionUpdate }) => void | Promise<void>;
  test.each<[string, (handle: Handle) => Handle]>([
    ['at once', (handle) => handle],
    [
      'however long that takes',
      (handle) => async (params) => {
        await settled(2);
        await handle(params);
      },
    ],
  ])(verifies('GEN-23', 'are handled before the answer is, %s'), async (_, slowly) => {
    const events: string[] = [];
    const handle: Handle = ({ update }) => {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        events.push(update.content.text);
    };
    const app = client(info).on('session/update', slowly(handle));
    const { connection, raw } = await ourClient(app);
    const { id: sessionId } = await connection.newSession({ cwd: '/' });
    const answer = connection.request('session/prompt', { sessionId, prompt: hello }).then(() => events.push('answer'));
    await settled();
    talk(raw);
    await answer;
    expect(events).toEqual(['one', 'two', 'answer']);
  });

  officialSdk('hands over the answer first when other handlers were registered before', async () => {
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

  officialSdk('never waits for a handler that takes its time', async () => {
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

describe('updates, then the answer, in chunks of their own', () => {
  const talk = async (raw: RawPeer): Promise<void> => {
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

  officialSdk('hands over the answer before the last of them', async () => {
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

describe('updates, then a question of the agent, in one chunk', () => {
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
  const talk = (raw: RawPeer): void => {
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

  officialSdk('asks first when that handler was registered first', async () => {
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
  const talk = (raw: RawPeer, sessionId: string): void => {
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

  officialSdk('hears of the cancel before the prompt, so that it is lost', async () => {
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

  officialSdk('ties session/cancel to nothing, so that the signal of the prompt does not abort', async () => {
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

describe('notifications of two methods', () => {
  const talk = (raw: RawPeer): void => {
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

  officialSdk('are handled in the order of their handlers', async () => {
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
  const talk = (raw: RawPeer): void => {
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
    const raw = new RawPeer(lineChannel(right.source, right.sink)).whenever('initialize', () => introduction);
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

  officialSdk('are seen the other way round by a caller who wraps the call', async () => {
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

describe('handlers that take their time', () => {
  const words = ['slow', 'quick'];
  const talk = (raw: RawPeer): void => {
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

  officialSdk('finish in any order', async () => {
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
