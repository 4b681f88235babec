/**
 * MCP servers of proxies from before MCP over ACP was specified.
 *
 * Such a proxy declares a server with an HTTP address that begins with `acp:`, and is asked with `_mcp/connect`,
 * `_mcp/message` and `_mcp/disconnect`. Between it and its successor these become what the specification says, and
 * back. Only servers that were declared in the older way are concerned; everything else passes as it came.
 */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import type { RequestFrom } from '@acp-stack/sdk';

import { RoutedCall, RoutedResponse } from '../envelope/routed-message.ts';
import { Pending, type Answerer, type Source, type Target } from './pending.ts';
import { isEnd, type End, type Port } from './port.ts';

const older = {
  connect: '_mcp/connect',
  message: '_mcp/message',
  disconnect: '_mcp/disconnect',
} as const;

const current = {
  connect: 'mcp/connect',
  message: 'mcp/message',
  disconnect: 'mcp/disconnect',
} as const satisfies Readonly<Record<string, RequestFrom<'agent'>>>;

/** The names of messages of an older proxy; the oldest have one for each kind. */
const messages = new Set<unknown>([older.message, '_mcp/request', '_mcp/notification']);

const scheme = 'acp:';

const nothing: Answerer = { name: 'conductor', cancel: () => undefined };

/** Puts the translation between `port`, the conversation of an older proxy with its successor, and that successor. */
export function translateOlderMcp(port: Port): void {
  const after = port.target;
  if (!isEnd(after) || after instanceof OlderMcpEnd) return;
  const servers = new Servers();
  const near: OlderMcpEnd = new OlderMcpEnd(
    port,
    (message) => servers.toSuccessor(message),
    () => far,
  );
  const far: OlderMcpEnd = new OlderMcpEnd(
    after,
    (message, source) => servers.toProxy(message, source),
    () => near,
  );
  port.target = near;
  after.target = far;
}

/** What becomes of a message: another one, with another source if its response changes too, or a notification. */
type Translated = { readonly message: JsonObject; readonly source?: Source } | { readonly notification: JsonObject };
type Translate = (message: RoutedCall, source: Source) => Translated | undefined;

/** What arrives at one end goes on to the target of the other one, translated. */
class OlderMcpEnd implements End {
  readonly connection: { readonly name: string };
  target: Target;
  readonly #translate: Translate;
  readonly #other: () => OlderMcpEnd;

  constructor(beside: End, translate: Translate, other: () => OlderMcpEnd) {
    this.connection = beside.connection;
    this.target = beside;
    this.#translate = translate;
    this.#other = other;
  }

  request(source: Source, message: RoutedCall): void {
    const onward = this.#other().target;
    const translated = this.#translate(message, source);
    if (translated === undefined) onward.request(source, message);
    else if ('notification' in translated) onward.notify(source, RoutedCall.of(translated.notification));
    else onward.request(translated.source ?? source, RoutedCall.of(translated.message));
  }

  notify(source: Source, message: RoutedCall): void {
    const onward = this.#other().target;
    const translated = this.#translate(message, source);
    if (translated === undefined) onward.notify(source, message);
    else if ('message' in translated) onward.notify(source, RoutedCall.of(translated.message));
  }
}

/** The servers of one proxy, and the connections to them. */
class Servers {
  readonly #declared = new Set<unknown>();
  readonly #connections = new Set<unknown>();

  toSuccessor({ method, params, fields: message }: RoutedCall): Translated | undefined {
    if (!isJsonObject(params)) return undefined;
    if (messages.has(method)) {
      const { connection_id: id, ...rest } = params;
      const connectionId = rest['connectionId'] ?? id;
      return { message: { ...message, method: current.message, params: { ...rest, connectionId } } };
    }
    const declared = params['mcpServers'];
    if (!Array.isArray(declared) || !declared.some(isOlder)) return undefined;
    const mcpServers = declared.map((server: unknown) => (isOlder(server) ? this.#declare(server) : server));
    return { message: { ...message, params: { ...params, mcpServers } } };
  }

  toProxy(call: RoutedCall, source: Source): Translated | undefined {
    const { method, params, fields: message } = call;
    if (!isJsonObject(params)) return undefined;
    if (method === current.connect) return this.#connect(message, params, source);
    if (!this.#connections.has(params['connectionId'])) return undefined;
    if (method === current.message) return { message: { ...message, method: older.message } };
    return method === current.disconnect && call.id !== undefined ? this.#disconnect(call, params, source) : undefined;
  }

  #declare({ url, ...server }: JsonObject): JsonObject {
    this.#declared.add(url);
    const { headers: _, ...declared } = server;
    return { ...declared, type: 'acp', id: url, serverId: url };
  }

  #connect(message: JsonObject, params: JsonObject, source: Source): Translated | undefined {
    const { serverId, acpId, id, ...rest } = params;
    const server = serverId ?? acpId ?? id;
    if (!this.#declared.has(server)) return undefined;
    const answered = new ChangedSource(source, (response) => {
      const { result } = response;
      if (!isJsonObject(result)) return response;
      const { connection_id: made, ...others } = result;
      const connectionId = others['connectionId'] ?? made;
      this.#connections.add(connectionId);
      return { ...response, result: { ...others, connectionId } };
    });
    return { message: { ...message, method: older.connect, params: { ...rest, acp_id: server } }, source: answered };
  }

  /** The older one is a notification: the request is answered here. */
  #disconnect(call: RoutedCall, params: JsonObject, source: Source): Translated {
    const { connectionId, ...rest } = params;
    const { id: _, ...notification } = call.fields;
    this.#connections.delete(connectionId);
    const pending = new Pending(source, nothing, call, '');
    source.remember(pending);
    source.respond(pending, RoutedResponse.of({ jsonrpc: '2.0', result: {} }));
    return {
      notification: { ...notification, method: older.disconnect, params: { ...rest, connection_id: connectionId } },
    };
  }
}

/** Changes the response on its way back. */
class ChangedSource implements Source {
  readonly #inner: Source;
  readonly #change: (response: JsonObject) => JsonObject;

  constructor(inner: Source, change: (response: JsonObject) => JsonObject) {
    this.#inner = inner;
    this.#change = change;
  }

  get name(): string {
    return this.#inner.name;
  }

  remember(pending: Pending): void {
    this.#inner.remember(pending);
  }

  respond(pending: Pending, response: RoutedResponse): void {
    this.#inner.respond(pending, RoutedResponse.of(this.#change(response.fields)));
  }
}

const isOlder = (server: unknown): server is JsonObject =>
  isJsonObject(server) && typeof server['url'] === 'string' && server['url'].startsWith(scheme);
