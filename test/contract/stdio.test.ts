/** A channel to a process, and the one inside it, keep the promises of every channel. */
import { afterEach, describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import { channelContract } from './channel-contract.ts';
import type { MortalPair, OpenPair } from './contract-stage.ts';
import { ProcessPair } from './process-pair.ts';

let pair: ProcessPair | undefined;

const allSettled = (): Promise<void> => pair?.settled() ?? settled();

/** The process can be killed. */
const openMortal = async (): Promise<MortalPair> => {
  const { here, there } = (pair = await ProcessPair.start());
  const die = async (): Promise<void> => {
    process.kill(here.pid ?? 0, 'SIGKILL');
    await here.exited;
    await allSettled();
  };
  return { left: here, right: there, die };
};

const runner = { describe, test, expect, settled: allSettled, openMortal };

const start =
  (order: (pair: ProcessPair) => Awaited<ReturnType<OpenPair>>): OpenPair =>
  async () => {
    pair = await ProcessPair.start();
    return order(pair);
  };

afterEach(async () => {
  await pair?.[Symbol.asyncDispose]();
  pair = undefined;
});

channelContract(
  'a process, from outside',
  start(({ here, there }) => [here, there]),
  runner,
);
