/**
 * Agents behind the interface of OpenAI: `chat/completions`, `responses` and `models`, below any path.
 *
 * The name of an agent is the `model`. Each conversation is a session of the agent; `conversation/conversations.ts`
 * finds that of a request.
 */
import { packageVersion } from '@acp-stack/schema/package-version';
import { eventStreamResponse, RunningRequests } from '@acp-stack/http/web';
import {
  AgentLink,
  client,
  openServedSession,
  type PermissionHandler,
  type PromptRun,
  type ServedAgent,
} from '@acp-stack/sdk';
import type { z } from 'zod';

import { keyOf, principals } from './access/keys.ts';
import { completionChunks, wholeCompletion, type AnswerHead } from './answer/chat-completion.ts';
import { responseEvents, wholeResponse } from './answer/response.ts';
import { answerOf, type AnswerEnd, type AnswerPiece } from './answer/answer.ts';
import { promptOf, type Conversation, type Scope } from './conversation/conversation.ts';
import { Conversations } from './conversation/conversations.ts';
import { agentError, OpenaiError } from './errors/openai-error.ts';
import { defaultOpenaiLimits, type OpenaiEndpointOptions, type OpenaiLimits } from './options/openai-options.ts';
import { textIn, type Asked } from './request/asked.ts';
import { chatRequest, readChat } from './request/chat-request.ts';
import { readBody } from './request/read-body.ts';
import { readResponse, responseRequest } from './request/response-request.ts';

/** Agents behind the interface of OpenAI. */
export interface OpenaiEndpoint extends AsyncDisposable {
  /**
   * Handles a request; always resolves. With a `principal` the program has found out who the client is, and no key is
   * needed.
   */
  fetch(request: Request, principal?: string): Promise<Response>;
  /** Cancels what runs, and ends the agents. */
  close(): Promise<void>;
}

/** Serves `agents` by their names, which clients use as models. */
export function openaiEndpoint(
  agents: Readonly<Record<string, ServedAgent>>,
  options: OpenaiEndpointOptions = {},
): OpenaiEndpoint {
  const endpoint = new Endpoint(agents, options);
  return {
    fetch: (request, principal) => endpoint.fetch(request, principal),
    close: () => endpoint.close(),
    [Symbol.asyncDispose]: () => endpoint.close(),
  };
}

/** The refusal that the agent offers; else the question counts as cancelled. */
const refuse: PermissionHandler = ({ options }) =>
  options.find(({ kind }) => kind === 'reject_once')?.optionId ?? 'cancelled';

type Route = (request: Request, principal: string) => Response | Promise<Response>;

