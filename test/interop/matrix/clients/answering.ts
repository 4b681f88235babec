/** How a client answers what the agent asks the user. */
import type { ClientScript, FormAnswer } from '../script.ts';
import type { SessionView, Transcript } from '../transcript.ts';

export type PermissionOutcome =
  | { readonly outcome: 'selected'; readonly optionId: string }
  | { readonly outcome: 'cancelled' };

const cancelled: PermissionOutcome = { outcome: 'cancelled' };

interface AskedForm {
  readonly sessionId?: string;
  readonly message: string;
  readonly requestedSchema?: unknown;
}

export class Answering {
  readonly #script: ClientScript;
  readonly #transcript: Transcript;
  readonly #open = new Map<string, Set<() => void>>();

  constructor(script: ClientScript, transcript: Transcript) {
    this.#script = script;
    this.#transcript = transcript;
  }

  /** Decides about a permission; a question that waits is given up when `signal` aborts or the session is cancelled. */
  async permission(
    sessionId: string,
    title: string,
    options: readonly { readonly optionId: string }[],
    signal: AbortSignal,
  ): Promise<PermissionOutcome> {
    const { permission = 'cancelled' } = this.#script;
    this.#transcript.asked();
    if (permission === 'waits') await this.#givenUp(sessionId, signal);
    const answer = permission === 'waits' ? 'cancelled' : permission;
    this.#transcript.questions.push({ title, options: options.map(({ optionId }) => optionId), answer });
    return answer === 'cancelled' ? cancelled : { outcome: 'selected', optionId: answer };
  }

  /** Fills in a form; one that waits is given up like a question. */
  async form({ sessionId, message, requestedSchema }: AskedForm, signal: AbortSignal): Promise<FormAnswer> {
    const { form = { action: 'cancel' } } = this.#script;
    const { properties = {} } = Object(requestedSchema) as { readonly properties?: object };
    this.#transcript.asked();
    if (form === 'waits') await this.#givenUp(sessionId ?? '', signal);
    const answer: FormAnswer = form === 'waits' ? { action: 'cancel' } : form;
    this.#transcript.forms.push({ message, fields: Object.keys(properties), answer });
    return answer;
  }

  /** The client cancels the work of a session: its questions are given up (CANCEL-03). */
  cancel(sessionId: string): void {
    for (const giveUp of this.#open.get(sessionId) ?? []) giveUp();
  }

  /** Takes a custom notification. */
  told(method: string, params: unknown): void {
    this.#transcript.told.push({ method, params });
    this.#transcript.changed();
  }

  view(sessionId: string): SessionView {
    return this.#transcript.session(sessionId);
  }

  #givenUp(sessionId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const questions = this.#open.get(sessionId) ?? new Set();
      this.#open.set(sessionId, questions.add(resolve));
      signal.addEventListener('abort', () => {
        resolve();
      });
    });
  }
}
