/** Runs: when a prompt is over, with which outcome, and that its stream is whole. */
import { describe, expect, test } from 'vitest';

import { ConnectionError, memoryPair, RpcError } from '@acp-stack/rpc';
import { settled, VirtualClock } from '@acp-stack/testing';

import { client } from '../client.ts';
import {
  agentInfo,
  bench,
  collect,
  me,
  RawAgent,
  rejection,
  type Bench,
  type Message,
} from '../raw-agent.test-support.ts';
import type { ClientSession, UpdateHandler } from './client-session.ts';
import type { PromptRun } from './prompt-run.ts';

type Update = Parameters<UpdateHandler>[0];

/** What updates say, in short. */
const words = (update: Update): string => {
  if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') return update.content.text;
  if (update.sessionUpdate === 'state_update') return update.state;
  return update.sessionUpdate === 'user_message' ? update.messageId : update.sessionUpdate;
};

interface Scene extends Bench {
  readonly session: ClientSession;
  /** Sends a prompt, and hands over what the agent received. */
  readonly prompt: (text?: string) => Promise<{ run: PromptRun; asked: Message; isOver: () => boolean }>;
}

async function scene(...options: Parameters<typeof bench>): Promise<Scene> {
  const stage = await bench(...options);
  const session = await stage.open();
  return {
    ...stage,
    session,
    prompt: async (text = 'hello') => {
      const run = session.prompt(text);
      let over = false;
      const note = (): void => {
        over = true;
      };
      run.then(note, note);
      return { run, asked: await stage.agent.next('session/prompt'), isOver: () => over };
    },
  };
}

const ended = (more: object = {}): object => ({ kind: 'ended', stopReason: 'end_turn', messageId: 'm1', ...more });
const end = { stopReason: 'end_turn' };

