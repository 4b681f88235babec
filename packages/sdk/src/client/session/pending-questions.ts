/**
 * The agent's questions that wait for the user.
 *
 * Each is answered once: with what the handler returns, or as dismissed if the agent cancels it, if this side dismisses
 * it, or if the handler fails. The handler's signal aborts when its answer is not wanted any more. A question too many
 * is refused.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { RequestPermissionRequest } from '@acp-stack/schema/v2/unstable';

import type { ReportClient } from './client-report.ts';

/** One question, and how it can end. */
export interface Question<A> {
  readonly method: string;
  /** The session that it belongs to, if it belongs to one. */
  readonly sessionId: string | undefined;
  /** The request, if it is one for permission. */
  readonly permission?: RequestPermissionRequest;
  /** Aborts when the agent cancels the request. */
  readonly signal: AbortSignal;
  /** The answer if it is dismissed. */
  readonly dismissed: A;
  readonly handler: (signal: AbortSignal) => A | Promise<A>;
}

/** Questions of one session that may wait at once. */
const maxQuestions = 100;

interface Pending {
  readonly sessionId: string | undefined;
  readonly permission: RequestPermissionRequest | undefined;
  readonly controller: AbortController;
}

export class PendingQuestions {
  readonly #report: ReportClient;
  /** There while a question waits. */
  #pending: Set<Pending> | undefined;

  constructor(report: ReportClient) {
    this.#report = report;
  }

  /** Calls the handler of a question. Rejects only if too many questions of its session wait. */
  async ask<A>({ method, sessionId, permission, signal, dismissed, handler }: Question<A>): Promise<A> {
    this.#refuseTooMany(sessionId);
    const controller = new AbortController();
    const pending: Pending = { sessionId, permission, controller };
    const cancel = (): void => {
      controller.abort(signal.reason);
    };
    this.#pending ??= new Set();
    this.#pending.add(pending);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      return await Promise.race([handler(controller.signal), aborted(controller.signal, dismissed)]);
    } catch (error) {
      // A handler that was aborted may throw.
      if (!controller.signal.aborted) this.#report({ kind: 'handler-failed', method, error });
      return dismissed;
    } finally {
      this.#pending?.delete(pending);
      if (this.#pending?.size === 0) this.#pending = undefined;
      signal.removeEventListener('abort', cancel);
    }
  }

  #refuseTooMany(sessionId: string | undefined): void {
    if (this.#pending === undefined || this.#pending.size < maxQuestions) return;
    const count = [...this.#pending].filter((each) => each.sessionId === sessionId).length;
    if (count < maxQuestions) return;
    throw new RpcError(
      rpcCodes.internalError,
      `Too many questions wait for the user; at most ${maxQuestions} at once.`,
      {
        data: { limit: maxQuestions, name: 'openQuestions' },
      },
    );
  }

  /** Dismisses the requests for permission for which `concerns` returns true. */
  dismissPermissions(concerns: (request: RequestPermissionRequest) => boolean): void {
    for (const { permission, controller } of this.#pending ?? []) {
      if (permission !== undefined && concerns(permission)) controller.abort(reason('The work was cancelled.'));
    }
  }

  /** Dismisses all questions, for instance because the connection is about to be closed. */
  dismissAll(): void {
    for (const { controller } of this.#pending ?? []) controller.abort(reason('The connection is being closed.'));
  }
}

const reason = (message: string): DOMException => new DOMException(message, 'AbortError');

/** Resolves with `value` once `signal` has aborted. */
function aborted<A>(signal: AbortSignal, value: A): Promise<A> {
  if (signal.aborted) return Promise.resolve(value);
  return new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        resolve(value);
      },
      { once: true },
    );
  });
}
