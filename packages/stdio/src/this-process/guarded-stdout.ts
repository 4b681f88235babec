/**
 * Reserves standard output for the protocol.
 *
 * Once it is taken, everything else that the program prints goes to standard error: `console.log`,
 * `process.stdout.write`, streams that are piped there, writes of `node:fs` to file descriptor 1, and the output of
 * child processes that inherit it.
 */
import type * as fileSystem from 'node:fs';

import { guardChildren } from './guarded-children.ts';
import { fs } from '../node/lazy-modules.ts';
import type { TextOutput } from '../node/node-streams.ts';

const stdoutDescriptor = 1;
const stderrDescriptor = 2;

/** Functions whose first argument may be a file descriptor to write to. */
const writers = [
  'write',
  'writeSync',
  'writev',
  'writevSync',
  'writeFile',
  'writeFileSync',
  'appendFile',
  'appendFileSync',
] as const satisfies readonly (keyof typeof fileSystem)[];

type AnyFunction = (...args: unknown[]) => unknown;

let isTaken = false;

/** Takes standard output; throws if it was taken before. */
export function takeStdout(): TextOutput {
  if (isTaken) throw new Error('Standard output is in use: stdio() can be called once in a program.');
  isTaken = true;
  const { stdout } = process;
  const write = stdout.write.bind(stdout) as TextOutput['write'];
  const end = stdout.end.bind(stdout) as TextOutput['end'];
  redirectStream(stdout);
  redirectDescriptor();
  guardChildren();
  return { write, end };
}

function redirectStream(stdout: NodeJS.WriteStream): void {
  const toStderr = (...args: Parameters<typeof stdout.write>): boolean => process.stderr.write(...args);
  stdout.write = toStderr as typeof stdout.write;
  // Code that ends the output means only its own use of it.
  stdout.end = (...args: readonly unknown[]) => {
    const [chunk] = args;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) process.stderr.write(chunk);
    const done = args.findLast((each) => typeof each === 'function') as (() => void) | undefined;
    if (done !== undefined) process.nextTick(done);
    return stdout;
  };
}

function redirectDescriptor(): void {
  const functions = fs() as unknown as Record<string, AnyFunction>;
  for (const name of writers) {
    const original = functions[name] as AnyFunction;
    const redirected: AnyFunction = (target, ...rest) =>
      original(target === stdoutDescriptor ? stderrDescriptor : target, ...rest);
    // Keeps the properties of the function, such as its promisified form.
    Object.defineProperties(redirected, Object.getOwnPropertyDescriptors(original));
    functions[name] = redirected;
  }
  // Updates the modules that imported the functions by name.
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
}
