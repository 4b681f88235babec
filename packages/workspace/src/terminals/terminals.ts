/**
 * The commands of a workspace. Each starts in one of the roots, without the secrets in this program's environment, and
 * is killed when the workspace closes.
 *
 * Only the working directory of a command is checked, not what it does: this is not a sandbox.
 */
import { randomBytes } from 'node:crypto';

import { mergedEnvironment, shellCommand, type KillGrace } from '@acp-stack/stdio';

import {
  checkSize,
  findProgram,
  type CommandEvents,
  type CommandToStart,
  type StartedCommand,
  type TerminalSize,
} from './command.ts';
import { inheritedEnvironment, type EnvironmentRules } from './environment.ts';
import type { WorkspaceLimits } from '../contract/limits.ts';
import { isAbsolutePath } from '../paths/path-rules.ts';
import { startWithPipes } from './pipe-command.ts';
import { loadNodePty, startOnPty, type PtyModule } from './pty-command.ts';
import type { Roots } from '../paths/roots.ts';
import { Terminal } from './terminal.ts';
import { WorkspaceError } from '../contract/workspace-error.ts';

/** The command to run, and how. */
export interface StartOptions {
  /** A program or, with `shell`, a command line. */
  readonly command: string;
  /** The arguments, passed unchanged. */
  readonly args?: readonly string[];
  /**
   * Passes `command` to `sh`, or `cmd.exe` on Windows; `args` must be absent. With `if-needed` that happens only if
   * `command` looks like a command line, is not a program that exists, and has no arguments.
   */
  readonly shell?: boolean | 'if-needed';
  /** An absolute path inside the roots; the working directory of the session by default. */
  readonly cwd?: string;
  /** Variables in addition to the inherited ones; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Bytes of output to keep. */
  readonly outputByteLimit?: number;
  /** Runs the command on a pseudo-terminal of this size. */
  readonly pty?: TerminalSize;
  /** What stdin is without a pseudo-terminal: nothing (default) or a pipe. */
  readonly stdin?: 'none' | 'pipe';
  /** Kills the command when it aborts. */
  readonly signal?: AbortSignal;
}

export interface TerminalsOptions {
  readonly limits: WorkspaceLimits;
  readonly environment: EnvironmentRules;
  /** Milliseconds from SIGTERM to SIGKILL. */
  readonly killGrace: number;
  readonly loadPty?: () => Promise<PtyModule>;
}

/** Starts commands and finds them by id. `limits.terminals` counts all that are not released, also finished ones. */
export class Terminals implements AsyncDisposable {
  readonly #roots: Roots;
  readonly #options: TerminalsOptions;
  readonly #grace: KillGrace;
  readonly #terminals = new Map<string, Terminal>();
  readonly #starting = new Set<Promise<Terminal>>();
  #isClosed = false;

  /** Called by `openWorkspace`. */
  constructor(roots: Roots, options: TerminalsOptions) {
    this.#roots = roots;
    this.#options = options;
    // `end` has no effect: a command is never ended by ending its input, but with SIGTERM at once.
    this.#grace = { end: 0, terminate: options.killGrace };
  }

