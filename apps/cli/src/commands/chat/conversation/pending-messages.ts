/**
 * Messages that wait to be said: at the agent where it takes them, and here otherwise.
 *
 * What steers comes before what is queued. A message leaves the list exactly once: delivered, sent from here, or taken back; while it is on
 * its way to the agent or away from it, nobody else touches it. Changes are made one after the other.
 */
import { ConnectionError } from '@acp-stack/rpc';
import { InjectError, type InjectedMessage } from '@acp-stack/sdk';
import type { ContentBlock } from '@acp-stack/schema/v2/unstable';

import { promptOf, type Prompt } from './prompt.ts';

/** When a message is said: after the work, or into it. */
export type PendingMode = 'queue' | 'steer';

/** What the agent does with messages that wait. */
export interface AgentQueue {
  takes(mode: PendingMode): boolean;
  inject(content: readonly ContentBlock[], mode: PendingMode): Promise<InjectedMessage>;
  contentOf(prompt: Prompt): Promise<readonly ContentBlock[]>;
}

export interface PendingMessagesOptions {
  /** Undefined while there is nobody to keep anything. */
  readonly agentQueue: () => AgentQueue | undefined;
  readonly changed: () => void;
  /** Something waits here that may be sent. */
  readonly waitsHere: () => void;
}

export interface PendingMessage {
  readonly prompt: Prompt;
  readonly mode: PendingMode;
}

type Place =
  | { readonly kind: 'here' }
  | { readonly kind: 'moving' }
  | { readonly kind: 'kept'; readonly message: InjectedMessage };

interface Waiting extends PendingMessage {
  prompt: Prompt;
  place: Place;
  /** The name that the agent gave it last; an agent that is started again may know it still. */
  messageId: string | undefined;
}

