/** The smallest agent on the official SDK, to see how long it takes to start: `node start-agent-peer.mjs <v1|v2>`. */
import { Readable, Writable } from 'node:stream';

const initialized = {
  v1: { protocolVersion: 1, agentCapabilities: {} },
  v2: { protocolVersion: 2, info: { name: 'small', version: '1' }, capabilities: { session: {} } },
};
const [, , version] = process.argv;
const { agent, methods, ndJsonStream } = await import(
  version === 'v1' ? '@agentclientprotocol/sdk' : '@agentclientprotocol/sdk/experimental/v2'
);
agent({ name: 'small' })
  .onRequest(methods.agent.initialize, () => initialized[version])
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
