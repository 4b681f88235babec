/** Runs a command with pipes. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';

import { hasProcessGroups, systemCommand } from '@acp-stack/stdio';

import { errorCode, WorkspaceError } from '../contract/workspace-error.ts';
import { findProgram, notStarted, type CommandEvents, type CommandToStart, type StartedCommand } from './command.ts';

/** Milliseconds to wait for the output of a process that has ended, if another process holds the pipe open. */
const outputGrace = 500;
/** Bytes of input that may wait for a command that does not read. */
const maxInputBytes = 16 * 1024 * 1024;

export async function startWithPipes(
  { command, args, isVerbatim, cwd, env, stdin }: CommandToStart,
  events: CommandEvents,
  note?: string,
): Promise<StartedCommand> {
  const child = await spawned({ command, cwd, env }, () => {
    const what = isVerbatim ? { command, args, env, isVerbatim } : systemCommand(command, args, { cwd, env });
    const created = spawn(what.command, what.args, {
      cwd,
      env: what.env,
      stdio: [stdin === 'pipe' ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      // The leader of a process group, so that the whole group can be ended.
      detached: hasProcessGroups(),
      windowsHide: true,
      windowsVerbatimArguments: what.isVerbatim,
    });
    if (created.pid !== undefined) events.created(created.pid);
    return created;
  });
  follow(child, events);
  const { stdin: input } = child;
  input?.on('error', () => undefined);
  return {
    pid: child.pid ?? 0,
    write: input === null ? undefined : (text) => writeInput(input, text),
    resize: undefined,
    hangUp: () => undefined,
    note,
  };
}

function writeInput(input: Writable, text: string): void {
  if (input.writableLength + Buffer.byteLength(text) > maxInputBytes) {
    const words = `More than ${maxInputBytes} bytes of input wait for the command; write less until it has read.`;
    throw new WorkspaceError('limit', words);
  }
  input.write(text);
}

/** Waits until the process runs or has failed to start. */
async function spawned(
  { command, ...place }: Pick<CommandToStart, 'command' | 'cwd' | 'env'>,
  start: () => ChildProcess,
): Promise<ChildProcess> {
  try {
    const child = start();
    await new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    return child;
  } catch (error) {
    // For the system, a folder of PATH that may not be searched could have the program; a look says whether any has it.
    if (errorCode(error) === 'EACCES' && process.platform !== 'win32') await findProgram(command, place);
    throw notStarted(command, error);
  }
}

function follow(child: ChildProcess, events: CommandEvents): void {
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const print = (bytes: Uint8Array): void => {
    if (!isEnded) events.printed(bytes);
  };
  child.stdout?.on('data', print).on('error', () => undefined);
  child.stderr?.on('data', print).on('error', () => undefined);
  child.on('error', () => undefined);
  const end = (exitCode: number | null, signal: NodeJS.Signals | null): void => {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(timer);
    child.stdout?.destroy();
    child.stderr?.destroy();
    events.ended({ exitCode, signal });
  };
  child.once('exit', (exitCode, signal) => {
    timer = setTimeout(() => {
      end(exitCode, signal);
    }, outputGrace);
    events.exited();
  });
  child.once('close', end);
}
