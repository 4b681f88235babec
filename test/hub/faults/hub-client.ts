/**
 * A client on the wire: it follows a session from hub to hub, from its last cursor on, and sends
 * requests with keys, so that it can repeat them.
 */
import { setTimeout as wait } from 'node:timers/promises';

import { hashOf, textOf, type AcknowledgedEvent, type HistoryEvent } from '../checker/history.ts';
import type { Random } from '../simulation/random.ts';
import { ResponseError, usualPatience, Wire, type Message, type Transport } from './wire.ts';

export interface HubClientOptions {
  readonly name: string;
  /** The id of the session, and the name that the history has for it. */
  readonly sessionId: string;
  readonly session: string;
  readonly cwd: string;
  /** The first part of cursors. */
  readonly generation: string;
  readonly random: Random;
  readonly transport: Transport;
  /** The token of its user, for a hub that needs one. */
  readonly token?: string;
  /** The address of a hub; undefined if there is none now. */
  readonly chooseUrl: () => string | undefined;
  readonly record: (event: HistoryEvent) => void;
  /** How long it waits for a response at most, in milliseconds. */
  readonly longestPatience?: number | undefined;
  /** After how long without a byte it gives a WebSocket up; never if absent. */
  readonly silence?: number;
  /** Called when it follows the session again, with the time. */
  readonly onResumed?: (at: number) => void;
  /** Called with what happens, for looking into a failure. */
  readonly log?: (line: string) => void;
}

interface Request {
  readonly key: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly what: AcknowledgedEvent['what'] | undefined;
}

/** On a busy machine responses take longer than usual: a client waits longer each time, and less when it gets one. */
const longestPatience = 8 * usualPatience;

const hubKey = 'acp-stack.dev/hub';

/** With these reasons a request was not answered: a hub could not then, or its answer was lost with a stream. */
const passing: ReadonlySet<unknown> = new Set(['unavailable', 'draining', 'history_lost']);

export class HubClient {
  readonly #options: HubClientOptions;
  readonly #waiting = new Map<string, Request>();
  readonly injected: string[] = [];
  #sequence = 0;
  #refused = 0;
  #requests = 0;
  #attachments = 0;
  #attachment: string | undefined;
  #socket: Wire | undefined;
  /** The connection over which the session was resumed; before that a hub refuses requests of the session. */
  #resumed: Wire | undefined;
  #isOver = false;
  #isWorking = false;
  #patience: number;
  readonly #running: Promise<void>;

  constructor(options: HubClientOptions) {
    this.#options = options;
    this.#patience = this.#shortestPatience;
    this.#running = this.#run();
  }

  /** How many requests wait for their response. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** How many requests a hub has refused for good. */
  get refused(): number {
    return this.#refused;
  }

  /** The number of the last update that it has seen. */
  get sequence(): number {
    return this.#sequence;
  }

  get session(): string {
    return this.#options.session;
  }

  get isAttached(): boolean {
    return this.#attachment !== undefined;
  }

  /** Whether it has sent a prompt, and has not seen the session idle since. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  /** Whether a hub has let it follow the session, over the connection that it has now. */
  get isFollowing(): boolean {
    return this.#resumed !== undefined;
  }

