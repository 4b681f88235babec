/**
 * Hands the sessions of a node over: those without work at once, the others when their turn ends or time is over.
 *
 * A session whose clients send one message after the other never runs out of work: if another node can take it, what
 * waits at the end of the turn is left to that one.
 */
import type { Clock } from '@acp-stack/rpc';

import { eachBounded } from './each-bounded.ts';
import type { LiveSessions } from './live-sessions.ts';

export interface DrainOptions {
  /** How long to wait for running turns, in milliseconds. */
  readonly timeout: number;
}

export interface DrainParts {
  readonly clock: Clock;
  readonly sessions: LiveSessions;
  readonly parallel: number;
  /** Whether there is another node that takes sessions. */
  readonly hasHeir: () => boolean;
  /** The session has stopped here: another node is asked to take it. */
  readonly handedOver: (sessionId: string) => Promise<unknown>;
  readonly log: (line: string) => void;
}

const pollEvery = 100;

export class Drain {
  readonly #parts: DrainParts;
  #until = Number.POSITIVE_INFINITY;

  constructor(parts: DrainParts) {
    this.#parts = parts;
  }

  /** Waits no longer than this for turns, also if more time was given before. */
  limit({ timeout }: DrainOptions): void {
    this.#until = Math.min(this.#until, this.#parts.clock.now() + timeout);
  }

  /** Resolves when no session is left here. */
  async run(): Promise<void> {
    const { clock, sessions, hasHeir } = this.#parts;
    for (;;) {
      await sessions.settled();
      if (hasHeir()) for (const session of sessions.all()) session.finish();
      const isLate = clock.now() >= this.#until;
      await this.#handOver(sessions.all().flatMap(({ sessionId, isBusy }) => (isLate || !isBusy ? [sessionId] : [])));
      if (sessions.size === 0 && sessions.inTransition === 0) return;
      await new Promise<void>((resolve) =>
        clock.schedule(Math.min(pollEvery, Math.max(this.#until - clock.now(), 0)), resolve, true),
      );
    }
  }

  async #handOver(sessionIds: readonly string[]): Promise<void> {
    const { sessions, parallel, handedOver, log } = this.#parts;
    await eachBounded(
      sessionIds,
      async (sessionId) => {
        await sessions.stop(sessionId, 'hand-over');
        try {
          await handedOver(sessionId);
        } catch (error) {
          log(`No other node could be told of the session ${sessionId}: ${(error as Error).message}`);
        }
      },
      { parallel },
    );
  }
}
