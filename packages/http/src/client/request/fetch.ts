/** The part of `fetch` that a client uses, and what it may offer beyond the platform's. */
import type { Cancel } from '../../timing/deadlines.ts';

/** What is asked of `fetch`. */
export interface FetchRequest {
  /** `POST`, `GET` or `DELETE`. */
  readonly method: string;
  /** By their names, as they are to be sent. */
  readonly headers: Record<string, string>;
  /** One message; absent where nothing is posted. */
  readonly body?: string;
  /** Aborts when the answer is no longer wanted, or took too long. */
  readonly signal: AbortSignal;
  /** Which of its own cookies a browser sends. */
  readonly credentials?: 'include' | 'same-origin' | 'omit';
  /** A redirection is an answer like any other: a POST that is sent on loses its body, and its headers go to somebody else. */
  readonly redirect?: 'manual';
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean;
}

/** What is needed of the answer. */
export interface FetchResponse {
  /** Of HTTP; a redirection is not followed. */
  readonly status: number;
  /** Finds a header by its name. */
  readonly headers: { get(name: string): string | null; getSetCookie?(): string[] };
  /** Null when there is nothing to read. */
  readonly body: ReadableStream<Uint8Array> | null;
  /** Reads the body to its end. */
  text(): Promise<string>;
}

/** The part of `fetch` that a client uses; the platform's own fits. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchResponse>;

/** An answer whose body may be read without a stream of the platform. */
export interface ExtendedResponse extends FetchResponse {
  /** Begins to read the body; called once, in the place of `body` and `text`. */
  readonly reader?: () => ChunkReader;
}

/** A `fetch` that may know a shorter way. */
export interface ExtendedFetch {
  (url: string, request: FetchRequest): Promise<ExtendedResponse>;
  /** Makes a request whose answer is read as a whole, at less expense, and tells how to give it up; undefined when that is not possible just now. */
  readonly exchange?: (url: string, request: ExchangeRequest, outcome: Outcome) => Cancel | undefined;
}

/** A request whose answer is read as a whole. */
export interface ExchangeRequest extends Pick<FetchRequest, 'method' | 'headers' | 'body'> {
  /** Bytes of the answer that are read at least. */
  readonly limit: number;
}

/** What becomes of a request: one of them is called, once, and not before the request was made. */
export interface Outcome<Failure = unknown> {
  readonly answered: (answer: WholeResponse) => void;
  readonly failed: (error: Failure) => void;
}

/** An answer that was read as a whole. */
export interface WholeResponse {
  readonly status: number;
  readonly headers: FetchResponse['headers'];
  readonly text: string;
}

/** A piece of a body, or its end. */
export type Chunk =
  | { readonly done: false; readonly value: Uint8Array }
  | { readonly done: true; readonly value?: Uint8Array | undefined };

/** Reads a body; the readers of the platform's streams fit. */
export interface ChunkReader {
  read(): Promise<Chunk>;
  /** Gives up what is left. */
  cancel(reason?: unknown): Promise<void>;
}
