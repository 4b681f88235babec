/**
 * The MCP connections of one agent, and the messages of their providers.
 *
 * A message of a provider belongs to the bridge if it names a connection, a request or a response of the bridge.
 */
import { rpcCodes, type RequestId } from '@acp-stack/rpc';

import { McpConnection, type AgentEnd } from './mcp-connection.ts';
import { cancelMethod, messageMethod } from './method-names.ts';
import { ProviderCalls } from './provider-calls.ts';

/** A message from the side of the client, of any kind. */
export interface AnyMessage {
  readonly id?: RequestId;
  readonly method?: unknown;
  readonly params?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

export class McpConnections {
  readonly #calls: ProviderCalls;
  readonly #open = new Set<McpConnection>();
  readonly #byConnectionId = new Map<string, McpConnection>();
  readonly #byRequestId = new Map<string, McpConnection>();

  /** `deliver` takes the messages for the providers. */
  constructor(deliver: (message: object) => void) {
    this.#calls = new ProviderCalls(deliver);
  }

  /** Opens a connection to the server `serverId`. */
  open(serverId: string, agent: AgentEnd): McpConnection {
    const index = { byConnectionId: this.#byConnectionId, byRequestId: this.#byRequestId };
    const connection = new McpConnection(this.#calls, index, serverId, {
      deliver: (message, relatedTo) => {
        agent.deliver(message, relatedTo);
      },
      closed: () => {
        this.#open.delete(connection);
        agent.closed();
      },
    });
    this.#open.add(connection);
    return connection;
  }

  /**
   * Takes a message of the client if it belongs to the bridge; returns false if it is for the agent. With `isOnlyOurs`
   * the agent has no MCP connections over ACP, so messages of unknown ones are refused here.
   */
  take(message: AnyMessage, isOnlyOurs: boolean): boolean {
    const { method, params } = message;
    if (method === undefined) return this.#calls.settle(message as Fields);
    if (method === cancelMethod) return this.#cancel(Object(params) as Fields);
    if (method !== messageMethod) return false;
    const { connectionId, requestId, method: inner, params: innerParams } = Object(params) as Fields;
    const connection =
      this.#byConnectionId.get(connectionId as string) ?? this.#byRequestId.get(requestId as string) ?? undefined;
    if (connection === undefined) return isOnlyOurs && this.#refuse(message, connectionId);
    const object = typeof innerParams === 'object' && innerParams !== null ? (innerParams as Fields) : undefined;
    if (message.id === undefined) connection.notification(String(inner), object);
    else connection.request(message.id, String(inner), object);
    return true;
  }

  /** Closes all connections; the providers are told. */
  closeAll(): void {
    for (const connection of this.#open) connection.close();
  }

  /** Closes all connections without a word: the providers do not answer any more. */
  end(): void {
    this.#calls.close();
    this.closeAll();
  }

  #cancel({ requestId }: Fields): boolean {
    for (const connection of this.#open) if (connection.cancel(requestId as RequestId)) return true;
    return false;
  }

  #refuse({ id }: AnyMessage, connectionId: unknown): true {
    // A notification on a connection that has just ended is dropped.
    if (id === undefined) return true;
    const error = {
      code: rpcCodes.invalidParams,
      message: 'MCP connection not found.',
      data: { reason: 'unknown MCP connection', connectionId },
    };
    this.#calls.respond(id, { kind: 'error', error });
    return true;
  }
}
