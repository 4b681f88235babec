/**
 * Ends a connection.
 *
 * Its end settles everything: calls that wait are rejected, and handlers that run are aborted. A peer that has only
 * stopped sending still gets the responses to its requests, for a while.
 */
import type { Channel } from '../channel/channel.ts';
import type { Clock } from '../platform/clock.ts';
import type { IncomingQueue } from '../receive/incoming-queue.ts';
import type { IncomingRequests } from '../receive/incoming-requests.ts';
import type { OutgoingCalls } from '../send/outgoing-calls.ts';
import { closedError, type CloseReason, type ConnectionState } from './connection-state.ts';

export interface LifetimeParts {
  readonly channel: Channel;
  readonly clock: Clock;
  readonly state: ConnectionState;
  readonly incoming: IncomingQueue;
  readonly calls: OutgoingCalls;
  readonly requests: IncomingRequests;
}

const ignore = (): void => undefined;

export class Lifetime {
  readonly #channel: Channel;
  readonly #clock: Clock;
  readonly #state: ConnectionState;
  readonly #incoming: IncomingQueue;
  readonly #calls: OutgoingCalls;
  readonly #requests: IncomingRequests;

  constructor({ channel, clock, state, incoming, calls, requests }: LifetimeParts) {
    this.#channel = channel;
    this.#clock = clock;
    this.#state = state;
    this.#incoming = incoming;
    this.#calls = calls;
    this.#requests = requests;
  }

  /**
   * Lets handlers finish, flushes, ends the channel, and waits until the peer has ended too, at most `grace`
   * milliseconds.
   */
  async close(grace: number): Promise<void> {
    if (this.#state.kind === 'open') {
      this.#state.beginClosing();
      const stop = this.#clock.schedule(grace, () => {
        this.destroy();
      });
      await this.#requests.quiet();
      await this.#channel.end().catch(ignore);
      await this.#state.closed;
      stop();
    }
    await this.#state.closed;
  }

  /** Ends the connection at once. */
  destroy(error?: Error): void {
    if (this.#state.kind === 'closed') return;
    this.#conclude({ by: 'us', error });
    this.#channel.destroy(error);
  }

  /**
   * The peer sends nothing more: no call gets a response, but its own requests may; handlers have `drainTime` for that.
   */
  peerEnded(error: Error | undefined, drainTime: number): void {
    if (this.#state.kind === 'closed') return;
    const reason: CloseReason = { by: this.#state.kind === 'closing' ? 'us' : 'them', error };
    if (error !== undefined || this.#requests.size === 0) {
      this.#conclude(reason);
      void this.#channel.end().catch(ignore);
      return;
    }
    this.#state.beginClosing();
    this.#calls.rejectAll(closedError(reason));
    void this.#drain(reason, drainTime);
  }

  async #drain(reason: CloseReason, drainTime: number): Promise<void> {
    const stop = this.#clock.schedule(drainTime, () => {
      this.#conclude(reason);
      this.#channel.destroy();
    });
    await this.#requests.quiet();
    await this.#channel.end().catch(ignore);
    stop();
    this.#conclude(reason);
  }

  #conclude(reason: CloseReason): void {
    if (this.#state.kind === 'closed') return;
    const error = closedError(reason);
    this.#state.close(reason);
    this.#incoming.stop();
    this.#calls.rejectAll(error);
    this.#requests.abortAll(error);
  }
}
