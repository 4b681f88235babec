/**
 * A program under test that is started as a process, and speaks over its standard input and output.
 *
 * It runs in a process group of its own. When the connection is closed its input is closed; if it does not end by
 * itself the group is ended, so that nothing it started stays behind.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { isWithin } from './running-time.ts';
import { isGroupLeft } from './process-group.ts';
import { LineSplitter } from './line-splitter.ts';
import type { Connect, Wire, WireReceiver } from './wire.ts';

/** The command of a program under test. */
export interface Command {
  /** The program. */
  readonly command: string;
  /** Its arguments. */
  readonly args?: readonly string[];
  /** The folder in which it starts. */
  readonly cwd?: string;
  /** Variables besides those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Milliseconds that a program has to end by itself, and after SIGTERM. */
const grace = 1000;

/** Starts the program each time a connection is opened. */
export function processConnect(command: Command): Connect {
  return async (receiver) => {
    const child = spawn(command.command, [...(command.args ?? [])], {
      cwd: command.cwd,
      env: { ...process.env, ...command.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    await started(child, command.command);
    return wireOf(child, receiver);
  };
}

async function started(child: ChildProcess, command: string): Promise<void> {
  try {
    await once(child, 'spawn');
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`The command ${command} cannot be started: ${message}.`, { cause: error });
  }
}

function wireOf(child: ChildProcess, receiver: WireReceiver): Wire {
  const { stdin, stdout, stderr, pid = 0 } = child;
  const out = new LineSplitter((line, isUtf8) => receiver.text(line, isUtf8));
  const errors = new LineSplitter((line) => receiver.note(line));
  stdout?.on('data', (bytes: Buffer) => out.push(bytes));
  stderr?.on('data', (bytes: Buffer) => errors.push(bytes));
  // A program that ends while the suite writes is told by `close`.
  stdin?.on('error', () => undefined);
  const gone = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      out.end();
      errors.end();
      receiver.ended(signal === null ? `it exited with code ${String(code)}` : `it was ended by ${signal}`);
      resolve();
    });
  });
  // What it has started may keep its output open for longer than it lives.
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    send: (text) => void stdin?.write(`${text}\n`),
    sendBytes: (bytes) => void stdin?.write(bytes),
    close: async () => {
      stdin?.end();
      const isOver = (await isWithin(gone, grace)) || (signalGroup(pid, 'SIGTERM'), await isWithin(gone, grace));
      signalGroup(pid, 'SIGKILL');
      if (isOver) return;
      stdout?.destroy();
      stderr?.destroy();
      await isWithin(gone, grace);
    },
    process: {
      pid,
      endInput: (ms) => {
        stdin?.end();
        return isWithin(exited, ms);
      },
      terminate: (ms) => {
        child.kill('SIGTERM');
        return isWithin(exited, ms);
      },
      leftBehind: (ms) => isGroupLeft(pid, ms),
      pause: () => {
        stdout?.pause();
        return () => void stdout?.resume();
      },
      dropOutput: () => void stdout?.destroy(),
    },
  };
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone.
  }
}
