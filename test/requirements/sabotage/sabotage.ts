/**
 * How one rule of the protocol is broken on the wire.
 *
 * A break is given each message in both directions of a correct peer, and returns what replaces it. It changes nothing
 * that its rule is not about, and never mutates a message.
 */
import type { RequestId } from '@acp-stack/rpc';
import type { Direction } from '@acp-stack/testing';

import type { WireFields } from './wire-message.ts';

/** A request without a response. */
export interface OpenRequest {
  /** Its id as it was sent. */
  readonly id: RequestId;
  /** Its method. */
  readonly method: string;
  /** Its params as they were sent. */
  readonly params: unknown;
}

/** What a break can use: the current message's direction and request, and the connection. */
export interface Wire {
  /** `out` is from the peer that breaks the rule, `in` is towards it. */
  readonly direction: Direction;
  /** The request of the current message, if that is a response. */
  readonly request: OpenRequest | undefined;
  /** The requests of a direction without a response. */
  open(direction: Direction): readonly OpenRequest[];
  /** What this break remembers about this connection. */
  memory<T>(initial: () => T): T;
  /** Sends a message to the other side, after the current one. */
  send(message: unknown): void;
  /** Delivers a message to the peer, after the current one. */
  deliver(message: unknown): void;
  /** Calls `work` after `ms`. */
  later(ms: number, work: () => void): void;
  /** Destroys the connection. */
  destroy(): void;
}

/** Returns the messages that replace the given one; undefined if it stays. */
export type Break = (message: WireFields, wire: Wire) => readonly unknown[] | undefined;

/** How one rule is broken, or why that is not possible on the wire. */
type Sabotage = {
  /** What the break does, or what the rule is about. */
  readonly text: string;
  /** The side that the rule applies to. */
  readonly side: 'agent' | 'client' | 'both';
} & ({ readonly break: Break } | { readonly unprovable: string });

/** By the id of the rule. */
export type Sabotages = Readonly<Record<string, Sabotage>>;

/** Only for messages that the peer sends. */
export const outgoing =
  (change: Break): Break =>
  (message, wire) =>
    wire.direction === 'out' ? change(message, wire) : undefined;

/** Only for messages that the peer receives. */
export const incoming =
  (change: Break): Break =>
  (message, wire) =>
    wire.direction === 'in' ? change(message, wire) : undefined;
