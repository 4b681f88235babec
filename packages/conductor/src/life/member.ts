/** A component at its place in a running chain: its connection, how it was started, and what it wrote last. */
import type { Component } from '@acp-stack/sdk';

import { Connection, type Shared } from '../route/connection.ts';
import { Handshake } from '../route/handshake.ts';
import type { Target } from '../route/pending.ts';
import { Port } from '../route/port.ts';
import { LastWords } from './exit-error.ts';

/** What a member tells the chain. */
export interface MemberOptions {
  readonly shared: Shared;
  readonly isProxy: boolean;
  /** Where its messages go until it is linked. */
  readonly target: Target;
  /** It has ended, and was not asked to. */
  readonly onEnded: (member: Member, error: Error | undefined) => void;
}

export class Member {
  readonly component: Component;
  readonly connection: Connection;
  readonly handshake: Handshake | undefined;
  readonly lastWords: LastWords = new LastWords();
  readonly #abort = new AbortController();
  #hasEnded = false;
  #settleEnded: () => void = () => undefined;
  /** Resolves when nothing of it is left. */
  readonly gone: Promise<void>;

  /** Starts `component`; throws what it throws. */
  constructor(component: Component, { shared, isProxy, target, onEnded }: MemberOptions) {
    const { name } = component;
    this.component = component;
    this.gone = new Promise((resolve) => (this.#settleEnded = resolve));
    const channel = component.start({
      signal: this.#abort.signal,
      onOutput: (line) => {
        this.lastWords.add(line);
        shared.observe?.({ kind: 'output', component: name, line });
      },
    });
    const place = {
      name,
      onEnded: (error: Error | undefined) => {
        this.#ended();
        onEnded(this, error);
      },
      onEnvelope: (...[dialect, message]: Parameters<Handshake['takeEnvelope']>) =>
        this.handshake?.takeEnvelope(dialect, message) ?? true,
    };
    this.connection = new Connection(channel, place, shared, target);
    if (isProxy) {
      this.connection.wrapped = new Port(this.connection, true, target);
      this.handshake = new Handshake(this.connection);
      this.connection.plain.starter = this.handshake;
    }
    shared.observe?.({ kind: 'life', component: name, step: 'started' });
  }

  get name(): string {
    return this.component.name;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

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
    if (isDisposable(channel)) void channel[Symbol.asyncDispose]().then(this.#settleEnded, this.#settleEnded);
    else {
      channel.end().catch(() => undefined);
      this.#settleEnded();
    }
  }
}

const isDisposable = (value: object): value is AsyncDisposable => Symbol.asyncDispose in value;
