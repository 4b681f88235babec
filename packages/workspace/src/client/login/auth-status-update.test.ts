/** Messages as claude-agent-acp and codex-acp send them. */
import { expect, test } from 'vitest';

import { readAuthStatusUpdate } from './auth-status-update.ts';

test.each([
  [{ authStatus: { kind: 'none', label: 'Not logged in' } }, { state: 'unauthenticated', label: 'Not logged in' }],
  [
    { authStatus: { kind: 'account', label: 'Garden Max', account: { email: 'ann@example.org', plan: 'max' } } },
    { state: 'authenticated', label: 'Garden Max' },
  ],
  [{ authStatus: { kind: 'apiKey' } }, { state: 'authenticated', label: undefined }],
  [{ authStatus: {} }, undefined],
  [{}, undefined],
  [null, undefined],
])('reads %j', (params, status) => {
  expect(readAuthStatusUpdate(params)).toEqual(status);
});
