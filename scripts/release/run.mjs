/** Runs the commands of a release; what they print is shown only when they fail. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** The environment without what npm tells its scripts, which would decide for the commands that they start. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_registry)|NODE_ENV$|INIT_CWD$)/u.test(name)),
);

/**
 * Resolves with stdout of a command that succeeds; a failure is an error that quotes what was printed.
 *
 * @param {readonly string[]} command
 * @param {{ cwd?: string, env?: Record<string, string> }} [place]
 */
export async function run(command, { cwd, env = {} } = {}) {
  const [file, ...words] = command;
  const child = spawn(file, words, { cwd, env: { ...environment, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await once(child, 'close');
  const [stdout, stderr] = await outputs;
  if (code === 0) return stdout;
  throw new Error(`${command.join(' ')} ended with ${code ?? signal}:\n${`${stdout}${stderr}`.trim().slice(-4000)}`);
}
