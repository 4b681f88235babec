/** An answer as a stream of server-sent events. */

/** What goes with the events. */
export interface EventStreamOptions {
  /** Milliseconds between the comments that keep a silent connection alive. */
  readonly keepAliveInterval: number;
  /** Headers of the response besides those of every event stream. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called when the client disconnects before the end. */
  readonly onGone: () => void;
}

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  // nginx would collect the events before it passes them on.
  'x-accel-buffering': 'no',
};

/** Returns a response whose body is the text of each of `events`; the next one is asked for when the client reads. */
export function eventStreamResponse(
  events: AsyncGenerator<string, void, undefined>,
  { keepAliveInterval, headers, onGone }: EventStreamOptions,
): Response {
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      timer = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': the agent works\n\n'));
      }, keepAliveInterval);
    },
    pull: async (controller) => {
      try {
        const { done, value } = await events.next();
        if (done !== true) {
          controller.enqueue(encoder.encode(value));
          return;
        }
      } catch (error) {
        clearInterval(timer);
        throw error;
      }
      clearInterval(timer);
      controller.close();
    },
    cancel: () => {
      clearInterval(timer);
      onGone();
    },
  });
  return new Response(body, { headers: { ...streamHeaders, ...headers } });
}
