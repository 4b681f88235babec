/** The part of `fetch` that a client uses, and what a `fetch` may offer beyond the platform's. */
import type { Cancel } from '../../timing/deadlines.ts';

/** A request for `fetch`. */
export interface FetchRequest {
  /** `POST`, `GET` or `DELETE`. */
  readonly method: string;
  /** The headers by name. */
  readonly headers: Record<string, string>;
  /** One message; absent for GET and DELETE. */
  readonly body?: string;
  /** Aborts when the response is no longer wanted, or takes too long. */
  readonly signal: AbortSignal;
  /** Which of its own cookies a browser sends. */
  readonly credentials?: 'include' | 'same-origin' | 'omit';
  /**
   * Redirects are not followed: a redirected POST would lose its body, and the credentials would go to another server.
   */
  readonly redirect?: 'manual';
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
}

/** The response of `fetch`. */
export interface FetchResponse {
  /** The HTTP status; redirects are not followed. */
  readonly status: number;
  /** The headers, found by name. */
  readonly headers: { get(name: string): string | null; getSetCookie?(): string[] };
  /** The body; null if there is none. */
  readonly body: ReadableStream<Uint8Array> | null;
  /** Reads the whole body. */
  text(): Promise<string>;
}

/** The part of `fetch` that a client uses; the platform's `fetch` matches it. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchResponse>;

/** A response whose body can be read without a `ReadableStream`. */
export interface ExtendedResponse extends FetchResponse {
  /** Starts to read the body; called at most once, instead of `body` and `text`. */
  readonly reader?: () => ChunkReader;
}

/** A `fetch` that may have a faster way for small requests. */
export interface ExtendedFetch {
  (url: string, request: FetchRequest): Promise<ExtendedResponse>;
  /**
   * Makes a request whose response is read as a whole, at less cost, and returns how to cancel it; undefined if that is
   * not possible at the moment.
   */
  readonly exchange?: (url: string, request: ExchangeRequest, outcome: Outcome) => Cancel | undefined;
}

/** A request whose response is read as a whole. */
export interface ExchangeRequest extends Pick<FetchRequest, 'method' | 'headers' | 'body'> {
  /** At least this many bytes of the response are read. */
  readonly limit: number;
}

/**
 * Receives the result of a request: exactly one of the two is called, once, and never before `exchange` has returned.
 */
export interface Outcome<Failure = unknown> {
  readonly answered: (answer: WholeResponse) => void;
  readonly failed: (error: Failure) => void;
}

/** A response that was read as a whole. */
export interface WholeResponse {
  readonly status: number;
  readonly headers: FetchResponse['headers'];
  readonly text: string;
}

/** A chunk of a body, or its end. */
export type Chunk =
  | { readonly done: false; readonly value: Uint8Array }
  | { readonly done: true; readonly value?: Uint8Array | undefined };

/** Reads a body; the readers of the platform's streams match it. */
export interface ChunkReader {
  read(): Promise<Chunk>;
  /** Cancels the rest. */
  cancel(reason?: unknown): Promise<void>;
}
