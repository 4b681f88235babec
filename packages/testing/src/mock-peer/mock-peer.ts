/**
 * One side of a connection that follows a script: what it expects and what it says, in order, on a raw channel.
 *
 * Steps run one after the other as soon as they are written down. What arrives is compared with the step whose turn it is, in arrival
 * order; the first step that does not hold ends the script and destroys the channel, so that nobody waits for an answer that will not
 * come. No step waits for ever.
 */
import { ConnectionError, systemClock, type Channel, type Clock, type RequestId } from '@acp-stack/rpc';

import { difference, formatDifference, isObject, preview, type Matcher } from '../matching/matcher.ts';
import { messageText } from '../matching/message-text.ts';
import { arrivalText, ArrivalQueue, type Arrival } from './arrival-queue.ts';
import { StepRunner, type Step } from './step-runner.ts';

/** How a script waits. */
export interface MockPeerOptions {
  /** What time limits are measured on; the system's clock when absent. */
  readonly clock?: Clock;
  /** Milliseconds that one step may take. */
  readonly timeout?: number;
  /** Methods of messages that may arrive at any time and are passed over. */
  readonly ignore?: readonly string[];
}

/** What the last message of each kind carried, for steps that depend on it. */
export interface Last {
  /** The params of the last request or notification that was expected. */
  readonly params: unknown;
  /** The result of the last answer that was expected. */
  readonly result: unknown;
}

/** A value, or how to make it from what came before. */
export type Made = ((last: Last) => unknown) | object | string | number | boolean | null | undefined;

/** An answer to every request of a method: a value, or how to make it from the params. */
export type Answer = ((params: unknown) => unknown) | object | string | number | boolean | null;

interface Asked {
  readonly id: RequestId;
  readonly method: string;
}

const defaultTimeout = 2000;

/** Makes a peer on `channel` that does what is written down next. */
export function mockPeer(channel: Channel, options: MockPeerOptions = {}): MockPeer {
  return new MockPeer(channel, options);
}

/** A peer that does what is written, step by step, and says where reality differs. */
export class MockPeer {
  readonly #channel: Channel;
  readonly #ignore: ReadonlySet<string>;
  readonly #transcript: string[] = [];
  readonly #arrivals = new ArrivalQueue();
  readonly #runner: StepRunner;
  readonly #whenever = new Map<string, Answer>();
  /** Requests of the other side that were expected and not answered yet. */
  readonly #toAnswer: Asked[] = [];
  /** Our requests without an answer. */
  readonly #asked = new Map<RequestId, string>();
  #last: Last = { params: undefined, result: undefined };
  #sent = 0;