describe('a run', () => {
  test('ends with the idle state after its work, not with the answer [LIFE-09]', async () => {
    const { agent, prompt } = await scene();
    const { run, asked, isOver } = await prompt();
    expect(asked.params).toEqual({ sessionId: 's1', prompt: [{ type: 'text', text: 'hello' }] });
    agent.answer(asked, { messageId: 'm1' });
    agent.echo('s1', 'm1');
    await settled();
    expect([isOver(), run.messageId]).toEqual([false, 'm1']);
    agent.state('s1', 'running');
    agent.chunk('s1', 'Hello ');
    agent.chunk('s1', 'there.');
    await settled();
    expect(isOver()).toBe(false);
    const usage = { totalTokens: 3, inputTokens: 1, outputTokens: 2 };
    agent.state('s1', 'idle', { ...end, usage });
    expect(await run).toEqual(ended({ usage }));
    expect((await collect(run)).map(words)).toEqual(['m1', 'running', 'Hello ', 'there.', 'idle']);
  });

  test.each([
    ['echo, running, answer', ['echo', 'running', 'answer', 'idle']],
    ['running, answer, echo', ['running', 'answer', 'echo', 'idle']],
    ['answer without an echo', ['answer', 'running', 'idle']],
    ['the answer last', ['echo', 'running', 'idle', 'answer']],
    ['no running state at all', ['answer', 'echo', 'idle']],
    ['no running state, and the answer last', ['echo', 'idle', 'answer']],
    ['requires_action instead of running', ['answer', 'requires_action', 'idle']],
    ['an unknown state instead of running', ['answer', 'dreaming', 'idle']],
  ])('is over once, whatever comes first: %s [LIFE-03]', async (_, steps) => {
    const { agent, prompt } = await scene();
    const { run, asked, isOver } = await prompt();
    for (const step of steps) {
      expect(isOver()).toBe(false);
      if (step === 'answer') agent.answer(asked, { messageId: 'm1' });
      else if (step === 'echo') agent.echo('s1', 'm1');
      else agent.state('s1', step, step === 'idle' ? end : {});
      await settled();
    }
    expect(isOver()).toBe(true);
    expect(await run).toEqual(ended());
  });

  test('accepts an agent that does not say which message it is, and takes the id from the echo [X-20]', async () => {
    for (const steps of [
      ['answer', 'echo', 'running', 'idle'],
      ['echo', 'answer', 'running', 'idle'],
      ['echo', 'running', 'idle', 'answer'],
    ]) {
      const { agent, prompt } = await scene();
      const { run, asked } = await prompt();
      for (const step of steps) {
        if (step === 'answer') agent.answer(asked, {});
        else if (step === 'echo') agent.echo('s1', 'm1');
        else agent.state('s1', step, step === 'idle' ? end : {});
      }
      expect(await run).toEqual(ended());
      expect(run.messageId).toBe('m1');
    }
  });

  test('accepts an agent that neither says nor echoes it, also when the answer is last', async () => {
    for (const isLast of [false, true]) {
      const { agent, prompt } = await scene();
      const { run, asked } = await prompt();
      if (!isLast) agent.answer(asked, {});
      agent.state('s1', 'running');
      agent.state('s1', 'idle', end);
      if (isLast) agent.answer(asked, {});
      expect(await run).toEqual(ended({ messageId: undefined }));
    }
  });

  test('is not ended by a snapshot without work, or by one that repeats an earlier end [LIFE-10]', async () => {
    const { agent, prompt } = await scene();
    const first = await prompt();
    agent.answer(first.asked, { messageId: 'm1' });
    agent.state('s1', 'idle');
    await settled();
    expect(first.isOver()).toBe(false);
    agent.state('s1', 'running');
    agent.state('s1', 'idle', end);
    await first.run;
    const second = await prompt();
    agent.answer(second.asked, { messageId: 'm2' });
    agent.state('s1', 'idle', { ...end, background: [] });
    agent.state('s1', 'idle');
    await settled();
    expect(second.isOver()).toBe(false);
    agent.state('s1', 'running');
    agent.chunk('s1', 'again');
    agent.state('s1', 'idle', end);
    expect(await second.run).toEqual(ended({ messageId: 'm2' }));
  });

  test('ends with work before the answer when the agent does not echo it, after a while', async () => {
    const clock = new VirtualClock();
    const { agent, prompt } = await scene({ clock });
    const { run, asked, isOver } = await prompt();
    agent.state('s1', 'running');
    agent.chunk('s1', 'there');
    agent.state('s1', 'idle', end);
    agent.answer(asked, { messageId: 'm1' });
    await clock.advance(999);
    expect(isOver()).toBe(false);
    await clock.advance(1);
    expect(await run).toEqual(ended());
    expect((await collect(run)).map(words)).toEqual(['running', 'there', 'idle']);
  });

  test('does not end with work of the agent itself before the answer, when its echo follows [LIFE-16]', async () => {
    const clock = new VirtualClock();
    const { agent, prompt } = await scene({ clock });
    const { run, asked, isOver } = await prompt();
    agent.state('s1', 'running');
    agent.state('s1', 'idle', end);
    agent.answer(asked, { messageId: 'm1' });
    agent.echo('s1', 'm1');
    await clock.advance(60_000);
    expect(isOver()).toBe(false);
    agent.state('s1', 'running');
    agent.state('s1', 'idle', { stopReason: 'max_tokens' });
    expect(await run).toEqual(ended({ stopReason: 'max_tokens' }));
    expect(clock.pending).toBe(0);
  });

  test('ends at once when the agent stops before it works, with a reason that is news', async () => {
    const { agent, prompt } = await scene();
    const first = await prompt();
    agent.answer(first.asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    agent.state('s1', 'idle', end);
    await first.run;
    const second = await prompt();
    agent.answer(second.asked, { messageId: 'm2' });
    agent.state('s1', 'idle', { stopReason: 'refusal' });
    expect(await second.run).toMatchObject({ stopReason: 'refusal', messageId: 'm2' });
  });

  test('ends twice in the same way with an agent that never reports work', async () => {
    const { agent, prompt } = await scene();
    for (const messageId of ['m1', 'm2']) {
      const { run, asked } = await prompt();
      agent.answer(asked, { messageId });
      agent.chunk('s1', 'there');
      agent.state('s1', 'idle', end);
      expect(await run).toEqual(ended({ messageId }));
    }
  });

  test('is not ended by a repeated snapshot of a session that was resumed [LIFE-10]', async () => {
    const { agent, connection } = await bench();
    const opening = connection.resume({ sessionId: 's1', cwd: '/work' });
    const resumed = await agent.next('session/resume');
    agent.state('s1', 'idle', end);
    agent.answer(resumed, {});
    const run = (await opening).prompt('hello');
    agent.answer(await agent.next('session/prompt'), { messageId: 'm1' });
    agent.state('s1', 'idle', { ...end, background: [] });
    agent.state('s1', 'running');
    agent.state('s1', 'idle', end);
    expect(await run).toEqual(ended());
    expect((await collect(run)).map(words)).toEqual(['idle', 'running', 'idle']);
  });

  test('accepts an end without a reason, and a reason it does not know [X-21]', async () => {
    const { agent, prompt } = await scene();
    const first = await prompt();
    agent.answer(first.asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    agent.state('s1', 'idle');
    expect(await first.run).toEqual(ended({ stopReason: undefined }));
    const second = await prompt();
    agent.answer(second.asked, { messageId: 'm2' });
    agent.state('s1', 'running');
    agent.state('s1', 'idle', { stopReason: '_bored' });
    expect(await second.run).toMatchObject({ kind: 'ended', stopReason: '_bored' });
  });

  test('that fails after the prompt was taken in has an outcome with the error [LIFE-11]', async () => {
    const { agent, prompt } = await scene();
    const { run, asked } = await prompt();
    agent.answer(asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    const error = { code: -32_603, message: 'The model is gone.' };
    agent.state('s1', 'idle', { stopReason: 'error', error });
    expect(await run).toEqual(ended({ stopReason: 'error', error }));
    expect((await collect(run)).map(words)).toEqual(['running', 'idle']);
  });

  test('that the agent refuses rejects, and its stream throws the same [LIFE-11]', async () => {
    const { agent, prompt } = await scene();
    const { run, asked } = await prompt();
    agent.refuse(asked, -32_000, { reason: 'auth_required' });
    const error = await rejection(run);
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject({ code: -32_000, data: { reason: 'auth_required' } });
    const reader = run[Symbol.asyncIterator]();
    expect(await rejection(reader.next())).toBe(error);
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  test('that is never looked at does not end the program', async () => {
    const { agent, session } = await scene();
    void session.prompt('hello');
    agent.refuse(await agent.next('session/prompt'), -32_603);
    void session.prompt([]);
    await settled();
    expect(await rejection(session.prompt([]))).toBeInstanceOf(TypeError);
  });
});

describe('several prompts at once', () => {
  test('end together when they joined the same work', async () => {
    const { agent, prompt } = await scene();
    const first = await prompt('one');
    agent.answer(first.asked, { messageId: 'm1' });
    agent.echo('s1', 'm1');
    agent.state('s1', 'running');
    agent.chunk('s1', 'a');
    const second = await prompt('two');
    agent.echo('s1', 'm2');
    agent.answer(second.asked, { messageId: 'm2' });
    agent.chunk('s1', 'b');
    agent.state('s1', 'idle', end);
    expect(await first.run).toEqual(ended());
    expect(await second.run).toEqual(ended({ messageId: 'm2' }));
    expect((await collect(first.run)).map(words)).toEqual(['m1', 'running', 'a', 'm2', 'b', 'idle']);
    expect((await collect(second.run)).map(words)).toEqual(['m2', 'b', 'idle']);
  });

  test('end one after the other when the second was held, and each has its own part of the stream [LIFE-12]', async () => {
    const { agent, prompt } = await scene();
    const first = await prompt('one');
    const second = await prompt('two');
    agent.answer(first.asked, { messageId: 'm1' });
    agent.echo('s1', 'm1');
    agent.state('s1', 'running');
    agent.chunk('s1', 'a');
    agent.state('s1', 'idle', end);
    expect(await first.run).toEqual(ended());
    await settled();
    expect(second.isOver()).toBe(false);
    agent.echo('s1', 'm2');
    agent.answer(second.asked, { messageId: 'm2' });
    agent.state('s1', 'running');
    agent.chunk('s1', 'b');
    agent.state('s1', 'idle', end);
    expect(await second.run).toEqual(ended({ messageId: 'm2' }));
    expect((await collect(first.run)).map(words)).toEqual(['m1', 'running', 'a', 'idle']);
    expect((await collect(second.run)).map(words)).toEqual(['m2', 'running', 'b', 'idle']);
  });

  test('keep their ids apart with an agent that says none', async () => {
    const { agent, prompt } = await scene();
    const first = await prompt('one');
    const second = await prompt('two');
    agent.echo('s1', 'm1');
    agent.answer(first.asked, {});
    agent.state('s1', 'running');
    agent.echo('s1', 'm2');
    agent.answer(second.asked, {});
    agent.state('s1', 'idle', end);
    expect([(await first.run).messageId, (await second.run).messageId]).toEqual(['m1', 'm2']);
  });

  test('end as cancelled when they were held and taken back [CANCEL-09]', async () => {
    const { agent, prompt } = await scene();
    const first = await prompt('one');
    agent.answer(first.asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    const second = await prompt('two');
    agent.refuse(second.asked, -32_800);
    expect(await second.run).toEqual({ kind: 'ended', stopReason: 'cancelled', messageId: undefined });
    expect(await collect(second.run)).toEqual([]);
    expect(first.isOver()).toBe(false);
  });
});

describe('the stream of a run', () => {
  test('is whole and in order, and every listener has heard everything before the outcome resolves', async () => {
    const total = 5000;
    const heard: string[] = [];
    const { agent, prompt } = await scene({}, (app) =>
      app.onUpdate((update) => {
        if (heard.length % 100 === 0) return settled(1).then(() => void heard.push(words(update)));
        heard.push(words(update));
        return undefined;
      }),
    );
    const { run, asked } = await prompt();
    const reading = collect(run);
    agent.answer(asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    for (let index = 0; index < total; index += 1) agent.chunk('s1', String(index));
    agent.state('s1', 'idle', end);
    const expected = ['running', ...Array.from({ length: total }, (_, index) => String(index)), 'idle'];
    await run;
    expect(heard).toEqual(expected);
    expect((await reading).map(words)).toEqual(expected);
  });

  test('loses nothing of a burst that is far longer than a reader may lag', async () => {
    const total = 20_000;
    const { agent, prompt, reports } = await scene({ updates: { unread: 10, behind: 2000 } });
    const { run, asked } = await prompt();
    const reading = collect(run);
    agent.answer(asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    for (let index = 0; index < total; index += 1) agent.chunk('s1', 'x');
    agent.state('s1', 'idle', end);
    expect(await reading).toHaveLength(total + 2);
    expect([run.missed, reports]).toEqual([0, []]);
  });

  test('left early does not cancel the work', async () => {
    const { agent, prompt } = await scene();
    const { run, asked, isOver } = await prompt();
    agent.answer(asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    for await (const update of run) {
      expect(words(update)).toBe('running');
      break;
    }
    agent.chunk('s1', 'unheard');
    await settled();
    expect(isOver()).toBe(false);
    expect(agent.methods).not.toContain('session/cancel');
    agent.state('s1', 'idle', end);
    expect(await run).toEqual(ended());
    expect(() => run[Symbol.asyncIterator]()).toThrow('can be read once');
  });

  test('that is not read keeps the newest updates, and reports it when it is read', async () => {
    const { agent, prompt, reports } = await scene({ updates: { unread: 3 } });
    const { run, asked } = await prompt();
    agent.answer(asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    for (const word of ['a', 'b', 'c', 'd']) agent.chunk('s1', word);
    agent.state('s1', 'idle', end);
    await run;
    expect(reports).toEqual([]);
    expect((await collect(run)).map(words)).toEqual(['c', 'd', 'idle']);
    expect(run.missed).toBe(3);
    expect(reports).toEqual([{ kind: 'updates-dropped', sessionId: 's1', where: 'run', limit: 3 }]);
  });

  test('leaves updates after its end to the listeners of the session', async () => {
    const { agent, session, prompt } = await scene();
    const { run, asked } = await prompt();
    agent.answer(asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    agent.state('s1', 'idle', end);
    agent.chunk('s1', 'afterwards');
    expect((await collect(run)).map(words)).toEqual(['running', 'idle']);
    await settled();
    const heard: string[] = [];
    session.onUpdate((update) => void heard.push(words(update)));
    await settled();
    expect(heard).toEqual(['afterwards']);
  });

  test('may be read while the session is used, without a deadlock', async () => {
    const { agent, prompt, session } = await scene({ capabilities: { session: { status: {} } } });
    agent.whenever('session/status', { status: 'open' });
    const { run, asked } = await prompt();
    agent.answer(asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    for (let index = 0; index < 3000; index += 1) agent.chunk('s1', 'x');
    agent.state('s1', 'idle', end);
    let count = 0;
    for await (const update of run) {
      count += 1;
      if (count === 10 || words(update) === 'idle') expect(await session.status()).toEqual({ status: 'open' });
    }
    expect(count).toBe(3002);
  });
});

describe('a prompt that is sent by a listener', () => {
  test('is not confused with the work that has just ended', async () => {
    const { agent, prompt, session } = await scene();
    const runs: PromptRun[] = [];
    session.onUpdate(async (update) => {
      if (words(update) === 'idle' && runs.length === 0) runs.push(session.prompt('and now?'));
      await settled(1);
    });
    const { run, asked } = await prompt();
    agent.answer(asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    agent.state('s1', 'idle', end);
    await run;
    agent.answer(await agent.next('session/prompt'), { messageId: 'm2' });
    agent.state('s1', 'running');
    agent.chunk('s1', 'now');
    agent.state('s1', 'idle', end);
    await settled(12);
    expect(runs).toHaveLength(1);
    for (const second of runs) {
      expect(await second).toEqual(ended({ messageId: 'm2' }));
      expect((await collect(second)).map(words)).toEqual(['running', 'now', 'idle']);
    }
  });

  test('does not hear the update that made the listener send it', async () => {
    const { agent, session } = await scene();
    const runs: PromptRun[] = [];
    session.onUpdate((update) => {
      if (words(update) === 'idle' && runs.length === 0) runs.push(session.prompt('and now?'));
    });
    agent.state('s1', 'idle', end);
    agent.answer(await agent.next('session/prompt'), {});
    agent.state('s1', 'running');
    agent.state('s1', 'idle', { stopReason: 'refusal' });
    for (const run of runs) {
      expect(await run).toMatchObject({ stopReason: 'refusal' });
      expect((await collect(run)).map(words)).toEqual(['running', 'idle']);
    }
  });
});

describe('a signal', () => {
  test('takes back a prompt that is held', async () => {
    const { agent, session } = await scene();
    const stop = new AbortController();
    const run = session.prompt('hello', { signal: stop.signal });
    const asked = await agent.next('session/prompt');
    stop.abort();
    expect((await agent.next('$/cancel_request')).params).toEqual({ requestId: asked.id });
    agent.refuse(asked, -32_800);
    expect(await run).toMatchObject({ kind: 'ended', stopReason: 'cancelled' });
    expect(agent.methods).not.toContain('session/cancel');
  });

  test('cancels the work once the prompt is inserted, also when it was too late to take it back', async () => {
    for (const isLate of [true, false]) {
      const { agent, session } = await scene();
      const stop = new AbortController();
      const run = session.prompt('hello', { signal: stop.signal });
      const asked = await agent.next('session/prompt');
      if (!isLate) stop.abort();
      agent.answer(asked, { messageId: 'm1' });
      await settled();
      if (isLate) stop.abort();
      await agent.next('session/cancel');
      agent.state('s1', 'idle', { stopReason: 'cancelled' });
      expect(await run).toEqual(ended({ stopReason: 'cancelled' }));
    }
  });

  test('that is aborted already sends nothing, and later does nothing', async () => {
    const { agent, session, prompt } = await scene();
    expect(await session.prompt('hello', { signal: AbortSignal.abort() })).toMatchObject({ stopReason: 'cancelled' });
    expect(agent.methods).not.toContain('session/prompt');
    const stop = new AbortController();
    const run = session.prompt('hello', { signal: stop.signal });
    agent.answer(await agent.next('session/prompt'), { messageId: 'm1' });
    agent.state('s1', 'idle', end);
    await run;
    await prompt();
    stop.abort();
    await settled();
    expect(agent.methods).not.toContain('session/cancel');
  });
});

describe('when the connection ends', () => {
  test.each(['end', 'die'] as const)(
    'every run rejects and every stream throws after the last update (%s)',
    async (how) => {
      const { agent, session, prompt } = await scene();
      const inserted = await prompt();
      agent.answer(inserted.asked, { messageId: 'm1' });
      agent.state('s1', 'running');
      const held = await prompt();
      const reading = collect(inserted.run).catch((error: unknown) => error);
      const waiting = rejection(held.run[Symbol.asyncIterator]().next());
      await settled();
      agent[how]();
      expect(await rejection(inserted.run)).toBeInstanceOf(ConnectionError);
      expect(await rejection(held.run)).toBeInstanceOf(ConnectionError);
      expect(await reading).toBeInstanceOf(ConnectionError);
      expect(await waiting).toBeInstanceOf(ConnectionError);
      expect(session.isClosed).toBe(true);
      expect(await rejection(session.prompt('more'))).toBeInstanceOf(ConnectionError);
    },
  );

  test('while a request waits for the user, its response is not waited for', async () => {
    let signal: AbortSignal | undefined;
    const clock = new VirtualClock();
    const { agent, prompt } = await scene({ clock }, (app) =>
      app.onPermission((_, context) => {
        ({ signal } = context);
        return new Promise(() => undefined);
      }),
    );
    const { run, asked } = await prompt();
    agent.answer(asked, { messageId: 'm1' });
    const options = [{ optionId: 'a', name: 'A', kind: 'allow_once' }];
    agent.request('session/request_permission', { sessionId: 's1', title: '?', options });
    await settled();
    agent.end();
    await clock.advance(0);
    expect(await rejection(run)).toBeInstanceOf(ConnectionError);
    expect(signal?.aborted).toBe(true);
  });

  test('what had arrived before still counts, also for slow listeners and in one piece', async () => {
    const heard: string[] = [];
    const [left, right] = memoryPair();
    const agent = new RawAgent(right);
    agent.whenever('initialize', { protocolVersion: 2, info: agentInfo, capabilities: { session: {} } });
    agent.whenever('session/new', { sessionId: 's1' });
    const connection = await client(me)
      .onUpdate(async (update) => {
        await settled(1);
        heard.push(words(update));
      })
      .connect(left, { clock: new VirtualClock() });
    const session = await connection.newSession({ cwd: '/work' });
    const run = session.prompt('hello');
    const asked = await agent.next('session/prompt');
    agent.answer(asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    agent.chunk('s1', 'there');
    agent.state('s1', 'idle', end);
    agent.end();
    expect(await run).toEqual(ended());
    expect(heard).toEqual(['running', 'there', 'idle']);
  });

  test('and a listener never finishes, runs reject after a while', async () => {
    const clock = new VirtualClock();
    const { agent, prompt } = await scene({ clock }, (app) => app.onUpdate(() => new Promise(() => undefined)));
    const { run, asked, isOver } = await prompt();
    agent.answer(asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    await settled();
    agent.end();
    await settled();
    expect(isOver()).toBe(false);
    await clock.advance(10_000);
    expect(await rejection(run)).toBeInstanceOf(ConnectionError);
    expect(clock.pending).toBe(0);
  });
});

describe('whether a prompt was accepted', () => {
  test('is known with the response of the agent, long before the work is over', async () => {
    const { agent, prompt } = await scene();
    const { run, asked, isOver } = await prompt();
    agent.answer(asked, { messageId: 'm1' });
    expect(await run.accepted).toBe('m1');
    expect(isOver()).toBe(false);
  });

  test('rejects if the agent refuses it or the connection ends', async () => {
    const { agent, prompt } = await scene();
    const first = await prompt();
    agent.refuse(first.asked, -32_603);
    expect(await rejection(first.run.accepted)).toBeInstanceOf(RpcError);
    const second = await prompt();
    agent.die();
    expect(await rejection(second.run.accepted)).toBeInstanceOf(ConnectionError);
  });
});
