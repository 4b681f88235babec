/** Sessions whose updates are stored before they are sent. */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { agent, type Agent } from './agent.ts';
import { info, open, wire, initialize } from './raw-client.test-support.ts';
import type { PromptHandler } from './session/agent-session.ts';
import { memoryStore } from './store/memory-store.ts';
import type { SessionStore } from './store/session-store.ts';

const hello = [{ type: 'text' as const, text: 'hello' }];

/** A store whose writes wait until the test lets them pass, and may fail. */
function slowStore(): {
  store: SessionStore;
  batches: SessionUpdate[][];
  release: () => Promise<void>;
  fail: (error: Error | undefined) => void;
} {
  const inner = memoryStore();
  const batches: SessionUpdate[][] = [];
  let waiting: (() => void)[] = [];
  let failure: Error | undefined;
  const store: SessionStore = {
    ...inner,
    persistBeforeSend: true,
    appendAll: async (sessionId, updates) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (failure !== undefined) throw failure;
      batches.push([...updates]);
      for (const update of updates) await inner.append(sessionId, update);
    },
  };
  return {
    store,
    batches,
    release: async () => {
      for (const resolve of waiting.splice(0)) resolve();
      waiting = [];
      await settled();
    },
    fail: (error) => {
      failure = error;
    },
  };
}

const chatting = (store: SessionStore, onPrompt: PromptHandler): Agent => agent(info, { store }).onPrompt(onPrompt);

describe('a store that keeps first', () => {
  test('has a prompt before it is taken in, and each word before the client hears it', async () => {
    const { store, release } = slowStore();
    const { call, sessionId, sent, updates } = await open(
      chatting(store, async ({ message }) => {
        void message.append('one ');
        await message.append('two');
      }),
    );
    const answered = call('session/prompt', { sessionId, prompt: hello });
    await settled();
    expect(sent).toEqual([]);
    await release();
    await answered;
    expect(updates().map((update) => update.sessionUpdate)).toEqual(['user_message', 'state_update']);
    await release();
    await release();
    expect(updates().map((update) => update.sessionUpdate)).toEqual([
      'user_message',
      'state_update',
      'agent_message_chunk',
      'agent_message_chunk',
      'state_update',
    ]);
  });

  test('gets what is said while it writes together', async () => {
    const { store, batches, release } = slowStore();
    const { call, sessionId } = await open(
      chatting(store, async ({ message }) => {
        for (const word of ['a', 'b', 'c', 'd']) void message.append(word);
      }),
    );
    void call('session/prompt', { sessionId, prompt: hello });
    await settled();
    await release();
    await release();
    await release();
    expect(batches.map((batch) => batch.length)).toEqual([1, 1, 3]);
  });

  test('is not asked about by a permission request before it has what the question is about', async () => {
    const { store, release } = slowStore();
    const { call, sessionId, sent } = await open(
      chatting(store, async (turn) => {
        const subject = turn.toolCall({ title: 'Dig' });
        await turn.requestPermission({ title: 'Dig?', subject });
      }),
    );
    void call('session/prompt', { sessionId, prompt: hello });
    await settled();
    await release();
    expect(sent.some(({ method }) => method === 'session/request_permission')).toBe(false);
    await release();
    const order = sent.map((message) => message.method ?? 'answer');
    expect(order.at(-1)).toBe('session/request_permission');
  });

  test('that refuses a prompt makes the agent refuse it, and the next one is tried again', async () => {
    const { store, release, fail } = slowStore();
    const { call, sessionId, updates } = await open(chatting(store, () => undefined));
    fail(new Error('disk full'));
    const refused = call('session/prompt', { sessionId, prompt: hello });
    await settled();
    await release();
    expect((await refused).error).toEqual({
      code: -32_603,
      message: 'The session cannot be stored; free some space or check the disk.',
    });
    expect(updates().map((update) => update['stopReason'])).toEqual([undefined, 'error']);
    fail(undefined);
    const taken = call('session/prompt', { sessionId, prompt: hello });
    await settled();
    await release();
    expect((await taken).result).toHaveProperty('messageId');
  });

  test('that fails in the middle ends the turn with an error, and what it does not have was not told', async () => {
    const { store, release, fail } = slowStore();
    const { call, sessionId, updates } = await open(
      chatting(store, async ({ message, signal }) => {
        await message.append('kept').catch(() => undefined);
        await message.append('lost').catch(() => undefined);
        signal.throwIfAborted();
      }),
    );
    void call('session/prompt', { sessionId, prompt: hello });
    await settled();
    await release();
    await release();
    fail(new Error('disk full'));
    await release();
    await settled();
    expect(JSON.stringify(updates())).not.toContain('lost');
    expect(updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'error' });
  });
});

