/**
 * An agent for clients of AG-UI, such as `HttpAgent` and CopilotKit: a thread is a session, and a turn is one run, or
 * several if the agent asks something.
 */
import { packageVersion } from '@acp-stack/schema/package-version';
import { EventType, type Event, type RunAgentInput } from '@ag-ui/core';
import { eventStreamResponse, RunningRequests } from '@acp-stack/http/web';
import {
  AgentLink,
  client,
  describeError,
  openServedSession,
  type ElicitationAnswer,
  type FormElicitation,
  type PermissionAnswer,
  type PermissionContext,
  type PermissionHandler,
  type ServedAgent,
} from '@acp-stack/sdk';

import { systemOf } from './input/prompt-content.ts';
import { readInput } from './input/read-input.ts';
import { Refusal } from './input/refusal.ts';
import { defaultAgUiLimits, type AgUiEndpointOptions, type AgUiLimits } from './options/ag-ui-options.ts';
import { runError, runEvents, runStarted } from './thread/run.ts';
import { promptOf, type Thread } from './thread/thread.ts';
import { Threads } from './thread/threads.ts';
import { formQuestion, permissionQuestion } from './turn/question.ts';
import { Turn } from './turn/turn.ts';

/** An agent for clients of AG-UI. */
export interface AgUiEndpoint extends AsyncDisposable {
  /**
   * Handles a request; always resolves. `principal` is who the client is, as the program has found out: threads of one
   * principal do not exist for another, and without one the request is refused with 401.
   */
  fetch(request: Request, principal: string | undefined): Promise<Response>;
  /** Cancels what runs, and ends the agent. */
  close(): Promise<void>;
}

/** Serves an agent to clients of AG-UI. */
export function agUiEndpoint(served: ServedAgent, options: AgUiEndpointOptions = {}): AgUiEndpoint {
  const endpoint = new Endpoint(served, options);
  return {
    fetch: (request, principal) => endpoint.fetch(request, principal),
    close: () => endpoint.close(),
    [Symbol.asyncDispose]: () => endpoint.close(),
  };
}

class Endpoint {
  readonly #served: ServedAgent;
  readonly #limits: AgUiLimits;
  readonly #link: AgentLink;
  readonly #threads: Threads;
  readonly #running: RunningRequests;

  constructor(served: ServedAgent, { onPermission, limits }: AgUiEndpointOptions) {
    this.#served = served;
    this.#limits = { ...defaultAgUiLimits, ...limits };
    this.#threads = new Threads(this.#limits.sessions);
    this.#running = new RunningRequests(this.#limits.runs);
    const acp = client({ name: 'ag-ui', version: packageVersion })
      .onPermission(onPermission ?? ((request, context) => this.#askPermission(request, context)))
      .onElicitation({ form: (request, { signal }) => this.#askForm(request, signal) });
    this.#link = new AgentLink(acp, served.agent);
  }

  async fetch(request: Request, principal: string | undefined): Promise<Response> {
    try {
      if (principal === undefined || principal === '') throw new Refusal(401, 'Credentials are required.');
      if (request.method !== 'POST') throw new Refusal(405, 'Use POST.', { allow: 'POST' });
      return await this.#run(request, principal, await this.#read(request, principal));
    } catch (error) {
      if (error instanceof Refusal) return error.toResponse();
      return new Refusal(503, describeError(error)).toResponse();
    }
  }

  async close(): Promise<void> {
    const turns = this.#threads.all.flatMap(({ turn }) => turn ?? []);
    for (const turn of turns) turn.cancel();
    await Promise.all(turns.map(({ over }) => over));
    await this.#link.close();
  }

  // -------------------------------------------------------------------------------------------- runs

  /** Reads a body; meanwhile it counts as a run, so that bodies cannot fill the memory. */
  async #read(request: Request, principal: string): Promise<RunAgentInput> {
    const leave = this.#enter(principal);
    try {
      return await readInput(request, this.#limits.bodyBytes);
    } finally {
      leave();
    }
  }

  async #run(request: Request, principal: string, input: RunAgentInput): Promise<Response> {
    const leave = this.#enter(principal);
    let thread: Thread | undefined;
    const release = (): void => {
      leave();
      if (thread !== undefined) thread.isRunning = false;
    };
    let turn: Turn;
    try {
      const { signal } = request;
      const connection = await this.#link.connect({ signal });
      const system = systemOf(input.messages);
      const settings = { ...this.#served, system };
      thread = await this.#threads.take({ principal, threadId: input.threadId }, async () => ({
        session: await openServedSession(connection, settings, (setup) => connection.newSession(setup, { signal })),
        system,
      }));
      turn = await this.#turnOf(thread, input);
    } catch (error) {
      release();
      throw error;
    }
    const taken = thread;
    const cancel = (): void => {
      turn.cancel();
    };
    request.signal.addEventListener('abort', cancel, { once: true });
    if (request.signal.aborted) cancel();
    const finish = (): void => {
      request.signal.removeEventListener('abort', cancel);
      release();
    };
    return eventStreamResponse(this.#lines(taken, turn, { input, onOver: finish }), {
      keepAliveInterval: this.#limits.keepAliveInterval,
      headers: { 'x-session-id': taken.session.id },
      onGone: () => {
        cancel();
        // Until the agent has ended the work, the thread is busy.
        void turn.over.then(() => {
          taken.turn = undefined;
          finish();
        });
      },
    });
  }

