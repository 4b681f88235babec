/** What a step of a script works with: the turn, what earlier steps named, and control of the process for crashes. */
import { RpcError, rpcCodes, type Clock } from '@acp-stack/rpc';
import type { AgentTerminal, ToolCall, Turn, TurnStopReason } from '@acp-stack/sdk';
import { resolve } from 'node:path';

/** What the `crash` steps of a script do to the process of the agent. */
export interface ProcessControl {
  /** Ends the process with this code, after everything was sent. */
  exit(code: number): Promise<void>;
  /** Ends the process as `kill -9` does. */
  kill(): Promise<void>;
  /** Writes text to the client as it is, without adding a line end. */
  write(text: string): Promise<void>;
}

const noProcess = (): Promise<never> =>
  Promise.reject(new RpcError(rpcCodes.internalError, 'A crash step needs its own process: use acp agent --script.'));

/** For an agent that shares its process with others. */
export const noProcessControl: ProcessControl = { exit: noProcess, kill: noProcess, write: noProcess };

/** What a session remembers of earlier steps. */
export interface ScriptState {
  readonly toolCalls: Map<string, ToolCall>;
  readonly terminals: Map<string, AgentTerminal>;
  /** The last answer of the user, by field name. */
  readonly answers: Map<string, string>;
}

export interface StepContext {
  readonly turn: Turn;
  readonly state: ScriptState;
  readonly processControl: ProcessControl;
  readonly clock: Clock;
}

/** Runs one step; a stop reason ends the turn. */
export type RunStep = (context: StepContext) => Promise<TurnStopReason | undefined>;

/** Runs steps one after the other, until one ends the turn. */
export function runInOrder(steps: readonly RunStep[]): RunStep {
  return async (context) => {
    for (const run of steps) {
      context.turn.signal.throwIfAborted();
      const stopReason = await run(context);
      if (stopReason !== undefined) return stopReason;
    }
    return undefined;
  };
}

/** A step that never ends the turn. */
export const step =
  (work: (context: StepContext) => Promise<unknown>): RunStep =>
  async (context) => {
    await work(context);
    return undefined;
  };

/** The absolute path; relative ones are resolved against the working directory of the session. */
export const pathOn = ({ turn }: StepContext, path: string): string => resolve(turn.session.cwd, path);

/** Replaces `{{prompt}}`, `{{cwd}}` and `{{answer.name}}` in a text. */
export function filled(text: string, { turn, state }: StepContext): string {
  return text.replaceAll(/\{\{(prompt|cwd|answer\.([^{}]+))\}\}/gu, (_, what: string, name?: string) => {
    if (what === 'prompt') return turn.text;
    if (what === 'cwd') return turn.session.cwd;
    return state.answers.get(name ?? '') ?? '';
  });
}