describe('what a handler does not wait for', () => {
  test('ends the turn with an error when it cannot be kept', async () => {
    const { store, release, fail } = slowStore();
    const { call, sessionId, updates } = await open(
      chatting(store, ({ message }) => {
        void message.append('lost');
      }),
    );
    void call('session/prompt', { sessionId, prompt: hello });
    await settled();
    await release();
    fail(new Error('disk full'));
    await release();
    await settled();
    expect(JSON.stringify(updates())).not.toContain('lost');
    expect(updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'error' });
  });

  test('is not blamed on the next turn', async () => {
    const inner = memoryStore();
    let patches = 0;
    const store: SessionStore = {
      ...inner,
      persistBeforeSend: true,
      patch: (sessionId, changes) => {
        patches += 1;
        return patches === 2 ? Promise.reject(new Error('disk full')) : inner.patch(sessionId, changes);
      },
    };
    const { call, sessionId, updates } = await open(chatting(store, () => undefined));
    for (let count = 0; count < 2; count += 1) {
      await call('session/prompt', { sessionId, prompt: hello });
      await settled();
    }
    expect(updates().flatMap((update) => update['stopReason'] ?? [])).toEqual(['end_turn', 'end_turn']);
  });
});

describe('a program that died while it worked', () => {
  async function died(): Promise<{ app: Agent; sessionId: string; store: SessionStore }> {
    const store = memoryStore();
    const app = chatting(store, async (turn) => {
      await turn.message.append('Digging.');
      turn.toolCall({ title: 'Dig', status: 'in_progress' });
      const looked = turn.toolCall({ title: 'Look' });
      await looked.complete();
      await looked.update({ title: 'Looked' });
      turn.terminal({ command: 'dig' });
      await new Promise(() => undefined);
    });
    const { call, sessionId } = await open(app);
    await call('session/prompt', { sessionId, prompt: hello });
    await settled();
    return { app, sessionId, store };
  }

  test('shows the session as interrupted, and ends what it left open', async () => {
    const { app, sessionId, store } = await died();
    const { call, updates, sent } = wire(app);
    await call('initialize', initialize);
    sent.length = 0;
    await call('session/resume', { sessionId, cwd: '/garden', replayFrom: { type: 'start' } });
    const told = updates();
    expect(told.at(-1)).toMatchObject({ state: 'idle', stopReason: 'error', error: { code: -32_603 } });
    const ended = told.filter(({ status }) => status === 'failed');
    expect(ended).toHaveLength(1);
    expect(told.filter((update) => update.sessionUpdate === 'terminal_update').at(-1)).toHaveProperty('exitStatus');
    expect(await store.get(sessionId)).toMatchObject({ isWorking: false });
  });

  test('is told so once', async () => {
    const { app, sessionId } = await died();
    const first = wire(app);
    await first.call('initialize', initialize);
    await first.call('session/resume', { sessionId, cwd: '/garden' });
    await first.call('session/close', { sessionId });
    await first.call('session/resume', { sessionId, cwd: '/garden' });
    expect(first.updates().at(-1)).toEqual({ sessionUpdate: 'state_update', state: 'idle' });
  });
});
