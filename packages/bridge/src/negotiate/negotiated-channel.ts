/**
 * A channel that shows version 2, whichever version its peer speaks.
 *
 * The first `initialize` decides: with a peer of version 2 messages then cross as they are, with one of version 1 the bridge is put in between.
 * The bridge is loaded only then, so a program that meets no peer of version 1 does not pay for it; what comes meanwhile waits, but for a plain
 * introduction, which crosses at once.
 */
import {
  ConnectionError,
  nextMacrotask,
  type Channel,
  type ChannelProblem,
  type Receiver,
  type Request,
} from '@acp-stack/rpc';

import { earlyResponse } from './early-initialize.ts';
import { AlreadyOpenChannel } from './already-open-channel.ts';
import type { BridgeOptions } from '../options/bridge-options.ts';
import {
  answerOf,
  decideByAnswer,
  decideByRequest,
  type Decision,
  type Verdict,
  type Version1,
} from './version-decision.ts';

/** How a version is negotiated; most is for the bridge, should it be needed. */
export type NegotiationOptions = Omit<BridgeOptions, 'speaks' | 'terminals'>;

/** A channel that shows version 2. */
export interface NegotiatedChannel extends Channel {
  /** The version that the peer speaks; undefined until it is known. */
  readonly version: 1 | 2 | undefined;
}

/** Loads the bridge: `async () => (await import('@acp-stack/bridge')).bridge`. */
export type LoadBridge = () => Promise<(channel: Channel, options: BridgeOptions) => Channel>;

/** Wraps `channel`; `peer` says who is at its other end. */
export function negotiate(channel: Channel, options: NegotiationOptions, load: LoadBridge): NegotiatedChannel {
  const { peer, extras = false, strict = false } = options;
  const decision = peer === 'agent' ? decideByAnswer(extras) : decideByRequest(extras, strict);
  return new Negotiation(channel, decision, async () => {
    const make = await load();
    return (inner) => make(inner, { ...options, speaks: 1 });
  });
}

type Waiting = readonly [message: unknown, text: string | undefined];
type MakeFace = (inner: AlreadyOpenChannel) => Channel;

/** What came while the bridge is being loaded. */
interface Loading {
  readonly received: Waiting[];
  readonly sent: Waiting[];
  /** The introduction, which the program has been shown already. */
  readonly shown: Request | undefined;
  /** What it answered, which the peer has already. */
  answer?: unknown;
  ended?: { readonly error: Error | undefined };
}

/** It takes what arrives itself: thousands of idle connections have one of these each. */
class Negotiation implements NegotiatedChannel, Receiver {
  readonly #channel: Channel;
  /** Undefined, as is the next, when there is nothing more to decide. */
  #decision: Decision | undefined;
  #load: (() => Promise<MakeFace>) | undefined;
  #receiver: Receiver | undefined;
  #version: 1 | 2 | undefined;
  /** Where messages go once the peer is known to speak version 1. */
  #bridge: { readonly face: Channel; readonly inner: AlreadyOpenChannel } | undefined;
  #loading: Loading | undefined;

  constructor(channel: Channel, decision: Decision, load: () => Promise<MakeFace>) {
    this.#channel = channel;
    this.#decision = decision;
    this.#load = load;
  }

  get version(): 1 | 2 | undefined {
    return this.#version;
  }

  get unsentBytes(): number {
    return this.#channel.unsentBytes;
  }

  open(receiver: Receiver): void {
    this.#receiver = receiver;
    this.#channel.open(this);
  }

