/**
 * A channel that shows version 2, whichever version its peer speaks.
 *
 * The first `initialize` decides. With a peer of version 2, the channel then delivers straight to the program; with a
 * peer of version 1, it delivers to the bridge, which is loaded only then. Messages that arrive meanwhile wait, except
 * a plain `initialize`, which is translated at once.
 */
import {
  ConnectionError,
  nextMacrotask,
  type Channel,
  type ChannelProblem,
  type Receiver,
  type Request,
} from '@acp-stack/rpc';

import type { BridgeOptions } from '../options/bridge-options.ts';
import { ignoringErrors } from '../loss/report.ts';
import { AlreadyOpenChannel } from './already-open-channel.ts';
import { earlyResponse } from './early-initialize.ts';
import { decideForRelay, type RelayOptions } from './relay-decision.ts';
import { decideByRequest, decideByResponse, responseTo, type Bridged, type Decision } from './version-decision.ts';

/** How a version is negotiated; most options are for the bridge, should it be needed. */
export interface NegotiationOptions extends Omit<BridgeOptions, 'speaks' | 'terminals'> {
  /** With `[1]` only version 1 is spoken on the wire; both are when absent. A function is called at `initialize`. */
  readonly versions?: Versions | (() => Versions);
  /**
   * Whether `initialize` is sent to the agent as the program wrote it, and not again in another version; for proxies,
   * which pass it on.
   */
  readonly asIs?: boolean;
  /**
   * For a program that passes on the messages of a client of either version: the channel shows the version that the
   * client asks for.
   */
  readonly relay?: RelayOptions;
}

type Versions = readonly [1] | readonly [1, 2];

/** A channel that shows version 2, or the version of the client whose messages are relayed. */
export interface NegotiatedChannel extends Channel {
  /** The version that the peer speaks; undefined until it is known. */
  readonly version: 1 | 2 | undefined;
  /** Whether messages are converted; undefined until it is known. */
  readonly isBridged: boolean | undefined;
  /**
   * Whether the peer may use what only version 1 has: it speaks version 1, or it stands before an agent that does and
   * both sides have said that they mean it.
   */
  readonly hasVersion1Methods: boolean;
}

/** Loads the bridge: `async () => (await import('@acp-stack/bridge')).bridge`. */
export type LoadBridge = () => Promise<(channel: Channel, options: BridgeOptions) => Channel>;

/** Wraps `channel`; the option `peer` says which side is at its other end. */
export function negotiate(channel: Channel, options: NegotiationOptions, load: LoadBridge): NegotiatedChannel {
  const { versions, asIs = false, relay, ...bridgeOptions } = options;
  const { peer, extras = false, strict = false, onReport } = bridgeOptions;
  const report = ignoringErrors(onReport);
  const decide = peer === 'agent' ? decideByResponse : decideByRequest;
  const isOnly1 = (): boolean => (typeof versions === 'function' ? versions() : versions)?.length === 1;
  const decision =
    relay === undefined
      ? decide({ extras, isStrict: strict, isOnly1, isAsIs: asIs, report })
      : decideForRelay({ extras, report, ...relay });
  return new Negotiation(channel, decision, async () => {
    const bridge = await load();
    return (inner, speaks) => bridge(inner, { ...bridgeOptions, speaks });
  });
}

type Waiting = readonly [message: unknown, text: string | undefined];
type MakeBridge = (inner: AlreadyOpenChannel, speaks: 1 | 2) => Channel;

/** What arrives and is sent while the bridge is being loaded. */
interface Loading {
  readonly received: Waiting[];
  readonly sent: Waiting[];
  /** The `initialize` request that the program has received already. */
  readonly delivered: Request | undefined;
  /** The program's response to it, which the peer has already. */
  response?: unknown;
  ended?: { readonly error: Error | undefined };
}

/** The bridge, and the receiver that takes what arrives for it. */
interface Engaged {
  readonly channel: Channel;
  readonly receiver: Receiver;
}

/** It is its own receiver until the version is known: thousands of idle connections have one of these each. */
class Negotiation implements NegotiatedChannel, Receiver {
  /** Becomes the method of the channel, or of the bridge, once the version is final. */
  send: Channel['send'] = (message, text) => this.#send(message, text);
  readonly #channel: Channel;
  /** Undefined, as is `#load`, once the version is final. */
  #decision: Decision | undefined;
  #load: (() => Promise<MakeBridge>) | undefined;
  /** The program. */
  #receiver: Receiver | undefined;
  /** Where messages go once the version is known. */
  #target: Receiver | undefined;
  #version: 1 | 2 | undefined;
  #isBridged = false;
  #hasVersion1Methods = false;
  #bridge: Engaged | undefined;
  #loading: Loading | undefined;

  constructor(channel: Channel, decision: Decision, load: () => Promise<MakeBridge>) {
    this.#channel = channel;
    this.#decision = decision;
    this.#load = load;
  }

  get version(): 1 | 2 | undefined {
    return this.#version;
  }

  get isBridged(): boolean | undefined {
    return this.#version === undefined ? undefined : this.#isBridged;
  }

  get hasVersion1Methods(): boolean {
    return this.#version !== 2 || this.#hasVersion1Methods;
  }

  get unsentBytes(): number {
    return this.#channel.unsentBytes;
  }

  open(receiver: Receiver): void {
    this.#receiver = receiver;
    this.#channel.open(this);
  }

