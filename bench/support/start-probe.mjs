/**
 * From the start of an agent to its answer to `initialize`: `node start-probe.mjs
 * <twin-v1|twin-v2|peer-v1|peer-v2|bare> start [<share>]`.
 *
 * `bare` is a program that answers without any library; a twin is our agent, asked for the version of the peer beside
 * it. Prints the milliseconds of a good start as JSON, by the clock and of the processor; the client is the same for
 * all, and takes next to nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { percentile } from './interleave.mjs';

const [, , variant, , share = '1'] = process.argv;
const isShort = Number(share) < 0.3;
const starts = isShort ? 1 : Math.max(3, Math.round(12 * Number(share)));
const file = (name) => fileURLToPath(new URL(name, import.meta.url));

const programs = {
  'twin-v1': [file('start-agent-ours.mjs')],
  'twin-v2': [file('start-agent-ours.mjs')],
  'peer-v1': [file('start-agent-peer.mjs'), 'v1'],
  'peer-v2': [file('start-agent-peer.mjs'), 'v2'],
  bare: ['-e', 'process.stdin.once("data", () => console.log("{}"))'],
};
const params = {
  protocolVersion: variant.endsWith('v1') ? 1 : 2,
  info: { name: 'c', version: '1' },
  capabilities: {},
  clientCapabilities: {},
};
const input = `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })}\n`;

/** Started like any other, so that all are alike. */
const preload = ['--import', new URL('cpu-when-asked.mjs', import.meta.url).href];

async function start() {
  const started = performance.now();
  const child = spawn(process.execPath, [...preload, ...programs[variant]], { stdio: 'pipe' });
  child.stdin.write(input);
  const [answer] = await once(child.stdout, 'data');
  const wall = performance.now() - started;
  if (!String(answer).startsWith('{')) throw new Error(`no answer: ${answer}`);
  const told = once(child.stderr, 'data');
  child.kill('SIGUSR2');
  const [cpu] = await told;
  await once(child, 'close');
  return { wall, cpu: Number(cpu) / 1000 };
}

if (!isShort) await start();
const times = [];
for (let index = 0; index < starts; index += 1) times.push(await start());
const good = (figure) => percentile(times.map(figure), 0.2);
console.log(JSON.stringify({ wall: good(({ wall }) => wall), cpu: good(({ cpu }) => cpu) }));
