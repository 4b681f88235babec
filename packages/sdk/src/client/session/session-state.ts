/**
 * The connection's side of a session: takes what arrives for it, and does what its `ClientSession` is asked to do.
 *
 * When the connection ends, every prompt of the session rejects; when the session is closed, those that are not over
 * end with an unknown outcome.
 */
import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
  ResumeSessionRequest,
  SessionUpdate,
} from '@acp-stack/schema/v2/unstable';

import type { SessionSetup } from './required-capabilities.ts';
import { askPermission, nothingChosen } from './permissions.ts';
import type { ClientSession, PermissionHandler, UpdateHandler } from './client-session.ts';
import type { SessionHost } from './session-host.ts';
import { SessionView, type SessionOpened } from './session-view.ts';
import { UpdateFlow, type UpdatedSession } from './update-flow.ts';
import { SessionPrompts } from './prompts.ts';
import type { Connection } from '../../connection/connection.ts';

type PermissionHandlers = readonly { readonly handler: PermissionHandler }[];

const nobody: PermissionHandlers = [];

export class SessionState implements UpdatedSession {
  readonly face: ClientSession;
  readonly view: SessionView;
  readonly #host: SessionHost;
  /** Made with the first update, or the first listener. */
  #madeFlow: UpdateFlow | undefined;
  #madeWork: SessionPrompts | undefined;
  #permissionHandlers = nobody;
  /** Why nothing more can be done with the session; undefined while it is open. */
  ended: Error | undefined;
  /** Made when somebody wants to know that the session ends. */
  #ending: AbortController | undefined;
  /** What an agent that is started again has to be told besides the directories; most sessions have none. */
  #mcpServers: SessionSetup['mcpServers'];

  constructor(face: ClientSession, cwd: string, host: SessionHost) {
    this.face = face;
    this.view = new SessionView({ sessionId: face.id, cwd });
    this.#host = host;
  }

  get id(): string {
    return this.face.id;
  }

  get connection(): Connection<'client'> {
    return this.#host.link.connection;
  }

  get signal(): AbortSignal {
    this.#ending ??= new AbortController();
    if (this.ended !== undefined) this.#ending.abort(this.ended);
    return this.#ending.signal;
  }

  get #flow(): UpdateFlow {
    this.#madeFlow ??= new UpdateFlow(this, this.#host);
    return this.#madeFlow;
  }

  /** What the agent is asked to do; made with the first of it. */
  get work(): SessionPrompts {
    this.#madeWork ??= new SessionPrompts(this, this.#flow, this.#host);
    return this.#madeWork;
  }

  // -------------------------------------------------------------------------------------------- updates

  /** Takes what came before the answer that opened the session; a promise when not all of it is handled yet. */
  opened(early: readonly SessionUpdate[], answer: SessionOpened): Promise<void> | undefined {
    // The agent may have kept messages from before (draft).
    if ('_meta' in answer) this.work.injections.adopt(answer);
    if (early.length > 0) return this.#flow.open(early, answer);
    this.view.open(answer);
    return undefined;
  }

  receive(update: SessionUpdate): Promise<void> | undefined {
    return this.#flow.receive(update);
  }

  onUpdate(handler: UpdateHandler): Disposable {
    return this.#flow.listen(handler);
  }

  handled(update: SessionUpdate): void {
    this.#madeWork?.handled(update);
  }

  // -------------------------------------------------------------------------------------------- permissions

  onPermission(handler: PermissionHandler): Disposable {
    const entry = { handler };
    this.#permissionHandlers = [...this.#permissionHandlers, entry];
    return {
      [Symbol.dispose]: () => {
        this.#permissionHandlers = this.#permissionHandlers.filter((each) => each !== entry);
      },
    };
  }

  /** Puts a question of the agent to whoever decides about this session. */
  askPermission(
    request: RequestPermissionRequest,
    signal: AbortSignal,
  ): RequestPermissionResponse | Promise<RequestPermissionResponse> {
    const { subject } = request;
    // What it is about is as good as an update, and comes first (PERM-08).
    if (subject?.type === 'tool_call') this.view.toolCalls.apply(subject.toolCall);
    if (this.#madeWork?.isCancelling === true && this.isForeground(request)) return nothingChosen;
    const handler = this.#permissionHandlers.at(-1)?.handler ?? this.#host.onPermission;
    if (handler === undefined) return nothingChosen;
    return askPermission(request, handler, { session: this.face, signal, host: this.#host });
  }

  isForeground({ subject }: RequestPermissionRequest): boolean {
    return this.view.toolCalls.isForeground(subject, this.view.background);
  }

  // -------------------------------------------------------------------------------------------- life

  /** The agent is about to be asked to close the session: nobody needs to decide about it any more. */
  closing(): void {
    this.#host.questions.dismissPermissions((request) => request.sessionId === this.id);
  }

  /** The agent has closed the session. */
  closed(): void {
    this.ended ??= new Error('The session is closed; resume it to go on.');
    this.#ending?.abort(this.ended);
    this.#madeWork?.closed();
  }

  /** How to open the session again. */
  get setup(): ResumeSessionRequest {
    const { sessionId, cwd, additionalDirectories } = this.view.info;
    return {
      sessionId,
      cwd,
      ...(additionalDirectories ? { additionalDirectories } : {}),
      ...(this.#mcpServers === undefined ? {} : { mcpServers: this.#mcpServers }),
    };
  }

  /** The agent has taken the session up in these directories and with these servers, whatever they were before (DIRS-05, SETUP-21). */
  movedTo({ cwd, additionalDirectories, mcpServers = [] }: SessionSetup): void {
    const { additionalDirectories: _, ...info } = this.view.info;
    this.view.info = { ...info, cwd, ...(additionalDirectories === undefined ? {} : { additionalDirectories }) };
    this.#mcpServers = mcpServers.length === 0 ? undefined : mcpServers;
  }

  /** An agent has the session open again: what its predecessor was doing is over. */
  reopened(): void {
    if (this.ended === undefined) return;
    this.ended = undefined;
    this.#ending = undefined;
    this.#madeWork?.startOver();
    this.view.startOver();
  }

  /** What the agent says about its work does not arrive any more, until the session is loaded or resumed. */
  lost(error: Error): void {
    this.#madeWork?.lost(error);
  }

  /** The connection has ended. */
  fail(error: Error): void {
    this.ended ??= error;
    this.#ending?.abort(this.ended);
    this.#madeWork?.fail(error);
  }
}