  /** Sends a request, as often as it takes; returns its key. */
  send(method: string, params: Readonly<Record<string, unknown>>, what?: AcknowledgedEvent['what']): string {
    const key = `${this.#options.name}:${(this.#requests += 1)}`;
    const request = { key, method, params, what };
    if (method === 'session/prompt') this.#isWorking = true;
    this.#waiting.set(key, request);
    if (this.#resumed !== undefined) void this.#request(this.#resumed, request);
    return key;
  }

  /** Whether the request with this key waits for its response. */
  waitsFor(key: string): boolean {
    return this.#waiting.has(key);
  }

  /** Loses its connection, and connects again. */
  disconnect(): void {
    this.#socket?.close();
  }

  /** Ends; its attachment has lasted until now. */
  async stop(): Promise<void> {
    this.#isOver = true;
    if (this.#attachment !== undefined) this.#options.record({ kind: 'stayed', attachment: this.#attachment });
    this.#attachment = undefined;
    this.#socket?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { random, chooseUrl } = this.#options;
    while (!this.#isOver) {
      const url = chooseUrl();
      if (url !== undefined) await this.#follow(url).catch(() => this.#wait(2));
      await wait(random.between(20, 200));
    }
  }

  async #follow(url: string): Promise<void> {
    const socket = new Wire(
      url,
      (message) => {
        this.#receive(socket, message);
      },
      {
        transport: this.#options.transport,
        token: this.#options.token,
        patience: this.#patience,
        silence: this.#options.silence,
      },
    );
    this.#socket = socket;
    try {
      await socket.opened;
      await socket.request('initialize', {
        protocolVersion: 2,
        info: { name: this.#options.name, version: '1.0.0' },
        capabilities: { _meta: { [hubKey]: {} } },
      });
      const { name, session, sessionId, cwd, generation, record } = this.#options;
      const attachment = `${name}.${(this.#attachments += 1)}`;
      this.#attachment = attachment;
      record({ kind: 'attached', client: name, session, attachment, after: this.#sequence });
      const after = `${generation}.${this.#sequence}`;
      await socket.request('session/resume', { sessionId, cwd, _meta: { [hubKey]: { after } } });
      this.#resumed = socket;
      this.#options.onResumed?.(Date.now());
      for (const request of this.#waiting.values()) void this.#request(socket, request);
      await socket.closed;
    } finally {
      this.#attachment = undefined;
      this.#socket = undefined;
      this.#resumed = undefined;
      socket.close();
    }
  }

  async #request(socket: Wire, { key, method, params, what }: Request): Promise<void> {
    const { session, sessionId, record } = this.#options;
    let result: unknown;
    try {
      result = await socket.request(method, { sessionId, ...params, _meta: { [hubKey]: { key } } });
    } catch (error) {
      // An error of the hub is a response; without one the request is sent again over the next connection.
      if (error instanceof ResponseError && !passing.has(error.data?.['reason'])) {
        this.#waiting.delete(key);
        this.#refused += 1;
        this.#options.log?.(`${method} ${key} was refused: ${error.message}`);
      } else {
        this.#wait(2);
        socket.close();
      }
      return;
    }
    this.#wait(1 / 2);
    if (!this.#waiting.delete(key) || what === undefined) return;
    record({ kind: 'acknowledged', session, what, text: textOf(params['prompt'] ?? params['content']) });
    const { messageId } = result as { readonly messageId?: string };
    if (what === 'inject' && messageId !== undefined) this.injected.push(messageId);
  }

  #wait(times: number): void {
    const longest = this.#options.longestPatience ?? longestPatience;
    this.#patience = Math.min(longest, Math.max(this.#shortestPatience, this.#patience * times));
  }

  get #shortestPatience(): number {
    return Math.min(usualPatience, this.#options.longestPatience ?? usualPatience);
  }

  #receive(socket: Wire, { id, method, params }: Message): void {
    if (this.#socket !== socket) return;
    if (method === 'session/request_permission') {
      const optionId = this.#options.random.chance(0.7) ? 'yes' : 'no';
      setTimeout(
        () => {
          socket.send({ id, result: { outcome: { outcome: 'selected', optionId } } });
        },
        this.#options.random.between(0, 200),
      );
      return;
    }
    // A transport that has lost the stream of the session says so: the client opens it again.
    if (method === '_acp-stack.dev/session_lost') socket.close();
    if (method !== 'session/update' || this.#attachment === undefined) return;
    const { update, _meta } = params as {
      readonly update: unknown;
      readonly _meta?: Readonly<Record<string, unknown>>;
    };
    const { cursor } = (_meta?.[hubKey] ?? {}) as { readonly cursor?: string };
    // The state at the time of attaching comes without a cursor.
    if (cursor === undefined) return;
    const sequence = Number(cursor.slice(cursor.lastIndexOf('.') + 1));
    this.#options.record({ kind: 'saw', attachment: this.#attachment, sequence, hash: hashOf(update) });
    this.#sequence = Math.max(this.#sequence, sequence);
    if ((update as { readonly state?: unknown }).state === 'idle') this.#isWorking = false;
  }
}
