/**
 * Runs one tool and ends it when stdin ends: a set-up that is killed leaves no tool behind that goes on writing.
 *
 * `run.mjs` starts this as the leader of a process group, which the tool and its children belong to.
 */
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
process.stdin.on('end', () => process.kill(0, 'SIGKILL')).resume();
child.on('error', (error) => {
  process.stderr.write(`${error.code} ${error.message}\n`);
  process.exit(error.code === 'ENOENT' ? 127 : 1);
});
child.on('close', (status) => process.exit(status ?? 1));
