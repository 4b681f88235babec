/**
 * One connection of Streamable HTTP, as the agent of the suite holds it: what a client posts arrives, and what the
 * agent sends goes to the stream of the connection or of a session.
 *
 * It takes what a strict server would refuse, such as a POST without the header of its session, so that one broken rule
 * does not hide the others. Streams have no order among them: a fence is first passed on every stream of a session.
 */
import { randomUUID } from 'node:crypto';

import { fieldsOf, isRequest, isResponse } from '../../conversation/message.ts';
import { parseText } from '../../conversation/parse-text.ts';
import { isWithin } from '../../wire/running-time.ts';
import type { Wire, WireReceiver } from '../../wire/wire.ts';

/** A response of either version of HTTP. */
export interface Response {
  writeHead(status: number, headers?: Readonly<Record<string, string>>): unknown;
  flushHeaders?(): void;
  write(text: string): boolean;
  end(text: string): unknown;
  once(event: 'close', listener: () => void): unknown;
}

/** Methods whose response goes to the stream of the connection although they name a session. */
const openers: ReadonlySet<unknown> = new Set(['session/new', 'session/load', 'session/fork']);
/** The stream of the connection. */
const whole = '';
/** Milliseconds that the fence of one stream may take. */
const fenceLimit = 2000;
const comment = ': conformance\n\n';
export const cookie = 'conformance=crumb';

interface Stream {
  response: Response | undefined;
  /** Events that wait for the stream to be opened. */
  readonly waiting: string[];
}

export class HttpAgent {
  readonly id: string = randomUUID();
  readonly #hasComments: boolean;
  readonly #streams = new Map<string, Stream>();
  /** The streams of the responses that the client waits for. */
  readonly #routes = new Map<unknown, string>();
  readonly #fences = new Map<unknown, () => void>();
  /** What has arrived before a scenario reads. */
  #held: string[] = [];
  #receiver: WireReceiver | undefined;
  #first: { readonly id: unknown; readonly response: Response } | undefined;
  #sent: Promise<void> = Promise.resolve();
  #ended: string | undefined;
  #fenceCount = 0;

  constructor({ hasComments = false }: { readonly hasComments?: boolean | undefined } = {}) {
    this.#hasComments = hasComments;
  }

  get isEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Begins to read. */
  open(receiver: WireReceiver): Wire {
    this.#receiver = receiver;
    for (const text of this.#held.splice(0)) receiver.text(text);
    if (this.#ended !== undefined) receiver.ended(this.#ended);
    return {
      send: (text) => void (this.#sent = this.#sent.then(async () => this.#send(text))),
      drained: async () => this.#sent,
      close: () => {
        this.end('the suite closed the connection');
        return Promise.resolve();
      },
    };
  }

  /** Takes the first message; its response is that of the POST. */
  begin(text: string, id: unknown, response: Response): void {
    this.#first = { id, response };
    this.#arrived(text);
  }

  /** Takes a message that was posted. */
  receive(text: string, value: unknown): void {
    if (isResponse(value)) {
      const passed = this.#fences.get(value['id']);
      if (passed !== undefined) {
        passed();
        return;
      }
    }
    if (isRequest(value)) this.#routes.set(value['id'], openers.has(value['method']) ? whole : sessionIn(value));
    this.#arrived(text);
  }

  /** Opens the stream of a session, or of the connection; false if it is open already. */
  listen(session: string | undefined, response: Response): boolean {
    const key = session ?? whole;
    const stream = this.#stream(key);
    if (stream.response !== undefined) return false;
    stream.response = response;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.flushHeaders?.();
    response.once('close', () => {
      if (stream.response === response) stream.response = undefined;
      if (key === whole) this.end('it closed the event stream of the connection');
    });
    for (const text of stream.waiting.splice(0)) this.#write(response, text);
    return true;
  }

  /** Ends the connection and its streams. */
  end(reason: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = reason;
    for (const passed of this.#fences.values()) passed();
    this.#first?.response.end('');
    for (const { response } of this.#streams.values()) response?.end('');
    this.#receiver?.ended(reason);
  }

  #arrived(text: string): void {
    if (this.#receiver === undefined) this.#held.push(text);
    else this.#receiver.text(text);
  }

  async #send(text: string): Promise<void> {
    const { value } = parseText(text);
    const first = this.#first;
    if (first !== undefined && isResponse(value) && value['id'] === first.id) {
      this.#first = undefined;
      const headers = { 'content-type': 'application/json', 'acp-connection-id': this.id };
      first.response.writeHead(200, { ...headers, 'set-cookie': `${cookie}; Path=/; HttpOnly` });
      first.response.end(text);
      return;
    }
    if (isRequest(value, '_conformance/fence')) await this.#pass();
    this.#event(isResponse(value) ? (this.#routes.get(value['id']) ?? whole) : sessionIn(value), text);
  }

  /** Passes a fence on every open stream of a session. */
  async #pass(): Promise<void> {
    const open = [...this.#streams].filter(([key, { response }]) => key !== whole && response !== undefined);
    for (const [sessionId] of open) {
      if (this.#ended !== undefined) return;
      this.#fenceCount += 1;
      const id = `suite-stream-${this.#fenceCount}`;
      const passed = new Promise<void>((resolve) => void this.#fences.set(id, resolve));
      this.#event(
        sessionId,
        JSON.stringify({ jsonrpc: '2.0', id, method: '_conformance/fence', params: { sessionId } }),
      );
      await isWithin(passed, fenceLimit);
      this.#fences.delete(id);
    }
  }

  #event(key: string, text: string): void {
    if (this.#ended !== undefined) return;
    const { response, waiting } = this.#stream(key);
    if (response === undefined) waiting.push(text);
    else this.#write(response, text);
  }

  #write(response: Response, text: string): void {
    const event = `${text
      .split('\n')
      .map((line) => `data: ${line}\n`)
      .join('')}\n`;
    const parts = this.#hasComments ? [comment, event.slice(0, 12), event.slice(12), comment] : [event];
    for (const part of parts) response.write(part);
  }

  #stream(key: string): Stream {
    const stream = this.#streams.get(key) ?? { response: undefined, waiting: [] };
    this.#streams.set(key, stream);
    return stream;
  }
}

/** The session that a message names, or the whole connection. */
function sessionIn(value: unknown): string {
  const { sessionId } = fieldsOf(fieldsOf(value)['params']);
  return typeof sessionId === 'string' ? sessionId : whole;
}
