import { expect, test } from 'vitest';

import { WorkspaceError } from '../../contract/workspace-error.ts';
import { failure } from './machine.test-support.ts';
import { withWireErrors } from './wire-error.ts';

const failing = (error: Error): Promise<unknown> => failure(withWireErrors(() => Promise.reject(error)));

test.each([
  ['missing', -32_002],
  ['outside', -32_602],
  ['binary', -32_602],
  ['too-large', -32_602],
  ['not-started', -32_602],
  ['denied', -32_603],
  ['disk-full', -32_603],
  ['limit', -32_603],
  ['closed', -32_603],
] as const)('a failure that is %s has the code %d, the reason and the path', async (code, wireCode) => {
  const error = new WorkspaceError(code, 'It did not work.', { path: '/project/a b' });
  expect(await failing(error)).toMatchObject({
    name: 'RpcError',
    code: wireCode,
    message: 'It did not work.',
    data: { reason: code, path: '/project/a b' },
    cause: error,
  });
});

test('a file that is not there has its address too, and nothing else has', async () => {
  const missing = new WorkspaceError('missing', 'No.', { path: '/project/a b' });
  expect(await failing(missing)).toMatchObject({ data: { uri: 'file:///project/a%20b' } });
  const outside = new WorkspaceError('outside', 'No.', { path: '/project/a b' });
  expect(await failing(outside)).not.toHaveProperty('data.uri');
});

test('an accident is not dressed up', async () => {
  const accident = new TypeError('undefined is not a tulip');
  expect(await failing(accident)).toBe(accident);
});
