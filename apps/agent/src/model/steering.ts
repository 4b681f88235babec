/**
 * How the user steers a turn while it runs: by messages that are heard between two requests to the model, or in the middle of one.
 *
 * A stream is interrupted only as long as the model speaks or thinks. A call of a tool that it has begun to write is part of the work: it is
 * written to its end and run, and what the user said comes before the next request (INJ-06).
 */
import type { Turn } from '@acp-stack/sdk';

import { promptParts } from './history.ts';
import type { ModelMessage } from './message.ts';

/** What a message does that comes while the model speaks: it waits for the end of the answer, or ends it. */
export type SteerInStream = 'finish' | 'interrupt';

/** The reason of a signal that ended a request for the sake of a message. */
export class Interruption extends Error {
  static {
    this.prototype.name = 'Interruption';
  }
}

/** The messages that wait; they count as delivered. */
export const takeSteers = (turn: Turn): readonly ModelMessage[] =>
  turn.breakpoint().map(({ content }) => ({ role: 'user', content: promptParts(content) }));

/** Ends a request when a message comes that may interrupt it. */
export interface Interruptible {
  readonly signal: AbortSignal;
  readonly release: () => void;
}

/** Listens for messages during a request; `mayInterrupt` is asked about each. */
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
