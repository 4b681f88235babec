/**
 * The connection's side of a session: takes what arrives for it, and does what its `ClientSession` is asked to do.
 *
 * When the connection ends, every prompt of the session rejects; when the session is closed, those that are not over
 * end with an unknown outcome.
 */
import { isBusy } from '@acp-stack/bridge/light';
import { abortError } from '@acp-stack/rpc';
import type {
  ContentBlock,
  ForkSessionRequest,
  PromptRequest,
  RequestPermissionRequest,
  RequestPermissionResponse,
  ResumeSessionRequest,
  SessionInfo,
  SessionUpdate,
} from '@acp-stack/schema/v2/unstable';

import { CancelLadder } from './cancel-ladder.ts';
import { checkPrompt, type SessionSetup } from './client-gates.ts';
import { ClientInjections } from './client-injections.ts';
import { askPermission, nothingChosen } from './client-permissions.ts';
import {
  ClientSession,
  type CancelOptions,
  type OpenOptions,
  type PermissionHandler,
  type PromptOptions,
  type SessionCore,
  type UpdateHandler,
} from './client-session.ts';
import type { SessionHost } from './client-session-host.ts';
import { SessionView, type SessionOpened } from './client-session-view.ts';
import { UpdateFlow } from './client-update-flow.ts';
import type { Connection } from './connection.ts';
import { promptBlocks, type PromptInput } from './content.ts';
import { ActivePrompt, type PromptRun } from './prompt-run.ts';

type PermissionHandlers = readonly { readonly handler: PermissionHandler }[];

const nobody: PermissionHandlers = [];

export class OpenSession implements SessionCore {
  readonly face: ClientSession;
  readonly view: SessionView;
  readonly #host: SessionHost;
  /** Made when something happens: most sessions in a list are idle, and a thousand of them must cost little. */
  #madeFlow: UpdateFlow | undefined;
  #ladder: CancelLadder | undefined;
  #madeInjections: ClientInjections | undefined;
  #permissionHandlers = nobody;
  /** Why nothing more can be done with the session. */
  #ended: Error | undefined;
  /** Made when somebody wants to know that the session ends. */
  #ending: AbortController | undefined;
  /** What an agent that is started again has to be told besides the directories; most sessions have none. */
  #mcpServers: SessionSetup['mcpServers'];

  constructor(info: SessionInfo, host: SessionHost, mcpServers: SessionSetup['mcpServers']) {
    this.#host = host;
    this.view = new SessionView(info);
    this.face = new ClientSession(this);
    this.#mcpServers = mcpServers;
  }

  get id(): string {
    return this.view.info.sessionId;
  }

  get connection(): Connection<'client'> {
    return this.#host.link.connection;
  }

  get isClosed(): boolean {
    return this.#ended !== undefined;
  }

  get ended(): Error | undefined {
    return this.#ended;
  }

  get signal(): AbortSignal {
    this.#ending ??= new AbortController();
    if (this.isClosed) this.#ending.abort(this.#ended);
    return this.#ending.signal;
  }

