/**
 * Ends a process tree in steps: its input is ended, then it gets SIGTERM, then SIGKILL, with a grace period between the
 * steps.
 *
 * A step is never repeated or undone. When the process has exited and others of its tree have not, these get SIGTERM at
 * once.
 */
import type { Clock } from '@acp-stack/rpc';

import type { ProcessTree } from './process-tree.ts';

/** Milliseconds between the steps. */
export interface KillGrace {
  /** From the end of its input until SIGTERM. */
  readonly end: number;
  /** From SIGTERM until SIGKILL. */
  readonly terminate: number;
}

/** Milliseconds between two looks for the rest of the tree once the process itself has exited. */
const pollEvery = 20;
/** A process that is still alive after SIGKILL and this many looks is stuck in the kernel; it is given up. */
const pollsAfterKill = 50;

type Step = 'running' | 'ending' | 'terminating' | 'killed' | 'gone';

/** Ends a process and all that it started: SIGTERM after one grace period, SIGKILL after another. */
export class KillEscalation {
  readonly #tree: ProcessTree;
  readonly #clock: Clock;
  readonly #grace: KillGrace;
  readonly #onGone: () => void;
  #step: Step = 'running';
  #hasExited = false;
  #isAsked = false;
  #polls = 0;
  #stop: () => void = () => undefined;

  constructor(tree: ProcessTree, { clock, grace, onGone }: { clock: Clock; grace: KillGrace; onGone: () => void }) {
    this.#tree = tree;
    this.#clock = clock;
    this.#grace = grace;
    this.#onGone = onGone;
  }

  /** Whether this side asked for the end while the process was still running. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** The input of the process has been ended. */
  inputEnded(): void {
    if (this.#step !== 'running' || this.#hasExited) return;
    this.#step = 'ending';
    this.#isAsked = true;
    // The tree is known best while the parents are alive.
    this.#tree.look();
    this.#next(this.#grace.end, () => {
      this.terminate();
    });
  }

  /** Sends SIGTERM to the whole tree. */
  terminate(): void {
    if (this.#step !== 'running' && this.#step !== 'ending') return;
    this.#step = 'terminating';
    this.#isAsked ||= !this.#hasExited;
    this.#tree.signal('SIGTERM');
    this.#next(this.#grace.terminate, () => {
      this.#kill();
    });
    if (this.#hasExited) this.#awaitOthers();
  }

  /** The process has exited; others of its tree may not have. */
  exited(): void {
    this.#hasExited = true;
    this.#tree.rootExited();
    if (!this.#tree.isAlive()) this.#gone();
    else if (this.#step === 'terminating' || this.#step === 'killed') this.#awaitOthers();
    else this.terminate();
  }

  #kill(): void {
    this.#step = 'killed';
    this.#tree.signal('SIGKILL');
  }

  #awaitOthers(): void {
    this.#clock.schedule(pollEvery, () => {
      if (this.#step === 'killed') this.#polls += 1;
      if (!this.#tree.isAlive() || this.#polls > pollsAfterKill) this.#gone();
      else this.#awaitOthers();
    });
  }

  #gone(): void {
    if (this.#step === 'gone') return;
    this.#step = 'gone';
    this.#tree.release();
    this.#stop();
    this.#onGone();
  }

  #next(ms: number, work: () => void): void {
    this.#stop();
    if (ms !== Infinity) this.#stop = this.#clock.schedule(ms, work);
  }
}
