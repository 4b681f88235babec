/** Node.js streams as the source and the sink of a line channel. */
import type { Readable, Writable } from 'node:stream';

import type { ByteSink, ByteSource } from '@acp-stack/rpc';

/** The bytes of `input`; `onChunk` is called before each chunk. */
export function byteSource(input: Readable, onChunk?: () => void): ByteSource {
  return {
    start: (onData, onEnd) => {
      input.on('data', (chunk: Uint8Array) => {
        onChunk?.();
        onData(chunk);
      });
      let hasEnded = false;
      const end = (error?: Error): void => {
        if (hasEnded) return;
        hasEnded = true;
        onEnd(error);
      };
      input.once('end', () => {
        end();
      });
      input.once('error', end);
      // A destroyed stream emits no `end`.
      input.once('close', () => {
        end();
      });
      if (input.destroyed) queueMicrotask(end);
    },
    pause: () => {
      input.pause();
    },
    resume: () => {
      input.resume();
    },
  };
}

/** How text is written to a stream whose own methods may be redirected. */
export interface TextOutput {
  write(text: string, onTaken: (error?: Error | null) => void): unknown;
  end(onFinished: () => void): unknown;
}

/** Resolves when everything was written, or the stream was closed. */
export function finish(output: TextOutput, stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) {
      resolve();
      return;
    }
    stream.once('close', resolve);
    stream.once('error', () => {
      resolve();
    });
    output.end(resolve);
  });
}

/** Writes text to `output`; `life` says how it is ended and destroyed. */
export function byteSink(output: TextOutput, life: Pick<ByteSink, 'end' | 'destroy'>): ByteSink {
  return {
    write: (text, onTaken) => {
      output.write(text, (error) => {
        onTaken(error ?? undefined);
      });
    },
    ...life,
  };
}
