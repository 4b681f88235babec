/**
 * A request for permission, put to whoever decides, and what the agent is told: an option that it offered, or that nothing was chosen.
 *
 * Nothing but an offered option ever approves (PERM-05).
 */
import type {
  RequestPermissionOutcome,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@acp-stack/schema/v2/unstable';

import type { ReportClient } from './client-report.ts';
import type { ClientSession, PermissionHandler } from './client-session.ts';
import type { SessionHost } from './session-host.ts';

/** What a permission handler decides: the id of an offered option, or `'cancelled'`; or the outcome in full. */
export type PermissionAnswer = string | RequestPermissionOutcome;

/** The answer when nothing was chosen. */
export const nothingChosen: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/** The response that says what a handler decided about `request`. */
function permissionResponse(
  request: RequestPermissionRequest,
  answer: PermissionAnswer,
  report: ReportClient,
): RequestPermissionResponse {
  const outcome = typeof answer === 'string' ? fromWord(answer) : answer;
  if (outcome.outcome !== 'selected') return { outcome };
  const { optionId } = outcome;
  if (request.options.some((option) => option.optionId === optionId)) return { outcome };
  report({ kind: 'option-not-offered', sessionId: request.sessionId, optionId });
  return nothingChosen;
}

const fromWord = (word: string): RequestPermissionOutcome =>
  word === 'cancelled' ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: word };

/** Puts a request for permission to `handler`; the session is undefined when it is not open here. */
export function askPermission(
  request: RequestPermissionRequest,
  handler: PermissionHandler,
  asking: {
    readonly session: ClientSession | undefined;
    readonly signal: AbortSignal;
    readonly host: Pick<SessionHost, 'questions' | 'report'>;
  },
): Promise<RequestPermissionResponse> {
  const { session, signal, host } = asking;
  return host.questions.ask({
    method: 'session/request_permission',
    permission: request,
    signal,
    dismissed: nothingChosen,
    handler: async (aborted) => {
      const answer = await handler(request, { session, sessionId: request.sessionId, signal: aborted });
      return permissionResponse(request, answer, host.report);
    },
  });
}
