/**
 * A mock model: an HTTP server on the loopback interface with the endpoints of OpenAI-compatible services and of
 * Anthropic.
 *
 * Each request takes the first turn that matches it. A request without a turn gets an error that says why, and `done`
 * throws for it. All requests are kept for the test to examine.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { difference, formatDifference, preview } from '../matching/matcher.ts';
import { MockPeerError } from '../mock-peer/mock-peer-error.ts';
import { anthropicError, anthropicEvents, anthropicModels } from './anthropic.ts';
import { openAiError, openAiEvents, openAiModels } from './openai.ts';
import { sendTurn } from './reply.ts';
import type { ModelTurn } from './model-turn.ts';

export type { ScriptedError, ScriptedFinish, ScriptedToolCall, ModelTurn, ScriptedUsage } from './model-turn.ts';

/** Options of a model server. */
export interface ModelServerOptions {
  /** The answers of the model, in the order of the requests. */
  readonly turns?: readonly ModelTurn[];
  /** The result of `/v1/models`; a turn with an error or `hang: 'silent'` makes it fail. */
  readonly models?: readonly string[] | Pick<ModelTurn, 'error' | 'hang'>;
  /** Requests without this API key are refused. */
  readonly key?: string;
}

/** The API that a request used. */
export type ModelApi = 'openai' | 'anthropic';

/** A request that the model received. */
export interface ModelServerRequest {
  /** The API that it used. */
  readonly api: ModelApi;
  /** As Node.js gives them, with lower-case names. */
  readonly headers: IncomingHttpHeaders;
  /** The parsed body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Continues a turn that waits because of `hold`. */
  readonly release: () => void;
  /**
   * Resolves with how it ended: everything was sent, or the connection was closed before, which is how a client
   * cancels.
   */
  readonly ended: Promise<'finished' | 'broken'>;
}

/** A model server in this process; closing it frees its port. */
export interface ModelServer extends AsyncDisposable {
  /** The base URL of both APIs, for instance `http://127.0.0.1:4711/v1`. */
  readonly url: string;
  /** The requests so far, without those for the list of models. */
  readonly requests: readonly ModelServerRequest[];
  /** Adds turns. */
  add(...turns: readonly ModelTurn[]): void;
  /** Resolves with the request of that number, from 1, when it has arrived. */
  request(number: number): Promise<ModelServerRequest>;
  /** Throws if a request had no turn, or a turn no request. */
  done(): void;
  /** Destroys the open connections and frees the port. */
  close(): Promise<void>;
}

/** Starts a server on a free port of the loopback interface. */
export async function modelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const script = new ModelScript(options);
  const server = createServer((request, response) => {
    script.serve(request, response).catch(() => {
      response.destroy();
    });
  });
  server.on('connection', (socket) => socket.setNoDelay(true));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests: script.requests,
    add: (...turns) => {
      script.add(turns);
    },
    request: (number) => script.request(number),
    done: () => {
      script.done();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const nothing = (): void => undefined;

const apis = {
  openai: { path: '/v1/chat/completions', events: openAiEvents, error: openAiError, models: openAiModels },
  anthropic: { path: '/v1/messages', events: anthropicEvents, error: anthropicError, models: anthropicModels },
} as const;

class ModelScript {
  readonly requests: ModelServerRequest[] = [];
  readonly #options: ModelServerOptions;
  readonly #problems: string[] = [];
  readonly #waiting: { readonly number: number; readonly tell: (request: ModelServerRequest) => void }[] = [];
  #turns: readonly ModelTurn[];

  constructor(options: ModelServerOptions) {
    this.#options = options;
    this.#turns = options.turns ?? [];
  }

  add(turns: readonly ModelTurn[]): void {
    this.#turns = [...this.#turns, ...turns];
  }

  request(number: number): Promise<ModelServerRequest> {
    const request = this.requests[number - 1];
    if (request !== undefined) return Promise.resolve(request);
    return new Promise((tell) => this.#waiting.push({ number, tell }));
  }

  done(): void {
    const left = this.#turns.filter((turn) => turn.repeat !== true).length;
    const unused = left === 0 ? [] : [`${left} turns were not used.`];
    const problems = [...this.#problems, ...unused];
    if (problems.length === 0) return;
    throw new MockPeerError({
      step: undefined,
      expected: 'a turn for every request and a request for every turn',
      found: problems.join('\n'),
      transcript: this.requests.map(({ api, body }, index) => `<- request ${index + 1} (${api}) ${preview(body)}`),
    });
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0];
    const isAnthropic = path === apis.anthropic.path || request.headers['anthropic-version'] !== undefined;
    const api = isAnthropic ? 'anthropic' : 'openai';
    const body = await readBody(request);
    if (!this.#isAllowed(request)) return fail(response, api, { status: 401, message: 'Incorrect key provided.' });
    if (request.method === 'GET' && path === '/v1/models') return this.#list(response, api);
    if (request.method !== 'POST' || path !== apis[api].path || body === undefined) {
      this.#problems.push(`${request.method} ${path} is not an endpoint of a model service.`);
      return fail(response, api, { status: 404, message: 'Not found.' });
    }
    return this.#answer(api, request, response, body);
  }

  async #answer(
    api: ModelApi,
    request: IncomingMessage,
    response: ServerResponse,
    body: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    let release = nothing;
    const released = new Promise<void>((resolve) => (release = resolve));
    this.#record({ api, headers: request.headers, body, release, ended: ending(response) });
    const number = this.requests.length;
    const turn = this.#take(body, number);
    if (turn === undefined) return fail(response, api, { status: 400, message: this.#problems.at(-1) ?? '' });
    if (turn.error !== undefined) return fail(response, api, turn.error);
    const events = apis[api].events(turn, number, String(body['model']));
    return sendTurn({ response, turn, events, released });
  }

  #record(request: ModelServerRequest): void {
    this.requests.push(request);
    const due = this.#waiting.filter(({ number }) => number === this.requests.length);
    for (const { tell } of due) tell(request);
  }

  #take(body: object, number: number): ModelTurn | undefined {
    const turn = this.#turns.find(({ when }) => when === undefined || difference(when, body) === undefined);
    if (turn === undefined) {
      const [next] = this.#turns;
      const problem = next?.when === undefined ? undefined : difference(next.when, body);
      const why = problem === undefined ? 'no turn is left' : formatDifference(problem);
      this.#problems.push(`Request ${number} has no turn: ${why}.`);
    } else if (turn.repeat !== true) this.#turns = this.#turns.filter((each) => each !== turn);
    return turn;
  }

  #isAllowed({ headers }: IncomingMessage): boolean {
    const { key } = this.#options;
    return key === undefined || headers.authorization === `Bearer ${key}` || headers['x-api-key'] === key;
  }

  async #list(response: ServerResponse, api: ModelApi): Promise<void> {
    const { models = ['scripted'] } = this.#options;
    if ('error' in models && models.error !== undefined) return fail(response, api, models.error);
    if ('hang' in models) return;
    send(response, 200, apis[api].models(models as readonly string[]));
  }
}

function ending(response: ServerResponse): Promise<'finished' | 'broken'> {
  return new Promise((resolve) => {
    response.once('close', () => {
      resolve(response.writableFinished ? 'finished' : 'broken');
    });
  });
}

function fail(response: ServerResponse, api: ModelApi, error: NonNullable<ModelTurn['error']>): void {
  const { status, message = `Status ${status}.`, retryAfter } = error;
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  send(response, status, apis[api].error(message, status));
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** The body as an object; undefined if it is not one. */
async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | undefined> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
