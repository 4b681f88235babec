/**
 * Started once per sample: one implementation, one case, in one fresh process; prints the figures as JSON, one line for
 * each case.
 *
 * `node engine-probe.mjs <ours|peer-v1|peer-v2|raw> <case>[,<case>…] [share]`. Both sides run in this process, so the
 * figures are for both together. Over bytes, all of them run over the same web streams, which are what the peer takes.
 */
import { diffs, parsed, updates } from './messages.mjs';
import { best, measured, timedCalls } from './timing.mjs';
import { crossedStreams, webSink, webSource } from './web-streams.mjs';

const [, , implementation, names, share = '1'] = process.argv;
/** How many of `count` are done. */
const some = (count) => Math.max(1000, Math.round((count * Number(share)) / 1000) * 1000);
/** A short run is done only once. */
const repeats = Number(share) < 0.3 ? 1 : 3;

// ------------------------------------------------------------------------------------------------ the official SDK

/** The default entry speaks version 1, the experimental one version 2, as ours does. */
const peerVersions = {
  'peer-v1': {
    entry: '@agentclientprotocol/sdk',
    initialize: { protocolVersion: 1, clientCapabilities: {} },
    initialized: { protocolVersion: 1, agentCapabilities: {} },
    newSession: { cwd: '/', mcpServers: [] },
    prompted: { stopReason: 'end_turn' },
  },
  'peer-v2': {
    entry: '@agentclientprotocol/sdk/experimental/v2',
    initialize: { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} },
    initialized: { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: { session: {} } },
    newSession: { cwd: '/' },
    prompted: { messageId: 'm' },
  },
};

async function openPeer({ bytes, onUpdate, onPrompt }) {
  const { entry, initialize, initialized, newSession, prompted } = peerVersions[implementation];
  const { agent, client, methods, ndJsonStream } = await import(entry);
  const agentApp = agent({ name: 'a' })
    .onRequest(methods.agent.initialize, () => initialized)
    .onRequest(methods.agent.session.new, () => ({ sessionId: 'sess_1' }))
    .onRequest(methods.agent.session.prompt, async ({ client: peer, params }) => {
      await onPrompt((update) => peer.notify(methods.client.session.update, update), params);
      return prompted;
    });
  const clientApp = client({ name: 'c' }).onNotification(methods.client.session.update, ({ params }) =>
    onUpdate(params),
  );
  let target = agentApp;
  if (bytes) {
    const [left, right] = crossedStreams();
    agentApp.connect(ndJsonStream(left.writable, left.readable));
    target = ndJsonStream(right.writable, right.readable);
  }
  return new Promise((resolve, reject) => {
    clientApp
      .connectWith(target, async (context) => {
        await context.request(methods.agent.initialize, initialize);
        const { sessionId } = await context.request(methods.agent.session.new, newSession);
        await new Promise((finish) => {
          resolve({
            prompt: () =>
              context.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'go' }] }),
            close: finish,
          });
        });
      })
      .catch(reject);
  });
}

// ------------------------------------------------------------------------------------------------ ours

async function openOurs({ bytes, onUpdate, onPrompt }) {
  const { Connection } = await import('@acp-stack/sdk');
  const { lineChannel, memoryPair } = await import('@acp-stack/rpc');
  const [left, right] = bytes
    ? crossedStreams().map((end) => lineChannel(webSource(end.readable), webSink(end.writable)))
    : memoryPair();
  const agentSide = new Connection('agent', left);
  const clientSide = new Connection('client', right);
  clientSide.setAdvertised({ capabilities: { session: {} } });
  agentSide.onRequest('session/new', () => ({ sessionId: 'sess_1' }));
  agentSide.onRequest('session/prompt', async (params) => {
    await onPrompt((update) => agentSide.notify('session/update', update), params);
    return { messageId: 'm' };
  });
  clientSide.onNotification('session/update', (params) => {
    onUpdate(params);
  });
  const { sessionId } = await clientSide.request('session/new', { cwd: '/' });
  return {
    prompt: () => clientSide.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'go' }] }),
    close: () => agentSide.destroy(),
  };
}

// ------------------------------------------------------------------------------------------------ the limit

/** Splits, parses and counts, and nothing else: what no implementation over bytes can beat by much. */
async function rawLoop(messages, count) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const perChunk = 256;
  let seen = 0;
  for (let index = 0; index < count; index += perChunk) {
    let text = '';
    for (let each = index; each < index + perChunk && each < count; each += 1)
      text += `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: messages[each] })}\n`;
    for (const line of decoder.decode(encoder.encode(text)).split('\n'))
      if (line !== '' && JSON.parse(line).method !== '') seen += 1;
    await Promise.resolve();
  }
  if (seen !== count) throw new Error(`the raw loop saw ${seen} of ${count}`);
}

// ------------------------------------------------------------------------------------------------ cases

const openers = { ours: openOurs, 'peer-v1': openPeer, 'peer-v2': openPeer };

/** Streams `count` updates to a handler that counts; the best run after a warm-up. */
async function stream({ bytes, make, count, burst = false }) {
  const messages = parsed(make, count);
  if (implementation === 'raw') {
    await rawLoop(messages, count / 4);
    const runs = [];
    for (let run = 0; run < repeats; run += 1) runs.push(await measured(() => rawLoop(messages, count)));
    return best(runs, count);
  }
  let seen = 0;
  let wanted = count / 4;
  const onPrompt = async (send) => {
    const pending = [];
    for (let index = 0; index < wanted; index += 1) {
      const sent = send(messages[index]);
      if (burst) pending.push(sent);
      else await sent;
    }
    await Promise.allSettled(pending);
  };
  const { prompt, close } = await openers[implementation]({ bytes, onPrompt, onUpdate: () => (seen += 1) });
  await prompt();
  const runs = [];
  let early = 0;
  for (let run = 0; run < repeats; run += 1) {
    seen = 0;
    wanted = count;
    runs.push(await measured(prompt));
    early += count - seen;
  }
  close();
  return { ...best(runs, count), missing: early };
}

/** Calls with `inFlight` of them waiting at a time. */
async function requests({ inFlight, count }) {
  const { prompt, close } = await openers[implementation]({
    bytes: true,
    onPrompt: async () => undefined,
    onUpdate: () => undefined,
  });
  const figures = await timedCalls(prompt, { inFlight, count });
  close();
  return figures;
}

const cases = {
  'bytes-chunk': () => stream({ bytes: true, make: updates.chunk, count: some(40_000) }),
  'memory-chunk': () => stream({ bytes: false, make: updates.chunk, count: some(40_000) }),
  'bytes-tool': () =>
    stream({ bytes: true, make: diffs[implementation === 'peer-v1' ? 'v1' : 'v2'], count: some(10_000) }),
  'requests-100': () => requests({ inFlight: 100, count: some(60_000) }),
  'requests-1': () => requests({ inFlight: 1, count: some(8000) }),
};

for (const each of names.split(',')) console.log(JSON.stringify(await cases[each]()));
process.exit(0);
