/** What a script is played on: the turn, what was named in it so far, and the world outside that a crash needs. */
import type { Clock } from '@acp-stack/rpc';
import type { AgentTerminal, ToolCall, Turn, TurnStopReason } from '@acp-stack/sdk';
import { resolve } from 'node:path';

/** What a script can do to its own process. */
export interface World {
  /** Ends the process with this code, after what was said has been sent. */
  exit(code: number): Promise<void>;
  /** Ends the process as `kill -9` does. */
  kill(): Promise<void>;
  /** Writes text to the client as it is; without a line end of its own. */
  write(text: string): Promise<void>;
}

/** What a session remembers of the steps before. */
export interface Props {
  readonly toolCalls: Map<string, ToolCall>;
  readonly terminals: Map<string, AgentTerminal>;
  /** What the user filled in last, by the name of the field. */
  readonly answers: Map<string, string>;
}

export interface Stage {
  readonly turn: Turn;
  readonly props: Props;
  readonly world: World;
  readonly clock: Clock;
}

/** Plays one step; an answer ends the turn. */
export type Play = (stage: Stage) => Promise<TurnStopReason | undefined>;

/** Plays steps one after the other, until one ends the turn. */
export function inOrder(plays: readonly Play[]): Play {
  return async (stage) => {
    for (const play of plays) {
      stage.turn.signal.throwIfAborted();
      const stopReason = await play(stage);
      if (stopReason !== undefined) return stopReason;
    }
    return undefined;
  };
}

/** A step that never ends the turn. */
export const step =
  (work: (stage: Stage) => Promise<unknown>): Play =>
  async (stage) => {
    await work(stage);
    return undefined;
  };

/** The absolute path that a script means: relative ones are below the working directory of the session. */
export const pathOn = ({ turn }: Stage, path: string): string => resolve(turn.session.cwd, path);

/** Text with `{{prompt}}`, `{{cwd}}` and `{{answer.name}}` filled in. */
export function filled(text: string, { turn, props }: Stage): string {
  return text.replaceAll(/\{\{(prompt|cwd|answer\.([^{}]+))\}\}/gu, (_, what: string, name?: string) => {
    if (what === 'prompt') return turn.text;
    if (what === 'cwd') return turn.session.cwd;
    return props.answers.get(name ?? '') ?? '';
  });
}
