/**
 * The prompts of one session that are not over, the messages injected while the agent works, and how both are
 * cancelled.
 *
 * Made with the first prompt or injected message. Updates reach it after all listeners have handled them.
 */
import { isBusy } from '@acp-stack/schema/prompt-progress';
import { abortError } from '@acp-stack/rpc';
import type {
  ContentBlock,
  Meta,
  PromptRequest,
  RequestPermissionRequest,
  RuntimeContext,
  SessionUpdate,
} from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../../connection/connection.ts';
import { promptBlocks, type PromptInput } from '../../shared/content.ts';
import { CancelEscalation } from './cancel-escalation.ts';
import { InjectedMessages } from './injected-messages.ts';
import { ActivePrompt, type PromptRun } from './prompt-run.ts';
import { checkPrompt } from './required-capabilities.ts';
import type { ClientSessionHostOf } from './client-session-host.ts';
import type { SessionView } from './session-view.ts';

/** How one prompt is sent. */
export interface PromptOptions {
  /**
   * Cancels the prompt: its request if the agent has not accepted it yet, otherwise the work, as by `session.cancel()`.
   */
  readonly signal?: AbortSignal;
  /** Context for this turn only, which does not become part of the conversation (draft). */
  readonly runtimeContext?: readonly RuntimeContext[];
  /** Metadata of the request, such as a trace. */
  readonly _meta?: Meta;
}

/** How work is cancelled. */
export interface CancelOptions {
  /** Milliseconds to wait for the agent to end the work; after that the outcome is unknown. */
  readonly grace?: number;
}

/** The session whose prompts these are. */
export interface PromptedSession {
  readonly id: string;
  readonly view: SessionView;
  readonly connection: Connection<'client'>;
  readonly ended: Error | undefined;
  /** Whether a request for permission belongs to the foreground work. */
  isForeground(request: RequestPermissionRequest): boolean;
}

type PromptsHost = Pick<ClientSessionHostOf<unknown>, 'questions' | 'report' | 'clock' | 'limits' | 'cancelGrace'>;
type OnAnswered = (messageId: string | undefined) => void;

export class SessionPrompts {
  /** The prompts that are not over. */
  readonly active: Set<ActivePrompt> = new Set();
  readonly #session: PromptedSession;
  readonly #host: PromptsHost;
  #escalation: CancelEscalation | undefined;
  #injected: InjectedMessages | undefined;

  constructor(session: PromptedSession, host: PromptsHost) {
    this.#session = session;
    this.#host = host;
  }

