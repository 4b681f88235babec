/**
 * Messages that a client injects into a session while it works (draft), from their acceptance to their delivery.
 *
 * An accepted message is delivered exactly once, as a `user_message` with the id of the response, unless it is revoked
 * before (INJ-04, INJ-21). Whichever comes first wins, the delivery or the revocation (INJ-10, INJ-11). Messages are
 * stored before the response; those that were stored and not delivered wait again when the session is opened next.
 */
import { abortError, RpcError, rpcCodes } from '@acp-stack/rpc';
import { errorCodes, type ContentBlock, type InjectMode } from '@acp-stack/schema/v2/unstable';

import { InjectError } from '../../shared/inject-error.ts';
import type { PendingMessage } from '../../shared/pending-messages.ts';

/** A message as it is delivered. */
export interface Injected {
  readonly messageId: string;
  readonly content: readonly ContentBlock[];
}

interface Waiting {
  readonly messageId: string;
  readonly mode: InjectMode;
  content: readonly ContentBlock[];
  /** Whether it comes before queued messages when the work ends: it steers, or its delivery could not be stored. */
  readonly isNext: boolean;
  /** Removes it from the queue. */
  withdraw: () => void;
}

/** A message of a `session/inject` request. */
interface Arriving extends Pick<Waiting, 'mode' | 'content'> {
  readonly isTooEarly: boolean;
}

/** A message that was accepted. */
export interface AcceptedMessage {
  readonly messageId: string;
  /** Makes it pending; call it once the response was sent (INJ-03). */
  readonly begin: () => void;
}

export interface InjectedMessagesInit {
  readonly modes: readonly InjectMode[];
  readonly isRunning: () => boolean;
  readonly nextId: () => string;
  /** Adds a message to the queue of turns, before all others or after them; the returned function removes it. */
  readonly enqueue: (deliver: () => Injected, place: 'first' | 'last') => () => void;
  /** Called when a message waits to steer the running work. */
  readonly onSteer: () => void;
  /** Stores messages, in the order of the calls. */
  readonly storage: {
    readonly add: (message: PendingMessage) => Promise<void>;
    readonly remove: (messageId: string) => Promise<void>;
    /** Resolves when the client was sent all updates so far; a response never overtakes them. */
    readonly sent: () => Promise<void>;
  };
}

const maxWaiting = 100;
/** How many delivered and revoked messages are remembered. */
const maxRemembered = 4096;

