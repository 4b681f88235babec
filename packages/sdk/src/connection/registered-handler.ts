/** Handlers as a program has registered them, with what is checked before and after; classes, because every connection has its own. */
import type { NotificationContext, NotificationHandler, RequestContext, RequestHandler } from '@acp-stack/rpc';

import type { ConnectionHandlers } from './connection-handlers.ts';
import { HandledNotification, HandledRequest } from './handler-context.ts';
import type { Spec } from './method-table.ts';
import type { Side } from './method-types.ts';

/** Checks the params of a custom method. */
export type Parse = (params: unknown) => unknown;
/** What the program does. */
export type Run = (params: unknown, context: never) => unknown;

/** Cancelling never waits behind work of its session. */
const overtaking = new Set<string>(['session/cancel']);

class Registered<S extends Side> {
  protected readonly owner: ConnectionHandlers<S>;
  /** The method, or for one of the program's own what checks its params. */
  protected readonly rule: Spec | Parse;
  protected readonly answer: Run;

  constructor(owner: ConnectionHandlers<S>, rule: Spec | Parse, answer: Run) {
    this.owner = owner;
    this.rule = rule;
    this.answer = answer;
  }

  parse(params: unknown): unknown {
    return typeof this.rule === 'function' ? this.rule(params) : this.owner.checkParams(this.rule, params);
  }
}

export class RegisteredRequest<S extends Side> extends Registered<S> implements RequestHandler {
  readonly kind = 'request';

  run(params: unknown, context: RequestContext): unknown {
    const answer = this.answer(params, new HandledRequest<S>(this.owner.connection, context) as never);
    return typeof this.rule === 'function' ? answer : this.owner.checkAnswer(this.rule, answer);
  }
}

export class RegisteredNotification<S extends Side> extends Registered<S> implements NotificationHandler {
  readonly kind = 'notification';

  get overtakes(): boolean {
    return typeof this.rule === 'object' && overtaking.has(this.rule.name);
  }

  run(params: unknown, context: NotificationContext): unknown {
    return this.answer(params, new HandledNotification<S>(this.owner.connection, context) as never);
  }
}
