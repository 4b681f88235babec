/**
 * The channel of an agent, with MCP over ACP added to what the agent can do.
 *
 * The response to `initialize` decides how the agent reaches servers of the kind `acp`. If it supports them itself,
 * everything passes. Otherwise declarations are replaced by endpoints of the bridge, and what arrives there is sent to
 * the client as `mcp/connect`, `mcp/message` and `mcp/disconnect`, with ids of the bridge. Everything else passes
 * unchanged and in order.
 */
import {
  DeliveryQueue,
  rpcCodes,
  type Channel,
  type ChannelProblem,
  type Receiver,
  type RequestId,
  type UnparsedMessage,
} from '@acp-stack/rpc';
import { withMcpOverAcp } from '@acp-stack/schema/mcp-support';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import type { BridgeSettings } from '../settings/options.ts';
import { closingMethods, initializeMethod, openingMethods, reopeningMethods } from '../provider/method-names.ts';
import { McpConnections, type AnyMessage } from '../provider/mcp-connections.ts';
import { supportOf, type AgentSupport } from './agent-support.ts';
import type { McpWay } from '../settings/mcp-way.ts';
import { declaresAcp, replaceDeclarations } from './declarations.ts';
import type { EndpointHost } from '../endpoint/endpoint.ts';
import { HeldMessages } from './held-messages.ts';
import { SessionEndpoints, type Opening } from './session-endpoints.ts';

/** Makes what listens for agents that use `way`. */
export type MakeHost = (way: Exclude<McpWay, 'native'>, support: AgentSupport) => EndpointHost;

/** A request of the client whose response the bridge looks at. */
type Watched =
  | { readonly kind: 'initialize' }
  | { readonly kind: 'opening'; readonly opening: Opening; readonly sessionId: string | undefined }
  | { readonly kind: 'closing'; readonly sessionId: string };

interface Delivered {
  readonly message: unknown;
  readonly text: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

export class McpBridgeChannel implements Channel, Receiver, AsyncDisposable {
  readonly #channel: Channel;
  readonly #settings: BridgeSettings;
  readonly #makeHost: MakeHost;
  readonly #queue: DeliveryQueue<Delivered>;
  readonly #held: HeldMessages;
  readonly #connections: McpConnections;
  readonly #sessions = new SessionEndpoints();
  readonly #watched = new Map<unknown, Watched>();
  #receiver: Receiver | undefined;
  /** What the agent supports; until it has answered `initialize`, it is taken to support everything. */
  #support: AgentSupport | undefined;
  #host: EndpointHost | undefined;
  #endpoints = 0;
  #isOver = false;
  /** Set if the channel takes messages that were not parsed. */
  readonly sendUnparsed?: (message: UnparsedMessage) => boolean;

