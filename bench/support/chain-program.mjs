/**
 * The programs of the benches of chains: `node chain-program.mjs <agent|proxy|lines|blocks|conductor|acp>
 * [<argument>]`.
 *
 * `agent` answers `initialize`, and a prompt with as many updates as its text says. `proxy` passes everything on.
 * `lines` starts the agent and reads and writes lines, `blocks` does so with all lines of a block at once, and
 * `conductor` is a chain with as many proxies as its argument says, and `acp` is `acp conduct`. With SIGUSR2 a program
 * writes its CPU time so far, in microseconds, to stderr.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { updates } from './messages.mjs';

const self = fileURLToPath(import.meta.url);
const [, , role, argument = '0'] = process.argv;

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
process.on('SIGUSR2', () => void process.stderr.write(`${cpu()}\n`));

const write = (message) => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const onLine = (listen) => createInterface({ input: process.stdin }).on('line', (line) => listen(JSON.parse(line)));
const envelope = 'proxy/successor';

/** Writes `count` updates, 64 KiB at a time. */
async function stream(count) {
  let text = '';
  for (let index = 0; index < count; index += 1) {
    text += `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: updates.chunk(index) })}\n`;
    if (text.length < 65_536 && index + 1 < count) continue;
    if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve));
    text = '';
  }
}

const roles = {
  agent: () => {
    const result = {
      protocolVersion: 2,
      info: { name: 'agent', version: '1.0.0' },
      capabilities: { session: {} },
      _meta: { cpu: cpu() },
    };
    onLine(async ({ id, method, params }) => {
      if (method === 'session/prompt') await stream(Number(params.prompt[0].text));
      if (id !== undefined) write({ id, result: method === 'initialize' ? result : {} });
    });
  },
  proxy: () => {
    let count = 0;
    const cameWith = new Map();
    const passOn = (id, message) => {
      if (id !== undefined) cameWith.set((count += 1), id);
      write({ ...(id === undefined ? {} : { id: count }), ...message });
    };
    onLine(({ id, method, params, result }) => {
      if (method === undefined) {
        const previous = cameWith.get(id);
        cameWith.delete(id);
        write({ id: previous, result });
      } else if (method === envelope) passOn(id, params);
      else {
        const inner = method === 'proxy/initialize' ? 'initialize' : method;
        passOn(id, { method: envelope, params: { method: inner, params } });
      }
    });
  },
  lines: () => {
    const child = spawn(process.execPath, [self, 'agent'], { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: process.stdin })
      .on('line', (line) => child.stdin.write(`${line}\n`))
      .on('close', () => child.stdin.end());
    createInterface({ input: child.stdout }).on('line', (line) => process.stdout.write(`${line}\n`));
  },
  blocks: () => {
    const child = spawn(process.execPath, [self, 'agent'], { stdio: ['pipe', 'pipe', 'inherit'] });
    relay(process.stdin, child.stdin);
    relay(child.stdout, process.stdout);
  },
  conductor: async () => {
    const { chain } = await import('@acp-stack/conductor');
    const { command } = await import('@acp-stack/conductor/node');
    const { stdio } = await import('@acp-stack/stdio');
    const proxies = Array.from({ length: Number(argument) }, () => command([process.execPath, self, 'proxy']));
    await chain(...proxies, command([process.execPath, self, 'agent'])).serve(stdio());
  },
  acp: async () => {
    process.argv.splice(1, Infinity, 'acp', 'conduct', '--', process.execPath, self, 'agent');
    await import('../../apps/cli/dist/main.js');
  },
};

/** Reads lines, and writes those of one block together. */
function relay(source, target) {
  let rest = '';
  source.setEncoding('utf8');
  source.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    if (lines.length > 0) target.write(`${lines.join('\n')}\n`);
  });
  source.on('end', () => target.end());
}

await roles[role]();
