/** A loss of power while a hub works: whatever part of the last writes is on the disk, nothing acknowledged is lost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openHub, type Hub } from '@acp-stack/hub';
import { sqliteJournal, type Journal, type JournalError } from '@acp-stack/journal';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { agent, client, memoryPair, type ClientConnection } from '@acp-stack/sdk';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { Random } from '../simulation/random.ts';
import {
  flippedLog,
  frameEnds,
  isSameLog,
  readFiles,
  recovered,
  tornDatabase,
  tornLog,
  writeFiles,
  type JournalFiles,
  type Recovered,
} from './journal-copy.ts';
import { updateText } from './update-text.ts';

const isLong = process.env['ACP_LONG'] === '1';
if (isLong) vi.setConfig({ testTimeout: 600_000 });
const prompts = isLong ? 12 : 6;
const cwd = process.cwd();
const random = new Random(isLong ? Date.now() : 7);

/** The files at one moment, and what was acknowledged before they were read. */
interface Moment {
  readonly files: JournalFiles;
  /** The number of the newest event of each stream whose append has resolved. */
  readonly appended: ReadonlyMap<string, number>;
  /** What the client has been shown. */
  readonly shown: string;
}

const moments: Moment[] = [];
/** The JSON string of every event, by stream and number. */
const written = new Map<string, string>();
let said = '';
let sessionId = '';
let folder = '';

/** Notes what is acknowledged. */
function watched(journal: Journal, appended: Map<string, number>): Journal {
  const append = journal.append.bind(journal);
  journal.append = async (stream, events, options) => {
    const result = await append(stream, events, options);
    events.forEach((event, index) => written.set(`${stream} ${result.first + index}`, JSON.stringify(event)));
    appended.set(stream, result.last);
    return result;
  };
  const create = journal.create.bind(journal);
  journal.create = async (stream, options) => {
    (options?.events ?? []).forEach((event, index) => written.set(`${stream} ${index + 1}`, JSON.stringify(event)));
    return create(stream, options);
  };
  return journal;
}

/** An agent whose answers are pieces of several sizes, some larger than a page of the file. */
const talker = () =>
  agent({ name: 'talker', version: '1.0.0' }).onPrompt(async (turn) => {
    for (let piece = 0; piece < 12; piece += 1)
      await turn.message.append(`${piece}:${'abc'.repeat(random.chance(0.2) ? 2000 : random.between(0, 40))} `);
  });

async function connect(hub: Hub): Promise<ClientConnection> {
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs);
  return client({ name: 'test', version: '1.0.0' }).connect(ours);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acp-power-'));
  const path = join(folder, 'live.db');
  const appended = new Map<string, number>();
  await using journal = await sqliteJournal(path);
  await using hub = await openHub({
    journal: watched(journal, appended),
    agents: { talker: talker() },
    roots: [cwd],
    isAlone: true,
  });
  await using connection = await connect(hub);
  const onUpdate = (update: SessionUpdate): void => {
    said += updateText(update);
    if (!random.chance(isLong ? 0.5 : 0.3)) return;
    const before = { appended: new Map(appended), shown: said };
    const files = readFiles(path);
    if (files !== undefined) moments.push({ ...before, files });
  };
  const session = await connection.newSession({ cwd }, { onUpdate });
  sessionId = session.id;
  for (let prompt = 1; prompt <= prompts; prompt += 1) await session.prompt(`[${prompt}]`);
  // Whatever was written when the last moment was noted is acknowledged now.
  await hub.close();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The moments, each with a later one of the same log, or with itself. */
const pairs = (): readonly (readonly [Moment, Moment])[] =>
  moments.map((moment, index) => {
    const later = moments.slice(index + 1, index + 6).filter(({ files }) => isSameLog(files.log, moment.files.log));
    return [moment, later.at(-1) ?? moment];
  });

let copies = 0;
const freshPath = (): string => join(folder, `copy-${(copies += 1)}.db`);

async function reopened(files: JournalFiles): Promise<Recovered> {
  const path = freshPath();
  writeFiles(path, files);
  const found = recovered(path);
  // libsql closes the files of a connection with its last statement, which is collected between two turns.
  await new Promise(setImmediate);
  for (const end of ['', '-wal', '-shm', '-last']) rmSync(path + end, { force: true });
  return found;
}

/** Nothing is invented, reordered, or half there. */
function expectNothingInvented({ streams }: Recovered): void {
  for (const [stream, events] of streams) {
    const numbers = [...events.keys()];
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 1) + index));
    for (const [sequence, event] of events) expect(event).toBe(written.get(`${stream} ${sequence}`));
  }
}

/** Every event whose append had resolved is there, unless its stream was deleted or trimmed later. */
function missingOf({ appended }: Moment, { streams }: Recovered): readonly string[] {
  return [...appended]
    .filter(([stream, last]) => {
      const events = streams.get(stream);
      return /^(?:log|inbox)\//u.test(stream) && !(events?.has(last) ?? false);
    })
    .map(([stream, last]) => `${stream} ${last}`);
}

