#!/usr/bin/env node
/**
 * The `acp` program. Without arguments it opens a chat, or prints the methods of the protocol if there is no terminal.
 */
import { fileURLToPath } from 'node:url';

import { exitCodes } from './errors/command-error.ts';
import { run } from './run.ts';
import { closeLostTerminalsAtExit } from './terminal/closed-terminal-workaround.ts';
import { Output } from './terminal/output.ts';

/** Output that nothing reads must not keep a program running whose time is over. */
const exitAfter = (seconds: number, exitCode: number): void => {
  setTimeout(() => process.exit(exitCode), Math.min(seconds * 1000, 2 ** 31 - 1)).unref();
};

closeLostTerminalsAtExit();
process.exitCode = await run(process.argv.slice(2), {
  get stdin() {
    return process.stdin;
  },
  stdout: new Output(() => process.stdout),
  stderr: new Output(() => process.stderr),
  env: process.env,
  now: () => performance.now(),
  program: [process.execPath, fileURLToPath(import.meta.url)],
  exitAfter,
});
if (process.exitCode === exitCodes.timeout) exitAfter(1, exitCodes.timeout);
