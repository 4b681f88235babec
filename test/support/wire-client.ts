/**
 * A client of any version that speaks plain JSON-RPC: it answers as it is told, and notes which methods an agent has
 * called.
 */
import type { Channel } from '@acp-stack/rpc';

type Fields = Readonly<Record<string, unknown>>;

/** One message, whichever it is. */
export interface WireMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields | null;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

type Answer = (params: Fields) => unknown;

export class WireClient {
  /** Everything that arrived, in order. */
  readonly heard: WireMessage[] = [];
  readonly #channel: Channel;
  readonly #answers: Readonly<Record<string, Answer>>;
  readonly #waiting = new Set<() => void>();
  #lastId = 0;

  /**
   * `answers` say what requests of the agent are answered with; others, and those whose answer throws, are refused as
   * unknown.
   */
  constructor(channel: Channel, answers: Readonly<Record<string, Answer>> = {}) {
    this.#channel = channel;
    this.#answers = answers;
    channel.open({
      receive: (message) => {
        this.#receive(message as WireMessage);
      },
      reject: () => undefined,
      ended: () => undefined,
    });
  }

  /** The methods that the agent has called. */
  get methods(): ReadonlySet<string> {
    return new Set(this.heard.flatMap(({ method }) => method ?? []));
  }

  /** The kinds of updates that the agent has sent. */
  get updates(): ReadonlySet<string> {
    return new Set(this.heard.flatMap((message) => kindOf(message) ?? []));
  }

  /** Calls the agent and waits for the answer. */
  ask(method: string, params: object = {}): Promise<WireMessage> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#channel.send({ jsonrpc: '2.0', id, method, params });
    return this.until((message) => message.id === id && message.method === undefined);
  }

  /** Calls the agent, which has to succeed. */
  async call(method: string, params: object = {}): Promise<Fields> {
    const { result, error } = await this.ask(method, params);
    if (error !== undefined) throw new Error(`${method} failed: ${JSON.stringify(error)}`);
    return result ?? {};
  }

  tell(method: string, params: object = {}): void {
    this.#channel.send({ jsonrpc: '2.0', method, params });
  }

  /** Resolves with the first message that fits, from `from` on. */
  until(fits: (message: WireMessage) => boolean, from = 0): Promise<WireMessage> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.heard.slice(from).find(fits);
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Resolves when an update of that kind has come, from `from` on. */
  update(kind: string, from = 0): Promise<WireMessage> {
    return this.until((message) => kindOf(message) === kind, from);
  }

  end(): Promise<void> {
    return this.#channel.end();
  }

  #receive(message: WireMessage): void {
    this.heard.push(message);
    for (const look of this.#waiting) look();
    if (message.id !== undefined && message.method !== undefined) void this.#answer(message.id, message);
  }

  async #answer(id: string | number, { method = '', params = {} }: WireMessage): Promise<void> {
    try {
      const answer = this.#answers[method];
      if (answer === undefined) throw new Error('Method not found');
      this.#channel.send({ jsonrpc: '2.0', id, result: await answer(params) });
    } catch (error) {
      this.#channel.send({ jsonrpc: '2.0', id, error: { code: -32_601, message: (error as Error).message } });
    }
  }
}

function kindOf({ method, params }: WireMessage): string | undefined {
  if (method !== 'session/update') return undefined;
  return (params?.['update'] as { readonly sessionUpdate?: string } | undefined)?.sessionUpdate;
}