export class InjectedMessages {
  readonly #init: InjectedMessagesInit;
  readonly #waiting = new Map<string, Waiting>();
  readonly #fates = new Map<string, 'delivered' | 'revoked'>();
  /** Stored messages that are not in the queue yet. */
  #restored: readonly Waiting[] = [];
  /** Steering messages that are being accepted. */
  readonly #arriving = new Set<() => void>();
  #afterArrivals: (() => void) | undefined;
  #state: 'open' | 'left' | 'closed' = 'open';
  /** Settles with the last request of the client; requests run one after another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(init: InjectedMessagesInit) {
    this.#init = init;
  }

  /** The pending messages: first those that steer, then the others in the order of acceptance. */
  get pending(): readonly PendingMessage[] {
    const all = [...this.#waiting.values()];
    return [...all.filter(({ isNext }) => isNext), ...all.filter(({ isNext }) => !isNext)].map(toPending);
  }

  /** Accepts a message; `signal` cancels it until the response is sent (INJ-22). */
  accept(mode: InjectMode, content: readonly ContentBlock[], signal: AbortSignal): Promise<AcceptedMessage> {
    // Decided on arrival: a turn may begin or end while it waits for the requests before it.
    const isTooEarly = mode === 'steer' && !this.#init.isRunning();
    const arrived = mode === 'steer' && !isTooEarly ? this.#steerArrives() : () => undefined;
    return this.#inOrder(async () => {
      try {
        const { messageId, begin } = await this.#accept({ mode, content, isTooEarly }, signal);
        return {
          messageId,
          begin: () => {
            begin();
            arrived();
          },
        };
      } catch (error) {
        arrived();
        throw error;
      }
    });
  }

  /** Revokes a message; revoking it again succeeds (INJ-10). */
  revoke(messageId: string): Promise<void> {
    return this.#inOrder(() => this.#revoke(messageId));
  }

  /** Replaces the content; id, mode and place stay (INJ-13). */
  replace(messageId: string, content: readonly ContentBlock[]): Promise<void> {
    return this.#inOrder(() => this.#replace(messageId, content));
  }

  /** Adds the stored messages of the session; they wait until `start`. */
  restore(messages: readonly PendingMessage[]): void {
    this.#restored = messages.map(waitingOf);
    for (const waiting of this.#restored) this.#waiting.set(waiting.messageId, waiting);
  }

  /** The client knows that the session is open: restored messages are delivered, first those that steer. */
  start(): void {
    const restored = this.#restored.filter((waiting) => this.#waiting.get(waiting.messageId) === waiting);
    this.#restored = [];
    for (const isNext of [true, false])
      for (const waiting of restored) if (waiting.isNext === isNext) this.#enqueue(waiting, 'last');
  }

  /** Whether a message waits to steer the running work. */
  get hasSteers(): boolean {
    return this.#steers().length > 0;
  }

  /** Delivers the messages that steer the running work, in the order of acceptance (INJ-06). */
  takeSteers(): readonly Injected[] {
    return this.#steers().map((waiting) => this.#deliver(waiting));
  }

  /**
   * The work has ended: messages that should have steered it come next, before queued ones. Calls `proceed` once the
   * steering messages that arrived in time are accepted.
   */
  afterWork(proceed: () => void): void {
    if (this.#arriving.size > 0) {
      this.#afterArrivals = () => {
        this.afterWork(proceed);
      };
      return;
    }
    const next = [...this.#waiting.values()].filter(({ isNext }) => isNext);
    for (const waiting of next.toReversed()) this.#enqueue(waiting, 'first');
    proceed();
  }

  /** A message whose `user_message` could not be stored was not delivered; it waits for the end of the next work. */
  putBack({ messageId, content }: Injected): void {
    if (this.#state !== 'open') return;
    this.#fates.delete(messageId);
    const others = [...this.#waiting];
    this.#waiting.clear();
    for (const [id, waiting] of [
      [messageId, { ...waitingOf({ messageId, mode: 'queue', content }), isNext: true }] as const,
      ...others,
    ])
      this.#waiting.set(id, waiting);
  }

  /** Accepts no more messages. Pending ones are removed if the session is `closed`, and stay stored if it is `left`. */
  close(how: 'left' | 'closed'): void {
    if (this.#state === 'open') this.#state = how;
    for (const { messageId, withdraw } of this.#waiting.values()) {
      withdraw();
      if (how === 'closed') this.#remove(messageId);
    }
    this.#waiting.clear();
    for (const arrived of this.#arriving) arrived();
  }

  // -------------------------------------------------------------------------------------------- requests

  /** A steering message is being accepted, until the returned function is called. */
  #steerArrives(): () => void {
    const arrived = (): void => {
      if (!this.#arriving.delete(arrived) || this.#arriving.size > 0) return;
      const proceed = this.#afterArrivals;
      this.#afterArrivals = undefined;
      proceed?.();
    };
    this.#arriving.add(arrived);
    return arrived;
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #accept({ mode, content, isTooEarly }: Arriving, signal: AbortSignal): Promise<AcceptedMessage> {
    const { storage, nextId } = this.#init;
    this.#requireOpen();
    this.#check(mode);
    if (isTooEarly) {
      await storage.sent();
      throw InjectError.precondition({ reason: 'no_running_turn' });
    }
    const waiting: Waiting = waitingOf({ messageId: nextId(), mode, content });
    const { messageId } = waiting;
    await storage.add(toPending(waiting));
    await storage.sent();
    // If the session was left, its next owner delivers the message.
    const isClosed = this.#state === 'closed';
    if (signal.aborted || isClosed) await storage.remove(messageId);
    if (signal.aborted) throw abortError('The request was cancelled.', signal.reason);
    if (isClosed) this.#requireOpen();
    return {
      messageId,
      begin: () => {
        this.#begin(waiting);
      },
    };
  }

  async #revoke(messageId: string): Promise<void> {
    const { storage } = this.#init;
    if (this.#fates.get(messageId) !== 'revoked') {
      await this.#change(messageId, ({ withdraw }) => {
        withdraw();
        this.#settle(messageId, 'revoked');
      });
    }
    await storage.remove(messageId);
    await storage.sent();
  }

  async #replace(messageId: string, content: readonly ContentBlock[]): Promise<void> {
    let stored = Promise.resolve();
    await this.#change(messageId, ({ mode }) => {
      stored = this.#init.storage.add({ messageId, mode, content });
    });
    await stored;
    await this.#init.storage.sent();
    // It may have been delivered meanwhile; the stored replacement has no effect then.
    await this.#change(messageId, (waiting) => {
      waiting.content = content;
    });
  }

  #begin(waiting: Waiting): void {
    const { messageId, mode } = waiting;
    if (this.#state !== 'open') {
      if (this.#state === 'closed') this.#remove(messageId);
      return;
    }
    this.#waiting.set(messageId, waiting);
    if (mode !== 'steer') this.#enqueue(waiting, 'last');
    else if (this.#init.isRunning()) this.#init.onSteer();
    // The work that it should steer has ended while it was being stored.
    else this.#enqueue(waiting, 'first');
  }

  #remove(messageId: string): void {
    // Errors of the store are reported elsewhere.
    this.#init.storage.remove(messageId).catch(() => undefined);
  }

  #requireOpen(): void {
    if (this.#state === 'open') return;
    throw new RpcError(
      errorCodes.resource_not_found,
      this.#state === 'closed'
        ? 'The session is closed; resume it to go on.'
        : 'The session was opened elsewhere; resume it to go on here.',
    );
  }

  #check(mode: InjectMode): void {
    const { modes } = this.#init;
    if (!modes.includes(mode)) {
      const data = { reason: 'unsupported_mode', mode, modes } as const;
      throw new InjectError(rpcCodes.invalidParams, 'This agent does not offer this mode.', { data });
    }
    if (this.#waiting.size >= maxWaiting) {
      throw new RpcError(rpcCodes.internalError, `More than ${maxWaiting} messages wait; let some be delivered first.`);
    }
  }

  #steers(): readonly Waiting[] {
    return [...this.#waiting.values()].filter(({ mode }) => mode === 'steer');
  }

  #enqueue(waiting: Waiting, place: 'first' | 'last'): void {
    waiting.withdraw();
    waiting.withdraw = this.#init.enqueue(() => this.#deliver(waiting), place);
  }

  #deliver({ messageId, content, withdraw }: Waiting): Injected {
    // It may be in the queue, if the turn that it should steer has ended before.
    withdraw();
    this.#settle(messageId, 'delivered');
    return { messageId, content };
  }

  #settle(messageId: string, fate: 'delivered' | 'revoked'): void {
    this.#waiting.delete(messageId);
    this.#fates.set(messageId, fate);
    const [oldest] = this.#fates.keys();
    if (this.#fates.size > maxRemembered && oldest !== undefined) this.#fates.delete(oldest);
  }

  /** Changes a pending message. That it was delivered is only known when its `user_message` is stored and sent. */
  async #change(messageId: string, change: (waiting: Waiting) => void): Promise<void> {
    if (!this.#waiting.has(messageId)) await this.#init.storage.sent();
    change(this.#find(messageId));
  }

  #find(messageId: string): Waiting {
    const waiting = this.#waiting.get(messageId);
    if (waiting !== undefined) return waiting;
    if (this.#fates.get(messageId) === 'delivered')
      throw InjectError.precondition({ reason: 'already_delivered', messageId });
    this.#requireOpen();
    throw InjectError.unknown(messageId);
  }
}

const waitingOf = ({ messageId, mode, content }: PendingMessage): Waiting => ({
  messageId,
  mode,
  content,
  isNext: mode === 'steer',
  withdraw: () => undefined,
});

const toPending = ({ messageId, mode, content }: Waiting): PendingMessage => ({ messageId, mode, content });
