/** A run as a stream of server-sent events. */

/** What is sent of a run: events, and comments that keep the connection alive. */
export interface EventStreamOptions {
  readonly keepAliveInterval: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Called when the client goes away before the end. */
  readonly onGone: () => void;
}

/** Returns a response whose body has each of `events`. */
export function eventStream(events: AsyncGenerator<string, void, undefined>, options: EventStreamOptions): Response {
  const { keepAliveInterval, headers, onGone } = options;
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      timer = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': the agent works\n\n'));
      }, keepAliveInterval);
    },
    pull: async (controller) => {
      const { done, value } = await events.next();
      if (done !== true) {
        controller.enqueue(encoder.encode(value));
        return;
      }
      clearInterval(timer);
      controller.close();
    },
    cancel: () => {
      clearInterval(timer);
      onGone();
    },
  });
  const all = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  };
  return new Response(body, { headers: { ...all, ...headers } });
}
