/**
 * What it takes to break one rule of the protocol on the wire.
 *
 * A break looks at each message of both directions beside a peer that keeps the rules, and answers with what crosses in its place. It
 * touches nothing that has nothing to do with its rule, and never changes a message that it was given.
 */
import type { RequestId } from '@acp-stack/rpc';
import type { Direction } from '@acp-stack/testing';

import type { WireFields } from './wire-message.ts';

/** A request without an answer yet. */
export interface OpenRequest {
  /** As it was sent. */
  readonly id: RequestId;
  /** What was asked. */
  readonly method: string;
  /** What it was asked with, as it was sent. */
  readonly params: unknown;
}

/** Where a break works: the message that crosses now, and everything around it. */
export interface Wire {
  /** `out` is from the peer that is made to look bad, `in` is towards it. */
  readonly direction: Direction;
  /** The request that the message answers, where it answers one. */
  readonly request: OpenRequest | undefined;
  /** The requests that went in a direction and are not answered. */
  open(direction: Direction): readonly OpenRequest[];
  /** What this break remembers about this connection. */
  memory<T>(initial: () => T): T;
  /** Sends something to the other side, after the message that crosses now. */
  send(message: unknown): void;
  /** Hands something to the peer, after the message that crosses now. */
  deliver(message: unknown): void;
  /** Does something after `ms`. */
  later(ms: number, work: () => void): void;
  /** Tears the connection down. */
  destroy(): void;
}

/** What crosses in place of a message: nothing, something else, more than one; undefined when the message itself. */
export type Break = (message: WireFields, wire: Wire) => readonly unknown[] | undefined;

/** How one rule is broken, or why that cannot be done on the wire. */
type Sabotage = {
  /** What is done, or what the rule is about. */
  readonly text: string;
  /** Whose rule it is. */
  readonly side: 'agent' | 'client' | 'both';
} & ({ readonly break: Break } | { readonly unprovable: string });

/** By the id of the rule. */
export type Sabotages = Readonly<Record<string, Sabotage>>;

/** Looks only at what the peer sends. */
export const outgoing =
  (change: Break): Break =>
  (message, wire) =>
    wire.direction === 'out' ? change(message, wire) : undefined;

/** Looks only at what the peer receives. */
export const incoming =
  (change: Break): Break =>
  (message, wire) =>
    wire.direction === 'in' ? change(message, wire) : undefined;
