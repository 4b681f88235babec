/** Writes a trace while it happens: a program that dies leaves everything that crossed before. */
import { closeSync, openSync, writeSync } from 'node:fs';

import type { WireObserver } from '../connect/watched-channel.ts';
import { UsageError } from '../usage-error.ts';
import { agentSide, clientSide, warning, type TraceHeader, type TraceRecord } from './trace-format.ts';

export interface TraceWriterOptions {
  /** The name of the agent. */
  readonly agent: string;
  /** The time of day in milliseconds. */
  readonly wall?: () => number;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

type Untimed<T> = T extends TraceRecord ? Omit<T, 'at' | 'ts' | 'connection'> : never;

export class TraceWriter implements Disposable {
  readonly #file: number;
  readonly #options: TraceWriterOptions;
  readonly #start: number;
  #dropped = 0;
  #hasEnded = false;

  constructor(path: string, options: TraceWriterOptions) {
    try {
      // What was said may hold secrets.
      this.#file = openSync(path, 'w', 0o600);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new UsageError(`the trace cannot be written to ${path} (${code}); name another file`, { cause: error });
    }
    this.#options = options;
    this.#start = options.now();
    const header: TraceHeader = {
      type: 'header',
      format: 'acp-trace',
      version: 1,
      at: this.#at(),
      redaction: 'none',
      agent: options.agent,
      warning,
    };
    this.#write(JSON.stringify(header));
  }

  /** For a channel to the agent. */
  get observer(): WireObserver {
    return {
      frame: ({ direction, text }) => {
        const [from, to] = direction === 'sent' ? [clientSide, agentSide] : [agentSide, clientSide];
        this.#add({ type: 'frame', from, to, frame: text });
      },
      problem: ({ message, text = '' }) => {
        this.#add({ type: 'frame', from: agentSide, to: clientSide, frame: text, problem: message });
      },
      ended: (error) => {
        this.#end(error);
      },
    };
  }

  /** Takes one line that the agent printed. */
  line(text: string): void {
    if (!this.#hasEnded) this.#add({ type: 'stderr', text });
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#end(undefined);
    closeSync(this.#file);
  }

  #end(error: Error | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#add({ type: 'end', dropped: this.#dropped, ...(error === undefined ? {} : { error: error.message }) });
  }

  #add(record: Untimed<TraceRecord>): void {
    const { type, ...rest } = record;
    const ts = Math.round((this.#options.now() - this.#start) * 1000) / 1_000_000;
    this.#write(JSON.stringify({ type, at: this.#at(), ts, connection: '1', ...rest }));
  }

  #at(): string {
    return new Date(this.#options.wall?.() ?? Date.now()).toISOString();
  }

  /** A disk that is full costs the trace, not the work. */
  #write(line: string): void {
    try {
      writeSync(this.#file, `${line}\n`);
    } catch {
      this.#dropped += 1;
    }
  }
}
