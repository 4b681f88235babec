/**
 * An MCP transport to a server of the client, over the existing ACP connection (MCP-03 to MCP-06).
 *
 * It opens a connection to the server; if the client does not support that, requests name the server instead.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { Connection } from '@acp-stack/sdk';

import { CallTransport, type McpAnswer, type McpCalls, type SentRequest } from '../transport/call-transport.ts';
import type { McpParams, McpTransport } from '../transport/mcp-transport.ts';
import { outerMeta } from '../transport/message-trace.ts';
import { addReceiver } from './mcp-receivers.ts';

/** How an agent reaches a server of its client. */
export interface AcpTransportOptions {
  /**
   * How messages are addressed: on a connection that `mcp/connect` opens, or with the id of the server in each request.
   * When absent, `server` only if the client has no `mcp/connect`.
   */
  readonly form?: 'connection' | 'server';
}

/** How messages are addressed. */
type Address =
  | { readonly kind: 'connection'; readonly connectionId: string }
  | { readonly kind: 'server'; readonly serverId: string };

/**
 * Creates the transport to an MCP server that the client has declared with the type `acp`: for the `connect` of an MCP
 * client. The agent advertises `mcp: ['acp']`; `connection` is the one of the session.
 */
export function acpTransport(
  connection: Connection<'agent'>,
  server: string | { readonly serverId: string },
  { form }: AcpTransportOptions = {},
): McpTransport {
  const calls = new AcpCalls(connection, typeof server === 'string' ? server : server.serverId, form);
  const transport = new CallTransport(calls);
  calls.transport = transport;
  return transport;
}

/** The calls of one transport, once it has an address. */
class AcpCalls implements McpCalls {
  transport: CallTransport | undefined;
  readonly #connection: Connection<'agent'>;
  readonly #serverId: string;
  readonly #form: AcpTransportOptions['form'];
  #address: Address | undefined;
  #removeReceiver = (): void => undefined;

  constructor(connection: Connection<'agent'>, serverId: string, form: AcpTransportOptions['form']) {
    this.#connection = connection;
    this.#serverId = serverId;
    this.#form = form;
  }

  async start(): Promise<void> {
    const { transport } = this;
    if (transport === undefined) return;
    const address = await this.#connect();
    if (transport.isClosed) {
      await this.#disconnect(address);
      return;
    }
    this.#address = address;
    const key = address.kind === 'connection' ? address.connectionId : address.serverId;
    this.#removeReceiver = addReceiver(this.#connection, key, transport);
    void this.#connection.closed.then(() => transport.close());
  }

  async request({ id, method, params, signal }: SentRequest): Promise<McpAnswer> {
    const address = this.#address;
    if (address === undefined) throw new RpcError(rpcCodes.internalError, 'The transport has not been started.');
    const message = { method, ...(params === undefined ? {} : { params }), ...outerMeta(params) };
    if (address.kind === 'connection') {
      const { connectionId } = address;
      return { result: await this.#connection.request('mcp/message', { connectionId, ...message }, { signal }) };
    }
    const named = { serverId: address.serverId, requestId: String(id), ...message };
    const answer = await this.#connection.request('mcp/message', named, { signal });
    const { result, error } = Object(answer) as McpAnswer;
    // If both are present, the result counts (MCP-08).
    return error === undefined || result !== undefined ? { result } : { error };
  }

  notify(method: string, params: McpParams | undefined): Promise<void> {
    const address = this.#address;
    // Without a connection only requests can be sent to a server (MCP-06).
    if (address?.kind !== 'connection') return Promise.resolve();
    const { connectionId } = address;
    const message = { connectionId, method, ...(params === undefined ? {} : { params }), ...outerMeta(params) };
    return this.#connection.notify('mcp/message', message);
  }

  async close(): Promise<void> {
    this.#removeReceiver();
    if (this.#address !== undefined) await this.#disconnect(this.#address);
  }

  // -------------------------------------------------------------------------------------------- inside

  async #connect(): Promise<Address> {
    const serverId = this.#serverId;
    if (this.#form === 'server') return { kind: 'server', serverId };
    // The proposal calls the server acpId, the schema serverId; a client may know either (MCP-10).
    const names = { serverId, acpId: serverId };
    try {
      const { connectionId } = await this.#connection.request('mcp/connect', names);
      return { kind: 'connection', connectionId };
    } catch (error) {
      const isUnknown = error instanceof RpcError && error.code === rpcCodes.methodNotFound;
      if (isUnknown && this.#form === undefined) return { kind: 'server', serverId };
      throw error;
    }
  }

  /** Closes the connection to the server; errors are ignored, because the client may have closed it already. */
  async #disconnect(address: Address): Promise<void> {
    if (address.kind === 'server') return;
    const { connectionId } = address;
    await this.#connection.request('mcp/disconnect', { connectionId }).catch(() => undefined);
  }
}
