/**
 * A client of remote agents without any library, in this process: it connects to the address that it is given, sends one
 * prompt, and leaves. It keeps every rule, or has one bad habit.
 */
import { once } from 'node:events';

import type { ClientDriver, ClientTask, Version } from '@acp-stack/conformance';
import { WebSocket } from 'ws';

import { openPlace } from '../../apps/conformance/src/client/place/open-place.ts';
import { fieldsOf, isRequest, isResponse, paramsOf, type WireFields } from '../requirements/sabotage/wire-message.ts';

/** A request as it is about to be sent. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What is posted. */
  readonly message?: WireFields;
}

/** What a client does that it should not do. */
export interface Habit {
  /** Sends these requests instead. */
  readonly requests?: (request: OutgoingRequest) => readonly OutgoingRequest[];
  /** Leaves when it sees something like this. */
  readonly leavesOn?: 'accepted-post' | 'comment' | 'binary-frame' | 'web-socket';
  readonly repeatsRefused?: boolean;
  /** Frames that it sends after its first message, or before. */
  readonly frames?: readonly (string | Uint8Array)[];
  readonly firstFrame?: string;
  readonly readsBinary?: boolean;
}

/** How messages get to the agent. */
interface Link {
  /** Sends a message; a response says which session its request was about. */
  send(message: WireFields, session?: unknown): Promise<void>;
  close(): Promise<void>;
}

/** A driver for the client. */
export function addressClient(version: Version, habit: Habit = {}): ClientDriver {
  return async (task) => {
    const place = await openPlace(task);
    const [url = ''] = place.words;
    const life = new AbortController();
    const ended = work({ url, version, task, habit, life }).catch(() => undefined);
    void ended.then(() => place.over('it left'));
    return {
      seen: place.seen,
      connect: (receiver) => place.connect(receiver),
      ended: ended.then(() => 'it left'),
      stop: async () => {
        life.abort();
        await ended;
        place.close();
      },
    };
  };
}

interface Job {
  readonly url: string;
  readonly version: Version;
  readonly task: ClientTask;
  readonly habit: Habit;
  /** Aborted when the client leaves. */
  readonly life: AbortController;
}

/** Sends one prompt, and resolves when the client has left. */
async function work(job: Job): Promise<void> {
  const { url, version, task, habit, life } = job;
  const isSocket = url.startsWith('ws:');
  if (isSocket && habit.leavesOn === 'web-socket') return;
  const waiting = new Map<unknown, (result: WireFields) => void>();
  const idle = new AbortController();
  const isIdle = once(idle.signal, 'abort');
  const gone = new Promise<never>((_, reject) =>
    life.signal.addEventListener('abort', () => reject(new Error('left'))),
  );
  gone.catch(() => undefined);
  const receive = (message: WireFields): void => {
    if (isResponse(message)) waiting.get(message['id'])?.(fieldsOf(message['result']));
    else if ('id' in message) {
      const error = { code: -32_601, message: 'Method not found' };
      const { sessionId } = paramsOf(message);
      void link.send({ jsonrpc: '2.0', id: message['id'], error }, sessionId).catch(() => life.abort());
    } else if (fieldsOf(paramsOf(message)['update'])['state'] === 'idle') idle.abort();
  };
  const link: Link = isSocket ? await socketLink(job, receive) : new HttpLink(job, receive);
  let count = 0;
  const call = async (method: string, params: WireFields): Promise<WireFields> => {
    count += 1;
    const id = count;
    const answered = new Promise<WireFields>((resolve) => void waiting.set(id, resolve));
    await Promise.race([link.send({ jsonrpc: '2.0', id, method, params }), gone]);
    return Promise.race([answered, gone]);
  };
  try {
    const info = { name: 'address-client', version: '1.0.0' };
    const hello = version === 1 ? { clientInfo: info, clientCapabilities: {} } : { info, capabilities: {} };
    const { protocolVersion } = await call('initialize', { protocolVersion: version, ...hello });
    if (protocolVersion !== version) return;
    const { sessionId } = await call('session/new', { cwd: task.folder, ...(version === 1 && { mcpServers: [] }) });
    await call('session/prompt', { sessionId, prompt: [{ type: 'text', text: task.prompt }] });
    if (version === 2) await Promise.race([isIdle, gone]);
  } finally {
    await link.close().catch(() => undefined);
    life.abort();
  }
}

