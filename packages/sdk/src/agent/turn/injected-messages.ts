/**
 * Messages that a client hands to a session while it works (draft), from their acceptance to their delivery.
 *
 * An accepted message is delivered exactly once, as a `user_message` with the id that was answered, unless it is revoked before (INJ-04, INJ-21).
 * Nothing lies between waiting and delivered: who comes first, the delivery or the revocation, wins (INJ-10, INJ-11). What the client is told is kept
 * before; what was kept and not delivered waits again when the session is next opened.
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
  /** Whether it goes before what is queued when the work ends: it steers, or has had its turn and could not be kept. */
  readonly isNext: boolean;
  /** Takes it out of the line that it waits in. */
  withdraw: () => void;
}

/** A message that the client asks to take. */
interface Arriving extends Pick<Waiting, 'mode' | 'content'> {
  readonly isTooEarly: boolean;
}

/** A message that the client may be told of. */
export interface AcceptedMessage {
  readonly messageId: string;
  /** Lets it wait; call it once the client has been told (INJ-03). */
  readonly begin: () => void;
}

export interface InjectedMessagesInit {
  readonly modes: readonly InjectMode[];
  readonly isRunning: () => boolean;
  readonly nextId: () => string;
  /** Puts a message in line for a turn of its own, before all others or behind them; the answer takes it out again. */
  readonly standInLine: (deliver: () => Injected, place: 'first' | 'last') => () => void;
  /** Hears that the running work is to be steered. */
  readonly onSteer: () => void;
  /** Where messages outlive the session, in the order of the calls. */
  readonly keeping: {
    readonly keep: (message: PendingMessage) => Promise<void>;
    readonly forget: (messageId: string) => Promise<void>;
    /** Resolves when the client was told everything that was said so far; an answer never overtakes it. */
    readonly told: () => Promise<void>;
  };
}

const mostWaiting = 100;
/** How many delivered and revoked messages are remembered. */
const mostRemembered = 4096;

