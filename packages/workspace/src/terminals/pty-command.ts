/**
 * Runs a command on a pseudo-terminal.
 *
 * The side of the command is held open here too, until all that it printed has been read. Otherwise the stream of Node ends as soon as the command does, with what is still in the
 * buffers of the system lost: it takes a read that does not fill its buffer for the last one (https://github.com/libuv/libuv/blob/v1.x/src/unix/stream.c).
 */
import { constants as system } from 'node:os';

import type * as nodePty from '@lydell/node-pty';

import {
  findProgram,
  type CommandEvents,
  type CommandToStart,
  type StartedCommand,
  type TerminalSize,
} from './command.ts';
import { PtyOutput } from './pty-output.ts';
import { WorkspaceError } from '../contract/workspace-error.ts';

/** What is used of `@lydell/node-pty`. */
export type PtyModule = Pick<typeof nodePty, 'spawn'>;

type Pty = ReturnType<PtyModule['spawn']> & {
  /** The file of the command's side; none on Windows. */
  readonly ptsName?: string;
  readonly on?: (event: 'error', listener: () => void) => void;
};

/** Loaded when it is first needed, since it is native code that not every system has. */
export const loadNodePty = (): Promise<PtyModule> => import('@lydell/node-pty');

export async function startOnPty(
  pty: PtyModule,
  { command, args, isVerbatim, cwd, env, size }: CommandToStart & { readonly size: TerminalSize },
  events: CommandEvents,
): Promise<StartedCommand> {
  // A terminal starts whatever it is given, and only prints that it could not.
  const file = process.platform === 'win32' ? command : await findProgram(command, { cwd, env });
  const terminal = open(() =>
    pty.spawn(file, isVerbatim ? args.join(' ') : [...args], {
      name: 'xterm-256color',
      cols: size.columns,
      rows: size.rows,
      cwd,
      env: { ...env },
      encoding: null,
    }),
  );
  follow(terminal, events);
  return {
    pid: terminal.pid,
    write: (text) => {
      terminal.write(text);
    },
    resize: ({ columns, rows }) => {
      terminal.resize(columns, rows);
    },
    hangUp: () => {
      terminal.kill(process.platform === 'win32' ? undefined : 'SIGHUP');
    },
    note: undefined,
  };
}

function open(spawn: () => Pty): Pty {
  try {
    const terminal = spawn();
    // Without a listener of ours an error of its stream would end the program.
    terminal.on?.('error', () => undefined);
    return terminal;
  } catch (error) {
    throw new WorkspaceError('not-started', 'The system gives no pseudo-terminal; end some, or run without one.', {
      cause: error,
    });
  }
}

function follow(terminal: Pty, events: CommandEvents): void {
  const output = new PtyOutput(terminal.ptsName);
  const watch = watchExit(terminal.pid, () => {
    output.ended();
  });
  // Bytes, although the types say text, since there is no encoding.
  terminal.onData((data) => {
    events.printed(output.take(Buffer.from(data as unknown as Uint8Array)));
  });
  terminal.onExit(({ exitCode, signal }) => {
    watch.stop();
    output.complete();
    const name = signal === undefined || signal === 0 ? null : signalName(signal);
    events.exited();
    events.ended({ exitCode: name === null ? exitCode : null, signal: name });
  });
}

/** Milliseconds between two looks, at first and later. */
const [firstLook, laterLooks] = [5, 50];

/** Calls `onExit` soon after the process has ended: since its side is held, the terminal itself tells it late. */
function watchExit(pid: number, onExit: () => void): { stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const look = (ms: number): void => {
    timer = setTimeout(() => {
      if (isThere(pid)) look(Math.min(ms + 1, laterLooks));
      else onExit();
    }, ms);
    timer.unref();
  };
  if (process.platform !== 'win32') look(firstLook);
  return {
    stop: () => {
      clearTimeout(timer);
    },
  };
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const signalName = (number: number): string =>
  Object.entries(system.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
