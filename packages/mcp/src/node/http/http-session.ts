/**
 * One MCP session over HTTP, and its MCP connection to the provider.
 *
 * The transport is that of `@modelcontextprotocol/server`. What the provider sends of its own accord does not say which
 * request it belongs to, so the stream is chosen here: that of the only request that is open, or else the stream that
 * the client has opened for this, or else that of the newest request. Without any stream, messages wait for one.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type * as library from '@modelcontextprotocol/server';

import type { McpMessage } from '../../transport/mcp-transport.ts';
import { traceIn, withOuterTrace } from '../../transport/message-trace.ts';
import type { OpenConnection } from '../endpoint/endpoint.ts';
import type { BridgeSettings } from '../settings/options.ts';
import type { AgentEnd, McpConnection } from '../provider/mcp-connection.ts';
import { acceptedTypes, bothTypes } from './accepted-types.ts';
import { EventBuffer } from './event-buffer.ts';
import { webRequestOf, writeResponse } from './web-exchange.ts';

export type ServerModule = Pick<
  typeof library,
  'WebStandardStreamableHTTPServerTransport' | 'SUPPORTED_PROTOCOL_VERSIONS'
>;

/** What a session needs of its endpoint. */
export interface SessionOwner {
  readonly settings: BridgeSettings;
  readonly server: ServerModule;
  readonly open: OpenConnection;
  /** The client has initialized the session. */
  opened(id: string, session: HttpSession): void;
  closed(session: HttpSession): void;
}

/** The name of the transport for the stream of a GET. */
const standaloneStream = '_GET_stream';

type McpId = string | number;

const endedError = { code: errorCodes.mcp_server_unavailable, message: 'The MCP session has ended.' };

export class HttpSession implements AgentEnd {
  readonly #owner: SessionOwner;
  readonly #events: EventBuffer;
  readonly #transport: library.WebStandardStreamableHTTPServerTransport;
  /** The requests of the client that are not answered, the newest last. */
  readonly #requests = new Set<McpId>();
  /** Messages of the provider without a stream. */
  #waiting: McpMessage[] = [];
  #connection: McpConnection | undefined;
  #initializeId: McpId | undefined;
  #lastSend: Promise<unknown> = Promise.resolve();
  #openResponses = 0;
  #standaloneStreams = 0;
  #stopIdleTimer = (): void => undefined;
  #isClosed = false;
  readonly #isJson: boolean;

