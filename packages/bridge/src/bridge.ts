/**
 * Shows a channel in the other version of the protocol.
 *
 * The peer at the far end of the channel speaks one version, whoever opens the bridged channel speaks the other, and neither knows.
 */
import { ConnectionError, problemResponse, type Channel, type Receiver } from '@acp-stack/rpc';

import { ProxyEnvelopeTranslator, type MakeTranslator } from './translate/proxy-envelope-translator.ts';
import { DeliveryQueue } from './channel/delivery-queue.ts';
import { defaultBridgeLimits } from './options/limits.ts';
import type { BridgeOptions } from './options/bridge-options.ts';
import type { Role } from './protocol/methods.ts';
import { Translator } from './translate/translator.ts';
import { v1AgentRules } from './rules-for-v1-agent/rules.ts';
import { v1ClientRules } from './rules-for-v1-client/rules.ts';

/** Wraps `channel`; `{ peer: 'agent', speaks: 1 }` gives a version 2 face to a version 1 agent. */
export function bridge(channel: Channel, options: BridgeOptions): Channel {
  return new Bridge(channel, options);
}

class Bridge implements Channel {
  readonly #channel: Channel;
  readonly #peer: Role;
  readonly #self: Role;
  readonly #translator: ProxyEnvelopeTranslator;
  readonly #delivery = new DeliveryQueue();
  readonly #unsentBytes: number;
  /** Whether the channel can take more, as far as it has said. */
  #takesMore = true;
  /** Why the last send failed; whoever sends is told. */
  #failure: ConnectionError | undefined;

  constructor(channel: Channel, options: BridgeOptions) {
    this.#channel = channel;
    this.#peer = options.peer;
    this.#unsentBytes = options.limits?.unsentBytes ?? defaultBridgeLimits.unsentBytes;
    this.#self = options.peer === 'client' ? 'agent' : 'client';
    this.#translator = new ProxyEnvelopeTranslator(translators(options), (role, message, text) => {
      if (role !== this.#peer) this.#delivery.deliver(message, text);
      else this.#sendOn(message, text);
    });
  }

  get unsentBytes(): number {
    return this.#channel.unsentBytes;
  }

  open(receiver: Receiver): void {
    this.#delivery.open(receiver);
    this.#channel.open({
      receive: (message, text) => {
        if (this.#peer === 'agent' && this.#translator.passes(message)) this.#delivery.deliver(message, text);
        else this.#translator.receive(this.#peer, message, text);
        this.#failure = undefined;
        this.#checkReading();
      },
      reject: (problem) => {
        const { partial } = problem;
        // Nobody above knows the requests of the bridge itself, nor has heard of one that was not read.
        if (partial === undefined) receiver.reject(problem);
        else if (partial.isResponse) this.#translator.receive(this.#peer, problemResponse(problem));
        else this.#channel.send(problemResponse(problem));
      },
      ended: (error) => {
        this.#translator.finish();
        this.#translator.stop();
        this.#delivery.end(error);
      },
    });
  }

  send(message: unknown, text?: string): boolean {
    if (this.#self === 'agent' && this.#translator.passes(message)) return this.#channel.send(message, text);
    this.#takesMore = true;
    this.#failure = undefined;
    // What the bridge answers itself arrives after this step, not inside it.
    const wasHeld = this.#delivery.hold();
    try {
      this.#translator.receive(this.#self, message, text);
    } finally {
      this.#delivery.release(wasHeld);
    }
    return this.#outcome();
  }

  drained(): Promise<void> {
    return this.#channel.drained();
  }

  pause(): void {
    this.#channel.pause();
  }

  resume(): void {
    this.#channel.resume();
  }

  end(): Promise<void> {
    this.#translator.finish();
    return this.#channel.end();
  }

  destroy(error?: Error): void {
    this.#translator.stop();
    this.#channel.destroy(error);
  }

  /** Nobody above sees what the bridge answers, so nobody else stops a peer that asks and does not read. */
  #checkReading(): void {
    if (this.#channel.unsentBytes <= this.#unsentBytes) return;
    const words = `The ${this.#peer} asks and does not read: more than ${this.#unsentBytes} bytes wait to be sent.`;
    this.destroy(new ConnectionError('limit', words, { limit: 'unsentBytes' }));
  }

  /** What the sender is told about the messages that were just sent on. */
  #outcome(): boolean {
    const failure: ConnectionError | undefined = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
    return this.#takesMore;
  }

  #sendOn(message: unknown, text: string | undefined): void {
    try {
      this.#takesMore = this.#channel.send(message, text) && this.#takesMore;
    } catch (error) {
      // A message that the bridge sends on its own account finds out with the next one.
      if (!(error instanceof ConnectionError)) throw error;
      this.#failure ??= error;
    }
  }
}

/** Makes the translators for a connection. */
function translators(options: BridgeOptions): MakeTranslator {
  const {
    peer,
    speaks,
    strict = false,
    onReport,
    clock,
    limits,
    mintId = randomIds(),
    extras = false,
    terminals,
  } = options;
  const common = {
    isStrict: strict,
    report: quietly(onReport),
    limits: { ...defaultBridgeLimits, ...limits },
    clock,
    mintId,
    extras,
  };
  // Either the client speaks version 1 and the agent version 2, or the other way round.
  const clientVersion = (peer === 'client') === (speaks === 1) ? 1 : 2;
  return (conversation, send) => {
    // Behind the envelope of a proxy it is the agent who speaks to somebody of the client's version.
    const isSuccessor = conversation === 'successor';
    const own = { ...common, send, ...(isSuccessor ? { idPrefix: 'acp-bridge-successor:' } : undefined) };
    return (clientVersion === 1) === isSuccessor
      ? new Translator({ ...own, versions: { client: 2, agent: 1 } }, (context) =>
          v1AgentRules(context, { extras, terminals }),
        )
      : new Translator({ ...own, versions: { client: 1, agent: 2 } }, (context) => v1ClientRules(context, { extras }));
  };
}

/** Ids that differ from those of every other connection. */
function randomIds(): () => string {
  let prefix: string | undefined;
  let count = 0;
  return () => {
    // Not before: it takes longer than all the rest that is made for a connection.
    prefix ??= crypto.randomUUID().slice(0, 13);
    count += 1;
    return `${prefix}-${count}`;
  };
}

/** A hook that fails loses the report, not the connection. */
function quietly(hook: BridgeOptions['onReport']): NonNullable<BridgeOptions['onReport']> {
  return (report) => {
    try {
      hook?.(report);
    } catch {
      // There is nobody left to tell.
    }
  };
}
