/**
 * What the agent is told about a request for permission: an option that it offered, or that nothing was chosen.
 *
 * Nothing but an offered option ever approves (PERM-05).
 */
import type {
  RequestPermissionOutcome,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@acp-stack/schema/v2/unstable';

import type { ReportClient } from './client-report.ts';

/** What a permission handler decides: the id of an offered option, or `'cancelled'`; or the outcome in full. */
export type PermissionAnswer = string | RequestPermissionOutcome;

/** The answer when nothing was chosen. */
export const nothingChosen: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/** The response that says what a handler decided about `request`. */
export function permissionResponse(
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
