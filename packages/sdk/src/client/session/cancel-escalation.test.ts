/** Cancelling the work of a session, step by step. */
import { describe, expect, test } from 'vitest';

import { settled, VirtualClock } from '@acp-stack/testing';

import { bench, collect, type Bench } from '../raw-agent.test-support.ts';
import type { PermissionContext } from './client-session.ts';

const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
const cancelled = { outcome: { outcome: 'cancelled' } };

/** A client whose user never decides, and what was asked so far. */
async function undecided(): Promise<Bench & { readonly asked: PermissionContext[] }> {
  const asked: PermissionContext[] = [];
  const stage = await bench({}, (app) =>
    app.onPermission((_, context) => {
      asked.push(context);
      return new Promise(() => undefined);
    }),
  );
  return { ...stage, asked };
}

describe('cancelling', () => {
  test('tells the agent, and the run ends when the agent says so [CANCEL-06] [CANCEL-08]', async () => {
    const clock = new VirtualClock();
    const { agent, open } = await bench({ clock });
    const session = await open();
    const run = session.prompt('hello');
    agent.answer(await agent.next('session/prompt'), { messageId: 'm1' });
    agent.state('s1', 'running');
    await settled();
    session.cancel();
    expect((await agent.next('session/cancel')).params).toEqual({ sessionId: 's1' });
    await clock.advance(9000);
    session.cancel();
    await clock.advance(999);
    agent.chunk('s1', 'last words');
    agent.state('s1', 'idle', { stopReason: 'cancelled' });
    expect(await run).toEqual({ kind: 'ended', stopReason: 'cancelled', messageId: 'm1' });
    expect(await collect(run)).toHaveLength(3);
    expect(clock.pending).toBe(0);
  });

  test('by a signal gives up as well, when the agent has not even taken the prompt', async () => {
    const clock = new VirtualClock();
    const { agent, open } = await bench({ clock });
    const session = await open();
    const stop = new AbortController();
    const run = session.prompt('hello', { signal: stop.signal });
    await agent.next('session/prompt');
    stop.abort();
    await agent.next('$/cancel_request');
    await clock.advance(10_000);
    expect(await run).toEqual({ kind: 'unknown', stopReason: undefined, messageId: undefined });
    expect(clock.pending).toBe(0);
  });

  test('gives up after a grace period, and the outcome is unknown', async () => {
    const clock = new VirtualClock();
    const { agent, open } = await bench({ clock });
    const session = await open();
    const run = session.prompt('hello');
    const held = session.prompt('and then');
    agent.answer(await agent.next('session/prompt'), { messageId: 'm1' });
    await settled();
    session.cancel();
    await clock.advance(10_000);
    expect(await run).toEqual({ kind: 'unknown', stopReason: undefined, messageId: 'm1' });
    expect(await held).toEqual({ kind: 'unknown', stopReason: undefined, messageId: undefined });
    agent.state('s1', 'idle', { stopReason: 'cancelled' });
    await settled();
    expect(session.isBusy).toBe(false);
  });

  test('takes the grace period from the call, the connection, or ten seconds', async () => {
    const clock = new VirtualClock();
    const { agent, open } = await bench({ clock, cancelGrace: 500 });
    const session = await open();
    const first = session.prompt('hello');
    await agent.next('session/prompt');
    session.cancel();
    session.cancel();
    await clock.advance(500);
    expect(await first).toMatchObject({ kind: 'unknown' });
    const second = session.prompt('hello');
    await agent.next('session/prompt');
    session.cancel({ grace: 20 });
    await clock.advance(20);
    expect(await second).toMatchObject({ kind: 'unknown' });
    expect(clock.pending).toBe(0);
  });

  test('does not touch prompts that are sent afterwards [CANCEL-09]', async () => {
    const clock = new VirtualClock();
    const { agent, open } = await bench({ clock });
    const session = await open();
    const first = session.prompt('one');
    const asked = await agent.next('session/prompt');
    agent.answer(asked, { messageId: 'm1' });
    agent.state('s1', 'running');
    await settled();
    session.cancel();
    const second = session.prompt('two');
    const next = await agent.next('session/prompt');
    await clock.advance(10_000);
    expect(await first).toMatchObject({ kind: 'unknown' });
    agent.state('s1', 'idle', { stopReason: 'cancelled' });
    agent.answer(next, { messageId: 'm2' });
    agent.state('s1', 'running');
    agent.state('s1', 'idle', { stopReason: 'end_turn' });
    expect(await second).toMatchObject({ kind: 'ended', stopReason: 'end_turn', messageId: 'm2' });
  });

  test('of an idle session only tells the agent [CANCEL-01] [CANCEL-17]', async () => {
    const clock = new VirtualClock();
    const { agent, open } = await bench({ clock });
    const session = await open();
    session.cancel();
    await agent.next('session/cancel');
    expect(clock.pending).toBe(0);
  });
});

