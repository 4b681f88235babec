import { RpcError } from '@acp-stack/rpc';
import { expect, test } from 'vitest';

import { outcomeNote } from './outcome-note.ts';

const outcome = { stopReason: undefined, messageId: undefined };

test('work without a known end says whether it was cancelled', () => {
  expect(outcomeNote({ ...outcome, kind: 'unknown' }, { isCancelling: true })).toEqual({
    kind: 'warning',
    text: 'Cancel was never confirmed; the agent may still be working. /restart stops it.',
    isLast: true,
  });
  expect(outcomeNote({ ...outcome, kind: 'unknown' }, { isCancelling: false })).toEqual({
    kind: 'warning',
    text: 'The outcome is unknown: the agent did not report it.',
    isLast: true,
  });
});

test('an error without a reason says where to look for it', () => {
  const noteOf = (message: string): unknown =>
    outcomeNote({ ...outcome, kind: 'failed', error: new RpcError(-32603, message) } as never, { isCancelling: false });
  expect(noteOf('Internal error')).toEqual({
    kind: 'error',
    text: 'Internal error. The agent gives no reason; acp chat --log-level info shows its output.',
  });
  expect(noteOf('The model is overloaded.')).toEqual({ kind: 'error', text: 'The model is overloaded.' });
});

test('finished work needs no note, and other ends have one', () => {
  const noteOf = (stopReason: string): unknown =>
    outcomeNote({ ...outcome, kind: 'ended', stopReason } as never, { isCancelling: false });
  expect(noteOf('end_turn')).toBeUndefined();
  expect(noteOf('cancelled')).toEqual({ kind: 'warning', text: 'Cancelled.' });
  expect(noteOf('refusal')).toEqual({ kind: 'error', text: 'The agent refused to continue.' });
});