  constructor(channel: Channel, settings: BridgeSettings, makeHost: MakeHost) {
    this.#channel = channel;
    this.#settings = settings;
    this.#makeHost = makeHost;
    this.#queue = new DeliveryQueue<Delivered>({
      deliver: (receiver, { message, text }) => {
        receiver.receive(message, text);
      },
      onFailure: (error) => {
        // A receiver should not throw: this is a defect of the program, and not of one message.
        queueMicrotask(() => {
          throw error;
        });
      },
    });
    this.#connections = new McpConnections((message) => {
      this.#queue.defer({ message, text: undefined });
    });
    if (channel.sendUnparsed !== undefined) {
      const pass = channel.sendUnparsed.bind(channel);
      this.sendUnparsed = (message) => (this.#isConcernedBy(message) ? this.#sendParsed(message) : pass(message));
    }
    this.#held = new HeldMessages((message, text) => {
      this.#forwardHeld(message, text);
    });
  }

  get unsentBytes(): number {
    return this.#channel.unsentBytes;
  }

  open(receiver: Receiver): void {
    this.#receiver = receiver;
    this.#queue.open(receiver);
    // A channel need not look for what can be passed on unparsed if all is parsed here.
    this.#channel.open(receiver.receiveUnparsed === undefined ? this.#parsedOnly() : this);
  }

  #parsedOnly(): Receiver {
    return {
      receive: (message, text) => {
        this.receive(message, text);
      },
      reject: (problem) => {
        this.reject(problem);
      },
      ended: (error) => {
        this.ended(error);
      },
    };
  }

  // -------------------------------------------------------------------------------------------- from the agent

  receive(message: unknown, text?: string): void {
    const { id, method } = Object(message) as AnyMessage;
    const watched = method === undefined && this.#watched.size > 0 ? this.#watched.get(id) : undefined;
    if (watched === undefined) {
      this.#deliver(message, text);
      return;
    }
    this.#watched.delete(id);
    const answer = this.#answered(watched, message as Fields);
    this.#deliver(answer, answer === message ? text : undefined);
  }

  receiveUnparsed(message: UnparsedMessage): void {
    const { id, method, text } = message;
    const isWatched = method === undefined && this.#watched.has(id);
    if (!isWatched && this.#queue.takesAtOnce && this.#receiver?.receiveUnparsed !== undefined)
      this.#receiver.receiveUnparsed(message);
    else this.receive(JSON.parse(text), text);
  }

  reject(problem: ChannelProblem): void {
    const { partial } = problem;
    const watched = partial?.isResponse === true ? this.#watched.get(partial.id) : undefined;
    if (watched !== undefined) this.#watched.delete(partial?.id);
    if (watched?.kind === 'opening') watched.opening.abandon();
    this.#receiver?.reject(problem);
  }

  ended(error?: Error): void {
    // The providers are told first.
    this.#host?.close();
    this.#connections.closeAll();
    this.#close();
    this.#queue.finish(error);
  }

  // -------------------------------------------------------------------------------------------- from the client

  send(message: unknown, text?: string): boolean {
    return this.#held.isHolding ? this.#held.hold(message, text) : this.#forward(message, text);
  }

  async drained(): Promise<void> {
    await this.#held.released;
    await this.#channel.drained();
  }

  pause(): void {
    this.#queue.pause();
    this.#channel.pause();
    this.#host?.pause();
  }

  resume(): void {
    this.#queue.resume();
    this.#channel.resume();
    this.#host?.resume();
  }

  async end(): Promise<void> {
    await this.#held.released;
    this.#close();
    await this.#channel.end();
  }

  /** Resolves when nothing is left of the agent, if its channel can say that. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#close();
    const channel = this.#channel;
    if (isDisposable(channel)) await channel[Symbol.asyncDispose]();
    else await channel.end();
  }

  destroy(error?: Error): void {
    this.#close();
    // What the agent sent before is not delivered any more, as with every channel that is destroyed.
    this.#channel.destroy(error);
    this.#queue.stop(error);
  }

  // -------------------------------------------------------------------------------------------- inside

  #deliver(message: unknown, text: string | undefined): void {
    if (this.#queue.takesAtOnce) this.#receiver?.receive(message, text);
    else this.#queue.push({ message, text });
  }

  /** Whether the bridge looks at a message of the client; if it has to know more than the method, it says yes. */
  #isConcernedBy({ method }: UnparsedMessage): boolean {
    if (this.#held.isHolding || method === initializeMethod) return true;
    return this.#support !== undefined && this.#support.way !== 'native';
  }

  #sendParsed({ text }: UnparsedMessage): boolean {
    return this.send(JSON.parse(text), text);
  }

  /** Sends a message of the client to the agent, or takes it. */
  #forward(message: unknown, text: string | undefined): boolean {
    const { id, method, params } = Object(message) as AnyMessage;
    const support = this.#support;
    if (support === undefined || support.way === 'native') {
      if (method === initializeMethod) this.#watched.set(id, { kind: 'initialize' });
      return this.#channel.send(message, text);
    }
    if (this.#connections.take(message as AnyMessage, true)) return true;
    if (id === undefined || typeof method !== 'string') return this.#channel.send(message, text);
    if (method === initializeMethod) this.#watched.set(id, { kind: 'initialize' });
    const { sessionId } = Object(params) as { readonly sessionId?: unknown };
    if ((closingMethods as readonly string[]).includes(method) && typeof sessionId === 'string')
      this.#watched.set(id, { kind: 'closing', sessionId });
    if ((openingMethods as readonly string[]).includes(method)) return this.#open(message as Fields, text, support);
    return this.#channel.send(message, text);
  }

  /** The sender of the message is not there any more, so a failure is the response. */
  #forwardHeld(message: unknown, text: string | undefined): void {
    const { id, method } = Object(message) as AnyMessage;
    try {
      this.#forward(message, text);
    } catch (error) {
      if (id !== undefined && method !== undefined) this.#refuse(id, rpcCodes.internalError, (error as Error).message);
    }
  }

  /** Sends a request that opens a session, with its servers replaced. */
  #open(message: Fields, text: string | undefined, support: AgentSupport): boolean {
    const { id, method, params } = message as { id: RequestId; method: string; params: unknown };
    const { sessionId: named } = Object(params) as { readonly sessionId?: unknown };
    const isKnown = (reopeningMethods as readonly string[]).includes(method);
    const sessionId = isKnown && typeof named === 'string' ? named : undefined;
    const opening = this.#sessions.begin(sessionId);
    const watched: Watched = { kind: 'opening', opening, sessionId };
    if (!declaresAcp(params)) {
      this.#watched.set(id, watched);
      return this.#channel.send(message, text);
    }
    const host = this.#hostOf(support);
    if (host === undefined) return this.#refuse(id, rpcCodes.invalidParams, noWay);
    const ready = host.ready();
    if (ready !== undefined)
      return this.#held.until(ready, { message, text }, (error) => {
        this.#refuse(id, rpcCodes.internalError, error.message);
      });
    const replaced = replaceDeclarations(params, (serverId) => this.#transportOf(serverId, opening, host));
    if (replaced === undefined) {
      opening.abandon();
      return this.#refuse(id, rpcCodes.invalidParams, noId);
    }
    if (this.#endpoints > this.#settings.limits.endpoints) {
      opening.abandon();
      return this.#refuse(id, errorCodes.mcp_binding_limit, tooMany);
    }
    this.#watched.set(id, watched);
    return this.#channel.send({ ...message, params: replaced });
  }

  #transportOf(serverId: string, opening: Opening, host: EndpointHost): Fields {
    const { transport } = opening.endpoint(serverId, () => {
      this.#endpoints += 1;
      const endpoint = host.add((agent) => this.#connections.open(serverId, agent));
      return {
        transport: endpoint.transport,
        close: () => {
          this.#endpoints -= 1;
          endpoint.close();
        },
      };
    });
    return transport;
  }

  #hostOf(support: AgentSupport): EndpointHost | undefined {
    const { way } = support;
    if (way === undefined || way === 'native' || this.#isOver) return undefined;
    this.#host ??= this.#makeHost(way, support);
    return this.#host;
  }

  /** Looks at a response of the agent; returns what the client gets. */
  #answered(watched: Watched, response: Fields): unknown {
    const isError = 'error' in response;
    if (watched.kind === 'initialize') return isError ? response : this.#initialized(response);
    if (watched.kind === 'closing') {
      if (!isError) this.#sessions.closed(watched.sessionId);
      return response;
    }
    const { sessionId = watched.sessionId } = Object(response['result']) as { readonly sessionId?: unknown };
    if (isError) watched.opening.abandon();
    else if (typeof sessionId === 'string') this.#sessions.opened(sessionId, watched.opening);
    return response;
  }

  #initialized(response: Fields): unknown {
    const { result } = response;
    const support = supportOf(result, this.#settings.prefer);
    this.#support = support;
    this.#settings.onReport({ kind: 'decided', way: support.way });
    // What the agent supports itself is not advertised either if that way is not permitted.
    const told = withMcpOverAcp(result, support.way !== undefined);
    return told === result ? response : { ...response, result: told };
  }

  #refuse(id: RequestId, code: number, message: string): boolean {
    this.#queue.defer({ message: { jsonrpc: '2.0', id, error: { code, message } }, text: undefined });
    return true;
  }

  /** Ends everything that the bridge has opened; nothing is said any more. */
  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#connections.end();
    this.#host?.close();
  }
}

const isDisposable = (channel: object): channel is AsyncDisposable => Symbol.asyncDispose in channel;

const noWay =
  'The agent can use no MCP server of its client: it advertises neither MCP over ACP nor a transport that the bridge may use. Leave these servers out.';
const noId = 'An MCP server of the type acp needs an id; set serverId.';
const tooMany = 'Too many MCP servers of the client are in use; close sessions that are not needed any more.';
