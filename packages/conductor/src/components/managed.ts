/** A component with another name, or with other rules for its end. */
import type { Component, ExitPolicy, McpBridge } from '@acp-stack/sdk';

import { requireComponent } from './require-component.ts';

/** What of a component is replaced; what is absent stays. */
export interface ManageOptions {
  /** The name in errors, traces and lists. */
  readonly name?: string;
  /** What a chain does when the component has ended by itself. */
  readonly onExit?: ExitPolicy;
  /** Whether messages may pass the component by once it has failed; only for components that protect nothing. */
  readonly mayBypass?: boolean;
}

/** Returns `component` with the given name and rules. */
export function managed<T extends Component>(component: T, options: ManageOptions): ManagedComponent<T> {
  requireComponent(component, 'What managed() is given');
  const { role } = component as { readonly role?: unknown };
  return {
    role: role as ManagedComponent<T>['role'],
    name: options.name ?? component.name,
    onExit: options.onExit ?? component.onExit ?? 'restart',
    mayBypass: options.mayBypass ?? component.mayBypass ?? false,
    start: (startOptions) => component.start(startOptions),
    ...(component.withMcpBridge === undefined
      ? {}
      : { withMcpBridge: (bridge: McpBridge) => managed(component.withMcpBridge?.(bridge) ?? component, options) }),
  };
}

/** A component in the role of `T`. */
export type ManagedComponent<T extends Component> = Component & {
  readonly role: T extends { readonly role: infer Role } ? Role : unknown;
};
