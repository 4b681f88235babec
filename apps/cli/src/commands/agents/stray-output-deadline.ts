/**
 * Watches for programs that print and are no agents: whatever they print is not the protocol, and goes on.
 *
 * One that installs itself first says so on stderr, and has all the time that there is; what arrives where only messages belong, and
 * no message among it for a while, is something else.
 */
import { systemClock, type Clock } from '@acp-stack/rpc';

import { inOneLine } from '../../text/strip-control-characters.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import type { AgentWatch } from '../../connect/run-with-agent.ts';

interface StrayOutputOptions {
  /** Seconds from the first line that is no message. */
  readonly seconds: number;
  readonly giveUp: (reason: CommandError) => void;
  readonly clock?: Clock;
}

/** Gives up an agent that has not said one message within `seconds` of something else. */
export function strayOutputDeadline({ seconds, giveUp, clock = systemClock }: StrayOutputOptions): AgentWatch {
  let state: 'quiet' | 'noisy' | 'over' = 'quiet';
  let stop: (() => void) | undefined;
  const over = (): void => {
    state = 'over';
    stop?.();
  };
  return {
    frame: ({ direction }) => {
      if (direction === 'received') over();
    },
    line: (text, from) => {
      if (state !== 'quiet' || from === 'stderr') return;
      state = 'noisy';
      stop = clock.schedule(seconds * 1000, () => {
        const words = `it prints what is not ACP, and did not answer within ${seconds} seconds; is it an agent, and does it need an option such as --acp?`;
        giveUp(new CommandError(exitCodes.notStarted, words, { details: [inOneLine(text)] }));
      });
    },
    ended: over,
  };
}
