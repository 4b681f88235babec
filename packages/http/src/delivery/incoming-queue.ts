/**
 * Messages on their way to the program.
 *
 * While they wait, because the program has paused or has not begun to listen, so does whoever brought them.
 */
import { DeliveryQueue, type ChannelProblem, type Receiver } from '@acp-stack/rpc';

type Arrival =
  | { readonly kind: 'message'; readonly message: unknown; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: ChannelProblem };

export class IncomingQueue {
  readonly #queue: DeliveryQueue<Arrival>;

  /** `onFailure` is told when the program throws where it should not. */
  constructor(onFailure: (error: Error) => void) {
    this.#queue = new DeliveryQueue({ deliver, onFailure });
  }

  get isOver(): boolean {
    return this.#queue.isOver;
  }

  get isPaused(): boolean {
    return this.#queue.isPaused;
  }

  open(receiver: Receiver): void {
    this.#queue.open(receiver);
  }

  pause(): void {
    this.#queue.pause();
  }

  resume(): void {
    this.#queue.resume();
  }

  /** Hands a message over; where that is not done at once, the promise resolves when it is, or will never be. */
  receive(message: unknown, text: string): Promise<void> | undefined {
    return this.#take({ kind: 'message', message, text });
  }

  reject(problem: ChannelProblem): Promise<void> | undefined {
    return this.#take({ kind: 'problem', problem });
  }

  /** Nothing more comes after what waits. */
  finish(error?: Error): void {
    this.#queue.finish(error);
  }

  /** Nothing more comes, and what waits is dropped. */
  stop(error?: Error): void {
    this.#queue.stop(error);
  }

  #take(arrival: Arrival): Promise<void> | undefined {
    if (this.#queue.takesAtOnce) {
      this.#queue.push(arrival);
      return undefined;
    }
    return new Promise((done) => {
      this.#queue.push(arrival, done);
    });
  }
}

function deliver(receiver: Receiver, arrival: Arrival): void {
  if (arrival.kind === 'message') receiver.receive(arrival.message, arrival.text);
  else receiver.reject(arrival.problem);
}