  /** The injected messages; made with the first of them. */
  get injected(): InjectedMessages {
    this.#injected ??= new InjectedMessages({
      sessionId: this.#session.id,
      connection: () => this.#session.connection,
      isBusy: () => this.active.size > 0 || isBusy(this.#session.view.state),
      prompt: (content) => this.#insert(content),
      cancel: () => {
        this.cancel({});
      },
      onError: (error) => {
        this.#host.report({ kind: 'handler-failed', method: 'session/inject', error });
      },
    });
    return this.#injected;
  }

  /** Whether the agent was notified to cancel, and may still be ending the work. */
  get isCancelling(): boolean {
    return this.#escalation?.isCancelling === true;
  }

  /** Ends the prompts that `update` ends; called after all listeners have handled it. */
  conclude(update: SessionUpdate): void {
    for (const prompt of this.active) prompt.conclude(update);
    if (update.sessionUpdate === 'user_message' && typeof update.messageId === 'string')
      this.#injected?.heard(update.messageId);
    if (update.sessionUpdate !== 'state_update' || isBusy(update)) return;
    this.#escalation?.settle();
    this.#proceedSoon();
  }

  /** Sends the messages that wait in this client, after the program has seen the end of the work. */
  #proceedSoon(): void {
    if (this.#injected !== undefined) queueMicrotask(this.#injected.proceed);
  }

  // -------------------------------------------------------------------------------------------- prompts

  prompt(input: PromptInput, options: PromptOptions, onAnswered?: OnAnswered): PromptRun {
    const { limits, report, clock } = this.#host;
    const { id, view } = this.#session;
    const { state, reportsWork } = view;
    const { active } = this;
    const ending = options.signal === undefined ? undefined : new AbortController();
    const prompt: ActivePrompt = new ActivePrompt({
      state,
      reportsWork,
      isQuiet: active.size === 0 && !isBusy(state),
      isClaimed: (messageId) => [...active].some((other) => other !== prompt && other.messageId === messageId),
      clock,
      limits,
      onMissed: (limit) => {
        report({ kind: 'updates-dropped', sessionId: id, where: 'run', limit });
      },
      onOver: () => {
        active.delete(prompt);
        this.#escalation?.release(prompt);
        ending?.abort();
        this.#proceedSoon();
      },
    });
    active.add(prompt);
    this.#escalation?.settle();
    void this.#send(prompt, input, { ...options, onAnswered }, ending?.signal);
    return prompt.run;
  }

  /** Sends a prompt; resolves with the id of the message once the agent has accepted it. */
  #insert(content: readonly ContentBlock[]): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      // If the run is over before its request is answered, it was cancelled while it waited.
      this.prompt(content, {}, resolve).then(() => {
        reject(abortError('The prompt was cancelled before the agent accepted it.', undefined));
      }, reject);
    });
  }

  /** Sends the request of `prompt` and handles its response. */
  async #send(
    prompt: ActivePrompt,
    input: PromptInput,
    options: PromptOptions & { readonly onAnswered: OnAnswered | undefined },
    over: AbortSignal | undefined,
  ): Promise<void> {
    const { signal, onAnswered } = options;
    let cancelTimeout: (() => void) | undefined;
    // An agent may ignore the cancellation, so the prompt is given up after the same grace period as cancelled work.
    const abandonLater = (): void => {
      cancelTimeout = this.#host.clock.schedule(this.#host.cancelGrace, () => {
        prompt.abandon();
      });
    };
    signal?.addEventListener('abort', abandonLater, { once: true });
    try {
      const params = this.#promptParams(input, options);
      const { messageId } = await this.#session.connection.request(
        'session/prompt',
        params,
        // A cancelled prompt ends with the response of the agent, which says what was done.
        signal === undefined ? {} : { signal, abandon: false },
      );
      onAnswered?.(messageId);
      prompt.answered(messageId);
    } catch (error) {
      prompt.refused(error as Error);
    } finally {
      signal?.removeEventListener('abort', abandonLater);
      cancelTimeout?.();
    }
    if (signal === undefined || over === undefined || over.aborted) return;
    // The prompt was inserted, so only cancelling the work stops it.
    const cancelWork = (): void => {
      this.cancel({});
    };
    if (signal.aborted) cancelWork();
    else signal.addEventListener('abort', cancelWork, { once: true, signal: over });
  }

  #promptParams(input: PromptInput, { runtimeContext, _meta }: PromptOptions): PromptRequest {
    const { id, ended, connection } = this.#session;
    if (ended !== undefined) throw ended;
    const prompt = promptBlocks(input);
    checkPrompt(prompt, runtimeContext, (path) => connection.supports(path));
    return {
      sessionId: id,
      prompt,
      ...((runtimeContext?.length ?? 0) === 0 ? {} : { runtimeContext }),
      ...(_meta === undefined ? {} : { _meta }),
    };
  }

  // -------------------------------------------------------------------------------------------- cancelling and ending

  cancel({ grace = this.#host.cancelGrace }: CancelOptions): void {
    const session = this.#session;
    this.#injected?.cancelled();
    this.#escalation ??= new CancelEscalation({
      clock: this.#host.clock,
      notifyAgent: () => {
        void session.connection.notify('session/cancel', { sessionId: session.id });
      },
      dismissPermissions: () => {
        this.#host.questions.dismissPermissions(
          (request) => request.sessionId === session.id && session.isForeground(request),
        );
      },
      markToolCalls: () => {
        session.view.toolCalls.cancelUnfinished(session.view.background ?? []);
      },
    });
    this.#escalation.start(this.active, grace);
  }

  /** A restarted agent has the session open again; it has no cancelled work. */
  startOver(): void {
    this.#escalation = undefined;
  }

  /** The agent has closed the session: the outcome of its prompts is unknown. */
  closed(): void {
    this.#injected?.endAll({ state: 'closed' });
    for (const prompt of this.active) prompt.abandon();
  }

  /** The transport has lost the session: prompts reject, injected messages still wait. */
  lost(error: Error): void {
    for (const prompt of this.active) prompt.fail(error);
  }

  /** The connection has ended. */
  fail(error: Error): void {
    this.#injected?.endAll({ state: 'lost', error });
    this.lost(error);
  }
}
