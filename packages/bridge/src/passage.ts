/** A message on its way, for what is said about it and for those that cross as they are. */
import { other } from './end.ts';
import type { Original } from './exchange.ts';
import type { Role } from './report.ts';
import type { Crossing } from './rules.ts';

/** Hands a message to a side. */
export type Send = (role: Role, message: unknown, text: string | undefined) => void;

/** A message that is being converted. */
export interface Current {
  readonly from: Role;
  readonly method: string;
  readonly params: unknown;
}

/** A notification that is being converted, and may cross as it is. */
export class Passage implements Crossing, Current {
  readonly from: Role;
  readonly method: string;
  readonly params: unknown;
  readonly #send: Send;
  readonly #message: unknown;
  readonly #text: string | undefined;

  constructor(send: Send, { from, method, params }: Current, { message, text }: Original) {
    this.from = from;
    this.method = method;
    this.params = params;
    this.#send = send;
    this.#message = message;
    this.#text = text;
  }

  pass(): void {
    this.#send(other(this.from), this.#message, this.#text);
  }
}
