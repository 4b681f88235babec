/**
 * A channel that shows version 2, whichever version its peer speaks.
 *
 * The first `initialize` decides: with a peer of version 2 messages then cross as they are, with one of version 1 the bridge is put in between.
 * The bridge is loaded only then, so a program that meets no peer of version 1 does not pay for it.
 */
import { ConnectionError, type Channel, type Receiver } from '@acp-stack/rpc';

import type { bridge } from './bridge.ts';
import { Inlet } from './inlet.ts';
import type { BridgeOptions } from './options.ts';
import { decideByAnswer, decideByRequest, type Begin, type Decision } from './version-decision.ts';

/** How a version is negotiated; most is for the bridge, should it be needed. */
export type NegotiationOptions = Omit<BridgeOptions, 'speaks' | 'terminals'>;

/** A channel that shows version 2. */
export interface NegotiatedChannel extends Channel {
  /** The version that the peer speaks; undefined until it is known. */
  readonly version: 1 | 2 | undefined;
}

/** Loads the bridge: `async () => (await import('@acp-stack/bridge')).bridge`. */
export type LoadBridge = () => Promise<typeof bridge>;

/** Wraps `channel`; `peer` says who is at its other end. */
export function negotiated(channel: Channel, options: NegotiationOptions, load: LoadBridge): NegotiatedChannel {
  const decision = options.peer === 'agent' ? decideByAnswer(options.extras ?? false) : decideByRequest();
  return new Negotiation(channel, decision, async () => {
    const make = await load();
    return (inlet) => make(inlet, { ...options, speaks: 1 });
  });
}

type Waiting = readonly [message: unknown, text: string | undefined];
type MakeFace = (inlet: Inlet) => Channel;

class Negotiation implements NegotiatedChannel {
  readonly #channel: Channel;
  readonly #decision: Decision;
  readonly #load: () => Promise<MakeFace>;
  #receiver: Receiver | undefined;
  #version: 1 | 2 | undefined;
  /** Where messages go once the peer is known to speak version 1. */
  #bridge: { readonly face: Channel; readonly inlet: Inlet } | undefined;
  /** What came while the bridge is being loaded. */
  #loading:
    | { readonly received: Waiting[]; readonly sent: Waiting[]; ended?: { readonly error: Error | undefined } }
    | undefined;

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
    this.#channel.open({
      receive: (message, text) => {
        if (this.#version === 2) receiver.receive(message, text);
        else this.#receive(message, text);
      },
      reject: (problem) => {
        (this.#bridge?.inlet ?? receiver).reject(problem);
      },
      ended: (error) => {
        if (this.#loading !== undefined) this.#loading.ended = { error };
        else if (this.#bridge === undefined) receiver.ended(error);
        else this.#bridge.inlet.ended(error);
      },
    });
  }

  send(message: unknown, text?: string): boolean {
    if (this.#loading !== undefined) {
      this.#loading.sent.push([message, text]);
      return true;
    }
    const sent = this.#decision.outgoing(message);
    const to = this.#bridge?.face ?? this.#channel;
    const more = to.send(sent, sent === message ? text : undefined);
    if (this.#version !== undefined && this.#decision.hasFailed(message)) this.#startOver();
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
      this.#bridge.inlet.receive(message, text);
      return;
    }
    const verdict = this.#decision.incoming(message, text);
    switch (verdict.kind) {
      case 'answer': {
        this.#channel.send(verdict.message);
        break;
      }
      case 'version-1': {
        this.#goThroughBridge(verdict.begin);
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

  /** Nothing was agreed on: the next `initialize` decides. */
  #startOver(): void {
    this.#version = undefined;
    this.#bridge = undefined;
  }

  #goThroughBridge(begin: Begin): void {
    this.#version = 1;
    this.#loading = { received: [], sent: [] };
    this.#channel.pause();
    this.#load().then(
      (make) => {
        this.#engage(make, begin);
      },
      (error: unknown) => {
        this.#loading = undefined;
        this.#channel.destroy(new Error('The bridge to version 1 could not be loaded.', { cause: error }));
      },
    );
  }

  #engage(make: MakeFace, begin: Begin): void {
    const { received = [], sent = [], ended } = this.#loading ?? {};
    const inlet = new Inlet(this.#channel);
    const face = make(inlet);
    if (this.#receiver !== undefined) face.open(this.#receiver);
    this.#bridge = { face, inlet };
    this.#loading = undefined;
    unlessGone(() => {
      begin(face, inlet);
    });
    for (const [message, text] of sent) {
      unlessGone(() => {
        face.send(message, text);
      });
    }
    for (const [message, text] of received) inlet.receive(message, text);
    if (ended === undefined) this.#channel.resume();
    else inlet.ended(ended.error);
  }
}

/** Runs work that sends; that the peer has gone meanwhile is said by the end of the channel, and nobody waits for this. */
function unlessGone(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
  }
}
