/**
 * One connection to an agent or a hub, and the sessions over it.
 *
 * The store connects when it is first used, and stays connected until nothing uses it. All sessions share the
 * connection; when it is lost, they are opened again over the next one.
 */
import { systemClock, type Clock } from '@acp-stack/rpc';
import type {
  AgentCapabilities,
  AuthMethod,
  CreateElicitationRequest,
  NewSessionRequest,
  RequestPermissionRequest,
} from '@acp-stack/schema/v2/unstable';
import {
  client,
  type AgentComponent,
  type Channel,
  type Client,
  type ClientConnection,
  type ClientOptions,
  type ConnectOptions,
  type Implementation,
} from '@acp-stack/sdk';
import { TranscriptStore } from '@acp-stack/transcript';

import {
  closedQuestionMethod,
  closedQuestionOf,
  cursorOf,
  fieldsOf,
  hubKey,
  isHub,
  pendingMessagesOf,
  pendingMethod,
} from '../hub/hub-meta.ts';
import { SessionList, type SessionListFilter } from '../list/session-list.ts';
import { platformFrames, type FrameScheduler } from '../notify/frames.ts';
import { paceFrames } from '../notify/pace-frames.ts';
import { shareFrames } from '../notify/share-frames.ts';
import { Topics, type Listener } from '../notify/topics.ts';
import { Questions } from '../questions/questions.ts';
import type { SessionTarget } from '../session/open-session.ts';
import type { SessionLink } from '../session/session-host.ts';
import type { SessionStore } from '../session/session-store.ts';
import { Connector, type AgentStatus, type ConnectContext } from './connector.ts';
import { onPageWake } from './page-wake.ts';
import { SessionTable } from './session-table.ts';

/** How to reach an agent, and what this program is. */
export interface AgentStoreOptions {
  /** The name and version of this program. */
  readonly info: Implementation;
  /** Returns a channel to the agent, such as `webSocket(url)`; called again after the connection was lost. */
  readonly connect: (context: ConnectContext) => Channel | AgentComponent | Promise<Channel | AgentComponent>;
  /** Capabilities besides those that handlers advertise. */
  readonly capabilities?: ClientOptions['capabilities'];
  /** Registers further handlers, such as files or methods of your own. */
  readonly build?: (app: Client) => void;
  /** How the SDK connects. */
  readonly connectOptions?: Omit<ConnectOptions, 'signal' | 'clock'>;
  /** How many of the last entries of a session a hub sends at first; the whole history when absent. */
  readonly tail?: number;
  /** How many sessions stay open that no component uses; 8 when absent. */
  readonly keptSessions?: number;
  /** When components are told of changes; once per frame of the page when absent. */
  readonly frames?: FrameScheduler;
  /** Measures pauses. */
  readonly clock?: Clock;
  /** Returns a random number from 0 up to 1. */
  readonly random?: () => number;
  /** Calls `wake` when it is worth connecting at once; the network and the visibility of the page when absent. */
  readonly onWake?: (wake: () => void) => () => void;
}

/** The state of a connection. */
export interface AgentSnapshot {
  /** Whether the agent can be used. */
  readonly status: AgentStatus;
  /** Why the last attempt failed, or the connection was lost. */
  readonly error: Error | undefined;
  /** When the next attempt is made, in milliseconds since 1970. */
  readonly retryAt: number | undefined;
  /** The name and version of the agent that is connected, or was last. */
  readonly agentInfo: Implementation | undefined;
  /** What the agent offers. */
  readonly capabilities: AgentCapabilities | undefined;
  /** The ways to log in. */
  readonly authMethods: readonly AuthMethod[];
  /** Whether the agent is a hub. */
  readonly isHub: boolean;
}

const agentTopic = 'agent';
const questionTopic = 'questions';
/** Milliseconds that an agent may take to respond to `initialize`. */
const initializeTimeout = 30_000;

