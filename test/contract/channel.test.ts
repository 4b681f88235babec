/** Every channel and channel wrapper of the lower packages keeps the same promises. */
import { describe, expect, test } from 'vitest';

import { lineChannel, memoryPair, type Channel } from '@acp-stack/rpc';
import { bytePipe, faulty, record } from '@acp-stack/testing';

import { breakRules } from '../requirements/sabotage/break-rules.ts';
import { channelContract } from './channel-contract.ts';
import type { OpenPair } from './contract-stage.ts';

const runner = { describe, test, expect };

const lines =
  (chunkSizes: readonly number[] = []): OpenPair =>
  () => {
    const [left, right] = bytePipe({ chunkSizes });
    return [lineChannel(left.source, left.sink), lineChannel(right.source, right.sink)];
  };

const wrapped =
  (openPair: OpenPair, wrap: (channel: Channel) => Channel): OpenPair =>
  async () => {
    const [left, right] = await openPair();
    return [wrap(left), wrap(right)];
  };

const recorded = (channel: Channel): Channel => record(channel).channel;
const breakingNothing = (channel: Channel): Channel => breakRules(channel, []);
const faultless = (channel: Channel): Channel => faulty(channel, []);

channelContract('memoryPair', memoryPair, runner);
channelContract('lineChannel over bytePipe', lines(), runner);
channelContract('lineChannel over odd chunks', lines([1, 7, 4096, 65_537]), runner);
channelContract('recorders around memoryPair', wrapped(memoryPair, recorded), runner);
channelContract('recorders around lineChannel', wrapped(lines(), recorded), runner);
channelContract('faulty channels without faults around memoryPair', wrapped(memoryPair, faultless), runner);
channelContract('faulty channels without faults around lineChannel', wrapped(lines(), faultless), runner);
channelContract('breakRules without rules around lineChannel', wrapped(lines(), breakingNothing), runner);
