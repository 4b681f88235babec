/**
 * The web pages that users have agreed to visit, until the agent reports that they are done.
 *
 * The report names no session and is not part of a history, so it is told as a notice in the session of its question.
 * Reports of unknown pages, and second ones, are ignored (ELIC-10).
 */
import type { CreateElicitationRequest, SessionUpdate } from '@acp-stack/schema/v2/unstable';

interface Page {
  readonly sessionId: string;
  readonly host: string;
}

/** Pages that may still be reported as done; the oldest are forgotten. */
const maxPages = 1000;

export class VisitedPages {
  readonly #pages = new Map<string, Page>();

  /** A user has accepted a request; only those for a page of a session are kept. */
  accepted(request: CreateElicitationRequest): void {
    const { mode, sessionId, elicitationId, url } = request as {
      readonly mode: string;
      readonly sessionId?: unknown;
      readonly elicitationId?: unknown;
      readonly url?: unknown;
    };
    if (mode !== 'url' || typeof sessionId !== 'string' || typeof elicitationId !== 'string') return;
    const address = String(url);
    this.#pages.set(elicitationId, { sessionId, host: URL.canParse(address) ? new URL(address).host : address });
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) return;
      this.#pages.delete(oldest);
    }
  }

  /** The agent reports that a page is done; returns what to tell in which session. */
  completed(elicitationId: string): { readonly sessionId: string; readonly notice: SessionUpdate } | undefined {
    const page = this.#pages.get(elicitationId);
    if (page === undefined) return undefined;
    this.#pages.delete(elicitationId);
    const title = `The page of ${page.host} is done.`;
    return { sessionId: page.sessionId, notice: { sessionUpdate: 'notice', severity: 'info', title } };
  }
}
