/**
 * Starts a component again that has ended by itself.
 *
 * What is sent to it meanwhile waits. It is initialized with the params that it had before, without its successor,
 * which is initialized already; then its sessions are opened again, without telling the client their history once
 * more. After too many attempts it is given up.
 */
import { describeError, type Clock, type ErrorObject } from '@acp-stack/rpc';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import type { Observe } from '../observe/chain-event.ts';
import { HeldQueue } from '../route/held-queue.ts';
import type { Port } from '../route/port.ts';
import type { Member } from './member.ts';
import { ReplayFilter } from './replay-filter.ts';
import type { RestartLimits } from './restart-limits.ts';

export interface RestarterOptions {
  readonly member: Member;
  readonly limits: RestartLimits;
  readonly clock: Clock;
  readonly observe: Observe | undefined;
  /** Called when the component is given up, with the last error. */
  readonly onGivenUp: (error: ErrorObject) => void;
}

export class Restarter {
  readonly #options: RestarterOptions;
  readonly #held = new Map<Port, HeldQueue>();
  #attempts = 0;
  #startedAt = 0;
  /** Why the last attempt was ended by us. */
  #refusal: string | undefined;
  #stopTimer: () => void = () => undefined;
  #filter: ReplayFilter | undefined;
  /** Responses of an earlier attempt are not looked at. */
  #generation = 0;

  constructor(options: RestarterOptions) {
    this.#options = options;
  }

  /** The component has ended with `given`: starts it again after a while. */
  ended(given: ErrorObject): void {
    const { member, limits, clock, observe } = this.#options;
    const refusal = this.#refusal;
    const error =
      refusal === undefined ? given : { ...given, message: `The component ${member.name} has failed: ${refusal}` };
    this.#refusal = undefined;
    this.#stopTimer();
    this.#generation += 1;
    this.#removeFilter();
    if (!member.isRestarting && clock.now() - this.#startedAt >= limits.forgetAfter) this.#attempts = 0;
    this.#hold();
    if (this.#attempts >= limits.attempts) {
      this.#giveUp(error);
      return;
    }
    const delay = Math.min(limits.delay * 2 ** this.#attempts, limits.mostDelay);
    this.#attempts += 1;
    observe?.({ kind: 'life', component: member.name, step: 'restarting', reason: error.message, details: { delay } });
    this.#stopTimer = clock.schedule(delay, () => {
      this.#attempt(error);
    });
  }

  /** Starts nothing more. */
  stop(): void {
    this.#generation += 1;
    this.#stopTimer();
  }

  // -------------------------------------------------------------------------------------------- one attempt

  #attempt(last: ErrorObject): void {
    const { member, limits, clock } = this.#options;
    this.#startedAt = clock.now();
    const generation = (this.#generation += 1);
    this.#stopTimer = clock.schedule(limits.timeout, () => {
      this.#refusal = 'it did not initialize again in time.';
      member.destroy();
    });
    try {
      member.startAgain((response) => {
        if (generation !== this.#generation) return;
        const { error } = response;
        if (error === undefined) this.#resumeSessions(generation);
        else {
          if (isJsonObject(error)) this.#refusal = `it refused to initialize again: ${String(error['message'])}`;
          member.destroy();
        }
      });
    } catch (error) {
      const words = describeError(error);
      this.ended({ ...last, message: `The component ${member.name} could not be started again: ${words}` });
    }
  }

  #resumeSessions(generation: number): void {
    const { member } = this.#options;
    const { plain } = member.connection;
    const reopenings = member.sessions.reopenings(member.result);
    let left = reopenings.length;
    let lost = 0;
    const filter = new ReplayFilter(plain.target, member.sessions.ids);
    this.#filter = filter;
    if (left > 0) plain.target = filter;
    const done = (params: JsonObject, response: JsonObject): void => {
      if (generation !== this.#generation) return;
      const { sessionId } = params;
      filter.opened(sessionId);
      if (isJsonObject(response['error'])) {
        lost += 1;
        member.sessions.forget(sessionId as string);
      }
      left -= 1;
      if (left === 0) this.#restarted(reopenings.length - lost, lost);
    };
    for (const { method, params } of reopenings)
      member.call({ method, params }, (response) => {
        done(params, response);
      });
    if (reopenings.length === 0) this.#restarted(0, 0);
  }

  #restarted(resumed: number, lost: number): void {
    const { member, observe } = this.#options;
    this.#stopTimer();
    this.#removeFilter();
    member.isRestarting = false;
    observe?.({ kind: 'life', component: member.name, step: 'restarted', details: { resumed, lost } });
    for (const [port, queue] of this.#held) {
      port.held = undefined;
      queue.flush(port);
    }
    this.#held.clear();
  }

  // -------------------------------------------------------------------------------------------- waiting

  #hold(): void {
    const { member } = this.#options;
    if (this.#held.size > 0) return;
    for (const port of [member.connection.plain, member.connection.wrapped]) {
      if (port === undefined) continue;
      const queue = new HeldQueue(member.name);
      port.held = queue;
      this.#held.set(port, queue);
    }
  }

  #giveUp(error: ErrorObject): void {
    this.#options.member.isRestarting = false;
    for (const [port, queue] of this.#held) {
      port.held = undefined;
      queue.fail(error);
    }
    this.#held.clear();
    this.#options.onGivenUp(error);
  }

  #removeFilter(): void {
    const { plain } = this.#options.member.connection;
    if (this.#filter !== undefined && plain.target === this.#filter) plain.target = this.#filter.inner;
    this.#filter = undefined;
  }
}
