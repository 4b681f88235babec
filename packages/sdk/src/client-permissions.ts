/**
 * The questions of the agent that wait for the user.
 *
 * Each is answered once, with an option that was offered or with `cancelled`: when there is nobody to ask, when the
 * agent takes the question back, when the work is cancelled, and when the handler fails. Nothing but an offered
 * option ever approves (PERM-05).
 */
import type {
  RequestPermissionOutcome,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@acp-stack/schema/v2/unstable';

import type { ReportClient } from './client-report.ts';

/**
 * What a permission handler decides: the id of an offered option, or that nothing was chosen; or the outcome in full.
 */
export type PermissionAnswer = string | RequestPermissionOutcome;

/** Asks the user; `signal` aborts when the answer is no longer wanted. */
export type AskUser = (signal: AbortSignal) => PermissionAnswer | Promise<PermissionAnswer>;

/** The answer when nothing was chosen. */
export const nothingChosen: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

interface Pending {
  readonly request: RequestPermissionRequest;
  readonly controller: AbortController;
}

export class PendingPermissions {
  readonly #report: ReportClient;
  readonly #pending = new Set<Pending>();

  constructor(report: ReportClient) {
    this.#report = report;
  }

  /** Puts `request` to the user; `signal` is the agent's, who may take it back (CANCEL-11). */
  ask(request: RequestPermissionRequest, signal: AbortSignal, askUser: AskUser): Promise<RequestPermissionResponse> {
    const controller = new AbortController();
    const pending = { request, controller };
    this.#pending.add(pending);
    const takeBack = (): void => {
      controller.abort(signal.reason);
    };
    if (signal.aborted) takeBack();
    else signal.addEventListener('abort', takeBack, { once: true });
    return new Promise<RequestPermissionResponse>((resolve) => {
      const giveUp = (): void => {
        resolve(nothingChosen);
      };
      if (controller.signal.aborted) giveUp();
      else controller.signal.addEventListener('abort', giveUp, { once: true });
      start(askUser, controller.signal).then(
        (answer) => {
          resolve({ outcome: this.#outcome(request, answer) });
        },
        (error: unknown) => {
          // Who was told to stop may well throw.
          if (!controller.signal.aborted)
            this.#report({ kind: 'handler-failed', method: 'session/request_permission', error });
          giveUp();
        },
      );
    }).finally(() => {
      this.#pending.delete(pending);
      signal.removeEventListener('abort', takeBack);
    });
  }

  /** Answers the waiting questions that `concerns` says yes to as cancelled. */
  cancel(concerns: (request: RequestPermissionRequest) => boolean): void {
    for (const { request, controller } of this.#pending) {
      if (concerns(request)) controller.abort(new DOMException('The work was cancelled.', 'AbortError'));
    }
  }

  #outcome({ sessionId, options }: RequestPermissionRequest, answer: PermissionAnswer): RequestPermissionOutcome {
    const outcome = typeof answer === 'string' ? fromWord(answer) : answer;
    if (outcome.outcome !== 'selected') return outcome;
    const { optionId } = outcome;
    if (options.some((option) => option.optionId === optionId)) return outcome;
    this.#report({ kind: 'option-not-offered', sessionId, optionId });
    return nothingChosen.outcome;
  }
}

const fromWord = (word: string): RequestPermissionOutcome =>
  word === 'cancelled' ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: word };

/** Calls the handler now; what it throws becomes a rejection. */
async function start(askUser: AskUser, signal: AbortSignal): Promise<PermissionAnswer> {
  return askUser(signal);
}
