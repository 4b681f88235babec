/**
 * A client as a program writes it: its name and its handlers.
 *
 * Registering a handler advertises the capability that goes with it; nothing else is advertised. One client can connect
 * to any number of agents, over any channel.
 */
import type { Channel } from '@acp-stack/rpc';
import type { ClientCapabilities, Implementation } from '@acp-stack/schema/v2/unstable';

import type { CustomParser, NotificationHandlerContext, RequestHandlerContext } from '../connection/connection.ts';
import { channelTo, type AgentComponent } from '../component/component.ts';
import { findMethod } from '../connection/method-table.ts';
import type {
  CustomMethod,
  NotificationFrom,
  ReceivedParams,
  RequestFrom,
  Result,
} from '../connection/method-types.ts';
import { Registrations } from '../connection/registrations.ts';
import { unwrapped, type ChannelWrapper } from '../shared/channel-wrapper.ts';
import type { ClientConnection } from './client-connection.ts';
import type { RawUpdateHandler } from './client-setup.ts';
import type { connectClient, ConnectOptions } from './connect.ts';
import type {
  ActiveDocumentHandler,
  EditorHandlers,
  OpenDocumentsHandler,
  RecentDocumentsHandler,
} from './editor-state.ts';
import type { ElicitationHandlers } from './elicitation.ts';
import type { FileHandlers, FileAndTerminalHandlers, TerminalHandlers } from './files-and-terminals.ts';
import type { OpeningHook } from './opening-hooks.ts';
import type { PermissionHandler, UpdateHandler } from './session/client-session.ts';

/** Options of a client. */
export interface ClientOptions {
  /** Capabilities besides those that its handlers advertise. */
  readonly capabilities?: Pick<ClientCapabilities, 'auth' | 'nes' | 'positionEncodings' | '_meta'>;
}

/** Loaded with the first connection, so that a program that is only an agent starts without it. */
let connect: typeof connectClient | undefined;

const terminalMethods = [
  'terminal/create',
  'terminal/output',
  'terminal/wait_for_exit',
  'terminal/kill',
  'terminal/release',
] as const satisfies readonly RequestFrom<'agent'>[];

/** Creates a client. */
export function client(info: Implementation, options: ClientOptions = {}): Client {
  return new Client(info, options);
}

/** A client and its handlers. Connects to any number of agents. */
export class Client {
  readonly #info: Implementation;
  readonly #options: ClientOptions;
  readonly #registrations = new Registrations('client');
  readonly #onUpdate: UpdateHandler[] = [];
  readonly #openingHooks: OpeningHook[] = [];
  #wrapChannel: ChannelWrapper = unwrapped;
  #onRawUpdate: RawUpdateHandler | undefined;
  #onPermission: PermissionHandler | undefined;
  #hasRawPermissionHandler = false;
  #elicitation: ElicitationHandlers | undefined;
  #editor: EditorHandlers = {};
  #filesAndTerminals: FileAndTerminalHandlers = {};

  constructor(info: Implementation, options: ClientOptions) {
    this.#info = info;
    this.#options = options;
  }

  /** Registers the handler that decides about permission requests; without it, the outcome is always `cancelled`. */
  onPermission(handler: PermissionHandler): this {
    this.#registrations.reserve('session/request_permission');
    this.#onPermission = handler;
    return this;
  }

  /** Registers a handler that is called with the updates of all sessions; there may be several. */
  onUpdate(handler: UpdateHandler): this {
    this.#onUpdate.push(handler);
    return this;
  }

  /** Has `hook` change the params that open each session, for instance to add MCP servers; there may be several. */
  onOpening(hook: OpeningHook): this {
    this.#openingHooks.push(hook);
    return this;
  }

  /** Registers the handlers that ask the user for data on behalf of the agent; each mode that has one is advertised. */
  onElicitation(handlers: ElicitationHandlers): this {
    this.#registrations.reserve('elicitation/create');
    this.#elicitation = handlers;
    if (handlers.form !== undefined) this.#registrations.mark('elicitation.form');
    if (handlers.url !== undefined) this.#registrations.mark('elicitation.url');
    return this;
  }

  /**
   * Registers the handlers that read and write files for agents of version 1, unsaved changes included; agents of
   * version 2 do that themselves.
   */
  onFiles(files: FileHandlers): this {
    if (files.readText !== undefined) this.#registrations.advertise('fs/read_text_file');
    if (files.writeText !== undefined) this.#registrations.advertise('fs/write_text_file');
    this.#filesAndTerminals = { ...this.#filesAndTerminals, files };
    return this;
  }

  /** Registers the handlers that run commands for agents of version 1; agents of version 2 do that themselves. */
  onTerminals(terminals: TerminalHandlers): this {
    for (const method of terminalMethods) this.#registrations.advertise(method);
    this.#filesAndTerminals = { ...this.#filesAndTerminals, terminals };
    return this;
  }

