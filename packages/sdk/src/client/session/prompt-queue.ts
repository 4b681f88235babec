/**
 * Messages that wait in the client, for agents that do not accept them while they work: each becomes a prompt when the
 * session is not busy.
 *
 * `steer` messages come before `queue` messages. A message that was being sent when the user cancelled, and was not
 * accepted, waits again, as it would in an agent (INJ-16).
 */
import { isAbortError, RpcError } from '@acp-stack/rpc';
import type { ContentBlock } from '@acp-stack/schema/v2/unstable';

import type { PromptInput } from '../../shared/content.ts';
import { InjectError } from '../../shared/inject-error.ts';
import type { InjectedMessageState, InjectHolder } from './injected-message-state.ts';

export interface PromptQueueInit {
  /** Whether the agent works, or a prompt is under way. */
  readonly isBusy: () => boolean;
  /** Sends a prompt; resolves with the id of its message once the agent has accepted it. */
  readonly prompt: (content: readonly ContentBlock[]) => Promise<string | undefined>;
  /** The blocks of a message that is sent as a prompt; throws if the agent does not take them. */
  readonly blocks: (input: PromptInput) => readonly ContentBlock[];
}

const maxWaiting = 100;

export class PromptQueue implements InjectHolder {
  readonly canReplace = true;
  readonly #init: PromptQueueInit;
  #waiting: readonly InjectedMessageState[] = [];
  #sending: { readonly message: InjectedMessageState; wasCancelled: boolean } | undefined;

  constructor(init: PromptQueueInit) {
    this.#init = init;
  }

  /** Throws if no more messages may wait. */
  requireRoom(): void {
    if (this.#waiting.length >= maxWaiting)
      throw new RangeError(`More than ${maxWaiting} messages wait; let some be delivered first.`);
  }

  add(message: InjectedMessageState): void {
    this.#waiting = [...this.#waiting, message];
  }

  /** Sends the next message, if the session is not busy. */
  proceed(): void {
    if (this.#sending !== undefined || this.#waiting.length === 0 || this.#init.isBusy()) return;
    const next = this.#waiting.find(({ mode }) => mode === 'steer') ?? this.#waiting[0];
    if (next !== undefined) void this.#send(next);
  }

  /** The user cancels the work. */
  cancelled(): void {
    if (this.#sending !== undefined) this.#sending.wasCancelled = true;
  }

  /** Removes all messages. */
  clear(): void {
    this.#waiting = [];
  }

  revoke(message: InjectedMessageState): Promise<void> {
    this.#requireUnsent(message);
    this.#remove(message);
    message.end({ state: 'revoked' });
    return Promise.resolve();
  }

  replace(message: InjectedMessageState, input: PromptInput): Promise<void> {
    this.#requireUnsent(message);
    message.setContent(this.#init.blocks(input));
    return Promise.resolve();
  }

  async #send(message: InjectedMessageState): Promise<void> {
    const sending = { message, wasCancelled: false };
    this.#sending = sending;
    message.move('sending');
    try {
      const messageId = await this.#init.prompt(message.content);
      message.end({ state: 'delivered', messageId });
    } catch (error) {
      if (isAbortError(error) && sending.wasCancelled) message.move('pending');
      else message.end({ state: error instanceof RpcError ? 'refused' : 'lost', error: error as Error });
    }
    if (message.isOver) this.#remove(message);
    this.#sending = undefined;
    this.proceed();
  }

  #remove(message: InjectedMessageState): void {
    this.#waiting = this.#waiting.filter((other) => other !== message);
  }

  /** A message that is being sent cannot be revoked or replaced. */
  #requireUnsent(message: InjectedMessageState): void {
    if (this.#sending?.message === message) throw InjectError.precondition({ reason: 'already_delivered' });
  }
}
