/**
 * A client of version 1 without any library: `plain-client.mjs behaviour agent …`. It starts the agent, sends the prompt
 * of the environment, and leaves; or it does one thing that no client should do.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [behaviour, command, ...args] = process.argv.slice(2);
const prompt = process.env['ACP_CONFORMANCE_PROMPT'] ?? 'hello';
const forever = 'setInterval(() => undefined, 1000)';

/** Sends one prompt, and resolves when it is answered. */
async function work(agent) {
  const { stdin, stdout } = agent;
  const waiting = new Map();
  const write = (message) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const call = (method, params) =>
    new Promise((resolve) => {
      waiting.set(waiting.size + 1, resolve);
      write({ id: waiting.size, method, params });
    });
  createInterface({ input: stdout }).on('line', (line) => {
    const { id, method, result } = JSON.parse(line);
    if (method === undefined) waiting.get(id)?.(result);
    else if (id !== undefined) write({ id, error: { code: -32601, message: 'Method not found' } });
  });
  const { protocolVersion } = await call('initialize', {
    protocolVersion: 1,
    clientInfo: { name: 'plain', version: '1.0.0' },
    clientCapabilities: {},
  });
  if (protocolVersion !== 1) return;
  const { sessionId } = await call('session/new', { cwd: process.cwd(), mcpServers: [] });
  await odd[behaviour]?.(agent, write);
  await call('session/prompt', { sessionId, prompt: [{ type: 'text', text: prompt }] });
}

/** What is done between the session and the prompt. */
const odd = {
  floods: ({ stdin }, write) => {
    for (let count = 0; count < 20_000; count += 1) write({ method: '_plain/note', params: { count } });
    return new Promise((resolve) => (stdin.writableLength === 0 ? resolve() : stdin.once('drain', resolve)));
  },
  'prints-binary': ({ stdin }) => void stdin.write(Buffer.from([0, 255, 254, 27, 91, 50, 74, 10])),
  'closes-input': ({ stdin }) => {
    stdin.end();
    return new Promise(() => setInterval(() => undefined, 1000));
  },
  forks: () => {
    for (const detached of [false, true])
      spawn(process.execPath, ['-e', forever], { stdio: 'ignore', detached }).unref();
  },
  'ignores-signals': () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
    setInterval(() => undefined, 1000);
  },
};

if (behaviour === 'is-lost') throw new Error("Cannot find module './settings.mjs'");
if (behaviour === 'fails') throw new Error('The settings cannot be read.');
if (behaviour === 'never-connects') setInterval(() => undefined, 1000);
else {
  const agent = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await work(agent);
  agent.stdin.end();
  if (behaviour !== 'leaves-agent') agent.kill();
  agent.stdout.destroy();
  agent.unref();
  if (behaviour === 'leaves-agent') process.exit(0);
}
