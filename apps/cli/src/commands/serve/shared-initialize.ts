/**
 * Shares one `initialize` of an agent between several clients.
 *
 * The agent sees a client without optional capabilities, because a request that one client supports might go to another
 * that does not. Later clients get the response of the first one, and with it the negotiated version. To the
 * capabilities of the agent it adds that a client may be told that it has lost a session (EXT-09).
 */
import type { SharedClient } from './shared-client.ts';
import { fieldsOf } from './message-fields.ts';
import type { JsonObject } from '../../json/json-object.ts';

/** A client that waits for the response. */
interface Waiting {
  readonly client: SharedClient;
  readonly id: unknown;
}

/** In `_meta` of the capabilities: the server sends `_acp-stack.dev/session_lost`. */
const sessionLostKey = 'acp-stack.dev/sessionLost';

export class SharedInitialize {
  /** The client-specific params of `initialize`, in either version, and their replacements. */
  readonly #replacements: JsonObject;
  #response: JsonObject | undefined;
  #waiting: Waiting[] = [];
  readonly #told = new WeakSet<SharedClient>();

  /** `version` is that of this program. */
  constructor(version: string) {
    const info = { name: 'acp-serve', version };
    this.#replacements = { clientInfo: info, info, clientCapabilities: {}, capabilities: {} };
  }

  /** Handles `initialize` of a client. Returns the message for the agent, or undefined if it was already sent. */
  request(client: SharedClient, message: JsonObject): JsonObject | undefined {
    const { id } = message;
    if (this.#response !== undefined) {
      this.#answer(client, id, this.#response);
      return undefined;
    }
    this.#waiting.push({ client, id });
    return this.#waiting.length === 1
      ? { ...message, params: this.#sharedParams(fieldsOf(message['params'])) }
      : undefined;
  }

  /** Handles the response of the agent. After an error, the next client tries again. */
  responded(response: JsonObject): void {
    const offer = 'result' in response ? { ...response, result: withOffer(fieldsOf(response['result'])) } : response;
    if ('result' in offer) this.#response = offer;
    for (const { client, id } of this.#waiting) this.#answer(client, id, offer);
    this.#waiting = [];
  }

  /** Whether the client has got the response, and so knows what it may be sent. */
  hasTold(client: SharedClient): boolean {
    return this.#told.has(client);
  }

  #answer(client: SharedClient, id: unknown, response: JsonObject): void {
    if ('result' in response) this.#told.add(client);
    client.send({ ...response, id });
  }

  #sharedParams({ _meta: _ofOneClient, ...params }: JsonObject): JsonObject {
    const replaced = Object.entries(this.#replacements).filter(([name]) => name in params);
    return { ...params, ...Object.fromEntries(replaced) };
  }
}

/** The result with the offer in the capabilities of the agent, which each version names differently. */
function withOffer(result: JsonObject): JsonObject {
  // A result of version 2 always has capabilities.
  const name = 'capabilities' in result ? 'capabilities' : 'agentCapabilities';
  const capabilities = fieldsOf(result[name]);
  const meta = { ...fieldsOf(capabilities['_meta']), [sessionLostKey]: {} };
  return { ...result, [name]: { ...capabilities, _meta: meta } };
}
