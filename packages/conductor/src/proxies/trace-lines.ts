/**
 * Writes the trace format of `acp` line by line: a header, the messages of connections, and their ends.
 *
 * `acp trace` reads it; docs/guides/use-acp-traces.md describes it.
 */
import { describeError } from '@acp-stack/rpc';

/** A side of a connection, named as in traces of the Rust conductor. */
export type TraceSide = 'Client' | 'Agent';

export interface TraceLinesOptions {
  /** Writes one line; throws if it cannot. */
  readonly write: (line: string) => void;
  /** Called once, with a sentence, if records are missing. */
  readonly warn?: (problem: string) => void;
  readonly epochTime?: () => number;
  readonly now?: () => number;
}

/** One connection of a trace. */
export interface TracedConnection {
  /** Records a message, or its text. */
  frame(from: TraceSide, message: unknown): void;
  /** Records the end; only the first one counts. */
  end(error: Error | undefined): void;
}

const warning =
  'It contains the whole conversation and may contain secrets; acp trace redact removes what looks like one.';

export class TraceLines {
  readonly #options: TraceLinesOptions;
  readonly #now: () => number;
  readonly #start: number;
  #connections = 0;
  #hasWarned = false;

  constructor(options: TraceLinesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#start = this.#now();
  }

  /** Starts recording a connection. */
  connect(): TracedConnection {
    if (this.#connections === 0) this.#writeHeader();
    this.#connections += 1;
    const connection = String(this.#connections);
    let dropped = 0;
    let hasEnded = false;
    const add = (type: string, fields: object): void => {
      const ts = Math.round((this.#now() - this.#start) * 1000) / 1_000_000;
      if (!this.#write({ type, at: this.#timeOfDay(), ts, connection, ...fields })) dropped += 1;
    };
    return {
      frame: (from, message) => {
        const frame = typeof message === 'string' ? message : JSON.stringify(message);
        if (!hasEnded) add('frame', { from, to: from === 'Client' ? 'Agent' : 'Client', frame });
      },
      end: (error) => {
        if (hasEnded) return;
        hasEnded = true;
        add('end', { dropped, ...(error === undefined ? {} : { error: error.message }) });
      },
    };
  }

  #writeHeader(): void {
    const at = this.#timeOfDay();
    this.#write({ type: 'header', format: 'acp-trace', version: 1, at, redaction: 'none', warning });
  }

  #timeOfDay(): string {
    return new Date(this.#options.epochTime?.() ?? Date.now()).toISOString();
  }

  /** Returns whether the record was written: one that is missing must not stop the work. */
  #write(record: object): boolean {
    try {
      this.#options.write(JSON.stringify(record));
      return true;
    } catch (error) {
      if (!this.#hasWarned) {
        this.#hasWarned = true;
        const reason = describeError(error);
        this.#options.warn?.(`tee: the trace is not complete: ${reason}; the chain continues.`);
      }
      return false;
    }
  }
}
