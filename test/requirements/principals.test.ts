/**
 * The rule that the sessions of one client are not accessible to others (SETUP-26), proved with an agent that does not
 * check the principal.
 */
import { agent } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { findRequirement, verifies } from './requirement.ts';
import { replying, ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';

/** Connects a client to the agent. */
type Meet = (principal: string) => Promise<WireTester>;

/**
 * Declares that `check` holds for an agent that is told who asks, and does not for one that takes every client for the
 * same.
 */
function provesOfPrincipals(id: string, check: (meet: Meet) => Promise<void>): void {
  const judged = async (nameOf: (principal: string) => string): Promise<void> => {
    const fixture = new ProgramFixture([]);
    const app = agent({ name: 'program', version: '1.0.0' }).onPrompt(replying);
    try {
      await check(async (principal) => {
        const tester = fixture.agent(replying, { build: () => app, principal: nameOf(principal) });
        await tester.introduce();
        return tester;
      });
    } finally {
      fixture.end();
    }
  };
  test(verifies(id, findRequirement(id).text), async () => {
    await judged((principal) => principal);
    const verdict = await judged(() => 'one user').then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(verdict, `${id} is not proved: its check passes although the rule is broken`).toMatchObject({
      name: 'AssertionError',
    });
  });
}

const cwd = '/work';
const idsIn = async (tester: WireTester): Promise<unknown[]> => {
  const { result } = await tester.ask('session/list', {});
  return ((result?.['sessions'] ?? []) as readonly Fields[]).map(({ sessionId }) => sessionId);
};

provesOfPrincipals('SETUP-26', async (meet) => {
  const ada = await meet('ada');
  const { result } = await ada.ask('session/new', { cwd });
  const sessionId = result?.['sessionId'];
  await ada.prompt(String(sessionId));

  const bob = await meet('bob');
  expect(await idsIn(bob)).toEqual([]);
  for (const method of ['session/resume', 'session/fork', 'session/status', 'session/archive'])
    expect((await bob.ask(method, { sessionId, cwd })).error?.code, method).toBe(-32_002);
  for (const method of ['session/close', 'session/delete']) await bob.ask(method, { sessionId });
  expect(bob.updates()).toEqual([]);

  expect(await idsIn(await meet('ada'))).toEqual([sessionId]);
  expect(await ada.prompt(String(sessionId))).toHaveProperty('result');
});
