/**
 * Detects programs that are not agents: they print lines that are not ACP, and never send a message.
 *
 * An agent that installs itself first may take its time, because that is reported on stderr. A program that prints
 * other lines on stdout has `seconds` for its first message.
 */
import { systemClock, type Clock } from '@acp-stack/rpc';

import { inOneLine } from '../../text/strip-control-characters.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import type { AgentWatch } from '../../connect/run-with-agent.ts';

interface StrayOutputOptions {
  /** Seconds after the first line that is not a message. */
  readonly seconds: number;
  readonly giveUp: (reason: CommandError) => void;
  readonly clock?: Clock;
}

/** Ends the command if no message arrives within `seconds` after other output. */
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
        const words = `it prints something that is not ACP, and sent no message within ${seconds} seconds; is it an agent, and does it need an option such as --acp?`;
        giveUp(new CommandError(exitCodes.notStarted, words, { details: [inOneLine(text)] }));
      });
    },
    ended: over,
  };
}
