/**
 * A command that was started, its output, and how it ended.
 *
 * When the command ends, everything that it left running is ended too. Its output stays readable, also after the
 * terminal was released.
 */
import { KillEscalation, ProcessTree, watchGroup, type KillGrace } from '@acp-stack/stdio';

import { OutputBuffer } from './output-buffer.ts';
import { checkSize, type CommandEvents, type ExitStatus, type StartedCommand, type TerminalSize } from './command.ts';
import { WorkspaceError } from '../contract/workspace-error.ts';

/** The output of a command so far. */
export interface TerminalOutput {
  /** The text as it was printed, with escape sequences. */
  readonly text: string;
  /** Whether the start of the output was dropped. */
  readonly truncated: boolean;
  /** Set when the command has ended. */
  readonly exitStatus?: ExitStatus;
}

/** A part of the output. */
export interface OutputChunk {
  /** The bytes as they were printed. */
  readonly bytes: Uint8Array;
  /** The decoded text; a character that is split between chunks is in the later one. */
  readonly text: string;
  /** Bytes before these that were dropped because they were not read in time. */
  readonly missed: number;
}

const nothing = (): void => undefined;

/** Timers that keep the process alive until the command has been ended. */
const clock = {
  now: (): number => performance.now(),
  schedule: (ms: number, work: () => void): (() => void) => {
    const timer = setTimeout(work, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** A command of a workspace; iterate it to follow its output. */
export class Terminal implements AsyncIterable<OutputChunk>, AsyncDisposable {
  /** Its id in the workspace, which starts with `term_`. */
  readonly id: string;
  /** The command line, for people. */
  readonly command: string;
  /** The working directory of the command. */
  readonly cwd: string;
  readonly #output: OutputBuffer;
  readonly #ended: Promise<ExitStatus>;
  readonly #gone: Promise<void>;
  readonly #onReleased: () => void;
  #settleEnded: (status: ExitStatus) => void = nothing;
  #settleGone: () => void = nothing;
  #started: StartedCommand | undefined;
  #escalation: KillEscalation | undefined;
  #watched: Disposable | undefined;
  #status: ExitStatus | undefined;
  #hasExited = false;
  #wake: (() => void)[] = [];

  /** Called by `terminals.start`. */
  constructor(init: { id: string; command: string; cwd: string; limit: number; onReleased: () => void }) {
    this.id = init.id;
    this.command = init.command;
    this.cwd = init.cwd;
    this.#output = new OutputBuffer(init.limit);
    this.#onReleased = init.onReleased;
    this.#ended = new Promise((resolve) => (this.#settleEnded = resolve));
    this.#gone = new Promise((resolve) => (this.#settleGone = resolve));
  }

  /** The events that the command reports to this terminal. */
  get events(): CommandEvents {
    return {
      created: (pid) => {
        this.#watched = watchGroup(pid);
      },
      printed: (bytes) => {
        this.#output.push(bytes);
        this.#wakeAll();
      },
      exited: () => {
        this.#hasExited = true;
        this.#escalation?.exited();
      },
      ended: (status) => {
        this.#status = status;
        this.#settleEnded(status);
        this.#wakeAll();
      },
    };
  }

  /** Called when the command has been started. */
  begin(started: StartedCommand, grace: KillGrace): void {
    const { pid } = started;
    this.#started = started;
    this.#escalation = new KillEscalation(new ProcessTree(pid), {
      clock,
      grace,
      onGone: () => {
        this.#watched?.[Symbol.dispose]();
        this.#settleGone();
      },
    });
    if (this.#hasExited) this.#escalation.exited();
  }

  /** The process id of the command; 0 if it was not started. */
  get pid(): number {
    return this.#started?.pid ?? 0;
  }

  /** Whether the command runs on a pseudo-terminal. */
  get isPty(): boolean {
    return this.#started?.resize !== undefined;
  }

  /** A sentence about how the command was started, if it differs from the request; for instance without a pty. */
  get note(): string | undefined {
    return this.#started?.note;
  }

  /** Returns the output so far, without waiting. */
  output(): TerminalOutput {
    const text = this.#output.text(this.#status !== undefined);
    const truncated = this.#output.isTruncated;
    return this.#status === undefined ? { text, truncated } : { text, truncated, exitStatus: this.#status };
  }

  /** Resolves when the command has ended and all of its output has arrived. The signal ends only the waiting. */
  async waitForExit({ signal }: { readonly signal?: AbortSignal } = {}): Promise<ExitStatus> {
    if (signal === undefined) return this.#ended;
    signal.throwIfAborted();
    let onAbort = nothing;
    const aborted = new Promise<never>((_resolve, reject) => {
      onAbort = () => {
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([this.#ended, aborted]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Writes to the stdin of the command. */
  write(text: string): void {
    this.#running().write?.(text);
    if (this.#started?.write !== undefined) return;
    throw new WorkspaceError('invalid', `${this.command} takes no input; start it with a pty or with stdin "pipe".`);
  }

  /** Resizes the pseudo-terminal; does nothing without one. */
  resize(size: TerminalSize): void {
    checkSize(size);
    this.#running().resize?.(size);
  }

  /** Ends the command and everything that it started; resolves when they have ended. The terminal stays. */
  async kill(): Promise<void> {
    if (!this.#hasExited) {
      this.#escalation?.terminate();
      this.#started?.hangUp();
    }
    await Promise.all([this.#gone, this.#ended]);
  }

  /** Ends the command if it runs, and removes the terminal from the workspace; its output can still be read here. */
  async release(): Promise<void> {
    this.#onReleased();
    await this.kill();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }

  /** Yields the output from its start, without what was dropped, until the command has ended. */
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
