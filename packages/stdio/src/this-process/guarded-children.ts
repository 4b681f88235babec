/**
 * Gives standard error to child processes that would inherit standard output, because that belongs to the protocol.
 *
 * To load `node:child_process` takes longer than the rest of this package, so a program that has not loaded it yet is
 * guarded a little later.
 */
import type * as childProcess from 'node:child_process';
import type { StdioOptions } from 'node:child_process';

type AnyFunction = (...args: unknown[]) => unknown;

const stdoutDescriptor = 1;
const stderrDescriptor = 2;
/** Functions that do not use `ChildProcess`; all others call its `spawn`. */
const synchronous = ['spawnSync', 'execSync', 'execFileSync'] as const satisfies readonly (keyof typeof childProcess)[];
/** Milliseconds in which an agent has responded to `initialize`. */
const later = 100;

/** Guards every child that is started from now on; a little later if the program cannot start any yet. */
export function guardChildren(): void {
  const { moduleLoadList } = process as { readonly moduleLoadList?: readonly string[] };
  if (moduleLoadList?.includes('NativeModule child_process') === false) setTimeout(guard, later).unref();
  else guard();
}

function guard(): void {
  const functions = process.getBuiltinModule('node:child_process') as unknown as Record<string, AnyFunction> & {
    readonly ChildProcess: { readonly prototype: { spawn: AnyFunction } };
  };
  const { prototype } = functions.ChildProcess;
  prototype.spawn = guarded(prototype.spawn);
  for (const name of synchronous) functions[name] = guarded(functions[name] as AnyFunction);
  // Updates the modules that imported the functions by name.
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
}

/** Wraps `start` so that its options never name standard output. */
function guarded(start: AnyFunction): AnyFunction {
  return function (this: unknown, ...args) {
    return start.apply(this, args.map(withoutStdout));
  };
}

function withoutStdout(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null || Array.isArray(argument)) return argument;
  const { stdio } = argument as { readonly stdio?: StdioOptions };
  if (stdio === undefined) return argument;
  if (stdio === 'inherit') return { ...argument, stdio: ['inherit', stderrDescriptor, 'inherit'] };
  if (!Array.isArray(stdio)) return argument;
  const places = stdio.map((place, index) => (isStdout(place, index) ? stderrDescriptor : place));
  return { ...argument, stdio: places };
}

function isStdout(place: unknown, index: number): boolean {
  if (place === 'inherit') return index === stdoutDescriptor;
  return place === stdoutDescriptor || (Object(place) as { readonly fd?: unknown }).fd === stdoutDescriptor;
}