  receive(message: unknown, text?: string): void {
    if (this.#version === 2) this.#receiver?.receive(message, text);
    else this.#receive(message, text);
  }

  reject(problem: ChannelProblem): void {
    (this.#bridge?.inner ?? this.#receiver)?.reject(problem);
  }

  ended(error?: Error): void {
    if (this.#loading === undefined) (this.#bridge?.inner ?? this.#receiver)?.ended(error);
    else this.#loading.ended = { error };
  }

  send(message: unknown, text?: string): boolean {
    if (this.#loading !== undefined) return this.#sendEarly(this.#loading, message, text);
    const sent = this.#decision === undefined ? message : this.#decision.outgoing(message);
    const to = this.#bridge?.face ?? this.#channel;
    const more = to.send(sent, sent === message ? text : undefined);
    if (this.#version !== undefined && this.#decision !== undefined) this.#conclude(this.#decision.outcome(message));
    return more;
  }

  drained(): Promise<void> {
    return this.#channel.drained();
  }

  pause(): void {
    this.#channel.pause();
  }

  resume(): void {
    // What waits for the bridge must not grow.
    if (this.#loading === undefined) this.#channel.resume();
  }

  end(): Promise<void> {
    return (this.#bridge?.face ?? this.#channel).end();
  }

  destroy(error?: Error): void {
    (this.#bridge?.face ?? this.#channel).destroy(error);
  }

  #receive(message: unknown, text: string | undefined): void {
    if (this.#loading !== undefined) {
      this.#loading.received.push([message, text]);
      return;
    }
    if (this.#bridge !== undefined) {
      this.#bridge.inner.receive(message, text);
      return;
    }
    const verdict: Verdict = this.#decision?.incoming(message, text) ?? { kind: 'undecided' };
    switch (verdict.kind) {
      case 'answer': {
        this.#channel.send(verdict.message);
        break;
      }
      case 'version-1': {
        this.#goThroughBridge(verdict);
        break;
      }
      case 'version-2': {
        this.#version = 2;
        this.#receiver?.receive(message, text);
        break;
      }
      case 'undecided': {
        this.#receiver?.receive(message, text);
      }
    }
  }

  #conclude(outcome: 'undone' | 'final' | undefined): void {
    if (outcome === 'final') {
      this.#decision = undefined;
      this.#load = undefined;
    } else if (outcome === 'undone') {
      // Nothing was agreed on: the next `initialize` decides.
      this.#version = undefined;
      this.#bridge = undefined;
    }
  }

  /** An answer to an introduction that was shown early crosses as early; everything else waits. */
  #sendEarly(loading: Loading, message: unknown, text: string | undefined): boolean {
    const { shown, sent } = loading;
    const answer = shown === undefined || sent.length > 0 ? undefined : answerOf(message, shown.id);
    const plain = answer === undefined ? undefined : earlyResponse(answer);
    if (plain === undefined) {
      sent.push([message, text]);
      return true;
    }
    loading.answer = answer;
    return this.#channel.send(plain);
  }

  #goThroughBridge(verdict: Version1): void {
    const { shown } = verdict;
    this.#version = 1;
    this.#loading = { received: [], sent: [], shown };
    this.#channel.pause();
    if (shown === undefined) {
      this.#loadBridge(verdict);
      return;
    }
    this.#receiver?.receive(shown);
    // The answer comes first, where it comes at once.
    nextMacrotask(() => {
      this.#loadBridge(verdict);
    });
  }

  #loadBridge(verdict: Version1): void {
    this.#load?.().then(
      (make) => {
        this.#engage(make, verdict);
      },
      (error: unknown) => {
        this.#loading = undefined;
        this.#channel.destroy(new Error('The bridge to version 1 could not be loaded.', { cause: error }));
      },
    );
  }

  #engage(make: MakeFace, { begin, shown }: Version1): void {
    const { received = [], sent = [], answer, ended } = this.#loading ?? {};
    const inner = new AlreadyOpenChannel(this.#channel);
    const face = make(inner);
    const curtain = { isDown: shown !== undefined };
    if (this.#receiver !== undefined) face.open(shown === undefined ? this.#receiver : behind(curtain, this.#receiver));
    this.#bridge = { face, inner };
    this.#loading = undefined;
    unlessGone(() => {
      begin(face, inner);
    });
    curtain.isDown = false;
    if (answer !== undefined) {
      inner.withhold(() => {
        this.send(answer);
      });
    }
    for (const [message, text] of sent) {
      unlessGone(() => {
        this.send(message, text);
      });
    }
    for (const [message, text] of received) this.receive(message, text);
    if (ended === undefined) this.resume();
    else this.ended(ended.error);
  }
}

/** Hands nothing over to `receiver` while the curtain is down: it has that already. */
function behind(curtain: { readonly isDown: boolean }, receiver: Receiver): Receiver {
  return {
    receive: (message, text) => {
      if (!curtain.isDown) receiver.receive(message, text);
    },
    reject: (problem) => {
      receiver.reject(problem);
    },
    ended: (error) => {
      receiver.ended(error);
    },
  };
}

/** Runs work that sends; that the peer has gone meanwhile is said by the end of the channel, and nobody waits for this. */
function unlessGone(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
  }
}
