/**
 * The client's end of a raw connection: sends any message, answers the requests of the agent, and lends the connection
 * to a client of the SDK that initializes it.
 *
 * Messages of the borrowed client pass unchanged, and the responses to its requests go back to it. Everything else
 * that the agent sends stays here.
 */
import { ConnectionError, memoryPair, rpcCodes, type Channel } from '@acp-stack/rpc';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import type { Answer } from './automatic-answers.ts';

export interface TapHandlers {
  /** Called with each request of the agent; it is answered by `answer`, or by what this resolves with. */
  readonly onRequest: (request: AgentRequest) => Promise<Answer | undefined>;
  /** Called when the agent withdraws a request. */
  readonly onWithdrawn?: (id: unknown) => void;
  /** Called with every other message of the agent. */
  readonly onMessage?: (message: JsonObject) => void;
  /** Called once, when nothing more arrives. */
  readonly onEnd?: (error: Error | undefined) => void;
}

export interface AgentRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: unknown;
}

interface OpenCall {
  readonly resolve: (response: JsonObject) => void;
  readonly reject: (error: Error) => void;
}

/** Ids of sent requests begin here, so that they are not those of the borrowed client. */
const firstId = 1001;

export class AgentTap {
  readonly #channel: Channel;
  readonly #handlers: TapHandlers;
  /** The end that a client of the SDK uses. */
  readonly clientEnd: Channel;
  readonly #borrower: Channel;
  readonly #borrowedIds = new Set<unknown>();
  readonly #calls = new Map<unknown, OpenCall>();
  readonly #asked = new Set<unknown>();
  #nextId = firstId;
  #end: { readonly error: Error | undefined } | undefined;

  constructor(channel: Channel, handlers: TapHandlers) {
    this.#channel = channel;
    this.#handlers = handlers;
    [this.clientEnd, this.#borrower] = memoryPair();
    this.#borrower.open({
      receive: (message, text) => {
        const { id, method } = Object(message) as JsonObject;
        if (method !== undefined && id !== undefined) this.#borrowedIds.add(id);
        this.#pass(message, text);
      },
      reject: () => undefined,
      // The connection outlives the client, which would wait for the other end.
      ended: () => void this.#borrower.end(),
    });
    channel.open({
      receive: (message, text) => {
        this.#receive(message, text);
      },
      // What could not be read is recorded where the bytes are.
      reject: () => undefined,
      ended: (error) => {
        this.#ended(error);
      },
    });
  }

  /** Whether the connection has ended. */
  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** An id that no other request has. */
  takeId(): number {
    this.#nextId += 1;
    return this.#nextId - 1;
  }

  /** Sends a message; `text` is sent as it is, if the connection has a text. Throws if the connection has ended. */
  send(message: unknown, text?: string): void {
    if (this.#end !== undefined)
      throw this.#end.error ?? new ConnectionError('closed', 'The agent has ended; restart it.');
    this.#channel.send(message, text);
  }

  /** Sends a request; resolves with its response, and rejects when the connection ends. */
  call(method: string, params: unknown, signal?: AbortSignal): Promise<JsonObject> {
    const id = this.takeId();
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      signal?.addEventListener('abort', () => {
        if (this.#calls.delete(id)) reject(signal.reason);
      });
      try {
        this.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
      } catch (error) {
        this.#calls.delete(id);
        reject(error);
      }
    });
  }

  /** Answers a request of the agent; false if it has an answer already. */
  answer(id: unknown, answer: Answer): boolean {
    if (!this.#asked.delete(id)) return false;
    this.send({ jsonrpc: '2.0', id, ...answer });
    return true;
  }

  #pass(message: unknown, text: string | undefined): void {
    try {
      this.#channel.send(message, text);
    } catch {
      // The connection has ended, which its end tells.
    }
  }

  #receive(message: unknown, text: string | undefined): void {
    if (!isJsonObject(message)) return;
    const { id, method, params } = message;
    if (typeof method !== 'string') {
      this.#response(message, text);
      return;
    }
    if (id !== undefined) this.#request({ id, method, params });
    else if (method === '$/cancel_request' && isJsonObject(params)) this.#withdraw(params['requestId']);
    else this.#handlers.onMessage?.(message);
  }

  #response(message: JsonObject, text: string | undefined): void {
    const { id } = message;
    const call = this.#calls.get(id);
    if (call !== undefined) {
      this.#calls.delete(id);
      call.resolve(message);
    } else if (this.#borrowedIds.delete(id)) this.#borrower.send(message, text);
    else this.#handlers.onMessage?.(message);
  }

  #request(request: AgentRequest): void {
    this.#asked.add(request.id);
    void this.#handlers.onRequest(request).then(
      (answer) => {
        if (answer !== undefined) this.#tryAnswer(request.id, answer);
      },
      (error: unknown) => {
        const { message } = error as Error;
        this.#tryAnswer(request.id, { error: { code: rpcCodes.internalError, message } });
      },
    );
  }

  #withdraw(id: unknown): void {
    if (!this.#asked.has(id)) return;
    this.#handlers.onWithdrawn?.(id);
    this.#tryAnswer(id, { error: { code: rpcCodes.requestCancelled, message: 'The request was cancelled.' } });
  }

  #tryAnswer(id: unknown, answer: Answer): void {
    try {
      this.answer(id, answer);
    } catch {
      // The connection has ended, which its end tells.
    }
  }

  #ended(error: Error | undefined): void {
    this.#end = { error };
    const reason = error ?? new ConnectionError('closed', 'The agent has ended the connection.');
    for (const { reject } of this.#calls.values()) reject(reason);
    this.#calls.clear();
    this.#borrower.destroy(error);
    this.#handlers.onEnd?.(error);
  }
}
