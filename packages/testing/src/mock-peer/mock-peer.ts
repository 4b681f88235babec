/**
 * A mock of one side of a connection: it expects messages and sends messages, step by step, on a raw channel.
 *
 * A step starts when the one before it is done. Each arriving message is compared with the current step. The first step
 * that fails ends the mock and destroys the channel, so that the other side does not wait for a response. Every step
 * has a timeout.
 */
import { ConnectionError, describeError, systemClock, type Channel, type Clock, type RequestId } from '@acp-stack/rpc';

import { difference, formatDifference, isObject, preview, type Matcher } from '../matching/matcher.ts';
import { messageText } from '../matching/message-text.ts';
import { arrivalText, ArrivalQueue, type Arrival } from './arrival-queue.ts';
import { StepRunner, type Step } from './step-runner.ts';

/** Options of a mock peer. */
export interface MockPeerOptions {
  /** Measures timeouts; the system's clock when absent. */
  readonly clock?: Clock;
  /** Timeout of one step in milliseconds. */
  readonly timeout?: number;
  /** Messages of these methods are accepted at any time and ignored. */
  readonly ignore?: readonly string[];
}

/** What the last messages contained, for steps that depend on it. */
export interface Last {
  /** The params of the last expected request or notification. */
  readonly params: unknown;
  /** The result of the last expected response. */
  readonly result: unknown;
}

/** A value, or a function that makes it from the last messages. */
export type Made = ((last: Last) => unknown) | object | string | number | boolean | null | undefined;

/** The result for every request of a method: a value, or a function of the params. */
export type MockResult = ((params: unknown) => unknown) | object | string | number | boolean | null;

interface OpenRequest {
  readonly id: RequestId;
  readonly method: string;
}

const defaultTimeout = 2000;

/** Creates a mock peer on `channel`; its methods add steps. */
export function mockPeer(channel: Channel, options: MockPeerOptions = {}): MockPeer {
  return new MockPeer(channel, options);
}

/** A mock peer: it runs the steps that its methods add, and fails where a message differs. */
export class MockPeer {
  readonly #channel: Channel;
  readonly #ignore: ReadonlySet<string>;
  readonly #transcript: string[] = [];
  readonly #arrivals = new ArrivalQueue();
  readonly #runner: StepRunner;
  readonly #whenever = new Map<string, MockResult>();
  /** Expected requests of the other side that have no response yet. */
  readonly #unanswered: OpenRequest[] = [];
  /** Requests of this side that have no response yet. */
  readonly #ownRequests = new Map<RequestId, string>();
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
        channel.destroy(new ConnectionError('closed', `The mock peer failed. ${error.message}`, { cause: error }));
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

  /** One line for each message of both directions so far. */
  get transcript(): readonly string[] {
    return this.#transcript;
  }

  // -------------------------------------------------------------------------------------------- what is expected

