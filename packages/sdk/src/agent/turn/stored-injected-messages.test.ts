/** Pending messages across connections and programs: stored before the response, delivered once. */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { settled } from '@acp-stack/testing';
import { beforeAll, describe, expect, test } from 'vitest';

import { agent } from '../agent.ts';
import { info, initialize, wire, type Wire } from '../raw-client.test-support.ts';
import type { Turn } from '../session/agent-session.ts';
import { memoryStore } from '../store/memory-store.ts';
import type { SessionStore } from '../store/session-store.ts';

const inject = { modes: ['queue', 'steer'], steerInStream: ['finish'], pending: { replace: true } } as const;
const text = (words: string): { type: 'text'; text: string } => ({ type: 'text', text: words });

interface Life extends Wire {
  readonly turns: readonly Turn[];
  readonly inject: (mode: string, words: string) => Promise<string>;
  /** Ends the running turn. */
  readonly end: () => Promise<void>;
  /** What the client was sent: user messages and states. */
  readonly story: () => string[];
  /** The connection is cut. */
  readonly cut: () => Promise<void>;
}

/** One connection to a program with `store`; its turns run until the test ends them. */
async function life(store: SessionStore): Promise<Life> {
  const turns: Turn[] = [];
  let finish: () => void = () => undefined;
  const app = agent(info, { inject, store }).onPrompt(async (turn) => {
    turns.push(turn);
    await new Promise<void>((resolve, reject) => {
      finish = resolve;
      turn.signal.addEventListener('abort', () => {
        reject(turn.signal.reason as Error);
      });
    });
  });
  const ends = wire(app);
  await ends.call('initialize', initialize);
  return {
    ...ends,
    turns,
    inject: async (mode, words) => {
      const params = { sessionId: 'garden', mode, content: [text(words)] };
      const { result, error } = await ends.call('session/inject', params);
      await settled();
      return error?.message ?? String(result?.['messageId']);
    },
    end: async () => {
      finish();
      await settled();
    },
    story: () =>
      ends.updates().flatMap((update) => {
        if (update.sessionUpdate === 'state_update') return [String(update['stopReason'] ?? update['state'])];
        const [block] = update['content'] as readonly { text: string }[];
        return update.sessionUpdate === 'user_message' ? [`“${block?.text}”`] : [];
      }),
    cut: async () => {
      ends.raw.destroy(new Error('cut'));
      await settled();
    },
  };
}

const record = { sessionId: 'garden', cwd: '/garden', additionalDirectories: [], archived: false, updatedAt: '' };

/** The program that opens the session next. */
async function resumed(store: SessionStore): Promise<Life & { readonly answer: unknown }> {
  const next = await life(store);
  const { result, error } = await next.call('session/resume', { sessionId: 'garden', cwd: '/garden' });
  await settled();
  return { ...next, answer: result ?? error };
}

async function garden(more: Partial<SessionStore> = {}): Promise<SessionStore> {
  const store = memoryStore();
  await store.create({ ...record, updatedAt: new Date(0).toISOString() });
  return { ...store, ...more };
}

/** A session at work. */
async function working(store: SessionStore): Promise<Life> {
  const first = await resumed(store);
  await first.call('session/prompt', { sessionId: 'garden', prompt: [text('work')] });
  await settled();
  return first;
}

describe('a message that waits when the connection is lost', () => {
  test('is delivered when the session is next opened, what steers first, each once [INJ-19, INJ-21]', async () => {
    const store = await garden();
    const first = await working(store);
    const later = await first.inject('queue', 'later');
    const revoked = await first.inject('queue', 'revoked');
    await first.call('session/revoke_inject', { sessionId: 'garden', messageId: revoked });
    const last = await first.inject('queue', 'last');
    const left = await first.inject('steer', 'left');
    const content = [text('LATER')];
    await first.call('session/replace_inject', { sessionId: 'garden', messageId: later, content });
    await first.cut();
    expect(first.story()).toEqual(['idle', '“work”', 'running']);

    const second = await resumed(store);
    expect(second.answer).toMatchObject({
      _meta: {
        'acp-stack.dev/pendingMessages': [
          { messageId: left, mode: 'steer', content: [text('left')] },
          { messageId: later, mode: 'queue', content },
          { messageId: last, mode: 'queue', content: [text('last')] },
        ],
      },
    });
    for (let count = 0; count < 3; count += 1) await second.end();
    expect(second.story()).toEqual([
      'idle',
      '“left”',
      'running',
      'end_turn',
      '“LATER”',
      'running',
      'end_turn',
      '“last”',
      'running',
      'end_turn',
    ]);
    await second.cut();
    const third = await resumed(store);
    expect(third.answer).toEqual({});
    expect(third.story()).toEqual(['idle']);
  });

  test('comes after the answer that opens the session, and can be taken back', async () => {
    const store = await garden();
    const first = await working(store);
    await first.inject('queue', 'one');
    const two = await first.inject('queue', 'two');
    await first.cut();
    const second = await resumed(store);
    const kinds = second.sent.map(({ method, params }) =>
      method === undefined ? 'answer' : params?.update?.['sessionUpdate'],
    );
    expect(kinds).toEqual(['answer', 'state_update', 'answer', 'user_message', 'state_update']);
    expect((await second.call('session/revoke_inject', { sessionId: 'garden', messageId: two })).result).toEqual({});
    await second.end();
    expect(second.story().slice(1)).toEqual(['“one”', 'running', 'end_turn']);
    await second.cut();
    expect((await resumed(store)).answer).toEqual({});
  });

  test('is not part of a copy of the session', async () => {
    const store = await garden();
    const first = await working(store);
    await first.inject('queue', 'later');
    const { result } = await first.call('session/fork', { sessionId: 'garden', cwd: '/garden' });
    expect(await store.pending?.list(String(result?.['sessionId']))).toEqual([]);
    expect(await store.pending?.list('garden')).toHaveLength(1);
  });

  test('is delivered by the client that came last, also when the loss of the first was not noticed', async () => {
    const store = await garden();
    const first = await working(store);
    await first.inject('queue', 'later');
    const second = await resumed(store);
    expect(second.story().slice(1)).toEqual(['“later”', 'running']);
    await first.end();
    expect(first.story()).toEqual(['idle', '“work”', 'running', 'end_turn']);
    expect(await first.inject('queue', 'more')).toBe('The session was opened elsewhere; resume it to go on here.');
  });
});

