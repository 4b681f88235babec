/**
 * What a client connection knows of one session: takes the updates that arrive for it, and does what its
 * `ClientSession` is asked to do.
 *
 * Updates are handled one after another: the values change, then the listeners are called, then the prompts that the
 * update ends are over. Updates that arrive while there is no listener and no prompt are kept for the first listener.
 * When the connection ends, every prompt of the session rejects; when the session is closed, those that are not over
 * end with an unknown outcome.
 */
import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
  ResumeSessionRequest,
  SessionUpdate,
} from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../../connection/connection.ts';
import { Fifo } from '../../shared/fifo.ts';
import { Listeners } from './listeners.ts';
import { askPermission, nothingChosen } from './permissions.ts';
import type { ActivePrompt } from './prompt-run.ts';
import { SessionPrompts, type PromptedSession } from './prompts.ts';
import type { SessionSetup } from './required-capabilities.ts';
import type { PermissionHandlerOf, UpdateContextOf, UpdateHandlerOf } from './session-handlers.ts';
import type { ClientSessionHostOf } from './client-session-host.ts';
import { SessionView, type SessionOpened } from './session-view.ts';

const noPrompts: ReadonlySet<ActivePrompt> = new Set();
const noHandlers: readonly never[] = [];

export class SessionState<S extends { readonly id: string }> implements PromptedSession {
  /** The session as the program sees it. */
  readonly session: S;
  readonly view: SessionView;
  readonly #host: ClientSessionHostOf<S>;
  readonly #context: UpdateContextOf<S>;
  /** Made with the first prompt, or the first injected message. */
  #prompts: SessionPrompts | undefined;
  /** Made with the first listener. */
  #listeners: Listeners<readonly [update: SessionUpdate, context: UpdateContextOf<S>]> | undefined;
  /** Updates that no listener has heard. */
  #unheard: Fifo<SessionUpdate> | undefined;
  #hasDropped = false;
  /** Settles when the updates are handled that were not handled at once; what arrives now waits for it. */
  #tail: Promise<void> | undefined;
  #permissionHandlers: readonly { readonly handler: PermissionHandlerOf<S> }[] = noHandlers;
  /** Why nothing more can be done with the session; undefined while it is open. */
  ended: Error | undefined;
  /** Made when the program asks for the signal. */
  #ending: AbortController | undefined;
  /** The MCP servers, for a restarted agent; undefined when there are none. */
  #mcpServers: SessionSetup['mcpServers'];

  constructor(session: S, cwd: string, host: ClientSessionHostOf<S>) {
    this.session = session;
    this.view = new SessionView({ sessionId: session.id, cwd });
    this.#host = host;
    this.#context = { session, sessionId: session.id };
  }

  get id(): string {
    return this.session.id;
  }

  get connection(): Connection<'client'> {
    return this.#host.connection;
  }

  get signal(): AbortSignal {
    this.#ending ??= new AbortController();
    if (this.ended !== undefined) this.#ending.abort(this.ended);
    return this.#ending.signal;
  }

  /** The prompts and the injected messages; made with the first of them. */
  get prompts(): SessionPrompts {
    this.#prompts ??= new SessionPrompts(this, this.#host);
    return this.#prompts;
  }

  // -------------------------------------------------------------------------------------------- updates

  /** Takes one update; returns a promise when it is not handled yet. */
  receive(update: SessionUpdate): Promise<void> | undefined {
    if (this.#tail === undefined) return this.#handle(update);
    return this.#afterTail(() => this.#handle(update));
  }

  #handle(update: SessionUpdate): Promise<void> | undefined {
    this.view.fold(update);
    let pause: Promise<void> | undefined;
    for (const prompt of this.#active) pause = prompt.receive(update) ?? pause;
    const unfinished = this.#announce(update);
    if (unfinished === undefined && pause === undefined) {
      this.#prompts?.conclude(update);
      return undefined;
    }
    return Promise.all([unfinished, pause]).then(() => {
      this.#prompts?.conclude(update);
    });
  }

  /**
   * The session is open: takes the updates that came before the response, and then what the response says. Returns a
   * promise when not all of it is handled yet.
   */
  opened(early: readonly SessionUpdate[], response: SessionOpened): Promise<void> | undefined {
    // The agent may have stored messages from before (draft).
    if ('_meta' in response) this.prompts.injected.adopt(response);
    for (const update of early) this.view.fold(update);
    this.view.open(response);
    for (const [index, update] of early.entries()) {
      const unfinished = this.#announce(update);
      if (unfinished === undefined) continue;
      const rest = early.slice(index + 1);
      return this.#afterTail(() => unfinished.then(() => oneByOne(rest, (each) => this.#announce(each))));
    }
    return undefined;
  }

  onUpdate(handler: UpdateHandlerOf<S>): Disposable {
    this.#listeners ??= new Listeners(this.#reportFailure);
    const listeners = this.#listeners;
    const listening = listeners.add(handler);
    const unheard = this.#unheard?.takeAll() ?? [];
    this.#unheard = undefined;
    // Not inside this call: the listener may want to use what it returns.
    if (unheard.length > 0)
      void this.#afterTail(() => oneByOne(unheard, (update) => listeners.call(update, this.#context)));
    return listening;
  }

  /** The prompts that are not over. */
  get #active(): ReadonlySet<ActivePrompt> {
    return this.#prompts?.active ?? noPrompts;
  }