  /** With `isJson` responses are JSON, for a client that cannot read streams. */
  constructor(owner: SessionOwner, isJson: boolean) {
    this.#owner = owner;
    this.#isJson = isJson;
    const { limits } = owner.settings;
    this.#events = new EventBuffer(limits);
    this.#transport = new owner.server.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        owner.opened(id, this);
      },
      onsessionclosed: async () => {
        this.close();
        await this.#lastSend;
      },
      ...(isJson ? { enableJsonResponse: true } : { eventStore: this.#events }),
      maxRequestBodySize: limits.messageBytes,
    });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target
    this.#transport.onmessage = (message, extra) => {
      this.#receive(tracedBy(message as McpMessage, extra?.request?.headers));
    };
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target
    this.#transport.onclose = () => {
      this.close();
    };
  }

  /** Whether no response is open, so that the session may give way to another one. */
  get isIdle(): boolean {
    return this.#openResponses === 0;
  }

  /** Whether one more response may be opened. */
  get hasRoom(): boolean {
    return this.#openResponses < this.#owner.settings.limits.streams;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#stopIdleTimer();
    this.#openResponses += 1;
    response.once('close', () => {
      this.#openResponses -= 1;
      if (this.isIdle) this.#startIdleTimer();
    });
    const answer = await this.#transport.handleRequest(webRequestOf(request, this.#acceptOf(request)));
    const isStandalone = answer.status === 200 && this.#isStandalone(request);
    if (isStandalone) this.#streamOpened(response);
    await writeResponse(answer, response, this.#owner.settings.limits.unsentBytes);
  }

  /** Ends the session, its streams and its connection. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopIdleTimer();
    this.#owner.closed(this);
    this.#connection?.close();
    // A response that is not a stream does not end by itself.
    if (this.#isJson) for (const id of this.#requests) this.#send({ jsonrpc: '2.0', id, error: endedError });
    // What was sent last is written first.
    void this.#lastSend.then(() => this.#transport.close());
  }

  // -------------------------------------------------------------------------------------------- from the provider

  deliver(message: McpMessage, relatedTo?: McpId): void {
    const { id, method } = message;
    if (method === undefined) {
      if (id !== undefined && id === this.#initializeId) this.#acceptVersion(message);
      this.#requests.delete(id as McpId);
      this.#send(message);
      return;
    }
    if (this.#isJson && this.#standaloneStreams === 0) {
      this.#refuse(message);
      return;
    }
    const [first] = this.#requests;
    const only = this.#requests.size === 1 ? first : undefined;
    const related = relatedTo ?? only;
    if (related !== undefined) this.#send(message, related);
    else if (this.#standaloneStreams > 0) this.#send(message);
    else if (this.#requests.size > 0) this.#send(message, [...this.#requests].at(-1));
    else this.#wait(message);
  }

  closed(): void {
    this.close();
  }

  // -------------------------------------------------------------------------------------------- inside

  #receive(message: McpMessage): void {
    if (this.#isClosed) return;
    const { id, method } = message;
    if (id !== undefined && method !== undefined) this.#requests.add(id);
    if (method === 'initialize') this.#initializeId = id;
    // The first message is the one that initializes the session; anything else is refused by the transport.
    this.#connection ??= this.#owner.open(this);
    this.#connection.receive(message);
  }

  #send(message: McpMessage, relatedRequestId?: McpId): void {
    const options = relatedRequestId === undefined ? {} : { relatedRequestId };
    // A message for a request that is over has no stream any more.
    const sent = this.#transport.send(message as library.JSONRPCMessage, options).catch(() => undefined);
    this.#lastSend = Promise.all([this.#lastSend, sent]);
  }

  #wait(message: McpMessage): void {
    if (this.#waiting.length < this.#owner.settings.limits.events) {
      this.#waiting.push(message);
      return;
    }
    this.#refuse(message);
  }

  /** The client cannot get a message of its server: a request is answered here, a notification is dropped. */
  #refuse({ id }: McpMessage): void {
    const error = { code: errorCodes.mcp_binding_limit, message: 'The MCP client reads no messages of its server.' };
    if (id !== undefined) this.#connection?.receive({ jsonrpc: '2.0', id, error });
  }

  /** The transport wants both forms in each POST, whatever the session is answered with. */
  #acceptOf({ method, headers }: IncomingMessage): string | undefined {
    if (method !== 'POST') return undefined;
    const { json, events } = acceptedTypes(headers.accept);
    return (this.#isJson ? json : events) ? bothTypes : undefined;
  }

  #isStandalone({ method, headers }: IncomingMessage): boolean {
    const lastEventId = headers['last-event-id'];
    if (method !== 'GET') return false;
    return lastEventId === undefined || this.#events.streamOf(String(lastEventId)) === standaloneStream;
  }

  #streamOpened(response: ServerResponse): void {
    this.#standaloneStreams += 1;
    response.once('close', () => {
      this.#standaloneStreams -= 1;
    });
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const message of waiting) this.#send(message);
  }

  /** The server decides about the version of MCP, and it may know more of them than the transport. */
  #acceptVersion({ result }: McpMessage): void {
    const { protocolVersion } = Object(result) as { readonly protocolVersion?: unknown };
    const known = this.#owner.server.SUPPORTED_PROTOCOL_VERSIONS;
    if (typeof protocolVersion === 'string') this.#transport.setSupportedProtocolVersions([...known, protocolVersion]);
  }

  #startIdleTimer(): void {
    // A session that was not initialized is not kept.
    if (this.#isClosed || this.#transport.sessionId === undefined) return;
    const { clock, limits } = this.#owner.settings;
    this.#stopIdleTimer = clock.schedule(limits.idleTimeout, () => {
      this.close();
    });
  }
}

/** A message without a trace of its own belongs to the W3C trace of the HTTP request that carried it. */
function tracedBy(message: McpMessage, headers: Headers | undefined): McpMessage {
  const { method, params } = message;
  if (method === undefined || headers === undefined) return message;
  const trace = traceIn(Object.fromEntries(headers));
  if (Object.keys(trace).length === 0 || 'traceparent' in traceIn(params?.['_meta'])) return message;
  return { ...message, params: withOuterTrace(params, trace) ?? {} };
}