describe('questions that wait for the user', () => {
  test('are answered as cancelled, and their handlers told [CANCEL-03] [PERM-04]', async () => {
    const { agent, open, asked } = await undecided();
    const [session, other] = [await open('s1'), await open('s2')];
    const calls = ['s1', 's1', 's2'].map((sessionId) =>
      agent.request('session/request_permission', { sessionId, title: '?', options }),
    );
    await settled();
    expect(asked.map((context) => context.session)).toEqual([session, session, other]);
    session.cancel();
    expect((await calls[0]?.answer)?.result).toEqual(cancelled);
    expect((await calls[1]?.answer)?.result).toEqual(cancelled);
    await settled();
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
    other.cancel();
    expect((await calls[2]?.answer)?.result).toEqual(cancelled);
  });

  test('are not even asked while the agent ends the work, but again in the next', async () => {
    const { agent, open, asked } = await undecided();
    const session = await open();
    const ask = (): Promise<unknown> =>
      agent
        .request('session/request_permission', { sessionId: 's1', title: '?', options })
        .answer.then(({ result }) => result);
    void session.prompt('hello');
    agent.answer(await agent.next('session/prompt'), { messageId: 'm1' });
    agent.state('s1', 'running');
    await settled();
    session.cancel();
    expect(await ask()).toEqual(cancelled);
    agent.state('s1', 'idle', { stopReason: 'cancelled' });
    await settled();
    expect(asked).toEqual([]);
    void ask();
    await settled();
    expect(asked).toHaveLength(1);
    session.cancel();
    void session.prompt('again');
    void ask();
    await settled();
    expect(asked).toHaveLength(2);
  });

  test('of work in the background stay open when the agent reports it [CANCEL-10] [CANCEL-11] [X-60]', async () => {
    const { agent, open } = await undecided();
    const session = await open();
    agent.update('s1', {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'shell',
      content: [{ type: 'terminal', terminalId: 't1' }],
    });
    agent.state('s1', 'running', {
      background: [
        { type: 'tool_call', toolCallId: 'index' },
        { type: 'terminal', terminalId: 't1' },
      ],
    });
    await settled();
    const subjects: Record<string, object | undefined> = {
      foreground: { type: 'tool_call', toolCall: { toolCallId: 'edit' } },
      'foreground command': { type: 'command', command: 'ls', cwd: '/', toolCallId: 'edit' },
      'background call': { type: 'tool_call', toolCall: { toolCallId: 'index' } },
      'background program': { type: 'tool_call', toolCall: { toolCallId: 'shell' } },
      'background command': { type: 'command', command: 'ls', cwd: '/', terminalId: 't1' },
      'some command': { type: 'command', command: 'ls', cwd: '/' },
      anything: undefined,
    };
    const answered: string[] = [];
    for (const [name, subject] of Object.entries(subjects)) {
      const { answer } = agent.request('session/request_permission', {
        sessionId: 's1',
        title: '?',
        options,
        ...(subject === undefined ? {} : { subject }),
      });
      void answer.then(() => answered.push(name));
    }
    await settled();
    session.cancel();
    await settled();
    expect(answered).toEqual(['foreground', 'foreground command']);
    agent.state('s1', 'idle', { stopReason: 'cancelled', background: [] });
    await settled();
    session.cancel();
    await settled();
    expect(answered).toHaveLength(7);
  });
});

describe('unfinished tool calls', () => {
  test('are marked as cancelled at once, except those in the background [CANCEL-02] [TOOL-21]', async () => {
    const { agent, open } = await bench();
    const session = await open();
    const statuses = {
      a: 'pending',
      b: 'in_progress',
      c: 'completed',
      d: 'failed',
      e: 'paused',
      f: 'dreaming',
      g: 'in_progress',
    };
    for (const [toolCallId, status] of Object.entries(statuses)) {
      agent.update('s1', { sessionUpdate: 'tool_call_update', toolCallId, status });
    }
    agent.state('s1', 'running', { background: [{ type: 'tool_call', toolCallId: 'g' }] });
    await settled();
    session.cancel();
    const marked = [...session.toolCalls.values()].map(({ toolCallId, status }) => [toolCallId, status]);
    expect(Object.fromEntries(marked)).toEqual({
      ...statuses,
      a: 'cancelled',
      b: 'cancelled',
      e: 'cancelled',
      f: 'cancelled',
    });
    agent.update('s1', { sessionUpdate: 'tool_call_update', toolCallId: 'a', status: 'completed' });
    await settled();
    expect(session.toolCalls.get('a')?.status).toBe('completed');
  });
});
