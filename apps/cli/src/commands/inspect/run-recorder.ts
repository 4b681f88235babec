/** Records one run of an inspector: a sink for the messages of a connection, or of each hop of a chain. */
import { parseJsonObject } from '@acp-stack/schema/json-object';
import { agentSide, clientSide, CapabilityTracker, type SchemasOf, type TraceRecord } from '@acp-stack/trace';
import type { CapabilityTable, InspectedRun, RunLabel } from '@acp-stack/trace/inspect';

import {
  Recording,
  type ConnectOptions,
  type TraceLog,
  type TraceSink,
  type UntimedRecord,
} from '../../trace/trace-writer.ts';
import type { WireStore } from './wire-store.ts';

export interface RunParts {
  readonly run: number;
  readonly label: RunLabel;
  readonly name: string;
  readonly store: WireStore;
  readonly schemas: SchemasOf;
  /** Seconds since the inspector started. */
  readonly seconds: () => number;
  /** Milliseconds since 1970. */
  readonly epochTime: () => number;
  /** A trace file that gets the same records. */
  readonly file?: TraceSink | undefined;
  /** Called when what is said of the run has changed. */
  readonly onChange: () => void;
}

export class RunRecorder implements TraceSink {
  readonly #parts: RunParts;
  readonly #capabilities: CapabilityTracker;
  readonly #startedAt: string;
  #sides: readonly string[] = [clientSide, agentSide];
  #state: InspectedRun['state'] = 'starting';
  #error: string | undefined;
  #connections = 0;
  #version: number | undefined;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#capabilities = new CapabilityTracker(parts.schemas);
    this.#startedAt = new Date(parts.epochTime()).toISOString();
  }

  get path(): string | undefined {
    return this.#parts.file?.path;
  }

  /** What is said of the run. */
  get summary(): InspectedRun {
    const { run, label, name, store } = this.#parts;
    const { held, dropped } = store.counts(run);
    return {
      run,
      label,
      name,
      state: this.#state,
      ...(this.#error === undefined ? {} : { error: this.#error }),
      ...(label === 'file' ? {} : { startedAt: this.#startedAt }),
      sides: this.#sides,
      ...(this.#version === undefined ? {} : { version: this.#version }),
      rows: held,
      dropped,
    };
  }

  capabilities(): CapabilityTable {
    return this.#capabilities.table();
  }

  nameSides(components: readonly string[]): void {
    this.#sides = components;
    this.#parts.file?.nameSides(components);
    this.#parts.onChange();
  }

  write(record: UntimedRecord, log?: TraceLog): void {
    this.#parts.file?.write(record, log);
    const { seconds, epochTime } = this.#parts;
    this.add({ ...record, ts: seconds(), at: new Date(epochTime()).toISOString() });
  }

  /** Adds a record that has its times, as those of a file do. */
  add(record: TraceRecord): void {
    const { store, run } = this.#parts;
    // What the client and its neighbour say to each other; further hops repeat it.
    const isFront = record.type === 'frame' && (record.from === this.#sides[0] || record.to === this.#sides[0]);
    const message = isFront ? parseJsonObject(record.frame) : undefined;
    if (message !== undefined) this.#capabilities.note(message);
    store.add(run, record);
    // Only the response to initialize changes it.
    if (message !== undefined && record.type === 'frame' && record.frame.includes('protocolVersion')) {
      this.#version = this.#capabilities.table().version;
      this.#parts.onChange();
    }
  }

  connect({ here = 'Client', log }: ConnectOptions = {}): Recording {
    this.#connections += 1;
    return new Recording({
      connection: String(this.#connections),
      here,
      write: (record) => {
        this.write(record, log);
        return true;
      },
    });
  }

  /** The connection is there. */
  opened(): void {
    if (this.#state !== 'starting') return;
    this.#state = 'open';
    this.#parts.onChange();
  }

  /** Keeps why `initialize` or the run has failed; the first reason is kept. */
  failed(reason: string): void {
    this.#error ??= reason;
    this.#parts.onChange();
  }

  ended(reason?: string): void {
    if (reason !== undefined) this.#error ??= reason;
    this.#state = 'ended';
    this.#parts.onChange();
  }
}
