/** When a prompt is over, over all orders in which an agent may report. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { SessionUpdate, StateUpdate } from './v2/unstable/index.ts';

import { PromptProgress, type PromptStart } from './prompt-progress.ts';

const idle: StateUpdate = { state: 'idle' };
const state = (update: StateUpdate): SessionUpdate => ({ sessionUpdate: 'state_update', ...update });
const echo = (messageId: string): SessionUpdate => ({ sessionUpdate: 'user_message', messageId });
const chunk: SessionUpdate = {
  sessionUpdate: 'agent_message_chunk',
  messageId: 'r',
  content: { type: 'text', text: 'x' },
};

const progressOf = (more: Partial<PromptStart> = {}): PromptProgress =>
  new PromptProgress({ state: idle, isQuiet: true, reportsWork: false, isClaimed: () => false, ...more });

/** Plays `steps`; `answer` stands for the answer. Says after which step the prompt was over. */
function play(progress: PromptProgress, steps: readonly (SessionUpdate | 'answer')[], messageId?: string): number {
  return steps.findIndex((step, index) =>
    step === 'answer' ? progress.answered(messageId, index).end !== undefined : progress.see(step, index) !== undefined,
  );
}

/** All ways to put `item` between the others. */
const placements = <T>(items: readonly T[], item: T): T[][] =>
  Array.from({ length: items.length + 1 }, (_, index) => items.toSpliced(index, 0, item));

describe('PromptProgress', () => {
  test('ends a turn exactly once, at its idle state or at the answer if that is last', () => {
    const turn = [echo('m1'), state({ state: 'running' }), chunk, state({ state: 'idle', stopReason: 'end_turn' })];
    for (const messageId of ['m1', undefined]) {
      for (const steps of placements<SessionUpdate | 'answer'>(turn, 'answer')) {
        expect(play(progressOf(), steps, messageId)).toBe(4);
      }
    }
  });

  test('is not ended by work of others before it was inserted', () => {
    const others = [state({ state: 'running' }), echo('m0'), chunk, state({ state: 'idle', stopReason: 'end_turn' })];
    const own = [echo('m1'), state({ state: 'running' }), state({ state: 'idle', stopReason: 'end_turn' })];
    const busy = { isQuiet: false, state: { state: 'running' } } as const;
    for (const steps of placements<SessionUpdate | 'answer'>(own, 'answer')) {
      expect(play(progressOf(busy), [...others, ...steps], 'm1')).toBe(7);
      expect(play(progressOf(), [...others, ...steps], 'm1')).toBe(7);
    }
  });

  describe('of an agent that works before it answers, and has not echoed it', () => {
    const work = [state({ state: 'running' }), chunk, state({ state: 'idle', stopReason: 'end_turn' })];
    const after = (steps: readonly SessionUpdate[], more?: Partial<PromptStart>): PromptProgress => {
      const progress = progressOf(more);
      expect(play(progress, [...steps, 'answer'], 'm1')).toBe(-1);
      return progress;
    };

    test('is presumed to have ended with that work', () => {
      expect(after(work).presumedEnd).toEqual(work[2]);
      expect(after([...work, chunk]).presumedEnd).toEqual(work[2]);
    });

    test('is not presumed to have ended when other work or another message explains what was seen', () => {
      expect(after(work, { isQuiet: false }).presumedEnd).toBeUndefined();
      expect(after([...work, echo('m0')]).presumedEnd).toBeUndefined();
      expect(after([...work, state({ state: 'running' })]).presumedEnd).toBeUndefined();
      expect(after([state(idle)]).presumedEnd).toBeUndefined();
    });

    test('comes later after all when its echo, or its work, follows', () => {
      for (const own of [[echo('m1'), state({ state: 'running' })], [state({ state: 'running' })]]) {
        const progress = after(work);
        expect(play(progress, own)).toBe(-1);
        expect(progress.presumedEnd).toBeUndefined();
        expect(progress.see(state({ state: 'idle', stopReason: 'end_turn' }), 9)).toBeDefined();
      }
    });

    test('is not ended by the end of that work being said again', () => {
      const progress = after(work);
      expect(progress.see(work[2] ?? chunk, 9)).toBeUndefined();
      expect(progress.presumedEnd).toEqual(work[2]);
    });
  });

  test('belongs to the work that runs when it is inserted', () => {
    const progress = progressOf({ isQuiet: false, state: { state: 'running' } });
    expect(play(progress, ['answer', state(idle)], 'm1')).toBe(1);
  });

  test('says where its part of the stream begins', () => {
    const progress = progressOf({ isQuiet: false });
    progress.see(chunk, 0);
    progress.see(echo('m1'), 1);
    progress.see({ sessionUpdate: 'user_message_chunk', messageId: 'm1', content: { type: 'text', text: 'x' } }, 2);
    expect(progress.answered('m1', 3)).toEqual({ from: 1, end: undefined });
    expect(progressOf({ isQuiet: false }).answered('m1', 3)).toEqual({ from: 3, end: undefined });
  });

  test('remembers only so much while it is held, and still knows the state', () => {
    const progress = progressOf({ isQuiet: false });
    for (let index = 0; index < 5000; index += 1) {
      progress.see(state({ state: 'running' }), index);
      progress.see(echo(`m${index}`), index);
    }
    expect(progress.answered('last', 5000).end).toBeUndefined();
    expect(progress.see(state(idle), 5001)).toBeDefined();
  });

  test('never ends before the answer, and never by an idle state that says nothing', () => {
    const step = fc.constantFrom<SessionUpdate>(
      echo('m1'),
      echo('m2'),
      chunk,
      state(idle),
      state({ state: 'running' }),
      state({ state: 'requires_action' }),
      state({ state: 'idle', stopReason: 'end_turn' }),
    );
    fc.assert(
      fc.property(fc.array(step), fc.array(step), fc.boolean(), (before, after, isQuiet) => {
        const progress = progressOf({ isQuiet });
        expect(play(progress, before)).toBe(-1);
        const { end } = progress.answered('m1', before.length);
        if (end !== undefined) {
          // Only what followed the echo can have ended it.
          const own = before.slice(before.findIndex((update) => update === echoOf(before)));
          expect(own.some((update) => update.sessionUpdate === 'state_update' && update.state === 'idle')).toBe(true);
          return;
        }
        const last = play(progress, after);
        if (last === -1) return;
        expect(after[last]).toMatchObject({ sessionUpdate: 'state_update', state: 'idle' });
      }),
    );
  });
});

const echoOf = (updates: readonly SessionUpdate[]): SessionUpdate | undefined =>
  updates.find((update) => update.sessionUpdate === 'user_message' && update.messageId === 'm1');