  get #flow(): UpdateFlow {
    const host = this.#host;
    const sessionId = this.id;
    this.#madeFlow ??= new UpdateFlow({
      view: this.view,
      context: { session: this.face, sessionId },
      everywhere: host.listeners,
      limit: host.limits.unheard,
      onDropped: () => {
        host.report({ kind: 'updates-dropped', sessionId, where: 'session', limit: host.limits.unheard });
      },
      onError: (error) => {
        host.report({ kind: 'handler-failed', method: 'session/update', error });
      },
      onHandled: (update) => {
        this.#handled(update);
      },
    });
    return this.#madeFlow;
  }

  get injections(): ClientInjections {
    this.#madeInjections ??= new ClientInjections({
      sessionId: this.id,
      connection: () => this.connection,
      isBusy: () => this.#flow.prompts.size > 0 || isBusy(this.view.state),
      prompt: (content) => this.#insert(content),
      cancel: () => {
        this.cancel({});
      },
      onError: (error) => {
        this.#host.report({ kind: 'handler-failed', method: 'session/inject', error });
      },
    });
    return this.#madeInjections;
  }

  // -------------------------------------------------------------------------------------------- updates

  /** Takes what came before the answer that opened the session; a promise when not all of it is handled yet. */
  opened(early: readonly SessionUpdate[], answer: SessionOpened): Promise<void> | undefined {
    this.#adopt(answer);
    if (early.length > 0) return this.#flow.open(early, answer);
    this.view.open(answer);
    return undefined;
  }

  /** The agent may have kept messages from before (draft). */
  #adopt(answer: SessionOpened): void {
    if ('_meta' in answer) this.injections.adopt(answer);
  }

  receive(update: SessionUpdate): Promise<void> | undefined {
    return this.#flow.receive(update);
  }

  onUpdate(handler: UpdateHandler): Disposable {
    return this.#flow.listen(handler);
  }

  #handled(update: SessionUpdate): void {
    if (update.sessionUpdate === 'user_message' && typeof update.messageId === 'string')
      this.#madeInjections?.heard(update.messageId);
    if (update.sessionUpdate !== 'state_update' || isBusy(update)) return;
    this.#ladder?.settle();
    this.#proceedSoon();
  }

  /** What waits on this side goes after those who await the end of what was under way. */
  #proceedSoon(): void {
    if (this.#madeInjections !== undefined) queueMicrotask(this.#madeInjections.proceed);
  }

  // -------------------------------------------------------------------------------------------- prompts

  prompt(input: PromptInput, options: PromptOptions): PromptRun {
    return this.#start(input, options);
  }

  /** Prompts; resolves with the id of the message once the agent has taken it in. */
  #insert(content: readonly ContentBlock[]): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      // A run that is over before was cancelled while it waited.
      this.#start(content, {}, resolve).then(() => {
        reject(abortError('The prompt was cancelled before the agent took it in.', undefined));
      }, reject);
    });
  }

  #start(input: PromptInput, options: PromptOptions, onAnswered?: (messageId: string | undefined) => void): PromptRun {
    const { limits, report, clock } = this.#host;
    const { prompts } = this.#flow;
    const { state, reportsWork } = this.view;
    const ending = options.signal === undefined ? undefined : new AbortController();
    const prompt: ActivePrompt = new ActivePrompt({
      state,
      reportsWork,
      isQuiet: prompts.size === 0 && !isBusy(state),
      isClaimed: (messageId) => [...prompts].some((other) => other !== prompt && other.messageId === messageId),
      clock,
      limits,
      onMissed: (limit) => {
        report({ kind: 'updates-dropped', sessionId: this.id, where: 'run', limit });
      },
      onOver: () => {
        prompts.delete(prompt);
        this.#ladder?.release(prompt);
        ending?.abort();
        this.#proceedSoon();
      },
    });
    prompts.add(prompt);
    this.#ladder?.settle();
    void this.#send(prompt, input, { ...options, onAnswered }, ending?.signal);
    return prompt.run;
  }

  /** Sends the prompt now; the rest is up to the agent. */
  async #send(
    prompt: ActivePrompt,
    input: PromptInput,
    options: PromptOptions & { readonly onAnswered: ((messageId: string | undefined) => void) | undefined },
    over: AbortSignal | undefined,
  ): Promise<void> {
    const { signal, onAnswered } = options;
    let stop: (() => void) | undefined;
    // An agent may ignore that its request was cancelled; it has as long as for cancelled work.
    const waitNoLonger = (): void => {
      stop = this.#host.clock.schedule(this.#host.cancelGrace, () => {
        prompt.abandon();
      });
    };
    signal?.addEventListener('abort', waitNoLonger, { once: true });
    try {
      const params = this.#promptParams(input, options);
      const { messageId } = await this.connection.request(
        'session/prompt',
        params,
        signal === undefined ? {} : { signal },
      );
      onAnswered?.(messageId);
      prompt.answered(messageId);
    } catch (error) {
      prompt.refused(error as Error);
    } finally {
      signal?.removeEventListener('abort', waitNoLonger);
      stop?.();
    }
    if (signal === undefined || over === undefined || over.aborted) return;
    // It was inserted, so only cancelling the work takes it back.
    const takeBack = (): void => {
      this.cancel({});
    };
    if (signal.aborted) takeBack();
    else signal.addEventListener('abort', takeBack, { once: true, signal: over });
  }

  #promptParams(input: PromptInput, { runtimeContext, _meta }: PromptOptions): PromptRequest {
    if (this.#ended !== undefined) throw this.#ended;
    const prompt = promptBlocks(input);
    checkPrompt(prompt, runtimeContext, (path) => this.connection.supports(path));
    return {
      sessionId: this.id,
      prompt,
      ...((runtimeContext?.length ?? 0) === 0 ? {} : { runtimeContext }),
      ...(_meta === undefined ? {} : { _meta }),
    };
  }

  cancel({ grace = this.#host.cancelGrace }: CancelOptions): void {
    this.#madeInjections?.cancelled();
    this.#ladder ??= new CancelLadder({
      clock: this.#host.clock,
      tellAgent: () => {
        void this.connection.notify('session/cancel', { sessionId: this.id });
      },
      answerPermissions: () => {
        this.#host.questions.dismissPermissions(
          (request) => request.sessionId === this.id && this.#isForeground(request),
        );
      },
      markToolCalls: () => {
        this.view.toolCalls.cancelUnfinished(this.view.background ?? []);
      },
    });
    this.#ladder.climb(this.#flow.prompts, grace);
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
    if (this.#ladder?.isCancelling === true && this.#isForeground(request)) return nothingChosen;
    const handler = this.#permissionHandlers.at(-1)?.handler ?? this.#host.onPermission;
    if (handler === undefined) return nothingChosen;
    return askPermission(request, handler, { session: this.face, signal, host: this.#host });
  }

  #isForeground({ subject }: RequestPermissionRequest): boolean {
    return this.view.toolCalls.isForeground(subject, this.view.background);
  }

  // -------------------------------------------------------------------------------------------- life

  fork(params: ForkSessionRequest, options?: OpenOptions): Promise<ClientSession> {
    return this.#host.fork(params, options);
  }

  close(): Promise<void> {
    return this.isClosed ? Promise.resolve() : this.#host.closeSession(this.id);
  }

  /** The agent is about to be asked to close the session: nobody needs to decide about it any more. */
  closing(): void {
    this.#host.questions.dismissPermissions((request) => request.sessionId === this.id);
  }

  /** The agent has closed the session. */
  closed(): void {
    this.#ended ??= new Error('The session is closed; resume it to go on.');
    this.#ending?.abort(this.#ended);
    this.#madeInjections?.endAll({ state: 'closed' });
    for (const prompt of this.#madeFlow?.prompts ?? []) prompt.abandon();
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

  /** The agent has taken the session up in these directories, whatever they were before (DIRS-05). */
  movedTo({ cwd, additionalDirectories }: SessionSetup): void {
    const { additionalDirectories: _, ...info } = this.view.info;
    this.view.info = { ...info, cwd, ...(additionalDirectories === undefined ? {} : { additionalDirectories }) };
  }

  /** An agent has the session open again: what its predecessor was doing is over. */
  reopened(mcpServers: SessionSetup['mcpServers']): void {
    if (this.#ended === undefined) return;
    this.#ended = undefined;
    this.#ending = undefined;
    this.#ladder = undefined;
    this.#mcpServers = mcpServers;
    this.view.startOver();
  }

  /** What the agent says about its work does not arrive any more, until the session is loaded or resumed. */
  lost(error: Error): void {
    for (const prompt of this.#madeFlow?.prompts ?? []) prompt.fail(error);
  }

  /** The connection has ended. */
  fail(error: Error): void {
    this.#ended ??= error;
    this.#ending?.abort(this.#ended);
    this.#madeInjections?.endAll({ state: 'lost', error });
    for (const prompt of this.#madeFlow?.prompts ?? []) prompt.fail(error);
  }
}
