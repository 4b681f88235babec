/** Gives an agent that cannot do anything but stdio one server of its client, and prints how to start the program. */
import { bridgeMcp } from '@acp-stack/mcp/node';
import { memoryPair } from '@acp-stack/rpc';

const [agent, client] = memoryPair();
const ignore = () => undefined;
agent.open({
  receive: ({ id, method, params }) => {
    if (method === 'session/new') console.log(JSON.stringify(params.mcpServers[0]));
    agent.send({ jsonrpc: '2.0', id, result: method === 'initialize' ? { protocolVersion: 1 } : { sessionId: 's' } });
  },
  reject: ignore,
  ended: ignore,
});
const channel = bridgeMcp(client);
channel.open({
  receive: ({ id, method }) => {
    const result = method === 'mcp/connect' ? { connectionId: 'c' } : {};
    if (method !== undefined && id !== undefined) channel.send({ jsonrpc: '2.0', id, result });
    else if (id === 1) {
      const params = { cwd: '/', mcpServers: [{ type: 'acp', name: 'garden', id: 'g' }] };
      channel.send({ jsonrpc: '2.0', id: 2, method: 'session/new', params });
    }
  },
  reject: ignore,
  ended: ignore,
});
channel.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } });
// Ends by itself if the test does not end it.
setTimeout(ignore, 60_000);
