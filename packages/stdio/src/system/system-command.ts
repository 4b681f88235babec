/**
 * What to start for a command on this system.
 *
 * POSIX systems are given the command as it is. On Windows the file is looked up here, because the system would look
 * into the working directory first, and a name may stand for a script such as `npx.cmd` that only `cmd.exe` can run.
 */
import { paths } from '../node/lazy-modules.ts';
import { variableOf, type Environment } from './environment.ts';
import { programFile, type ProgramPlace } from './program-file.ts';
import { scriptCommandLine } from './script-command-line.ts';

/** What `child_process.spawn` is given. */
export interface SystemCommand {
  /** The file to run; `cmd.exe` for a script. */
  readonly command: string;
  /** Quoted for `cmd.exe` if that parses them. */
  readonly args: readonly string[];
  /** The environment, with what `cmd.exe` needs for a script. */
  readonly env: Environment;
  /** The arguments are quoted already: `windowsVerbatimArguments`. */
  readonly isVerbatim: boolean;
}

const scripts: ReadonlySet<string> = new Set(['.cmd', '.bat']);

/** With this variable `cmd.exe` does not look into the working directory for the programs of a script or a line. */
const safeSearch: Environment = { NoDefaultCurrentDirectoryInExePath: '1' };

/**
 * Returns what to start for `command`, a path or a name. Throws an error with the code `ENOENT` if Windows has no such
 * program, and a `TypeError` if a script cannot be given the arguments.
 */
export function systemCommand(command: string, args: readonly string[], place: ProgramPlace): SystemCommand {
  const { env, platform = process.platform } = place;
  if (platform !== 'win32') return { command, args, env, isVerbatim: false };
  const file = programFile(command, place);
  if (file === undefined) throw notFound(command);
  if (!scripts.has(paths().win32.extname(file).toLowerCase())) return { command: file, args, env, isVerbatim: false };
  return {
    command: commandInterpreter(env),
    args: scriptCommandLine(file, args),
    env: { ...env, ...safeSearch },
    isVerbatim: true,
  };
}

/** What to start for a line that the shell of the system reads: `sh`, or `cmd.exe` on Windows. */
export function shellCommand(line: string, { env, platform = process.platform }: ShellPlace): SystemCommand {
  if (platform !== 'win32') return { command: '/bin/sh', args: ['-c', line], env, isVerbatim: false };
  return {
    command: commandInterpreter(env),
    args: ['/d', '/s', '/c', `"${line}"`],
    env: { ...env, ...safeSearch },
    isVerbatim: true,
  };
}

/** Where a line of a shell is run. */
export type ShellPlace = Pick<ProgramPlace, 'env' | 'platform'>;

/** The path of a tool that comes with Windows. */
export function windowsTool(name: string, env: Environment = process.env): string {
  return paths().win32.join(variableOf(env, 'SystemRoot', 'win32') ?? String.raw`C:\Windows`, 'System32', name);
}

/** `ComSpec` if it is an absolute path; a name would be looked for in the working directory. */
function commandInterpreter(env: Environment): string {
  const named = variableOf(env, 'ComSpec', 'win32') ?? '';
  return /^[a-z]:[\\/]/iu.test(named) ? named : windowsTool('cmd.exe', env);
}

/** With the code of the system for a missing program. */
const notFound = (command: string): Error =>
  Object.assign(new Error(`${command} was not found; check its name and PATH.`), { code: 'ENOENT', path: command });
