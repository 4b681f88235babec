/**
 * A component at its place in a running chain: its connection, what started it, and what it wrote last.
 *
 * It may be started again: then its connection stays, with another channel, and the component is initialized with the
 * same params as before.
 */
import type { Channel } from '@acp-stack/rpc';
import type { JsonObject } from '@acp-stack/schema/json-object';
import type { Component } from '@acp-stack/sdk';

import { initializeMethod, type Dialect } from '../envelope/dialect.ts';
import { RoutedCall, type RoutedResponse } from '../envelope/routed-message.ts';
import { Connection, type Shared } from '../route/connection.ts';
import { Handshake } from '../route/handshake.ts';
import type { Pending, Target } from '../route/pending.ts';
import { Port, type Starter } from '../route/port.ts';
import { LastWords } from './exit-error.ts';
import { LocalCall } from './local-call.ts';
import { OpenSessions } from './open-sessions.ts';

/** What a member tells the chain. */
export interface MemberOptions {
  readonly shared: Shared;
  readonly isProxy: boolean;
  /** Called with the lines that it writes besides its messages, with its name. */
  readonly onOutput: ((line: string) => void) | undefined;
  /** Where its messages go until it is linked. */
  readonly target: Target;
  /** It has ended. */
  readonly onEnded: (member: Member, error: Error | undefined) => void;
}

export class Member implements Starter {
  readonly component: Component;
  readonly connection: Connection;
  readonly handshake: Handshake | undefined;
  readonly lastWords: LastWords = new LastWords();
  readonly sessions: OpenSessions = new OpenSessions();
  readonly #shared: Shared;
  readonly #onOutput: ((line: string) => void) | undefined;
  /** One for each time that it was started; it resolves when the process, or what else was started, is gone. */
  readonly #running = new Set<Promise<void>>();
  #settleGone: () => void = () => undefined;
  #abort = new AbortController();
  #hasEnded = false;
  /** The params of the `initialize` that it was started with. */
  #params: unknown;
  /** Its result; undefined until it has succeeded. */
  #result: unknown;
  /** What its successor answered to the `initialize` that it passed on. */
  #successor: JsonObject | undefined;
  /** Whether it is being started again, so that `initialize` does not concern its successor. */
  isRestarting: boolean = false;

  /** Starts `component`; throws what it throws. */
  constructor(component: Component, { shared, isProxy, target, onOutput, onEnded }: MemberOptions) {
    this.#onOutput = onOutput;
    this.component = component;
    this.#shared = shared;
    const place = {
      name: component.name,
      onEnded: (error: Error | undefined) => {
        this.#ended();
        onEnded(this, error);
      },
      onEnvelope: (dialect: Dialect, message: RoutedCall) => this.#takeEnvelope(dialect, message),
      onInitializeAnswer: (response: RoutedResponse) => {
        this.#successor = response.fields;
      },
    };
    this.connection = new Connection(this.#launch(), place, shared, target);
    const { plain } = this.connection;
    plain.starter = this;
    plain.watcher = this.sessions;
    if (!isProxy) return;
    this.connection.wrapped = new Port(this.connection, true, target);
    this.handshake = new Handshake(this.connection);
  }

  get name(): string {
    return this.component.name;
  }

  /** Whether it has been initialized. */
  get isInitialized(): boolean {
    return this.#result !== undefined;
  }

  /** The result of its `initialize`. */
  get result(): unknown {
    return this.#result;
  }

  /** Resolves when everything that was started for it is gone. */
  async gone(): Promise<void> {
    await Promise.all(this.#running);
  }

  // -------------------------------------------------------------------------------------------- starting

  start(pending: Pending, message: RoutedCall): void {
    this.#params = message.params;
    const answered = (response: RoutedResponse): void => {
      if (response.error === undefined) this.#result = response.result ?? null;
    };
    if (this.handshake !== undefined) {
      this.handshake.start(pending, message, answered);
      return;
    }
    pending.hook = {
      respond: (_, response) => {
        answered(response);
        pending.source.respond(pending, response);
      },
    };
    this.connection.plain.send(pending, message);
  }

  /** Starts the component once more, and initializes it as it was before; `done` is called with its response. */
  startAgain(done: (response: JsonObject) => void): void {
    this.isRestarting = true;
    this.#hasEnded = false;
    this.#abort = new AbortController();
    this.connection.replace(this.#launch());
    this.connection.open();
    const params = this.#params;
    this.call({ method: initializeMethod, ...(params === undefined ? {} : { params }) }, done);
  }

  /** Makes a request of the conductor's own. */
  call(message: JsonObject, done: (response: JsonObject) => void): void {
    const { connection } = this;
    const whole = RoutedCall.of({ jsonrpc: '2.0', id: null, ...message });
    const pending = connection.expect(new LocalCall(done), whole);
    if (pending === undefined) return;
    if (whole.method === initializeMethod) this.start(pending, whole);
    else connection.plain.send(pending, whole);
  }

  #launch(): Channel {
    const { observe } = this.#shared;
    const { name } = this.component;
    const channel = this.component.start({
      signal: this.#abort.signal,
      onOutput: (line, from) => {
        this.lastWords.add(line);
        observe?.({ kind: 'output', component: name, line, ...(from === 'stdout' ? { isNoise: true } : {}) });
        this.#onOutput?.(`${name}: ${line}`);
      },
    });
    observe?.({ kind: 'life', component: name, step: 'started' });
    const gone = new Promise<void>((resolve) => (this.#settleGone = resolve));
    this.#running.add(gone);
    void gone.then(() => this.#running.delete(gone));
    return channel;
  }

  /** The answer to its `initialize` is known already when it is started again. */
  #takeEnvelope(dialect: Dialect, message: RoutedCall): boolean {
    if (this.handshake?.takeEnvelope(dialect, message) === false) return false;
    const { method, id } = message;
    if (!this.isRestarting || method !== initializeMethod || id === undefined || this.#successor === undefined)
      return true;
    this.connection.transmit({ ...this.#successor, id }, undefined);
    return false;
  }

  // -------------------------------------------------------------------------------------------- ending

  /** Lets it end by itself. */
  end(): void {
    if (this.#hasEnded) return;
    this.connection.channel.end().catch(() => undefined);
  }

  /** Stops it at once. */
  destroy(): void {
    if (this.#hasEnded) return;
    this.connection.channel.destroy();
    this.#abort.abort();
  }

  #ended(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { channel } = this.connection;
    // A process is not gone when its output ends: what it started may still run.
    const ending = isDisposable(channel) ? channel[Symbol.asyncDispose]() : channel.end();
    void Promise.resolve(ending).then(this.#settleGone, this.#settleGone);
  }
}

const isDisposable = (value: object): value is AsyncDisposable => Symbol.asyncDispose in value;
