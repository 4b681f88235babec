/** Streams of Node as the two ends of a line channel. */
import type { Readable, Writable } from 'node:stream';

import type { ByteSink, ByteSource } from '@acp-stack/rpc';

/** The bytes of `input`; `onChunk` is told that some came. */
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
      // A stream that was destroyed has no end of its own.
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

/** How text is written to a stream, which may hide its own methods from others. */
export interface TextOutput {
  write(text: string, onTaken: (error?: Error | null) => void): unknown;
  end(onFinished: () => void): unknown;
}

/** Resolves when everything was written, and when nobody is left who could read it. */
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

/** Writes text to `output`; what to do when all is over is up to the caller. */
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
