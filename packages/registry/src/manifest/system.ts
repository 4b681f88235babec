/** What the running system can start. Programs are looked up, never run. */
import { programFile } from '@acp-stack/stdio';

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
      const known = programs.get(name) ?? programFile(name, { env }) !== undefined;
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
