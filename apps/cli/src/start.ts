/** Runs the words of the command line with the streams and the environment of this process. */
import { exitCodes } from './errors/command-error.ts';
import { run } from './run.ts';
import { closeLostTerminalsAtExit } from './terminal/closed-terminal-workaround.ts';
import { Output } from './terminal/output.ts';

/** Output that nothing reads must not keep a program running whose time is over. */
const exitAfter = (seconds: number, exitCode: number): void => {
  setTimeout(() => process.exit(exitCode), Math.min(seconds * 1000, 2 ** 31 - 1)).unref();
};

/** `file` is the program, to start it again. */
export async function start(file: string): Promise<void> {
  closeLostTerminalsAtExit();
  process.exitCode = await run(process.argv.slice(2), {
    get stdin() {
      return process.stdin;
    },
    stdout: new Output(() => process.stdout),
    stderr: new Output(() => process.stderr),
    env: process.env,
    now: () => performance.now(),
    program: [process.execPath, file],
    exitAfter,
  });
  if (process.exitCode === exitCodes.timeout) exitAfter(1, exitCodes.timeout);
}
