import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { describe, expect, test } from 'vitest';

import { exitCodes } from '../errors/command-error.ts';
import { explainComponent, failureSentence, isComponentFailure } from './component-failure.ts';

const words = 'The component guard has failed: it exited with code 1: Error: no settings file';
const failure = new RpcError(rpcCodes.internalError, words, {
  data: { component: 'guard', details: 'Error: no settings file', lastWords: ['x', 'Error: no settings file'] },
});

describe('a component that failed', () => {
  test('is named in one sentence, without its data', () => {
    expect(isComponentFailure(failure)).toBe(true);
    expect(explainComponent(failure, exitCodes.notStarted)).toMatchObject({
      exitCode: 7,
      message: 'the component guard has failed: it exited with code 1: Error: no settings file',
    });
  });

  test.each([
    'The component guard has failed: it exited with code 1 before it said anything.',
    'The component guard has failed: it was ended by SIGKILL.',
  ])('and said nothing has to be run alone: %s', (message) => {
    expect(failureSentence(message)).toMatch(/; run it alone to see why$/u);
  });

  test('is not any error of an agent that has a component in its data', () => {
    const other = new RpcError(rpcCodes.internalError, 'No.', { data: { component: 'button', details: 'broken' } });
    expect([other, new Error('No.'), 'No.'].map((error) => isComponentFailure(error))).toEqual([false, false, false]);
  });
});
