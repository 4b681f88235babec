/** The messages from a client to the app. While a message waits, because the app has paused, its POST waits too. */
import { DeliveryQueue, type ChannelProblem, type Receiver } from '@acp-stack/rpc';

/** A message, or input that is not one. */
export type Incoming =
  | { readonly kind: 'message'; readonly message: unknown; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: ChannelProblem };

export type IncomingQueue = DeliveryQueue<Incoming>;

/** Gets the messages in place of the receiver, once the channel is redirected. */
export interface Redirection {
  messages: Pick<Receiver, 'receive'> | undefined;
}

/** Creates a queue; `onFailure` is called if the app throws. */
export const incomingQueue = (redirection: Redirection, onFailure: (error: Error) => void): IncomingQueue =>
  new DeliveryQueue<Incoming>({
    deliver: (receiver, incoming) => {
      if (incoming.kind === 'message') (redirection.messages ?? receiver).receive(incoming.message, incoming.text);
      else receiver.reject(incoming.problem);
    },
    onFailure,
  });

/** Adds a message. Returns undefined if it was delivered at once, else a promise for when it has left the queue. */
export function enqueue(queue: IncomingQueue, incoming: Incoming): Promise<void> | undefined {
  if (!queue.takesAtOnce) {
    return new Promise((done) => {
      queue.push(incoming, done);
    });
  }
  queue.push(incoming);
  return undefined;
}
