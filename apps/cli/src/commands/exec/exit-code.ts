/** The exit code of `acp exec`, by the outcome of the prompt. */
import { describeError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type { PromptOutcome } from '@acp-stack/sdk';

import type { AgentServer } from '../../config/agent-server.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { loginMessage, printAdvice } from '../../connect/failure-advice.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import type { PermissionTally } from './permissions.ts';
import { withoutPeriod } from '../../text/without-period.ts';

const endings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cancelled: 'the agent cancelled the work',
    refusal: 'the agent refused the prompt',
    max_tokens: 'the answer is cut off: the model reached its maximum number of tokens',
    max_turn_requests: 'the work is cut off: the agent reached its maximum number of model requests',
  }),
);

export interface ExitCodeContext {
  readonly tally: PermissionTally;
  readonly server: AgentServer;
  /** Whether the agent has login methods. */
  readonly hasLogin: boolean;
  /** Whether the output of the agent was already shown. */
  readonly isPrintShown: boolean;
}

/** Returns 0; throws a `CommandError` for any other outcome. */
export function exitCodeFor({ kind, stopReason, error }: PromptOutcome, context: ExitCodeContext): number {
  const { tally, server, hasLogin } = context;
  if (kind === 'unknown') {
    throw new CommandError(exitCodes.unknownOutcome, 'the outcome of the work is unknown: the agent did not report it');
  }
  if (stopReason === 'error') {
    const message = withoutPeriod(inOneLine(error === undefined ? 'no reason given' : describeError(error)));
    if (error?.code !== errorCodes.authentication_required) {
      throw new CommandError(exitCodes.failed, `the agent failed: ${message}${printAdvice(message, context)}`);
    }
    throw new CommandError(exitCodes.authRequired, loginMessage(server, error, hasLogin));
  }
  // Many agents cancel their turn when the user refuses something.
  const hasFinished = stopReason === undefined || stopReason === 'end_turn' || stopReason === 'cancelled';
  if (hasFinished && tally.isEveryRequestDenied) {
    const flags = tally.isProtectedPathDenied ? '--allow-protected' : '--approve-reads, --approve-all or --policy';
    throw new CommandError(exitCodes.denied, `permission was denied for ${tally.deniedWords}; ${flags} allows more`);
  }
  const ending = endings.get(stopReason ?? 'end_turn');
  if (ending !== undefined) throw new CommandError(exitCodes.failed, ending);
  return 0;
}
