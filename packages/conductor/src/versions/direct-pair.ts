/**
 * Two channels that deliver to each other in the same call, so that what passes through them keeps its place among
 * messages that do not.
 */
import { ConnectionError, type Channel, type Receiver } from '@acp-stack/rpc';

/** Makes a connected pair. */
export function directPair(): [left: Channel, right: Channel] {
  const left = new DirectChannel();
  const right = new DirectChannel();
  left.other = right;
  right.other = left;
  return [left, right];
}

const nothing = (): void => undefined;

class DirectChannel implements Channel {
  other: DirectChannel | undefined;
  readonly unsentBytes = 0;
  #receiver: Receiver | undefined;
  #messages: Pick<Receiver, 'receive'> | undefined;
  #hasEnded = false;

  open(receiver: Receiver): void {
    this.#receiver = receiver;
    this.#messages = receiver;
  }

  redirect(receiver: Pick<Receiver, 'receive'>): void {
    this.#messages = receiver;
  }

  send(message: unknown, text?: string): boolean {
    if (this.#hasEnded) throw new ConnectionError('closed', 'The channel has ended.');
    this.other?.take(message, text);
    return true;
  }

  /** Takes what the other one sends. */
  take(message: unknown, text: string | undefined): void {
    this.#messages?.receive(message, text);
  }

  drained(): Promise<void> {
    return Promise.resolve();
  }

  /** Nothing waits here: the channels at both ends of a chain are paused instead. */
  readonly pause = nothing;
  readonly resume = nothing;

  end(): Promise<void> {
    this.destroy();
    return Promise.resolve();
  }

  destroy(error?: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#receiver?.ended(error);
    this.other?.destroy(error);
  }
}
