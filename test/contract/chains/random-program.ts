/** Random programs of two ends of a chain: what they send, in which order, and what each of them has seen. */
import type { RawEnd, Fields } from '../../../packages/conductor/src/raw-component.test-support.ts';

type Act = 'request' | 'notify' | 'cancel' | 'answer' | 'refuse' | 'wait';

export interface Move {
  readonly side: 'client' | 'agent';
  readonly act: Act;
  /** Which of the open requests is cancelled or answered. */
  readonly pick: number;
}

/** One end: a record of what it has sent and received, in order. */
export class ProgramEnd {
  readonly end: RawEnd;
  /** What was sent, as the other end has to see it: texts such as `request 3`, and answers to their requests. */
  readonly sent: string[] = [];
  readonly received: string[] = [];
  /** The requests of the other end that are cancelled, by their number. */
  readonly cancelled: number[] = [];
  /** The ids that requests of the other end had here. */
  readonly ids: unknown[] = [];
  readonly #side: string;
  readonly #asked: number[] = [];
  /** Requests of the other end that are not answered. */
  #open: { readonly id: unknown; readonly number: number }[] = [];
  readonly #numbers = new Map<unknown, number>();
  #count = 0;

  constructor(end: RawEnd, side: string) {
    this.end = end;
    this.#side = side;
    end.onMessage((message) => {
      this.#take(message);
    });
  }

  /** Whether every request of this end was answered. */
  get isDone(): boolean {
    return this.#asked.length === this.received.filter((each) => each.startsWith('answer')).length;
  }

  get hasOpen(): boolean {
    return this.#open.length > 0;
  }

  act({ act, pick }: Pick<Move, 'act' | 'pick'>): void {
    if (act === 'request' || act === 'notify') this.#begin(act);
    else if (act === 'cancel') this.#cancel(pick);
    else if (act === 'answer' || act === 'refuse') this.#answer(act, pick);
  }

  #begin(act: 'request' | 'notify'): void {
    const number = this.#count;
    this.#count += 1;
    const method = `_${this.#side}/${act}`;
    if (act === 'request') this.#asked.push(number);
    this.sent.push(`${act} ${number}`);
    this.end.channel.send({ jsonrpc: '2.0', ...(act === 'request' ? { id: number } : {}), method, params: { number } });
  }

  /** Cancels a request that is open, or answered, or was never made. */
  #cancel(pick: number): void {
    const requestId = this.#asked[pick % (this.#asked.length + 1)] ?? 'never made';
    this.end.channel.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId } });
  }

  #answer(act: 'answer' | 'refuse', pick: number): void {
    const each = this.#open[pick % Math.max(1, this.#open.length)];
    if (each === undefined) return;
    this.#open = this.#open.filter((other) => other !== each);
    this.sent.push(`answer ${each.number}`);
    const answer =
      act === 'answer'
        ? { result: { number: each.number } }
        : { error: { code: 1, message: 'No.', data: { number: each.number } } };
    this.end.channel.send({ jsonrpc: '2.0', id: each.id, ...answer });
  }

  #take(message: Fields): void {
    const { id, method } = message;
    const { params, result, error } = message as { readonly [key: string]: Fields | undefined };
    if (method === undefined) {
      const { number } = (result ?? error?.['data'] ?? {}) as { readonly number?: unknown };
      // The answer has the number of the request that it answers, or it was given to another one.
      this.received.push(id === number ? `answer ${String(number)}` : 'wrong answer');
    } else if (method === '$/cancel_request') {
      const number = this.#numbers.get(params?.['requestId']);
      this.cancelled.push(number ?? -1);
    } else {
      const { number } = params as unknown as { readonly number: number };
      this.received.push(`${id === undefined ? 'notify' : 'request'} ${number}`);
      if (id === undefined) return;
      this.ids.push(id);
      this.#numbers.set(id, number);
      this.#open.push({ id, number });
    }
  }
}
