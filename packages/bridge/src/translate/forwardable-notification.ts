/** A message on its way, for what is said about it and for those that cross as they are. */
import type { CurrentMessage } from '../loss/message-loss-reporter.ts';
import type { Original } from './exchange.ts';
import { otherRole, type Role } from '../protocol/role.ts';
import type { IncomingNotification } from './rules.ts';

/** Hands a message to a side. */
export type Send = (role: Role, message: unknown, text: string | undefined) => void;

/** A notification that is being converted, and may cross as it is. */
export class ForwardableNotification implements IncomingNotification, CurrentMessage {
  readonly from: Role;
  readonly method: string;
  readonly params: unknown;
  readonly #send: Send;
  readonly #message: unknown;
  readonly #text: string | undefined;

  constructor(send: Send, { from, method, params }: CurrentMessage, { message, text }: Original) {
    this.from = from;
    this.method = method;
    this.params = params;
    this.#send = send;
    this.#message = message;
    this.#text = text;
  }

  pass(): void {
    this.#send(otherRole(this.from), this.#message, this.#text);
  }
}
