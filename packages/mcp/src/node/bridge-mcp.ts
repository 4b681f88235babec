/** MCP over ACP for an agent without it: a wrapper of its channel. */
import type { Channel } from '@acp-stack/rpc';

import { McpBridgeChannel } from './agent/mcp-bridge-channel.ts';
import { LoopbackServer } from './http/loopback-server.ts';
import { settingsOf, type BridgeMcpOptions } from './settings/options.ts';
import { TunnelServer } from './stdio/tunnel-server.ts';

/**
 * Wraps the channel to an agent, so that its client and the proxies before it can offer MCP servers over ACP.
 *
 * If the agent supports that itself, everything passes. Otherwise it is given an HTTP address on this machine or a
 * program to start, whichever it supports, and the wrapper speaks `mcp/connect`, `mcp/message` and `mcp/disconnect` in
 * its place. The wrapper stands directly before the agent, and works with both versions of the protocol.
 */
export function bridgeMcp(channel: Channel, options: BridgeMcpOptions = {}): Channel {
  const settings = settingsOf(options);
  return new McpBridgeChannel(channel, settings, (way, support) =>
    way === 'http' ? new LoopbackServer(settings) : new TunnelServer(settings, support),
  );
}
