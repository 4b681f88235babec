/**
 * Introduces several clients to one agent, which can be introduced once.
 *
 * The agent is told of a client that can do nothing beyond the protocol's core: what it would ask of one client it might ask of another that
 * cannot do it. Whoever comes later gets the answer that the first one got, and with it the version that was agreed on then.
 */
import type { SharedClient } from './shared-client.ts';
import { fieldsOf, type Fields } from './message-fields.ts';

interface Waiting {
  readonly client: SharedClient;
  readonly id: unknown;
}

export class SharedInitialize {
  /** What the params of `initialize` say about one client only, in either version, and what is said instead. */
  readonly #instead: Fields;
  #answer: Fields | undefined;
  #waiting: Waiting[] = [];

  /** `version` is that of the program that introduces them. */
  constructor(version: string) {
    const info = { name: 'acp-serve', version };
    this.#instead = { clientInfo: info, info, clientCapabilities: {}, capabilities: {} };
  }

  /** A client asks; the message for the agent, when it has to be asked. */
  ask(client: SharedClient, message: Fields): Fields | undefined {
    const { id } = message;
    if (this.#answer !== undefined) {
      client.send({ ...this.#answer, id });
      return undefined;
    }
    this.#waiting.push({ client, id });
    return this.#waiting.length === 1
      ? { ...message, params: this.#forEverybody(fieldsOf(message['params'])) }
      : undefined;
  }

  /** The agent has answered. One that refused is asked again by the next client. */
  answered(answer: Fields): void {
    if ('result' in answer) this.#answer = answer;
    for (const { client, id } of this.#waiting) client.send({ ...answer, id });
    this.#waiting = [];
  }

  #forEverybody({ _meta: _ofOneClient, ...params }: Fields): Fields {
    const shared = Object.entries(this.#instead).filter(([name]) => name in params);
    return { ...params, ...Object.fromEntries(shared) };
  }
}
