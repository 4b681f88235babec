/**
 * The other side of a program under test: raw messages out, raw messages in.
 *
 * Nothing here waits for what may never come. A step is over when everything has settled; what is missing then is a
 * failed assertion. Real work, with files or other programs, has seconds instead.
 */
import type { Channel } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';
import { assert } from 'vitest';

import { RawPeer } from '../support/raw-peer.ts';
import type { WireMessage } from '../interop/traffic.ts';

/** Any JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Milliseconds for what takes its time. */
const patience = 50_000;

const text = { type: 'text', text: 'hello' };

export class WireTester {
  readonly #end: RawPeer;
  #asked = 0;

  constructor(channel: Channel) {
    this.#end = new RawPeer(channel);
  }

  /** Everything that has arrived, in order. */
  get received(): readonly WireMessage[] {
    return this.#end.received;
  }

  /** The answers that have arrived, in order. */
  get answers(): readonly WireMessage[] {
    return this.#end.answers;
  }

  /** Whether the program has ended the connection. */
  get hasEnded(): boolean {
    return this.#end.hasEnded;
  }

  /** Answers every request of `method` from now on. */
  whenever(method: string, answer: (params: unknown) => unknown): void {
    this.#end.whenever(method, answer);
  }

  // -------------------------------------------------------------------------------------------- saying

  /** Sends any value, as it is. */
  async send(message: unknown): Promise<void> {
    this.#speak(() => {
      this.#end.channel.send(message);
    });
    await settled();
  }

  /** Sends a line as it is, whatever it holds. */
  async sendText(line: string): Promise<void> {
    this.#speak(() => {
      this.#end.sendText(line);
    });
    await settled();
  }

  async notify(method: string, params: object): Promise<void> {
    await this.send({ jsonrpc: '2.0', method, params });
  }

  async update(sessionId: string, sessionUpdate: string, fields: object = {}): Promise<void> {
    await this.notify('session/update', { sessionId, update: { sessionUpdate, ...fields } });
  }

  async state(sessionId: string, state: string, fields: object = {}): Promise<void> {
    await this.update(sessionId, 'state_update', { state, ...fields });
  }

  /** Sends a request and does not ask for its answer; the id says which one it was. */
  async begin(method: string, params?: object): Promise<string> {
    this.#asked += 1;
    const id = `judge-${this.#asked}`;
    await this.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    return id;
  }

  /** Sends a request, which has to be answered by itself. */
  async ask(method: string, params?: object): Promise<WireMessage> {
    return this.answerTo(await this.begin(method, params), method);
  }

  async reply({ id }: WireMessage, result: unknown): Promise<void> {
    await this.send({ jsonrpc: '2.0', id, result });
  }

  /** A connection that is gone is a verdict about the program, not a mistake of the tester. */
  #speak(say: () => void): void {
    assert(!this.hasEnded, 'the program has ended the connection');
    say();
  }

  /** Waits until something has arrived that takes its time; a failed assertion when it does not. */
  async until(isThere: () => boolean, otherwise: string): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (isThere()) stop();
      };
      const unwatch = this.#end.watch(look);
      const timer = setTimeout(() => {
        stop();
      }, patience);
      const stop = (): void => {
        unwatch();
        clearTimeout(timer);
        resolve();
      };
      look();
    });
    assert(isThere(), otherwise);
  }

  // -------------------------------------------------------------------------------------------- looking

  /** The one answer to the request with this id. */
  answerTo(id: unknown, what = 'the request'): WireMessage {
    const found = this.answers.filter((message) => message.id === id);
    assert(found.length < 2, `${what} was answered ${found.length} times`);
    const [answer] = found;
    assert(answer !== undefined, `${what} was not answered`);
    return answer;
  }

  isAnswered(id: unknown): boolean {
    return this.answers.some((message) => message.id === id);
  }

  /** The requests and notifications of `method` that have arrived. */
  all(method: string): readonly WireMessage[] {
    return this.received.filter((message) => message.method === method);
  }

  /** The last of them; there has to be one. */
  last(method: string): WireMessage {
    const found = this.all(method).at(-1);
    assert(found !== undefined, `no ${method} has arrived`);
    return found;
  }

  /** The updates of sessions that have arrived, of these kinds or all. */
  updates(...kinds: readonly string[]): readonly Fields[] {
    return this.all('session/update')
      .map(({ params }) => (params?.['update'] ?? {}) as Fields)
      .filter((update) => kinds.length === 0 || kinds.includes(String(update['sessionUpdate'])));
  }

  /** The states that were reported, in order. */
  get states(): readonly unknown[] {
    return this.updates('state_update').map((update) => update['state']);
  }

  // -------------------------------------------------------------------------------------------- playing the client

  /** Introduces the tester as a client. */
  introduce(change: object = {}): Promise<WireMessage> {
    const info = { name: 'judge', version: '1.0.0' };
    return this.ask('initialize', { protocolVersion: 2, info, capabilities: {}, ...change });
  }

  /** Introduces the tester and opens a session; answers with its id. */
  async open(capabilities: object = {}, params: object = {}): Promise<string> {
    await this.introduce({ capabilities });
    const { result } = await this.ask('session/new', { cwd: '/work', ...params });
    const sessionId = result?.['sessionId'];
    assert(typeof sessionId === 'string', 'session/new was not answered with a session');
    return sessionId;
  }

  prompt(sessionId: string, blocks: readonly object[] = [text]): Promise<WireMessage> {
    return this.ask('session/prompt', { sessionId, prompt: blocks });
  }

  /** Sends a prompt whose answer may take its time. */
  beginPrompt(sessionId: string): Promise<string> {
    return this.begin('session/prompt', { sessionId, prompt: [text] });
  }

  async cancel(sessionId: string): Promise<void> {
    await this.notify('session/cancel', { sessionId });
  }

  /** Takes a request of the tester back. */
  async takeBack(requestId: unknown): Promise<void> {
    await this.notify('$/cancel_request', { requestId });
  }
}
