/**
 * Answers the agent's `mcp/connect`, `mcp/message` and `mcp/disconnect` for the MCP servers of a client or a proxy.
 *
 * Both forms of messages are understood: on a connection, and with the id of the server and of the request.
 * A message that names an unknown server or connection is left to others: the methods return undefined or false for it.
 */
import { rpcCodes, RpcError } from '@acp-stack/rpc';
import type { McpMessageParams } from '@acp-stack/schema/v2/unstable';

import type { McpAnswer } from '../transport/call-transport.ts';
import { subscriptionKey, type McpParams, type McpSendOptions } from '../transport/mcp-transport.ts';
import { withOuterTrace } from '../transport/message-trace.ts';
import { backendFailed, duplicateRequest, limitReached } from './binding-error.ts';
import { ServedConnection, type FormedCalls } from './served-connection.ts';
import { ServerRegistry, type Registration } from './server-registry.ts';

/** Sends messages to one agent. */
export interface AgentLink {
  /** Sends `mcp/message` as a request. */
  request(params: McpMessageParams, options: { readonly signal: AbortSignal }): Promise<unknown>;
  /** Sends `mcp/message` as a notification. */
  notify(params: McpMessageParams): Promise<void>;
  /** Settles when the connection to the agent has ended. */
  readonly closed: Promise<unknown>;
}

/** What an agent is connected to. */
interface AgentState {
  /** The connections that are open, by their id. */
  readonly connections: Map<string, ServedConnection>;
  /** Why servers of connections have failed, the newest ones, by the id of the connection. */
  readonly failures: Map<string, RpcError>;
  /** The servers that are asked without a connection, by their id. */
  readonly unconnected: Map<string, Promise<ServedConnection>>;
  /** How many connections to each server are open or being opened. */
  readonly counts: Map<Registration, number>;
  /** The ids of the requests without a connection that are being handled, by the id of their server. */
  readonly active: Map<string, Set<string>>;
  /** Whether the connection to the agent has ended. */
  isClosed: boolean;
}

/** A message that arrived, in either form. */
interface Incoming {
  readonly message: McpMessageParams;
  readonly signal: AbortSignal;
}

export class McpProvider {
  readonly servers: ServerRegistry = new ServerRegistry();
  readonly #agents = new WeakMap<AgentLink, AgentState>();

  /** `mcp/connect`: starts a server of its own for the connection; undefined if the server is not ours. */
  connect(serverId: string, link: AgentLink): Promise<{ connectionId: string }> | undefined {
    const registration = this.servers.find(serverId);
    return registration === undefined ? undefined : this.#connect(registration, link);
  }

  /** `mcp/disconnect`: returns false if the connection is not ours. */
  disconnect(connectionId: string, link: AgentLink): boolean {
    const connection = this.#agents.get(link)?.connections.get(connectionId);
    connection?.close();
    return connection !== undefined;
  }

  /** `mcp/message` as a request; undefined if it is for a server or a connection that is not ours. */
  request({ message, signal }: Incoming, link: AgentLink): Promise<unknown> | undefined {
    const { method } = message;
    const params = innerParams(message);
    if ('connectionId' in message) {
      const { connections, failures } = this.#stateOf(link);
      const connection = connections.get(message.connectionId);
      const failure = failures.get(message.connectionId);
      if (connection === undefined && failure !== undefined) return Promise.reject(failure);
      return connection?.request({ method, params, signal }).then(unwrapped);
    }
    const registration = this.servers.find(message.serverId);
    if (registration === undefined) return undefined;
    return this.#requestUnconnected(registration, link, { requestId: message.requestId, method, params, signal });
  }

  /** `mcp/message` as a notification; returns false if it is for a connection that is not ours. */
  notification(message: McpMessageParams, link: AgentLink): boolean {
    // Without a connection only requests are sent to a server (MCP-06).
    if (!('connectionId' in message)) return this.servers.find(message.serverId) !== undefined;
    const connection = this.#agents.get(link)?.connections.get(message.connectionId);
    connection?.notification(message.method, innerParams(message));
    return connection !== undefined;
  }

  // -------------------------------------------------------------------------------------------- on a connection

