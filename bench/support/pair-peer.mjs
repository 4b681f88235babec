/** Both sides of `process-pair.mjs` on the official SDK. */
import { Readable, Writable } from 'node:stream';

/** Its default entry speaks version 1, its experimental one version 2. */
const versions = {
  'peer-v1': {
    entry: '@agentclientprotocol/sdk',
    initialize: { protocolVersion: 1, clientCapabilities: {} },
    initialized: { protocolVersion: 1, agentCapabilities: {} },
    prompted: { stopReason: 'end_turn' },
  },
  'peer-v2': {
    entry: '@agentclientprotocol/sdk/experimental/v2',
    initialize: { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} },
    initialized: { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: { session: {} } },
    prompted: { messageId: 'm' },
  },
};

export async function openAgent(implementation, onPrompt) {
  const { entry, initialized, prompted } = versions[implementation];
  const { agent, methods, ndJsonStream } = await import(entry);
  agent({ name: 'a' })
    .onRequest(methods.agent.initialize, () => initialized)
    .onRequest(methods.agent.session.new, () => ({ sessionId: crypto.randomUUID() }))
    .onRequest(methods.agent.session.prompt, async ({ client, params: { sessionId } }) => {
      await onPrompt((params) => client.notify(methods.client.session.update, { ...params, sessionId }));
      return prompted;
    })
    .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
}

export async function openClient(implementation, child) {
  const { entry, initialize } = versions[implementation];
  const { client, methods, ndJsonStream } = await import(entry);
  let seen = 0;
  const app = client({ name: 'c' }).onNotification(methods.client.session.update, () => {
    seen += 1;
  });
  const stream = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
  const context = await new Promise((resolve, reject) => {
    app
      .connectWith(stream, async (opened) => {
        await opened.request(methods.agent.initialize, initialize);
        resolve(opened);
        await new Promise(() => undefined);
      })
      .catch(reject);
  });
  return {
    open: () => context.buildSession('/').start(),
    // Its own sessions keep every update until it is read; a client that only listens opens one without that.
    openToListen: () => context.request(methods.agent.session.new, { cwd: '/', mcpServers: [] }),
    prompt: async ({ sessionId }) => {
      await context.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'go' }] });
      return seen;
    },
  };
}
