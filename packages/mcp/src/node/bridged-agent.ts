/** MCP over ACP for an agent in a chain. */
import type { AgentComponent, Component } from '@acp-stack/sdk';

import { bridgeMcp } from './bridge-mcp.ts';
import type { BridgeMcpOptions } from './settings/options.ts';

/**
 * Returns the component of an agent with `bridgeMcp` before each of its channels, for the last place of a chain.
 *
 * A component that is used as a proxy is left as it is.
 */
export function bridgedAgent<Role extends AgentComponent['role']>(
  component: Component & { readonly role: Role },
  options?: BridgeMcpOptions,
): Component & { readonly role: Role } {
  const { name, role, onExit, mayBypass } = component;
  return {
    name,
    role,
    ...(onExit === undefined ? {} : { onExit }),
    ...(mayBypass === undefined ? {} : { mayBypass }),
    start: (start) => bridgeMcp(component.start(start), options),
  };
}
