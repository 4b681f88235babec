/** A request and its reply, independent of the kind of server that carries them. */
import type { PeerCertificate } from 'node:tls';

import type { EventSink } from './event-sink.ts';

/** What is known about a request before its body is read. */
export interface RequestHead {
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The path and the query. */
  readonly url: string;
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined;
  /** Returns the certificate of the client, if it sent one and the server's authorities trust it. */
  certificate(): PeerCertificate | undefined;
}

/** The head of a request as it came. */
export interface ReceivedHead extends RequestHead {
  /** Whether it names more than one host, so that programs on its way may differ about which. */
  hasSeveralHosts(): boolean;
  /** Who the client is, if the program that passed the request on has decided it; instead of `authenticate`. */
  readonly login?: Login;
}

/** What a login before ours has found: without a principal the request is refused. */
export interface Login {
  readonly principal: string | undefined;
}

export interface IncomingRequest extends ReceivedHead {
  /** Reads the body as text; called once. Calls `takeRoom` for each chunk. */
  body(takeRoom: TakeRoom): Promise<Body>;
  /** Calls `listener` if the client disconnects before it has its reply. */
  onGone(listener: () => void): void;
  /**
   * Makes an event stream the reply; nothing is sent until it starts. `onClosed` is called once, when the client is
   * gone or the stream has ended.
   */
  events(headers: Readonly<Record<string, string>>, onClosed: () => void): EventSink;
}

/** Returns whether there is room for so many more bytes. */
export type TakeRoom = (bytes: number) => boolean;

export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'too-slow' }
  | { readonly kind: 'no-room' }
  | { readonly kind: 'not-utf-8' }
  /** Another part of the program has read it. */
  | { readonly kind: 'read-before' }
  /** The client disconnected. */
  | { readonly kind: 'aborted' };

export type Reply =
  | {
      readonly kind: 'whole';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** The stream of `events` is the reply. */
  | { readonly kind: 'events' };