async function expectAll(moment: Moment, files: JournalFiles): Promise<void> {
  const found = await reopened(files);
  expectNothingInvented(found);
  expect(missingOf(moment, found)).toEqual([]);
  expect(found.loss).toBeUndefined();
}

test('the moments are many, and in some of them a later one has the same log', () => {
  expect(moments.length).toBeGreaterThanOrEqual(10);
  expect(pairs().filter(([one, other]) => one !== other).length).toBeGreaterThanOrEqual(5);
  expect(said.length).toBeGreaterThan(1000);
});

test('a log that ends anywhere behind the last sync has everything that was acknowledged', async () => {
  for (const [moment, later] of pairs()) {
    const synced = frameEnds(moment.files.log).at(-1) ?? 0;
    const ends = frameEnds(later.files.log).filter((end) => end >= synced);
    const anywhere = Array.from({ length: 3 }, () => random.between(synced, later.files.log.length));
    const cuts = isLong ? [...ends, ...anywhere] : [synced, random.pick(ends) ?? synced, ...anywhere.slice(0, 1)];
    for (const cut of cuts) await expectAll(moment, { ...moment.files, log: later.files.log.subarray(0, cut) });
  }
});

test('sectors behind the last sync that are old, new, or have a flipped bit harm nothing before them', async () => {
  for (const [moment, later] of pairs()) {
    const synced = frameEnds(moment.files.log).at(-1) ?? 0;
    const options = { synced, random };
    for (let round = 0; round < (isLong ? 10 : 1); round += 1) {
      await expectAll(moment, { ...moment.files, log: tornLog(moment.files, later.files, options) });
      await expectAll(moment, { ...moment.files, log: flippedLog(later.files.log, options) });
    }
  }
});

test('pages of the database that are old or new are repaired from the log', async () => {
  for (const [moment, later] of pairs()
    .filter(([one, other]) => one !== other)
    .slice(0, isLong ? undefined : 8)) {
    const database = tornDatabase(moment.files, later.files, random);
    await expectAll(later, { ...later.files, database });
  }
});

test('a disk that lied about a sync: every loss of something acknowledged is reported, and nothing is invented', async () => {
  let losses = 0;
  for (const moment of moments.filter((_, index) => index % (isLong ? 4 : 2) === 0)) {
    const { files } = moment;
    const ends = frameEnds(files.log).slice(0, -1);
    for (const cut of isLong ? ends : [random.pick(ends), ends.at(-1), ends.at(-4)]) {
      const found = await reopened({ ...files, log: files.log.subarray(0, cut) });
      expectNothingInvented(found);
      const isLost = missingOf(moment, found).length > 0;
      if (isLost) expect(found.loss).toContain('has lost events, at least ');
      if (isLost) losses += 1;
    }
  }
  expect(losses).toBeGreaterThan(0);
});

/** Opens a hub on the files; returns what it shows of the session, and what was reported. */
async function shownBy(files: JournalFiles): Promise<{ readonly text: string; readonly losses: readonly string[] }> {
  const path = freshPath();
  writeFiles(path, files);
  let loss: JournalError | undefined;
  await using journal = await sqliteJournal(path, { onLoss: (error) => (loss = error) });
  const lines: string[] = [];
  await using hub = await openHub({
    journal,
    ...(loss === undefined ? {} : { loss }),
    agents: { talker: talker() },
    roots: [cwd],
    isAlone: true,
    log: { write: (line) => void lines.push(line) },
  });
  await using connection = await connect(hub);
  let text = '';
  await connection.load({ sessionId, cwd }, { onUpdate: (update) => void (text += updateText(update)) });
  // It works on.
  const other = await connection.newSession({ cwd });
  expect((await other.prompt('Go on')).stopReason).toBe('end_turn');
  return { text, losses: lines.filter((line) => line.includes('"events-lost"')) };
}

test('a hub that is opened after a loss of power shows what clients had seen, and works on', async () => {
  const chosen = pairs().filter((_, index, all) => isLong || index % Math.ceil(all.length / 4) === 1);
  for (const [moment, later] of chosen) {
    const synced = frameEnds(moment.files.log).at(-1) ?? 0;
    const log = tornLog(moment.files, later.files, { synced, random });
    const { text, losses } = await shownBy({ ...moment.files, log });
    expect(losses).toEqual([]);
    expect(text.startsWith(moment.shown)).toBe(true);
    expect(said.startsWith(text)).toBe(true);
  }
});

test('a hub that is opened on a disk that lied logs the loss, and shows a part of what was there', async () => {
  const moment = moments.at(-1);
  expect(moment).toBeDefined();
  if (moment === undefined) return;
  const ends = frameEnds(moment.files.log);
  const half = moment.files.log.subarray(0, ends[Math.floor(ends.length / 2)]);
  const { text, losses } = await shownBy({ ...moment.files, log: half });
  expect(losses).toHaveLength(1);
  expect(said.startsWith(text)).toBe(true);
  // Clients may not have been shown yet all that was stored.
  const whole = await shownBy(moment.files);
  expect(whole.losses).toEqual([]);
  expect(text.length).toBeLessThan(whole.text.length);
});
