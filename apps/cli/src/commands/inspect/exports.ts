/**
 * Writes runs as a trace file, in parts: a message of the protocol has a limit, and a file may be larger.
 *
 * The rest of a file is kept until it was asked for, for the last few files.
 */
import { randomUUID } from 'node:crypto';

import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { redactHeader, traceLines, TraceRedactor, warning, type TraceHeader, type TraceRecord } from '@acp-stack/trace';
import type { InspectCalls } from '@acp-stack/trace/inspect';

import type { Inspector } from './inspector.ts';
import type { Fields } from './read-fields.ts';

type Part = InspectCalls['export']['result'];

/** Characters of one part. */
const partLength = 4 * 1024 * 1024;
const maxFiles = 4;

interface Rest {
  readonly name: string;
  readonly lines: readonly string[];
}

export class Exports {
  readonly #inspector: Inspector;
  readonly #length: number;
  readonly #rests = new Map<string, Rest>();

  constructor(inspector: Inspector, length: number = partLength) {
    this.#inspector = inspector;
    this.#length = length;
  }

  /** The next part of the file that `cursor` names, or the first one of a new file. */
  part(fields: Fields): Part {
    if (!fields.has('cursor')) return this.#cut(this.#written(fields));
    const cursor = fields.text('cursor');
    const rest = this.#rests.get(cursor);
    if (rest === undefined) throw new RpcError(rpcCodes.invalidParams, 'The export is too old; begin again.');
    this.#rests.delete(cursor);
    return this.#cut(rest);
  }

  #cut({ name, lines }: Rest): Part {
    let [count, length] = [0, 0];
    while (count < lines.length && (count === 0 || length + (lines[count]?.length ?? 0) <= this.#length)) {
      length += lines[count]?.length ?? 0;
      count += 1;
    }
    const text = lines
      .slice(0, count)
      .map((line) => `${line}\n`)
      .join('');
    if (count === lines.length) return { name, text };
    const cursor = randomUUID();
    this.#rests.set(cursor, { name, lines: lines.slice(count) });
    const [oldest] = this.#rests.size > maxFiles ? this.#rests.keys() : [];
    if (oldest !== undefined) this.#rests.delete(oldest);
    return { name, text, cursor };
  }

  #written(fields: Fields): Rest {
    const inspector = this.#inspector;
    const redaction = fields.oneOf('redaction', ['none', 'secrets', 'content'] as const);
    const format = fields.has('format') ? fields.oneOf('format', ['acp', 'conductor', 'ndjson'] as const) : 'acp';
    const runs = fields.has('runs') ? fields.counts('runs') : inspector.state.runs.map(({ run }) => run);
    const [first] = runs.map((run) => inspector.run(run).summary);
    const records = inspector.store.rowsOf(new Set(runs)).map(({ row, record }) =>
      // Runs are connections of one file.
      runs.length === 1 ? record : { ...record, connection: `${row.run}.${record.connection}` },
    );
    const header: TraceHeader = {
      type: 'header',
      format: 'acp-trace',
      version: 1,
      at: first?.startedAt ?? '',
      redaction: 'none',
      ...(first === undefined ? {} : { agent: first.name, components: first.sides }),
      warning,
    };
    const kept = redaction === 'none' ? records : redacted(records, redaction);
    const head = JSON.stringify(redaction === 'none' ? header : redactHeader(header, redaction));
    return {
      name: `trace.${format === 'acp' ? 'jsonl' : 'ndjson'}`,
      lines: [...(format === 'acp' ? [head] : []), ...kept.flatMap((record) => traceLines[format](record))],
    };
  }
}

function redacted(records: readonly TraceRecord[], level: 'secrets' | 'content'): readonly TraceRecord[] {
  const redactor = new TraceRedactor(level);
  return [...records.flatMap((record) => redactor.push(record)), ...redactor.end()];
}
