/**
 * Runs a command on a pseudo-terminal.
 *
 * The command's side of the terminal is held open here as well, until all output has been read. Otherwise Node's stream
 * ends together with the command, and output that is still in kernel buffers is lost: libuv takes a read that does not
 * fill its buffer for the last one (https://github.com/libuv/libuv/blob/v1.x/src/unix/stream.c).
 */
import { constants as system } from 'node:os';

import { systemCommand } from '@acp-stack/stdio';
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

/** The part of `@lydell/node-pty` that is used. */
export type PtyModule = Pick<typeof nodePty, 'spawn'>;

type Pty = ReturnType<PtyModule['spawn']> & {
  /** The device file of the command's side; absent on Windows. */
  readonly ptsName?: string;
  readonly on?: (event: 'error', listener: () => void) => void;
};

/** Loaded on first use, because it is native code that not every system has. */
export const loadNodePty = (): Promise<PtyModule> => import('@lydell/node-pty');

export async function startOnPty(
  pty: PtyModule,
  { command, args, isVerbatim, cwd, env, size }: CommandToStart & { readonly size: TerminalSize },
  events: CommandEvents,
): Promise<StartedCommand> {
  const what = isVerbatim ? { command, args, env, isVerbatim } : systemCommand(command, args, { cwd, env });
  // A pseudo-terminal accepts any command and only prints that it could not be started.
  const file = await findProgram(what.command, { cwd, env });
  const terminal = open(() =>
    pty.spawn(file, what.isVerbatim ? what.args.join(' ') : [...what.args], {
      name: 'xterm-256color',
      cols: size.columns,
      rows: size.rows,
      cwd,
      env: { ...what.env },
      encoding: null,
    }),
  );
  events.created(terminal.pid);
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
    // Without a listener, an error of its stream would end the process.
    terminal.on?.('error', () => undefined);
    return terminal;
  } catch (error) {
    throw new WorkspaceError(
      'not-started',
      'The operating system has no free pseudo-terminal; end some, or run without one.',
      {
        cause: error,
      },
    );
  }
}

function follow(terminal: Pty, events: CommandEvents): void {
  const output = new PtyOutput(terminal.ptsName);
  const watch = watchExit(terminal.pid, () => {
    output.ended();
  });
  // Buffers, although the types say strings, because no encoding is set.
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

/** Milliseconds between two checks, at first and later. */
const [firstLook, laterLooks] = [5, 50];

/**
 * Calls `onExit` soon after the process has ended: because its side is held open, the terminal itself reports it late.
 */
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
