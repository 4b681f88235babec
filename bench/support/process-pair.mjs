/**
 * One side of a pair of processes: `node process-pair.mjs <ours|peer-v1|peer-v2> agent|client <case>`.
 *
 * The client starts the agent as a child and talks to it over its stdin and stdout. The side that a case is about prints its figures on
 * stderr as JSON. Cases: `stream` (100,000 updates, each awaited: the client's memory), `burst` (100,000 updates that nobody awaits, to a
 * client that reads slowly: the agent's memory), `sessions` (1,000 idle sessions: the client's memory).
 */
import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { updates } from './messages.mjs';

const [, , implementation, side, name] = process.argv;
const isOurs = implementation === 'ours';
const entries = { 'peer-v1': '@agentclientprotocol/sdk', 'peer-v2': '@agentclientprotocol/sdk/experimental/v2' };
const count = 100_000;
const update = updates.chunk(1);

const megabytes = () => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1024 / 1024;
};

/** Follows the memory of this process; `stop` says by how much it grew at most. */
function watch() {
  const before = megabytes();
  let peak = before;
  const look = () => (peak = Math.max(peak, process.memoryUsage().rss / 1024 / 1024));
  const timer = setInterval(look, 5);
  return () => {
    clearInterval(timer);
    look();
    return peak - before;
  };
}

/** Our channel over two Node streams. */
async function channelOver(input, output) {
  const { lineChannel } = await import('@acp-stack/rpc');
  return lineChannel(
    {
      start: (onData, onEnd) => {
        input.on('data', onData);
        input.once('end', () => onEnd());
      },
      pause: () => input.pause(),
      resume: () => input.resume(),
    },
    {
      write: (text, onTaken) => void output.write(text, (error) => onTaken(error ?? undefined)),
      end: () => new Promise((resolve) => void output.end(resolve)),
      destroy: () => output.destroy(),
    },
  );
}

// ------------------------------------------------------------------------------------------------ the agent

async function stream(send) {
  const stop = name === 'burst' ? watch() : undefined;
  for (let index = 0; index < count; index += 1) {
    const sent = send(update);
    if (name === 'burst') sent.catch(() => undefined);
    else await sent;
  }
  if (stop === undefined) return;
  // What piled up is there now; the slow client has not read much of it yet.
  process.stderr.write(`${JSON.stringify({ megabytes: stop() })}\n`);
}

async function runAgent() {
  if (isOurs) {
    const { Connection } = await import('@acp-stack/sdk');
    const connection = new Connection('agent', await channelOver(process.stdin, process.stdout));
    connection.onRequest('session/new', () => ({ sessionId: crypto.randomUUID() }));
    connection.onRequest('session/prompt', async () => {
      await stream((params) => connection.notify('session/update', params));
      return { messageId: 'm' };
    });
    return;
  }
  const { agent, methods, ndJsonStream } = await import(entries[implementation]);
  const isV2 = implementation === 'peer-v2';
  agent({ name: 'a' })
    .onRequest(methods.agent.initialize, () =>
      isV2
        ? { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: { session: {} } }
        : { protocolVersion: 1, agentCapabilities: {} },
    )
    .onRequest(methods.agent.session.new, () => ({ sessionId: crypto.randomUUID() }))
    .onRequest(methods.agent.session.prompt, async ({ client }) => {
      await stream((params) => client.notify(methods.client.session.update, params));
      return isV2 ? { messageId: 'm' } : { stopReason: 'end_turn' };
    })
    .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
}

// ------------------------------------------------------------------------------------------------ the client

async function runClient() {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--expose-gc', script, implementation, 'agent', name], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let report = '';
  child.stderr.on('data', (data) => (report += data));
  let seen = 0;
  const onUpdate = () => (seen += 1);
  const { open, prompt, builds } = await (isOurs ? openOurs(child, onUpdate) : openPeer(child, onUpdate));
  await open();
  const stop = watch();
  if (name === 'sessions') {
    const kept = [];
    for (let index = 0; index < 1000; index += 1) kept.push(await builds());
    process.stderr.write(`${JSON.stringify({ megabytes: megabytes() - stop.before, kept: kept.length })}\n`);
  } else if (name === 'burst') {
    // Stops reading while the agent sends, as a busy editor would, until the agent has said how it fared.
    void prompt();
    child.stdout.pause();
    await new Promise((resolve) => child.stderr.once('data', () => resolve()));
    process.stderr.write(report);
  } else {
    await prompt();
    process.stderr.write(`${JSON.stringify({ megabytes: stop(), seen })}\n`);
  }
  child.kill();
  process.exit(0);
}

async function openOurs(child, onUpdate) {
  const { Connection } = await import('@acp-stack/sdk');
  const connection = new Connection('client', await channelOver(child.stdout, child.stdin));
  connection.setAdvertised({ capabilities: { session: {} } });
  connection.onNotification('session/update', onUpdate);
  let sessionId;
  const builds = () => connection.request('session/new', { cwd: '/' });
  return {
    open: async () => ({ sessionId } = await builds()),
    prompt: () => connection.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] }),
    builds,
  };
}

async function openPeer(child, onUpdate) {
  const { client, methods, ndJsonStream } = await import(entries[implementation]);
  const isV2 = implementation === 'peer-v2';
  const app = client({ name: 'c' }).onNotification(methods.client.session.update, onUpdate);
  const { promise, resolve } = withResolvers();
  void app.connectWith(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)), async (context) => {
    await context.request(
      methods.agent.initialize,
      isV2
        ? { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} }
        : { protocolVersion: 1, clientCapabilities: {} },
    );
    resolve(context);
    await new Promise(() => undefined);
  });
  const context = await promise;
  let sessionId;
  const builds = () => context.request(methods.agent.session.new, { cwd: '/', mcpServers: [] });
  return {
    open: async () => ({ sessionId } = await builds()),
    prompt: () => context.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'go' }] }),
    builds,
  };
}

function withResolvers() {
  let resolve;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}

await (side === 'agent' ? runAgent() : runClient());
