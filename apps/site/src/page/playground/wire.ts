/** What crosses the channel between client and agent, recorded in the order in which it crossed. */
import { serializeMessage, wrapChannel, type Channel } from '@acp-stack/rpc';
import {
  agentSide,
  clientSide,
  ExchangeReader,
  schemasFrom,
  type Exchange,
  type SchemaDocument,
} from '@acp-stack/trace';

import version1 from '@acp-stack/schema/json-schema/v1.json' with { type: 'json' };
import version1Drafts from '@acp-stack/schema/json-schema/v1.unstable.json' with { type: 'json' };
import version2 from '@acp-stack/schema/json-schema/v2.json' with { type: 'json' };
import version2Drafts from '@acp-stack/schema/json-schema/v2.unstable.json' with { type: 'json' };

const documents = { 1: [version1, version1Drafts], 2: [version2, version2Drafts] } as const;
const schemas = schemasFrom(
  (version, isUnstable) => documents[version][isUnstable ? 1 : 0] as unknown as SchemaDocument,
);

/** Messages that are kept; older ones are forgotten. */
const maxMessages = 500;

/** The messages of one connection, which a page subscribes to. */
export class Wire {
  readonly #reader = new ExchangeReader(schemas);
  readonly #listeners = new Set<() => void>();
  readonly #start = performance.now();
  #messages: readonly Exchange[] = [];

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly messages = (): readonly Exchange[] => this.#messages;

  /** The client's end of a channel, recorded. */
  record(channel: Channel): Channel {
    return wrapChannel(channel, {
      send: (message, text) => {
        this.#note(clientSide, agentSide, message);
        return channel.send(message, text);
      },
      receive: (message, text, receiver) => {
        this.#note(agentSide, clientSide, message);
        receiver.receive(message, text);
      },
    });
  }

  #note(from: string, to: string, message: unknown): void {
    const frame = serializeMessage(message);
    const ts = (performance.now() - this.#start) / 1000;
    const exchange = this.#reader.read({ type: 'frame', ts, connection: 'playground', from, to, frame });
    this.#messages = [...this.#messages, exchange].slice(-maxMessages);
    for (const listener of this.#listeners) listener();
  }
}