  /** Calls the listeners of the session and those of all sessions. */
  #announce(update: SessionUpdate): Promise<void> | undefined {
    const { listeners: ofAllSessions } = this.#host;
    if (this.#isUnheard()) this.#keep(update);
    const own = this.#listeners?.call(update, this.#context);
    const shared = ofAllSessions.size === 0 ? undefined : ofAllSessions.call(update, this.#context);
    return own === undefined || shared === undefined
      ? (own ?? shared)
      : Promise.all([own, shared]).then(() => undefined);
  }

  #isUnheard(): boolean {
    return this.#active.size === 0 && this.#host.listeners.size === 0 && (this.#listeners?.size ?? 0) === 0;
  }

  #keep(update: SessionUpdate): void {
    const { limits, report } = this.#host;
    const limit = limits.unheard;
    this.#unheard ??= new Fifo();
    this.#unheard.push(update);
    if (this.#unheard.trim(limit) === 0 || this.#hasDropped) return;
    this.#hasDropped = true;
    report({ kind: 'updates-dropped', sessionId: this.id, where: 'session', limit });
  }

  #afterTail(work: () => Promise<void> | undefined): Promise<void> {
    const tail = (this.#tail ?? Promise.resolve()).then(work).catch(this.#reportFailure);
    this.#tail = tail;
    void tail.then(() => {
      if (this.#tail === tail) this.#tail = undefined;
    });
    return tail;
  }

  get #reportFailure(): (error: unknown) => void {
    const { report } = this.#host;
    return (error) => {
      report({ kind: 'handler-failed', method: 'session/update', error });
    };
  }

  // -------------------------------------------------------------------------------------------- permissions

  onPermission(handler: PermissionHandlerOf<S>): Disposable {
    const entry = { handler };
    this.#permissionHandlers = [...this.#permissionHandlers, entry];
    return {
      [Symbol.dispose]: () => {
        this.#permissionHandlers = this.#permissionHandlers.filter((each) => each !== entry);
      },
    };
  }

  /** Passes a request of the agent to the handler of this session, or else to the client's. */
  askPermission(
    request: RequestPermissionRequest,
    signal: AbortSignal,
  ): RequestPermissionResponse | Promise<RequestPermissionResponse> {
    const { subject } = request;
    // Its subject counts as an update, and is applied first (PERM-08).
    if (subject?.type === 'tool_call') this.view.toolCalls.apply(subject.toolCall);
    if (this.#prompts?.isCancelling === true && this.isForeground(request)) return nothingChosen;
    const handler = this.#permissionHandlers.at(-1)?.handler ?? this.#host.onPermission;
    if (handler === undefined) return nothingChosen;
    return askPermission(request, handler, { session: this.session, signal, host: this.#host });
  }

  isForeground({ subject }: RequestPermissionRequest): boolean {
    return this.view.toolCalls.isForeground(subject, this.view.background);
  }

  // -------------------------------------------------------------------------------------------- lifecycle

  /** The agent is about to be asked to close the session: its requests for permission are dismissed. */
  closing(): void {
    this.#host.questions.dismissPermissions((request) => request.sessionId === this.id);
  }

  /** The agent has closed the session. */
  closed(): void {
    this.ended ??= new Error('The session is closed; resume it to go on.');
    this.#ending?.abort(this.ended);
    this.#prompts?.closed();
  }

  /** The params that open the session again. */
  get setup(): ResumeSessionRequest {
    const { sessionId, cwd, additionalDirectories } = this.view.info;
    return {
      sessionId,
      cwd,
      ...(additionalDirectories ? { additionalDirectories } : {}),
      ...(this.#mcpServers === undefined ? {} : { mcpServers: this.#mcpServers }),
    };
  }

  /** The agent has resumed the session in these directories and with these servers (DIRS-05, SETUP-21). */
  movedTo({ cwd, additionalDirectories, mcpServers = [] }: SessionSetup): void {
    const { additionalDirectories: _, ...info } = this.view.info;
    this.view.info = { ...info, cwd, ...(additionalDirectories === undefined ? {} : { additionalDirectories }) };
    this.#mcpServers = mcpServers.length === 0 ? undefined : mcpServers;
  }

  /** A restarted agent has the session open again: the work of its predecessor is over. */
  reopened(): void {
    if (this.ended === undefined) return;
    this.ended = undefined;
    this.#ending = undefined;
    this.#prompts?.startOver();
    this.view.startOver();
  }

  /** The transport has lost the session: its updates do not arrive until it is loaded or resumed. */
  lost(error: Error): void {
    this.#prompts?.lost(error);
  }

  /** The connection has ended. */
  fail(error: Error): void {
    this.ended ??= error;
    this.#ending?.abort(this.ended);
    this.#prompts?.fail(error);
  }
}

async function oneByOne(
  updates: readonly SessionUpdate[],
  work: (update: SessionUpdate) => Promise<void> | undefined,
): Promise<void> {
  for (const update of updates) await work(update);
}
