/** How long `acp exec` takes until it starts the agent, against Node doing nothing. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { row } from './support/rounds.mjs';

const program = fileURLToPath(new URL('../apps/cli/dist/main.js', import.meta.url));

/** Starts for one figure. */
const tries = 5;

export function benchCliStart({ samples }) {
  const folder = mkdtempSync(join(tmpdir(), 'acp-cli-start-'));
  try {
    const mark = join(folder, 'started');
    const env = { PATH: process.env.PATH, HOME: folder };
    const note = ['-c', 'date +%s%N > "$0"', mark];
    /** Milliseconds until the shell has noted the time. */
    const noted = (command, args) => {
      const before = Date.now();
      spawnSync(command, args, { env, cwd: folder });
      return Number(readFileSync(mark, 'utf8')) / 1_000_000 - before;
    };
    const idle = () => timed(() => spawnSync(process.execPath, ['-e', '0'], { env }));
    const shell = () => noted('sh', note);
    const start = () => noted(process.execPath, [program, 'exec', 'hello', '--', 'sh', ...note]);
    // Starting a process takes as long as the machine is busy; the best of a few is what it takes. What the shell needs
    // is not ours.
    const ratios = Array.from({ length: samples }, () => {
      const rounds = Array.from({ length: tries }, () => [idle(), shell(), start()]);
      const [nothing, own, ours] = [0, 1, 2].map((index) => Math.min(...rounds.map((round) => round[index])));
      return (ours - own) / nothing;
    });
    const name = 'acp exec until it starts the agent';
    return [row({ group: 'cli-start', name, unit: '× node -e 0', better: 'lower' }, ratios, 2.5)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}
