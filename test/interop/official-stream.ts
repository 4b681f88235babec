/**
 * Connects a program on our packages with one on the official SDK, in one process.
 *
 * The official SDK reads and writes a pair of message streams where ours has a channel. Messages cross by reference, or
 * as bytes of newline-delimited JSON that each side writes and reads with its own code. What crosses our end is noted
 * either way.
 */
import { ndJsonStream, type AnyMessage, type Stream } from '@agentclientprotocol/sdk/experimental/v2/unstable';

import { lineChannel, memoryPair, type ByteSink, type ByteSource, type Channel } from '@acp-stack/rpc';
import { record, settled, type Transcript } from '@acp-stack/testing';

/** A way to connect the two. */
export interface Link {
  /** Our end. */
  readonly channel: Channel;
  /** The end of the official SDK. */
  readonly stream: Stream;
  /** What crossed, seen from our end. */
  readonly transcript: Transcript;
  /** Sends a message to our end that the official SDK would not send. */
  readonly inject: (message: unknown) => Promise<void>;
  /** Ends the input of our end, as the death of the other program does; the official SDK never does that itself. */
  readonly hangUp: () => Promise<void>;
}

/** A link of bytes, to which text can be added that is no message. */
export interface ByteLink extends Link {
  readonly injectText: (text: string) => Promise<void>;
}

/** The ways to connect the two, with the names that tests show. */
export const links: readonly { readonly name: string; readonly open: () => Link }[] = [
  { name: 'by reference', open: referenceLink },
  { name: 'over bytes', open: byteLink },
];

/** Connects the two by reference. */
export function referenceLink(): Link {
  const [ours, theirs] = memoryPair();
  const stream = officialStream(theirs);
  const { channel, transcript } = record(ours);
  return {
    channel,
    stream,
    transcript,
    inject: (message) => write(stream.writable, message as AnyMessage),
    hangUp: () => theirs.end(),
  };
}

/** Connects the two by newline-delimited JSON. */
export function byteLink(): ByteLink {
  const toTheirs = new TransformStream<Uint8Array, Uint8Array>();
  const toOurs = new TransformStream<Uint8Array, Uint8Array>();
  const stream = ndJsonStream(toOurs.writable, toTheirs.readable);
  const { channel, transcript } = record(webLineChannel(toOurs.readable, toTheirs.writable));
  const encoder = new TextEncoder();
  return {
    channel,
    stream,
    transcript,
    inject: (message) => write(stream.writable, message as AnyMessage),
    hangUp: () => toOurs.writable.close(),
    injectText: (text) => write(toOurs.writable, encoder.encode(text)),
  };
}

async function write<T>(stream: WritableStream<T>, chunk: T): Promise<void> {
  // The official SDK holds the stream while a message of its own is on the way.
  while (stream.locked) await settled(1);
  const writer = stream.getWriter();
  try {
    await writer.write(chunk);
  } finally {
    writer.releaseLock();
  }
}

/**
 * The official SDK's view of a channel.
 *
 * Cancelling the readable ends the channel, as it does in the official SDK's streams over HTTP and WebSocket.
 */
function officialStream(channel: Channel): Stream {
  const readable = new ReadableStream<AnyMessage>({
    start: (controller) => {
      channel.open({
        receive: (message) => {
          controller.enqueue(message as AnyMessage);
          if ((controller.desiredSize ?? 0) <= 0) channel.pause();
        },
        reject: ({ message }) => {
          controller.error(new Error(message));
        },
        ended: (error) => {
          if (error === undefined) controller.close();
          else controller.error(error);
        },
      });
    },
    pull: () => {
      channel.resume();
    },
    cancel: () => {
      channel.destroy();
    },
  });
  const writable = new WritableStream<AnyMessage>({
    write: async (message) => {
      if (!channel.send(message)) await channel.drained();
    },
    close: () => channel.end(),
    abort: (reason) => {
      channel.destroy(reason instanceof Error ? reason : undefined);
    },
  });
  return { readable, writable };
}

/** Our channel of newline-delimited JSON over two web streams. */
function webLineChannel(input: ReadableStream<Uint8Array>, output: WritableStream<Uint8Array>): Channel {
  const source = new WebSource(input);
  return lineChannel(source, webSink(output, source));
}

class WebSource implements ByteSource {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #resume: (() => void) | undefined;
  #paused: Promise<void> | undefined;

  constructor(input: ReadableStream<Uint8Array>) {
    this.#reader = input.getReader();
  }

  start(onData: (chunk: Uint8Array) => void, onEnd: (error?: Error) => void): void {
    this.#read(onData).then(
      () => {
        onEnd();
      },
      (error: unknown) => {
        onEnd(error instanceof Error ? error : new Error('The stream failed.', { cause: error }));
      },
    );
  }

  pause(): void {
    this.#paused ??= new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  resume(): void {
    this.#paused = undefined;
    this.#resume?.();
  }

  cancel(error: Error | undefined): void {
    this.#reader.cancel(error).catch(() => undefined);
  }

  async #read(onData: (chunk: Uint8Array) => void): Promise<void> {
    for (;;) {
      await this.#paused;
      const { done, value } = await this.#reader.read();
      if (done) return;
      onData(value);
    }
  }
}

function webSink(output: WritableStream<Uint8Array>, source: WebSource): ByteSink {
  const writer = output.getWriter();
  const encoder = new TextEncoder();
  // A stream that fails rejects the next write.
  writer.closed.catch(() => undefined);
  return {
    write: (text, onTaken) => {
      writer.write(encoder.encode(text)).then(
        () => {
          onTaken();
        },
        (error: unknown) => {
          onTaken(error instanceof Error ? error : new Error('The stream failed.', { cause: error }));
        },
      );
    },
    end: () => writer.close(),
    destroy: (error) => {
      writer.abort(error).catch(() => undefined);
      source.cancel(error);
    },
  };
}