  /** The terminals that were not released. */
  get list(): readonly Terminal[] {
    return [...this.#terminals.values()];
  }

  /** The terminal with this id, unless it was released. */
  get(id: string): Terminal | undefined {
    return this.#terminals.get(id);
  }

  /** Starts a command; resolves as soon as it runs. */
  async start(options: StartOptions): Promise<Terminal> {
    const starting = this.#start(options);
    this.#starting.add(starting);
    try {
      return await starting;
    } finally {
      this.#starting.delete(starting);
    }
  }

  /** Ends every command and refuses new ones; resolves when all have ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#starting);
    await Promise.all(this.list.map((terminal) => terminal.release()));
  }

  async #start(options: StartOptions): Promise<Terminal> {
    const { signal } = options;
    signal?.throwIfAborted();
    checkCommand(options);
    if (options.pty !== undefined) checkSize(options.pty);
    const { limits, environment } = this.#options;
    const cwd = await this.#workingDirectory(options.cwd);
    const terminal = this.#reserve({ cwd, command: shownCommand(options), limit: outputLimit(options, limits) });
    try {
      const env = mergedEnvironment([inheritedEnvironment(environment), options.env ?? {}]);
      const toStart = { ...(await argvOf(options, { cwd, env })), cwd, stdin: options.stdin ?? 'none' } as const;
      terminal.begin(await this.#launch(toStart, { size: options.pty, events: terminal.events }), this.#grace);
    } catch (error) {
      this.#terminals.delete(terminal.id);
      throw error;
    }
    if (this.#isClosed || signal?.aborted === true) {
      await terminal.release();
      signal?.throwIfAborted();
      throw closed();
    }
    endOnAbort(terminal, signal);
    return terminal;
  }

  async #launch(
    command: CommandToStart,
    { size, events }: { size: TerminalSize | undefined; events: CommandEvents },
  ): Promise<StartedCommand> {
    if (size === undefined) return startWithPipes(command, events);
    const { loadPty = loadNodePty } = this.#options;
    let pty: PtyModule;
    try {
      pty = await loadPty();
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
      return startWithPipes(
        command,
        events,
        `No pseudo-terminal is available, so the command runs with pipes: ${reason}`,
      );
    }
    return startOnPty(pty, { ...command, size }, events);
  }

  #reserve(init: { cwd: string; command: string; limit: number }): Terminal {
    if (this.#isClosed) throw closed();
    const { terminals: limit } = this.#options.limits;
    if (this.#terminals.size >= limit) {
      throw new WorkspaceError(
        'limit',
        `The limit of ${limit} terminals is reached; release those that have finished.`,
      );
    }
    const id = `term_${randomBytes(9).toString('base64url')}`;
    const terminal = new Terminal({ id, ...init, onReleased: () => void this.#terminals.delete(id) });
    this.#terminals.set(id, terminal);
    return terminal;
  }

  async #workingDirectory(cwd: string | undefined): Promise<string> {
    if (cwd !== undefined && !isAbsolutePath(cwd)) {
      throw new WorkspaceError('invalid', `cwd must be an absolute path, not ${cwd}.`, { path: cwd });
    }
    const path = cwd ?? this.#roots.cwd;
    return this.#roots.directory(path);
  }
}

function endOnAbort(terminal: Terminal, signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  const end = (): void => void terminal.kill();
  signal.addEventListener('abort', end, { once: true });
  void terminal.waitForExit().then(() => {
    signal.removeEventListener('abort', end);
  });
}

type Argv = Pick<CommandToStart, 'command' | 'args' | 'env' | 'isVerbatim'>;

function checkCommand({ command, args = [], shell = false }: StartOptions): void {
  const invalid = [command, ...args].find((each) => typeof each !== 'string' || each.includes('\0'));
  if (command === '' || invalid !== undefined) {
    throw new WorkspaceError(
      'invalid',
      'command must be a non-empty string, args must be strings, and none may contain a NUL character.',
    );
  }
  if (shell === true && args.length > 0) {
    throw new WorkspaceError('invalid', 'args must be absent when shell is set; put the arguments into command.');
  }
}

async function argvOf(options: StartOptions, place: Pick<CommandToStart, 'cwd' | 'env'>): Promise<Argv> {
  const { command, args = [], shell = false } = options;
  if (shell === false || (shell === 'if-needed' && !(await isCommandLine(options, place)))) {
    return { command, args, env: place.env, isVerbatim: false };
  }
  return shellCommand(command, place);
}

/** Anything but the letters of a plain name or path; a name alone that is not found is a mistake, not a line. */
const lineCharacters = /[^\w@%+:,./\\-]/u;

async function isCommandLine(
  { command, args = [] }: StartOptions,
  place: Pick<CommandToStart, 'cwd' | 'env'>,
): Promise<boolean> {
  if (args.length > 0 || !lineCharacters.test(command)) return false;
  try {
    await findProgram(command, place);
    return false;
  } catch {
    return true;
  }
}

const shownCommand = ({ command, args = [] }: StartOptions): string =>
  [command, ...args.map((each) => (/^[\w@%+=:,./-]+$/u.test(each) ? each : JSON.stringify(each)))].join(' ');

function outputLimit({ outputByteLimit }: StartOptions, limits: WorkspaceLimits): number {
  if (outputByteLimit === undefined) return limits.outputBytes;
  if (Number.isInteger(outputByteLimit) && outputByteLimit >= 0) {
    return Math.min(outputByteLimit, limits.maximumOutputBytes);
  }
  throw new WorkspaceError('invalid', `outputByteLimit must be a number of bytes, not ${outputByteLimit}.`);
}

const closed = (): WorkspaceError => new WorkspaceError('closed', 'The workspace has been closed.');
