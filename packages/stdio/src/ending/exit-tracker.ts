/**
 * Follows the end of an agent: its process exits, its output ends, its stderr ends.
 *
 * These come in any order, and some never, if another process holds a pipe open. The receiver is told once, after the
 * last message, with the last lines of stderr; an agent that was asked to end needs no error.
 */
import type { Clock } from '@acp-stack/rpc';

import type { AgentProcessError } from './agent-process-error.ts';

/** How a process ended. */
export interface AgentExit {
  /** Null if a signal ended it, or if it was never started. */
  readonly code: number | null;
  /** The name of the signal that ended it, such as `SIGTERM`; null if none did. */
  readonly signal: string | null;
  /** What went wrong; undefined if it ended because it was asked to. */
  readonly error: AgentProcessError | undefined;
}

/** Milliseconds to wait for the rest of the output of a process that has exited; another process may hold a pipe open. */
export const exitGrace = 250;

/** Milliseconds to wait for the exit of a process that has closed a pipe: on a busy machine the two are apart. */
export const exitDelay = 1000;

/**
 * Runs `work` after some time, unless the returned function is called before.
 *
 * What has arrived meanwhile is read first: after a pause of this program a timer is due before its pipes are read.
 */
export function afterReading(clock: Clock, milliseconds: number, work: () => void): () => void {
  let cancel = clock.schedule(milliseconds, () => {
    cancel = clock.schedule(0, work);
  });
  return () => {
    cancel();
  };
}

interface ExitTrackerOptions {
  readonly clock: Clock;
  /** Makes the error of a process that exited by itself; called when its last lines are known. */
  readonly explain: (code: number | null, signal: string | null) => AgentProcessError;
  /** Called once, when nothing more arrives. */
  readonly onEnded: (error: Error | undefined) => void;
}

export class ExitTracker {
  /** Resolves when the process has exited and its last lines are known. */
  readonly exited: Promise<AgentExit>;
  readonly #options: ExitTrackerOptions;
  #settleExited: (exit: AgentExit) => void = () => undefined;
  #process: { readonly code: number | null; readonly signal: string | null; readonly wasAsked: boolean } | undefined;
  #exit: AgentExit | undefined;
  #hasStderrEnded = false;
  #hasOutputEnded = false;
  #hasTold = false;

  constructor(options: ExitTrackerOptions) {
    this.#options = options;
    this.exited = new Promise((resolve) => {
      this.#settleExited = resolve;
    });
  }

  /** Whether the process has exited. */
  get hasExited(): boolean {
    return this.#process !== undefined;
  }

  /** Whether the receiver was told. */
  get isOver(): boolean {
    return this.#hasTold;
  }

  /** How the process ended, once its last lines are known. */
  get exit(): AgentExit | undefined {
    return this.#exit;
  }

  /** The process could not be started. */
  failed(error: AgentProcessError): void {
    this.#setExit({ code: null, signal: null, error });
  }

  processExited(code: number | null, signal: string | null, wasAsked: boolean): void {
    this.#process = { code, signal, wasAsked };
    this.#conclude();
    this.#unlessExited(exitGrace, () => {
      this.stderrEnded();
    });
  }

  stderrEnded(): void {
    this.#hasStderrEnded = true;
    this.#conclude();
  }

  /** The agent writes nothing more; `wasAsked` says whether this side asked for the end. */
  outputEnded(wasAsked: boolean): void {
    this.#hasOutputEnded = true;
    if (wasAsked) this.tell(undefined);
    this.#conclude();
    if (!this.#hasTold)
      this.#unlessExited(exitDelay, () => {
        this.tell(undefined);
      });
  }

  /** Tells the receiver now, even if not everything is known. */
  tell(error: Error | undefined): void {
    if (this.#hasTold) return;
    this.#hasTold = true;
    this.#options.onEnded(error);
  }

  #conclude(): void {
    if (this.#process !== undefined && this.#hasStderrEnded) {
      const { code, signal, wasAsked } = this.#process;
      this.#setExit({ code, signal, error: wasAsked ? undefined : this.#options.explain(code, signal) });
    }
    if (this.#exit !== undefined && this.#hasOutputEnded) this.tell(this.#exit.error);
  }

  #setExit(exit: AgentExit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    this.#settleExited(exit);
  }

  #unlessExited(milliseconds: number, work: () => void): void {
    if (this.#exit !== undefined) return;
    void this.exited.then(afterReading(this.#options.clock, milliseconds, work));
  }
}
