/**
 * The agent behind `acp bridge`: a process of ours whose standard input and output carry the protocol.
 *
 * It ends in steps: its input ends, it is asked to end, it is ended. What it has started goes with it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';

import { lineChannel, type ByteSink, type ByteSource, type Channel } from '@acp-stack/rpc';

import { UsageError } from '../usage-error.ts';
import { ownGroup, signalGroup } from './process-group.ts';

/** Milliseconds between asking a process to end and ending it. */
const killAfter = 2000;

export class AgentProcess {
  readonly channel: Channel;
  readonly #child: ChildProcess;
  /** Resolves with the exit code, when nothing more can be read either. */
  readonly #closed: Promise<number>;
  #kill: NodeJS.Timeout | undefined;

  private constructor(child: ChildProcess, input: Writable, output: Readable) {
    this.#child = child;
    this.#closed = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        clearTimeout(this.#kill);
        resolve(exitCodeOf(code, signal));
      });
    });
    // Whoever is left of what it has started may hold its output open.
    child.once('exit', () => {
      this.terminate();
    });
    this.channel = lineChannel(
      source(output),
      sink(input, () => {
        this.terminate();
      }),
    );
  }

  /** Starts the agent; its stderr is ours. */
  static async start(command: string, args: readonly string[]): Promise<AgentProcess> {
    const child = spawn(command, args, { ...ownGroup, stdio: ['pipe', 'pipe', 'inherit'] });
    const agent = new AgentProcess(child, child.stdin, child.stdout);
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error: NodeJS.ErrnoException) => {
        reject(new UsageError(`${command} could not be started: ${reasonOf(error)}; check its name and path`));
      });
    });
    child.on('error', () => undefined);
    return agent;
  }

  /** Asks the agent to end, and ends it when it does not. */
  terminate(): void {
    if (this.#kill !== undefined) return;
    signalGroup(this.#child, 'SIGTERM');
    this.#kill = setTimeout(() => {
      signalGroup(this.#child, 'SIGKILL');
    }, killAfter);
  }

  /** Lets the agent end by itself for `grace` milliseconds; the answer is its exit code. */
  async end(grace: number): Promise<number> {
    // An agent that does not read its input would never take the end of it.
    this.channel.end().catch(() => undefined);
    const impatience = setTimeout(() => {
      this.terminate();
    }, grace);
    try {
      return await this.#closed;
    } finally {
      clearTimeout(impatience);
    }
  }
}

/** A process that was ended by a signal has no code; shells show 128 and the number of the signal for it. */
const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? (signal === null ? 1 : 128 + constants.signals[signal]);

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no such command';
  return code === 'EACCES' ? 'it may not be run' : message;
}

function source(output: Readable): ByteSource {
  return {
    start: (onData, onEnd) => {
      output.on('data', onData);
      output.once('end', () => {
        onEnd();
      });
      output.once('error', onEnd);
    },
    pause: () => {
      output.pause();
    },
    resume: () => {
      output.resume();
    },
  };
}

function sink(input: Writable, destroy: () => void): ByteSink {
  // An agent that reads no more may still have something to say; that it is over is said by the end of its output.
  input.on('error', () => undefined);
  return {
    write: (text, onTaken) => {
      input.write(text, () => {
        onTaken();
      });
    },
    end: () =>
      new Promise((resolve) => {
        input.once('close', resolve);
        input.end(resolve);
      }),
    destroy,
  };
}
