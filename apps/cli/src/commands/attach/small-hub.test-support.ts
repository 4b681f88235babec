/** A server that keeps its sessions and shares them, as a hub does, for tests of its clients. */
import { serveHttp } from '@acp-stack/http/server';
import { RpcError } from '@acp-stack/rpc';
import { agent, type Connection, type SessionUpdate } from '@acp-stack/sdk';

const hubKey = 'acp-stack.dev/hub';

interface SmallSession {
  readonly cwd: string;
  readonly log: SessionUpdate[];
  readonly attached: Set<Connection<'agent'>>;
}

export interface SmallHubOptions {
  readonly port?: number;
  /** The sessions of a server that ran before. */
  readonly sessions?: Map<string, SmallSession>;
  /** The generation of cursors. */
  readonly generation?: string;
  /** What clients are told about a session that they open, besides the protocol. */
  readonly about?: object;
}

/**
 * A running server; all clients with the token `rose` are one user, and `guest` is an invitation to the first session.
 */
export class SmallHub implements AsyncDisposable {
  readonly sessions: Map<string, SmallSession>;
  /** What clients asked for, in order. */
  readonly asked: { readonly method: string; readonly params: unknown }[] = [];
  readonly url: string;
  readonly #close: () => Promise<void>;
  readonly #generation: string;
  readonly #about: object | undefined;

  private constructor(
    url: string,
    close: () => Promise<void>,
    { sessions = new Map(), generation = 'g', about }: SmallHubOptions,
  ) {
    this.url = url;
    this.#close = close;
    this.sessions = sessions;
    for (const { attached } of sessions.values()) attached.clear();
    this.#generation = generation;
    this.#about = about;
  }

  static async open(options: SmallHubOptions = {}): Promise<SmallHub> {
    const app = {
      connect: (channel: Parameters<ReturnType<typeof agent>['connect']>[0]) => hub.#app().connect(channel),
    };
    const serving = await serveHttp(app, {
      port: options.port ?? 0,
      authenticate: (request) => names.get(request.header('authorization') ?? ''),
    });
    const hub: SmallHub = new SmallHub(serving.url, () => serving.close(), options);
    return hub;
  }

  /** Appends an update and shows it to all attached clients. */
  async say(sessionId: string, update: SessionUpdate): Promise<void> {
    const session = this.#session(sessionId);
    session.log.push(update);
    const cursor = `${this.#generation}.${session.log.length}`;
    for (const connection of session.attached) {
      await connection.notify('session/update', { sessionId, update, _meta: { [hubKey]: { cursor } } });
    }
  }

  #session(sessionId: string): SmallSession {
    const session = this.sessions.get(sessionId);
    if (session === undefined) throw new RpcError(-32_002, 'Session not found.', { data: { sessionId } });
    return session;
  }

  #app(): ReturnType<typeof agent> {
    const note = (method: string, params: unknown): void => void this.asked.push({ method, params });
    return agent({ name: 'small-hub', version: '1.0.0' }, { capabilitiesMeta: { [hubKey]: {} } })
      .on('session/new', (params, { connection }) => {
        note('session/new', params);
        const sessionId = `s${this.sessions.size + 1}`;
        const session: SmallSession = { cwd: params.cwd, log: [], attached: new Set() };
        this.sessions.set(sessionId, session);
        attach(session, connection);
        return { sessionId };
      })
      .on('session/list', () => ({
        sessions: Array.from(this.sessions, ([sessionId, { cwd }]) => ({
          sessionId,
          cwd,
          title: `Title of ${sessionId}`,
        })),
      }))
      .on('session/resume', async (params, { connection }) => {
        note('session/resume', params);
        const { sessionId, replayFrom, _meta: meta } = params;
        const session = this.#session(sessionId);
        const { after, tail = 0 } = (meta?.[hubKey] ?? {}) as { readonly after?: string; readonly tail?: number };
        const first = replayFrom === undefined ? Math.max(0, session.log.length - tail) : 0;
        const from = after === undefined ? first : this.#place(after);
        // The log may grow meanwhile.
        for (let index = from; index < session.log.length; index += 1) {
          const update = session.log[index] as SessionUpdate;
          const cursor = `${this.#generation}.${index + 1}`;
          await connection.notify('session/update', { sessionId, update, _meta: { [hubKey]: { cursor } } });
        }
        attach(session, connection);
        return this.#about === undefined ? {} : { _meta: { [hubKey]: this.#about } };
      })
      .on('session/prompt', async ({ sessionId, prompt }) => {
        note('session/prompt', prompt);
        const { length } = this.#session(sessionId).log;
        const messageId = `u${length}`;
        await this.say(sessionId, { sessionUpdate: 'user_message', messageId, content: [...prompt] });
        return { messageId };
      })
      .on('session/close', () => ({}))
      .on('session/delete', ({ sessionId }) => {
        note('session/delete', sessionId);
        this.sessions.delete(sessionId);
        return {};
      })
      .onNotification('session/cancel', (params) => note('session/cancel', params))
      .on(
        '_acp-stack.dev/hub/accept_invitation',
        (params) => params,
        (params) => {
          note('accept_invitation', params);
          return { sessionId: 's1' };
        },
      );
  }

  #place(cursor: string): number {
    const [generation, place] = cursor.split('.');
    if (generation === this.#generation) return Number(place);
    throw new RpcError(-32_602, 'Restored from a backup.', { data: { reason: 'generation_changed' } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}

function attach({ attached }: SmallSession, connection: Connection<'agent'>): void {
  attached.add(connection);
  void connection.closed.then(() => attached.delete(connection));
}

const names = new Map([
  ['Bearer rose', 'ann'],
  ['Bearer guest', 'guest'],
]);

/** An agent's message of one text. */
export const agentSays = (messageId: string, text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message',
  messageId,
  content: [{ type: 'text', text }],
});
