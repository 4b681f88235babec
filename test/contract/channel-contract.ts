/**
 * What every channel promises, as tests that run on any pair of connected channels.
 *
 * A transport, a wrapper and a test double are interchangeable because they pass these.
 */
import { backpressureContract } from './backpressure-contract.ts';
import { contractStage, type OpenPair, type Runner } from './contract-stage.ts';
import { endingContract } from './ending-contract.ts';
import { messageContract } from './message-contract.ts';

/**
 * Declares the contract for the channels that `openPair` makes; `settled` of the runner resolves when all that can
 * happen on them has happened.
 */
export function channelContract(name: string, openPair: OpenPair, runner: Runner): void {
  const stage = contractStage(openPair, runner);
  stage.describe(`the channel contract on ${name}`, () => {
    messageContract(stage);
    backpressureContract(stage);
    endingContract(stage);
  });
}