describe('a client of version 1', () => {
  // It is loaded with the first peer of version 1, which takes longer than a test waits.
  beforeAll(() => import('@acp-stack/bridge'));

  test('sees what waited delivered when it loads the session, and can inject nothing itself', async () => {
    const store = await garden();
    const first = await working(store);
    await first.inject('queue', 'later');
    await first.cut();
    const app = agent(info, { inject, store }).onPrompt(async ({ message, text: words }) => {
      await message.append(`You said ${words}.`);
    });
    const second = wire(app);
    const { result } = await second.call('initialize', { protocolVersion: 1, clientInfo: info });
    expect(JSON.stringify(result)).not.toContain('inject');
    await second.call('session/load', { sessionId: 'garden', cwd: '/garden', mcpServers: [] });
    await settled();
    const said = second.updates().map((update) => (update['content'] as { text: string } | undefined)?.text);
    expect(said).toEqual(['work', 'later', 'You said later.']);
    const params = { sessionId: 'garden', mode: 'queue', content: [text('more')] };
    expect((await second.call('session/inject', params)).error?.code).toBe(-32_601);
  });
});

describe('a message that waits when the session is closed', () => {
  test('is dropped for good [INJ-21]', async () => {
    const store = await garden();
    const first = await working(store);
    const messageId = await first.inject('queue', 'later');
    await first.call('session/close', { sessionId: 'garden' });
    expect(await store.pending?.list('garden')).toEqual([]);
    expect((await first.call('session/revoke_inject', { sessionId: 'garden', messageId })).error?.code).toBe(-32_002);
    expect((await resumed(store)).story()).toEqual(['idle']);
  });
});

/** A store whose writes wait until the test lets them pass, and may fail. */
async function slow(): Promise<{
  store: SessionStore;
  /** Lets the waiting writes pass; later ones wait again. */
  release: () => Promise<void>;
  /** Lets all writes pass. */
  flow: () => Promise<void>;
  fail: (error: Error | undefined) => void;
}> {
  const inner = await garden();
  let waiting: (() => void)[] | undefined;
  let failure: Error | undefined;
  const turn = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      if (waiting === undefined) resolve();
      else waiting.push(resolve);
    });
    if (failure !== undefined) throw failure;
  };
  const pending = inner.pending;
  if (pending === undefined) throw new Error('a store in memory keeps what waits');
  return {
    store: {
      ...inner,
      persistBeforeSend: true,
      append: async (sessionId, update) => {
        await turn();
        await inner.append(sessionId, update);
      },
      pending: {
        ...pending,
        keep: async (sessionId, message) => {
          await turn();
          await pending.keep(sessionId, message);
        },
        forget: async (sessionId, messageId) => {
          await turn();
          await pending.forget(sessionId, messageId);
        },
      },
    },
    release: async () => {
      const released = waiting ?? [];
      waiting = [];
      for (const resolve of released) resolve();
      await settled();
    },
    flow: async () => {
      const released = waiting ?? [];
      waiting = undefined;
      for (const resolve of released) resolve();
      await settled();
    },
    fail: (error) => {
      failure = error;
    },
  };
}

