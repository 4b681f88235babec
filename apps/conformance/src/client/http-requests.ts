/** What can be said about the requests of a client to its address: for each rule, what is wrong with them. */
import { fieldsOf, isRequest, isResponse } from '../conversation/message.ts';
import type { Version } from '../rules/rule.ts';
import { endpoint } from './place/agent-server.ts';
import { cookie } from './place/http-agent.ts';
import { headerOf, type SeenRequest } from './place/seen-request.ts';

/** What a run over HTTP has shown. */
interface SeenRun {
  readonly seen: readonly SeenRequest[];
  readonly version: Version;
  /** The id of a request about the session, which the client has answered. */
  readonly answered: unknown;
}

type Check = (run: SeenRun) => string | undefined;

const isUpgrade = (request: SeenRequest): boolean => headerOf(request, 'upgrade') !== undefined;
const isInitialize = ({ value }: SeenRequest): boolean => isRequest(value, 'initialize');
const isPost = ({ method }: SeenRequest): boolean => method === 'POST';

/** An attempt to open a WebSocket, or a question of a browser before its request, is no request of the transport. */
const ofTransport = (seen: readonly SeenRequest[]): readonly SeenRequest[] =>
  seen.filter((request) => !isUpgrade(request) && request.method !== 'OPTIONS');

/** The requests after the first initialize, which are all about its connection. */
const afterFirst = (seen: readonly SeenRequest[]): readonly SeenRequest[] => {
  const requests = ofTransport(seen);
  return requests.slice(requests.findIndex((request) => isPost(request) && isInitialize(request)) + 1);
};

const named = ({ method, value }: SeenRequest): string => {
  const { method: called, id } = fieldsOf(value);
  if (method !== 'POST') return method;
  return typeof called === 'string' ? `POST of ${called}` : `POST of the response to ${JSON.stringify(id)}`;
};

/** A sentence about the first request that is wrong. */
const first =
  (
    choose: (run: SeenRun) => readonly SeenRequest[],
    isWrong: (request: SeenRequest, run: SeenRun) => boolean,
    says: (request: SeenRequest) => string,
  ): Check =>
  (run) => {
    const wrong = choose(run).find((request) => isWrong(request, run));
    return wrong && `Its ${named(wrong)} ${says(wrong)}.`;
  };

const connectionIn = (request: SeenRequest): string | undefined => headerOf(request, 'acp-connection-id');

/** The session that a POST belongs to: that of its params, or of the request that it answers. */
function sessionOf({ value }: SeenRequest, { seen, answered }: SeenRun): unknown {
  if (!isResponse(value)) return fieldsOf(fieldsOf(value)['params'])['sessionId'];
  if (value['id'] !== answered) return undefined;
  const prompt = seen.find((each) => isRequest(each.value, 'session/prompt'));
  return fieldsOf(fieldsOf(prompt?.value)['params'])['sessionId'];
}

/** What is wrong by each rule; undefined if it is kept. */
export const checkRequests: Readonly<Record<string, Check>> = {
  'HTTP-01': first(
    ({ seen }) => seen,
    ({ path }) => path !== endpoint && !path.startsWith('/.well-known/'),
    ({ path }) => `goes to ${path}, not to the address`,
  ),
  'HTTP-02': first(
    ({ seen }) => ofTransport(seen).slice(0, 1),
    (request) => !isPost(request) || !isInitialize(request) || connectionIn(request) !== undefined,
    () => 'comes first, which has to be a POST of initialize without Acp-Connection-Id',
  ),
  'HTTP-04': first(
    ({ seen }) => seen.filter(isPost),
    (request) => !/^application\/json\s*(?:;|$)/iu.test(headerOf(request, 'content-type') ?? ''),
    (request) => `has the Content-Type ${headerOf(request, 'content-type') ?? '(none)'}`,
  ),
  'HTTP-05': first(
    ({ seen }) => ofTransport(seen).filter(({ method }) => method === 'GET'),
    (request) => !/\btext\/event-stream\b/iu.test(headerOf(request, 'accept') ?? ''),
    (request) => `has the Accept ${headerOf(request, 'accept') ?? '(none)'}`,
  ),
  'HTTP-06': first(
    ({ seen }) => afterFirst(seen),
    (request) => connectionIn(request) === undefined,
    () => 'has no Acp-Connection-Id',
  ),
  'HTTP-07': first(
    ({ seen }) => afterFirst(seen).filter(isPost),
    (request, run) => {
      const session = sessionOf(request, run);
      return typeof session === 'string' && headerOf(request, 'acp-session-id') !== session;
    },
    (request) => `is about a session and has the Acp-Session-Id ${headerOf(request, 'acp-session-id') ?? '(none)'}`,
  ),
  'HTTP-13': first(
    ({ seen }) => seen.filter(isPost),
    ({ value }) => Array.isArray(value),
    () => 'is an array',
  ),
  'HTTP-14': first(
    ({ seen }) => ofTransport(seen),
    ({ method, value }) => !['GET', 'POST', 'DELETE'].includes(method) || (method === 'POST' && value === undefined),
    ({ method }) => (method === 'POST' ? 'is not JSON' : 'is none of POST, GET and DELETE'),
  ),
  'HTTP-15': first(
    ({ seen }) => afterFirst(seen),
    (request) => !(headerOf(request, 'cookie') ?? '').split(/;\s*/u).includes(cookie),
    () => 'does not have the cookie that the response to initialize has set',
  ),
  'HTTP-18': first(
    ({ seen }) => seen,
    (request) => headerOf(request, 'last-event-id') !== undefined,
    () => 'has a Last-Event-ID, although no event had an id',
  ),
  'HTTP-19': first(
    ({ seen }) => afterFirst(seen),
    (request, { version }) => headerOf(request, 'acp-protocol-version') !== String(version),
    (request) => `has the Acp-Protocol-Version ${headerOf(request, 'acp-protocol-version') ?? '(none)'}`,
  ),
};
