import { rpcCodes } from '@acp-stack/rpc';
import type { PromptOutcome } from '@acp-stack/sdk';
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
