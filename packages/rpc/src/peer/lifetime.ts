/**
 * The life of a connection: open, closing, closed.
 *
 * It ends once, with a reason, and its end settles everything: calls that wait are rejected, handlers that run are aborted. A side that
 * has only stopped sending still gets the answers to what it asked, for a while.
 */
import type { Channel } from '../channel/channel.ts';
import type { Clock } from '../platform/clock.ts';
import { ConnectionError, failedError } from '../message/errors.ts';
import type { IncomingRequests } from '../receive/incoming-requests.ts';
import type { OutgoingCalls } from '../send/outgoing-calls.ts';

/** How a connection ended. */
export interface CloseReason {
  /** Who ended it. */
  readonly by: 'us' | 'them';
  /** Undefined when it ended as it should. */
  readonly error: Error | undefined;
}

type State = { readonly kind: 'open' | 'closing' } | { readonly kind: 'closed'; readonly reason: CloseReason };

export interface LifetimeParts {
  readonly channel: Channel;
  readonly clock: Clock;
  readonly calls: OutgoingCalls;
  readonly requests: IncomingRequests;
  /** Milliseconds that running handlers may take once the other side has ended. */
  readonly drainTime: number;
}

const open: State = { kind: 'open' };
const closing: State = { kind: 'closing' };
const ignore = (): void => undefined;

export class Lifetime {
  readonly #parts: LifetimeParts;
  #state: State = open;
  /** Made when somebody first asks for it. */
  #closed: Promise<CloseReason> | undefined;
  #settleClosed: ((reason: CloseReason) => void) | undefined;

  constructor(parts: LifetimeParts) {
    this.#parts = parts;
  }

  /** Settles once, when the connection has ended. */
  get closed(): Promise<CloseReason> {
    this.#closed ??= new Promise((resolve) => {
      if (this.#state.kind === 'closed') resolve(this.#state.reason);
      else this.#settleClosed = resolve;
    });
    return this.#closed;
  }

  get isClosed(): boolean {
    return this.#state.kind === 'closed';
  }

  /** Why nothing can be sent any more; undefined while something can. */
  ended(): ConnectionError | undefined {
    return this.#state.kind === 'closed' ? closedError(this.#state) : undefined;
  }

  /** Why no call can be begun any more; undefined while one can. */
  closing(): ConnectionError | undefined {
    return this.#state.kind === 'open' ? undefined : closedError(this.#state);
  }

  /** Lets handlers finish, flushes, tells the other side, and waits until it has ended too, at most `grace` milliseconds. */
  async close(grace: number): Promise<void> {
    if (this.#state.kind === 'open') {
      this.#state = closing;
      const { channel, clock, requests } = this.#parts;
      const stop = clock.schedule(grace, () => {
        this.destroy();
      });
      await requests.quiet();
      await channel.end().catch(ignore);
      await this.closed;
      stop();
    }
    await this.closed;
  }

  /** Ends the connection at once. */
  destroy(error?: Error): void {
    if (this.isClosed) return;
    this.#conclude({ by: 'us', error });
    this.#parts.channel.destroy(error);
  }

  /** The other side sends nothing more: no call will be answered, but its requests may still be. */
  otherEnded(error: Error | undefined): void {
    if (this.isClosed) return;
    const { channel, calls, requests } = this.#parts;
    const reason: CloseReason = { by: this.#state.kind === 'closing' ? 'us' : 'them', error };
    if (error !== undefined || requests.size === 0) {
      this.#conclude(reason);
      void channel.end().catch(ignore);
      return;
    }
    this.#state = closing;
    calls.rejectAll(closedError({ kind: 'closed', reason }));
    void this.#drain(reason);
  }

  async #drain(reason: CloseReason): Promise<void> {
    const { channel, clock, requests, drainTime } = this.#parts;
    const stop = clock.schedule(drainTime, () => {
      this.#conclude(reason);
      channel.destroy();
    });
    await requests.quiet();
    await channel.end().catch(ignore);
    stop();
    this.#conclude(reason);
  }

  #conclude(reason: CloseReason): void {
    if (this.isClosed) return;
    this.#state = { kind: 'closed', reason };
    const error = closedError(this.#state);
    this.#parts.calls.rejectAll(error);
    this.#parts.requests.abortAll(error);
    this.#settleClosed?.(reason);
  }
}

function closedError(state: State): ConnectionError {
  if (state.kind !== 'closed') return new ConnectionError('closed', 'The connection is closing.');
  const { by, error } = state.reason;
  if (error !== undefined) return failedError(error);
  return new ConnectionError(
    'closed',
    by === 'them' ? 'The other side ended the connection.' : 'The connection is closed.',
  );
}