  constructor(channel: Channel, { clock = systemClock, timeout = defaultTimeout, ignore = [] }: MockPeerOptions) {
    this.#channel = channel;
    this.#ignore = new Set(ignore);
    this.#runner = new StepRunner({
      clock,
      timeout,
      transcript: this.#transcript,
      onFailure: (error) => {
        this.#arrivals.close();
        channel.destroy(new ConnectionError('closed', `The script failed. ${error.message}`, { cause: error }));
      },
    });
    channel.open({
      receive: (message) => {
        this.#note('<-', messageText(message));
        this.#receive(message);
      },
      reject: (problem) => {
        this.#note('<-', `unreadable input: ${problem.message}`);
        this.#arrive({ kind: 'problem', problem });
      },
      ended: (error) => {
        this.#note('<-', error === undefined ? 'end' : `end: ${error.message}`);
        this.#arrive({ kind: 'end', error });
      },
    });
  }

  /** One line for each message of both directions until now. */
  get transcript(): readonly string[] {
    return this.#transcript;
  }

  // -------------------------------------------------------------------------------------------- what is expected

  /** The next message is a request of `method`, with params that fit. */
  expectRequest(method: string, params?: Matcher): this {
    return this.#expect(`request ${method}${wanted(params)}`, (message) => {
      if (!isObject(message) || !('id' in message)) return 'not a request';
      const found = difference({ method, ...(params === undefined ? {} : { params }) }, message);
      if (found !== undefined) return formatDifference(found);
      this.#toAnswer.push({ id: message['id'] as RequestId, method });
      this.#last = { ...this.#last, params: message['params'] };
      return undefined;
    });
  }

  /** The next message is a notification of `method`, with params that fit. */
  expectNotification(method: string, params?: Matcher): this {
    return this.#expect(`notification ${method}${wanted(params)}`, (message) => {
      if (!isObject(message) || 'id' in message) return 'not a notification';
      const found = difference({ method, ...(params === undefined ? {} : { params }) }, message);
      if (found !== undefined) return formatDifference(found);
      this.#last = { ...this.#last, params: message['params'] };
      return undefined;
    });
  }

  /** The next message answers a request of this script, with a result that fits; `to` names the method when several wait. */
  expectAnswer(result?: Matcher, { to }: { readonly to?: string } = {}): this {
    return this.#expect(`answer${to === undefined ? '' : ` to ${to}`}${wanted(result)}`, (message) => {
      const problem = this.#notOurs(message, to);
      if (problem !== undefined) return problem;
      if (!isObject(message) || !('result' in message)) return 'not a result';
      const found = difference(result, message['result'], 'result');
      if (result !== undefined && found !== undefined) return formatDifference(found);
      this.#asked.delete(message['id'] as RequestId);
      this.#last = { ...this.#last, result: message['result'] };
      return undefined;
    });
  }

  /** The next message refuses a request of this script, with this code and an error object that fits. */
  expectError(code: number, error: Matcher = {}): this {
    return this.#expect(`error ${code}`, (message) => {
      const problem = this.#notOurs(message, undefined);
      if (problem !== undefined) return problem;
      if (!isObject(message) || !isObject(message['error'])) return 'not an error';
      const found = difference({ code }, message['error'], 'error') ?? difference(error, message['error'], 'error');
      if (found !== undefined) return formatDifference(found);
      this.#asked.delete(message['id'] as RequestId);
      return undefined;
    });
  }

  /** The next message, whatever it is, fits. */
  expectMessage(matcher: Matcher): this {
    return this.#expect(`message ${preview(matcher)}`, (message) => {
      const found = difference(matcher, message);
      return found === undefined ? undefined : formatDifference(found);
    });
  }

  /** The other side says nothing more. */
  expectEnd(): this {
    const expected = 'the end';
    return this.#add({
      expected,
      run: async () => {
        const arrival = await this.#arrivals.next();
        if (arrival?.kind !== 'end') this.#runner.fail(expected, arrivalText(arrival));
      },
    });
  }

  // -------------------------------------------------------------------------------------------- what is said

  /** Answers the request that was expected last, or the oldest one of the method `to`. A function gets what came before. */
  answer(result: Made, { to }: { readonly to?: string } = {}): this {
    return this.#say(`a request${to === undefined ? '' : ` ${to}`} to answer`, () => ({
      ...this.#answerHead(to),
      result: this.#make(result),
    }));
  }

  /** Refuses that request. */
  answerError(code: number, message: string, data?: unknown): this {
    return this.#say('a request to refuse', () => ({
      ...this.#answerHead(undefined),
      error: data === undefined ? { code, message } : { code, message, data },
    }));
  }

  /** Sends a notification. */
  notify(method: string, params?: Made): this {
    return this.#say(`to notify ${method}`, () => withParams({ jsonrpc: '2.0', method }, this.#make(params)));
  }

  /** Sends a request; its answer is expected later. */
  request(method: string, params?: Made): this {
    return this.#say(`to request ${method}`, () => {
      this.#sent += 1;
      const id = `mock-${this.#sent}`;
      this.#asked.set(id, method);
      return withParams({ jsonrpc: '2.0', id, method }, this.#make(params));
    });
  }

  /** Sends something as it is; a string goes out as the text of a line. */
  send(raw: unknown): this {
    return this.#say('to send', () => raw);
  }

  /** Answers every request of `method`, whenever it comes, outside the order. */
  whenever(method: string, answer: Answer): this {
    this.#whenever.set(method, answer);
    return this;
  }

  // -------------------------------------------------------------------------------------------- life

  /** Runs something of the test between two steps. */
  run(work: () => Promise<void> | void): this {
    return this.#add({ expected: 'the work of the test to finish', run: work });
  }

  /** Ends this side; the other one may still speak. */
  close(): this {
    return this.#add({
      expected: 'to end',
      run: () => {
        this.#note('->', 'end');
        return this.#channel.end();
      },
    });
  }

  /** Tears the connection down. */
  destroy(error?: Error): this {
    return this.#add({
      expected: 'to be torn down',
      run: () => {
        this.#note('->', 'destroyed');
        this.#channel.destroy(error);
      },
    });
  }

  /** Resolves when every step was done and nothing else arrived; rejects with the `MockPeerError` of the first that was not. */
  async done(): Promise<void> {
    await this.#runner.idle();
    const { surplus } = this.#arrivals;
    if (surplus.length > 0) this.#runner.fail('nothing more', surplus.map(arrivalText).join('; '));
    if (this.#runner.failure !== undefined) throw this.#runner.failure;
  }

  /** Waits for the script to be done, and ends the connection in any case. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.done();
    } finally {
      this.#channel.destroy();
    }
  }

  // -------------------------------------------------------------------------------------------- running

  #add(step: Step): this {
    this.#runner.add(step);
    return this;
  }

  #expect(expected: string, check: (message: unknown) => string | undefined): this {
    return this.#add({
      expected,
      run: async () => {
        const arrival = await this.#arrivals.next();
        const problem = arrival?.kind === 'message' ? check(arrival.message) : '';
        if (problem === undefined) return;
        this.#runner.fail(expected, problem === '' ? arrivalText(arrival) : `${arrivalText(arrival)} (${problem})`);
      },
    });
  }

  #say(expected: string, make: () => unknown): this {
    return this.#add({
      expected,
      run: () => {
        this.#transmit(make());
      },
    });
  }

  #receive(message: unknown): void {
    const { id, method } = isObject(message) ? message : {};
    if (typeof method === 'string') {
      if (this.#ignore.has(method)) return;
      if (id !== undefined && this.#whenever.has(method)) {
        this.#answerWhenever(message as Asked & { readonly params?: unknown });
        return;
      }
    }
    this.#arrive({ kind: 'message', message });
  }

  #answerWhenever({ id, method, params }: Asked & { readonly params?: unknown }): void {
    const answer = this.#whenever.get(method);
    try {
      const result = typeof answer === 'function' ? answer(params) : answer;
      this.#transmit({ jsonrpc: '2.0', id, result });
    } catch (error) {
      this.#runner.fail(`to answer ${method}`, error instanceof Error ? error.message : String(error));
    }
  }

  #arrive(arrival: Arrival): void {
    try {
      this.#arrivals.push(arrival);
    } catch (error) {
      this.#runner.fail('somebody to read what arrives', error instanceof Error ? error.message : String(error));
    }
  }

  #transmit(message: unknown): void {
    this.#note('->', typeof message === 'string' ? `raw ${preview(message)}` : messageText(message));
    this.#channel.send(message, typeof message === 'string' ? message : undefined);
  }

  #answerHead(to: string | undefined): { readonly jsonrpc: '2.0'; readonly id: RequestId } {
    const index =
      to === undefined ? this.#toAnswer.length - 1 : this.#toAnswer.findIndex(({ method }) => method === to);
    const [asked] = index === -1 ? [] : this.#toAnswer.splice(index, 1);
    if (asked === undefined)
      throw new Error(`no request${to === undefined ? '' : ` ${to}`} waits for an answer of the script`);
    return { jsonrpc: '2.0', id: asked.id };
  }

  #notOurs(message: unknown, to: string | undefined): string | undefined {
    if (!isObject(message) || 'method' in message || !('id' in message)) return 'not an answer';
    const method = this.#asked.get(message['id'] as RequestId);
    if (method === undefined) return 'not an answer to a request of the script';
    return to === undefined || to === method ? undefined : `not an answer to ${to} but to ${method}`;
  }

  #make(value: Made): unknown {
    return typeof value === 'function' ? (value as (last: Last) => unknown)(this.#last) : value;
  }

  #note(direction: '->' | '<-', text: string): void {
    this.#transcript.push(`${direction} ${text}`);
  }
}

const wanted = (matcher: Matcher): string => (matcher === undefined ? '' : ` ${preview(matcher)}`);

const withParams = (head: object, params: unknown): object => (params === undefined ? head : { ...head, params });
