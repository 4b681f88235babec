/** The npm that scripts use. */
import { win32 } from 'node:path';

/**
 * The command of the npm that started us, or of the one in PATH when the command was started without npm. On Windows
 * that one is a script, which only a shell can start, so it is the one that comes with Node.
 *
 * @param {{ platform?: NodeJS.Platform, env?: Readonly<Record<string, string | undefined>>, execPath?: string }} [system]
 * @returns {string[]}
 */
export function npmCommand({ platform = process.platform, env = process.env, execPath = process.execPath } = {}) {
  const path = env.npm_execpath;
  if (path?.endsWith('npm-cli.js')) return [execPath, path];
  if (platform !== 'win32') return ['npm'];
  return [execPath, win32.join(win32.dirname(execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')];
}
