/**
 * Lets the worker threads of the tests run TypeScript sources, which Node does by itself from 22.18 on.
 *
 * vitest reads the sources of the tests and of what they import; a thread that our code starts is not its business.
 * Given to `node --import`. A thread gets its program as one file of JavaScript, which is made once in each process:
 * hooks that compile its modules would need a second thread for each, and twice the CPU.
 */
import { spawnSync } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads, { isMainThread, Worker } from 'node:worker_threads';

const bundler = fileURLToPath(new URL('bundle-thread.mjs', import.meta.url));
const programs = new Map();

if (isMainThread && process.features.typescript === undefined) {
  threads.Worker = class extends Worker {
    constructor(program, options) {
      super(String(program).endsWith('.ts') && options?.eval !== true ? compiled(String(program)) : program, options);
    }
  };
  syncBuiltinESMExports();
}

/** The program as JavaScript. */
function compiled(program) {
  const known = programs.get(program);
  if (known !== undefined) return known;
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundler, program], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} could not be compiled: ${stderr}`);
  const made = new URL(stdout.trim());
  programs.set(program, made);
  return made;
}
