/**
 * The way a process tree ends: it is told that nothing more comes, asked to end, and ended, with time between the steps.
 *
 * A step is never repeated or undone. When the process has ended and others of its tree have not, these are asked at once.
 */
import type { Clock } from '@acp-stack/rpc';

import type { ProcessTree } from './process-tree.ts';

/** Milliseconds between the steps. */
export interface KillGrace {
  /** From the end of its input until the agent is asked to end. */
  readonly end: number;
  /** From being asked until it is killed. */
  readonly terminate: number;
}

/** How often those that are left are looked for once the agent itself has ended. */
const pollEvery = 20;
/** Who survives being killed for so long is stuck in the system, and nothing more can be done. */
const pollsAfterKill = 50;

type Step = 'running' | 'ending' | 'terminating' | 'killed' | 'gone';

/** Ends a process and all that it started, step by step: asked after one grace period, killed after another. */
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

  /** Whether this side asked for the end while the process still ran. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** The input of the process has been ended. */
  inputEnded(): void {
    if (this.#step !== 'running' || this.#hasExited) return;
    this.#step = 'ending';
    this.#isAsked = true;
    // Who belongs to the tree is known best while its parents live.
    this.#tree.look();
    this.#next(this.#grace.end, () => {
      this.terminate();
    });
  }

  /** Asks everybody to end. */
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

  /** The process has ended; perhaps others of its tree have not. */
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
    this.#stop();
    this.#onGone();
  }

  #next(ms: number, work: () => void): void {
    this.#stop();
    if (ms !== Infinity) this.#stop = this.#clock.schedule(ms, work);
  }
}
