/** Drops the updates by which a session is told again, because the client has them already. */
import { isJsonObject } from '@acp-stack/schema/json-object';
import type { NotificationFrom } from '@acp-stack/sdk';

import type { RoutedCall } from '../envelope/routed-message.ts';
import type { Source, Target } from '../route/pending.ts';

const updateMethod: NotificationFrom<'agent'> = 'session/update';

export class ReplayFilter implements Target {
  readonly inner: Target;
  readonly #sessions: Set<unknown>;

  constructor(inner: Target, sessions: ReadonlySet<string>) {
    this.inner = inner;
    this.#sessions = new Set(sessions);
  }

  /** The session is open again: its updates are new ones from now on. */
  opened(sessionId: unknown): void {
    this.#sessions.delete(sessionId);
  }

  request(source: Source, message: RoutedCall): void {
    this.inner.request(source, message);
  }

  notify(source: Source, message: RoutedCall): void {
    if (message.method === updateMethod && this.#isToldAgain(message)) return;
    this.inner.notify(source, message);
  }

  #isToldAgain({ params }: RoutedCall): boolean {
    return isJsonObject(params) && this.#sessions.has(params['sessionId']);
  }
}