class Endpoint {
  readonly #agents: ReadonlyMap<string, { readonly served: ServedAgent; readonly link: AgentLink }>;
  readonly #principalOf: ReturnType<typeof principals>;
  readonly #limits: OpenaiLimits;
  readonly #conversations: Conversations;
  readonly #running: RunningRequests;
  /** Each cancels the work on a request. */
  readonly #working = new Set<() => void>();
  readonly #since = seconds();
  readonly #routes: readonly (readonly [method: string, path: RegExp, route: Route])[] = [
    ['POST', /\/chat\/completions$/u, (request, principal) => this.#chat(request, principal)],
    ['POST', /\/responses$/u, (request, principal) => this.#respond(request, principal)],
    [
      'GET',
      /\/models$/u,
      () => Response.json({ object: 'list', data: [...this.#agents.keys()].map((id) => this.#model(id)) }),
    ],
    ['GET', /\/models\/[^/]+$/u, (request) => this.#findModel(request)],
  ];

  constructor(agents: Readonly<Record<string, ServedAgent>>, options: OpenaiEndpointOptions) {
    const acp = client({ name: 'openai-endpoint', version: packageVersion }).onPermission(
      options.onPermission ?? refuse,
    );
    this.#agents = new Map(
      Object.entries(agents).map(([name, served]) => [name, { served, link: new AgentLink(acp, served.agent) }]),
    );
    this.#principalOf = principals(options.keys);
    this.#limits = { ...defaultOpenaiLimits, ...options.limits };
    this.#conversations = new Conversations(this.#limits.sessions);
    this.#running = new RunningRequests(this.#limits.requests);
  }

  async fetch(request: Request, given: string | undefined): Promise<Response> {
    try {
      const key = keyOf(request);
      const principal = given ?? (key === undefined ? undefined : await this.#principalOf(key));
      // A login that has found no user gives the empty name.
      if (principal === undefined || principal === '')
        throw new OpenaiError(401, 'A valid key is required: send it as a bearer token.', {
          code: 'invalid_api_key',
          headers: { 'www-authenticate': 'Bearer' },
        });
      const { pathname } = new URL(request.url);
      const known = this.#routes.filter(([, path]) => path.test(pathname));
      const route = known.find(([method]) => method === request.method);
      if (route !== undefined) return await route[2](request, principal);
      const methods = known.map(([method]) => method).join(', ');
      throw known.length === 0
        ? new OpenaiError(404, `There is nothing at ${pathname}; there are chat/completions, responses and models.`)
        : new OpenaiError(405, `Use ${methods} here.`, { headers: { allow: methods } });
    } catch (error) {
      return agentError(error).toResponse();
    }
  }

  async close(): Promise<void> {
    for (const cancel of this.#working) cancel();
    await Promise.all([...this.#agents.values()].map(({ link }) => link.close()));
  }

  // -------------------------------------------------------------------------------------------- models

  #findModel(request: Request): Response {
    const id = decoded(new URL(request.url).pathname.split('/').at(-1) ?? '');
    this.#agentOf(id);
    return Response.json(this.#model(id));
  }

  #model(id: string): object {
    return { id, object: 'model', created: this.#since, owned_by: 'acp' };
  }

  #agentOf(model: string): { readonly served: ServedAgent; readonly link: AgentLink } {
    const found = this.#agents.get(model);
    if (found !== undefined) return found;
    const names = [...this.#agents.keys()].join(', ');
    throw new OpenaiError(404, `There is no model ${JSON.stringify(model)} here; there are ${names}.`, {
      param: 'model',
      code: 'model_not_found',
    });
  }

  // -------------------------------------------------------------------------------------------- answers

  async #chat(request: Request, principal: string): Promise<Response> {
    const body = await this.#read(request, principal, chatRequest);
    const asked = readChat(body);
    const head: AnswerHead = { id: newId('chatcmpl'), model: asked.model, created: seconds() };
    const work = await this.#begin(request, { principal, model: asked.model }, { asked, id: head.id });
    const { answer } = work;
    if (!asked.isStream) return Response.json(await wholeCompletion(head, answer), { headers: work.headers });
    return this.#stream(completionChunks(head, answer, body.stream_options?.include_usage === true), work);
  }

  async #respond(request: Request, principal: string): Promise<Response> {
    const body = await this.#read(request, principal, responseRequest);
    const asked = readResponse(body);
    const head: AnswerHead = { id: newId('resp'), model: asked.model, created: seconds() };
    const work = await this.#begin(request, { principal, model: asked.model }, { asked, id: head.id });
    const { answer } = work;
    if (!asked.isStream) return Response.json(await wholeResponse(head, body, answer), { headers: work.headers });
    return this.#stream(responseEvents(head, body, answer), work);
  }

  /** Reads a body; meanwhile it counts as a request, so that bodies cannot fill the memory. */
  async #read<T>(request: Request, principal: string, schema: z.ZodType<T>): Promise<T> {
    const leave = this.#enter(principal);
    try {
      return await readBody(request, schema, this.#limits.bodyBytes);
    } finally {
      leave();
    }
  }

  #stream(events: AsyncGenerator<string, void, undefined>, { headers, cancel }: Work): Response {
    return eventStreamResponse(events, { keepAliveInterval: this.#limits.keepAliveInterval, headers, onGone: cancel });
  }

  /** Prompts the session that a request is for; what is wrong with the request is thrown before anything is sent. */
  async #begin(request: Request, scope: Scope, { asked, id }: Begun): Promise<Work> {
    const { served, link } = this.#agentOf(scope.model);
    const leave = this.#enter(scope.principal);
    let conversation: Conversation | undefined;
    const controller = new AbortController();
    const cancel = (): void => {
      controller.abort(new Error('The answer is not wanted any more.'));
    };
    const over = (): void => {
      leave();
      if (conversation !== undefined) conversation.isBusy = false;
      this.#working.delete(cancel);
      request.signal.removeEventListener('abort', cancel);
    };
    this.#working.add(cancel);
    request.signal.addEventListener('abort', cancel, { once: true });
    if (request.signal.aborted) cancel();
    let run: PromptRun;
    try {
      const { signal } = controller;
      const connection = await link.connect({ signal });
      const settings = { ...served, system: asked.system };
      const [taken, isNew] = await this.#conversations.take(scope, asked, () =>
        openServedSession(connection, settings, (setup) => connection.newSession(setup, { signal })),
      );
      conversation = taken;
      run = conversation.session.prompt(promptOf(conversation, asked, isNew), { signal });
    } catch (error) {
      over();
      throw error;
    }
    // The session works until the agent has ended, even if the client has left.
    void run.then(over, over);
    const answer = this.#remembered(answerOf(run, cancel), conversation, { asked, id });
    const first = answer.next();
    first.catch(() => undefined);
    // A prompt that the agent refuses is answered with a status; later it is too late for one.
    await Promise.race([run.accepted, first]);
    return {
      answer: resumed(first, answer),
      headers: { 'x-session-id': conversation.session.id },
      cancel,
    };
  }

  /** Passes an answer on; at its end the session remembers the conversation as the client knows it. */
  async *#remembered(
    answer: AsyncGenerator<AnswerPiece, AnswerEnd, undefined>,
    conversation: Conversation,
    { asked, id }: Begun,
  ): AsyncGenerator<AnswerPiece, AnswerEnd, undefined> {
    let text = '';
    for (;;) {
      const { done, value } = await answer.next();
      if (done === true) {
        const question = { role: 'user' as const, text: textIn(asked.news) };
        await this.#conversations.remember(conversation, id, [...asked.history, question, { role: 'assistant', text }]);
        return value;
      }
      if (value.kind === 'text') text += value.text;
      yield value;
    }
  }

  /** Counts a request of a principal until the returned function is called. */
  #enter(principal: string): () => void {
    const leave = this.#running.enter(principal);
    if (leave !== undefined) return leave;
    const { requests } = this.#limits;
    throw new OpenaiError(429, `The agents work on ${requests} requests of yours; wait until one of them is done.`, {
      code: 'rate_limit_exceeded',
      headers: { 'retry-after': '5' },
    });
  }
}

/** A request, and the id of its answer. */
interface Begun {
  readonly asked: Asked;
  readonly id: string;
}

interface Work {
  readonly answer: AsyncGenerator<AnswerPiece, AnswerEnd, undefined>;
  readonly headers: Readonly<Record<string, string>>;
  readonly cancel: () => void;
}

/** The rest of an answer whose first piece is on its way. */
async function* resumed(
  first: Promise<IteratorResult<AnswerPiece, AnswerEnd>>,
  rest: AsyncGenerator<AnswerPiece, AnswerEnd, undefined>,
): AsyncGenerator<AnswerPiece, AnswerEnd, undefined> {
  const { done, value } = await first;
  if (done === true) return value;
  yield value;
  return yield* rest;
}

/** A part of a path; as it is if its escapes are wrong. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const newId = (kind: string): string => `${kind}-${crypto.randomUUID().replaceAll('-', '')}`;
const seconds = (): number => Math.floor(Date.now() / 1000);
