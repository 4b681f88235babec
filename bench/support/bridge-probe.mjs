/**
 * Started once per sample: `node bridge-probe.mjs <bridged|ours|peer-v1> <case>[,<case>…] [share]`; prints the figures
 * as JSON, one line for each case.
 *
 * `bridged` is our side with a far side of version 1, `ours` the same with one of version 2, `peer-v1` the peer's with
 * one of version 1. Streams over bytes measure one side alone: the other one plays bytes that were made before.
 */
import { playAgent, playClient } from './far-side.mjs';
import { edits, parsed, updates } from './messages.mjs';
import { best, measured, timedCalls } from './timing.mjs';
import { crossedStreams, webSink, webSource } from './web-streams.mjs';

const [, , implementation, names, share = '1'] = process.argv;
/** How many of `count` are done. */
const some = (count) => Math.max(1000, Math.round((count * Number(share)) / 1000) * 1000);
/** A short run is done only once. */
const repeats = Number(share) < 0.3 ? 1 : 3;
const version = implementation === 'ours' ? 'v2' : 'v1';
const far = {
  v1: { initialized: { protocolVersion: 1, agentCapabilities: {} }, prompted: { stopReason: 'end_turn' } },
  v2: {
    initialized: { protocolVersion: 2, info: { name: 'far', version: '1' }, capabilities: { session: {} } },
    prompted: { messageId: 'm' },
  },
}[version];
const info = { name: 'bench', version: '1.0.0' };
const option = {
  name: 'Model',
  type: 'select',
  currentValue: 'a',
  options: ['a', 'b'].map((value) => ({ value, name: value })),
};
/** What the far agent answers to `session/set_config_option`. */
const configured = {
  configOptions: [version === 'v1' ? { id: 'model', ...option } : { configId: 'model', ...option }],
};
const prompt = [{ type: 'text', text: 'go' }];

/** Our channel over a web stream. */
async function lines({ readable, writable }) {
  const { lineChannel } = await import('@acp-stack/rpc');
  return lineChannel(webSource(readable), webSink(writable));
}

// ------------------------------------------------------------------------------------------------ a client

/** Our client at the end of `channel`; both versions look the same from here. */
async function ourClient(channel, onUpdate) {
  const { Connection } = await import('@acp-stack/sdk');
  const connection = new Connection('client', channel);
  let onIdle;
  connection.onNotification('session/update', ({ update }) => {
    if (update.sessionUpdate === 'state_update') {
      if (update.state === 'idle') onIdle?.();
    } else if (update.sessionUpdate !== 'user_message') onUpdate();
  });
  await connection.requestRaw('initialize', { protocolVersion: 2, info, capabilities: {} });
  connection.setAdvertised({ capabilities: { session: {} } });
  const { sessionId } = await connection.request('session/new', { cwd: '/' });
  return {
    /** In version 2 a prompt ends with a state. */
    prompt: async () => {
      const idle = new Promise((resolve) => (onIdle = resolve));
      await connection.request('session/prompt', { sessionId, prompt });
      await idle;
    },
    configure: () =>
      connection.request('session/set_config_option', { sessionId, configId: 'model', type: 'id', value: 'b' }),
  };
}

