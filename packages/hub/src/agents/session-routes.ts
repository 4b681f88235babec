/**
 * The sessions of one connection to an agent, and the way of every message to its session.
 *
 * Messages that arrive before the response that opens their session are kept, and delivered in order after the caller
 * has got the session; what comes meanwhile waits until they are delivered. What no session claims is dropped once no request is
 * left that could claim it. Each session waits for nothing but itself.
 */
import { nextMacrotask } from '@acp-stack/rpc';

import type { AgentEvents, AgentSessionSetup } from './agent-session.ts';
import type { OfferedSession } from './offered-machine.ts';

/** A message of the agent about a session. */
export interface SessionMessage {
  /** Delivers it; the next message of the session waits for the promise. */
  readonly deliver: (events: AgentEvents) => void | Promise<void>;
  /** The session is not open. */
  readonly drop: () => void;
  /** What the message says; its size counts while it waits. */
  readonly content: unknown;
}

/** A request that opens a session. */
export interface Opening {
  /** Known in advance when a session is resumed. */
  readonly sessionId: string | undefined;
}

/** The messages of a session that is not open, and the requests that may open it. */
interface EarlyMessages {
  readonly messages: SessionMessage[];
  characters: number;
  readonly openings: Set<Opening>;
}

/** How many messages of one connection are kept for sessions that are being opened, and how many characters of JSON. */
const maxEarly = 10_000;
const maxEarlyCharacters = 16 * 1024 * 1024;

/** A session that is open in the agent. */
export class Route {
  readonly sessionId: string;
  readonly events: AgentEvents;
  /** The session for a program that offers its machine. */
  readonly offered: OfferedSession;
  readonly #over = new AbortController();
  /** Whether the hub has asked the agent to close the session: then it is not told that the agent has ended. */
  isClosing = false;
  /** Called when nothing is delivered any more. */
  onEnd: () => void = () => undefined;
  #state: 'opening' | 'open' | 'ended' = 'opening';
  /** Resolves when the messages that came before the session was open are delivered. */
  #begun: Promise<void> = Promise.resolve();
  /** How many messages are being delivered. */
  #running = 0;

  constructor(
    sessionId: string,
    events: AgentEvents,
    { cwd, additionalDirectories }: Pick<AgentSessionSetup, 'cwd' | 'additionalDirectories'>,
  ) {
    this.sessionId = sessionId;
    this.events = events;
    this.offered = { id: sessionId, cwd, info: { additionalDirectories }, signal: this.#over.signal };
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** Whether a message is being delivered, so that the connection holds back those that follow it. */
  get isBusy(): boolean {
    return this.#running > 0;
  }

  /** Resolves when the messages that came before the session was open are delivered. */
  get begun(): Promise<void> {
    return this.#begun;
  }

  /** Delivers `early` when the caller that opened the session has continued, which it does in this macrotask. */
  begin(early: readonly SessionMessage[]): void {
    const started = new Promise<void>((resolve) => {
      nextMacrotask(resolve);
    });
    this.#begun = started.then(async () => {
      for (const message of early) await this.#pass(message);
      if (this.#state === 'opening') this.#state = 'open';
    });
  }

  receive(message: SessionMessage): void | Promise<void> {
    return this.#state === 'opening'
      ? this.#tracked(this.#begun.then(() => this.#pass(message)))
      : this.#tracked(this.#pass(message));
  }

  /** Nothing is delivered any more; false if that is so already. */
  end(): boolean {
    if (this.#state === 'ended') return false;
    this.#state = 'ended';
    this.#over.abort();
    this.onEnd();
    return true;
  }

  #tracked(delivering: void | Promise<void>): void | Promise<void> {
    if (delivering === undefined) return;
    this.#running += 1;
    return delivering.finally(() => {
      this.#running -= 1;
    });
  }

  #pass(message: SessionMessage): void | Promise<void> {
    if (this.#state === 'ended') message.drop();
    else return message.deliver(this.events);
  }
}

export class SessionRoutes {
  readonly #routes = new Map<string, Route>();
  readonly #openings = new Set<Opening>();
  readonly #early = new Map<string, EarlyMessages>();
  #earlyCount = 0;
  #earlyCharacters = 0;
  #isOverfull = false;

  /** How many sessions are open or being opened. */
  get size(): number {
    return this.#routes.size + this.#openings.size;
  }

  get all(): readonly Route[] {
    return [...this.#routes.values()];
  }

  get(sessionId: string): Route | undefined {
    return this.#routes.get(sessionId);
  }

  /** A session is being opened, until `end` is called. */
  begin(sessionId?: string): Opening {
    const opening = { sessionId };
    this.#openings.add(opening);
    return opening;
  }

  /** Adds a session that was opened; returns the one that had the same id. Throws if messages for it were lost. */
  add(
    sessionId: string,
    events: AgentEvents,
    setup: Pick<AgentSessionSetup, 'cwd' | 'additionalDirectories'>,
  ): { readonly route: Route; readonly before: Route | undefined } {
    if (this.#isOverfull) throw new Error('It sent too many messages before it had opened a session.');
    const route = new Route(sessionId, events, setup);
    const before = this.#routes.get(sessionId);
    this.#routes.set(sessionId, route);
    route.begin(this.#take(sessionId));
    return { route, before };
  }

  /** The request is over, with or without a session. */
  end(opening: Opening): void {
    this.#openings.delete(opening);
    for (const [sessionId, { openings }] of this.#early) {
      openings.delete(opening);
      if (openings.size === 0) for (const message of this.#take(sessionId)) message.drop();
    }
  }

  delete(route: Route): void {
    if (this.#routes.get(route.sessionId) === route) this.#routes.delete(route.sessionId);
  }

  /** Takes a message for a session; returns a promise when the next one has to wait. */
  receive(sessionId: string, message: SessionMessage): void | Promise<void> {
    const route = this.#routes.get(sessionId);
    if (route !== undefined) return route.receive(message);
    const early = this.#early.get(sessionId) ?? this.#expect(sessionId);
    const characters = early === undefined ? 0 : JSON.stringify(message.content).length;
    const isFull = this.#earlyCount >= maxEarly || this.#earlyCharacters + characters > maxEarlyCharacters;
    if (early === undefined || isFull) {
      this.#isOverfull ||= early !== undefined;
      message.drop();
      return;
    }
    early.messages.push(message);
    early.characters += characters;
    this.#earlyCount += 1;
    this.#earlyCharacters += characters;
  }

  #expect(sessionId: string): EarlyMessages | undefined {
    const openings = [...this.#openings].filter(({ sessionId: id }) => id === undefined || id === sessionId);
    if (openings.length === 0) return undefined;
    const early: EarlyMessages = { messages: [], characters: 0, openings: new Set(openings) };
    this.#early.set(sessionId, early);
    return early;
  }

  #take(sessionId: string): readonly SessionMessage[] {
    const { messages, characters } = this.#early.get(sessionId) ?? { messages: [], characters: 0 };
    this.#early.delete(sessionId);
    this.#earlyCount -= messages.length;
    this.#earlyCharacters -= characters;
    if (this.#early.size === 0) this.#isOverfull = false;
    return messages;
  }
}
