/** What a scenario about Streamable HTTP uses: single requests to the endpoint, and event streams that it reads. */
import { Unreachable, PeerSilent } from '../conversation/failure.ts';
import { fieldsOf, isResponse, type Fields } from '../conversation/message.ts';
import { httpUrl } from '../remote/address.ts';
import { EventStreamReader } from '../remote/event-stream.ts';
import { HttpClient, type HttpReply, type HttpRequest } from '../remote/http-client.ts';
import type { AgentStage } from './agent-stage.ts';

const json = { 'content-type': 'application/json' };

/** An event stream that was answered with status 200, or the status that refused it. */
export interface OpenedEvents {
  readonly status: number;
  readonly type: string;
  readonly events: EventLog;
}

export class HttpVisitor {
  readonly client: HttpClient;
  readonly #stage: AgentStage;
  /** The id of the connection, after `initialize`. */
  connection = '';
  #nextId = 0;

  private constructor(client: HttpClient, stage: AgentStage) {
    this.client = client;
    this.#stage = stage;
    stage.witness(client);
  }

  /** Connects to the address of the agent. */
  static async open(stage: AgentStage): Promise<HttpVisitor> {
    const { address } = stage.agent;
    if (address === undefined) throw new Unreachable('It is not reached by an address.');
    return new HttpVisitor(await HttpClient.open(httpUrl(address), address.headers, stage.limit), stage);
  }

  get #here(): Readonly<Record<string, string>> {
    return this.connection === '' ? {} : { 'acp-connection-id': this.connection };
  }

  /** The text of a request of JSON-RPC, and its id. */
  message(method: string, params: Fields): { readonly id: string; readonly body: string } {
    this.#nextId += 1;
    const id = `http-${this.#nextId}`;
    return { id, body: JSON.stringify({ jsonrpc: '2.0', id, method, params }) };
  }

  /** The text of an `initialize`. */
  get hello(): string {
    return this.message('initialize', this.#stage.dialect.initialize({})).body;
  }

  /** Sends any request, without the headers of the connection. */
  async ask(request: HttpRequest): Promise<HttpReply> {
    return this.client.request(request);
  }

  /** Posts JSON on the connection, with more or other headers. */
  async post(body: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpReply> {
    return this.client.request({ method: 'POST', headers: { ...json, ...this.#here, ...headers }, body });
  }

  /** Initializes a connection, whose id later requests carry. */
  async initialize(): Promise<HttpReply> {
    const reply = await this.ask({ method: 'POST', headers: json, body: this.hello });
    this.connection = String(reply.headers['acp-connection-id'] ?? '');
    return reply;
  }

  /** The same, if the scenario is not about it. */
  async initialized(): Promise<void> {
    const { status } = await this.initialize();
    if (this.connection === '')
      throw new Unreachable(`initialize was answered with status ${status} and no connection.`);
  }

  /** Opens the event stream of the connection, or of a session. */
  async events(session?: string): Promise<OpenedEvents> {
    const headers = {
      accept: 'text/event-stream',
      ...this.#here,
      ...(session === undefined ? {} : { 'acp-session-id': session }),
    };
    const { status, headers: answered, body } = await this.client.stream({ method: 'GET', headers });
    const events = new EventLog(this.client, this.#stage.limit);
    const reader = new EventStreamReader((data) => events.add(data));
    body.on('data', (bytes: Uint8Array) => reader.push(bytes));
    body.once('close', () => events.end());
    events.cut = () => body.destroy();
    events.oddLines = reader.oddLines;
    return { status, type: answered['content-type'] ?? '', events };
  }

  close(): void {
    this.client.close();
  }
}

/** The events of a stream, as they arrive. */
export class EventLog {
  readonly texts: string[] = [];
  oddLines: readonly string[] = [];
  /** Ends the stream from this side. */
  cut: () => void = () => undefined;
  readonly #client: HttpClient;
  readonly #limit: number;
  readonly #watchers = new Set<() => void>();
  #isEnded = false;

  constructor(client: HttpClient, limit: number) {
    this.#client = client;
    this.#limit = limit;
  }

  add(data: string): void {
    this.#client.note('peer', data);
    this.texts.push(data);
    this.#changed();
  }

  end(): void {
    this.#isEnded = true;
    this.#changed();
  }

  /** The data of every event as JSON; undefined where it is none. */
  get values(): readonly unknown[] {
    return this.texts.map((text) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return undefined;
      }
    });
  }

  /** The responses with this id. */
  repliesTo(id: string): readonly Fields[] {
    return this.values.filter((value): value is Fields => isResponse(value) && value['id'] === id);
  }

  /** The updates of a session. */
  updatesOf(session: string): readonly unknown[] {
    return this.values.filter((value) => fieldsOf(fieldsOf(value)['params'])['sessionId'] === session);
  }

  /** Waits for the response with this id; throws a sentence if the stream ends or is silent. */
  async reply(id: string): Promise<Fields> {
    await this.#until(() => this.repliesTo(id).length > 0 || this.#isEnded);
    const [reply] = this.repliesTo(id);
    if (reply === undefined) throw new PeerSilent('The response did not arrive on the event stream.');
    return reply;
  }

  /** Whether the stream ends in time. */
  async ended(): Promise<boolean> {
    await this.#until(() => this.#isEnded);
    return this.#isEnded;
  }

  /** Resolves when `isDone`, or after the limit. */
  async #until(isDone: () => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const stop = (): void => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        resolve();
      };
      const timer = setTimeout(stop, this.#limit);
      const look = (): void => {
        if (isDone()) stop();
      };
      this.#watchers.add(look);
      look();
    });
  }

  #changed(): void {
    for (const look of this.#watchers) look();
  }
}
