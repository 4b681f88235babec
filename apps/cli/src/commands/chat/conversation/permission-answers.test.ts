import type { PermissionDecision } from '@acp-stack/workspace/client';
import { expect, test } from 'vitest';

import { answerWords, isRejected, PermissionAnswers } from './permission-answers.ts';

const decision = (
  kind: string | undefined,
  by: PermissionDecision['by'] = 'user',
  toolCallId = 'c',
): PermissionDecision =>
  ({
    question: { toolCallId },
    option: kind === undefined ? undefined : { optionId: 'o', name: 'All day', kind },
    by,
  }) as unknown as PermissionDecision;

test.each([
  ['allow_once', 'user', 'you allowed it', false],
  ['reject_always', 'user', 'you rejected it', true],
  ['reject_always', 'memory', 'rejected as remembered', true],
  ['allow_once', 'policy', 'allowed by the policy', false],
  ['_allow_session', 'user', 'you chose “All day”', false],
  ['constructor', 'user', 'you chose “All day”', false],
  [undefined, 'user', 'you closed the question', true],
] as const)('an answer of kind %s by %s is told as “%s”', (kind, by, words, rejected) => {
  expect(answerWords(decision(kind, by))).toBe(words);
  expect(isRejected(decision(kind, by))).toBe(rejected);
});

test('the last thousand answers are kept, and none that was withdrawn', () => {
  const answers = new PermissionAnswers();
  answers.add(decision('allow_once', 'none'));
  expect(answers.get('c')).toBeUndefined();
  for (let index = 0; index <= 1000; index += 1) answers.add(decision('allow_once', 'user', `${index}`));
  expect([answers.get('0'), answers.get('1000')?.by]).toEqual([undefined, 'user']);
});
