import { emptyTranscript, fold } from '@acp-stack/transcript';
import { expect, test } from 'vitest';

import { stopText } from './stop-text.ts';
import { contextUse } from './usage-level.ts';

const stopped = (fields: object): ReturnType<typeof stopText> =>
  stopText(fold(emptyTranscript(), { sessionUpdate: 'state_update', state: 'idle', ...fields }));

test('the ordinary end of work needs no words, every other one has some', () => {
  expect(stopped({ stopReason: 'end_turn' })).toBeUndefined();
  expect(stopped({})).toBeUndefined();
  expect(stopped({ stopReason: 'cancelled' })).toEqual({ text: 'Cancelled.', kind: 'note' });
  expect(stopped({ stopReason: 'max_tokens' })?.text).toContain('maximum number of tokens');
  expect(stopped({ stopReason: 'error', error: { code: 1, message: 'Out of memory.' } })?.text).toBe(
    'The agent failed: Out of memory.',
  );
  expect(stopped({ stopReason: '_tired' })?.text).toBe('The agent stopped: _tired.');
});

test.each([
  [0, 'normal'],
  [149_000, 'normal'],
  [150_000, 'filling'],
  [180_000, 'high'],
  [190_000, 'full'],
  [400_000, 'full'],
])('%d of 200,000 tokens is %s', (used, level) => {
  const use = contextUse(used, 200_000);
  expect(use?.level).toBe(level);
  expect(use?.warning === undefined).toBe(level === 'normal');
  expect(use?.percent).toBeLessThanOrEqual(100);
});

test('tokens are written shortly, and an unknown size has no meter', () => {
  expect(contextUse(12_345, 200_000)?.text).toBe('12.3K of 200K tokens');
  expect(contextUse(1, 0)).toBeUndefined();
});
