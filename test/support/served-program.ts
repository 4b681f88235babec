/**
 * A program behind a server: it answers `initialize`, keeps everything it receives, and says what a test wants it to
 * say.
 */
import type { Channel } from '@acp-stack/rpc';

import { GrowingList } from './growing-list.ts';

export interface Fields {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** One connection as the program sees it. */
export interface Served {
  readonly channel: Channel;
  readonly received: GrowingList<Fields>;
  readonly problems: GrowingList<unknown>;
  /** How it ended: an error, or nothing. */
  readonly ended: GrowingList<Error | undefined>;
}

export class ServedProgram {
  readonly connections = new GrowingList<Served>();
  readonly #answer: (message: Fields, channel: Channel) => void;

  /** `answer` sees every message but the first. */
  constructor(answer: (message: Fields, channel: Channel) => void = () => undefined) {
    this.#answer = answer;
  }

  connect(channel: Channel): { readonly closed: Promise<void> } {
    const served: Served = {
      channel,
      received: new GrowingList(),
      problems: new GrowingList(),
      ended: new GrowingList(),
    };
    const closed = served.ended.reaches(1).then(() => undefined);
    channel.open({
      receive: (message) => {
        // Hostile clients send what is no message at all.
        const fields = Object(message) as Fields;
        if (fields.method === 'initialize') {
          const protocolVersion = fields.params?.['protocolVersion'] ?? 1;
          channel.send({ jsonrpc: '2.0', id: fields.id, result: { protocolVersion } });
        } else this.#answer(fields, channel);
        served.received.push(fields);
      },
      reject: (problem) => {
        served.problems.push(problem);
      },
      ended: (error) => {
        served.ended.push(error);
      },
    });
    this.connections.push(served);
    return { closed };
  }

  /** The connection that was made last, as soon as there is one. */
  async served(): Promise<Served> {
    const connections = await this.connections.reaches(1);
    return connections.at(-1) as Served;
  }
}

export const initializeRequest = (protocolVersion = 1, meta?: object): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion, clientCapabilities: {}, ...(meta === undefined ? {} : { _meta: meta }) },
  });
