/**
 * The prompts of a session that the client waits for.
 *
 * In version 1 the response to a prompt ends the turn, so it is sent with the idle state that ends the work; one idle
 * state ends every prompt that joined the work. The client knows its own message, so the agent's echo of a prompt is
 * withheld.
 */
import { rpcCodes, type ErrorObject } from '@acp-stack/rpc';
import { echoGrace, isBusy, PromptProgress, type IdleState } from '@acp-stack/schema/prompt-progress';
import type * as v1 from '@acp-stack/schema/v1/unstable';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import { updateMethod } from '../protocol/method-names.ts';
import { ConversionError } from '../loss/conversion-error.ts';
import { nonEmptyFieldNames, hasNonEmptyField } from '../convert/fields-with-content.ts';
import { promptAnswer } from '../convert/stop-reason.ts';
import type { Exchange, Outcome } from '../translate/exchange.ts';
import type { V2WithExtras } from '../protocol/methods.ts';
import { Echoes, type UserUpdate } from './echoes.ts';
import type { ConnectionContext } from './connection-context.ts';

export type PromptExchange = Exchange<v1.PromptResponse, V2WithExtras>;

/** What the prompts need of their session. */
export interface PromptsHost {
  readonly id: string;
  /** Sends all that the client lacks: it may not listen any more once its prompt has ended. */
  complete(): void;
  /** Sends a withheld message that is not an echo. */
  releaseMessage(messageId: string, blocks: readonly v2.ContentBlock[]): void;
}

interface Prompt {
  readonly exchange: PromptExchange;
  readonly progress: PromptProgress;
  /** Whether the client has cancelled the prompt. */
  isCancelled: boolean;
  /** Stops waiting for an echo. */
  stopWaiting?: () => void;
}

export class Prompts {
  readonly #context: ConnectionContext;
  readonly #host: PromptsHost;
  readonly #pending = new Set<Prompt>();
  readonly #echoes: Echoes<Prompt>;
  #state: v2.StateUpdate = { state: 'idle' };
  #reportsWork = false;

  constructor(context: ConnectionContext, host: PromptsHost) {
    this.#context = context;
    this.#host = host;
    this.#echoes = new Echoes({
      remembered: context.limits.remembered,
      release: (messageId, blocks) => {
        host.releaseMessage(messageId, blocks);
      },
    });
  }

  /** The last state that the agent reported. */
  get state(): v2.StateUpdate {
    return this.#state;
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  /** Sends a prompt to the agent; the client gets its response when the work is over. */
  send(params: v2.PromptRequest, exchange: PromptExchange): void {
    const prompt: Prompt = {
      exchange,
      isCancelled: false,
      progress: new PromptProgress({
        state: this.#state,
        isQuiet: !isBusy(this.#state) && this.#pending.size === 0,
        reportsWork: this.#reportsWork,
        isClaimed: (messageId) => !this.#echoes.mayBelongTo(prompt, messageId),
      }),
    };
    this.#pending.add(prompt);
    this.#echoes.expect(prompt, params.prompt);
    exchange.forward('session/prompt', params, {
      result: ({ messageId, ...others }) => {
        if (hasNonEmptyField(others))
          this.#context.omit(
            'session/prompt',
            `Other fields of the response to a prompt were left out: ${nonEmptyFieldNames(others)}.`,
          );
        this.#inserted(prompt, messageId);
        return undefined;
      },
      error: (error) => {
        this.#refused(prompt, error);
      },
    });
    const { forwardedAs } = exchange;
    exchange.onCancel = () => {
      // The agent may insert it before the cancellation arrives.
      prompt.isCancelled = true;
      if (typeof forwardedAs === 'string' || typeof forwardedAs === 'number')
        this.#context.notifyAgent('$/cancel_request', { requestId: forwardedAs });
    };
  }

  /** Whether a user message is only the echo of a prompt of this client. */
  isEcho(update: UserUpdate): boolean {
    return this.#echoes.isEcho(update);
  }

  /** Looks at an update that has been passed on; it may end prompts. */
  see(update: v2.SessionUpdate): void {
    const isState = update.sessionUpdate === 'state_update';
    if (this.#pending.size === 0 && !isState) return;
    let ended: Prompt[] | undefined;
    let end: IdleState | undefined;
    for (const prompt of this.#pending) {
      const idle = prompt.progress.see(update);
      if (idle === undefined) continue;
      end = idle;
      (ended ??= []).push(prompt);
    }
    if (isState) {
      this.#state = update;
      if (isBusy(update)) this.#reportsWork = true;
    }
    if (ended !== undefined && end !== undefined) this.#end(ended, end);
  }

  /** Ends all prompts as cancelled, because the session is closed. */
  close(): void {
    this.#settle(this.#pending, { result: { stopReason: 'cancelled' } });
  }

  /** Forgets the echoes: the messages of the session are about to be sent again, echoes included. */
  forgetEchoes(): void {
    this.#echoes.forget();
  }

  /** Stops all timers. */
  stop(): void {
    for (const prompt of this.#pending) prompt.stopWaiting?.();
  }

  #inserted(prompt: Prompt, messageId: string | undefined): void {
    if (!this.#pending.has(prompt)) return;
    this.#echoes.identify(prompt, messageId);
    const { exchange, progress } = prompt;
    const { end } = progress.answered(messageId);
    if (end !== undefined) {
      this.#end([prompt], end);
      return;
    }
    // There is no request left to cancel, only the work.
    exchange.onCancel = () => {
      this.#context.notifyAgent('session/cancel', { sessionId: this.#host.id });
    };
    if (prompt.isCancelled) exchange.onCancel();
    if (progress.presumedEnd !== undefined) this.#waitForEcho(prompt);
  }

  /** An agent that never echoes has ended the work of the prompt; one that does may only begin now. */
  #waitForEcho(prompt: Prompt): void {
    prompt.stopWaiting = this.#context.clock.schedule(echoGrace, () => {
      const end = prompt.progress.presumedEnd;
      if (end === undefined || !this.#pending.has(prompt)) return;
      this.#context.attempt({ from: 'agent', method: updateMethod, sessionId: this.#host.id }, () => {
        this.#end([prompt], end);
      });
    });
  }

  #refused(prompt: Prompt, error: ErrorObject): void {
    this.#echoes.giveUp(prompt);
    // CANCEL-09: a prompt that was cancelled while it waited ends as cancelled.
    if (error.code === rpcCodes.requestCancelled) this.#settle([prompt], { result: { stopReason: 'cancelled' } });
    else this.#settle([prompt], { error });
  }

  #end(prompts: Iterable<Prompt>, idle: IdleState): void {
    try {
      this.#settle(prompts, promptAnswer(idle, this.#context));
    } catch (error) {
      // The client must get a response even if the stop reason cannot be converted.
      if (error instanceof ConversionError) {
        this.#settle(prompts, { error: { code: rpcCodes.internalError, message: error.message, data: error.data } });
      }
      throw error;
    }
  }

  #settle(prompts: Iterable<Prompt>, outcome: Outcome): void {
    this.#host.complete();
    for (const prompt of prompts) {
      prompt.stopWaiting?.();
      this.#pending.delete(prompt);
      this.#echoes.settle(prompt);
      if ('error' in outcome) prompt.exchange.refuse(outcome.error);
      else prompt.exchange.answer(outcome.result as v1.PromptResponse);
    }
  }
}
