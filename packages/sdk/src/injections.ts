/**
 * Messages that a client hands to a session while it works (draft), from their acceptance to their delivery.
 *
 * An accepted message is delivered exactly once, as a `user_message` with the id that was answered, unless it is revoked before (INJ-04, INJ-21).
 * Nothing lies between waiting and delivered: who comes first, the delivery or the revocation, wins (INJ-10, INJ-11).
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { errorCodes, type ContentBlock, type InjectErrorData, type InjectMode } from '@acp-stack/schema/v2/unstable';

/** A message as it is delivered. */
export interface Injected {
  readonly messageId: string;
  readonly content: readonly ContentBlock[];
}

interface Waiting {
  readonly messageId: string;
  readonly mode: InjectMode;
  content: readonly ContentBlock[];
  /** Takes it out of the line that it waits in. */
  withdraw: () => void;
}

export interface InjectionsInit {
  readonly modes: readonly InjectMode[];
  readonly isRunning: () => boolean;
  readonly nextId: () => string;
  /** Puts a message in line for a turn of its own, before all others or behind them; the answer takes it out again. */
  readonly standInLine: (deliver: () => Injected, place: 'first' | 'last') => () => void;
  /** Hears that the running work is to be steered. */
  readonly onSteer: () => void;
}

const mostWaiting = 100;
/** How many delivered and revoked messages are remembered. */
const mostRemembered = 4096;

export class Injections {
  readonly #init: InjectionsInit;
  readonly #waiting = new Map<string, Waiting>();
  readonly #fates = new Map<string, 'delivered' | 'revoked'>();
  #isClosed = false;

  constructor(init: InjectionsInit) {
    this.#init = init;
  }

  /** Takes a message; call the answer once the client has been told its id (INJ-03). */
  accept(
    mode: InjectMode,
    content: readonly ContentBlock[],
  ): { readonly messageId: string; readonly begin: () => void } {
    const { modes, isRunning, nextId, onSteer } = this.#init;
    if (this.#isClosed) throw new RpcError(errorCodes.resource_not_found, 'The session is closed.');
    if (!modes.includes(mode)) {
      throw refused(rpcCodes.invalidParams, 'The mode is not one that this agent offers.', {
        reason: 'unsupported_mode',
        mode,
        modes,
      });
    }
    if (mode === 'steer' && !isRunning()) throw precondition({ reason: 'no_running_turn' });
    if (this.#waiting.size >= mostWaiting) {
      throw new RpcError(
        rpcCodes.internalError,
        `More than ${mostWaiting} messages wait; let some be delivered first.`,
      );
    }
    const messageId = nextId();
    const waiting: Waiting = { messageId, mode, content, withdraw: () => undefined };
    this.#waiting.set(messageId, waiting);
    return {
      messageId,
      begin: () => {
        if (mode === 'steer') onSteer();
        else this.#standInLine(waiting, 'last');
      },
    };
  }

  /** Takes a message back; once more is no mistake (INJ-10). */
  revoke(messageId: string): void {
    if (this.#fates.get(messageId) === 'revoked') return;
    const waiting = this.#find(messageId);
    waiting.withdraw();
    this.#settle(messageId, 'revoked');
  }

  /** Exchanges the content; id, mode and place stay (INJ-13). */
  replace(messageId: string, content: readonly ContentBlock[]): void {
    if (this.#fates.get(messageId) === 'revoked') throw unknown(messageId);
    this.#find(messageId).content = content;
  }

  /** Whether something waits to steer the running work. */
  get hasSteers(): boolean {
    return [...this.#waiting.values()].some(({ mode }) => mode === 'steer');
  }

  /** The messages that steer the running work, in the order of their acceptance; they count as delivered (INJ-06). */
  takeSteers(): readonly Injected[] {
    return this.#steers().map((waiting) => this.#deliver(waiting));
  }

  /** The work has ended before it could be steered: what was accepted comes next, before everything that was queued. */
  afterWork(): void {
    for (const waiting of this.#steers().toReversed()) this.#standInLine(waiting, 'first');
  }

  /** Forgets what waits, and takes nothing more; the session is closed. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
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

  #find(messageId: string): Waiting {
    const waiting = this.#waiting.get(messageId);
    if (waiting !== undefined) return waiting;
    if (this.#fates.get(messageId) === 'delivered') throw precondition({ reason: 'already_delivered', messageId });
    throw unknown(messageId);
  }
}

const refused = (code: number, message: string, data: InjectErrorData): RpcError =>
  new RpcError(code, message, { data });
const precondition = (data: InjectErrorData): RpcError =>
  refused(errorCodes.inject_precondition_failed, 'Inject precondition failed', data);
const unknown = (messageId: string): RpcError =>
  refused(errorCodes.resource_not_found, 'Resource not found', { reason: 'unknown_message_id', messageId });