  /** Registers the handler that returns the documents that are open in the editor (draft). */
  onOpenDocuments(openDocuments: OpenDocumentsHandler): this {
    this.#registrations.advertise('workspace/open_documents');
    this.#editor = { ...this.#editor, openDocuments };
    return this;
  }

  /** Registers the handler that returns the documents that were opened recently (draft). */
  onRecentDocuments(recentDocuments: RecentDocumentsHandler): this {
    this.#registrations.advertise('workspace/recent_documents');
    this.#editor = { ...this.#editor, recentDocuments };
    return this;
  }

  /** Registers the handler that returns the document that has the focus (draft). */
  onActiveDocument(activeDocument: ActiveDocumentHandler): this {
    this.#registrations.advertise('workspace/active_document');
    this.#editor = { ...this.#editor, activeDocument };
    return this;
  }

  /**
   * Registers the handler of a request or notification of the agent.
   *
   * It replaces what the client does itself, except for `session/update`, which sessions receive as well.
   */
  on<K extends RequestFrom<'agent'>>(
    method: K,
    handler: (params: ReceivedParams<K>, context: RequestHandlerContext<'client'>) => Result<K> | Promise<Result<K>>,
  ): this;
  /** Registers the handler of a notification. */
  on<K extends NotificationFrom<'agent'>>(
    method: K,
    handler: (params: ReceivedParams<K>, context: NotificationHandlerContext<'client'>) => void | Promise<void>,
  ): this;
  /** Registers the handler of a custom request, whose params are read by `parse`. */
  on<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: (params: T, context: RequestHandlerContext<'client'>) => unknown,
  ): this;
  on(method: string, ...rest: readonly unknown[]): this {
    this.#registrations.advertise(method);
    if (method === 'session/update') {
      this.#onRawUpdate = rest[0] as RawUpdateHandler;
      return this;
    }
    if (method === 'session/request_permission') this.#hasRawPermissionHandler = true;
    const isNotification = findMethod(method)?.kind === 'notification';
    this.#registrations.add(isNotification ? 'onNotification' : 'onRequest', method, rest);
    return this;
  }

  /**
   * Registers the handler of a request without advertising the capability that it needs, for instance to refuse the
   * files of this machine in one sentence to an agent that asks for them anyway.
   */
  onUnadvertised<K extends RequestFrom<'agent'>>(
    method: K,
    handler: (params: ReceivedParams<K>, context: RequestHandlerContext<'client'>) => Result<K> | Promise<Result<K>>,
  ): this {
    this.#registrations.reserve(method);
    this.#registrations.add('onRequest', method, [handler]);
    return this;
  }

  /** Registers the handler of the notifications of a method that is a request as well, such as `mcp/message`. */
  onNotification<K extends NotificationFrom<'agent'> & RequestFrom<'agent'>>(
    method: K,
    handler: (params: ReceivedParams<K>, context: NotificationHandlerContext<'client'>) => void | Promise<void>,
  ): this;
  /** Registers the handler of a custom notification, whose params are read by `parse`. */
  onNotification<T>(
    method: CustomMethod,
    parse: CustomParser<T>,
    handler: (params: T, context: NotificationHandlerContext<'client'>) => void | Promise<void>,
  ): this;
  onNotification(method: string, ...rest: readonly unknown[]): this {
    this.#registrations.reserve(`${method} as a notification`);
    this.#registrations.add('onNotification', method, rest);
    return this;
  }

  /** Has `wrap` wrap the channel of each connection, such as to observe it; what is added last is the outermost. */
  wrapChannel(wrap: ChannelWrapper): this {
    const inner = this.#wrapChannel;
    this.#wrapChannel = (channel) => wrap(inner(channel));
    return this;
  }

  /** The capabilities that are advertised to agents. */
  get capabilities(): ClientCapabilities {
    const { capabilities = {} } = this.#options;
    return { ...capabilities, ...this.#registrations.capabilities };
  }

  /**
   * Connects to an agent: to the one at the other end of a channel, or to a component, which is started. Resolves when
   * the connection is initialized.
   */
  async connect(agent: Channel | AgentComponent, options: ConnectOptions = {}): Promise<ClientConnection> {
    connect ??= (await import('./connect.ts')).connectClient;
    return connect(
      channelTo(agent),
      {
        info: this.#info,
        capabilities: this.capabilities,
        onPermission: this.#onPermission,
        onUpdate: this.#onUpdate,
        onRawUpdate: this.#onRawUpdate,
        openingHooks: this.#openingHooks,
        wrapChannel: this.#wrapChannel,
        elicitation: this.#elicitation,
        editor: this.#editor,
        filesAndTerminals: this.#filesAndTerminals,
        hasRawPermissionHandler: this.#hasRawPermissionHandler,
        register: this.#registrations.register,
      },
      options,
    );
  }
}
