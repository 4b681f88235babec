import { validators as v1 } from '@acp-stack/schema/v1/unstable';
import { validators as v2 } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { promptResponse } from './arbitraries.test-support.ts';
import { collectLosses, strict } from './losses.test-support.ts';
import { idleState, promptAnswer } from './stop-reason.ts';

describe('session/prompt', () => {
  test('toV2: every answer becomes an idle state, and answers again', () => {
    fc.assert(
      fc.property(promptResponse, (response) => {
        expect(v1.PromptResponse.is(response)).toBe(true);
        const idle = idleState(response);
        expect(v2.SessionUpdate.is(idle)).toBe(true);
        expect(idle).toMatchObject({ sessionUpdate: 'state_update', state: 'idle', stopReason: response.stopReason });
        expect(promptAnswer(idle, strict)).toEqual({ result: response });
      }),
    );
  });

  test('toV1: an error is the error that the agent named, or one without details', () => {
    const error = { code: -32_001, message: 'out of credit', data: { a: 1 } };
    expect(promptAnswer({ stopReason: 'error', error }, strict)).toEqual({ error });
    expect(promptAnswer({ stopReason: 'error' }, strict)).toMatchObject({ error: { code: -32_603 } });
    expect(promptAnswer({ stopReason: 'error', error: null }, strict)).toMatchObject({ error: { code: -32_603 } });
  });

  test('toV1: an unknown stop reason ends the turn, and so does none', () => {
    const losses = collectLosses();
    expect(promptAnswer({ stopReason: '_bored' }, losses)).toEqual({
      result: { stopReason: 'end_turn' },
    });
    expect(losses.rows).toEqual(['session/prompt']);
    expect(promptAnswer({}, strict)).toEqual({ result: { stopReason: 'end_turn' } });
    expect(promptAnswer({ stopReason: null }, strict)).toEqual({ result: { stopReason: 'end_turn' } });
  });
});

describe('usage', () => {
  const usage = { totalTokens: 3, inputTokens: 2, outputTokens: 1 };

  test('toV2: moves to the idle state', () => {
    expect(idleState({ stopReason: 'end_turn', usage })).toMatchObject({ usage });
  });

  test('toV1: moves to the answer, without the background', () => {
    const background = [{ type: 'tool_call', toolCallId: 't' }] as const;
    const answer = promptAnswer({ stopReason: 'end_turn', usage, background }, strict);
    expect(answer).toEqual({ result: { stopReason: 'end_turn', usage } });
  });
});
