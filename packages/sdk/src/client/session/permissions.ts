/**
 * Passes a request for permission to the program's handler, and makes the response: an option that was offered, or that
 * nothing was chosen.
 *
 * Only an offered option ever approves (PERM-05).
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type {
  RequestPermissionOutcome,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@acp-stack/schema/v2/unstable';

import { areIncomplete } from '../../connection/incomplete-params.ts';
import { summarizeProblems } from '../../connection/problem-summary.ts';
import type { ReportClient } from './client-report.ts';
import type { PermissionAnswer, PermissionHandlerOf } from './session-handlers.ts';
import type { ClientSessionHostOf } from './client-session-host.ts';

/** The response when nothing was chosen. */
export const nothingChosen: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/** Throws if two options have the same id: an answer with it could mean either of them. */
export function refuseSharedIds({ options }: RequestPermissionRequest, report: ReportClient): void {
  const ids = options.map(({ optionId }) => optionId);
  const index = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (index === -1) return;
  const expected = 'an id that no other option has';
  const problems = [{ path: `/options/${index}/optionId`, expected, found: JSON.stringify(ids[index]) }];
  report({ kind: 'malformed', from: 'agent', method: 'session/request_permission', problems });
  throw new RpcError(rpcCodes.invalidParams, `Invalid params: ${summarizeProblems(problems)}`, { data: { problems } });
}

/** The response that says what a handler decided about `request`. */
function permissionResponse(
  request: RequestPermissionRequest,
  answer: PermissionAnswer,
  report: ReportClient,
): RequestPermissionResponse {
  const outcome = typeof answer === 'string' ? outcomeOf(answer) : answer;
  if (outcome.outcome !== 'selected') return { outcome };
  const { optionId } = outcome;
  const offered = request.options.map((option) => option.optionId);
  if (offered.includes(optionId)) return { outcome };
  report({ kind: 'option-not-offered', sessionId: request.sessionId, optionId, offered });
  return nothingChosen;
}

const outcomeOf = (answer: string): RequestPermissionOutcome =>
  answer === 'cancelled' ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: answer };

/** Passes a request for permission to `handler`; `session` is undefined when it is not open here. */
export function askPermission<S>(
  request: RequestPermissionRequest,
  handler: PermissionHandlerOf<S>,
  asking: {
    readonly session: S | undefined;
    readonly signal: AbortSignal;
    readonly host: Pick<ClientSessionHostOf<S>, 'questions' | 'report'>;
  },
): Promise<RequestPermissionResponse> {
  const { session, signal, host } = asking;
  return host.questions.ask({
    method: 'session/request_permission',
    sessionId: request.sessionId,
    permission: request,
    signal,
    dismissed: nothingChosen,
    handler: async (aborted) => {
      const isIncomplete = areIncomplete(request);
      const answer = await handler(request, { session, sessionId: request.sessionId, signal: aborted, isIncomplete });
      return permissionResponse(request, answer, host.report);
    },
  });
}
