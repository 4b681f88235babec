/**
 * Lets an agent suggest edits: it mirrors documents, asks an engine, and sends the suggestions that the client
 * supports.
 *
 * Sessions of suggestions are independent of conversations. A connection may have several; they end with it.
 */
import { RpcError } from '@acp-stack/rpc';
import {
  errorCodes,
  type ClientCapabilities,
  type PositionEncodingKind,
  type SessionConfigOption,
  type StartNesRequest,
  type StartNesResponse,
} from '@acp-stack/schema/v2/unstable';
import type { Agent, ConfigChange, Connection, NotificationHandlerContext } from '@acp-stack/sdk';

import type { MirrorLimits } from '../documents/document-mirror.ts';
import type { NesEngine } from '../suggestions/nes-engine.ts';
import { optionalKinds, type SuggestionKind } from '../suggestions/suggestion.ts';
import { chooseEncoding, defaultEncoding } from '../text/position-encoding.ts';
import { lostEvents, type LostEvent } from './lost-events.ts';
import type { NesReport } from './nes-report.ts';
import { NesSession } from './nes-session.ts';

/** The engine, and how sessions are served. */
export interface ServeNesOptions {
  /** Makes the suggestions; opened once for each session. */
  readonly engine: NesEngine;
  /** Options of every session; the client receives them in the response to `nes/start`. */
  readonly configOptions?: readonly SessionConfigOption[];
  /** Called when the client sets an option; an error refuses it. */
  readonly onConfigOption?: (session: ServedNesSession, change: ConfigChange) => void | Promise<void>;
  /** Whether the user may have suggestions; if not, the client is asked to log in and try again. */
  readonly isLoggedIn?: (connection: Connection<'agent'>) => boolean | Promise<boolean>;
  /** The accepted position encodings; all by default. */
  readonly positionEncodings?: readonly PositionEncodingKind[];
  /** How changes of documents are sent; only the changes by default. */
  readonly syncKind?: 'full' | 'incremental';
  /** By default 64 sessions, each with 500 documents and 64 Mi code units of text. */
  readonly limits?: NesLimits;
  /** Called with problems that no response mentions. */
  readonly onReport?: (report: NesReport) => void;
}

/** Limits for one client. */
export interface NesLimits extends Partial<MirrorLimits> {
  /** The maximum number of sessions of one connection. */
  readonly sessions?: number;
}

/** A session, for the program. */
export interface ServedNesSession {
  /** Its id on its connection. */
  readonly id: string;
  /** The current options. */
  readonly configOptions: readonly SessionConfigOption[];
  /** Replaces the options and notifies the client. */
  setConfigOptions(configOptions: readonly SessionConfigOption[]): void;
}

const allEncodings: readonly PositionEncodingKind[] = ['utf-16', 'utf-8', 'utf-32'];
const maxSessions = 64;

/** Serves next edit suggestions in addition to the other features of the agent, and advertises them. */
export function serveNes(app: Agent, options: ServeNesOptions): Agent {
  const { engine, positionEncodings = allEncodings, syncKind = 'incremental' } = options;
  const registries = new WeakMap<Connection<'agent'>, NesSessionRegistry>();
  const sessionsOf = (connection: Connection<'agent'>): NesSessionRegistry => {
    const registry = registries.get(connection) ?? new NesSessionRegistry(connection, options);
    registries.set(connection, registry);
    return registry;
  };
  app.offerNes({ syncKind, positionEncodings, ...(engine.context === undefined ? {} : { context: engine.context }) });
  app.onConfigurable((sessionId, connection) => sessionsOf(connection).configurable(sessionId));
  app.on('nes/start', (params, { connection }) => sessionsOf(connection).start(params));
  app.on('nes/suggest', async ({ sessionId, ...params }, { connection, signal }) => ({
    suggestions: await sessionsOf(connection).session(sessionId).suggest(params, signal),
  }));
  app.on('nes/close', ({ sessionId }, { connection }) => {
    sessionsOf(connection).close(sessionId);
    return {};
  });
  app.onNotification('nes/accept', ({ sessionId, suggestionId }, { connection }) => {
    sessionsOf(connection).find(sessionId)?.accept(suggestionId);
  });
  app.onNotification('nes/reject', ({ sessionId, suggestionId, reason }, { connection }) => {
    sessionsOf(connection).find(sessionId)?.reject(suggestionId, reason);
  });
  return serveEvents(app, ({ connection }, sessionId) => sessionsOf(connection).find(sessionId));
}

type FindSession = (
  context: NotificationHandlerContext<'agent'>,
  sessionId: string | undefined,
) => NesSession | undefined;

