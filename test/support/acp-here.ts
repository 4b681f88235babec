/** `acp` in this process: as a user would run it, without the start of a program for every line that is checked. */
import { run } from '../../apps/cli/src/run.ts';
import { captureTerminal, type CaptureOptions } from '../../apps/cli/src/terminal/captured-terminal.ts';
import { acpProgram, type AcpUser } from './acp-program.ts';

interface AcpOutcome {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs it in the folder of `user`; the agent stands behind `--`. */
export async function acpHere(
  user: AcpUser,
  args: readonly string[],
  options: Omit<CaptureOptions, 'program'> = {},
): Promise<AcpOutcome> {
  const terminal = captureTerminal({
    ...options,
    env: { ...user.env, ...options.env },
    // Agents inherit the environment of this process, which is not that of the user.
    program: ['env', ...Object.entries(user.env).map((pair) => pair.join('=')), process.execPath, acpProgram],
  });
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const placed = [...args.slice(0, end), '--cwd', user.project, ...args.slice(end)];
  const exitCode = await run(placed, terminal);
  return { exitCode, out: terminal.out(), err: terminal.err() };
}

interface HereOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/**
 * Does what `user.run` does, without the start of a program: for tests of what is said, not of how a process ends. One
 * at a time, because this process has one current folder.
 */
export async function runHere(
  user: AcpUser,
  args: readonly string[],
  { input = '', env = {}, cwd = user.project }: HereOptions = {},
): Promise<AcpOutcome> {
  const all = { ...user.env, ...env };
  const terminal = captureTerminal({
    env: all,
    stdin: [input],
    program: ['env', ...Object.entries(all).map((pair) => pair.join('=')), process.execPath, acpProgram],
  });
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const exitCode = await run(args, terminal);
    return { exitCode, out: terminal.out(), err: terminal.err() };
  } finally {
    process.chdir(before);
  }
}
