/**
 * Started once per sample: `node conductor-probe.mjs <variant> <case>[,<case>…] [share]`; prints the figures as JSON,
 * one line for each case.
 *
 * `hop`: microseconds of CPU for one message through a chain in this process, of which the variant names the proxies.
 * `crossing`: microseconds of CPU of the program between a client and an agent that are processes, for one message.
 * `sessions`: how many updates of 1,000 sessions did not arrive. `start`: how long a chain of commands takes to start.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { updates } from './messages.mjs';
import { best, measured } from './timing.mjs';

const program = fileURLToPath(new URL('chain-program.mjs', import.meta.url));
const [, , variant, names, share = '1'] = process.argv;
const some = (count) => Math.max(1000, Math.round((count * Number(share)) / 1000) * 1000);
const repeats = Number(share) < 0.3 ? 1 : 3;
const info = { name: 'bench', version: '1.0.0' };
const capabilities = { session: {} };

// ------------------------------------------------------------------------------------------------ in this process

const hops = 8;

const wrapped = (next) => ({ ...next, run: (params, context) => next.run(params, context) });
const nothing = () => undefined;

const proxiesOf = {
  none: async () => [],
  sdk: async () => {
    const { proxy } = await import('@acp-stack/sdk');
    return Array.from({ length: hops }, (_, index) => proxy({ ...info, name: `proxy ${index}` }));
  },
  wrapper: async () => {
    const { wrapHandler } = await import('@acp-stack/conductor');
    const wrapper = { fromAgent: wrapped };
    return Array.from({ length: hops }, (_, index) => wrapHandler(`wrapper ${index}`, wrapper));
  },
  relay: async () => {
    const { memoryPair } = await import('@acp-stack/rpc');
    const startRelay = () => {
      const [ours, theirs] = memoryPair();
      const ids = new Map();
      let count = 0;
      const receive = ({ id, method, params, result }) => {
        if (method === 'proxy/successor') theirs.send({ jsonrpc: '2.0', method: params.method, params: params.params });
        else if (method === undefined) theirs.send({ jsonrpc: '2.0', id: ids.get(id), result });
        else {
          ids.set((count += 1), id);
          theirs.send({
            jsonrpc: '2.0',
            id: count,
            method: 'proxy/successor',
            params: { method: 'initialize', params },
          });
        }
      };
      theirs.open({ receive, reject: () => undefined, ended: () => undefined });
      return ours;
    };
    return Array.from({ length: hops }, (_, index) => ({ name: `relay ${index}`, role: 'proxy', start: startRelay }));
  },
};

/** The agent sends parsed messages, and the client counts them. */
async function hop() {
  const { chain } = await import('@acp-stack/conductor');
  const { memoryPair } = await import('@acp-stack/rpc');
  const [ours, theirs] = memoryPair();
  const agent = { name: 'agent', role: 'agent', start: () => ours };
  const result = { protocolVersion: 2, info, capabilities };
  const answer = ({ id, method }) => method === 'initialize' && theirs.send({ jsonrpc: '2.0', id, result });
  theirs.open({ receive: answer, reject: () => undefined, ended: () => undefined });
  const client = chain(...(await proxiesOf[variant]()), agent).start();
  const count = some(300_000);
  let seen = 0;
  let wake = nothing;
  const receive = ({ id }) => {
    if (id === undefined) seen += 1;
    if (id !== undefined || seen === count) wake();
  };
  client.open({ receive, reject: () => undefined, ended: () => undefined });
  const started = new Promise((resolve) => (wake = resolve));
  const params = { protocolVersion: 2, info, capabilities: {}, clientInfo: info, clientCapabilities: {} };
  client.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  await started;
  const messages = Array.from({ length: 1000 }, (_, index) => updates.chunk(index));
  const work = async () => {
    seen = 0;
    const all = new Promise((resolve) => (wake = resolve));
    for (let index = 0; index < count; index += 1) {
      theirs.send({ jsonrpc: '2.0', method: 'session/update', params: messages[index % messages.length] });
      // Bursts, as they come from a stream.
      if (index % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
    }
    await all;
  };
  const timed = [];
  for (let run = 0; run <= repeats; run += 1) {
    const figures = await measured(work);
    if (run > 0) timed.push(figures);
  }
  return { ...best(timed, count), hops };
}

// ------------------------------------------------------------------------------------------------ processes

const variants = {
  lines: ['lines'],
  blocks: ['blocks'],
  agent: ['conductor', '0'],
  proxied: ['conductor', '1'],
  acp: ['acp'],
};

/** A client that asks by lines, and counts the lines that are not responses. */
function lineClient(args) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  let rest = '';
  let answered = nothing;
  const client = {
    updates: 0,
    ask: (method, params) =>
      new Promise((resolve) => {
        answered = resolve;
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
      }),
    /** The CPU time of the program in the middle. */
    cpu: () =>
      new Promise((resolve) => {
        child.stderr.once('data', (text) => resolve(Number(text)));
        child.kill('SIGUSR2');
      }),
    end: () => new Promise((resolve) => void child.once('exit', resolve).stdin.end()),
  };
  child.stdout.setEncoding('latin1');
  child.stdout.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (line.startsWith('{"jsonrpc":"2.0","id"')) answered(JSON.parse(line));
      else client.updates += 1;
    }
  });
  return client;
}

