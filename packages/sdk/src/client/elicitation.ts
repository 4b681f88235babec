/**
 * The agent's requests for data from the user: a form in the client, or a page in the browser.
 *
 * Only the modes that have a handler are advertised, and others are refused (ELIC-01). If a handler fails, or the agent
 * cancels the request, the result is `cancel` (ELIC-06).
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type {
  CreateElicitationRequestBase,
  CreateElicitationRequestVariants,
  CreateElicitationResponse,
} from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../connection/connection.ts';
import type { PendingQuestions } from './session/pending-questions.ts';

/** A form to fill in. */
export type FormElicitation = CreateElicitationRequestBase & CreateElicitationRequestVariants['form'];
/** A page to visit. */
export type UrlElicitation = CreateElicitationRequestBase & CreateElicitationRequestVariants['url'];

/** What the user did: `decline` on purpose, `cancel` by closing the form, or the response in full. */
export type ElicitationAnswer = 'decline' | 'cancel' | CreateElicitationResponse;

/** What a handler of an elicitation is given. */
export interface ElicitationContext {
  /** Aborts when the agent cancels the request. */
  readonly signal: AbortSignal;
}

type Handler<R> = (request: R, context: ElicitationContext) => ElicitationAnswer | Promise<ElicitationAnswer>;

/** The handlers of elicitations; each mode that has a handler is advertised. */
export interface ElicitationHandlers {
  /** Asks the user to fill in a form; return only values that fit its schema. */
  readonly form?: Handler<FormElicitation>;
  /**
   * Show the whole URL and ask before it is opened; `accept` means that the user agreed, not that the page is done.
   */
  readonly url?: Handler<UrlElicitation>;
  /** Called when the agent reports that a page is done; only for pages that were accepted. */
  readonly complete?: (elicitationId: string) => void | Promise<void>;
}

/** Pages that may still be reported as done. */
const maxOutstanding = 1000;

/** Registers the agent's requests on `connection`. */
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
      sessionId: (request as { readonly sessionId?: string }).sessionId,
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
    // Unknown and finished ones are ignored (ELIC-10).
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
    if (outstanding.size <= maxOutstanding) return;
    outstanding.delete(oldest);
  }
}
