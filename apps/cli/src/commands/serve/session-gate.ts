/**
 * Lets one client use only sessions inside the folders of the server.
 *
 * A client may use the sessions that it has opened. Messages about another session wait until the agent has listed its
 * sessions: those with all their directories inside the folders may be used. A session that is not
 * listed may be used if it was opened through this server; every other one does not exist for the client.
 */
import { rpcCodes } from '@acp-stack/rpc';
import type { JsonObject } from '@acp-stack/schema/json-object';
import type { MethodName as MethodName1 } from '@acp-stack/schema/v1/unstable';
import { errorCodes, type MethodName as MethodName2 } from '@acp-stack/schema/v2/unstable';

import { BoundedSet } from './bounded-set.ts';
import { fieldsOf, sessionIdOf } from './message-fields.ts';
import { isSessionInside } from './served-folders.ts';
import { isAdvertised } from './served-methods.ts';
import { SessionSearch } from './session-search.ts';

type Method = MethodName1 | MethodName2;

const methods = {
  initialize: 'initialize',
  cancelRequest: '$/cancel_request',
  remove: 'session/delete',
  list: 'session/list',
  archive: 'session/archive',
  update: 'session/update',
  startSuggestions: 'nes/start',
} as const satisfies Readonly<Record<string, Method>>;

/** Methods after which a session is not open any more. */
const closeMethods: ReadonlySet<unknown> = new Set<Method>(['session/close', 'session/delete', 'nes/close']);

/** Sessions that a client has open, and may use; and messages that wait for a session to be found. */
const limits = { open: 1024, sessions: 10_000, held: 1000 } as const;

/** The sessions that were opened through a server, by all its clients; all of them are inside of its folders. */
export const openedSessions = (): BoundedSet<string> => new BoundedSet(100_000);

export interface SessionGateOptions {
  readonly roots: readonly string[];
  /** The sessions that were opened through this server. */
  readonly opened: BoundedSet<string>;
  readonly toAgent: (message: JsonObject) => void;
  readonly toClient: (message: JsonObject) => void;
}

/** A message of the client that waits, and the sessions that it names. */
interface HeldMessage {
  readonly message: JsonObject;
  readonly sessionIds: readonly string[];
}

export class SessionGate {
  readonly #options: SessionGateOptions;
  /** The sessions that this client may use. */
  readonly #known = new BoundedSet<string>(limits.sessions);
  /** The sessions that it has opened and not closed. */
  readonly #open = new Set<string>();
  /** The open requests that the gate waits for, by their ids. */
  readonly #requests = new Map<unknown, string>();
  #held: HeldMessage[] = [];
  readonly #search: SessionSearch;
  /** The result of `initialize`. */
  #initialized: JsonObject | undefined;