  async #connect(registration: Registration, link: AgentLink): Promise<{ connectionId: string }> {
    const connectionId = `mcp-connection:${crypto.randomUUID()}`;
    const { connections, failures } = this.#stateOf(link);
    const calls: FormedCalls = {
      form: 'connection',
      request: async ({ method, params, signal }) => ({
        result: await link.request({ connectionId, method, ...optional(params) }, { signal }),
      }),
      notify: (method, params) => link.notify({ connectionId, method, ...optional(params) }),
    };
    const connection = await this.#open(registration, link, {
      calls,
      onClosed: (failure) => {
        connections.delete(connectionId);
        if (failure !== undefined) remember(failures, connectionId, failure);
      },
    });
    if (connection.isClosed)
      throw connection.failure ?? backendFailed(registration.server.name, 'the connection was closed');
    connections.set(connectionId, connection);
    return { connectionId };
  }

  /** Starts one more server, within the limit. */
  async #open(
    registration: Registration,
    link: AgentLink,
    { calls, onClosed }: { readonly calls: FormedCalls; readonly onClosed: (failure: RpcError | undefined) => void },
  ): Promise<ServedConnection> {
    const { server, limits } = registration;
    const state = this.#stateOf(link);
    const { counts } = state;
    const count = counts.get(registration) ?? 0;
    if (count >= limits.connections)
      throw limitReached(`The MCP server ${server.name} has ${limits.connections} open connections.`, 'connections');
    counts.set(registration, count + 1);
    let isCounted = true;
    const ended = (failure?: RpcError): void => {
      if (!isCounted) return;
      isCounted = false;
      counts.set(registration, (counts.get(registration) ?? 1) - 1);
      onClosed(failure);
    };
    try {
      const connection = await ServedConnection.open(registration, calls, ended);
      if (state.isClosed) connection.close();
      return connection;
    } catch (error) {
      ended();
      throw error;
    }
  }

  // -------------------------------------------------------------------------------------------- without a connection

  async #requestUnconnected(
    registration: Registration,
    link: AgentLink,
    request: {
      readonly requestId: string;
      readonly method: string;
      readonly params: McpParams | undefined;
      readonly signal: AbortSignal;
    },
  ): Promise<McpAnswer> {
    const { serverId } = registration.declaration;
    const { active } = this.#stateOf(link);
    const running = active.get(serverId) ?? new Set<string>();
    active.set(serverId, running);
    const { requestId, ...rest } = request;
    if (running.has(requestId)) throw duplicateRequest(requestId);
    running.add(requestId);
    try {
      const connection = await this.#unconnected(registration, link, running);
      const { result, error } = await connection.request({ ...rest, id: requestId });
      // Exactly one of both (MCP-08).
      return error === undefined ? { result: result ?? null } : { error };
    } finally {
      running.delete(requestId);
    }
  }

  /** The server that answers requests without a connection; all of them share one. */
  #unconnected(registration: Registration, link: AgentLink, active: ReadonlySet<string>): Promise<ServedConnection> {
    const { serverId } = registration.declaration;
    const { unconnected } = this.#stateOf(link);
    const known = unconnected.get(serverId);
    if (known !== undefined) return known;
    const calls: FormedCalls = {
      form: 'server',
      request: () => {
        const message = 'The agent uses this MCP server without a connection, so the server cannot send it requests.';
        throw new RpcError(rpcCodes.methodNotFound, message);
      },
      notify: (method, params, options) => {
        const requestId = relatedRequest(params, options, active);
        return requestId === undefined ? undefined : link.notify({ serverId, requestId, method, ...optional(params) });
      },
    };
    const forget = (): void => {
      unconnected.delete(serverId);
    };
    const opened = this.#open(registration, link, { calls, onClosed: forget });
    unconnected.set(serverId, opened);
    opened.catch(forget);
    return opened;
  }

  // -------------------------------------------------------------------------------------------- agents

  #stateOf(link: AgentLink): AgentState {
    const known = this.#agents.get(link);
    if (known !== undefined) return known;
    const state: AgentState = {
      connections: new Map(),
      failures: new Map(),
      unconnected: new Map(),
      counts: new Map(),
      active: new Map(),
      isClosed: false,
    };
    this.#agents.set(link, state);
    void link.closed.then(() => closeAll(state));
    return state;
  }
}

/** How many failures of servers are kept for each agent. */
const maxFailures = 100;

function remember(failures: Map<string, RpcError>, connectionId: string, failure: RpcError): void {
  const [oldest] = failures.keys();
  if (oldest !== undefined && failures.size >= maxFailures) failures.delete(oldest);
  failures.set(connectionId, failure);
}

async function closeAll(state: AgentState): Promise<void> {
  const { connections, unconnected } = state;
  state.isClosed = true;
  for (const connection of connections.values()) connection.close();
  for (const opened of unconnected.values()) (await opened.catch(() => undefined))?.close();
}

/**
 * The request that a notification is about: the one that the server names, or the latest; undefined if none is being
 * handled, and then the notification cannot be sent (MCP-06).
 */
function relatedRequest(
  params: McpParams | undefined,
  { relatedRequestId }: McpSendOptions,
  active: ReadonlySet<string>,
): string | undefined {
  const subscription = (params?.['_meta'] as McpParams | undefined)?.[subscriptionKey];
  const named = [relatedRequestId, subscription].map(String).find((id) => active.has(id));
  return named ?? [...active].at(-1);
}

const optional = (params: McpParams | undefined): { readonly params?: McpParams } =>
  params === undefined ? {} : { params };

/** On a connection the error of the server is the error of the request (MCP-04). */
function unwrapped({ result, error }: McpAnswer): unknown {
  if (error !== undefined) throw RpcError.from(error);
  return result;
}

/** The params of the MCP message, with the W3C trace of the message around it. */
const innerParams = ({ params, _meta }: McpMessageParams): McpParams | undefined =>
  withOuterTrace(params ?? undefined, _meta);
