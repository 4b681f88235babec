/**
 * Runs one tool of set-up: no stdin, nothing on stdout, its words kept for the case that it fails.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { ToolError } from './explain.mjs';
import { toolFolders } from './tool-folders.mjs';

const tools = fileURLToPath(new URL('../../.tools', import.meta.url));
const tool = fileURLToPath(new URL('tool.mjs', import.meta.url));
/** What a shell answers too when a program does not exist. */
const notFound = 127;
const sayStillRunningEvery = 15_000;

/** Rejects with a ToolError when the tool fails or `signal` aborts it; `task` says what then went wrong. */
export function run([command, ...args], { cwd, task, signal }) {
  return new Promise((resolve, reject) => {
    // A group of its own, so that a stop reaches the programs that the tool starts. Windows has none, and would open a
    // window for it.
    const child = spawn(process.execPath, [tool, command, ...args], {
      cwd,
      env: environment(),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const started = performance.now();
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));

    const stop = () => kill(child);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const timer = setInterval(() => {
      process.stderr.write(`… still running after ${Math.round((performance.now() - started) / 1000)} s\n`);
    }, sayStillRunningEvery);
    const finish = () => {
      clearInterval(timer);
      signal.removeEventListener('abort', stop);
    };

    child.on('error', (error) => {
      finish();
      reject(new ToolError(task, { output: `${error.code} ${error.message}`, command, cause: error }));
    });
    child.on('close', (status) => {
      finish();
      const cause = status === notFound && output.startsWith('ENOENT') ? { code: 'ENOENT' } : undefined;
      if (status === 0) resolve();
      else reject(new ToolError(task, { output, command, interrupted: signal.aborted, cause }));
    });
  });
}

/** CI: no questions and no animation. NODE_ENV=production would leave out the development dependencies. */
function environment() {
  const { NODE_ENV: _, ...rest } = process.env;
  return { ...rest, ...toolFolders(tools), CI: '1' };
}

function kill(child) {
  try {
    // `tool.mjs` ends with its input, and takes the tool along.
    if (process.platform === 'win32') child.stdin.end();
    else process.kill(-child.pid, 'SIGTERM');
  } catch {
    // Already gone.
  }
}