/** A connection to an agent and its sessions. */
export class AgentStore {
  /** Questions that belong to no session that is open here, such as those of a login. */
  readonly questions: Questions;
  readonly #options: AgentStoreOptions;
  readonly #frames: FrameScheduler;
  readonly #clock: Clock;
  readonly #topics: Topics;
  readonly #connector: Connector;
  readonly #sessions: SessionTable;
  readonly #lists = new Map<string, SessionList>();
  readonly #app: Client;
  #link: SessionLink | undefined;
  #users = 0;
  #cancelStop: (() => void) | undefined;
  #snapshot: AgentSnapshot = {
    status: 'connecting',
    error: undefined,
    retryAt: undefined,
    agentInfo: undefined,
    capabilities: undefined,
    authMethods: [],
    isHub: false,
  };

  constructor(options: AgentStoreOptions) {
    const {
      frames = paceFrames(platformFrames),
      clock = systemClock,
      random = Math.random,
      onWake = onPageWake,
    } = options;
    this.#options = options;
    this.#frames = shareFrames(frames);
    this.#clock = clock;
    this.#topics = new Topics(this.#frames);
    this.questions = new Questions({
      store: new TranscriptStore(),
      clock,
      onChange: () => {
        this.#topics.touch(questionTopic);
      },
    });
    this.#sessions = new SessionTable({
      frames: this.#frames,
      clock,
      tail: options.tail,
      kept: options.keptSessions ?? 8,
      link: () => this.#link,
      isReachable: () => this.#connector.state.status === 'open',
      lists: () => this.#lists.values(),
    });
    this.#connector = new Connector({
      dial: (context) => this.#dial(context),
      clock,
      random,
      onWake,
      onChange: () => {
        this.#changed();
      },
      onOpen: (connection) => {
        this.#opened(connection);
      },
      onLost: () => {
        this.#link = undefined;
        this.#sessions.detach();
      },
      end: (connection) => {
        // Closing would answer questions as cancelled, which other clients of a hub may still answer.
        if (isHub(connection.capabilities)) connection.destroy();
        else connection.close().catch(() => undefined);
      },
    });
    this.#app = this.#build();
  }

  // -------------------------------------------------------------------------------------------- reading

  /** The state of the connection; the same object until it changes. */
  readonly snapshot = (): AgentSnapshot => this.#snapshot;

  /** Calls `listener` when the state has changed, until the returned function is called. */
  readonly subscribe = (listener: Listener): (() => void) => this.#topics.subscribe(agentTopic, listener);

  /** Calls `listener` when a question that belongs to no session was asked or settled. */
  readonly subscribeQuestions = (listener: Listener): (() => void) => this.#topics.subscribe(questionTopic, listener);

  /** Whether the agent can be used. */
  get status(): AgentStatus {
    return this.#snapshot.status;
  }

  /** Why the last attempt failed, or the connection was lost. */
  get error(): Error | undefined {
    return this.#snapshot.error;
  }

  /** When the next attempt is made, in milliseconds since 1970. */
  get retryAt(): number | undefined {
    return this.#snapshot.retryAt;
  }

  /** The connection, for calls that this class does not have; throws while there is none. */
  get connection(): ClientConnection {
    if (this.#link === undefined) throw new Error('The agent is not connected; try again when it is.');
    return this.#link.connection;
  }

  // -------------------------------------------------------------------------------------------- lifetime

  /**
   * Connects, and stays connected until every caller has called the function that it was given. `useAgent` calls it.
   */
  readonly retain = (): (() => void) => {
    this.#users += 1;
    this.#cancelStop?.();
    this.#cancelStop = undefined;
    this.#connector.start();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#users -= 1;
      // React's StrictMode ends and begins every effect once; a connection must survive that.
      if (this.#users === 0) this.#cancelStop = this.#clock.schedule(0, this.#stop);
    };
  };

  /** Tries to connect at once. */
  readonly retry = (): void => {
    this.#connector.retry();
  };

  readonly #stop = (): void => {
    this.#cancelStop = undefined;
    this.#connector.stop();
    this.#changed();
  };

  // -------------------------------------------------------------------------------------------- sessions

  /** The session with this id, or a new one; it is opened by `useSession`, `retain` or `open`. */
  session(target: SessionTarget | string): SessionStore {
    return this.#sessions.get(typeof target === 'string' ? { sessionId: target } : target);
  }

  /** Creates a session as soon as there is a connection. */
  newSession(params: NewSessionRequest): SessionStore {
    const store = this.session(params);
    store.open();
    return store;
  }

  /** The stored sessions; the same object for the same filter. */
  sessionList({ archived = 'exclude', ...folder }: SessionListFilter = {}): SessionList {
    const key = JSON.stringify([folder.cwd, archived]);
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const list = new SessionList(archived === 'exclude' ? folder : { ...folder, archived }, {
      frames: this.#frames,
      isConnected: () => this.#link !== undefined,
      connection: () => this.connection,
      openSession: (sessionId) => this.#sessions.summaryOf(sessionId),
    });
    this.#lists.set(key, list);
    return list;
  }

  /** Sets the title of a session. */
  readonly rename = async (sessionId: string, title: string): Promise<void> => {
    const stored = await this.connection.setTitle(sessionId, title);
    this.#sessions.renamed(sessionId, stored);
    for (const list of this.#lists.values()) list.change(sessionId, { title: stored });
  };

  /** Hides a session from ordinary lists. */
  readonly archive = async (sessionId: string): Promise<void> => {
    await this.connection.archive(sessionId);
    this.#sessions.forget(sessionId);
    await this.#refreshLists();
  };

  /** Brings an archived session back. */
  readonly unarchive = async (sessionId: string): Promise<void> => {
    await this.connection.unarchive(sessionId);
    await this.#refreshLists();
  };

  /** Removes a session. */
  readonly remove = async (sessionId: string): Promise<void> => {
    await this.connection.delete(sessionId);
    this.#sessions.forget(sessionId);
    for (const list of this.#lists.values()) list.change(sessionId, undefined);
  };

  /** Copies a session; resolves with the id of the copy. */
  readonly fork = async (sessionId: string): Promise<string> => {
    const cwd = await this.#sessions.cwdOf(sessionId);
    const { sessionId: copy } = await this.connection.request('session/fork', { sessionId, cwd });
    for (const list of this.#lists.values()) list.add({ sessionId: copy, cwd, updatedAt: new Date().toISOString() });
    await this.#refreshLists();
    return copy;
  };

  async #refreshLists(): Promise<void> {
    await Promise.all(Array.from(this.#lists.values(), (list) => list.refresh()));
  }

  // -------------------------------------------------------------------------------------------- connection

  #build(): Client {
    const { info, capabilities = {}, build } = this.#options;
    const { _meta: meta } = capabilities;
    const app = client(info, {
      capabilities: { ...capabilities, _meta: { ...meta, [hubKey]: {} } },
    });
    app.on('session/update', (params) => {
      this.#sessions.receive(params, cursorOf(params));
    });
    // Updates are in the transcripts; the SDK need not keep them for a listener.
    app.onUpdate(() => undefined);
    app.onNotification(pendingMethod, fieldsOf, (params) => {
      this.#sessions.find(String(params['sessionId']))?.pending(pendingMessagesOf(params));
    });
    app.onNotification(closedQuestionMethod, fieldsOf, (params) => {
      const closed = closedQuestionOf(params);
      if (closed !== undefined) this.#sessions.find(String(params['sessionId']))?.questions.closed(closed);
    });
    app.onPermission((request: RequestPermissionRequest, context) =>
      this.#questionsOf(request.sessionId).askPermission(request, context),
    );
    const elicit = (
      request: CreateElicitationRequest,
      { signal }: { readonly signal: AbortSignal },
    ): ReturnType<Questions['askElicitation']> => {
      const { sessionId } = request as { readonly sessionId?: unknown };
      return this.#questionsOf(typeof sessionId === 'string' ? sessionId : undefined).askElicitation(request, signal);
    };
    app.onElicitation({ form: elicit, url: elicit });
    build?.(app);
    return app;
  }

  #questionsOf(sessionId: string | undefined): Questions {
    const store = sessionId === undefined ? undefined : this.#sessions.asking(sessionId);
    return store?.questions ?? this.questions;
  }

  async #dial(context: ConnectContext): Promise<ClientConnection> {
    const { connect, connectOptions } = this.#options;
    const channel = await connect(context);
    if (context.signal.aborted && 'destroy' in channel) channel.destroy();
    return this.#app.connect(channel, {
      timeout: initializeTimeout,
      ...connectOptions,
      signal: context.signal,
      onReport: (report) => {
        if (report.kind === 'session-lost') this.#sessions.find(report.sessionId)?.lost(report.error);
        connectOptions?.onReport?.(report);
      },
    });
  }

  #opened(connection: ClientConnection): void {
    this.#link = { connection, isHub: isHub(connection.capabilities) };
    this.#changed();
    this.#sessions.attach(this.#link);
    for (const list of this.#lists.values()) list.connected();
  }

  #changed(): void {
    const { status, error, retryAt, connection } = this.#connector.state;
    const wasReachable = this.#snapshot.status === 'open';
    this.#snapshot = {
      ...this.#snapshot,
      status,
      error,
      retryAt,
      ...(connection === undefined
        ? {}
        : {
            agentInfo: connection.agentInfo,
            capabilities: connection.capabilities,
            authMethods: connection.authMethods,
            isHub: isHub(connection.capabilities),
          }),
    };
    this.#topics.touch(agentTopic);
    if (wasReachable !== (status === 'open')) this.#sessions.reachableChanged();
  }
}
