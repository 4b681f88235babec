import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { emptyTranscript, fold, lastPlan, type Transcript } from '@acp-stack/transcript';
import { expect, test } from 'vitest';

import { textOfLine } from '../../../tui/styled-line.ts';
import type { Turn } from '../conversation/turn.ts';
import { PlanDisplay } from './plan-display.ts';

const planned = (before: Transcript, statuses: readonly string[]): Transcript => {
  const entries = statuses.map((status, index) => ({ content: `Step ${index}`, status, priority: 'low' }));
  const plan = { planId: 'p', type: 'items', entries };
  return fold(before, { sessionUpdate: 'plan_update', plan } as unknown as SessionUpdate);
};

const stand = () => {
  const display = new PlanDisplay();
  const draw = (transcript: Transcript, isBusy: boolean, turn?: Turn): readonly string[] =>
    display.draw(transcript, { width: 60, maxLines: 7, isBusy, turn }).map(textOfLine);
  return { display, draw };
};

const whole = ['Plan 1 of 2 done', '  ☑ Step 0', '  ☐ Step 1'];

test('a plan is shown whole in its turn and after it, and in one line in the turns after that', () => {
  const { draw } = stand();
  expect(draw(emptyTranscript(), false)).toEqual([]);
  // The plan may come before the first frame of its turn.
  const first = planned(emptyTranscript(), ['completed', 'pending']);
  expect(draw(first, true)).toEqual(whole);
  expect(draw(first, false)).toEqual(whole);
  expect(draw(first, true)).toEqual(['Plan 1 of 2 done, from an earlier turn  Ctrl+P hides it']);
  expect(draw(first, false)).toEqual(['Plan 1 of 2 done, from an earlier turn  Ctrl+P hides it']);
  expect(draw(planned(first, ['completed', 'in_progress']), true)).toEqual([
    'Plan 1 of 2 done',
    '  ☑ Step 0',
    '  ▶ Step 1',
  ]);
});

test('a finished plan has no line in later turns', () => {
  const { draw } = stand();
  const done = planned(emptyTranscript(), ['completed', 'completed']);
  draw(emptyTranscript(), false);
  expect(draw(done, true)).toHaveLength(3);
  expect(draw(done, false)).toHaveLength(3);
  expect(draw(done, true)).toEqual([]);
});

test('a turn that ends before a frame of it is drawn is a turn nevertheless', () => {
  const { draw } = stand();
  const turnAfter = (transcript: Transcript): Turn => ({ planBefore: lastPlan(transcript)?.plan });
  const first = turnAfter(emptyTranscript());
  draw(emptyTranscript(), false);
  const planOfFirst = planned(emptyTranscript(), ['completed', 'pending']);
  expect(draw(planOfFirst, false, first)).toEqual(whole);
  const second = turnAfter(planOfFirst);
  const folded = ['Plan 1 of 2 done, from an earlier turn  Ctrl+P hides it'];
  expect(draw(planOfFirst, false, second)).toEqual(folded);
  expect(draw(planOfFirst, true, second)).toEqual(folded);
  // A message that waited is sent as soon as the turn before it has ended, so no frame shows that nothing runs.
  const done = planned(planOfFirst, ['completed', 'completed']);
  expect(draw(done, true, second)).toHaveLength(3);
  expect(draw(done, true, turnAfter(done))).toEqual([]);
});

test('hidden plans take no line until they are shown again', () => {
  const { display, draw } = stand();
  const transcript = planned(emptyTranscript(), ['completed', 'pending']);
  display.toggle();
  expect(draw(transcript, true)).toEqual([]);
  display.toggle();
  expect(draw(transcript, true)).toEqual(whole);
});
