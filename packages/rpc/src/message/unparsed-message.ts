/** Messages of which only the beginning is known, for relays: they pass on the text, and parse it where needed. */
import type { RequestId } from './message.ts';

/** A message whose text is valid JSON, and is not parsed. */
export interface UnparsedMessage {
  /** The whole message as JSON, without line breaks. */
  readonly text: string;
  /** Undefined for a notification. */
  readonly id: RequestId | undefined;
  /** Undefined for a response. */
  readonly method: string | undefined;
  /** The index of `"method"` or `"result"` in the text: what is after the id. */
  readonly bodyStart: number;
  /** The method in the params, if these are an object of a method and params and nothing else; it may be left out. */
  readonly innerMethod: string | undefined;
}