/** A change that came too late. */
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
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: PendingMessagesOptions) {
    this.#options = options;
  }

  /** In the order in which they will be said. */
  get all(): readonly PendingMessage[] {
    return this.#items;
  }

  has(message: PendingMessage): boolean {
    return this.#items.includes(message as Waiting);
  }

  /** Has a message wait; first of all where it is to be said instead of what the agent does. */
  add(prompt: Prompt, mode: PendingMode, order: 'first' | 'last' = 'last'): void {
    const agentQueue = this.#options.agentQueue();
    const isKept = order === 'last' && agentQueue?.takes(mode) === true;
    const waiting: Waiting = { prompt, mode, place: isKept ? moving : here, messageId: undefined };
    const steers = this.#items.filter((each) => each.mode === 'steer').length;
    this.#items.splice(order === 'first' ? 0 : mode === 'steer' ? steers : this.#items.length, 0, waiting);
    if (isKept) void this.#inTurn(() => this.#keep(waiting, agentQueue));
    this.#options.changed();
  }

  /** Takes a message back, so that it is never said; throws `TooLateError` when it was. */
  takeBack(message: PendingMessage): Promise<Prompt> {
    return this.#inTurn(async () => {
      const waiting = this.#find(message);
      await this.#fetch(waiting, moving);
      this.#forget(waiting);
      return waiting.prompt;
    });
  }

  /** Says something else in its place; throws `TooLateError` when it was said already. */
  edit(message: PendingMessage, prompt: Prompt): Promise<void> {
    return this.#inTurn(async () => {
      const waiting = this.#find(message);
      const agentQueue = this.#options.agentQueue();
      if (waiting.place.kind === 'kept' && waiting.place.message.canReplace && agentQueue !== undefined) {
        const replacing = waiting.place.message.replace(await agentQueue.contentOf(prompt));
        const isKept = await this.#change(waiting, replacing);
        waiting.prompt = prompt;
        if (!isKept) this.#letGo(waiting);
      } else if (waiting.place.kind === 'kept') {
        await this.#fetch(waiting, moving);
        waiting.prompt = prompt;
        await this.#arrange(this.#items);
      } else waiting.prompt = prompt;
      this.#options.changed();
    });
  }

  /** Exchanges a message with the one before or after it, if that waits for the same. */
  move(message: PendingMessage, step: -1 | 1): Promise<void> {
    return this.#inTurn(async () => {
      const waiting = this.#find(message);
      const place = this.#items.indexOf(waiting);
      const other = this.#items[place + step];
      if (other?.mode !== waiting.mode) return;
      await this.#arrange(this.#items.with(place, other).with(place + step, waiting));
    });
  }

  /** The agent has said a message; whether it waited. */
  delivered(messageId: string): boolean {
    const waiting = this.#items.find((each) => each.messageId === messageId);
    if (waiting !== undefined) this.#forget(waiting);
    return waiting !== undefined;
  }

  /** The first message that waits here, which is sent now. */
  next(): Prompt | undefined {
    const next = this.#items.find(({ place }) => place.kind === 'here');
    if (next !== undefined) this.#forget(next);
    return next?.prompt;
  }

  /** The agent has these from before: from the time when it was started last, or from another program. */
  adopt(kept: readonly InjectedMessage[]): void {
    for (const message of kept) {
      const { messageId, mode } = message;
      const known = this.#items.find((each) => each.messageId === messageId);
      const place: Place = { kind: 'kept', message };
      if (known !== undefined) known.place = place;
      else if (mode === 'queue' || mode === 'steer') {
        this.#items = [...this.#items, { prompt: promptOf(message.content), mode, place, messageId }];
      }
    }
    this.#options.changed();
  }

  /** There is nobody who keeps anything: everything waits here. */
  bringHere(): void {
    for (const waiting of this.#items) waiting.place = here;
    this.#options.changed();
  }

  clear(): void {
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

  /** Brings the list into another order; the agent says what it keeps in the order in which it came. */
  async #arrange(order: readonly Waiting[]): Promise<void> {
    const before = this.#items;
    this.#items = [...order];
    this.#options.changed();
    const agentQueue = this.#options.agentQueue();
    let failure: unknown;
    for (const mode of ['steer', 'queue'] as const) {
      const wanted = order.filter((each) => each.mode === mode);
      const moved = wanted.slice(stayingCount(wanted, before));
      // From the end, so that none of them gets before another one meanwhile.
      for (const waiting of moved.toReversed()) {
        await this.#fetch(waiting, moving).catch((error: unknown) => {
          failure ??= error;
        });
      }
      for (const waiting of moved.filter(({ place }) => place.kind === 'moving')) {
        if (agentQueue?.takes(mode) === true) await this.#keep(waiting, agentQueue);
        else this.#letGo(waiting);
      }
    }
    if (failure !== undefined) throw failure as Error;
  }

  /** Gives a message to the agent; it waits here when the agent does not take it. */
  async #keep(waiting: Waiting, agentQueue: AgentQueue): Promise<void> {
    if (!this.#items.includes(waiting)) return;
    waiting.place = moving;
    try {
      const message = await agentQueue.inject(await agentQueue.contentOf(waiting.prompt), waiting.mode);
      waiting.messageId = message.messageId;
      waiting.place = { kind: 'kept', message };
      if (message.state === 'delivered') this.#forget(waiting);
    } catch {
      this.#letGo(waiting);
    }
    this.#options.changed();
  }

  /** It waits here from now on. */
  #letGo(waiting: Waiting): void {
    waiting.place = here;
    this.#options.changed();
    this.#options.waitsHere();
  }

  /** Takes a message away from the agent. */
  async #fetch(waiting: Waiting, place: Place): Promise<void> {
    if (waiting.place.kind === 'kept') await this.#change(waiting, waiting.place.message.revoke());
    waiting.place = place;
    waiting.messageId = undefined;
  }

  /** A change at the agent, which may have been faster; false when the agent has nothing to change any more. */
  async #change(waiting: Waiting, change: Promise<void>): Promise<boolean> {
    try {
      await change;
      return true;
    } catch (error) {
      // An agent that is gone, or has forgotten the message, will not say it.
      if (error instanceof ConnectionError) return false;
      if (!(error instanceof InjectError)) throw error;
      if (error.reason === 'unknown_message_id') return false;
      if (error.reason !== 'already_delivered') throw error;
      this.#forget(waiting);
      throw tooLate(error);
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#work.then(work);
    this.#work = mine.catch(() => undefined);
    return mine;
  }
}

const tooLate = (cause?: unknown): TooLateError =>
  new TooLateError('Too late: the agent has got this message already.', { cause });

/** How many from the beginning can stay where they are: what comes after them is given to the agent anew. */
function stayingCount(wanted: readonly Waiting[], before: readonly Waiting[]): number {
  let last = -1;
  const first = wanted.findIndex((waiting) => {
    const place = before.indexOf(waiting);
    if (waiting.place.kind !== 'kept' || place < last) return true;
    last = place;
    return false;
  });
  return first < 0 ? wanted.length : first;
}