  /** The turn that a run is about: the one that waits for the answers it brings, or a new one. */
  async #turnOf(thread: Thread, input: RunAgentInput): Promise<Turn> {
    const { resume = [] } = input;
    const waiting = thread.turn;
    if (waiting !== undefined && resume.length > 0) {
      // An answer that comes too late changes nothing: the run shows what the agent has done without it.
      for (const entry of resume) waiting.answer(entry);
      return waiting;
    }
    if (resume.length > 0)
      throw new Refusal(410, 'The agent does not wait for this answer any more; send a message instead.');
    const prompt = promptOf(thread, input);
    // The user has gone on without an answer.
    waiting?.cancel();
    await waiting?.over;
    thread.turn = new Turn(thread.session, prompt);
    return thread.turn;
  }

  async *#lines(
    thread: Thread,
    turn: Turn,
    { input, onOver }: { readonly input: RunAgentInput; readonly onOver: () => void },
  ): AsyncGenerator<string, void, undefined> {
    yield line(runStarted(input));
    yield line({ type: EventType.CUSTOM, name: 'acp/session', value: { sessionId: thread.session.id } });
    if (input.tools.length > 0) yield line(ignoredTools(input));
    try {
      for await (const event of runEvents(thread, turn, input)) yield line(event);
    } catch (error) {
      yield line(runError(describeError(error), 'failed'));
    }
    onOver();
  }

  /** Counts a run of a principal until the returned function is called. */
  #enter(principal: string): () => void {
    const leave = this.#running.enter(principal);
    if (leave !== undefined) return leave;
    throw new Refusal(429, `${this.#limits.runs} runs of yours are in progress; wait until one of them is over.`, {
      'retry-after': '5',
    });
  }

  // -------------------------------------------------------------------------------------------- questions

  #askPermission(
    request: Parameters<PermissionHandler>[0],
    { sessionId, signal }: PermissionContext,
  ): Promise<PermissionAnswer> | PermissionAnswer {
    const turn = this.#threads.of(sessionId)?.turn;
    if (turn === undefined) return 'cancelled';
    return new Promise((resolve) => {
      const { subject } = request;
      if (subject?.type === 'tool_call' && 'toolCall' in subject)
        turn.show({ ...subject.toolCall, sessionUpdate: 'tool_call_update' });
      turn.ask(permissionQuestion(request, this.#asking(), resolve), { signal, timeout: this.#limits.answerTimeout });
    });
  }

  #askForm(request: FormElicitation, signal: AbortSignal): Promise<ElicitationAnswer> | ElicitationAnswer {
    const { sessionId } = request as { readonly sessionId?: unknown };
    const turn = typeof sessionId === 'string' ? this.#threads.of(sessionId)?.turn : undefined;
    if (turn === undefined) return 'cancel';
    return new Promise((resolve) => {
      turn.ask(formQuestion(request, this.#asking(), resolve), { signal, timeout: this.#limits.answerTimeout });
    });
  }

  #asking(): { readonly expiresAt: string } {
    return { expiresAt: new Date(Date.now() + this.#limits.answerTimeout).toISOString() };
  }
}

const line = (event: Event): string => `data: ${JSON.stringify(event)}\n\n`;

const ignoredTools = ({ tools }: RunAgentInput): Event => ({
  type: EventType.CUSTOM,
  name: 'acp/ignored',
  value: {
    tools: tools.map(({ name }) => name),
    reason: 'The agent runs tools of its own, and cannot call those of the application; give it MCP servers instead.',
  },
});
