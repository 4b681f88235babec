import { rpcCodes } from '@acp-stack/rpc';
import type { PromptOutcome } from '@acp-stack/sdk';
import type { PermissionDecision } from '@acp-stack/workspace/client';
import { expect, test } from 'vitest';

import { noDefaults, type AgentServer } from '../../config/agent-server.ts';
import { PermissionTally } from './permissions.ts';
import { exitCodeFor } from './exit-code.ts';

const server: AgentServer = {
  kind: 'command',
  name: 'florist',
  command: 'florist',
  args: [],
  env: {},
  defaults: noDefaults,
};

const failed = (message: string): PromptOutcome => ({
  kind: 'ended',
  messageId: undefined,
  stopReason: 'error',
  error: { code: rpcCodes.internalError, message },
});

test.each([
  ['Internal error', false, 'the agent failed: Internal error; --log-level info shows its output'],
  ['Internal error', true, 'the agent failed: Internal error'],
  ['The garden is closed.', false, 'the agent failed: The garden is closed'],
])('an agent that failed with %j, shown as it prints: %s', (message, isPrintShown, words) => {
  const context = { tally: new PermissionTally(), server, hasLogin: false, isPrintShown };
  expect(() => exitCodeFor(failed(message), context)).toThrow(expect.objectContaining({ exitCode: 1, message: words }));
});

const endedWith = (stopReason: string): PromptOutcome => ({
  kind: 'ended',
  messageId: undefined,
  stopReason: stopReason as 'cancelled',
});

type Question = Partial<PermissionDecision['question']>;

function tallyOf(kinds: readonly string[], questions: readonly Question[] = []): PermissionTally {
  const tally = new PermissionTally();
  for (const [index, kind] of kinds.entries()) {
    const option = { optionId: kind, name: kind, kind: kind as 'allow_once' };
    const question = questions[index] ?? { title: 'Cut the roses?' };
    tally.note({ question, option, by: 'policy' } as unknown as PermissionDecision);
  }
  return tally;
}

const codeOf = (outcome: PromptOutcome, tally: PermissionTally): number => {
  try {
    return exitCodeFor(outcome, { tally, server, hasLogin: false, isPrintShown: true });
  } catch (error) {
    return (error as { readonly exitCode: number }).exitCode;
  }
};

test.each([
  ['end_turn', ['reject_once'], 5],
  ['cancelled', ['reject_once'], 5],
  ['cancelled', ['reject_once', 'allow_once'], 1],
  ['cancelled', [], 1],
  ['refusal', ['reject_once'], 1],
  ['max_tokens', ['reject_once'], 1],
  ['constructor', ['allow_once'], 0],
])('the end %s after the answers %j has its code', (stopReason, answers, code) => {
  expect(codeOf(endedWith(stopReason), tallyOf(answers))).toBe(code);
});

const [no, other] = [{ title: 'Cut the roses?' }, { title: 'Run a command?', command: 'rm\n-rf beds' }] as const;

test.each([
  [[no], '“Cut the roses?”'],
  [[no, no], '“Cut the roses?”'],
  [[other, no], '“Run a command? rm -rf beds” and 1 more'],
  [[{ title: 'Run `ls`?', command: 'ls' }], '“Run `ls`?”'],
  [[{ title: 'a'.repeat(300) }], `“${'a'.repeat(200)}…”`],
])('what was denied is named: %j', (questions, words) => {
  const context = { server, hasLogin: false, isPrintShown: true };
  const tally = tallyOf(
    questions.map(() => 'reject_once'),
    questions,
  );
  expect(() => exitCodeFor(endedWith('end_turn'), { ...context, tally })).toThrow(
    `permission was denied for ${words}; --approve-reads, --approve-all or --policy allows more`,
  );
});