  constructor(options: SessionGateOptions) {
    this.#options = options;
    this.#search = new SessionSearch({
      ask: (id, cursor) => {
        // Archived sessions are listed only on request.
        const archived = isAdvertised(methods.archive, this.#initialized) ? { archived: 'include' } : {};
        const params = { ...archived, ...(cursor === undefined ? {} : { cursor }) };
        options.toAgent({ jsonrpc: '2.0', id, method: methods.list, params });
      },
      found: (sessionId, session) => {
        if (isSessionInside(session, options.roots)) this.#known.add(sessionId);
      },
      missed: (sessionId) => {
        if (options.opened.has(sessionId)) this.#known.add(sessionId);
      },
      decided: () => {
        this.#release();
      },
    });
  }

  /** Passes on a message of the client that names these sessions, at once or when they are found. */
  fromClient(message: JsonObject, sessionIds: readonly string[], opensSession: boolean): void {
    const { id, method } = message;
    if (opensSession || method === methods.initialize) {
      const isTooMany = this.#requests.size + this.#open.size >= limits.open;
      if (isTooMany || this.#requests.has(id)) {
        if (isTooMany) this.#refuse(message, rpcCodes.internalError, tooManyOpen);
        else this.#refuse(message, rpcCodes.invalidRequest, idInUse);
        return;
      }
      this.#requests.set(id, String(method));
    }
    if (closeMethods.has(method)) for (const each of sessionIds) this.#open.delete(each);
    const unknown = sessionIds.filter((each) => !this.#known.has(each));
    if (unknown.length === 0 && !this.#followsHeld(message)) this.#options.toAgent(message);
    else if (this.#held.length >= limits.held) {
      this.#requests.delete(id);
      this.#refuse(message, rpcCodes.internalError, tooManyHeld);
    } else {
      this.#held.push({ message, sessionIds });
      for (const each of unknown) this.#search.add(each);
      this.#searchOrRelease();
    }
  }

  /** Sees a message of the agent; returns false if it is not for the client. */
  fromAgent(message: unknown): boolean {
    const { id, method, params, result } = fieldsOf(message);
    if (method === methods.update) this.#adopt(params);
    if (method !== undefined || id === undefined) return true;
    if (this.#search.responded(id, result)) return false;
    const asked = this.#requests.get(id);
    if (asked === undefined) return true;
    this.#requests.delete(id);
    if (asked === methods.initialize) {
      if (result !== undefined) this.#initialized = fieldsOf(result);
      this.#searchOrRelease();
    } else this.#opened(asked, sessionIdOf(result));
    return true;
  }

  /** What the agent said to `initialize`. */
  get initialized(): JsonObject | undefined {
    return this.#initialized;
  }

  /** A session was opened by a request of this client, which had to be inside of the folders. */
  #opened(method: string, sessionId: string | undefined): void {
    if (sessionId === undefined) return;
    this.#known.add(sessionId);
    this.#open.add(sessionId);
    // Sessions for suggestions end with their connection, and have ids of their own.
    if (method !== methods.startSuggestions) this.#options.opened.add(sessionId);
  }

  /** A session of the client announces a child. */
  #adopt(params: unknown): void {
    const [parent, child] = [sessionIdOf(params), sessionIdOf(fieldsOf(params)['update'])];
    if (parent !== undefined && child !== undefined && this.#known.has(parent)) this.#known.add(child);
  }

  /** Whether a message has to wait behind one that is held: a cancellation behind its request. */
  #followsHeld({ method, params }: JsonObject): boolean {
    if (method !== methods.cancelRequest) return false;
    const { requestId } = fieldsOf(params);
    return this.#held.some(({ message: { id } }) => id === requestId);
  }

  #searchOrRelease(): void {
    const isInitializing = [...this.#requests.values()].includes(methods.initialize);
    if (isInitializing && this.#initialized === undefined) return;
    if (isAdvertised(methods.list, this.#initialized)) this.#search.start();
    else this.#search.giveUp();
  }

  /** Passes on or refuses what does not wait any more, in its order. */
  #release(): void {
    const held = this.#held;
    this.#held = [];
    for (const each of held) {
      if (each.sessionIds.some((id) => this.#search.isSearching(id)) || this.#followsHeld(each.message)) {
        this.#held.push(each);
      } else if (each.sessionIds.every((id) => this.#known.has(id))) this.#options.toAgent(each.message);
      else this.#notFound(each);
    }
  }

  /** Answers as an agent does that has no such session. */
  #notFound({ message, sessionIds }: HeldMessage): void {
    const sessionId = sessionIds.find((each) => !this.#known.has(each));
    const { id, method } = message;
    this.#requests.delete(id);
    // A session that does not exist counts as deleted.
    if (id !== undefined && method === methods.remove) this.#options.toClient({ jsonrpc: '2.0', id, result: {} });
    else this.#refuse(message, errorCodes.resource_not_found, 'Session not found.', { sessionId });
  }

  #refuse({ id }: JsonObject, code: number, message: string, data?: JsonObject): void {
    if (id === undefined) return;
    const error = { code, message, ...(data === undefined ? {} : { data }) };
    this.#options.toClient({ jsonrpc: '2.0', id, error });
  }
}

const tooManyOpen = `This client has ${limits.open} open sessions; close some of them.`;
const idInUse = 'Another request has this id; use a new one.';
const tooManyHeld = 'Too many messages wait for their sessions to be found; send fewer at once.';
