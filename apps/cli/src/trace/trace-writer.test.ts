import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { parseTrace } from '@acp-stack/trace';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { TraceWriter } from './trace-writer.ts';

const full = (): Error => Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });

test('a line that a full disk has torn is closed by the next one, and the end counts what is missing', () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'trace.jsonl');
  let room = Infinity;
  const warnings: string[] = [];
  const write = (file: number, bytes: Uint8Array, from: number): number => {
    if (room === 0) throw full();
    const written = writeSync(file, bytes, from, Math.min(room, bytes.length - from));
    room -= written;
    return written;
  };
  {
    using writer = new TraceWriter(path, { agent: 'rose', now: () => 0, epochTime: () => 0, write });
    using recording = writer.connect({ log: { warn: (line) => warnings.push(line) } });
    recording.line('one');
    room = 30;
    recording.line('torn');
    recording.line('lost');
    room = Infinity;
    recording.line('two');
  }
  const { records, unreadable } = parseTrace(readFileSync(path, 'utf8'));
  expect(records.map((record) => (record.type === 'stderr' ? record.text : record.type))).toEqual([
    'one',
    'two',
    'end',
  ]);
  expect(records.at(-1)).toMatchObject({ dropped: 2 });
  expect(unreadable).toEqual([3]);
  expect(warnings).toEqual([`the trace in ${path} is not complete: the disk is full; the command continues`]);
});
