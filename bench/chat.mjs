/**
 * What `acp chat` costs in a real terminal: the CPU of its process for each token that an agent streams, at the beginning
 * of a conversation and after a long one, and how long a key takes to appear after a command has printed 100,000 lines.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { spawn as spawnInTerminal } from '@lydell/node-pty';

import { percentile } from './support/interleave.mjs';
import { row } from './support/rounds.mjs';

const program = fileURLToPath(new URL('../apps/cli/dist/main.js', import.meta.url));
const target = { token: 1, key: 50 };
/** Milliseconds between two tokens of a fast model. */
const tokenInterval = 5;
/** Milliseconds of the kernel's clock, in which it counts CPU. */
const tick = 10;

export async function benchChat({ samples, isShort }) {
  const sizes = isShort
    ? { tokens: 40, history: 2_000, lines: 5_000, keys: 3 }
    : { tokens: 600, history: 100_000, lines: 100_000, keys: 30 };
  const [fresh, long, before, after] = [[], [], [], []];
  for (let sample = 0; sample < Math.min(samples, 5); sample += 1) {
    const chat = await Chat.open(sizes);
    try {
      before.push(await chat.key(sizes.keys));
      fresh.push(await chat.cpuOfToken('first', sizes.tokens));
      await chat.say('history');
      long.push(await chat.cpuOfToken('second', sizes.tokens));
      await chat.say('flood');
      after.push(await chat.key(sizes.keys));
    } finally {
      await chat.close();
    }
  }
  return [
    about('CPU of a token, in a new conversation', 'ms', fresh, target.token),
    about(`CPU of a token, after ${counted(sizes.history)} tokens`, 'ms', long, target.token),
    about('a key until it is on the screen', 'ms', before, target.key),
    about(`the same after ${counted(sizes.lines)} lines of output`, 'ms', after, target.key),
  ];
}

const about = (name, unit, values, aim) => row({ group: 'chat', name, unit, better: 'lower' }, values, aim);
const counted = (count) => count.toLocaleString('en-US');

const turn = (name, steps) => ({ on: name, steps: [...steps, { text: [`\n\nDone: ${name.toUpperCase()}.`] }] });

/** The steps of the agent: each turn ends with its own mark. */
function script({ tokens, history, lines }) {
  const streamed = Array.from({ length: tokens }, (_, index) => [
    { text: [index % 40 === 39 ? 'end.\n\n' : 'word '] },
    { delay: tokenInterval },
  ]).flat();
  const paragraph = `${'lorem '.repeat(49)}end.\n\n`;
  const output = Array.from({ length: lines }, (_, index) => `line ${index}\r\n`).join('');
  const call = { id: 'run', title: 'Print', kind: 'execute', status: 'in_progress', terminal: 'out' };
  return {
    turns: [
      turn('first', streamed),
      turn('second', streamed),
      turn('history', [{ text: Array.from({ length: history / 50 }, () => paragraph) }]),
      turn('flood', [
        { terminal: { id: 'out', command: 'print', output } },
        { toolCall: call },
        { terminal: { id: 'out', exitCode: 0 } },
        { toolCall: { id: 'run', status: 'completed' } },
      ]),
    ],
  };
}

/** A chat in a terminal of its own, with a scripted agent. */
class Chat {
  #terminal;
  #folder;
  #output = '';
  #watch = () => undefined;

  static async open(sizes) {
    const chat = new Chat();
    chat.#folder = mkdtempSync(join(tmpdir(), 'acp-bench-chat-'));
    const file = join(chat.#folder, 'script.json');
    writeFileSync(file, JSON.stringify(script(sizes)));
    const args = [program, 'chat', '--', process.execPath, program, 'agent', '--script', file];
    const env = { PATH: process.env.PATH, HOME: chat.#folder, TERM: 'xterm-256color' };
    chat.#terminal = spawnInTerminal(process.execPath, args, { cwd: chat.#folder, env, cols: 100, rows: 30 });
    chat.#terminal.onData((data) => {
      chat.#output += data;
      chat.#watch();
    });
    await chat.#sees('scripted-agent');
    return chat;
  }

  /** Resolves when the words have come since the last call. */
  #sees(words) {
    return new Promise((resolve) => {
      this.#watch = () => {
        if (!this.#output.includes(words)) return;
        this.#output = '';
        this.#watch = () => undefined;
        resolve();
      };
      this.#watch();
    });
  }

  /** Runs a turn to its end. */
  async say(name) {
    this.#terminal.write(name);
    await this.#sees(name);
    this.#terminal.write('\r');
    await this.#sees(`Done: ${name.toUpperCase()}.`);
  }

  /** Milliseconds of CPU of the chat's process for each token of a turn. */
  async cpuOfToken(name, tokens) {
    const before = this.#cpu();
    await this.say(name);
    return (this.#cpu() - before) / tokens;
  }

  /** The median of the milliseconds until a typed letter is drawn. */
  async key(count) {
    const times = [];
    for (let index = 0; index < count; index += 1) {
      const start = performance.now();
      this.#terminal.write('~');
      await this.#sees('~');
      times.push(performance.now() - start);
      this.#terminal.write('\u007f');
      // The line is drawn anew without the letter.
      await this.#sees('\u001b[?2026l');
    }
    return percentile(times, 0.5);
  }

  /** The CPU that the process has used, in milliseconds: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
  #cpu() {
    const stat = readFileSync(`/proc/${this.#terminal.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tick;
  }

  async close() {
    const ended = new Promise((resolve) => this.#terminal.onExit(resolve));
    this.#terminal.kill();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