  /** Expects a request of `method` with matching params. */
  expectRequest(method: string, params?: Matcher): this {
    return this.#expect(`request ${method}${withMatcher(params)}`, (message) => {
      if (!isObject(message) || !('id' in message)) return 'not a request';
      const found = difference({ method, ...(params === undefined ? {} : { params }) }, message);
      if (found !== undefined) return formatDifference(found);
      this.#unanswered.push({ id: message['id'] as RequestId, method });
      this.#last = { ...this.#last, params: message['params'] };
      return undefined;
    });
  }

  /** Expects a notification of `method` with matching params. */
  expectNotification(method: string, params?: Matcher): this {
    return this.#expect(`notification ${method}${withMatcher(params)}`, (message) => {
      if (!isObject(message) || 'id' in message) return 'not a notification';
      const found = difference({ method, ...(params === undefined ? {} : { params }) }, message);
      if (found !== undefined) return formatDifference(found);
      this.#last = { ...this.#last, params: message['params'] };
      return undefined;
    });
  }

  /**
   * Expects a response to a request of this mock with a matching result; `to` names the method if several are pending.
   */
  expectResponse(result?: Matcher, { to }: { readonly to?: string } = {}): this {
    return this.#expect(`response${to === undefined ? '' : ` to ${to}`}${withMatcher(result)}`, (message) => {
      const problem = this.#problemWithResponse(message, to);
      if (problem !== undefined) return problem;
      if (!isObject(message) || !('result' in message)) return 'not a result';
      const found = difference(result, message['result'], 'result');
      if (result !== undefined && found !== undefined) return formatDifference(found);
      this.#ownRequests.delete(message['id'] as RequestId);
      this.#last = { ...this.#last, result: message['result'] };
      return undefined;
    });
  }

  /** Expects an error response to a request of this mock, with this code and a matching error object. */
  expectError(code: number, error: Matcher = {}): this {
    return this.#expect(`error ${code}`, (message) => {
      const problem = this.#problemWithResponse(message, undefined);
      if (problem !== undefined) return problem;
      if (!isObject(message) || !isObject(message['error'])) return 'not an error';
      const found = difference({ code }, message['error'], 'error') ?? difference(error, message['error'], 'error');
      if (found !== undefined) return formatDifference(found);
      this.#ownRequests.delete(message['id'] as RequestId);
      return undefined;
    });
  }

  /** Expects any message that matches. */
  expectMessage(matcher: Matcher): this {
    return this.#expect(`message ${preview(matcher)}`, (message) => {
      const found = difference(matcher, message);
      return found === undefined ? undefined : formatDifference(found);
    });
  }

  /** Expects the end of the connection. */
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

  // -------------------------------------------------------------------------------------------- what is sent

  /**
   * Responds to the request that was expected last, or to the oldest one of the method `to`. A function is given the
   * last messages.
   */
  respond(result: Made, { to }: { readonly to?: string } = {}): this {
    return this.#addSend(`a request${to === undefined ? '' : ` ${to}`} to respond to`, () => ({
      ...this.#responseHead(to),
      result: this.#make(result),
    }));
  }

  /** Responds to the request that was expected last with an error. */
  respondError(code: number, message: string, data?: unknown): this {
    return this.#addSend('a request to respond to with an error', () => ({
      ...this.#responseHead(undefined),
      error: data === undefined ? { code, message } : { code, message, data },
    }));
  }

  /** Sends a notification. */
  notify(method: string, params?: Made): this {
    return this.#addSend(`to notify ${method}`, () => withParams({ jsonrpc: '2.0', method }, this.#make(params)));
  }

  /** Sends a request; a later step expects its response. */
  request(method: string, params?: Made): this {
    return this.#addSend(`to request ${method}`, () => {
      this.#sent += 1;
      const id = `mock-${this.#sent}`;
      this.#ownRequests.set(id, method);
      return withParams({ jsonrpc: '2.0', id, method }, this.#make(params));
    });
  }

  /** Sends a message as it is; a string is sent as the text of a line. */
  send(raw: unknown): this {
    return this.#addSend('to send', () => raw);
  }

  /** Responds to every request of `method` at any time, independent of the steps. */
  whenever(method: string, answer: MockResult): this {
    this.#whenever.set(method, answer);
    return this;
  }

  // -------------------------------------------------------------------------------------------- lifecycle

  /** Runs a function of the test between two steps. */
  run(work: () => Promise<void> | void): this {
    return this.#add({ expected: 'the function of the test to finish', run: work });
  }

  /** Ends this side; the other side may still send. */
  close(): this {
    return this.#add({
      expected: 'to end',
      run: () => {
        this.#note('->', 'end');
        return this.#channel.end();
      },
    });
  }

  /** Destroys the connection. */
  destroy(error?: Error): this {
    return this.#add({
      expected: 'to be destroyed',
      run: () => {
        this.#note('->', 'destroyed');
        this.#channel.destroy(error);
      },
    });
  }

  /**
   * Resolves when every step is done and nothing else arrived; rejects with the `MockPeerError` of the first failure.
   */
  async done(): Promise<void> {
    await this.#runner.idle();
    const { surplus } = this.#arrivals;
    if (surplus.length > 0) this.#runner.fail('nothing more', surplus.map(arrivalText).join('; '));
    if (this.#runner.failure !== undefined) throw this.#runner.failure;
  }

  /** Waits for `done`, and destroys the connection in any case. */
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

  #addSend(expected: string, make: () => unknown): this {
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
        this.#respondWhenever(message as OpenRequest & { readonly params?: unknown });
        return;
      }
    }
    this.#arrive({ kind: 'message', message });
  }

  #respondWhenever({ id, method, params }: OpenRequest & { readonly params?: unknown }): void {
    const answer = this.#whenever.get(method);
    try {
      const result = typeof answer === 'function' ? answer(params) : answer;
      this.#transmit({ jsonrpc: '2.0', id, result });
    } catch (error) {
      this.#runner.fail(`to respond to ${method}`, describeError(error));
    }
  }

  #arrive(arrival: Arrival): void {
    try {
      this.#arrivals.push(arrival);
    } catch (error) {
      this.#runner.fail('fewer unread messages', describeError(error));
    }
  }

  #transmit(message: unknown): void {
    this.#note('->', typeof message === 'string' ? `raw ${preview(message)}` : messageText(message));
    this.#channel.send(message, typeof message === 'string' ? message : undefined);
  }

  #responseHead(to: string | undefined): { readonly jsonrpc: '2.0'; readonly id: RequestId } {
    const index =
      to === undefined ? this.#unanswered.length - 1 : this.#unanswered.findIndex(({ method }) => method === to);
    const [request] = index === -1 ? [] : this.#unanswered.splice(index, 1);
    if (request === undefined)
      throw new Error(`no request${to === undefined ? '' : ` ${to}`} waits for a response of the mock peer`);
    return { jsonrpc: '2.0', id: request.id };
  }

  #problemWithResponse(message: unknown, to: string | undefined): string | undefined {
    if (!isObject(message) || 'method' in message || !('id' in message)) return 'not a response';
    const method = this.#ownRequests.get(message['id'] as RequestId);
    if (method === undefined) return 'not a response to a request of the mock peer';
    return to === undefined || to === method ? undefined : `a response to ${method}, not to ${to}`;
  }

  #make(value: Made): unknown {
    return typeof value === 'function' ? (value as (last: Last) => unknown)(this.#last) : value;
  }

  #note(direction: '->' | '<-', text: string): void {
    this.#transcript.push(`${direction} ${text}`);
  }
}

const withMatcher = (matcher: Matcher): string => (matcher === undefined ? '' : ` ${preview(matcher)}`);

const withParams = (head: object, params: unknown): object => (params === undefined ? head : { ...head, params });
