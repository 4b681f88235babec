/**
 * The questions of the agent that wait for the user.
 *
 * Each is answered once: with what the handler says, or as dismissed when the agent takes it back, when this side does not
 * want it answered any more, and when the handler fails. The handler's signal says that nobody waits for it.
 */
import type { RequestPermissionRequest } from '@acp-stack/schema/v2/unstable';

import type { ReportClient } from './client-report.ts';

/** One question, and how it can end. */
export interface Question<A> {
  readonly method: string;
  /** What it asks, when it asks for permission. */
  readonly permission?: RequestPermissionRequest;
  /** The agent's own: it aborts when the agent takes the question back. */
  readonly signal: AbortSignal;
  /** The answer when there is none. */
  readonly dismissed: A;
  readonly handler: (signal: AbortSignal) => A | Promise<A>;
}

interface Pending {
  readonly permission: RequestPermissionRequest | undefined;
  readonly controller: AbortController;
}

export class PendingQuestions {
  readonly #report: ReportClient;
  /** There while one waits. */
  #pending: Set<Pending> | undefined;

  constructor(report: ReportClient) {
    this.#report = report;
  }

  /** Puts a question to its handler, now. Never rejects. */
  async ask<A>({ method, permission, signal, dismissed, handler }: Question<A>): Promise<A> {
    const controller = new AbortController();
    const pending: Pending = { permission, controller };
    const takeBack = (): void => {
      controller.abort(signal.reason);
    };
    this.#pending ??= new Set();
    this.#pending.add(pending);
    signal.addEventListener('abort', takeBack, { once: true });
    if (signal.aborted) takeBack();
    try {
      return await Promise.race([handler(controller.signal), aborted(controller.signal, dismissed)]);
    } catch (error) {
      // Who was told to stop may well throw.
      if (!controller.signal.aborted) this.#report({ kind: 'handler-failed', method, error });
      return dismissed;
    } finally {
      this.#pending?.delete(pending);
      if (this.#pending?.size === 0) this.#pending = undefined;
      signal.removeEventListener('abort', takeBack);
    }
  }

  /** Dismisses the requests for permission that `concerns` says yes to. */
  dismissPermissions(concerns: (request: RequestPermissionRequest) => boolean): void {
    for (const { permission, controller } of this.#pending ?? []) {
      if (permission !== undefined && concerns(permission)) controller.abort(reason('The work was cancelled.'));
    }
  }

  /** Dismisses everything, for instance because the connection is about to be closed. */
  dismissAll(): void {
    for (const { controller } of this.#pending ?? []) controller.abort(reason('The connection is being closed.'));
  }
}

const reason = (words: string): DOMException => new DOMException(words, 'AbortError');

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
