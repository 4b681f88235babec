/** A notification that is being converted, and can be passed on unchanged. */
import type { CurrentMessage } from '../loss/message-loss-reporter.ts';
import type { Original } from './exchange.ts';
import { otherRole, type Role } from '../protocol/role.ts';
import type { IncomingNotification } from './rules.ts';

/** Passes a message on to a side. */
export type Send = (role: Role, message: unknown, text: string | undefined) => void;

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
