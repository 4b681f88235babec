/**
 * Runs one tool and ends it when stdin ends: a set-up that is killed leaves no tool behind that goes on writing.
 *
 * `run.mjs` starts this as the leader of a process group, which the tool and its children belong to.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
process.stdin.on('end', end).resume();
child.on('error', (error) => {
  process.stderr.write(`${error.code} ${error.message}\n`);
  process.exit(error.code === 'ENOENT' ? 127 : 1);
});
child.on('close', (status) => process.exit(status ?? 1));

/** Ends this process with the tool and what that has started. */
function end() {
  if (process.platform !== 'win32') process.kill(0, 'SIGKILL');
  const taskkill = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
  spawnSync(taskkill, ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
  process.exit(1);
}
