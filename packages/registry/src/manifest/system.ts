/** What the running system can start. Programs are looked up, never run. */
import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/** The facts about a system that decide which distributions it can use. */
export interface System {
  readonly platform: NodeJS.Platform;
  /** As `process.arch`. */
  readonly arch: string;
  /** Whether the C library is musl, with which builds for glibc do not start. */
  readonly isMusl: boolean;
  /** Whether a program with this name is on `PATH`. */
  readonly hasProgram: (name: string) => boolean;
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The system that this program runs on. Each program is looked up once, so a new system sees what has been installed
 * since then.
 */
export function currentSystem(env: Environment = process.env): System {
  const { platform, arch } = process;
  const programs = new Map<string, boolean>();
  return {
    platform,
    arch,
    // Finding it out takes a while, so only those that need it wait.
    get isMusl() {
      return platform === 'linux' && isMusl();
    },
    hasProgram(name) {
      const known = programs.get(name) ?? isOnPath(name, env);
      programs.set(name, known);
      return known;
    },
  };
}

let hasMusl: boolean | undefined;

function isMusl(): boolean {
  hasMusl ??= readCLibrary() === undefined;
  return hasMusl;
}

/** The version of glibc; undefined if the C library is another. */
function readCLibrary(): string | undefined {
  // Otherwise the report looks up the names of open connections, which can take seconds. Node 20 has no such switch.
  const report: typeof process.report & { excludeNetwork?: boolean } = process.report;
  const { excludeNetwork = false } = report;
  report.excludeNetwork = true;
  const { header } = report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } };
  report.excludeNetwork = excludeNetwork;
  return header.glibcVersionRuntime;
}

/** Whether a shell would find the program. Relative folders of `PATH` are left out: they depend on where one is. */
export function isOnPath(name: string, env: Environment, platform: NodeJS.Platform = process.platform): boolean {
  const isWindows = platform === 'win32';
  const path = isWindows ? win32 : posix;
  const endings = isWindows ? (variable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';') : [''];
  const folders = (isWindows ? variable(env, 'Path') : env['PATH'])?.split(path.delimiter) ?? [];
  return folders
    .filter((folder) => path.isAbsolute(folder))
    .some((folder) => endings.some((ending) => isProgram(path.join(folder, `${name}${ending}`))));
}

/** Variables are case-insensitive on Windows. */
function variable(env: Environment, name: string): string | undefined {
  return Object.entries(env).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
