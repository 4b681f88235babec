/**
 * Commands on Windows, where a name may stand for a script such as `npx.cmd` that only `cmd.exe` can run.
 *
 * Written from the documented rules of `PATHEXT`, `CommandLineToArgvW` and `cmd.exe`. The tests check the text of the
 * command lines, which have never run on that system.
 */
import { fs, win32 } from '../node/lazy-modules.ts';

/** What `child_process.spawn` is given. */
export interface SpawnedCommand {
  /** The file to run; `cmd.exe` for a script. */
  readonly command: string;
  /** Quoted for `cmd.exe` if that parses them. */
  readonly args: readonly string[];
  /** The arguments are quoted already. */
  readonly isVerbatim: boolean;
}

/** Where a command is looked for. */
export interface WindowsLookup {
  /** The folder that relative paths begin in. */
  readonly cwd: string;
  /** Names the folders to search (`PATH`), the endings to try (`PATHEXT`) and the shell (`ComSpec`). */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether there is such a file; asks the disk when absent. */
  readonly exists?: (path: string) => boolean;
}

const scripts = new Set(['.cmd', '.bat']);
const usualExtensions = '.COM;.EXE;.BAT;.CMD';
/** Characters that are special to `cmd.exe`. */
const special = /[()\][%!^"`<>&|;, *?]/gu;

/** What to spawn for `command`: itself, or `cmd.exe` with a command line when it is a script. */
export function windowsCommand(command: string, args: readonly string[], lookup: WindowsLookup): SpawnedCommand {
  const file = findFile(command, lookup);
  if (file === undefined || !scripts.has(win32().extname(file).toLowerCase())) {
    return { command: file ?? command, args, isVerbatim: false };
  }
  const broken = args.find((arg) => /[\r\n\0]/u.test(arg));
  if (broken !== undefined) {
    throw new TypeError(`${file} is a script of cmd.exe, which cannot be given an argument with a line break.`);
  }
  // A script passes its arguments to a program, so cmd.exe parses them twice.
  const line = [escape(win32().normalize(file)), ...args.map((arg) => escape(escape(quote(arg))))].join(' ');
  const shell = variable(lookup.env, 'ComSpec') ?? 'cmd.exe';
  return { command: shell, args: ['/d', '/s', '/c', `"${line}"`], isVerbatim: true };
}

/** Quotes an argument as programs parse it: backslashes are special only before a quotation mark. */
function quote(arg: string): string {
  const inner = arg.replaceAll(/(\\*)"/gu, String.raw`$1$1\"`).replace(/(\\*)$/u, '$1$1');
  return `"${inner}"`;
}

const escape = (text: string): string => text.replaceAll(special, '^$&');

function findFile(command: string, { cwd, env, exists = fs().existsSync }: WindowsLookup): string | undefined {
  const hasFolder = /[\\/]/u.test(command);
  const folders = hasFolder ? [cwd] : [cwd, ...(variable(env, 'Path') ?? '').split(';').filter((each) => each !== '')];
  const extensions = (variable(env, 'PATHEXT') ?? usualExtensions).split(';');
  const endings = win32().extname(command) === '' ? extensions : ['', ...extensions];
  for (const folder of folders) {
    for (const ending of endings) {
      const file = win32().resolve(folder, command + ending.toLowerCase());
      if (exists(file)) return file;
    }
  }
  return undefined;
}

/** Environment variables are case-insensitive on Windows. */
function variable(env: WindowsLookup['env'], name: string): string | undefined {
  const found = Object.keys(env).find((each) => each.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : env[found];
}
