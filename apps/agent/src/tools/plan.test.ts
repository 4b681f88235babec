import { describe, expect, test } from 'vitest';

import { askTool } from './ask.ts';
import { exitPlanTool } from './exit-plan.ts';
import { planTool } from './plan.ts';
import { toolFixture } from './tool-fixture.test-support.ts';

describe('plan', () => {
  test('shows the plan, with a priority where none was given', async () => {
    await using fixture = await toolFixture();
    const { updates, forModel } = await fixture.run(planTool, {
      entries: [
        { content: 'dig', status: 'completed', priority: 'high' },
        { content: 'water', status: 'pending' },
      ],
    });
    expect(forModel).toBe('The user sees the plan.');
    expect(updates).toContainEqual(
      expect.objectContaining({
        sessionUpdate: 'plan_update',
        plan: expect.objectContaining({
          entries: [
            { content: 'dig', status: 'completed', priority: 'high' },
            { content: 'water', status: 'pending', priority: 'medium' },
          ],
        }) as object,
      }),
    );
  });
});

describe('ask', () => {
  const answering =
    (action: 'accept' | 'decline', content: Readonly<Record<string, string>> = {}) =>
    (): Parameters<typeof toolFixture>[0] => ({
      build: (app) => app.onElicitation({ form: () => (action === 'accept' ? { action, content } : { action }) }),
    });

  test.each([
    ['an answer', answering('accept', { answer: 'red' }), { forModel: 'red', isError: false }],
    ['an answer that is none of the choices', answering('accept', { answer: 'blue' }), { isError: true }],
    ['no answer', answering('decline'), { forModel: 'The user did not answer.', isError: false }],
  ])('takes %s', async (_, options, expected) => {
    await using fixture = await toolFixture(options());
    expect(await fixture.run(askTool, { question: 'Which colour?', choices: ['red', 'white'] })).toMatchObject(
      expected,
    );
  });

  test('tells the model when the client cannot ask', async () => {
    await using fixture = await toolFixture();
    expect(await fixture.run(askTool, { question: 'Which colour?' })).toMatchObject({
      isError: true,
      forModel: expect.stringContaining('cannot show questions') as string,
    });
  });
});

describe('exit_plan', () => {
  test.each([
    ['code', 'code'],
    ['ask', 'ask'],
    ['plan', undefined],
  ] as const)('the answer %s leads to the mode %s', async (answer, mode) => {
    await using fixture = await toolFixture({ answer: () => answer });
    const left: string[] = [];
    const { isError, updates } = await fixture.run(() => exitPlanTool((next) => left.push(next)), { plan: '1. Dig.' });
    expect(left).toEqual(mode === undefined ? [] : [mode]);
    expect(isError).toBe(mode === undefined);
    expect(JSON.stringify(updates)).toContain('1. Dig.');
  });
});
