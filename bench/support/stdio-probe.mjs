/**
 * A client and an agent in two processes, over stdio: `node stdio-probe.mjs <variant> <case> [<share>]`; prints the figures as JSON.
 *
 * Variants: `ours`, `peer-v1` and `peer-v2` on both sides, `mixed-v1` and `mixed-v2` for our client with the peer's agent, `raw` for a pipe with
 * the same messages that are written, split, parsed and counted, and nothing else. One fresh pair per sample; CPU is that of both processes.
 */
import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { diffs, edits, updates } from './messages.mjs';
import { best, timedCalls } from './timing.mjs';

const [, , variant, name, share = '1', side = 'client'] = process.argv;
const self = fileURLToPath(import.meta.url);
const making = {
  client: variant.replace('mixed-v1', 'ours').replace('mixed-v2', 'ours'),
  agent: variant.replace('mixed', 'peer'),
};
const version = variant.endsWith('v1') ? 'v1' : 'v2';

/** The same update in a text that is not English. */
const foreign = 'der Gärtner prüft die Beete – 花园里有什么 – und schlägt eine kleine Änderung vor, '.repeat(40);
const unicodeDiff = (index) => {
  const { sessionId, update } = diffs[version](index);
  const [diff] = update.content;
  const content =
    version === 'v1'
      ? { ...diff, oldText: foreign.slice(0, 1700), newText: foreign.slice(7, 1707) }
      : { ...diff, patch: { ...diff.patch, text: foreign.slice(0, 3400) } };
  return { sessionId, update: { ...update, content: [content] } };
};

/** What streams are made of, and how many. */
const streams = {
  chunk: { make: updates.chunk, count: 60_000 },
  tool: { make: diffs[version], count: 12_000 },
  'tool-unicode': { make: unicodeDiff, count: 12_000 },
  edit: { make: edits[version], count: 12_000 },
};
/** Calls at a time, and how many. */
const calls = { 'requests-1': { inFlight: 1, count: 6000 }, 'requests-100': { inFlight: 100, count: 40_000 } };
const runs = 3;

const peers = {
  v1: {
    entry: '@agentclientprotocol/sdk',
    initialize: { protocolVersion: 1, clientCapabilities: {} },
    initialized: { protocolVersion: 1, agentCapabilities: {} },
    newSession: { cwd: '/', mcpServers: [] },
    prompted: { stopReason: 'end_turn' },
  },
  v2: {
    entry: '@agentclientprotocol/sdk/experimental/v2',
    initialize: { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} },
    initialized: { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: { session: {} } },
    newSession: { cwd: '/' },
    prompted: { messageId: 'm' },
  },
};

const argv = [process.execPath, self, variant, name, share, 'agent'];
const prompt = (words) => [{ type: 'text', text: words }];

// ------------------------------------------------------------------------------------------------ agents

/** A prompt says how many updates it wants; the CPU time of this process goes to stderr when they are sent. */
function streamer() {
  const { make } = streams[name] ?? {};
  const messages = make === undefined ? [] : Array.from({ length: 1000 }, (_, index) => make(index));
  return async (words, send) => {
    const count = Number(words);
    if (count === 0) return;
    const before = process.cpuUsage();
    for (let index = 0; index < count; index += 1) await send(messages[index % 1000]);
    const { user, system } = process.cpuUsage(before);
    process.stderr.write(`${user + system}\n`);
  };
}

const agents = {
  ours: async () => {
    const { Connection } = await import('@acp-stack/sdk');
    const { stdio } = await import('@acp-stack/stdio');
    const connection = new Connection('agent', stdio());
    const send = (params) => connection.notify('session/update', params);
    const onPrompt = streamer();
    connection.onRawRequest('initialize', () => peers.v2.initialized);
    connection.onRequest('session/new', () => ({ sessionId: 'sess_1' }));
    connection.onRequest('session/prompt', async (params) => {
      await onPrompt(params.prompt[0].text, send);
      return { messageId: 'm' };
    });
  },
  peer: async () => {
    const { entry, initialized, prompted } = peers[version];
    const { agent, methods, ndJsonStream } = await import(entry);
    const onPrompt = streamer();
    agent({ name: 'a' })
      .onRequest(methods.agent.initialize, () => initialized)
      .onRequest(methods.agent.session.new, () => ({ sessionId: 'sess_1' }))
      .onRequest(methods.agent.session.prompt, async ({ client, params }) => {
        await onPrompt(params.prompt[0].text, (update) => client.notify(methods.client.session.update, update));
        return prompted;
      })
      .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
  },
  /** Writes as fast as the pipe takes it, 64 KiB at a time. */
  raw: async () => {
    const onPrompt = streamer();
    let text = '';
    const flush = () =>
      new Promise((resolve) => {
        const full = text;
        text = '';
        process.stdout.write(full, resolve);
      });
    const send = (params) => {
      text += `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`;
      return text.length < 65_536 ? undefined : flush();
    };
    for await (const line of process.stdin) {
      await onPrompt(String(line), send);
      text += '{"jsonrpc":"2.0","id":1,"result":{}}\n';
      await flush();
    }
  },
};

