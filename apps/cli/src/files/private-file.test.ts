import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { TraceWriter } from '../trace/trace-writer.ts';
import { writeOutput } from './output-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-trace-'));
  path = join(folder, 'trace.jsonl');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const options = { agent: 'gardener', now: () => 0 };
/** The two ways to such a file. */
const ways: readonly (readonly [string, (to: string) => void])[] = [
  ['a trace', (to) => new TraceWriter(to, options)[Symbol.dispose]()],
  ['an output', (to) => writeOutput(to, '"header"\n')],
];

describe.each(ways)('%s', (_, write) => {
  test('is for the user alone, also in a file that others could read, and nothing older is left in it', () => {
    writeFileSync(path, 'x'.repeat(10_000));
    chmodSync(path, 0o644);
    write(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toMatch(/^[^x]*"header"[^x]*\n$/u);
  });

  test('is not written through a link', () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'precious');
    symlinkSync(victim, path);
    expect(() => write(path)).toThrow(`${path} cannot be written: it is a symbolic link; name another file`);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
  });

  test('is not written to a file with a second name', () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'precious');
    linkSync(victim, path);
    const reason = 'it has a second name (a hard link)';
    expect(() => write(path)).toThrow(`${path} cannot be written: ${reason}; name another file`);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
  });

  test('is not written to a file that another user has put there', () => {
    writeFileSync(path, 'precious', { mode: 0o600 });
    const getuid = vi.spyOn(process, 'getuid').mockReturnValue(statSync(path).uid + 1);
    expect(() => write(path)).toThrow(`${path} cannot be written: it belongs to another user; name another file`);
    getuid.mockRestore();
    expect(readFileSync(path, 'utf8')).toBe('precious');
  });

  test('is written to a pipe only if it has a reader', () => {
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]);
    expect(() => write(path)).toThrow(`${path} cannot be written: it has no reader; name another file`);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    write(path);
    const bytes = Buffer.alloc(1000);
    expect(bytes.toString('utf8', 0, readSync(reader, bytes))).toContain('"header"');
    closeSync(reader);
  });

  test('may be thrown away', () => {
    write('/dev/null');
  });
});

test('a trace that cannot be written is told of once, and the work goes on', () => {
  const told: string[] = [];
  using trace = new TraceWriter('/dev/full', options);
  for (const each of [1, 2]) {
    using recording = trace.connect({ log: { warn: (line) => told.push(line) } });
    recording.line(`line ${each}`);
  }
  expect(told).toEqual(['the trace in /dev/full is not complete: the disk is full; the command continues']);
});
