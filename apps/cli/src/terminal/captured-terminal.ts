/** A terminal in memory, for tests: stdin is given, stdout and stderr are captured. */
import { Readable, Writable } from 'node:stream';

import { Output } from './output.ts';
import type { Terminal } from './terminal.ts';

export interface CapturedTerminal extends Terminal {
  /** Everything written to stdout so far. */
  readonly out: () => string;
  /** Everything written to stderr so far. */
  readonly err: () => string;
}

export interface CaptureOptions {
  readonly stdin?: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array>;
  readonly isInputTerminal?: boolean;
  readonly isTerminal?: boolean;
  readonly isErrorTerminal?: boolean;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  readonly program?: readonly string[];
  /** Fails every write to stdout with this error. */
  readonly outputError?: Error;
}

export function captureTerminal(options: CaptureOptions = {}): CapturedTerminal {
  const { isInputTerminal = false, isTerminal = false, isErrorTerminal = false, columns } = options;
  const given = options.stdin ?? [];
  const stdin = Readable.from(Symbol.asyncIterator in given ? given : Array.from(given, (part) => Buffer.from(part)));
  const out = capture(options.outputError);
  const err = capture();
  return {
    stdin: Object.assign(stdin, { isTTY: isInputTerminal }),
    stdout: new Output(
      Object.assign(out.stream, columns === undefined ? { isTTY: isTerminal } : { isTTY: isTerminal, columns }),
    ),
    stderr: new Output(Object.assign(err.stream, { isTTY: isErrorTerminal })),
    env: options.env ?? {},
    now: options.now ?? (() => 0),
    program: options.program ?? ['acp'],
    out: out.text,
    err: err.text,
  };
}

function capture(error?: Error): { readonly stream: Writable; readonly text: () => string } {
  const parts: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (error === undefined) parts.push(chunk.toString('utf8'));
      done(error);
    },
  });
  return { stream, text: () => parts.join('') };
}
