import { expect, test } from 'vitest';

import { suggestedAnswers } from './suggested-answers.ts';

test('a permission request can be answered by each of its options, or as cancelled', () => {
  const params = { options: [{ optionId: 'yes', name: 'Allow once', kind: 'allow_once' }, 'nonsense'] };
  expect(suggestedAnswers({ method: 'session/request_permission', params })).toEqual([
    { label: 'Allow once', result: { outcome: { outcome: 'selected', optionId: 'yes' } } },
    { label: 'undefined', result: { outcome: { outcome: 'selected', optionId: undefined } } },
    { label: 'Cancelled', result: { outcome: { outcome: 'cancelled' } } },
  ]);
});

test('a form is accepted, declined or cancelled; anything else may get an empty result', () => {
  expect(suggestedAnswers({ method: 'elicitation/create', params: null }).map(({ label }) => label)).toEqual([
    'accept',
    'decline',
    'cancel',
  ]);
  expect(suggestedAnswers({ method: '_mine/ask', params: undefined })).toEqual([{ label: 'Empty result', result: {} }]);
});
