/**
 * A program under test that is started as a process, and speaks over its standard input and output.
 *
 * It runs in a process group of its own. When the connection is closed its input is closed; if it does not end by
 * itself the group is ended, and what left the group, so that nothing it started stays behind.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import { isWithin } from './running-time.ts';
import { endMarked, hasGroups, isGroupLeft, signalGroup } from './process-group.ts';
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

/** The bytes that a program may write to its output in one connection. */
const maxOutput = 256_000_000;

/** The variable that all processes of one connection inherit. */
const marker = 'ACP_CONFORMANCE_CONNECTION';

/** Starts the program each time a connection is opened. */
export function processConnect(command: Command): Connect {
  return async (receiver) => {
    const id = randomUUID();
    const child = spawn(command.command, [...(command.args ?? [])], {
      cwd: command.cwd,
      env: { ...process.env, ...command.env, [marker]: id },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: hasGroups(),
      windowsHide: true,
    });
    await started(child, command.command);
    const wire = wireOf(child, receiver);
    return {
      ...wire,
      close: async () => {
        await wire.close();
        await endMarked(`${marker}=${id}`, grace);
      },
    };
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
  const printed: string[] = [];
  const errors = new LineSplitter((line) => {
    receiver.note(line);
    printed.push(line.trim());
    if (printed.length > 50) printed.shift();
  });
  let written = 0;
  stdout?.on('data', (bytes: Buffer) => {
    written += bytes.length;
    if (written <= maxOutput) return out.push(bytes);
    receiver.ended(`it wrote more than ${maxOutput / 1_000_000} MB to its output`);
    return signalGroup(pid, 'SIGKILL');
  });
  stderr?.on('data', (bytes: Buffer) => errors.push(bytes));
  // A program that ends while the suite writes is told by `close`.
  stdin?.on('error', () => undefined);
  const gone = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      out.end();
      errors.end();
      const how = signal === null ? `it exited with code ${String(code)}` : `it was ended by ${signal}`;
      receiver.ended(code === 0 ? how : `${how}${complaintIn(printed)}`);
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

/** What a program that failed has printed about it, in a few words. */
function complaintIn(lines: readonly string[]): string {
  const line = lines.findLast((each) => /error|cannot|not found|denied/iu.test(each)) ?? lines.findLast(Boolean);
  if (line === undefined) return '';
  return `; it printed: ${line.length > 160 ? `${line.slice(0, 160)}…` : line}`;
}