async function peerClient(target, onUpdate) {
  const { client, methods } = await import('@agentclientprotocol/sdk');
  const { agent } = methods;
  const app = client({ name: 'c' }).onNotification(methods.client.session.update, () => onUpdate());
  const context = await new Promise((resolve, reject) => {
    app
      .connectWith(target, async (opened) => {
        await opened.request(agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
        resolve(opened);
        await new Promise(() => undefined);
      })
      .catch(reject);
  });
  const { sessionId } = await context.request(agent.session.new, { cwd: '/', mcpServers: [] });
  return {
    prompt: () => context.request(agent.session.prompt, { sessionId, prompt }),
    configure: () => context.request(agent.session.setConfigOption, { sessionId, configId: 'model', value: 'b' }),
  };
}

/** A client with a far side of prepared bytes. */
async function openClient(options) {
  const [left, right] = crossedStreams();
  playAgent(left, { version, ...far, ...options });
  if (implementation !== 'peer-v1') return ourClient(await lines(right), options.onUpdate);
  const { ndJsonStream } = await import('@agentclientprotocol/sdk');
  return peerClient(ndJsonStream(right.writable, right.readable), options.onUpdate);
}

/** A client with an agent of the same making, as far as there is one: ours of version 1 is the bare engine. */
async function openPair({ bytes, onUpdate, onPrompt }) {
  if (implementation === 'peer-v1') return peerClient(await peerAgent({ bytes, onPrompt }), onUpdate);
  const { memoryPair, Peer } = await import('@acp-stack/rpc');
  const [left, right] = bytes ? await Promise.all(crossedStreams().map(lines)) : memoryPair();
  const send = (params) => peer.notify('session/update', params);
  const idle = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' };
  const answers = {
    initialize: () => far.initialized,
    'session/new': () => ({ sessionId: 'sess_1' }),
    'session/prompt': async (_, context) => {
      if (version === 'v1') await onPrompt(send);
      else context.afterResponse(() => void onPrompt(send).then(() => send({ sessionId: 'sess_1', update: idle })));
      return far.prompted;
    },
    'session/set_config_option': () => configured,
  };
  const peer = new Peer(left, { handlers: (method) => ({ kind: 'request', run: answers[method] }) });
  return ourClient(right, onUpdate);
}

/** The peer's agent; what its client connects to. */
async function peerAgent({ bytes, onPrompt }) {
  const { agent, methods, ndJsonStream } = await import('@agentclientprotocol/sdk');
  const app = agent({ name: 'a' })
    .onRequest(methods.agent.initialize, () => far.initialized)
    .onRequest(methods.agent.session.new, () => ({ sessionId: 'sess_1' }))
    .onRequest(methods.agent.session.setConfigOption, () => configured)
    .onRequest(methods.agent.session.prompt, async ({ client }) => {
      await onPrompt((params) => client.notify(methods.client.session.update, params));
      return far.prompted;
    });
  if (!bytes) return app;
  const [left, right] = crossedStreams();
  app.connect(ndJsonStream(left.writable, left.readable));
  return ndJsonStream(right.writable, right.readable);
}

// ------------------------------------------------------------------------------------------------ an agent

async function serveOurs(end, onPrompt) {
  const { Connection } = await import('@acp-stack/sdk');
  const connection = new Connection('agent', await lines(end));
  const send = (params) => connection.notify('session/update', params);
  const tell = (state) => send({ sessionId: 'sess_1', update: { sessionUpdate: 'state_update', ...state } });
  const work = async () => {
    await tell({ state: 'running' });
    await onPrompt(send);
    await tell({ state: 'idle', stopReason: 'end_turn' });
  };
  connection.onRawRequest('initialize', () => ({ protocolVersion: 2, info, capabilities: { session: {} } }));
  connection.onRequest('session/new', () => ({ sessionId: 'sess_1' }));
  connection.onRequest('session/prompt', (_, { afterResponse }) => {
    afterResponse(() => void work());
    return { messageId: 'm' };
  });
}

async function servePeer({ readable, writable }, onPrompt) {
  const { agent, methods, ndJsonStream } = await import('@agentclientprotocol/sdk');
  agent({ name: 'a' })
    .onRequest(methods.agent.initialize, () => far.initialized)
    .onRequest(methods.agent.session.new, () => ({ sessionId: 'sess_1' }))
    .onRequest(methods.agent.session.prompt, async ({ client }) => {
      await onPrompt((params) => client.notify(methods.client.session.update, params));
      return far.prompted;
    })
    .connect(ndJsonStream(writable, readable));
}

// ------------------------------------------------------------------------------------------------ cases

/** Prompts again and again: once to warm up, then to measure; the best counts. */
async function runs({ count, prompts, seen }) {
  const timed = [];
  let missing = 0;
  for (let run = 0; run <= repeats; run += 1) {
    const before = seen();
    const figures = await measured(prompts);
    if (run === 0) continue;
    timed.push(figures);
    missing += count - (seen() - before);
  }
  return { ...best(timed, count), missing };
}

async function received({ make, count }) {
  let seen = 0;
  const onUpdate = () => (seen += 1);
  const { prompt: prompts } = await openClient({ onUpdate, make, count });
  return runs({ count, prompts, seen: () => seen });
}

/** Sends one after the other, as programs do that mind the other side. */
const sender = (make, count) => {
  const messages = parsed(make, count);
  return async (send) => {
    for (let index = 0; index < count; index += 1) await send(messages[index]);
  };
};

async function receivedByReference({ make, count }) {
  let seen = 0;
  const onUpdate = () => (seen += 1);
  const { prompt: prompts } = await openPair({ bytes: false, onUpdate, onPrompt: sender(make, count) });
  return runs({ count, prompts, seen: () => seen });
}

/** From the call of the program to the bytes. */
async function sent({ make, count }) {
  const [left, right] = crossedStreams();
  await (implementation === 'peer-v1' ? servePeer : serveOurs)(left, sender(make, count));
  const { prompt: prompts, counted } = await playClient(right, version);
  return runs({ count, prompts, seen: counted });
}

async function calls({ inFlight, count }) {
  const { configure } = await openPair({ bytes: true, onUpdate: () => undefined });
  return timedCalls(configure, { inFlight, count });
}

const { chunk, chunkWithoutId } = updates;
/** Enough for the compiler to settle; a slower implementation needs fewer. */
const chunks = implementation === 'peer-v1' ? 50_000 : 200_000;
const cases = {
  chunk: () => received({ make: chunk, count: some(chunks) }),
  // Version 2 has no chunks without an id: what is compared is the same text.
  'chunk-without-id': () => received({ make: version === 'v1' ? chunkWithoutId : chunk, count: some(chunks) }),
  edit: () => received({ make: edits[version], count: some(10_000) }),
  'memory-chunk': () => receivedByReference({ make: chunk, count: some(chunks) }),
  'sent-chunk': () => sent({ make: chunk, count: some(chunks) }),
  'sent-edit': () => sent({ make: edits[implementation === 'peer-v1' ? 'v1' : 'v2'], count: some(10_000) }),
  'requests-100': () => calls({ inFlight: 100, count: some(60_000) }),
  'requests-1': () => calls({ inFlight: 1, count: some(8000) }),
};

for (const each of names.split(',')) console.log(JSON.stringify(await cases[each]()));
process.exit(0);
