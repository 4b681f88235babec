/**
 * The agent's requests for data from the user: a form in the client, or a page in the browser.
 *
 * Only the modes that have a handler are advertised, and others are refused (ELIC-01). A handler that fails, and a
 * request that the agent takes back, count as dismissed: that is `cancel` (ELIC-06).
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type {
  CreateElicitationRequestBase,
  CreateElicitationRequestVariants,
  CreateElicitationResponse,
} from '@acp-stack/schema/v2/unstable';

import type { PendingQuestions } from './session/pending-questions.ts';
import type { Connection } from '../connection/connection.ts';

/** A form to fill in. */
export type FormElicitation = CreateElicitationRequestBase & CreateElicitationRequestVariants['form'];
/** A page to visit. */
export type UrlElicitation = CreateElicitationRequestBase & CreateElicitationRequestVariants['url'];

/** What the user did: `decline` on purpose, `cancel` by closing the question, or the answer in full. */
export type ElicitationAnswer = 'decline' | 'cancel' | CreateElicitationResponse;

/** The signal aborts when the agent takes the request back. */
export interface ElicitationContext {
  /** Aborts when the agent takes the request back. */
  readonly signal: AbortSignal;
}

type Handler<R> = (request: R, context: ElicitationContext) => ElicitationAnswer | Promise<ElicitationAnswer>;

/** What a client does with requests for data; each mode that has a handler is advertised. */
export interface ElicitationHandlers {
  /** Has the user fill in a form; answer only with values that fit it. */
  readonly form?: Handler<FormElicitation>;
  /**
   * Show the whole address and ask before it is opened; accepting says that the user agreed, not that the page is
   * done.
   */
  readonly url?: Handler<UrlElicitation>;
  /** Hears that a page has served its purpose; only of pages that were accepted. */
  readonly complete?: (elicitationId: string) => void | Promise<void>;
}

/** Pages that may still be reported as done. */
const mostOutstanding = 1000;

/** Answers the agent's requests on `connection`. */
export function serveElicitation(
  connection: Connection<'client'>,
  handlers: ElicitationHandlers,
  questions: PendingQuestions,
): void {
  const outstanding = new Set<string>();
  connection.onRequest('elicitation/create', async (request, { signal }) => {
    const handler = choose(request as FormElicitation | UrlElicitation, handlers);
    if (handler === undefined) {
      const { mode } = request;
      throw new RpcError(rpcCodes.invalidParams, 'The client does not offer this mode.', { data: { mode } });
    }
    const answer = await questions.ask<ElicitationAnswer>({
      method: 'elicitation/create',
      signal,
      dismissed: 'cancel',
      handler: (aborted) => handler({ signal: aborted }),
    });
    const response = typeof answer === 'string' ? { action: answer } : answer;
    if (request.mode === 'url' && response.action === 'accept') remember(outstanding, request.elicitationId);
    return response;
  });
  if (handlers.url === undefined) return;
  connection.onNotification('elicitation/complete', ({ elicitationId }) => {
    // Unknown and finished ones are none of our business (ELIC-10).
    return outstanding.delete(elicitationId) ? handlers.complete?.(elicitationId) : undefined;
  });
}

function choose(
  request: FormElicitation | UrlElicitation,
  { form, url }: ElicitationHandlers,
): ((context: ElicitationContext) => ElicitationAnswer | Promise<ElicitationAnswer>) | undefined {
  if (request.mode === 'form' && form !== undefined) return (context) => form(request, context);
  if (request.mode === 'url' && url !== undefined) return (context) => url(request, context);
  return undefined;
}

function remember(outstanding: Set<string>, elicitationId: string): void {
  outstanding.add(elicitationId);
  for (const oldest of outstanding) {
    if (outstanding.size <= mostOutstanding) return;
    outstanding.delete(oldest);
  }
}
