import { RpcError } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { loginNeeded } from './login-needed.ts';

test('an error that needs a login names the agent', () => {
  const error = new RpcError(-32000, 'Log in first.', { data: { reason: 'login_required', agent: 'my-agent' } });
  expect(loginNeeded(error)).toBe('my-agent');
});

test('other errors need no login', () => {
  for (const error of [
    undefined,
    new Error('x'),
    new RpcError(1, 'x'),
    new RpcError(1, 'x', { data: 'login_required' }),
  ]) {
    expect(loginNeeded(error)).toBeUndefined();
  }
});
