/**
 * Takes the sessions of dead nodes, and those that they were asked to look after.
 *
 * All survivors begin at once, each with the sessions that fall to it, those with work first. Whatever is left after a
 * while is taken by any of them. If two take the same session, its fence decides. The row of the dead node is removed
 * when none of its sessions is left; until then a new node finds it as well.
 */
import type { Clock } from '@acp-stack/rpc';

import type { HubStore } from '../store/hub-store.ts';
import type { SessionSummary } from '../store/records.ts';
import { eachBounded } from './each-bounded.ts';
import type { NodeMembership } from './membership.ts';
import { chosenNode } from './rendezvous.ts';

export interface TakeoverOptions {
  readonly store: HubStore;
  readonly membership: NodeMembership;
  readonly clock: Clock;
  /** Makes this node the owner of a session, unless a live node is. */
  readonly ensureOwner: (sessionId: string) => Promise<void>;
  /** How many sessions are taken at the same time. */
  readonly parallel: number;
  readonly log: (line: string) => void;
}

/** After this time, the first that is free takes what is left; the time doubles while sessions cannot be taken. */
const firstPause = 1000;
const longestPause = 30_000;
const page = 200;

export class Takeover {
  readonly #options: TakeoverOptions;
  readonly #running = new Set<string>();
  #isOver = false;

  constructor(options: TakeoverOptions) {
    this.#options = options;
  }

  /** A node has died: takes its sessions, in the background. */
  begin(name: string): void {
    if (this.#running.has(name) || this.#isOver) return;
    this.#running.add(name);
    void this.#take(name).finally(() => this.#running.delete(name));
  }

  /** Begins with every node that is known to be dead. */
  beginAll(): void {
    for (const name of this.#options.membership.others.dead) this.begin(name);
  }

  stop(): void {
    this.#isOver = true;
  }

  async #take(name: string): Promise<void> {
    const { store, membership, log } = this.#options;
    let pause = firstPause;
    let looked: number | undefined;
    for (let round = 0; await this.#mayTake(name); round += 1) {
      try {
        looked = (await this.#takeRequests(name, looked)) ?? looked;
        const left = await sessionsOf(store, name);
        if (left.length > 0) await this.#takeEach(left, round === 0);
        else if (looked !== undefined && (await membership.bury(name, looked))) return;
      } catch (error) {
        log(`The sessions of the node ${name} could not be taken yet: ${(error as Error).message}`);
      }
      await this.#wait(pause);
      if (round > 0) pause = Math.min(2 * pause, longestPause);
    }
  }

  /**
   * Looks after the sessions for which the dead node was asked last: their inboxes may have items. Returns the number
   * of its last request; undefined if a session could not be taken. Nothing is done if there is none after `looked`.
   */
  async #takeRequests(name: string, looked: number | undefined): Promise<number | undefined> {
    const { requests, last } = await this.#options.membership.requestsTo(name);
    if (last === looked) return last;
    const areTaken = await this.#takeEach([...new Set(requests.map(({ sessionId }) => sessionId))], false);
    return areTaken ? last : undefined;
  }

  /** False if a session could not be taken. */
  async #takeEach(sessions: readonly string[], isFirstRound: boolean): Promise<boolean> {
    let areTaken = true;
    const { membership, ensureOwner, parallel, log } = this.#options;
    const { accepting } = membership;
    const own = isFirstRound
      ? sessions.filter((sessionId) => chosenNode(sessionId, accepting) === membership.name)
      : sessions;
    await eachBounded(
      own,
      async (sessionId) => {
        try {
          await ensureOwner(sessionId);
        } catch (error) {
          areTaken = false;
          log(`The session ${sessionId} could not be taken over yet: ${(error as Error).message}`);
        }
      },
      { parallel, isOver: () => this.#isOver || !membership.isActive },
    );
    return areTaken && !this.#isOver && membership.isActive;
  }

  async #mayTake(name: string): Promise<boolean> {
    const { membership } = this.#options;
    if (this.#isOver || !membership.isActive || membership.isDraining) return false;
    try {
      return !(await membership.isAlive(name));
    } catch {
      // What cannot be looked up now is tried in the next round.
      return true;
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#options.clock.schedule(ms, resolve));
  }
}

/** The sessions that carry the name of a node, those with work first. */
export async function sessionsOf(store: HubStore, node: string): Promise<readonly string[]> {
  const found: SessionSummary[] = [];
  for (let cursor: string | undefined; ;) {
    const { sessions, next } = await store.list({ node, limit: page, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...sessions);
    if (next === undefined) break;
    cursor = next;
  }
  return found.toSorted((left, right) => Number(right.isBusy) - Number(left.isBusy)).map(({ sessionId }) => sessionId);
}