// ------------------------------------------------------------------------------------------------ clients

const clients = {
  ours: async (onUpdate) => {
    const { Connection } = await import('@acp-stack/sdk');
    const { spawnAgent } = await import('@acp-stack/stdio');
    const channel = spawnAgent(argv);
    const connection = new Connection('client', channel);
    connection.onNotification('session/update', ({ update }) => {
      if (update.sessionUpdate !== 'state_update' && update.sessionUpdate !== 'user_message') onUpdate();
    });
    await connection.requestRaw('initialize', peers.v2.initialize);
    connection.setAdvertised({ capabilities: { session: {} } });
    const { sessionId } = await connection.request('session/new', { cwd: '/' });
    return {
      prompt: (words) => connection.request('session/prompt', { sessionId, prompt: prompt(words) }),
      onLine: async (listen) => {
        for await (const { text } of channel.stderr) listen(text);
      },
      close: () => channel.kill(),
    };
  },
  peer: async (onUpdate) => {
    const { entry, initialize, newSession } = peers[version];
    const { client, methods, ndJsonStream } = await import(entry);
    const child = spawn(argv[0], argv.slice(1), { stdio: ['pipe', 'pipe', 'pipe'] });
    const app = client({ name: 'c' }).onNotification(methods.client.session.update, () => onUpdate());
    const bytes = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
    const context = await new Promise((resolve, reject) => {
      app
        .connectWith(bytes, async (opened) => {
          await opened.request(methods.agent.initialize, initialize);
          resolve(opened);
          await new Promise(() => undefined);
        })
        .catch(reject);
    });
    const { sessionId } = await context.request(methods.agent.session.new, newSession);
    return {
      prompt: (words) => context.request(methods.agent.session.prompt, { sessionId, prompt: prompt(words) }),
      onLine: async (listen) => {
        for await (const line of child.stderr) listen(String(line));
      },
      close: () => child.kill(),
    };
  },
  raw: async (onUpdate) => {
    const child = spawn(argv[0], argv.slice(1), { stdio: ['pipe', 'pipe', 'pipe'] });
    let answered;
    let rest = '';
    child.stdout.on('data', (chunk) => {
      const last = chunk.lastIndexOf(10);
      const decode = name === 'tool-unicode' ? 'utf8' : 'latin1';
      if (last === -1) {
        rest += chunk.toString(decode);
        return;
      }
      const lines = (rest + chunk.toString(decode, 0, last)).split('\n');
      rest = chunk.toString(decode, last + 1);
      for (const line of lines) {
        const message = JSON.parse(line);
        if (message.method === 'session/update') onUpdate();
        else answered();
      }
    });
    return {
      prompt: (words) =>
        new Promise((resolve) => {
          answered = resolve;
          child.stdin.write(words);
        }),
      onLine: async (listen) => {
        for await (const line of child.stderr) listen(String(line));
      },
      close: () => child.kill(),
    };
  },
};

const kind = (each) => (each.startsWith('peer') ? 'peer' : each);

// ------------------------------------------------------------------------------------------------ measuring

/** Streams updates to a handler that counts; the best of a few runs after a warm-up. */
async function stream({ count }) {
  let seen = 0;
  let wanted = 0;
  let onAll;
  let agentCpu;
  const client = await clients[kind(making.client)](() => {
    seen += 1;
    if (seen === wanted) onAll();
  });
  void client.onLine((line) => agentCpu?.(Number(line)));
  const run = async (total) => {
    seen = 0;
    wanted = total;
    const all = new Promise((resolve) => (onAll = resolve));
    const theirs = new Promise((resolve) => (agentCpu = resolve));
    const before = process.cpuUsage();
    const started = performance.now();
    await Promise.all([client.prompt(String(total)), all]);
    const wall = performance.now() - started;
    const { user, system } = process.cpuUsage(before);
    return { wall, cpu: (user + system + (await theirs)) / 1000 };
  };
  await run(count / 4);
  const measured = [];
  for (let index = 0; index < runs; index += 1) measured.push(await run(count));
  await client.close();
  return best(measured, count);
}

async function requests({ inFlight, count }) {
  const client = await clients[kind(making.client)](() => undefined);
  const figures = await timedCalls(() => client.prompt('0'), { inFlight, count });
  await client.close();
  return figures;
}

if (side === 'agent') await agents[kind(making.agent)]();
else {
  const { count, ...rest } = streams[name] ?? calls[name];
  const work = { ...rest, count: Math.round((count * Number(share)) / 4) * 4 };
  const figures = await (name in streams ? stream(work) : requests(work));
  console.log(JSON.stringify(figures));
  process.exit(0);
}
