/**
 * How the official SDK is spoken to: its default entry speaks version 1, its experimental one version 2, as ours does.
 */
export const peerVersions = {
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
