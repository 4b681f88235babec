/** What the parts of the channel contract share: the test runner, and the ways to open and fill channels. */
import type { describe, expect, test } from 'vitest';

import type { Channel } from '@acp-stack/rpc';
import { settled as settledHere } from '@acp-stack/testing';

import { fill, mostMessages, opened, type Opened } from './watched-channel.ts';

/** A connected pair; neither end is open yet. */
export type OpenPair = () =>
  | readonly [left: Channel, right: Channel]
  | Promise<readonly [left: Channel, right: Channel]>;

/** A connected pair, of which the right side can die: without a word, as its process or the way to it does. */
export interface MortalPair {
  readonly left: Channel;
  readonly right: Channel;
  /** Resolves when all has happened that comes of it. */
  readonly die: () => Promise<void>;
}

/** The parts of vitest that the contract needs. */
export interface Runner {
  readonly describe: typeof describe;
  readonly test: typeof test;
  readonly expect: typeof expect;
  /** For channels that leave the process. */
  readonly settled?: () => Promise<void>;
  /** For channels between sides that can die; to the others an end without a reason is all there is. */
  readonly openMortal?: () => Promise<MortalPair>;
}

/** What a part of the contract is declared with. */
export interface ContractStage extends Required<Runner> {
  readonly openPair: OpenPair;
  /** Opens both ends of a pair. */
  readonly openBoth: () => Promise<[left: Opened, right: Opened]>;
  /** Whether `promise` settles without anything else happening. */
  readonly isSettled: (promise: Promise<unknown>) => Promise<boolean>;
  /**
   * Sends until the sender has to wait for the receiver, whatever room there is on the way. Returns how many were sent
   * and what the sender waits for; the system may make room for it later.
   */
  readonly fillUp: (channel: Channel) => Promise<{ readonly count: number; readonly drained: Promise<void> }>;
}

/** The stage for the channels that `openPair` makes. */
export function contractStage(openPair: OpenPair, { settled = settledHere, ...runner }: Runner): ContractStage {
  const openMortal = async (): Promise<MortalPair> => {
    if (runner.openMortal !== undefined) return await runner.openMortal();
    const [left, right] = await openPair();
    const die = async (): Promise<void> => {
      right.destroy();
      await settled();
    };
    return { left, right, die };
  };

  const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
    let answer = false;
    const settle = (): void => {
      answer = true;
    };
    promise.then(settle, settle);
    await settled();
    return answer;
  };

  const fillUp: ContractStage['fillUp'] = async (channel) => {
    for (let count = fill(channel); count < mostMessages; count += fill(channel)) {
      const drained = channel.drained();
      if (!(await isSettled(drained))) return { count, drained };
    }
    throw new Error(`the channel took ${mostMessages} messages and never made its sender wait`);
  };

  const openBoth = async (): Promise<[left: Opened, right: Opened]> => {
    const [left, right] = await openPair();
    return [opened(left), opened(right)];
  };

  return { ...runner, settled, openPair, openMortal, openBoth, isSettled, fillUp };
}
