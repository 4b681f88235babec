/**
 * What a client has its agent do in one session: prompts, messages for when the agent has time, and the end of both when the user cancels.
 *
 * Made with the first of them; what arrives is told to it after everybody else has handled it.
 */
import { isBusy } from '@acp-stack/schema/prompt-progress';
import { abortError } from '@acp-stack/rpc';
import type { ContentBlock, PromptRequest, SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { CancelEscalation } from './cancel-escalation.ts';
import { checkPrompt } from './required-capabilities.ts';
import { InjectedMessages } from './injected-messages.ts';
import type { SessionState } from './session-state.ts';
import type { CancelOptions, PromptOptions } from './client-session.ts';
import type { SessionHost } from './session-host.ts';
import type { UpdateFlow } from './update-flow.ts';
import { promptBlocks, type PromptInput } from '../../shared/content.ts';
import { ActivePrompt, type PromptRun } from './prompt-run.ts';

type OnAnswered = (messageId: string | undefined) => void;

export class SessionPrompts {
  readonly #session: SessionState;
  readonly #flow: UpdateFlow;
  readonly #host: SessionHost;
  #ladder: CancelEscalation | undefined;
  #injections: InjectedMessages | undefined;

  constructor(session: SessionState, flow: UpdateFlow, host: SessionHost) {
    this.#session = session;
    this.#flow = flow;
    this.#host = host;
  }

  get injections(): InjectedMessages {
    this.#injections ??= new InjectedMessages({
      sessionId: this.#session.id,
      connection: () => this.#session.connection,
      isBusy: () => this.#flow.prompts.size > 0 || isBusy(this.#session.view.state),
      prompt: (content) => this.#insert(content),
      cancel: () => {
        this.cancel({});
      },
      onError: (error) => {
        this.#host.report({ kind: 'handler-failed', method: 'session/inject', error });
      },
    });
    return this.#injections;
  }

  /** Whether the agent was told to cancel, and may still be about to do so. */
  get isCancelling(): boolean {
    return this.#ladder?.isCancelling === true;
  }

  handled(update: SessionUpdate): void {
    if (update.sessionUpdate === 'user_message' && typeof update.messageId === 'string')
      this.#injections?.heard(update.messageId);
    if (update.sessionUpdate !== 'state_update' || isBusy(update)) return;
    this.#ladder?.settle();
    this.#proceedSoon();
  }

  /** What waits on this side goes after those who await the end of what was under way. */
  #proceedSoon(): void {
    if (this.#injections !== undefined) queueMicrotask(this.#injections.proceed);
  }

  // -------------------------------------------------------------------------------------------- prompts

  prompt(input: PromptInput, options: PromptOptions, onAnswered?: OnAnswered): PromptRun {
    const { limits, report, clock } = this.#host;
    const { id, view } = this.#session;
    const { state, reportsWork } = view;
    const flow = this.#flow;
    const ending = options.signal === undefined ? undefined : new AbortController();
    const prompt: ActivePrompt = new ActivePrompt({
      state,
      reportsWork,
      isQuiet: flow.prompts.size === 0 && !isBusy(state),
      isClaimed: (messageId) => [...flow.prompts].some((other) => other !== prompt && other.messageId === messageId),
      clock,
      limits,
      onMissed: (limit) => {
        report({ kind: 'updates-dropped', sessionId: id, where: 'run', limit });
      },
      onOver: () => {
        flow.end(prompt);
        this.#ladder?.release(prompt);
        ending?.abort();
        this.#proceedSoon();
      },
    });
    flow.begin(prompt);
    this.#ladder?.settle();
    void this.#send(prompt, input, { ...options, onAnswered }, ending?.signal);
    return prompt.run;
  }

  /** Prompts; resolves with the id of the message once the agent has taken it in. */
  #insert(content: readonly ContentBlock[]): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      // A run that is over before was cancelled while it waited.
      this.prompt(content, {}, resolve).then(() => {
        reject(abortError('The prompt was cancelled before the agent took it in.', undefined));
      }, reject);
    });
  }

  /** Sends the prompt now; the rest is up to the agent. */
  async #send(
    prompt: ActivePrompt,
    input: PromptInput,
    options: PromptOptions & { readonly onAnswered: OnAnswered | undefined },
    over: AbortSignal | undefined,
  ): Promise<void> {
    const { signal, onAnswered } = options;
    let stop: (() => void) | undefined;
    // An agent may ignore that its request was cancelled; it has as long as for cancelled work.
    const waitNoLonger = (): void => {
      stop = this.#host.clock.schedule(this.#host.cancelGrace, () => {
        prompt.abandon();
      });
    };
    signal?.addEventListener('abort', waitNoLonger, { once: true });
    try {
      const params = this.#promptParams(input, options);
      const { messageId } = await this.#session.connection.request(
        'session/prompt',
        params,
        signal === undefined ? {} : { signal },
      );
      onAnswered?.(messageId);
      prompt.answered(messageId);
    } catch (error) {
      prompt.refused(error as Error);
    } finally {
      signal?.removeEventListener('abort', waitNoLonger);
      stop?.();
    }
    if (signal === undefined || over === undefined || over.aborted) return;
    // It was inserted, so only cancelling the work takes it back.
    const takeBack = (): void => {
      this.cancel({});
    };
    if (signal.aborted) takeBack();
    else signal.addEventListener('abort', takeBack, { once: true, signal: over });
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

  // -------------------------------------------------------------------------------------------- its end

  cancel({ grace = this.#host.cancelGrace }: CancelOptions): void {
    const session = this.#session;
    this.#injections?.cancelled();
    this.#ladder ??= new CancelEscalation({
      clock: this.#host.clock,
      tellAgent: () => {
        void session.connection.notify('session/cancel', { sessionId: session.id });
      },
      answerPermissions: () => {
        this.#host.questions.dismissPermissions(
          (request) => request.sessionId === session.id && session.isForeground(request),
        );
      },
      markToolCalls: () => {
        session.view.toolCalls.cancelUnfinished(session.view.background ?? []);
      },
    });
    this.#ladder.climb(this.#flow.prompts, grace);
  }

  /** An agent has the session open again; it knows of no cancelled work. */
  startOver(): void {
    this.#ladder = undefined;
  }

  /** The agent has closed the session: what became of its prompts is not told any more. */
  closed(): void {
    this.#injections?.endAll({ state: 'closed' });
    for (const prompt of this.#flow.prompts) prompt.abandon();
  }

  /** What the agent says about its work does not arrive any more, until the session is loaded or resumed. */
  lost(error: Error): void {
    for (const prompt of this.#flow.prompts) prompt.fail(error);
  }

  /** The connection has ended. */
  fail(error: Error): void {
    this.#injections?.endAll({ state: 'lost', error });
    this.lost(error);
  }
}
