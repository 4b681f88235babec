import { expect, test } from 'vitest';

import { composerState } from './composer-state.ts';

test.each([
  ['an open session', { status: 'open' }, true, true, undefined],
  ['an observer', { status: 'open', hub: { role: 'observer', owner: 'Mira' } }, false, false, /Ask Mira/u],
  ['a session that is being opened', { status: 'opening' }, true, false, /being opened/u],
  ['a lost connection', { status: 'disconnected' }, true, false, /What you write is kept/u],
  [
    'an ended session',
    { status: 'ended', error: new Error('It was deleted.') },
    false,
    false,
    /ended\. It was deleted\./u,
  ],
  ['a session that failed', { status: 'failed', error: new Error('No agent.') }, true, false, /No agent\./u],
])('%s says what can be done', (_what, state, canWrite, canSend, reason) => {
  const result = composerState({ hub: {}, error: undefined, ...state } as never);
  expect(result).toMatchObject({ canWrite, canSend });
  if (reason === undefined) expect(result.reason).toBeUndefined();
  else expect(result.reason).toMatch(reason);
});
