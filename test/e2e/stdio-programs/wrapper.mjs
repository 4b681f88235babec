/** Starts another program the way `npx` does: as a child that shares its input and output. */
import { spawn } from 'node:child_process';

const [, , ...argv] = process.argv;
const child = spawn(argv[0], argv.slice(1), { stdio: 'inherit' });
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
