/** MCP over ACP for an agent in a chain. */
import type { AgentComponent, Component, McpBridge } from '@acp-stack/sdk';

import { bridgeMcp } from './bridge-mcp.ts';
import type { BridgeMcpOptions } from './settings/options.ts';

/**
 * Returns the component of an agent with `bridgeMcp` before it, for the last place of a chain; in a chain of chains,
 * before the innermost agent. `chain` of `@acp-stack/conductor/node` does this by itself.
 *
 * A component that is used as a proxy is left as it is.
 */
export function bridgedAgent<Role extends AgentComponent['role']>(
  component: Component & { readonly role: Role },
  options?: BridgeMcpOptions,
): Component & { readonly role: Role } {
  const { name, role, onExit, mayBypass } = component;
  const bridge: McpBridge = (agent) => bridgeMcp(agent, options);
  const placed = component.withMcpBridge?.(bridge);
  const bridged: Component & { readonly role: Role } = {
    name,
    role,
    ...(onExit === undefined ? {} : { onExit }),
    ...(mayBypass === undefined ? {} : { mayBypass }),
    start: (start) => placed?.start(start) ?? bridge(component.start(start)),
    withMcpBridge: () => bridged,
  };
  return bridged;
}
