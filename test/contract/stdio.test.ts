/** A channel to a process, and the one inside it, keep the promises of every channel. */
import { afterEach, describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import { channelContract, type OpenPair } from './channel-contract.ts';
import { ProcessPair } from './process-pair.ts';

let pair: ProcessPair | undefined;

const runner = { describe, test, expect, settled: () => pair?.settled() ?? settled() };

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
