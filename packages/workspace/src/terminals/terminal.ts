/**
 * A command that was started, what it printed, and how it ended.
 *
 * When the command ends, so does everything that it left running. What it printed stays readable, also after the terminal was released.
 */
import { KillEscalation, ProcessTree, watchGroup, type KillGrace } from '@acp-stack/stdio';

import { OutputBuffer } from './output-buffer.ts';
import { checkSize, type CommandEvents, type ExitStatus, type StartedCommand, type TerminalSize } from './command.ts';
import { WorkspaceError } from '../contract/workspace-error.ts';

/** What a command has printed so far. */
export interface TerminalOutput {
  /** As it was printed, escape sequences included. */
  readonly text: string;
  /** Whether the beginning was left out. */
  readonly truncated: boolean;
  /** Only once the command has ended. */
  readonly exitStatus?: ExitStatus;
}

/** More of the output. */
export interface OutputChunk {
  /** What was printed, as it was printed. */
  readonly bytes: Uint8Array;
  /** The characters that are complete with these bytes. */
  readonly text: string;
  /** Bytes before these that were printed and left out, because nobody took them in time. */
  readonly missed: number;
}

const nothing = (): void => undefined;

/** Timers that keep the program alive: what is being ended must be ended. */
const clock = {
  now: (): number => performance.now(),
  schedule: (ms: number, work: () => void): (() => void) => {
    const timer = setTimeout(work, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** A command of a workspace, its output and its end; iterate it to follow the output. */
export class Terminal implements AsyncIterable<OutputChunk>, AsyncDisposable {
  /** Names it in its workspace, beginning with `term_`. */
  readonly id: string;
  /** The line that a person would read. */
  readonly command: string;
  /** The folder that the command was started in. */
  readonly cwd: string;
  readonly #output: OutputBuffer;
  readonly #ended: Promise<ExitStatus>;
  readonly #gone: Promise<void>;
  readonly #onReleased: () => void;
  #settleEnded: (status: ExitStatus) => void = nothing;
  #settleGone: () => void = nothing;
  #started: StartedCommand | undefined;
  #ladder: KillEscalation | undefined;
  #status: ExitStatus | undefined;
  #hasExited = false;
  #wake: (() => void)[] = [];

  /** Made by `terminals.start`. */
  constructor(facts: { id: string; command: string; cwd: string; limit: number; onReleased: () => void }) {
    this.id = facts.id;
    this.command = facts.command;
    this.cwd = facts.cwd;
    this.#output = new OutputBuffer(facts.limit);
    this.#onReleased = facts.onReleased;
    this.#ended = new Promise((resolve) => (this.#settleEnded = resolve));
    this.#gone = new Promise((resolve) => (this.#settleGone = resolve));
  }

  /** What a command tells this terminal. */
  get events(): CommandEvents {
    return {
      printed: (bytes) => {
        this.#output.push(bytes);
        this.#wakeAll();
      },
      exited: () => {
        this.#hasExited = true;
        this.#ladder?.exited();
      },
      ended: (status) => {
        this.#status = status;
        this.#settleEnded(status);
        this.#wakeAll();
      },
    };
  }

  /** The command runs from here on. */
  begin(started: StartedCommand, grace: KillGrace): void {
    const { pid } = started;
    const watched = watchGroup(pid);
    this.#started = started;
    this.#ladder = new KillEscalation(new ProcessTree(pid), {
      clock,
      grace,
      onGone: () => {
        watched[Symbol.dispose]();
        this.#settleGone();
      },
    });
    if (this.#hasExited) this.#ladder.exited();
  }

  /** The process of the command; 0 when it did not start. */
  get pid(): number {
    return this.#started?.pid ?? 0;
  }

  /** Whether it runs on a pseudo-terminal. */
  get isPty(): boolean {
    return this.#started?.resize !== undefined;
  }

  /** What is different from what was asked for, in a sentence. */
  get note(): string | undefined {
    return this.#started?.note;
  }

  /** What the command has printed so far, without waiting for more. */
  output(): TerminalOutput {
    const text = this.#output.text(this.#status !== undefined);
    const truncated = this.#output.isTruncated;
    return this.#status === undefined ? { text, truncated } : { text, truncated, exitStatus: this.#status };
  }

  /** Resolves when the command has ended, by itself or not, and all of its output is there. The signal ends only the waiting. */
  async waitForExit({ signal }: { readonly signal?: AbortSignal } = {}): Promise<ExitStatus> {
    if (signal === undefined) return this.#ended;
    signal.throwIfAborted();
    let stop = nothing;
    const aborted = new Promise<never>((_resolve, reject) => {
      stop = () => {
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([this.#ended, aborted]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Gives the command input. */
  write(text: string): void {
    this.#running().write?.(text);
    if (this.#started?.write !== undefined) return;
    throw new WorkspaceError('invalid', `${this.command} takes no input; start it with a pty or with stdin "pipe".`);
  }

  /** Gives the pseudo-terminal another size; without one nothing happens. */
  resize(size: TerminalSize): void {
    checkSize(size);
    this.#running().resize?.(size);
  }

  /** Ends the command and everything that it started; resolves when they are gone. The terminal stays. */
  async kill(): Promise<void> {
    if (!this.#hasExited) {
      this.#ladder?.terminate();
      this.#started?.hangUp();
    }
    await Promise.all([this.#gone, this.#ended]);
  }

  /** Ends the command if it runs, and forgets the terminal; what it printed can still be read here. */
  async release(): Promise<void> {
    this.#onReleased();
    await this.kill();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }

  /** The output from its beginning, as far as it is kept, until the command has ended. */
  async *[Symbol.asyncIterator](): AsyncGenerator<OutputChunk, void, void> {
    const decoder = new TextDecoder();
    for (let position = 0; ;) {
      const { bytes, start } = this.#output.read(position);
      if (bytes.length > 0) {
        yield { bytes, text: decoder.decode(bytes, { stream: true }), missed: start - position };
        position = start + bytes.length;
      } else if (this.#status === undefined) await new Promise<void>((resolve) => this.#wake.push(resolve));
      else return;
    }
  }

  #running(): StartedCommand {
    if (this.#started !== undefined && this.#status === undefined) return this.#started;
    throw new WorkspaceError('exited', `${this.command} has ended.`);
  }

  #wakeAll(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}
