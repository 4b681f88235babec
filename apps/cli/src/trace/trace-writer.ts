/** Writes a trace record by record, so that a crash of the program loses nothing that was recorded before. */
import { closeSync, writeSync } from 'node:fs';

import { agentSide, clientSide, type TraceHeader, type TraceRecord, warning } from '@acp-stack/trace/format';

import type { WireObserver } from '../wire/observed-channel.ts';
import { openPrivate } from '../files/private-file.ts';
import { unwritableFile, unwritableReason } from '../files/output-file.ts';

export interface TraceWriterOptions {
  /** The name of the agent. */
  readonly agent: string;
  /** Milliseconds since 1970. */
  readonly epochTime?: () => number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Writes bytes from an offset on, and returns how many were written. */
  readonly write?: (file: number, bytes: Uint8Array, from: number) => number;
}

/** The log for warnings that a trace is not complete. */
export interface TraceLog {
  warn(line: string): void;
}

export interface ConnectOptions {
  /** The side that records; `Client` by default. */
  readonly here?: 'Client' | 'Agent' | undefined;
  readonly log?: TraceLog;
}

type WithoutTime<T> = T extends TraceRecord ? Omit<T, 'at' | 'ts'> : never;
/** A record without its times, which the writer adds. */
export type UntimedRecord = WithoutTime<TraceRecord>;
type WithoutConnection<T> = T extends TraceRecord ? Omit<T, 'at' | 'ts' | 'connection'> : never;

/** Takes the records of one or several connections: a file, or an inspector. */
export interface TraceSink {
  /** The file; undefined if there is none. */
  readonly path: string | undefined;
  /** Names the sides of a chain, from the client to the agent. */
  nameSides(components: readonly string[]): void;
  /** Takes one record; a problem is logged once. */
  write(record: UntimedRecord, log?: TraceLog): void;
  /** Starts recording a connection. */
  connect(options?: ConnectOptions): Recording;
}

/** A trace file for one or several connections. */
export class TraceWriter implements TraceSink, Disposable {
  readonly #file: number;
  readonly #path: string;
  readonly #options: TraceWriterOptions;
  readonly #start: number;
  readonly #header: TraceHeader;
  #connections = 0;
  /** Whether the last line is incomplete, so that the next one must start a new line. */
  #endsInPartialLine = false;
  /** The first problem, and whether it was reported. */
  #problem: string | undefined;
  #isReported = false;

  constructor(path: string, options: TraceWriterOptions) {
    try {
      this.#file = openPrivate(path);
    } catch (error) {
      throw unwritableFile(path, error);
    }
    this.#path = path;
    this.#options = options;
    this.#start = options.now();
    this.#header = {
      type: 'header',
      format: 'acp-trace',
      version: 1,
      at: this.#timeOfDay(),
      redaction: 'none',
      agent: options.agent,
      warning,
    };
    this.#write(JSON.stringify(this.#header));
  }

  /** The file. */
  get path(): string {
    return this.#path;
  }

  /** Names the sides of a chain, from the client to the agent: the header once more, which replaces the first. */
  nameSides(components: readonly string[]): void {
    this.#write(JSON.stringify({ ...this.#header, components }));
  }

  /** Writes one record; a problem is logged once. */
  write(record: UntimedRecord, log?: TraceLog): void {
    this.#record(record);
    this.reportProblem(log);
  }

  /** Starts recording a connection. */
  connect({ here = 'Client', log }: ConnectOptions = {}): Recording {
    this.#connections += 1;
    const write: RecordingParts['write'] = (record) => {
      const isWritten = this.#record(record);
      this.reportProblem(log);
      return isWritten;
    };
    return new Recording({ connection: String(this.#connections), here, write });
  }

  /** Logs once that records are missing, if they are. */
  reportProblem(log: TraceLog | undefined): void {
    if (this.#problem === undefined || this.#isReported || log === undefined) return;
    this.#isReported = true;
    log.warn(this.#problem);
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  #record({ type, ...rest }: WithoutTime<TraceRecord>): boolean {
    const ts = Math.round((this.#options.now() - this.#start) * 1000) / 1_000_000;
    return this.#write(JSON.stringify({ type, at: this.#timeOfDay(), ts, ...rest }));
  }

  #timeOfDay(): string {
    return new Date(this.#options.epochTime?.() ?? Date.now()).toISOString();
  }

  /** A full disk must not stop the work. Returns whether the line was written. */
  #write(line: string): boolean {
    const bytes = Buffer.from(`${this.#endsInPartialLine ? '\n' : ''}${line}\n`);
    let written = 0;
    try {
      const { write = writeSync } = this.#options;
      while (written < bytes.length) written += write(this.#file, bytes, written);
      this.#endsInPartialLine = false;
      return true;
    } catch (error) {
      this.#endsInPartialLine ||= written > 0;
      this.#problem ??= `the trace in ${this.#path} is not complete: ${unwritableReason(error)}; the command continues`;
      return false;
    }
  }
}

interface RecordingParts {
  readonly connection: string;
  readonly here: string;
  /** Adds the times and writes the record; false if it could not be written. */
  readonly write: (record: WithoutTime<TraceRecord>) => boolean;
}

/** One connection of a trace. */
export class Recording implements Disposable {
  readonly #parts: RecordingParts;
  #dropped = 0;
  #hasEnded = false;

  constructor(parts: RecordingParts) {
    this.#parts = parts;
  }

  /** The observer of the channel. */
  get observer(): WireObserver {
    return {
      frame: ({ direction, text }) => {
        this.#add({ type: 'frame', ...this.#endpoints(direction), frame: text });
      },
      problem: ({ message, text = '' }) => {
        this.#add({ type: 'frame', ...this.#endpoints('received'), frame: text, problem: message });
      },
      ended: (error) => {
        this.#end(error);
      },
    };
  }

  /** Records one line that the agent printed, and the stream that it used. */
  line(text: string, from: 'stderr' | 'stdout' = 'stderr'): void {
    if (!this.#hasEnded) this.#add({ type: from, text });
  }

  /** Records the end of the connection. */
  [Symbol.dispose](): void {
    this.#end(undefined);
  }

  #endpoints(direction: 'sent' | 'received'): { readonly from: string; readonly to: string } {
    const { here } = this.#parts;
    const otherSide = here === clientSide ? agentSide : clientSide;
    return direction === 'sent' ? { from: here, to: otherSide } : { from: otherSide, to: here };
  }

  #end(error: Error | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#add({ type: 'end', dropped: this.#dropped, ...(error === undefined ? {} : { error: error.message }) });
  }

  #add(record: WithoutConnection<TraceRecord>): void {
    const { connection, write } = this.#parts;
    if (!write({ ...record, connection })) this.#dropped += 1;
  }
}
