/**
 * A program under test that is reached over Streamable HTTP: messages are posted, and arrive on event streams.
 *
 * Messages are posted one after the other. The stream of a session is opened as soon as its id is known. The order of
 * two streams is not fixed by the protocol: the response that opens a session is held back until a request on the
 * stream of that session was answered, so that what the program sent for the session before it comes first.
 */
import { fieldsOf, isFields, isRequest, isResponse, type Fields } from '../conversation/message.ts';
import { httpUrl, type Address } from './address.ts';
import { EventStreamReader } from './event-stream.ts';
import { HttpClient } from './http-client.ts';
import type { Connect, Wire, WireReceiver } from '../wire/wire.ts';

/** Methods whose response makes the stream of a session useful. */
const openers: ReadonlySet<string> = new Set(['session/new', 'session/load', 'session/resume', 'session/fork']);
/** Statuses of an address at which this client finds no program: not allowed, not found, no such method. */
const nothingThere: ReadonlySet<number> = new Set([401, 403, 404, 405]);
/** Milliseconds that the fence of a session may take. */
const fenceLimit = 2000;
const fencePrefix = 'suite-stream-';

/** Opens an HTTP connection to the address for each connection of the suite. */
export function httpConnect(address: Address): Connect {
  return async (receiver) => {
    const client = await HttpClient.open(httpUrl(address), address.headers);
    return new HttpWire(client, receiver);
  };
}

class HttpWire implements Wire {
  readonly #client: HttpClient;
  readonly #receiver: WireReceiver;
  readonly #cookies = new Map<string, string>();
  /** The sessions of requests of the suite that open one, by the id of the request. */
  readonly #opening = new Map<unknown, unknown>();
  /** The sessions of requests of the program, by the id of the request. */
  readonly #asked = new Map<unknown, string>();
  readonly #streams = new Set<string>();
  readonly #fences = new Map<unknown, () => void>();
  #connection: string | undefined;
  #posts: Promise<void> = Promise.resolve();
  #arrivals: Promise<void> = Promise.resolve();
  #fenceCount = 0;
  #isClosed = false;

  constructor(client: HttpClient, receiver: WireReceiver) {
    this.#client = client;
    this.#receiver = receiver;
  }

  send(text: string): void {
    this.#posts = this.#posts.then(async () => this.#post(text)).catch((error: unknown) => this.#fail(error));
  }

  async drained(): Promise<void> {
    await this.#posts;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#posts;
    const headers = this.#headers();
    if (this.#connection !== undefined)
      await this.#client.request({ method: 'DELETE', headers }).catch(() => undefined);
    this.#client.close();
  }

  #fail(error: unknown): void {
    if (!this.#isClosed) this.#receiver.ended((error as Error).message.replace(/\.$/u, ''));
  }

  #headers(session?: unknown): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return {
      ...(this.#connection === undefined ? {} : { 'acp-connection-id': this.#connection }),
      ...(typeof session === 'string' ? { 'acp-session-id': session } : {}),
      ...(cookie === '' ? {} : { cookie }),
    };
  }

  async #post(text: string): Promise<void> {
    const value = parsed(text);
    const session = this.#sessionOf(value);
    const headers = { ...this.#headers(session), 'content-type': 'application/json' };
    if (isRequest(value) && openers.has(String(value['method']))) this.#opening.set(value['id'], session);
    const reply = await this.#client.request({ method: 'POST', headers, body: text });
    this.#keepCookies(reply.headers['set-cookie']);
    const connection = reply.headers['acp-connection-id'];
    if (this.#connection === undefined && typeof connection === 'string') {
      this.#connection = connection;
      await this.#listen(undefined);
    }
    if (reply.status >= 300) this.#receiver.note(`POST was answered with status ${reply.status}`);
    const isElsewhere = (reply.status >= 300 && reply.status < 400) || nothingThere.has(reply.status);
    if (isElsewhere && isRequest(value, 'initialize') && !isResponse(parsed(reply.body)))
      this.#fail(new Error(`it answered initialize with the status ${reply.status}; check the address`));
    // The body of a refusal need not be a message.
    if (reply.status < 400 ? reply.body !== '' : isResponse(parsed(reply.body))) this.#receive(reply.body, undefined);
    // The response to a request that names an unknown session belongs to the stream of that session too.
    if (typeof session === 'string' && reply.status < 400) await this.#listen(session);
  }

  #sessionOf(value: unknown): unknown {
    if (isResponse(value)) return this.#asked.get(value['id']);
    return fieldsOf(fieldsOf(value)['params'])['sessionId'];
  }

  #keepCookies(cookies: readonly string[] | undefined): void {
    for (const cookie of cookies ?? []) {
      const pair = cookie.split(';')[0] ?? '';
      const equals = pair.indexOf('=');
      if (equals > 0) this.#cookies.set(pair.slice(0, equals).trim(), pair.slice(equals + 1).trim());
    }
  }

  /** Opens the stream of a session, or of the connection. A session that is not known yet is tried again later. */
  async #listen(session: string | undefined): Promise<void> {
    const key = session ?? '';
    if (this.#isClosed || this.#streams.has(key)) return;
    this.#streams.add(key);
    const headers = { ...this.#headers(session), accept: 'text/event-stream' };
    const { status, body } = await this.#client.stream({ method: 'GET', headers });
    if (status !== 200) {
      this.#streams.delete(key);
      this.#receiver.note(`GET was answered with status ${status}`);
      return;
    }
    const reader = new EventStreamReader((data) => this.#receive(data, session));
    body.on('data', (bytes: Uint8Array) => reader.push(bytes));
    body.once('close', () => {
      this.#streams.delete(key);
      if (session === undefined && !this.#isClosed) this.#receiver.ended('it ended the event stream of the connection');
    });
  }

  #receive(text: string, session: string | undefined): void {
    const value = parsed(text);
    if (isRequest(value) && session !== undefined) this.#asked.set(value['id'], session);
    if (session !== undefined) {
      const passed = isResponse(value) ? this.#fences.get(value['id']) : undefined;
      if (passed === undefined) this.#receiver.text(text);
      else passed();
      return;
    }
    this.#arrivals = this.#arrivals
      .then(async () => this.#beforeResponse(value))
      .catch((error: unknown) => this.#receiver.note((error as Error).message))
      .then(() => this.#receiver.text(text));
  }

  /** Opens the stream of the session that this response opens, and waits for what was sent on it before. */
  async #beforeResponse(value: unknown): Promise<void> {
    if (!isResponse(value) || !this.#opening.has(value['id'])) return;
    const named = fieldsOf(value['result'])['sessionId'] ?? this.#opening.get(value['id']);
    this.#opening.delete(value['id']);
    if (typeof named !== 'string' || !isFields(value['result'])) return;
    await this.#listen(named);
    await this.#fence(named);
  }

  async #fence(session: string): Promise<void> {
    this.#fenceCount += 1;
    const id = `${fencePrefix}${this.#fenceCount}`;
    let timer: NodeJS.Timeout | undefined;
    const passed = new Promise<void>((resolve) => {
      this.#fences.set(id, resolve);
      timer = setTimeout(resolve, fenceLimit);
    });
    this.send(JSON.stringify(fenceRequest(id, session)));
    await passed;
    clearTimeout(timer);
    this.#fences.delete(id);
  }
}

const fenceRequest = (id: string, sessionId: string): Fields => ({
  jsonrpc: '2.0',
  id,
  method: '_conformance/fence',
  params: { sessionId },
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
