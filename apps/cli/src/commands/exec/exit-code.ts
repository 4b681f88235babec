/** How `acp exec` ends, by how the prompt ended. */
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type { PromptOutcome } from '@acp-stack/sdk';

import type { AgentServer } from '../../config/agent-server.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { loginWords, printAdvice } from '../../connect/explain-failure.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import type { PermissionTally } from './permissions.ts';

const endings: Readonly<Record<string, string>> = {
  cancelled: 'the agent says that the work was cancelled',
  refusal: 'the agent refuses to do that',
  max_tokens: 'the answer is cut off: the model wrote as much as it may',
  max_turn_requests: 'the work is cut off: the agent asked the model as often as it may',
};

export interface ExitCodeContext {
  readonly tally: PermissionTally;
  readonly server: AgentServer;
  /** Whether the agent offers a way to log in. */
  readonly hasLogin: boolean;
  /** Whether what the agent prints was shown as it came. */
  readonly isPrintShown: boolean;
}

/** 0, or a `CommandError` for everything but an answer. */
export function exitCodeFor({ kind, stopReason, error }: PromptOutcome, context: ExitCodeContext): number {
  const { tally, server, hasLogin } = context;
  if (kind === 'unknown') {
    throw new CommandError(exitCodes.unknownOutcome, 'the agent did not say what became of the work');
  }
  if (stopReason === 'error') {
    const message = inOneLine(error?.message ?? 'it did not say why').replace(/\.$/u, '');
    if (error?.code !== errorCodes.authentication_required) {
      throw new CommandError(exitCodes.failed, `the agent failed: ${message}${printAdvice(message, context)}`);
    }
    throw new CommandError(exitCodes.authRequired, loginWords(server, message, hasLogin));
  }
  const ending = endings[stopReason ?? 'end_turn'];
  if (ending !== undefined) throw new CommandError(exitCodes.failed, ending);
  if (tally.isAllRefused) {
    throw new CommandError(
      exitCodes.denied,
      'the agent asked for permission and was refused; --approve-reads, --approve-all or --policy allows more',
    );
  }
  return 0;
}