/** A connection over POST and event streams. */
class HttpLink implements Link {
  readonly #job: Job;
  readonly #receive: (message: WireFields) => void;
  #headers: Readonly<Record<string, string>> = {};

  constructor(job: Job, receive: (message: WireFields) => void) {
    this.#job = job;
    this.#receive = receive;
  }

  async send(message: WireFields, asked?: unknown): Promise<void> {
    const { habit, life, version } = this.#job;
    const session = asked ?? paramsOf(message)['sessionId'];
    const headers = { 'content-type': 'application/json', ...this.#headers, ...sessionHeader(session) };
    const request = { method: 'POST', headers, body: JSON.stringify(message), message };
    if (isRequest(message, 'session/prompt')) await this.#listen(session);
    let response = await this.#fetch(request);
    if (response.status === 404 && habit.repeatsRefused === true) response = await this.#fetch(request);
    if (response.status >= 400) life.abort();
    if (response.status === 202 && habit.leavesOn === 'accepted-post') life.abort();
    if (response.status !== 200) return;
    this.#headers = {
      'acp-connection-id': response.headers.get('acp-connection-id') ?? '',
      'acp-protocol-version': String(version),
      cookie: response.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; '),
    };
    const reply = (await response.json()) as WireFields;
    await this.#listen(undefined);
    this.#receive(reply);
  }

  async close(): Promise<void> {
    if ('cookie' in this.#headers) await this.#fetch({ method: 'DELETE', headers: this.#headers }, false);
  }

  async #listen(session: unknown): Promise<void> {
    const headers = { accept: 'text/event-stream', ...this.#headers, ...sessionHeader(session) };
    const { body } = await this.#fetch({ method: 'GET', headers });
    if (body !== null) void this.#read(body).catch(() => undefined);
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const { habit, life } = this.#job;
    const decoder = new TextDecoder();
    let rest = '';
    for await (const bytes of body) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith(':') && habit.leavesOn === 'comment') life.abort();
        if (line.startsWith('data: ')) this.#receive(JSON.parse(line.slice(6)) as WireFields);
      }
    }
  }

  /** Sends the request, or what the habit makes of it; returns the first response. */
  async #fetch(request: Omit<OutgoingRequest, 'url'>, isLiving = true): Promise<Response> {
    const { url, habit, life } = this.#job;
    const requests = habit.requests?.({ url, ...request }) ?? [{ url, ...request }];
    const responses: Response[] = [];
    for (const { url: address, method, headers, body } of requests)
      responses.push(
        await fetch(address, {
          method,
          headers,
          ...(body !== undefined && { body }),
          ...(isLiving && { signal: life.signal }),
        }),
      );
    const [first] = responses;
    if (first === undefined) throw new Error('The habit sent nothing.');
    return first;
  }
}

const sessionHeader = (session: unknown): Readonly<Record<string, string>> =>
  typeof session === 'string' ? { 'acp-session-id': session } : {};

/** A connection over a WebSocket. */
async function socketLink({ url, habit, life }: Job, receive: (message: WireFields) => void): Promise<Link> {
  const socket = new WebSocket(url);
  life.signal.addEventListener('abort', () => socket.terminate());
  await once(socket, 'open');
  socket.on('close', () => life.abort());
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary && habit.leavesOn === 'binary-frame') life.abort();
    else if (!isBinary || habit.readsBinary === true) receive(JSON.parse(data.toString('utf8')) as WireFields);
  });
  if (habit.firstFrame !== undefined) socket.send(habit.firstFrame);
  return {
    send: (message) => {
      socket.send(JSON.stringify(message));
      if (message['method'] === 'session/new') for (const frame of habit.frames ?? []) socket.send(frame);
      return Promise.resolve();
    },
    close: async () => {
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.close(1000);
      await once(socket, 'close');
    },
  };
}
