/**
 * Asks the user for data on behalf of an agent, for the handlers of `client()`.
 *
 * A form is accepted only with valid values, and a form that asks for a secret is declined. A web page is opened
 * outside this program, and only after the user has accepted the address; that does not mean that the page is done
 * (ELIC-09).
 */
import type { CreateElicitationResponse } from '@acp-stack/schema/v2/unstable';

import type { Form, FormProblem, FormRequest, FormValues } from '../../questions/form.ts';
import { readWebPage, type WebPage, type WebPageRequest } from '../../questions/web-page.ts';
import { readForm } from './form.ts';

/** The state of a form when it is shown to the user. */
export interface FormContext {
  /** The values to show: the defaults, or what was entered before. */
  readonly values: FormValues;
  /** The problems with these values; empty the first time. */
  readonly problems: readonly FormProblem[];
  /** Aborts when the agent cancels the request. */
  readonly signal: AbortSignal;
}

/** The context of a web page request. */
export interface WebPageContext {
  /** Aborts when the agent cancels the request. */
  readonly signal: AbortSignal;
}

type Awaitable<T> = T | Promise<T>;

/** The user interface. Without `askForm` or `askPage`, that mode is not offered. */
export interface ElicitationHooks {
  /** Lets the user fill in a form; called again if the values are not valid. */
  readonly askForm?: (form: Form, context: FormContext) => Awaitable<FormValues | 'decline' | 'cancel'>;
  /** Shows the address with its warnings, and asks whether to open the page. */
  readonly askPage?: (page: WebPage, context: WebPageContext) => Awaitable<'open' | 'decline' | 'cancel'>;
  /** Opens an address in the browser, where neither this program nor the agent can observe the user. */
  readonly openPage?: (url: string) => Awaitable<void>;
  /** Called when the agent reports that a page is done. */
  readonly pageDone?: (page: WebPage) => Awaitable<void>;
  /** Called with the reason when a request is declined without asking the user. */
  readonly onRefused?: (reason: string, request: FormRequest | WebPageRequest) => void;
}

/** For `client().onElicitation()`, for one connection. */
export interface MachineElicitation {
  /** Handles a form request; absent without `askForm`. */
  readonly form?: (request: FormRequest, context: WebPageContext) => Promise<ElicitationReply>;
  /** Handles a web page request; absent without `askPage` or `openPage`. */
  readonly url?: (request: WebPageRequest, context: WebPageContext) => Promise<ElicitationReply>;
  /** Handles the agent's report that a page is done; unknown ids are ignored. */
  readonly complete: (elicitationId: string) => Promise<void>;
}

type ElicitationReply = 'decline' | 'cancel' | CreateElicitationResponse;

/** The maximum number of open pages; the oldest are forgotten. */
const maxPages = 1000;

/** Returns handlers that ask the user by these hooks, and decline what must not be asked. */
export function elicitationHandlers(hooks: ElicitationHooks): MachineElicitation {
  const { askForm, askPage, openPage, pageDone } = hooks;
  const pages = new Map<string, WebPage>();
  const refuse = (reason: string, request: FormRequest | WebPageRequest): 'decline' => {
    hooks.onRefused?.(reason, request);
    return 'decline';
  };
  return {
    ...(askForm === undefined
      ? {}
      : {
          form: async (request, { signal }) => {
            const form = readForm(request);
            const { obstacle, secrets } = form;
            if (obstacle !== undefined) return refuse(obstacle, request);
            if (secrets.length > 0) return refuse(secretWords(form), request);
            return askUntilValid(form, askForm, signal);
          },
        }),
    ...(askPage === undefined || openPage === undefined
      ? {}
      : {
          url: async (request, { signal }) => {
            const page = readWebPage(request);
            const { elicitationId, obstacle } = page;
            if (obstacle !== undefined) return refuse(obstacle, request);
            if (pages.has(elicitationId)) return refuse('Another page is open under the same id.', request);
            pages.set(elicitationId, page);
            const consent = await openIfAccepted(page, { askPage, openPage, signal });
            if (consent !== 'open') pages.delete(elicitationId);
            dropOldest(pages);
            return consent === 'open' ? { action: 'accept' } : consent;
          },
        }),
    complete: async (elicitationId) => {
      const page = pages.get(elicitationId);
      pages.delete(elicitationId);
      if (page !== undefined) await pageDone?.(page);
    },
  };
}

/** Asks until the values are valid. */
async function askUntilValid(
  form: Form,
  ask: NonNullable<ElicitationHooks['askForm']>,
  signal: AbortSignal,
): Promise<ElicitationReply> {
  let values = form.initial;
  let problems: readonly FormProblem[] = [];
  for (;;) {
    const entered = await ask(form, { values, problems, signal });
    if (signal.aborted) return 'cancel';
    if (entered === 'decline' || entered === 'cancel') return entered;
    values = entered;
    problems = form.check(values);
    if (problems.length === 0) return form.answer(values);
  }
}

/** Opens a page if the user accepts. */
async function openIfAccepted(
  page: WebPage,
  {
    askPage,
    openPage,
    signal,
  }: Required<Pick<ElicitationHooks, 'askPage' | 'openPage'>> & { readonly signal: AbortSignal },
): Promise<'open' | 'decline' | 'cancel'> {
  try {
    const consent = await askPage(page, { signal });
    // Anything but a clear yes is a no.
    if (consent !== 'open' || signal.aborted) return consent === 'decline' ? 'decline' : 'cancel';
    await openPage(page.url);
    return 'open';
  } catch {
    return 'cancel';
  }
}

const secretWords = ({ secrets }: Form): string =>
  `The form asks for a secret (${secrets.map(({ label }) => label).join(', ')}), which a form must not do.`;

function dropOldest(pages: Map<string, WebPage>): void {
  for (const oldest of pages.keys()) {
    if (pages.size <= maxPages) return;
    pages.delete(oldest);
  }
}
