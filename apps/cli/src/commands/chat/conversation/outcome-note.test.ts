import { expect, test } from 'vitest';

import { outcomeNote } from './outcome-note.ts';

const outcome = { stopReason: undefined, messageId: undefined };

test('work without a known end says whether it was cancelled', () => {
  expect(outcomeNote({ ...outcome, kind: 'unknown' }, { isCancelling: true })).toEqual({
    kind: 'warning',
    text: 'Cancel was never confirmed; the agent may still be working. /restart stops it.',
  });
  expect(outcomeNote({ ...outcome, kind: 'unknown' }, { isCancelling: false })).toEqual({
    kind: 'warning',
    text: 'The outcome is unknown: the agent did not report it.',
  });
});

test('finished work needs no note, and other ends have one', () => {
  const noteOf = (stopReason: string): unknown =>
    outcomeNote({ ...outcome, kind: 'ended', stopReason } as never, { isCancelling: false });
  expect(noteOf('end_turn')).toBeUndefined();
  expect(noteOf('cancelled')).toEqual({ kind: 'warning', text: 'Cancelled.' });
  expect(noteOf('refusal')).toEqual({ kind: 'error', text: 'The agent refused to continue.' });
});