export class InjectedMessages {
  readonly #init: InjectedMessagesInit;
  readonly #waiting = new Map<string, Waiting>();
  readonly #fates = new Map<string, 'delivered' | 'revoked'>();
  /** Messages of the session's earlier life that do not stand in line yet. */
  #restored: readonly Waiting[] = [];
  /** Messages that are to steer the running work, and of which the client does not know yet. */
  readonly #arriving = new Set<() => void>();
  #afterArrivals: (() => void) | undefined;
  #state: 'open' | 'left' | 'closed' = 'open';
  /** Settles with what the client asked for last; each request sees what those before it have done. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(init: InjectedMessagesInit) {
    this.#init = init;
  }

  /** What waits: first what steers, then the rest in the order of its acceptance. */
  get pending(): readonly PendingMessage[] {
    const all = [...this.#waiting.values()];
    return [...all.filter(({ isNext }) => isNext), ...all.filter(({ isNext }) => !isNext)].map(toPending);
  }

  /** Takes a message; `signal` gives it up until the client has been told (INJ-22). */
  accept(mode: InjectMode, content: readonly ContentBlock[], signal: AbortSignal): Promise<AcceptedMessage> {
    // What holds when it arrives: a turn may begin, or end, while it waits for the requests before it.
    const isTooEarly = mode === 'steer' && !this.#init.isRunning();
    const arrived = mode === 'steer' && !isTooEarly ? this.#steerArrives() : () => undefined;
    return this.#inTurn(async () => {
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

  /** Takes a message back; once more is no mistake (INJ-10). */
  revoke(messageId: string): Promise<void> {
    return this.#inTurn(() => this.#revoke(messageId));
  }

  /** Exchanges the content; id, mode and place stay (INJ-13). */
  replace(messageId: string, content: readonly ContentBlock[]): Promise<void> {
    return this.#inTurn(() => this.#replace(messageId, content));
  }

  /** Takes what was kept when the session was last open; it waits until `start`. */
  restore(messages: readonly PendingMessage[]): void {
    this.#restored = messages.map(waitingOf);
    for (const waiting of this.#restored) this.#waiting.set(waiting.messageId, waiting);
  }

  /** The client knows of the session again: what was restored is delivered, first what was to steer. */
  start(): void {
    const restored = this.#restored.filter((waiting) => this.#waiting.get(waiting.messageId) === waiting);
    this.#restored = [];
    for (const isNext of [true, false])
      for (const waiting of restored) if (waiting.isNext === isNext) this.#standInLine(waiting, 'last');
  }

  /** Whether something waits to steer the running work. */
  get hasSteers(): boolean {
    return this.#steers().length > 0;
  }

  /** The messages that steer the running work, in the order of their acceptance; they count as delivered (INJ-06). */
  takeSteers(): readonly Injected[] {
    return this.#steers().map((waiting) => this.#deliver(waiting));
  }

  /**
   * The work has ended: what was to steer it comes next, before everything that was queued. `proceed` is called then, which is once the client knows
   * of all that arrived in time.
   */
  afterWork(proceed: () => void): void {
    if (this.#arriving.size > 0) {
      this.#afterArrivals = () => {
        this.afterWork(proceed);
      };
      return;
    }
    const next = [...this.#waiting.values()].filter(({ isNext }) => isNext);
    for (const waiting of next.toReversed()) this.#standInLine(waiting, 'first');
    proceed();
  }

  /** A message whose `user_message` could not be kept was not delivered; it waits for the end of the next work. */
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

  /** Takes nothing more: what waits is forgotten with a session that is closed, and stays kept for one that is left. */
  close(how: 'left' | 'closed'): void {
    if (this.#state === 'open') this.#state = how;
    for (const { messageId, withdraw } of this.#waiting.values()) {
      withdraw();
      if (how === 'closed') this.#forget(messageId);
    }
    this.#waiting.clear();
    for (const arrived of this.#arriving) arrived();
  }

  // -------------------------------------------------------------------------------------------- inside

  /** A message is to steer the work that runs; call the answer when it waits, or will not. */
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

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #accept({ mode, content, isTooEarly }: Arriving, signal: AbortSignal): Promise<AcceptedMessage> {
    const { keeping, nextId } = this.#init;
    this.#requireOpen();
    this.#check(mode);
    if (isTooEarly) {
      await keeping.told();
      throw InjectError.precondition({ reason: 'no_running_turn' });
    }
    const waiting: Waiting = waitingOf({ messageId: nextId(), mode, content });
    const { messageId } = waiting;
    await keeping.keep(toPending(waiting));
    await keeping.told();
    // Whoever has the session now that it was left here delivers the message.
    const isClosed = this.#state === 'closed';
    if (signal.aborted || isClosed) await keeping.forget(messageId);
    if (signal.aborted) throw abortError('The message was given up.', signal.reason);
    if (isClosed) this.#requireOpen();
    return {
      messageId,
      begin: () => {
        this.#begin(waiting);
      },
    };
  }

  async #revoke(messageId: string): Promise<void> {
    const { keeping } = this.#init;
    if (this.#fates.get(messageId) !== 'revoked') {
      await this.#change(messageId, ({ withdraw }) => {
        withdraw();
        this.#settle(messageId, 'revoked');
      });
    }
    await keeping.forget(messageId);
    await keeping.told();
  }

  async #replace(messageId: string, content: readonly ContentBlock[]): Promise<void> {
    let kept = Promise.resolve();
    await this.#change(messageId, ({ mode }) => {
      kept = this.#init.keeping.keep({ messageId, mode, content });
    });
    await kept;
    await this.#init.keeping.told();
    // It may have been delivered meanwhile; what was kept of it then counts for nothing.
    await this.#change(messageId, (waiting) => {
      waiting.content = content;
    });
  }

  #begin(waiting: Waiting): void {
    const { messageId, mode } = waiting;
    if (this.#state !== 'open') {
      if (this.#state === 'closed') this.#forget(messageId);
      return;
    }
    this.#waiting.set(messageId, waiting);
    if (mode !== 'steer') this.#standInLine(waiting, 'last');
    else if (this.#init.isRunning()) this.#init.onSteer();
    // The work that it should steer has ended while it was being kept.
    else this.#standInLine(waiting, 'first');
  }

  #forget(messageId: string): void {
    // Whoever hears of failing stores hears of it.
    this.#init.keeping.forget(messageId).catch(() => undefined);
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
      throw new InjectError(rpcCodes.invalidParams, 'The mode is not one that this agent offers.', { data });
    }
    if (this.#waiting.size >= mostWaiting) {
      throw new RpcError(
        rpcCodes.internalError,
        `More than ${mostWaiting} messages wait; let some be delivered first.`,
      );
    }
  }

  #steers(): readonly Waiting[] {
    return [...this.#waiting.values()].filter(({ mode }) => mode === 'steer');
  }

  #standInLine(waiting: Waiting, place: 'first' | 'last'): void {
    waiting.withdraw();
    waiting.withdraw = this.#init.standInLine(() => this.#deliver(waiting), place);
  }

  #deliver({ messageId, content, withdraw }: Waiting): Injected {
    // It may stand in line for a turn of its own, when the turn that it should steer ended before.
    withdraw();
    this.#settle(messageId, 'delivered');
    return { messageId, content };
  }

  #settle(messageId: string, fate: 'delivered' | 'revoked'): void {
    this.#waiting.delete(messageId);
    this.#fates.set(messageId, fate);
    const [oldest] = this.#fates.keys();
    if (this.#fates.size > mostRemembered && oldest !== undefined) this.#fates.delete(oldest);
  }

  /** Does something to a message that waits. That one was delivered is said after its `user_message`, which may turn out not to be kept. */
  async #change(messageId: string, change: (waiting: Waiting) => void): Promise<void> {
    if (!this.#waiting.has(messageId)) await this.#init.keeping.told();
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
