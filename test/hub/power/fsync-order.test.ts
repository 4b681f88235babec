/** The order of system calls: what a client is told was synced to the disk before; also when a sync fails. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { webSocket } from '@acp-stack/http/node';
import { sqliteJournal } from '@acp-stack/journal';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { client, type ClientSession } from '@acp-stack/sdk';
import { afterEach, beforeEach, expect, test as each } from 'vitest';

import { updateText } from './update-text.ts';

const program = fileURLToPath(new URL('traced-hub.mjs', import.meta.url));

/** Left out where system calls cannot be traced: strace is not installed, or the system does not permit it. */
const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;
const test = each.skipIf(!canTrace);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-fsync-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface TracedRun {
  readonly trace: readonly string[];
  /** What the client was shown, in order. */
  readonly shown: string;
  readonly sessionId: string;
  readonly err: string;
}

/** Runs a hub under strace, and gives it some prompts by WebSocket. */
async function tracedRun(prompts: number, options: readonly string[] = []): Promise<TracedRun> {
  const file = join(folder, 'trace');
  const traced = [
    '-f',
    '-y',
    '-s',
    '20000',
    '-o',
    file,
    '-e',
    'trace=fdatasync,fsync,pwrite64,write,writev,sendto,sendmsg',
  ];
  const database = join(folder, 'hub.db');
  const hub = spawn('strace', [...traced, ...options, process.execPath, program, database, folder]);
  const ended = once(hub, 'exit');
  let err = '';
  hub.stderr.on('data', (data: Buffer) => (err += data.toString()));
  const lines = createInterface({ input: hub.stdout });
  try {
    const [url] = (await Promise.race([once(lines, 'line'), ended.then(() => Promise.reject(new Error(err)))])) as [
      string,
    ];
    const address = new URL(url);
    address.protocol = 'ws:';
    await using connection = await client({ name: 'test', version: '1.0.0' }).connect(webSocket(address.href));
    let shown = '';
    const onUpdate = (update: SessionUpdate): void => void (shown += updateText(update));
    const create = (): Promise<ClientSession> => connection.newSession({ cwd: folder }, { onUpdate });
    // If a sync fails meanwhile, the client is told and creates it again.
    const session = await create().catch(create);
    for (let number = 1; number <= prompts; number += 1) await session.prompt(`prompt${number}x`);
    hub.stdin.end();
    await connection.close();
    await ended;
    return { trace: readFileSync(file, 'latin1').split('\n'), shown, sessionId: session.id, err };
  } finally {
    hub.stdin.end();
  }
}

/** The numbers of the first line of the trace that `isIt`, after `from`. */
const lineOf = (trace: readonly string[], isIt: (line: string) => boolean, from = 0): number =>
  trace.findIndex((line, index) => index >= from && isIt(line));

const isLogWrite = (line: string): boolean => /^\d+ +pwrite64\(\d+<[^>]*hub\.db-wal>/u.test(line);
const isSocketWrite = (line: string): boolean =>
  /^\d+ +(?:write|writev|sendto|sendmsg)\(\d+<(?:socket|TCP)/u.test(line);

/** The line where a sync of the log by `thread` has succeeded that began after `from`; -1 if there is none. */
function syncedAfter(trace: readonly string[], thread: string, from: number): number {
  const begins = new RegExp(`^${thread} +(?:fdatasync|fsync)\\(\\d+<[^>]*hub\\.db-wal>`, 'u');
  for (let begin = lineOf(trace, (line) => begins.test(line), from); begin >= 0;) {
    const ends = new RegExp(
      `^${thread} +(?:fdatasync|fsync)\\(|^${thread} +<\\.\\.\\. (?:fdatasync|fsync) resumed>`,
      'u',
    );
    const isUnfinished = /<unfinished/u.test(trace[begin] ?? '');
    const end = isUnfinished ? lineOf(trace, (line) => ends.test(line), begin + 1) : begin;
    if (/= 0\b/u.test(trace[end] ?? '')) return end;
    begin = lineOf(trace, (line) => begins.test(line), end + 1);
  }
  return -1;
}

const wordsOf = (number: number): readonly string[] => [`prompt${number}x`, `answer${number}x`, `ending${number}x`];

/** Each word was written to the log, then the log was synced, then the word was sent to the client. */
function expectOrder(trace: readonly string[], words: readonly string[]): void {
  for (const word of words) {
    const written = lineOf(trace, (line) => isLogWrite(line) && line.includes(word));
    const sent = lineOf(trace, (line) => isSocketWrite(line) && line.includes(word));
    const [thread = ''] = trace[written]?.split(' ') ?? [];
    const synced = syncedAfter(trace, thread, written + 1);
    expect([word, written >= 0, synced > written, sent > synced]).toEqual([word, true, true, true]);
  }
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

test('what a client is shown was written to the log and synced before it was sent', async () => {
  const { trace, shown } = await tracedRun(8);
  const words = numbers(8).flatMap(wordsOf);
  expect(shown).toBe(words.join(''));
  expectOrder(trace, words);
});

test('a sync that fails: what it covered is not shown until it is stored, and nothing is lost or shown twice', async () => {
  const { trace, shown, sessionId, err } = await tracedRun(8, ['-e', 'inject=fdatasync,fsync:error=EIO:when=30+9']);
  const words = numbers(8).flatMap(wordsOf);
  expect(shown).toBe(words.join(''));
  expect(trace.filter((line) => line.includes('EIO') && line.includes('INJECTED')).length).toBeGreaterThan(0);
  expect(err).toContain('is tried again');
  expectOrder(trace, words);
  await using journal = await sqliteJournal(join(folder, 'hub.db'));
  let stored = '';
  for await (const { event } of journal.read(`log/${sessionId}`)) stored += JSON.stringify(event);
  for (const word of words) expect(stored.split(`"${word}"`).length).toBe(2);
});
