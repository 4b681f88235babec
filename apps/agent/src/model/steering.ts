/**
 * Lets the user steer a running turn by messages, between two requests to the model or during one.
 *
 * A stream is interrupted only while the model writes text or thinks. A tool call that it has started is completed and
 * run, and the message comes before the next request (INJ-06).
 */
import type { Turn } from '@acp-stack/sdk';

import { promptParts } from './history.ts';
import type { ModelMessage } from './message.ts';

/** What a message does while the model streams: it waits for the end of the answer, or interrupts it. */
export type SteerInStream = 'finish' | 'interrupt';

/** The abort reason of a request that a message interrupted. */
export class Interruption extends Error {
  static {
    this.prototype.name = 'Interruption';
  }
}

/** The waiting messages; they count as delivered. */
export const takeSteers = (turn: Turn): readonly ModelMessage[] =>
  turn.breakpoint().map(({ content }) => ({ role: 'user', content: promptParts(content) }));

/** Aborts a request when a message interrupts it. */
export interface Interruptible {
  readonly signal: AbortSignal;
  readonly release: () => void;
}

/** Listens for messages during a request; `mayInterrupt` is called for each. */
export function interruptible(turn: Turn, mayInterrupt: () => boolean): Interruptible {
  const controller = new AbortController();
  const listening = turn.onSteer(() => {
    if (mayInterrupt()) controller.abort(new Interruption('The user has something to say.'));
  });
  return {
    signal: controller.signal,
    release: () => {
      listening[Symbol.dispose]();
    },
  };
}
