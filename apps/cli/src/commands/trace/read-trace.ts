/** Reads the records of a trace file, or of standard input. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';

import type { TraceReader, TraceRecord } from '@acp-stack/trace';

import { unreadableFile } from '../../errors/system-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { openInput } from '../validate/input.ts';
import { LineSplitter, type Line } from '../validate/line-splitter.ts';

/** Bytes of a line. */
const longestLine = 256 * 1024 * 1024;

/** The records of the file at `path`, one at a time; only one line is in memory. Throws if there is none. */
export async function* traceRecords(
  path: string,
  terminal: Terminal,
  reader: TraceReader,
): AsyncGenerator<TraceRecord, void> {
  if (path !== '-') await requireReadable(path);
  const { chunks } = await openInput(path, terminal);
  const splitter = new LineSplitter(longestLine);
  const recordOf = ({ bytes, number }: Line): TraceRecord | undefined =>
    reader.read(bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8'), number);
  let count = 0;
  const counted = function* (lines: Iterable<Line>): Generator<TraceRecord> {
    for (const line of lines) {
      const record = recordOf(line);
      if (record === undefined) continue;
      count += 1;
      yield record;
    }
  };
  for await (const chunk of chunks) yield* counted(splitter.push(chunk));
  yield* counted(splitter.end());
  if (count === 0) throw new UsageError(`${path} is not a trace; it has no readable message`);
  for (const line of reader.unreadable.slice(0, 3)) await terminal.stderr.tryWrite(`line ${line} cannot be read\n`);
}

/** Throws if `path` is not a file that can be read. */
async function requireReadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
    if ((await stat(path)).isDirectory()) throw Object.assign(new Error('It is a folder.'), { code: 'EISDIR' });
  } catch (error) {
    throw unreadableFile(path, error);
  }
}