const initialize = { protocolVersion: 2, info, capabilities: {}, clientInfo: info, clientCapabilities: {} };

async function crossing() {
  const client = lineClient(variants[variant]);
  await client.ask('initialize', initialize);
  const count = some(100_000);
  const run = async (total) => {
    const [before, seen] = [await client.cpu(), client.updates];
    await client.ask('session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: String(total) }] });
    if (client.updates - seen !== total) throw new Error(`${client.updates - seen} of ${total} updates arrived`);
    return (await client.cpu()) - before;
  };
  await run(Math.max(5000, count / 4));
  const all = [];
  for (let index = 0; index < repeats; index += 1) all.push((await run(count)) / count);
  await client.end();
  return { cpu: Math.min(...all) };
}

/** Wall time until a chain of commands is initialized, and the CPU time that one command has used until then. */
async function start() {
  const { chain } = await import('@acp-stack/conductor');
  const { command } = await import('@acp-stack/conductor/node');
  const count = { one: 1, four: 4 }[variant];
  const roles = [...Array.from({ length: count - 1 }, () => 'proxy'), 'agent'];
  const components = roles.map((role) => command([process.execPath, program, role]));
  const once = async () => {
    const began = performance.now();
    const channel = chain(...components).start();
    const { result } = await new Promise((resolve) => {
      channel.open({ receive: resolve, reject: () => undefined, ended: () => undefined });
      channel.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize });
    });
    const wall = performance.now() - began;
    await channel.end();
    const { _meta: meta } = result;
    return { wall, cpu: meta.cpu / 1000 };
  };
  await once();
  const all = [];
  for (let index = 0; index < repeats; index += 1) all.push(await once());
  return { wall: Math.min(...all.map(({ wall }) => wall)), cpu: Math.min(...all.map(({ cpu }) => cpu)) };
}

// ------------------------------------------------------------------------------------------------ sessions

async function sessions() {
  const { chain } = await import('@acp-stack/conductor');
  const { agent, client, proxy } = await import('@acp-stack/sdk');
  const count = Math.max(50, Math.round(1000 * Number(share)));
  const chunks = 20;
  const far = agent(info).onPrompt(async (turn) => {
    for (let index = 0; index < chunks; index += 1) await turn.message.append(`${index} `);
  });
  const proxies = Array.from({ length: 3 }, (_, index) => proxy({ ...info, name: `proxy ${index}` }));
  const connection = await client(info).connect(chain(...proxies, far));
  const opened = await Promise.all(Array.from({ length: count }, () => connection.newSession({ cwd: '/' })));
  const wanted = Array.from({ length: chunks }, (_, index) => `${index} `).join('');
  const said = await Promise.all(
    opened.map(async (session) => {
      let text = '';
      for await (const update of session.prompt('go'))
        if (update.sessionUpdate === 'agent_message_chunk') text += update.content.text;
      return text;
    }),
  );
  await connection.close();
  return { sessions: count, lost: said.filter((text) => text !== wanted).length };
}

const cases = { hop, crossing, sessions, start };
for (const each of names.split(',')) console.log(JSON.stringify(await cases[each]()));
process.exit(0);
