/**
 * Finds the file of a program in `PATH`.
 *
 * A name is looked for in the absolute folders of `PATH` and nowhere else: not in the working directory, where Windows
 * looks first, and not in a relative folder, because what is there may belong to a project that is not trusted.
 */
import { fs, paths } from '../node/lazy-modules.ts';
import { variableOf, type Environment } from './environment.ts';

/** Where a program is looked for. */
export interface ProgramPlace {
  /** The folder in which relative paths begin; that of this process when undefined. */
  readonly cwd?: string | undefined;
  /** Names the folders to search (`PATH`) and, on Windows, the endings to try (`PATHEXT`). */
  readonly env: Environment;
  /** The system whose rules hold; the running one when absent. */
  readonly platform?: NodeJS.Platform;
  /** Whether a path is a file that may be run; asks the disk when absent. */
  readonly isProgram?: (path: string) => boolean;
}

/** The absolute path of the program that `command` is, by path or by name; undefined if there is none. */
export function programFile(command: string, place: ProgramPlace): string | undefined {
  const { cwd = '.', platform = process.platform } = place;
  const { isProgram = platform === 'win32' ? isFile : isExecutable } = place;
  const path = platform === 'win32' ? paths().win32 : paths().posix;
  if (command === '') return undefined;
  const folders = isPath(command, platform) ? [cwd] : searchedFolders(place.env, platform);
  const endings = platform === 'win32' ? endingsFor(command, place.env) : [''];
  const found = folders.flatMap((folder) => endings.map((ending) => path.resolve(folder, command + ending)));
  return found.find((file) => isProgram(file));
}

/** Whether a command is a path, and not a name to look up. */
function isPath(command: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? /[\\/:]/u.test(command) : command.includes('/');
}

function searchedFolders(env: Environment, platform: NodeJS.Platform): readonly string[] {
  const value = variableOf(env, 'PATH', platform) ?? '';
  if (platform !== 'win32') return value.split(':').filter((folder) => folder.startsWith('/'));
  // A folder may be in quotation marks; `\bin` depends on the drive of the working directory.
  const folders = value.split(';').map((folder) => folder.replaceAll('"', '').trim());
  return folders.filter((folder) => /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/iu.test(folder));
}

/** What Windows can start: programs, and scripts that `cmd.exe` runs. */
const startable = ['.com', '.exe', '.bat', '.cmd'];

/** The endings to try, in the order of `PATHEXT`; others than those of programs and scripts cannot be started. */
function endingsFor(command: string, env: Environment): readonly string[] {
  const listed = (variableOf(env, 'PATHEXT', 'win32') ?? startable.join(';')).toLowerCase().split(';');
  const endings = listed.filter((ending) => startable.includes(ending));
  return paths().win32.extname(command) === '' ? endings : ['', ...endings];
}

function isFile(path: string): boolean {
  return fs().statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isExecutable(path: string): boolean {
  const { accessSync, constants, statSync } = fs();
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
