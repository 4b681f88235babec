/** The agent behind `acp bridge`: a process of ours whose standard input and output carry the protocol. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

import { lineChannel, type ByteSink, type ByteSource, type Channel } from '@acp-stack/rpc';

import { UsageError } from '../usage-error.ts';

/** Milliseconds between asking a process to end and ending it. */
const killAfter = 2000;

export class AgentProcess {
  readonly channel: Channel;
  readonly #child: ChildProcess;
  readonly #exit: Promise<number>;

  private constructor(child: ChildProcess, input: Writable, output: Readable) {
    this.#child = child;
    this.#exit = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        // A process that was ended by a signal has no code; shells show 128 and more for it.
        resolve(code ?? (signal === null ? 1 : 128));
      });
    });
    this.channel = lineChannel(source(output), sink(input, child));
  }

  /** Starts the agent; its stderr is ours. */
  static async start(command: string, args: readonly string[]): Promise<AgentProcess> {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const agent = new AgentProcess(child, child.stdin, child.stdout);
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error: NodeJS.ErrnoException) => {
        const reason = error.code === 'ENOENT' ? 'there is no such command' : error.message;
        reject(new UsageError(`${command} could not be started: ${reason}; check its name and path`));
      });
    });
    child.on('error', () => undefined);
    return agent;
  }

  /** Waits for the agent to end, and ends it when it does not; the answer is its exit code. */
  async finish(grace: number): Promise<number> {
    const impatience = setTimeout(() => this.#child.kill('SIGTERM'), grace);
    const end = setTimeout(() => this.#child.kill('SIGKILL'), grace + killAfter);
    try {
      return await this.#exit;
    } finally {
      clearTimeout(impatience);
      clearTimeout(end);
    }
  }
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

function sink(input: Writable, child: ChildProcess): ByteSink {
  // An agent that closes its input early says so with its exit; a write to it is not worth a stack trace.
  input.on('error', () => undefined);
  return {
    write: (text, onTaken) => {
      input.write(text, (error) => {
        onTaken(error ?? undefined);
      });
    },
    end: () =>
      new Promise((resolve) => {
        input.end(() => {
          resolve();
        });
        input.once('close', resolve);
      }),
    destroy: () => {
      child.kill('SIGTERM');
    },
  };
}
