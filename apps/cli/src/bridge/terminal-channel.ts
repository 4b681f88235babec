/** Standard input and output as a channel of newline-delimited JSON. */
import { lineChannel, type ByteSource, type Channel } from '@acp-stack/rpc';

import type { Terminal } from '../terminal/terminal.ts';

export function terminalChannel({ stdin, stdout }: Pick<Terminal, 'stdin' | 'stdout'>): Channel {
  return lineChannel(new IterableSource(stdin), {
    write: (text, onTaken) => {
      stdout.write(text).then(
        () => {
          onTaken();
        },
        (error: unknown) => {
          onTaken(error as Error);
        },
      );
    },
    // Standard output is not ours to close; it ends with the process.
    end: () => Promise.resolve(),
    // Reading on would keep the process alive.
    destroy: () => stdin.destroy?.(),
  });
}

class IterableSource implements ByteSource {
  readonly #input: AsyncIterable<Uint8Array>;
  #paused: Promise<void> | undefined;
  #resume: (() => void) | undefined;

  constructor(input: AsyncIterable<Uint8Array>) {
    this.#input = input;
  }

  start(onData: (chunk: Uint8Array) => void, onEnd: (error?: Error) => void): void {
    this.#read(onData).then(
      () => {
        onEnd();
      },
      (error: unknown) => {
        onEnd(error as Error);
      },
    );
  }

  pause(): void {
    this.#paused ??= new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  resume(): void {
    this.#resume?.();
    this.#paused = undefined;
  }

  async #read(onData: (chunk: Uint8Array) => void): Promise<void> {
    for await (const chunk of this.#input) {
      onData(chunk);
      await this.#paused;
    }
  }
}
