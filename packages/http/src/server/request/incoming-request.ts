/** A request and its reply, apart from whether Node or a Web-standard server carries them. */
import type { PeerCertificate } from 'node:tls';

import type { EventSink } from './event-sink.ts';

/** What is known about a request before its body is read. */
export interface RequestHead {
  /** `GET`, `POST` and the like, in capitals. */
  readonly method: string;
  /** The path and the query. */
  readonly url: string;
  /** A header by its name in lower case. */
  header(name: string): string | undefined;
  /** The certificate of the client, when it showed one and the server's authorities vouch for it. */
  certificate(): PeerCertificate | undefined;
}

export interface IncomingRequest extends RequestHead {
  /** The body as text; asked for once, and `takeRoom` for each piece of it. */
  body(takeRoom: TakeRoom): Promise<Body>;
  /** Calls `listener` when the client goes away before it has its reply. */
  onGone(listener: () => void): void;
  /** A stream of events as the reply; nothing is replied until it starts. `onClosed` is called once, when the client is gone or the stream has ended. */
  events(headers: Readonly<Record<string, string>>, onClosed: () => void): EventSink;
}

/** Whether there is room for so many bytes more. */
export type TakeRoom = (bytes: number) => boolean;

export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'too-slow' }
  | { readonly kind: 'no-room' }
  | { readonly kind: 'not-utf-8' }
  /** The client went away. */
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