describe('what the client is told about a message', () => {
  test('is kept before', async () => {
    const { store, release } = await slow();
    const first = await working(store);
    await release();
    first.sent.length = 0;
    const content = [text('later')];
    const accepted = first.call('session/inject', { sessionId: 'garden', mode: 'queue', content });
    await settled();
    expect(first.sent).toEqual([]);
    await release();
    const messageId = (await accepted).result?.['messageId'];
    const replaced = first.call('session/replace_inject', { sessionId: 'garden', messageId, content: [text('new')] });
    const revoked = first.call('session/revoke_inject', { sessionId: 'garden', messageId });
    const again = first.call('session/revoke_inject', { sessionId: 'garden', messageId });
    await settled();
    expect(first.sent).toHaveLength(1);
    for (let count = 0; count < 3; count += 1) await release();
    expect((await replaced).result).toEqual({ messageId });
    expect([(await revoked).result, (await again).result]).toEqual([{}, {}]);
    expect(await store.pending?.list('garden')).toEqual([]);
  });

  test('counts for nothing when it is given up before [INJ-22]', async () => {
    const { store, release } = await slow();
    const first = await working(store);
    await release();
    first.raw.send({
      jsonrpc: '2.0',
      id: 'mine',
      method: 'session/inject',
      params: { sessionId: 'garden', mode: 'queue', content: [text('never')] },
    });
    await settled();
    first.tell('$/cancel_request', { requestId: 'mine' });
    await settled();
    await release();
    await release();
    await release();
    expect(first.sent.find(({ id }) => id === 'mine')?.error?.code).toBe(-32_800);
    expect(await store.pending?.list('garden')).toEqual([]);
    const ending = first.end();
    await release();
    await ending;
    expect(first.story()).not.toContain('“never”');
  });

  test('never overtakes what was said before: that it waits, reads differently, was taken back, came too late', async () => {
    const { store, release, flow } = await slow();
    const first = await working(store);
    const words = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text('Watered. ') } as const;
    const much = Array.from({ length: 100 }, () => words);
    /** The last message that the client gets once the store goes on. */
    const lastSent = async (method: string, params: object): Promise<readonly unknown[]> => {
      await release();
      const said = much.map((update) => first.turns[0]?.session.update(update));
      const answer = first.call(method, { sessionId: 'garden', ...params });
      await settled();
      first.sent.length = 0;
      await flow();
      await Promise.all([...said, answer]);
      return first.sent
        .slice(-2)
        .map(({ params: told, error }) => told?.update?.sessionUpdate ?? error?.code ?? 'answer');
    };
    const content = [text('later')];
    expect(await lastSent('session/inject', { mode: 'queue', content })).toEqual(['agent_message_chunk', 'answer']);
    const messageId = first.sent.at(-1)?.result?.['messageId'];
    expect(await lastSent('session/replace_inject', { messageId, content })).toEqual(['agent_message_chunk', 'answer']);
    expect(await lastSent('session/revoke_inject', { messageId })).toEqual(['agent_message_chunk', 'answer']);
    await first.end();
    expect(await lastSent('session/inject', { mode: 'steer', content })).toEqual(['agent_message_chunk', -32_010]);
  });

  test('is a delivery after idle when the turn ends while a steering message is being kept', async () => {
    const { store, release } = await slow();
    const first = await working(store);
    await release();
    const injecting = first.inject('steer', 'left');
    await first.end();
    await release();
    await injecting;
    await release();
    expect(first.story().slice(-3)).toEqual(['end_turn', '“left”', 'running']);
  });

  test('is a refusal when it cannot be kept', async () => {
    const { store, release, fail } = await slow();
    const first = await working(store);
    await release();
    fail(new Error('the disk is full'));
    const injecting = first.inject('queue', 'later');
    await settled();
    await release();
    expect(await injecting).toBe('The session cannot be stored; free some space or check the disk.');
    expect(await store.pending?.list('garden')).toEqual([]);
  });
});

describe('a message whose delivery cannot be kept', () => {
  test('waits on, is not said, and is delivered after the next work that can be', async () => {
    const kept = memoryStore();
    await kept.create({ ...record, updatedAt: new Date(0).toISOString() });
    let isFull = false;
    const append = async (sessionId: string, update: SessionUpdate): Promise<void> => {
      if (isFull) throw new Error('the disk is full');
      await kept.append(sessionId, update);
    };
    const store: SessionStore = { ...kept, persistBeforeSend: true, append };
    const first = await working(store);
    const messageId = await first.inject('queue', 'later');
    isFull = true;
    await first.end();
    expect(first.story()).toEqual(['idle', '“work”', 'running', 'end_turn', 'running', 'error']);
    expect(await kept.pending?.list('garden')).toMatchObject([{ messageId }]);
    isFull = false;
    await first.call('session/prompt', { sessionId: 'garden', prompt: [text('again')] });
    await first.end();
    expect(first.story().slice(-5)).toEqual(['“again”', 'running', 'end_turn', '“later”', 'running']);
    expect(await kept.pending?.list('garden')).toEqual([]);
  });
});