  receive(message: unknown, text?: string): void {
    // Channels that cannot be redirected deliver here for good.
    if (this.#target === undefined) this.#decide(message, text);
    else this.#target.receive(message, text);
  }

  reject(problem: ChannelProblem): void {
    (this.#bridge?.receiver ?? this.#receiver)?.reject(problem);
  }

  ended(error?: Error): void {
    if (this.#loading === undefined) (this.#bridge?.receiver ?? this.#receiver)?.ended(error);
    else this.#loading.ended = { error };
  }

  drained(): Promise<void> {
    return this.#channel.drained();
  }

  pause(): void {
    this.#channel.pause();
  }

  resume(): void {
    // The messages that wait for the bridge must not become more.
    if (this.#loading === undefined) this.#channel.resume();
  }

  end(): Promise<void> {
    return (this.#bridge?.channel ?? this.#channel).end();
  }

  destroy(error?: Error): void {
    (this.#bridge?.channel ?? this.#channel).destroy(error);
  }

  /** Delivers what arrives to `target` from now on; to the negotiation if it is undefined. */
  #redirect(target: Receiver | undefined): void {
    this.#target = target;
    this.#channel.redirect?.(target ?? this);
  }

  #decide(message: unknown, text: string | undefined): void {
    if (this.#loading !== undefined) {
      this.#loading.received.push([message, text]);
      return;
    }
    const choice = this.#decision?.incoming(message, text);
    switch (choice?.kind) {
      case 'bridged': {
        this.#startBridge(choice);
        break;
      }
      case 'direct': {
        this.#version = choice.version ?? 2;
        this.#hasVersion1Methods = choice.hasVersion1Methods ?? false;
        this.#redirect(this.#receiver);
        if (choice.repaired === undefined) this.#receiver?.receive(message, text);
        else this.#receiver?.receive(choice.repaired);
        break;
      }
      case 'undecided':
      case undefined: {
        this.#receiver?.receive(message, text);
      }
    }
  }

  #send(message: unknown, text: string | undefined): boolean {
    if (this.#loading !== undefined) return this.#sendEarly(this.#loading, message, text);
    const decision = this.#decision;
    const choice = this.#version === undefined ? decision?.start(message) : undefined;
    if (choice !== undefined) {
      this.#startBridge(choice);
      return true;
    }
    const sent = decision === undefined ? message : decision.outgoing(message);
    const to = this.#bridge?.channel ?? this.#channel;
    const takesMore = to.send(sent, sent === message ? text : undefined);
    if (this.#version !== undefined && decision !== undefined) this.#conclude(decision.outcome(message), to);
    return takesMore;
  }

  #conclude(outcome: 'undone' | 'final' | undefined, channel: Channel): void {
    if (outcome === 'final') {
      this.#decision = undefined;
      this.#load = undefined;
      this.send = (message, text) => channel.send(message, text);
    } else if (outcome === 'undone') {
      // Nothing was agreed on: the next `initialize` decides.
      this.#version = undefined;
      this.#isBridged = false;
      this.#bridge = undefined;
      this.#redirect(undefined);
    }
  }

  /** The response to an `initialize` that was delivered early is sent at once; everything else waits for the bridge. */
  #sendEarly(loading: Loading, message: unknown, text: string | undefined): boolean {
    const { delivered, sent } = loading;
    const response = delivered === undefined || sent.length > 0 ? undefined : responseTo(delivered.id, message);
    const early = response === undefined ? undefined : earlyResponse(response);
    if (early === undefined) {
      sent.push([message, text]);
      return true;
    }
    loading.response = response;
    return this.#channel.send(early);
  }

  #startBridge(choice: Bridged): void {
    const { early, speaks = 1 } = choice;
    this.#version = speaks;
    this.#isBridged = true;
    this.#loading = { received: [], sent: [], delivered: early };
    this.#channel.pause();
    if (early === undefined) {
      this.#loadBridge(choice);
      return;
    }
    this.#receiver?.receive(early);
    // If the program responds at once, its response is sent before the bridge is loaded.
    nextMacrotask(() => {
      this.#loadBridge(choice);
    });
  }

  #loadBridge(choice: Bridged): void {
    this.#load?.().then(
      (make) => {
        this.#engage(make, choice);
      },
      (error: unknown) => {
        this.#loading = undefined;
        this.#channel.destroy(new Error('The bridge to version 1 could not be loaded.', { cause: error }));
      },
    );
  }

  #engage(make: MakeBridge, { begin, early, speaks = 1 }: Bridged): void {
    const { received = [], sent = [], response, ended } = this.#loading ?? {};
    const inner = new AlreadyOpenChannel(this.#channel);
    const bridge = make(inner, speaks);
    const filter = { isDropping: early !== undefined };
    if (this.#receiver !== undefined)
      bridge.open(filter.isDropping ? filtered(this.#receiver, filter) : this.#receiver);
    this.#bridge = { channel: bridge, receiver: inner.receiver };
    this.#loading = undefined;
    ignoringClosed(() => {
      begin(bridge, inner);
    });
    filter.isDropping = false;
    if (early !== undefined && this.#receiver !== undefined) bridge.redirect?.(this.#receiver);
    this.#redirect(inner.receiver);
    if (response !== undefined) {
      inner.withhold(() => {
        this.send(response);
      });
    }
    for (const [message, text] of sent) {
      ignoringClosed(() => {
        this.send(message, text);
      });
    }
    for (const [message, text] of received) this.receive(message, text);
    if (ended === undefined) this.resume();
    else this.ended(ended.error);
  }
}

/** Drops messages while `filter.isDropping`, because `receiver` already has them. */
function filtered(receiver: Receiver, filter: { readonly isDropping: boolean }): Receiver {
  return {
    receive: (message, text) => {
      if (!filter.isDropping) receiver.receive(message, text);
    },
    reject: (problem) => {
      receiver.reject(problem);
    },
    ended: (error) => {
      receiver.ended(error);
    },
  };
}

/** Runs work that sends. If the peer has closed meanwhile, its error is ignored, because the channel ends anyway. */
function ignoringClosed(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
  }
}
