/** Keeps what a hub said about the session that was opened last: the agent, and the role of this user in it. */
import { isJsonObject } from '@acp-stack/schema/json-object';

import type { WireObserver } from './observed-channel.ts';

const hubKey = 'acp-stack.dev/hub';

export class OpenedHubSession {
  #agent: string | undefined;
  #role: string | undefined;

  /** The name of the agent; undefined until a session is open. */
  get agent(): string | undefined {
    return this.#agent;
  }

  /** Whether this user may only watch. */
  get isObserver(): boolean {
    return this.#role === 'observer';
  }

  readonly observer: WireObserver = {
    frame: ({ direction, message }) => {
      const { result } = Object(message) as { readonly result?: unknown };
      if (direction !== 'received' || !isJsonObject(result) || !isJsonObject(result['_meta'])) return;
      const hub = result['_meta'][hubKey];
      if (!isJsonObject(hub)) return;
      if (typeof hub['agent'] === 'string') this.#agent = hub['agent'];
      if (typeof hub['role'] === 'string') this.#role = hub['role'];
    },
  };
}
