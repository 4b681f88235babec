/**
 * An MCP transport whose messages travel as calls, in both directions.
 *
 * An MCP request that is sent becomes a call, and the answer to the call a response. A call that arrives becomes an MCP
 * request with an id that only this transport knows, and its response the answer. Ids of MCP messages therefore never
 * travel; `notifications/cancelled`, which names such an id, becomes the cancellation of the call, and the reverse.
 */
import { RpcError, rpcCodes, type ErrorObject } from '@acp-stack/rpc';

import {
  subscriptionKey,
  type McpMessage,
  type McpParams,
  type McpSendOptions,
  type McpTransport,
} from './mcp-transport.ts';

/** What the other side answers to an MCP request. */
export interface McpAnswer {
  readonly result?: unknown;
  readonly error?: ErrorObject;
}

/** An MCP request on its way to the other side. */
export interface SentRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: McpParams | undefined;
  readonly signal: AbortSignal;
}

/** Makes the calls of a transport. */
export interface McpCalls {
  /** Resolves with the answer; an `RpcError` counts as an answer as well. */
  request(request: SentRequest): Promise<McpAnswer>;
  notify(method: string, params: McpParams | undefined, options: McpSendOptions): Promise<void> | void;
  /** Prepares the calls; the transport is started when it resolves. */
  start?(): Promise<void>;
  /** Called once when the transport is closed from this side. */
  close?(): Promise<void> | void;
}

/** A request of the other side. */
export interface ReceivedRequest {
  readonly method: string;
  readonly params: McpParams | undefined;
  readonly signal: AbortSignal;
  /** The id of the MCP request; made up when absent. */
  readonly id?: string;
}

interface Waiter {
  readonly resolve: (answer: McpAnswer) => void;
  readonly reject: (error: Error) => void;
}

const cancelled = 'notifications/cancelled';

export class CallTransport implements McpTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: McpMessage) => void;
  readonly #calls: McpCalls;
  /** The requests of the other side that wait for a response, by the id of their message. */
  readonly #received = new Map<string, Waiter>();
  /** The requests to the other side that wait for an answer, by the id of their message. */
  readonly #sent = new Map<string | number, AbortController>();
  #nextNumber = 0;
  #isClosed = false;
  #failure: Error | undefined;

  constructor(calls: McpCalls) {
    this.#calls = calls;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Why this side has closed the transport, if it gave a reason. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** How many requests of the other side wait for a response. */
  get pending(): number {
    return this.#received.size;
  }

  /** Whether the request with this id waits for a response. */
  isPending(id: string | number): boolean {
    return this.#received.has(String(id));
  }

  // -------------------------------------------------------------------------------------------- as a transport

  async start(): Promise<void> {
    await this.#calls.start?.();
  }

  async send(message: McpMessage, options: McpSendOptions = {}): Promise<void> {
    const { id, method, params, result, error } = message;
    if (this.#isClosed) return;
    if (method === undefined) this.#settle(String(id), error === undefined ? { result } : { error });
    else if (method === cancelled) this.#sent.get(params?.['requestId'] as string | number)?.abort();
    else if (id === undefined) await this.#calls.notify(method, params, options);
    // Resolves without waiting for the answer, which arrives as a message.
    else void this.#request(id, method, params);
  }

  async close(reason?: Error): Promise<void> {
    if (this.#isClosed) return;
    this.#failure = reason;
    const closing = this.#calls.close?.();
    this.end(reason ?? closedError());
    await closing;
  }

  // -------------------------------------------------------------------------------------------- from the other side

  /** Ends the transport; what waits for a response is rejected with `error`. */
  end(error: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { reject } of this.#received.values()) reject(error);
    this.#received.clear();
    for (const controller of this.#sent.values()) controller.abort();
    this.#sent.clear();
    this.onclose?.();
  }

  /** Delivers a request; resolves with the answer, and rejects with the reason of the signal if that comes first. */
  request({ method, params, signal, id = this.#newId() }: ReceivedRequest): Promise<McpAnswer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted || this.#isClosed) {
        reject(this.#isClosed ? (this.#failure ?? closedError()) : (signal.reason as Error));
        return;
      }
      const cancel = (): void => {
        this.#received.delete(id);
        reject(signal.reason as Error);
        this.#deliver({ method: cancelled, params: { requestId: id } });
      };
      const stop = (): void => {
        signal.removeEventListener('abort', cancel);
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.#received.set(id, {
        resolve: (answer) => {
          stop();
          resolve(answer);
        },
        reject: (error) => {
          stop();
          reject(error);
        },
      });
      this.#deliver({ id, method, ...(params === undefined ? {} : { params }) });
    });
  }

  /** Delivers a notification; one that cancels a request is ignored, because its id means nothing here. */
  notification(method: string, params: McpParams | undefined): void {
    if (method === cancelled) return;
    const own = this.#withOwnId(params);
    this.#deliver({ method, ...(own === undefined ? {} : { params: own }) });
  }

  // -------------------------------------------------------------------------------------------- inside

  /** The id of the request that has subscribed is sent as a string; its sender may know it as a number. */
  #withOwnId(params: McpParams | undefined): McpParams | undefined {
    const meta = params?.['_meta'] as McpParams | undefined;
    const id = meta?.[subscriptionKey];
    const own = id === undefined ? undefined : [...this.#sent.keys()].find((each) => String(each) === id);
    return own === undefined ? params : { ...params, _meta: { ...meta, [subscriptionKey]: own } };
  }

  #newId(): string {
    this.#nextNumber += 1;
    return `acp-${this.#nextNumber}`;
  }

  async #request(id: string | number, method: string, params: McpParams | undefined): Promise<void> {
    const controller = new AbortController();
    this.#sent.set(id, controller);
    let answer: McpAnswer;
    try {
      answer = await this.#calls.request({ id, method, params, signal: controller.signal });
    } catch (error) {
      // Its sender does not wait for the response to a request that it has cancelled.
      if (controller.signal.aborted) return;
      // An error of the other side arrives as the error of the call that carried its message (MCP-04).
      if (!(error instanceof RpcError) && !this.#isClosed) this.onerror?.(error as Error);
      answer = { error: errorOf(error) };
    } finally {
      this.#sent.delete(id);
    }
    this.#deliver({ id, ...answer });
  }

  #settle(id: string, answer: McpAnswer): void {
    const waiter = this.#received.get(id);
    this.#received.delete(id);
    waiter?.resolve(answer);
  }

  /** What a listener throws is an error of the listener's side, never of the connection. */
  #deliver(message: Omit<McpMessage, 'jsonrpc'>): void {
    try {
      this.onmessage?.({ jsonrpc: '2.0', ...message });
    } catch (error) {
      this.onerror?.(error as Error);
    }
  }
}

const closedError = (): RpcError => new RpcError(rpcCodes.internalError, 'The MCP connection was closed.');

const errorOf = (error: unknown): ErrorObject =>
  error instanceof RpcError
    ? error.toObject()
    : { code: rpcCodes.internalError, message: error instanceof Error ? error.message : String(error) };
