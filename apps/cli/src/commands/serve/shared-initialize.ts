/**
 * Shares one `initialize` of an agent between several clients.
 *
 * The agent sees a client without optional capabilities, because a request that one client supports might go to another
 * that does not. Later clients get the response of the first one, and with it the negotiated version. To the
 * capabilities of the agent it adds that a client may be told that it has lost a session (EXT-09), and it keeps which
 * clients say the same.
 */
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import type { SharedClient } from './shared-client.ts';
import { fieldsOf } from './message-fields.ts';

/** A client that waits for the response. */
interface Waiting {
  readonly client: SharedClient;
  readonly id: unknown;
}

/** In `_meta` of the capabilities of both sides: `_acp-stack.dev/session_lost` is sent, and understood. */
const sessionLostKey = 'acp-stack.dev/sessionLost';

export class SharedInitialize {
  /** The client-specific params of `initialize`, in either version, and their replacements. */
  readonly #replacements: JsonObject;
  #response: JsonObject | undefined;
  #waiting: Waiting[] = [];
  /** The clients that understand it. */
  readonly #listening = new WeakSet<SharedClient>();

  /** `version` is that of this program. */
  constructor(version: string) {
    const info = { name: 'acp-serve', version };
    this.#replacements = { clientInfo: info, info, clientCapabilities: {}, capabilities: {} };
  }

  /** Handles `initialize` of a client. Returns the message for the agent, or undefined if it was already sent. */
  request(client: SharedClient, message: JsonObject): JsonObject | undefined {
    const { id } = message;
    if (understandsLosses(fieldsOf(message['params']))) this.#listening.add(client);
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

  /** Whether the client has said that it understands `_acp-stack.dev/session_lost`. */
  isListening(client: SharedClient): boolean {
    return this.#listening.has(client);
  }

  #answer(client: SharedClient, id: unknown, response: JsonObject): void {
    client.send({ ...response, id });
  }

  #sharedParams({ _meta: _ofOneClient, ...params }: JsonObject): JsonObject {
    const replaced = Object.entries(this.#replacements).filter(([name]) => name in params);
    return { ...params, ...Object.fromEntries(replaced) };
  }
}

function understandsLosses({ capabilities, clientCapabilities }: JsonObject): boolean {
  return [capabilities, clientCapabilities].some((each) =>
    isJsonObject(fieldsOf(fieldsOf(each)['_meta'])[sessionLostKey]),
  );
}

/** The result with the offer in the capabilities of the agent, which each version names differently. */
function withOffer(result: JsonObject): JsonObject {
  // A result of version 2 always has capabilities.
  const name = 'capabilities' in result ? 'capabilities' : 'agentCapabilities';
  const capabilities = fieldsOf(result[name]);
  const meta = { ...fieldsOf(capabilities['_meta']), [sessionLostKey]: {} };
  return { ...result, [name]: { ...capabilities, _meta: meta } };
}
