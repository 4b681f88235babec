/**
 * Two neighbours in a chain, with a bridge between them if they speak different versions of the protocol.
 *
 * `initialize` goes through a negotiation, and its response decides. If both speak the same version, messages pass from
 * one to the other directly from then on. A component speaks one version on both of its sides, so that there is a
 * bridge exactly where the version changes.
 */
import { negotiate, type LoadBridge, type NegotiatedChannel } from '@acp-stack/bridge/negotiate';
import { rpcCodes, type Clock } from '@acp-stack/rpc';
import type { JsonObject } from '@acp-stack/schema/json-object';

import { initializeMethod } from '../envelope/dialect.ts';
import { RoutedResponse, type RoutedCall } from '../envelope/routed-message.ts';
import { Connection, type Shared } from '../route/connection.ts';
import { errorObject } from '../route/error-response.ts';
import type { Pending, ResponseHook, Source, Target } from '../route/pending.ts';
import type { End, Port, Starter } from '../route/port.ts';
import { directPair } from './direct-pair.ts';

/** What a link knows about its ends. */
export interface LinkOptions {
  readonly shared: Shared;
  readonly clock: Clock | undefined;
  /** Whether the end before is a client, and not a proxy. */
  readonly isClient: boolean;
  /** Whether the end after is the successor of the whole chain, behind another conductor. */
  readonly isSuccessor: boolean;
  /** Whether the component after has passed `initialize` on, so that its refusal is not its own. */
  readonly hasForwarded: () => boolean;
  /** Returns the response to `initialize` that the end before gets; the same object if nothing is changed. */
  readonly corrected: (response: JsonObject) => JsonObject;
  /** Called when the version of the component after is known. */
  readonly onVersion: (version: 1 | 2 | undefined, isBridged: boolean) => void;
}

const loadBridge: LoadBridge = async () => (await import('@acp-stack/bridge')).bridge;

export class Link implements Target, Starter, ResponseHook {
  readonly #before: End;
  readonly #after: End;
  readonly #options: LinkOptions;
  #negotiated: NegotiatedChannel | undefined;
  #state: 'new' | 'direct' | 'bridged' = 'new';

  constructor(before: End, after: End, options: LinkOptions) {
    this.#before = before;
    this.#after = after;
    this.#options = options;
  }

  /** Lets the two talk to each other. */
  connect(): void {
    this.#connect(this);
  }

  /** Whether there is a bridge. */
  get isBridged(): boolean {
    return this.#state === 'bridged';
  }

  // -------------------------------------------------------------------------------------------- until it is decided

  request(source: Source, message: RoutedCall): void {
    if (message.method === initializeMethod) this.#negotiate(source, message);
    else this.#after.request(source, message);
  }

  notify(source: Source, message: RoutedCall): void {
    this.#after.notify(source, message);
  }

  #negotiate(source: Source, message: RoutedCall): void {
    const { clock, isClient, isSuccessor, hasForwarded } = this.#options;
    const [near, far] = directPair();
    const relay = { mayAskAgain: () => !hasForwarded(), trustsBothVersions: isClient, asIs: isSuccessor };
    const options = { peer: 'agent', extras: true, relay, ...(clock === undefined ? {} : { clock }) } as const;
    this.#negotiated = negotiate(near, options, loadBridge);
    // Each half has the name of the end behind it, so that an observer sees the ends and not the halves.
    const first = this.#half(this.#negotiated, this.#after.connection.name, this.#before);
    const second = this.#half(far, this.#before.connection.name, this.#after);
    first.plain.starter = this;
    this.#before.target = first.plain;
    this.#after.target = second.plain;
    first.open();
    second.open();
    first.plain.request(source, message);
  }

  #half(channel: Connection['channel'], name: string, target: Target): Connection {
    const { shared } = this.#options;
    const place = {
      name,
      isInner: true,
      isBridge: () => this.isBridged,
      onEnded: (error: Error | undefined) => {
        const words = `The bridge before ${this.#after.connection.name} has failed: ${error?.message ?? 'it was closed'}`;
        half.refuseAll(errorObject(rpcCodes.internalError, words));
      },
    };
    const half = new Connection(channel, place, { ...shared, observe: undefined, observeMessage: undefined }, target);
    return half;
  }

  start(pending: Pending, message: RoutedCall): void {
    pending.hook = this;
    const half = this.#before.target as Port;
    half.send(pending, message);
  }

  respond(pending: Pending, response: RoutedResponse): void {
    const { version, isBridged } = this.#negotiated ?? {};
    const { fields } = response;
    const told = this.#options.corrected(fields);
    if (isBridged === undefined) this.#connect(this);
    else {
      this.#state = isBridged ? 'bridged' : 'direct';
      if (!isBridged) this.#connect(this.#after);
      this.#options.onVersion(version, isBridged);
    }
    pending.source.respond(pending, told === fields ? response : RoutedResponse.of(told));
  }

  #connect(target: Target): void {
    this.#before.target = target;
    this.#after.target = this.#before;
  }
}
