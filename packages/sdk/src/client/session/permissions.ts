/**
 * Passes a request for permission to the program's handler, and makes the response: an option that was offered, or that
 * nothing was chosen.
 *
 * Only an offered option ever approves (PERM-05).
 */
import type {
  RequestPermissionOutcome,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@acp-stack/schema/v2/unstable';

import type { ReportClient } from './client-report.ts';
import type { PermissionAnswer, PermissionHandlerOf } from './session-handlers.ts';
import type { ClientSessionHostOf } from './client-session-host.ts';

/** The response when nothing was chosen. */
export const nothingChosen: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/** The response that says what a handler decided about `request`. */
function permissionResponse(
  request: RequestPermissionRequest,
  answer: PermissionAnswer,
  report: ReportClient,
): RequestPermissionResponse {
  const outcome = typeof answer === 'string' ? outcomeOf(answer) : answer;
  if (outcome.outcome !== 'selected') return { outcome };
  const { optionId } = outcome;
  if (request.options.some((option) => option.optionId === optionId)) return { outcome };
  report({ kind: 'option-not-offered', sessionId: request.sessionId, optionId });
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
      const answer = await handler(request, { session, sessionId: request.sessionId, signal: aborted });
      return permissionResponse(request, answer, host.report);
    },
  });
}
