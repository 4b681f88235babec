/**
 * How long `acp exec` takes until it starts the agent, and `acp chat` until its first frame, against Node doing
 * nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { spawn as spawnInTerminal } from '@lydell/node-pty';

import { row } from './support/rounds.mjs';

const program = fileURLToPath(new URL('../apps/cli/dist/main.js', import.meta.url));

export async function benchCliStart({ samples, isShort }) {
  /** Starts for one figure. */
  const tries = isShort ? 2 : 5;
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
    const frame = () => firstFrame(folder, env);
    // Starting a process takes as long as the machine is busy; the best of a few is what it takes. What the shell needs
    // is not ours.
    const [execs, chats] = [[], []];
    for (let sample = 0; sample < samples; sample += 1) {
      const rounds = [];
      for (let round = 0; round < tries; round += 1) rounds.push([idle(), shell(), start(), await frame()]);
      const [nothing, own, exec, chat] = [0, 1, 2, 3].map((index) => Math.min(...rounds.map((round) => round[index])));
      execs.push((exec - own) / nothing);
      chats.push(chat / nothing);
    }
    return [
      rowOf('acp exec until it starts the agent', execs, 2.5),
      rowOf('acp chat until its first frame', chats, 2.5),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rowOf = (name, ratios, target) =>
  row({ group: 'cli-start', name, unit: '× node -e 0', better: 'lower' }, ratios, target);

function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Milliseconds until `acp chat` has painted the line on which one types; its agent never answers. */
function firstFrame(cwd, env) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const args = [program, 'chat', '--', process.execPath, '-e', 'process.stdin.resume()'];
    const chat = spawnInTerminal(process.execPath, args, { cwd, env: { ...env, TERM: 'xterm-256color' } });
    let output = '';
    let painted;
    chat.onData((data) => {
      output += data;
      if (painted !== undefined || !output.includes('❯')) return;
      painted = performance.now() - started;
      chat.kill();
    });
    chat.onExit(() => {
      if (painted === undefined) reject(new Error(`acp chat ended before its first frame: ${output.slice(0, 500)}`));
      else resolve(painted);
    });
  });
}
