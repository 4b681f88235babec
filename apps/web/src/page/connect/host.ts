/** Typed calls of what a hub offers besides the protocol: the methods of its machine, and its own. */
import type { AgentStore } from '@acp-stack/react';
import type { CustomMethod } from '@acp-stack/sdk';

import { hostMethods, type HostMethod, type HostParams, type HostResults } from '../../host-methods.ts';
import type { TerminalEvent, TerminalOutputs } from './terminal-outputs.ts';

/** A method of the hub itself, by the last part of its name. */
export type HubMethod = keyof HubParams;

/** What the methods of the hub take. */
export interface HubParams {
  readonly search: { readonly query: string; readonly limit?: number; readonly cursor?: string };
  readonly members: { readonly sessionId: string };
  readonly invite: {
    readonly sessionId: string;
    readonly role: Role;
    readonly expiresIn?: number;
    readonly uses?: number;
  };
  readonly invitations: { readonly sessionId: string };
  readonly revoke_invitation: { readonly sessionId: string; readonly invitation: string };
  readonly accept_invitation: { readonly secret: string };
  readonly set_member: { readonly sessionId: string; readonly principal: string; readonly role: Role };
  readonly remove_member: { readonly sessionId: string; readonly principal: string };
}

/** What a user may do in a session. */
export type Role = 'observer' | 'controller' | 'owner';

/** A place in a session where a text was found. */
export interface FoundText {
  readonly sessionId: string;
  readonly title?: string;
  readonly snippet: string;
  readonly entryId?: string;
}

/** An invitation to a session, without its secret. */
export interface Invitation {
  readonly id: string;
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly usedBy: readonly string[];
  readonly isRevoked: boolean;
}

/** What they return. */
export interface HubResults {
  readonly search: { readonly results: readonly FoundText[]; readonly nextCursor?: string };
  readonly members: { readonly owner: string; readonly members: Readonly<Record<string, Role>> };
  readonly invite: { readonly secret: string; readonly invitation: Invitation };
  readonly invitations: { readonly invitations: readonly Invitation[] };
  readonly revoke_invitation: object;
  readonly accept_invitation: { readonly sessionId: string };
  readonly set_member: object;
  readonly remove_member: object;
}

const hubMethod = (name: HubMethod): CustomMethod => `_acp-stack.dev/hub/${name}`;

/** The machine of the hub, and the hub itself. */
export class Host {
  readonly #agent: AgentStore;
  readonly #outputs: TerminalOutputs;

  constructor(agent: AgentStore, outputs: TerminalOutputs) {
    this.#agent = agent;
    this.#outputs = outputs;
  }

  /** Whether the machine offers a method to this user. */
  can(name: HostMethod): boolean {
    return this.#offers(hostMethods[name]);
  }

  /** Whether the hub offers a method to this user. */
  canAsk(name: HubMethod): boolean {
    return this.#offers(hubMethod(name));
  }

  /** Calls a method of the machine. */
  async call<Name extends HostMethod>(
    name: Name,
    params: HostParams[Name],
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<HostResults[Name]> {
    return (await this.#agent.connection.request(hostMethods[name], params, options)) as HostResults[Name];
  }

  /** Calls a method of the hub. */
  async ask<Name extends HubMethod>(
    name: Name,
    params: HubParams[Name],
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<HubResults[Name]> {
    return (await this.#agent.connection.request(hubMethod(name), params, options)) as HubResults[Name];
  }

  /** Calls `listener` for each event of a terminal that `login` has started. */
  listenToTerminal(terminalId: string, listener: (event: TerminalEvent) => void): () => void {
    return this.#outputs.listen(terminalId, listener);
  }

  #offers(method: string): boolean {
    const { _meta: meta } = Object(this.#agent.snapshot().capabilities) as { readonly _meta?: unknown };
    const hub = (Object(meta) as Readonly<Record<string, unknown>>)['acp-stack.dev/hub'];
    const { methods } = Object(hub) as { readonly methods?: unknown };
    return Array.isArray(methods) && methods.includes(method);
  }
}
