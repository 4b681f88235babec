/**
 * Messages that wait to be sent: in the queue of the agent if it has one, and here otherwise.
 *
 * Steering messages come before queued ones. A message leaves the list exactly once: delivered, sent from here, or
 * taken back. While it moves to or from the agent, nothing else changes it. Changes are made one after the other.
 */
import { ConnectionError } from '@acp-stack/rpc';
import { InjectError, type InjectedMessage } from '@acp-stack/sdk';
import type { ContentBlock } from '@acp-stack/schema/v2/unstable';

import { promptOf, type Prompt } from './prompt.ts';

/** When a message is delivered: after the work, or during it. */
export type PendingMode = 'queue' | 'steer';

/** The message queue of the agent. */
export interface AgentQueue {
  accepts(mode: PendingMode): boolean;
  inject(content: readonly ContentBlock[], mode: PendingMode): Promise<InjectedMessage>;
  contentOf(prompt: Prompt): Promise<readonly ContentBlock[]>;
}

export interface PendingMessagesOptions {
  /** Undefined while there is no agent. */
  readonly agentQueue: () => AgentQueue | undefined;
  readonly changed: () => void;
  /** A message waits here and may be sent. */
  readonly waitsHere: () => void;
}

export interface PendingMessage {
  readonly prompt: Prompt;
  readonly mode: PendingMode;
}

/** Where a message waits: here, on its way to or from the agent, or in the queue of the agent. */
type Place =
  | { readonly kind: 'here' }
  | { readonly kind: 'moving' }
  | { readonly kind: 'kept'; readonly message: InjectedMessage };

/** A pending message and where it waits. */
interface Waiting extends PendingMessage {
  prompt: Prompt;
  place: Place;
  /** The last id that the agent gave it; a restarted agent may still know it. */
  messageId: string | undefined;
  /** Whether it was added here, and not by another client. */
  readonly isOwn: boolean;
}

/** Thrown by a change of a message that was already delivered. */
class TooLateError extends Error {
  static {
    this.prototype.name = 'TooLateError';
  }
}

const here: Place = { kind: 'here' };
const moving: Place = { kind: 'moving' };

export class PendingMessages {
  readonly #options: PendingMessagesOptions;
  #items: Waiting[] = [];
  #lastChange: Promise<unknown> = Promise.resolve();
  /** Whether the messages of this program stay here until the user decides about them. */
  #isHeld = false;

  constructor(options: PendingMessagesOptions) {
    this.#options = options;
  }

  /** The messages in the order in which they will be delivered. */
  get all(): readonly PendingMessage[] {
    return this.#items;
  }

  has(message: PendingMessage): boolean {
    return this.#items.includes(message as Waiting);
  }

  /** Adds a message; `first` if it replaces the current work. */
  add(prompt: Prompt, mode: PendingMode, order: 'first' | 'last' = 'last'): void {
    const agentQueue = this.#options.agentQueue();
    const isInjected = order === 'last' && !this.#isHeld && agentQueue?.accepts(mode) === true;
    const waiting: Waiting = { prompt, mode, place: isInjected ? moving : here, messageId: undefined, isOwn: true };
    const steers = this.#items.filter((each) => each.mode === 'steer').length;
    this.#items.splice(order === 'first' ? 0 : mode === 'steer' ? steers : this.#items.length, 0, waiting);
    if (isInjected) void this.#inOrder(() => this.#inject(waiting, agentQueue));
    this.#options.changed();
  }

