import type { SettledQuestion } from '@acp-stack/react';
import { expect, test } from 'vitest';

import { settledText } from './settled-text.ts';

const permission = {
  title: 'Run the tests?',
  options: [{ optionId: 'yes', name: 'Allow once', kind: 'allow_once' }],
};
const text = (fields: object): string =>
  settledText(
    {
      id: 'q',
      kind: 'permission',
      request: permission,
      reason: 'elsewhere',
      answer: undefined,
      by: undefined,
      ...fields,
    } as unknown as SettledQuestion,
    'ada',
  );

test.each([
  [{ answer: 'yes', by: 'ada' }, 'Answered in another window: Allow once (Run the tests?)'],
  [{ answer: 'yes', by: 'bob' }, 'Answered by bob: Allow once (Run the tests?)'],
  [{ answer: 'cancelled', by: 'bob' }, 'Answered by bob: closed without an answer (Run the tests?)'],
  [
    { request: { message: 'Which branch?' }, answer: 'decline' },
    'Answered in another window: declined (Which branch?)',
  ],
  [{}, 'Closed, because it was answered elsewhere or withdrawn: Run the tests?'],
  [{ reason: 'cancelled' }, 'Closed, because the work was stopped: Run the tests?'],
])('a question that ended with %j is told as %j', (fields, words) => {
  expect(text(fields)).toBe(words);
});
