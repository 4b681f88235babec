/** One end of a wire: asks, tells, and answers with what it was given for each method. */
import type { Channel, ErrorObject, RequestId } from '@acp-stack/rpc';

/** A message as it is on the wire. */
export interface Message {
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: ErrorObject;
}

/** How a request ended. */
export type Outcome = { readonly result: unknown } | { readonly error: ErrorObject };

/** Takes what arrives; what it answers to a request goes back, and nothing when it answers later. */
export type Hear = (message: Required<Pick<Message, 'method'>> & Message) => Outcome | undefined;

export class End {
  /** Set before anything is said. */
  hear: Hear = () => undefined;
  readonly #channel: Channel;
  readonly #waiting = new Map<RequestId, (outcome: Outcome) => void>();
  #asked = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.open({
      receive: (message) => {
        this.#receive(JSON.parse(JSON.stringify(message)) as Message);
      },
      reject: () => undefined,
      ended: () => undefined,
    });
  }

  /** Asks, and hands the outcome to `take` in the step in which it arrives. */
  ask(method: string, params: unknown, take: (outcome: Outcome) => void): RequestId {
    this.#asked += 1;
    const id = this.#asked;
    this.#waiting.set(id, take);
    this.#channel.send({ jsonrpc: '2.0', id, method, params });
    return id;
  }

  tell(method: string, params: unknown): void {
    this.#channel.send({ jsonrpc: '2.0', method, params });
  }

  answer(id: RequestId | undefined, outcome: Outcome): void {
    this.#channel.send({ jsonrpc: '2.0', id, ...outcome });
  }

  close(): void {
    this.#channel.destroy();
  }

  #receive(message: Message): void {
    const { id, method, result, error } = message;
    if (method !== undefined) {
      const outcome = this.hear({ ...message, method });
      if (id !== undefined && outcome !== undefined) this.answer(id, outcome);
      return;
    }
    if (id === undefined) return;
    const take = this.#waiting.get(id);
    this.#waiting.delete(id);
    take?.(error === undefined ? { result } : { error });
  }
}