  /**
   * Keeps the messages of this program here until `release`, and takes those in the queue of the agent back. Undefined
   * if there are none; otherwise it resolves when the agent has answered.
   */
  hold(): Promise<unknown> | undefined {
    const own = this.#items.filter((each) => each.isOwn);
    this.#isHeld = own.length > 0;
    if (!this.#isHeld) return undefined;
    return this.#inOrder(async () => {
      // From the end, so that no message overtakes another one meanwhile.
      for (const waiting of own.toReversed()) await this.#withdraw(waiting, here).catch(() => undefined);
    });
  }

  /** The messages may be sent again, in their order. */
  release(): void {
    this.#isHeld = false;
    this.#options.waitsHere();
  }

  /** Removes the held messages and returns them; one that the agent has received meanwhile is not among them. */
  takeHeld(): Promise<readonly Prompt[]> {
    return this.#inOrder(async () => {
      const held = this.#items.filter(({ isOwn, place }) => isOwn && place.kind === 'here');
      this.#isHeld = false;
      for (const waiting of held) this.#forget(waiting);
      return held.map(({ prompt }) => prompt);
    });
  }

  /** Removes a message before it is delivered; throws `TooLateError` if it was delivered. */
  takeBack(message: PendingMessage): Promise<Prompt> {
    return this.#inOrder(async () => {
      const waiting = this.#find(message);
      await this.#withdraw(waiting, moving);
      this.#forget(waiting);
      return waiting.prompt;
    });
  }

  /** Replaces the text of a message; throws `TooLateError` if it was delivered. */
  edit(message: PendingMessage, prompt: Prompt): Promise<void> {
    return this.#inOrder(async () => {
      const waiting = this.#find(message);
      const agentQueue = this.#options.agentQueue();
      if (waiting.place.kind === 'kept' && waiting.place.message.canReplace && agentQueue !== undefined) {
        const replacing = waiting.place.message.replace(await agentQueue.contentOf(prompt));
        const isInjected = await this.#applyInAgent(waiting, replacing);
        waiting.prompt = prompt;
        if (!isInjected) this.#holdHere(waiting);
      } else if (waiting.place.kind === 'kept') {
        await this.#withdraw(waiting, moving);
        waiting.prompt = prompt;
        await this.#reorder(this.#items);
      } else waiting.prompt = prompt;
      this.#options.changed();
    });
  }

  /** Swaps a message with the one before or after it, if both have the same mode. */
  move(message: PendingMessage, step: -1 | 1): Promise<void> {
    return this.#inOrder(async () => {
      const waiting = this.#find(message);
      const index = this.#items.indexOf(waiting);
      const other = this.#items[index + step];
      if (other?.mode !== waiting.mode) return;
      await this.#reorder(this.#items.with(index, other).with(index + step, waiting));
    });
  }

  /** A message was delivered; returns whether it was pending. */
  delivered(messageId: string): boolean {
    const waiting = this.#items.find((each) => each.messageId === messageId);
    if (waiting !== undefined) this.#forget(waiting);
    return waiting !== undefined;
  }

  /** Removes and returns the first message that waits here. */
  next(): Prompt | undefined {
    if (this.#isHeld) return undefined;
    const next = this.#items.find(({ place }) => place.kind === 'here');
    if (next !== undefined) this.#forget(next);
    return next?.prompt;
  }

  /** Adds messages in the queue of the agent: from before a restart, or from another client. */
  adopt(kept: readonly InjectedMessage[]): void {
    for (const message of kept) {
      const { messageId, mode } = message;
      const known = this.#items.find((each) => each.messageId === messageId);
      const place: Place = { kind: 'kept', message };
      if (known !== undefined) known.place = place;
      else if (mode === 'queue' || mode === 'steer') {
        this.#items = [...this.#items, { prompt: promptOf(message.content), mode, place, messageId, isOwn: false }];
      }
    }
    this.#options.changed();
  }

  /** The agent has stopped, so every message waits here. */
  bringHere(): void {
    for (const waiting of this.#items) waiting.place = here;
    this.#options.changed();
  }

  clear(): void {
    this.#isHeld = false;
    this.#items = [];
    this.#options.changed();
  }

  #find(message: PendingMessage): Waiting {
    const waiting = this.#items.find((each) => each === message);
    if (waiting === undefined) throw tooLate();
    return waiting;
  }

  #forget(waiting: Waiting): void {
    this.#items = this.#items.filter((each) => each !== waiting);
    this.#options.changed();
  }

  /** Reorders the list. The agent delivers its queue in the order of arrival. */
  async #reorder(order: readonly Waiting[]): Promise<void> {
    const before = this.#items;
    this.#items = [...order];
    this.#options.changed();
    const agentQueue = this.#options.agentQueue();
    let failure: unknown;
    for (const mode of ['steer', 'queue'] as const) {
      const wanted = order.filter((each) => each.mode === mode);
      const moved = wanted.slice(stayingCount(wanted, before));
      // From the end, so that no message overtakes another one meanwhile.
      for (const waiting of moved.toReversed()) {
        await this.#withdraw(waiting, moving).catch((error: unknown) => {
          failure ??= error;
        });
      }
      for (const waiting of moved.filter(({ place }) => place.kind === 'moving')) {
        if (agentQueue?.accepts(mode) === true) await this.#inject(waiting, agentQueue);
        else this.#holdHere(waiting);
      }
    }
    if (failure !== undefined) throw failure as Error;
  }

  /** Moves a message to the queue of the agent; it waits here if the agent refuses it. */
  async #inject(waiting: Waiting, agentQueue: AgentQueue): Promise<void> {
    if (!this.#items.includes(waiting)) return;
    waiting.place = moving;
    try {
      const message = await agentQueue.inject(await agentQueue.contentOf(waiting.prompt), waiting.mode);
      waiting.messageId = message.messageId;
      waiting.place = { kind: 'kept', message };
      if (message.state === 'delivered') this.#forget(waiting);
      else if (this.#isHeld) await this.#withdraw(waiting, here);
    } catch {
      this.#holdHere(waiting);
    }
    this.#options.changed();
  }

  /** Keeps a message here from now on. */
  #holdHere(waiting: Waiting): void {
    if (!this.#items.includes(waiting)) return;
    waiting.place = here;
    this.#options.changed();
    this.#options.waitsHere();
  }

  /** Removes a message from the queue of the agent, if it is there; `place` is where it waits then. */
  async #withdraw(waiting: Waiting, place: Place): Promise<void> {
    if (waiting.place.kind === 'kept') await this.#applyInAgent(waiting, waiting.place.message.revoke());
    waiting.place = place;
    waiting.messageId = undefined;
  }

  /** Waits for a change in the queue of the agent; false if the message is not there any more. */
  async #applyInAgent(waiting: Waiting, change: Promise<void>): Promise<boolean> {
    try {
      await change;
      return true;
    } catch (error) {
      // An agent that has stopped, or does not know the message, will not deliver it.
      if (error instanceof ConnectionError) return false;
      if (!(error instanceof InjectError)) throw error;
      if (error.reason === 'unknown_message_id') return false;
      if (error.reason !== 'already_delivered') throw error;
      this.#forget(waiting);
      throw tooLate(error);
    }
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const change = this.#lastChange.then(work);
    this.#lastChange = change.catch(() => undefined);
    return change;
  }
}

const tooLate = (cause?: unknown): TooLateError =>
  new TooLateError('Too late: the agent has already received this message.', { cause });

/** How many messages from the beginning keep their place; the others are sent to the agent again. */
function stayingCount(wanted: readonly Waiting[], before: readonly Waiting[]): number {
  let last = -1;
  const first = wanted.findIndex((waiting) => {
    const index = before.indexOf(waiting);
    if (waiting.place.kind !== 'kept' || index < last) return true;
    last = index;
    return false;
  });
  return first < 0 ? wanted.length : first;
}
