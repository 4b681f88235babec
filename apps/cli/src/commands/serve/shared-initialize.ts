/**
 * Shares one `initialize` of an agent between several clients.
 *
 * The agent sees a client without optional capabilities, because a request that one client supports might go to another
 * that does not. Later clients get the response of the first one, and with it the negotiated version.
 */
import type { SharedClient } from './shared-client.ts';
import { fieldsOf } from './message-fields.ts';
import type { JsonObject } from '../../json/json-object.ts';

/** A client that waits for the response. */
interface Waiting {
  readonly client: SharedClient;
  readonly id: unknown;
}

export class SharedInitialize {
  /** The client-specific params of `initialize`, in either version, and their replacements. */
  readonly #replacements: JsonObject;
  #response: JsonObject | undefined;
  #waiting: Waiting[] = [];

  /** `version` is that of this program. */
  constructor(version: string) {
    const info = { name: 'acp-serve', version };
    this.#replacements = { clientInfo: info, info, clientCapabilities: {}, capabilities: {} };
  }

  /** Handles `initialize` of a client. Returns the message for the agent, or undefined if it was already sent. */
  request(client: SharedClient, message: JsonObject): JsonObject | undefined {
    const { id } = message;
    if (this.#response !== undefined) {
      client.send({ ...this.#response, id });
      return undefined;
    }
    this.#waiting.push({ client, id });
    return this.#waiting.length === 1
      ? { ...message, params: this.#sharedParams(fieldsOf(message['params'])) }
      : undefined;
  }

  /** Handles the response of the agent. After an error, the next client tries again. */
  responded(response: JsonObject): void {
    if ('result' in response) this.#response = response;
    for (const { client, id } of this.#waiting) client.send({ ...response, id });
    this.#waiting = [];
  }

  #sharedParams({ _meta: _ofOneClient, ...params }: JsonObject): JsonObject {
    const replaced = Object.entries(this.#replacements).filter(([name]) => name in params);
    return { ...params, ...Object.fromEntries(replaced) };
  }
}
