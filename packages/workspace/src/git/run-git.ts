/**
 * Runs git so that it sees no settings but those of one folder, which its caller has made.
 *
 * No file of the user or the system and no variable of this process configures it, and the program itself is never
 * taken from the work tree.
 */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';

export interface GitRun {
  /** The folder with the settings of this run, also its `GIT_DIR` and home. */
  readonly settings: string;
  readonly cwd: string;
  /** Further variables; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** What git reads from its standard input; nothing by default. */
  readonly input?: string;
  /** Milliseconds after which git is killed; 30,000 by default. */
  readonly timeLimit?: number;
}

/** What git printed. */
export interface GitResult {
  /** Null if git was killed. */
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
  /** Whether the end of the output was dropped. */
  readonly isCut: boolean;
}

const maxOutputBytes = 1024 * 1024;

/** A pipe in the place of a file lets git wait for ever. */
const defaultTimeLimit = 30_000;

/** Runs the program `git`; rejects if it cannot be started, takes too long or `signal` aborts. */
export function runGit(
  git: string,
  args: readonly string[],
  { settings, cwd, env, signal, input = '', timeLimit = defaultTimeLimit }: GitRun,
): Promise<GitResult> {
  return new Promise((done, reject) => {
    const options = {
      cwd,
      env: { ...inherited(), ...alone(settings), ...env },
      maxBuffer: maxOutputBytes,
      killSignal: 'SIGKILL',
      timeout: timeLimit,
      windowsHide: true,
      ...(signal === undefined ? {} : { signal }),
    } as const;
    const child = execFile(git, ['--no-pager', '--no-optional-locks', ...args], options, (error, output, errors) => {
      const code: unknown = error?.code;
      const isCut = code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
      if (signal?.aborted === true) reject(signal.reason as Error);
      else if (error?.killed === true && !isCut) {
        reject(new Error(`git was stopped, because it took longer than ${timeLimit / 1000} seconds.`));
      } else if (typeof code === 'string' && !isCut) reject(new Error(`git could not be started (${code}).`));
      else done({ exitCode: isCut ? 0 : child.exitCode, output, errors, isCut });
    });
    // Git may end before it has read everything.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** The few variables that a program needs to run at all. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const alone = (settings: string): Record<string, string> => ({
  GIT_DIR: settings,
  HOME: settings,
  XDG_CONFIG_HOME: settings,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PROTOCOL_FROM_USER: '0',
  GIT_ALLOW_PROTOCOL: '',
  LC_ALL: 'C',
});

/** The program `git` of the PATH; relative folders and what is inside the work tree do not count. */
export async function findGit(workTree: string): Promise<string | undefined> {
  const inside = `${await realpath(workTree)}${sep}`;
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).filter((each) => isAbsolute(each))) {
    if (await isProgramOutside(join(folder, name), inside)) return join(folder, name);
  }
  return undefined;
}

/** Neither the folder of the program nor the file that a link leads to may be inside. */
async function isProgramOutside(path: string, inside: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    const places = [await realpath(dirname(path)), await realpath(path)];
    return (await stat(path)).isFile() && places.every((place) => !`${place}${sep}`.startsWith(inside));
  } catch {
    return false;
  }
}
