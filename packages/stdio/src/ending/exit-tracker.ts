/**
 * What is known about the end of an agent, and what follows from it.
 *
 * Its process exits, its output ends, its stderr ends: in any order, and some of it perhaps never, when somebody else holds a pipe open. The
 * receiver is told once, after the last message and with the last words; whoever was asked to end has no more to explain.
 */
import type { Clock } from '@acp-stack/rpc';

import type { AgentProcessError } from './agent-process-error.ts';

/** How a process ended. */
export interface AgentExit {
  /** Null when a signal ended it, or when it was never started. */
  readonly code: number | null;
  /** The name of the signal that ended it, such as `SIGTERM`; null when none did. */
  readonly signal: string | null;
  /** What went wrong; undefined when it ended because it was asked to. */
  readonly error: AgentProcessError | undefined;
}

/** Milliseconds between facts that should come together. */
export const exitGrace = 250;

interface ExitTrackerOptions {
  readonly clock: Clock;
  /** The error of a process that ended by itself; called when its last words are known. */
  readonly explain: (code: number | null, signal: string | null) => AgentProcessError;
  /** Hears once that nothing more arrives. */
  readonly onEnded: (error: Error | undefined) => void;
}

export class ExitTracker {
  /** Settles when the process has ended and its last words are known. */
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

  /** Whether the process has ended. */
  get hasExited(): boolean {
    return this.#process !== undefined;
  }

  /** Whether the receiver knows. */
  get isOver(): boolean {
    return this.#hasTold;
  }

  /** How the process ended, once its last words are known. */
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
    this.#unlessExited(() => {
      this.stderrEnded();
    });
  }

  stderrEnded(): void {
    this.#hasStderrEnded = true;
    this.#conclude();
  }

  /** The agent writes nothing more; `wasAsked` says whether that is by our wish. */
  outputEnded(wasAsked: boolean): void {
    this.#hasOutputEnded = true;
    if (wasAsked) this.tell(undefined);
    this.#conclude();
    if (!this.#hasTold)
      this.#unlessExited(() => {
        this.tell(undefined);
      });
  }

  /** Tells the receiver now, whatever is known. */
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

  #unlessExited(work: () => void): void {
    if (this.#exit !== undefined) return;
    void this.exited.then(this.#options.clock.schedule(exitGrace, work));
  }
}