/** Handles the document events, also under their older names. */
function serveEvents(app: Agent, find: FindSession): Agent {
  return app
    .onNotification('document/didOpen', (params, context) => find(context, params.sessionId)?.didOpen(params))
    .onNotification('document/didChange', (params, context) => find(context, params.sessionId)?.didChange(params))
    .onNotification('document/didClose', (params, context) => find(context, params.sessionId)?.didClose(params))
    .onNotification('document/didSave', (params, context) => find(context, params.sessionId)?.didSave(params))
    .onNotification('document/didFocus', (params, context) => find(context, params.sessionId)?.didFocus(params))
    .onNotification('nes/didOpen', (params, context) => find(context, params.sessionId)?.didOpen(params))
    .onNotification('nes/didChange', (params, context) => find(context, params.sessionId)?.didChange(params))
    .onNotification('nes/didClose', (params, context) => find(context, params.sessionId)?.didClose(params))
    .onNotification('nes/didSave', (params, context) => find(context, params.sessionId)?.didSave(params))
    .onNotification('nes/didFocus', (params, context) => find(context, params.sessionId)?.didFocus(params));
}

/** The sessions of one connection. */
class NesSessionRegistry {
  readonly #connection: Connection<'agent'>;
  readonly #options: ServeNesOptions;
  /** The session that was started last is last. */
  readonly #sessions = new Map<string, NesSession>();
  #isClosed = false;

  constructor(connection: Connection<'agent'>, options: ServeNesOptions) {
    this.#connection = connection;
    this.#options = options;
    connection.onDropped((message) => {
      for (const event of lostEvents(message)) this.#lose(event);
    });
    void connection.closed.then(() => {
      this.#isClosed = true;
      for (const id of this.#sessions.keys()) this.close(id);
    });
  }

  async start(workspace: StartNesRequest): Promise<StartNesResponse> {
    const {
      engine,
      configOptions = [],
      limits: { sessions = maxSessions, ...limits } = {},
      isLoggedIn,
    } = this.#options;
    if (isLoggedIn !== undefined && !(await isLoggedIn(this.#connection))) {
      const data = { reason: 'auth_required' };
      throw new RpcError(errorCodes.authentication_required, 'Authentication required', { data });
    }
    if (this.#isClosed) throw new RpcError(errorCodes.internal_error, 'The connection has ended.');
    if (this.#sessions.size >= sessions) {
      throw new RpcError(errorCodes.invalid_request, `At most ${sessions} sessions may be open at a time.`);
    }
    const session = new NesSession({
      id: `nes_${crypto.randomUUID()}`,
      workspace,
      engine,
      ...this.#negotiated(),
      configOptions,
      limits,
      report: (report) => this.#options.onReport?.(report),
    });
    this.#sessions.set(session.id, session);
    return { sessionId: session.id, ...(configOptions.length === 0 ? {} : { configOptions }) };
  }

  /** The session with this id; the latest one for clients that send no id. */
  find(sessionId: string | undefined): NesSession | undefined {
    return sessionId === undefined ? [...this.#sessions.values()].at(-1) : this.#sessions.get(sessionId);
  }

  session(sessionId: string | undefined): NesSession {
    const session = this.find(sessionId);
    if (session !== undefined) return session;
    throw new RpcError(errorCodes.resource_not_found, 'Session of next edit suggestions not found.', {
      data: { sessionId },
    });
  }

  close(sessionId: string): void {
    this.session(sessionId).close();
    this.#sessions.delete(sessionId);
  }

  /** Marks the document as stale; in every session if the event does not name a known one. */
  #lose({ sessionId, uri }: LostEvent): void {
    const known = sessionId === undefined ? undefined : this.#sessions.get(sessionId);
    for (const session of known === undefined ? this.#sessions.values() : [known]) session.lose(uri);
  }

  /** How the client sets the options of a session. */
  configurable(sessionId: string): ReturnType<Parameters<Agent['onConfigurable']>[0]> {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return undefined;
    return {
      get configOptions() {
        return session.configOptions;
      },
      configure: async (configOptions, change) => {
        const before = session.configOptions;
        session.setConfigOptions(configOptions);
        try {
          await this.#options.onConfigOption?.(this.#served(session), change);
        } catch (error) {
          session.setConfigOptions(before);
          throw error;
        }
      },
    };
  }

  #served(session: NesSession): ServedNesSession {
    const connection = this.#connection;
    return {
      id: session.id,
      get configOptions() {
        return session.configOptions;
      },
      setConfigOptions: (configOptions) => {
        session.setConfigOptions(configOptions);
        const update = { sessionUpdate: 'config_option_update', configOptions } as const;
        void connection.notify('session/update', { sessionId: session.id, update });
      },
    };
  }

  /** The result of the negotiation in initialize. */
  #negotiated(): { readonly encoding: PositionEncodingKind; readonly kinds: ReadonlySet<SuggestionKind> } {
    const { nes, positionEncodings } = this.#connection.advertised.capabilities as ClientCapabilities;
    // Clients of the older form list actions instead of kinds.
    const { ideActions } = (nes ?? {}) as { readonly ideActions?: Readonly<Record<string, unknown>> | null };
    const kinds = optionalKinds.filter((kind) => isObject(nes?.[kind]) || isObject(ideActions?.[kind]));
    const supported = this.#options.positionEncodings ?? allEncodings;
    return {
      encoding: chooseEncoding(positionEncodings, supported) ?? defaultEncoding,
      kinds: new Set<SuggestionKind>(['edit', ...kinds]),
    };
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
