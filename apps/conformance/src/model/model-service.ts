/**
 * A model service without a model, for agents that need one: an HTTP server on the loopback interface with the
 * endpoints of OpenAI, Anthropic and Gemini.
 *
 * It answers by the script of the suite. A stream without end stops when the agent closes the connection, or after a
 * minute.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { isFields, type Fields } from '../conversation/message.ts';
import { anthropicMessages } from './api/anthropic-messages.ts';
import { gemini } from './api/gemini.ts';
import type { HttpCall, ModelApi, SentReply } from './api/model-api.ts';
import { openAiChat } from './api/openai-chat.ts';
import { openAiResponses } from './api/openai-responses.ts';
import { scriptedModel } from './model-environment.ts';
import type { ModelRequest } from './script/model-reply.ts';
import { writeReply } from './script/write-reply.ts';

/** A running service. */
export interface ModelService extends AsyncDisposable {
  /** Its address, without a path. */
  readonly url: string;
  /** The requests so far, as they were understood. */
  readonly requests: readonly ModelRequest[];
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

const apis: readonly ModelApi[] = [openAiChat, openAiResponses, anthropicMessages, gemini];

/** Milliseconds between the pieces of a stream without end, and the most pieces. */
const pause = 200;
const maxPieces = 300;

/** The largest request that is read. */
const maxBytes = 32_000_000;

/** Starts a service on a free port. */
export async function startModelService(): Promise<ModelService> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    serve(request, response, requests).catch(() => response.destroy());
  });
  server.on('connection', (socket) => socket.setNoDelay(true));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, requests, close, [Symbol.asyncDispose]: close };
}

async function serve(request: IncomingMessage, response: ServerResponse, requests: ModelRequest[]): Promise<void> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const body = await bodyOf(request);
  if (request.method === 'GET') return send(response, 200, modelList(path));
  if (/(?:countTokens|count_tokens)$/u.test(path)) return send(response, 200, { totalTokens: 100, input_tokens: 100 });
  const api = apis.find(({ serves }) => serves(path));
  if (api === undefined)
    return send(response, 404, openAiChat.error(`${path} is not an endpoint of the scripted model.`));
  if (body === undefined) return send(response, 400, api.error('The body is not a JSON object.'));
  const call: HttpCall = { path, query, body };
  const read = { number: requests.length + 1, ...api.read(call) };
  requests.push(read);
  const reply = writeReply(read);
  if (reply.kind === 'error') return send(response, 400, api.error(reply.message));
  if (read.isStream) return stream(response, api, { reply, read, call });
  if (reply.kind !== 'endless') return send(response, 200, api.whole(reply, read));
  // Nothing is sent until the agent gives up.
  await delay(response, pause * maxPieces);
  return response.destroyed ? undefined : send(response, 200, api.whole(reply, read));
}

async function stream(
  response: ServerResponse,
  api: ModelApi,
  { reply, read, call }: { readonly reply: SentReply; readonly read: ModelRequest; readonly call: HttpCall },
): Promise<void> {
  const { before, piece, after, type = 'text/event-stream' } = api.frames(reply, read, call);
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
  for (const frame of before) response.write(frame);
  let said = '';
  const say = (text: string): void => {
    said += text;
    response.write(piece(text));
  };
  if (reply.kind === 'text') for (const word of reply.text.split(/(?<= )/u)) say(word);
  if (reply.kind === 'endless')
    for (let count = 0; count < maxPieces && !response.destroyed; count += 1) {
      // Agents end turns in which the model repeats itself.
      say(`Step ${count + 1}. `);
      await delay(response, pause);
    }
  for (const frame of after(said)) response.write(frame);
  response.end();
}

/** Waits, but not for an agent that has gone. */
function delay(response: ServerResponse, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      response.off('close', stop);
      resolve();
    };
    const timer = setTimeout(stop, ms);
    response.once('close', stop);
    if (response.destroyed) stop();
  });
}

/** The list of models, in the shapes of all services at once. */
function modelList(path: string): object {
  const known = { id: scriptedModel, object: 'model', created: 0, owned_by: 'acp-conformance' };
  const one = { ...known, type: 'model', display_name: scriptedModel, name: `models/${scriptedModel}` };
  if (path.includes(scriptedModel)) return one;
  return {
    object: 'list',
    data: [one],
    has_more: false,
    first_id: scriptedModel,
    last_id: scriptedModel,
    models: [{ ...one, supportedGenerationMethods: ['generateContent'], inputTokenLimit: 100_000 }],
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** The body as an object; undefined if it is none. */
async function bodyOf(request: IncomingMessage): Promise<Fields | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request) {
    parts.push(part as Uint8Array);
    size += (part as Uint8Array).length;
    if (size > maxBytes) return undefined;
  }
  try {
    const value = JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
