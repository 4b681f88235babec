/** A remote agent or proxy as a component: each start is a connection of its own. */
import { isLoopback, remote, type NodeOptions } from '@acp-stack/http/node';
import type { RemoteOptions } from '@acp-stack/http';
import type { BridgeMcpOptions } from '@acp-stack/mcp/node';
import type { Channel } from '@acp-stack/rpc';
import type { Component, McpBridge, StartOptions } from '@acp-stack/sdk';

import type { ManageOptions } from '../components/managed.ts';
import { mcpBridgeOf } from './chain.ts';

/** How an address is connected to, and what becomes of the chain when the connection ends. */
export interface AddressOptions extends ManageOptions, Omit<RemoteOptions, 'WebSocket'>, NodeOptions {
  /**
   * How MCP servers of clients and proxies are given to an agent without MCP over ACP; false if they are not. When
   * absent, as the chain says if the address is on loopback, and else not at all: an agent on another machine reaches
   * no address of this one. Pass `{ prefer: ['native'] }` for a loopback address that leads to another machine, such as
   * a tunnel, and `{}` for an agent on this machine at another address.
   */
  readonly mcp?: BridgeMcpOptions | false;
}

/** Returns the component of the agent or proxy at `url`, which begins with ws, wss, http or https. */
export function address(url: string | URL, options: AddressOptions = {}): Component & { readonly role: 'either' } {
  const { name, onExit, mayBypass, mcp, ...connecting } = options;
  const { href, host, hostname } = addressOf(url);
  const isBridgedByChain = mcp === undefined && isLoopback(hostname);
  const made = (bridge: McpBridge): Component & { readonly role: 'either' } => ({
    role: 'either',
    name: name ?? host,
    ...(onExit === undefined ? {} : { onExit }),
    ...(mayBypass === undefined ? {} : { mayBypass }),
    start: (startOptions) => bridge(connect(href, connecting, startOptions)),
    withMcpBridge: (given) => made(isBridgedByChain ? given : bridge),
  });
  return made(mcpBridgeOf(mcp ?? (isLoopback(hostname) ? {} : { prefer: ['native'] })));
}

function connect(
  href: string,
  options: Omit<RemoteOptions, 'WebSocket'> & NodeOptions,
  { signal }: StartOptions = {},
): Channel {
  signal?.throwIfAborted();
  const channel = remote(href, options);
  signal?.addEventListener(
    'abort',
    () => {
      channel.destroy();
    },
    { once: true },
  );
  return channel;
}

/** A host without a scheme is read as one, and a path is none. */
function addressOf(url: string | URL): URL {
  const found = URL.canParse(String(url)) ? new URL(url) : undefined;
  if (found !== undefined && /^(?:wss?|https?):$/u.test(found.protocol)) return found;
  throw new TypeError(`${JSON.stringify(String(url))} is not an address; write one such as "ws://127.0.0.1:8420/acp".`);
}
