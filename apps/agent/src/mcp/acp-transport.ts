/**
 * An MCP transport to a server of the client, over the existing ACP connection (MCP-03 to MCP-06).
 *
 * It opens a connection to the server; if the client does not support that, requests name the server instead.
 */
import { RpcError, rpcCodes, type ErrorObject } from '@acp-stack/rpc';
import type { Connection } from '@acp-stack/sdk';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

import { addReceiver, type McpReceiver } from './acp-connections.ts';

/** How messages are addressed. */
type Address =
  | { readonly kind: 'connection'; readonly connectionId: string }
  | { readonly kind: 'server'; readonly serverId: string };

type Params = Readonly<Record<string, unknown>>;

/** Any MCP message. */
interface AnyMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: unknown;
  readonly error?: ErrorObject;
}

interface Waiter {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class AcpTransport implements Transport, McpReceiver {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #connection: Connection<'agent'>;
  readonly #serverId: string;
  /** Requests of the server that wait for a response, by id. */
  readonly #pendingRequests = new Map<string, Waiter>();
  /** The requests to the server that wait for a response, by id. */
  readonly #sentRequests = new Map<string | number, AbortController>();
  #address: Address | undefined;
  #removeReceiver = (): void => undefined;
  #nextNumber = 0;
  #isClosed = false;

  constructor(connection: Connection<'agent'>, serverId: string) {
    this.#connection = connection;
    this.#serverId = serverId;
  }

  async start(): Promise<void> {
    const address = await this.#connect();
    if (this.#isClosed) return this.#disconnect(address);
    this.#address = address;
    this.#removeReceiver = addReceiver(
      this.#connection,
      address.kind === 'connection' ? address.connectionId : address.serverId,
      this,
    );
    void this.#connection.closed.then(() => this.close());
    return undefined;
  }

  send(message: JSONRPCMessage): Promise<void> {
    const { id, method, params, result, error } = message as AnyMessage;
    if (method === undefined) this.#settle(String(id), result, error);
    else if (id === undefined) return this.#notify(method, params).finally(() => this.#cancel(method, params));
    // Resolves without waiting for the response, which arrives as a message.
    else void this.#request(id, method, params);
    return Promise.resolve();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#removeReceiver();
    for (const { reject } of this.#pendingRequests.values())
      reject(new RpcError(rpcCodes.internalError, 'The agent has closed the connection.'));
    this.#pendingRequests.clear();
    if (this.#address !== undefined) await this.#disconnect(this.#address);
    this.onclose?.();
  }

  request(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown> {
    this.#nextNumber += 1;
    const id = `server-${this.#nextNumber}`;
    return new Promise((resolve, reject) => {
      this.#pendingRequests.set(id, { resolve, reject });
      const cancel = (): void => {
        this.#pendingRequests.delete(id);
        this.#receive({ method: 'notifications/cancelled', params: { requestId: id } });
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.#receive({ id, method, ...(params === undefined ? {} : { params }) });
    });
  }

  notification(method: string, params: Params | undefined): void {
    this.#receive({ method, ...(params === undefined ? {} : { params }) });
  }

  // -------------------------------------------------------------------------------------------- inside

  async #connect(): Promise<Address> {
    const serverId = this.#serverId;
    // The proposal calls the server acpId, the schema serverId; a client may know either (MCP-10).
    const names = { serverId, acpId: serverId };
    try {
      const { connectionId } = await this.#connection.request('mcp/connect', names);
      return { kind: 'connection', connectionId };
    } catch (error) {
      if (error instanceof RpcError && error.code === rpcCodes.methodNotFound) return { kind: 'server', serverId };
      throw error;
    }
  }

  /** Closes the connection to the server; errors are ignored, because the client may have closed it already. */
  async #disconnect(address: Address): Promise<void> {
    if (address.kind === 'server') return;
    const { connectionId } = address;
    await this.#connection.request('mcp/disconnect', { connectionId }).catch(() => undefined);
  }

  async #request(id: string | number, method: string, params: Params | undefined): Promise<void> {
    const controller = new AbortController();
    this.#sentRequests.set(id, controller);
    try {
      const answer = await this.#sendRequest({ id, method, ...(params === undefined ? {} : { params }) }, controller);
      this.#receive({ id, ...answer });
    } catch (error) {
      // The MCP client does not wait for the response to a request that it has cancelled.
      if (controller.signal.aborted) return;
      // An error of the server arrives as the error of the request that carried its message (MCP-04).
      if (error instanceof RpcError) this.#receive({ id, error: error.toObject() });
      else if (!this.#isClosed) this.onerror?.(error as Error);
    } finally {
      this.#sentRequests.delete(id);
    }
  }

  /** A request that the MCP client cancels is cancelled in ACP as well (CANCEL-11). */
  #cancel(method: string, params: Params | undefined): void {
    if (method === 'notifications/cancelled') this.#sentRequests.get(params?.['requestId'] as string | number)?.abort();
  }

  async #sendRequest(
    { id, method, ...optionalParams }: { id: string | number; method: string; readonly params?: Params },
    { signal }: AbortController,
  ): Promise<Pick<AnyMessage, 'result' | 'error'>> {
    const address = this.#address;
    const options = { signal };
    if (address === undefined) throw new RpcError(rpcCodes.internalError, 'The transport has not been started.');
    if (address.kind === 'connection') {
      const { connectionId } = address;
      const message = { connectionId, method, ...optionalParams };
      return { result: await this.#connection.request('mcp/message', message, options) };
    }
    const { serverId } = address;
    const message = { serverId, requestId: String(id), method, ...optionalParams };
    const answer = await this.#connection.request('mcp/message', message, options);
    const { result, error } = Object(answer) as Pick<AnyMessage, 'result' | 'error'>;
    // If both are present, the result counts (MCP-08).
    return error === undefined || result !== undefined ? { result } : { error };
  }

  #notify(method: string, params: Params | undefined): Promise<void> {
    const address = this.#address;
    // Without a connection only requests can be sent to a server (MCP-06).
    if (address?.kind !== 'connection') return Promise.resolve();
    const { connectionId } = address;
    return this.#connection.notify('mcp/message', {
      connectionId,
      method,
      ...(params === undefined ? {} : { params }),
    });
  }

  #settle(id: string, result: unknown, error: ErrorObject | undefined): void {
    const waiter = this.#pendingRequests.get(id);
    this.#pendingRequests.delete(id);
    if (error === undefined) waiter?.resolve(result);
    else waiter?.reject(RpcError.from(error));
  }

  #receive(message: AnyMessage): void {
    this.onmessage?.({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
  }
}
